// Who goes on where several could: blocks that are resident, warps of a block, splits of a warp, and for how long. The
// engine has one order of its own. A seed stands for another, the same one every time and for every number of workers:
// whatever takes turns by itself (a block, a launch whose blocks talk to each other) draws from numbers of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace warpglass::sim {

/// LaunchRequest::turn under a seed: from one back edge to a few, since some mistakes show where everybody gives way
/// all the time and others where one gets far.
[[nodiscard]] std::uint32_t turn_under(std::uint64_t seed, std::uint64_t launch);

class Schedule {
 public:
  /// \param number  tells those of one launch apart
  Schedule(std::uint64_t seed, std::uint64_t launch, std::uint64_t number);

  /// From 0 to `limit` - 1.
  [[nodiscard]] std::uint32_t below(std::uint32_t limit);
  [[nodiscard]] bool toss() { return below(2) == 0; }
  /// 1, 2, 4 ... up to 2 to the power of `highest`: how long something lasts, where short and long ones shall be met.
  [[nodiscard]] std::uint32_t span_up_to(std::uint32_t highest) { return 1u << below(highest + 1); }

  template <class T>
  void shuffle(std::span<T> all) {
    for (std::size_t left = all.size(); left > 1; --left)
      std::swap(all[left - 1], all[below(static_cast<std::uint32_t>(left))]);
  }

 private:
  std::uint64_t state_;
};

}  // namespace warpglass::sim
