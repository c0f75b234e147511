// Copies that go on beside the threads that issued them: cp.async, bulk copies, asynchronous stores. What such a copy
// reads and writes is in no order with anything that follows, until it is known to be done: its threads wait for its
// group, or a barrier object (mbarrier) says so to whoever waits for that.
// (PTX ISA, Data Movement and Conversion Instructions: Asynchronous copy, completion mechanisms)
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/happens_before.hpp"

namespace warpglass::analysis {

/// Copies that are known to be done together, numbered from 1 on. Of one worker.
class CopyGroups {
 public:
  static constexpr Clock kNever = 0xffffffffu;

  [[nodiscard]] std::uint32_t open();
  /// Its threads have waited for it, when their warp's count was `clock`.
  void end(std::uint32_t group, Clock clock) { groups_[group - 1].done = clock; }
  /// It is done when a barrier object's phase is complete.
  /// \param object  a number from `object()`
  /// \param phase  counted from 1 on
  void tell(std::uint32_t group, std::uint32_t object, Clock phase) {
    groups_[group - 1] = {.done = phase, .object = object};
  }

  /// Of products of a warp group, which are done for all of its warps together: whoever of them has waited for so many
  /// groups can say so, as a barrier object does of its phases.
  /// \param groups  that the warp has committed, with this one
  void commit_products(std::uint32_t group, std::uint32_t object, Clock groups) {
    groups_[group - 1] = {.done = groups, .object = object, .of_products = true};
  }

  [[nodiscard]] std::uint32_t object();
  /// Some thread has waited for the object's phase, or so many groups of products.
  void heard(std::uint32_t object, Clock phase);

  /// The count of its doer at which a group is done; `kNever` while it is under way.
  [[nodiscard]] Clock done(std::uint32_t group) const {
    const Clock done = groups_[group - 1].done;
    return done == 0 ? kNever : done;
  }
  /// Who knows what this one has done knows of the group: its own warp, or the barrier object, which counts its phases
  /// as a warp does what it has let others see.
  [[nodiscard]] WarpName doer(std::uint32_t group, const WarpName& warp) const {
    const std::uint32_t object = group == 0 ? 0 : groups_[group - 1].object;
    return object == 0 ? warp : name_of(object);
  }
  [[nodiscard]] bool told_to_object(std::uint32_t group) const {
    return group != 0 && groups_[group - 1].object != 0 && !groups_[group - 1].of_products;
  }
  /// Whether somebody has learnt that the group is done.
  [[nodiscard]] bool known(std::uint32_t group) const;

  /// A barrier object's place among the warps, behind all of them.
  [[nodiscard]] static WarpName name_of(std::uint32_t object) { return {.block = kObjects + object, .warp = 0}; }

 private:
  static constexpr std::uint64_t kObjects = std::uint64_t{1} << 40;

  struct Group {
    Clock done = 0;
    std::uint32_t object = 0;
    bool of_products = false;
  };
  std::vector<Group> groups_;
  std::vector<Clock> heard_;  // by object
};

/// A warp's groups of products, whose factors are in shared memory.
struct ProductQueue {
  std::uint32_t open = 0;  // the group that is not committed yet; 0: there is none
  Clock committed = 0;     // groups
};

/// What one of a warp's threads has multiplied and copied into tensor memory (tcgen05). A commit tells a barrier
/// object, or several, of all that came before it.
struct ApartQueue {
  std::uint32_t open = 0;    // the group that is not committed yet; 0: there is none
  std::uint32_t object = 0;  // its number, as a barrier object's whose phases are commits; 0: nothing was committed
  Clock committed = 0;       // groups
};

/// A warp's groups of one kind of copies. Groups are a thread's; here they are its warp's, which may take copies for
/// done that are not.
struct CopyQueue {
  std::uint32_t open = 0;                // the group that is not committed yet; 0: there is none
  std::vector<std::uint32_t> committed;  // groups that have not been waited for, oldest first; 0: an empty one

  /// The group that the next copy belongs to.
  [[nodiscard]] std::uint32_t join(CopyGroups& groups);
  void commit();
  /// The warp waits, at its count `clock`, until at most `but` committed groups are under way.
  /// \param all  and those that are not committed
  void wait(CopyGroups& groups, std::size_t but, bool all, Clock clock);
};

}  // namespace warpglass::analysis
