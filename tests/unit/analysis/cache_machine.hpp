// An H200's caches, told of accesses one by one.
#pragma once

#include <cstdint>

#include "analysis/cache_simulator.hpp"
#include "arch/carve_out.hpp"
#include "arch/device_model.hpp"
#include "sim/launch.hpp"

namespace warpglass::analysis {

class CacheMachine {
 public:
  CacheMachine() : CacheMachine("H200") {}
  explicit CacheMachine(const char* device) : device_(*arch::find_device(device).device) {
    program_.functions.resize(1);
    program_.registers_per_thread = 16;
  }

  void start(std::uint32_t blocks, std::uint32_t threads, int carve_out_percent = -1, int workers = 1) {
    launch_.program = &program_;
    launch_.workers = workers;
    launch_.grid = {blocks, 1, 1};
    launch_.block = {threads, 1, 1};
    launch_.preferred_carve_out = arch::asked_carve_out(device_.limits, carve_out_percent, arch::CacheConfig::none);
    simulator_.on_start(launch_);
  }

  void access(sim::AccessKind kind, std::uint32_t sm, std::uint64_t base, std::uint32_t step, std::uint32_t bytes,
              LaneMask lanes = kFullMask, CacheOperator cache = CacheOperator::none,
              sim::Space space = sim::Space::global) {
    std::int64_t offset[32];
    for (std::int64_t lane = 0; lane < 32; ++lane) offset[lane] = lane * step;
    const sim::MachineAccess as_written{.offset = 0, .bytes = bytes};
    simulator_.take({.at = {.sm = sm, .block = sm, .lanes = lanes},
                     .kind = kind,
                     .space = space,
                     .cache = cache,
                     .bytes = bytes,
                     .base = base,
                     .offset = offset,
                     .contiguous = lanes == kFullMask && step == bytes,
                     .machine = {&as_written, 1},
                     .machine_lanes = lanes,
                     .sectors = step == 0 ? static_cast<std::uint32_t>(lane_count(lanes)) : 0});
  }
  void load(std::uint64_t base, std::uint32_t sm = 0, CacheOperator cache = CacheOperator::none) {
    access(sim::AccessKind::load, sm, base, 4, 4, kFullMask, cache);
  }
  void store(std::uint64_t base, std::uint32_t sm = 0) { access(sim::AccessKind::store, sm, base, 4, 4); }

  /// What `how` says, of a whole line.
  void access(const sim::AccessEvent& how, std::uint64_t base, std::uint32_t sm = 0) {
    sim::AccessEvent event = how;
    const sim::MachineAccess as_written{.offset = 0, .bytes = 4};
    event.at.sm = sm;
    event.at.block = sm;
    event.bytes = 4;
    event.at.lanes = event.machine_lanes = kFullMask;
    event.machine = {&as_written, 1};
    event.base = base;
    event.contiguous = true;
    simulator_.take(event);
  }

  [[nodiscard]] const CacheTotals& totals() {
    simulator_.finish();
    return simulator_.totals();
  }
  sim::Program& program() { return program_; }

 private:
  const arch::DeviceModel& device_;
  sim::Program program_;
  sim::LaunchRequest launch_;
  CacheSimulator simulator_{device_};
};

}  // namespace warpglass::analysis
