// Between two barriers of the whole block what its warps do to shared memory is the same over and over: in every round
// of a loop, in every block. Whether it races depends on nothing else (before the barrier everything is in order, and
// addresses are the block's own), so that a course of accesses that has once been found without a race need not be
// looked at again.
//
// Courses are kept as a tree. A block that follows a branch known to be quiet costs a comparison an access; where it
// leaves the tree, what it did so far is read off the branch, and from there on accesses are compared.
//
// Others may follow (analysis/course_follower.hpp): then there is a tree for each state that they can be in, and where
// a branch ends it is known which state that leaves them in.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "analysis/course_follower.hpp"
#include "analysis/footprint.hpp"
#include "analysis/happens_before.hpp"
#include "sim/listener.hpp"

namespace warpglass::analysis {

/// An access to shared memory, or a synchronisation of warps of a block.
struct Step {
  std::uint64_t shape = 0;  // AccessEvent::shape; of a synchronisation, the lanes
  std::uint32_t base = 0;   // or the number of the barrier
  std::uint32_t pc = 0;
  std::uint8_t warp = 0;
  std::uint8_t kind = 0;  // what it does
  std::uint8_t size = 0;  // bytes of an element
  bool plain = false;     // a load or store of no order: it changes nobody's knowledge
  bool writes = false;
  friend bool operator==(const Step&, const Step&) = default;
};

class QuietEpochs {
 public:
  /// Where a block stands.
  struct Walk {
    std::uint32_t at = 0;  // the root of the first state
    bool astray = false;   // accesses are compared, until the epoch ends
    bool racy = false;
    bool unknown = false;  // depends on more than the steps, or the tree is full
  };

  QuietEpochs() { follow_with({}); }

  /// Before the first step. \param followers  that have begun
  void follow_with(std::vector<CourseFollower*> followers);

  /// By place of a walk (Walk::at) the plain access that came next on the first quiet branch from there. Until the next
  /// call of learn() or end().
  [[nodiscard]] const sim::Expectation::Step* expected() const { return expected_.data(); }

  /// \return  whether the walk is still on a quiet branch
  [[nodiscard]] bool follow(Walk& walk, const Step& step) const {
    if (walk.astray) return false;
    const std::uint32_t next = child_of(walk.at, step);
    if (next == 0 || !nodes_[next].quiet) return false;
    walk.at = next;
    return true;
  }

  /// Warps that have taken a step of the walk's epoch, a bit each.
  [[nodiscard]] std::uint32_t warps_of(const Walk& walk) const { return nodes_[walk.at].warps; }

  /// The block's walk has left what is known to be quiet, or is about to.
  /// \param visit  gets Step, footprint and ticks of its accesses so far, oldest first
  template <class Visit>
  void go_astray(Walk& walk, std::uint64_t block, Visit&& visit) const {
    if (std::exchange(walk.astray, true)) return;
    std::vector<std::uint32_t> path;
    std::uint32_t root = walk.at;
    for (; nodes_[root].state == kNoState; root = nodes_[root].parent) path.push_back(root);
    wake(block, root);
    for (std::size_t i = path.size(); i-- > 0;) {
      const Node& node = nodes_[path[i]];
      if (!node.footprint) continue;
      pass(block, node);
      visit(node.step, node.footprint, node.ticks);
    }
  }

  /// A step of a walk gone astray. \param footprint  none of a synchronisation
  /// \param ticks  of the warp's clock since its first step
  void learn(Walk& walk, const Step& step, const FootprintRef& footprint, Clock ticks);

  /// Whether all is known of where the epoch leads that ends here; otherwise the walk has to go astray before.
  [[nodiscard]] bool knows_end(const Walk& walk) const { return walk.astray || nodes_[walk.at].then != kNowhere; }
  /// The block's epoch has ended.
  void end(Walk& walk, std::uint64_t block);

 private:
  using States = std::vector<CourseFollower::State>;  // by follower
  static constexpr std::uint32_t kNowhere = 0xffffffffu;
  static constexpr std::uint32_t kNoState = 0xffffffffu;

  struct Node {
    Step step;
    FootprintRef footprint;
    Clock ticks = 0;
    std::uint32_t parent = 0;
    std::uint32_t child = 0;  // the first
    std::uint32_t sibling = 0;
    std::uint32_t warps = 0;         // that have come by since the root
    std::uint32_t state = kNoState;  // of a root, in `states_`
    std::uint32_t then = kNowhere;   // the root where a block goes on whose epoch ends here
    std::uint32_t depth = 0;
    bool quiet = false;
  };

  [[nodiscard]] std::uint32_t child_of(std::uint32_t parent, const Step& step) const {
    std::uint32_t child = nodes_[parent].child;
    while (child != 0 && nodes_[child].step != step) child = nodes_[child].sibling;
    return child;
  }
  std::uint32_t add(const Node& node);
  std::uint32_t add_root(States states);
  /// The root of what the followers are in now; kNowhere: it has none.
  [[nodiscard]] std::uint32_t settle(Walk& walk, std::uint64_t block);
  void wake(std::uint64_t block, std::uint32_t root) const;
  void pass(std::uint64_t block, const Node& access) const;

  std::vector<Node> nodes_;                       // a child has a higher number than its parent; 0: the first root
  std::vector<sim::Expectation::Step> expected_;  // of each node
  std::vector<CourseFollower*> followers_;
  std::vector<States> states_;
  std::map<States, std::uint32_t> root_of_;
  std::uint64_t followed_ = 0;    // steps of epochs that were known
  std::uint32_t new_epochs_ = 0;  // that were not
};

}  // namespace warpglass::analysis
