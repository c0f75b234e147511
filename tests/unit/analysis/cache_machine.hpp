// An H200's caches, told of accesses one by one.
#pragma once

#include <array>
#include <cstdint>
#include <random>

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
    with_event({kind, sm, base, step, bytes, lanes, cache, space},
               [this](const sim::AccessEvent& event) { simulator_.take(event); });
  }

  /// Lanes `step` bytes apart.
  struct Access {
    sim::AccessKind kind;
    std::uint32_t sm;
    std::uint64_t base;
    std::uint32_t step;
    std::uint32_t bytes;
    LaneMask lanes = kFullMask;
    CacheOperator cache = CacheOperator::none;
    sim::Space space = sim::Space::global;
  };
  template <class Tell>
  static void with_event(const Access& access, Tell&& tell) {
    std::int64_t offset[32];
    for (std::int64_t lane = 0; lane < 32; ++lane) offset[lane] = lane * access.step;
    const sim::MachineAccess as_written{.offset = 0, .bytes = access.bytes};
    tell(sim::AccessEvent{.at = {.sm = access.sm, .block = access.sm, .lanes = access.lanes},
                          .kind = access.kind,
                          .space = access.space,
                          .cache = access.cache,
                          .bytes = access.bytes,
                          .base = access.base,
                          .offset = offset,
                          .contiguous = access.lanes == kFullMask && access.step == access.bytes,
                          .machine = {&as_written, 1},
                          .machine_lanes = access.lanes,
                          .sectors = access.step == 0 ? static_cast<std::uint32_t>(lane_count(access.lanes)) : 0});
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
  [[nodiscard]] CacheSimulator& simulator() { return simulator_; }

 private:
  const arch::DeviceModel& device_;
  sim::Program program_;
  sim::LaunchRequest launch_;
  CacheSimulator simulator_{device_};
};

/// Of all kinds, to lines that crowd in few sets of either level.
inline CacheMachine::Access crowded(std::mt19937& random, std::uint32_t sm) {
  const auto below = [&random](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  const sim::AccessKind kind = std::array{sim::AccessKind::load, sim::AccessKind::store, sim::AccessKind::load,
                                          sim::AccessKind::store, sim::AccessKind::atomic_add}[below(5)];
  const std::uint32_t bytes = 1u << below(4);
  return {.kind = kind,
          .sm = sm,
          // A 60 MiB cache of two partitions with 16 ways has 15360 sets in each; only a few of them are met.
          .base = (1 << 20) + 15360 * 128ull * below(40) + std::uint64_t{bytes} * below(512),
          .step = bytes * (1u << below(6)),
          .bytes = bytes,
          .lanes = below(3) == 0 ? 0x00ff00ff : kFullMask,
          .cache = below(4) == 0 ? CacheOperator::global : CacheOperator::none,
          .space = below(16) == 0 && kind != sim::AccessKind::atomic_add ? sim::Space::local : sim::Space::global};
}

inline void tell(CacheSimulator& simulator, const CacheMachine::Access& access) {
  CacheMachine::with_event(access, [&](const sim::AccessEvent& event) { simulator.take(event); });
}

}  // namespace warpglass::analysis
