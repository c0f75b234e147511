// What the lanes of each instruction ask of static shared memory: every distinct pattern of addresses, with how often
// it occurred. A layout of an array that the program does not have is priced from that, pattern by pattern, without
// another run. What is kept grows with the patterns, not with the executions.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "analysis/profile.hpp"
#include "arch/shared_request.hpp"
#include "base/lane_mask.hpp"
#include "sim/listener.hpp"
#include "sim/turns.hpp"

namespace warpglass::analysis {

/// An instruction that asks for more patterns than this reads where its data tell it to: none of them is kept.
inline constexpr std::size_t kMaxSharedPatterns = 1 << 14;

/// Of one instruction.
class SharedPatterns {
 public:
  /// The lanes that take part and the distance of each from the first.
  using Shape = std::pair<LaneMask, std::vector<std::int64_t>>;
  /// How often, by the address of the first lane.
  using Times = std::map<std::uint64_t, std::uint64_t>;

  arch::SharedAccess access = arch::SharedAccess::load;
  std::uint32_t bytes = 0;
  std::uint64_t executions = 0;
  std::vector<sim::MachineAccess> machine{};  // that the machine makes for it; empty: another instruction does it
  bool one_lane = false;                      // in the machine the first lane performs it for all

  /// The patterns of a shape, for count(). The reference lasts until drop().
  [[nodiscard]] Times& of(const Shape& shape) { return shapes_[shape]; }
  void count(Times& times, std::uint64_t base) {
    ++executions;
    if (++times[base] == 1 && ++patterns_ > kMaxSharedPatterns) drop();
  }
  void add(const SharedPatterns& other);

  /// Too many patterns: from now on executions alone are counted.
  [[nodiscard]] bool dropped() const { return dropped_; }
  [[nodiscard]] std::size_t count() const { return patterns_; }
  [[nodiscard]] const std::map<Shape, Times>& shapes() const { return shapes_; }

 private:
  void drop();

  std::map<Shape, Times> shapes_;
  std::size_t patterns_ = 0;
  bool dropped_ = false;
};

/// By pc.
using SharedPatternsOf = std::map<std::uint32_t, SharedPatterns>;

class SharedPatternListener final : public sim::Listener, public sim::PutsAside {
 public:
  [[nodiscard]] sim::Interests interests() const override {
    return sim::Interests(sim::Interest::shared) | sim::Interest::recalls;
  }
  void on_start(const sim::LaunchRequest& launch) override;
  [[nodiscard]] std::unique_ptr<sim::Shard> make_shard(std::size_t worker) override;
  void merge(sim::Shard& shard) override;
  [[nodiscard]] std::function<void()> put_aside() override { return aside(static_bytes_, patterns_); }
  [[nodiscard]] std::optional<sim::Recollection> recollect(const sim::TouchedMemory& touched) override;

  /// Of the last launch, once it has ended.
  [[nodiscard]] const SharedPatternsOf& patterns() const { return patterns_; }

 private:
  std::uint64_t static_bytes_ = 0;
  SharedPatternsOf patterns_;
};

}  // namespace warpglass::analysis
