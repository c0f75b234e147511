// Reads of bytes that nobody has written: of device memory since it was allocated, of shared and local memory since the
// block began. A load whose value is only stored elsewhere is a copy, as of a structure with gaps, and no mistake.
// Where another thread writes the bytes before the two have met (at the block's next barrier, at the launch's end), the
// read came too early: that is a race, and for who looks for races.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "analysis/device_bytes.hpp"
#include "analysis/held_reads.hpp"
#include "sim/listener.hpp"
#include "sim/turns.hpp"

namespace warpglass::analysis {

class UnwrittenDetector final : public sim::Listener, public sim::PutsAside {
 public:
  UnwrittenDetector();
  ~UnwrittenDetector() override;

  [[nodiscard]] sim::Interests interests() const override {
    return sim::Interest::shared | sim::Interest::global | sim::Interest::local | sim::Interest::blocks |
           sim::Interest::sync | sim::Interest::memory | sim::Interest::uncounted | sim::Interest::apart |
           sim::Interest::recalls;
  }
  void on_start(const sim::LaunchRequest& launch) override;
  void on_blocks_apart() override { blocks_talk_ = false; }
  [[nodiscard]] std::unique_ptr<sim::Shard> make_shard(std::size_t worker) override;
  void merge(sim::Shard& shard) override;
  void on_end(const sim::LaunchResult& result) override;
  void on_memory(const sim::MemoryEvent& event) override { device_.hear(event); }
  /// What it read of the device's memory was written, and that stays so; what it has written itself is written since.
  [[nodiscard]] std::optional<sim::Recollection> recollect(const sim::TouchedMemory& touched) override;
  [[nodiscard]] std::function<void()> put_aside() override {
    return aside(launch_, program_, heeded_, reads_, reductions_, blocks_talk_);
  }

  /// Of the last launch, once it has ended.
  [[nodiscard]] const UnwrittenReads& reads() const { return reads_; }

 private:
  void keep(std::uint32_t pc, const UnwrittenRead& read);

  DeviceBytes device_;
  const sim::LaunchRequest* launch_ = nullptr;
  const void* program_ = nullptr;      // that `heeded_` is of
  std::vector<std::uint64_t> heeded_;  // for each op the bytes of a lane's load that something depends on, a bit each
  UnwrittenReads reads_;
  FirstReductions reductions_;
  bool blocks_talk_ = true;
};

}  // namespace warpglass::analysis
