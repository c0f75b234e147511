// Who hears accesses to shared memory beside one that knows courses of them (analysis/quiet_epochs.hpp), and need not
// hear again what a block does between two barriers where it has done that before, from the same state on, with nothing
// to be said about it.
#pragma once

#include <cstdint>

#include "analysis/footprint.hpp"

namespace warpglass::analysis {

class CourseFollower {
 public:
  virtual ~CourseFollower() = default;

  /// What is known of a block when its warps have met, as a number; another one where the same accesses could mean
  /// something else.
  using State = std::uint32_t;
  static constexpr State kFirst = 0;              // of a block that begins
  static constexpr State kUnknown = 0xffffffffu;  // no such number

  /// Whether anything depends on no more than the state and the accesses.
  [[nodiscard]] virtual bool can_follow() const { return true; }
  /// From now on blocks rest in their first state. \param footprints  of the accesses that both hear
  virtual void begin(FootprintCache& footprints) = 0;

  struct Settled {
    State state = kFirst;
    bool quiet = true;  // nothing was to be said since the warps met before
  };
  /// The warps of a block that does not rest have met, or it ends.
  virtual Settled settle(std::uint64_t block) = 0;

  /// From now on the block's accesses need not be heard; those that come are passed on when it wakes up.
  virtual void rest(std::uint64_t block) = 0;
  /// A block does not rest any more; it was in this state when its warps met last.
  virtual void wake(std::uint64_t block, State state) = 0;
  /// An access that the block has made since.
  virtual void pass(std::uint64_t block, std::uint64_t base, bool writes, const Footprint& footprint) = 0;
};

}  // namespace warpglass::analysis
