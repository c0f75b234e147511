// Between two barriers of the whole block what its warps do to shared memory is the same over and over: in every round
// of a loop, in every block. Whether it races depends on nothing else (before the barrier everything is in order, and
// addresses are the block's own), so that a course of accesses that has once been found without a race need not be
// looked at again.
//
// Courses are kept as a tree. A block that follows a branch known to be quiet costs a comparison an access; where it
// leaves the tree, what it did so far is read off the branch, and from there on accesses are compared.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

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
  friend bool operator==(const Step&, const Step&) = default;
};

class QuietEpochs {
 public:
  /// Where a block stands.
  struct Walk {
    std::uint32_t at = 0;  // the root
    bool astray = false;   // accesses are compared, until the epoch ends
    bool racy = false;
    bool unknown = false;  // depends on more than the steps, or the tree is full
  };

  QuietEpochs() : nodes_(1), expected_(1) { nodes_.front().quiet = true; }

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

  /// A step of a walk gone astray. \param footprint  none of a synchronisation
  /// \param ticks  of the warp's clock since its first step
  void learn(Walk& walk, const Step& step, const FootprintRef& footprint, Clock ticks);
  /// The epoch has ended.
  void end(Walk& walk);

  /// The accesses of a walk so far, oldest first. \param visit  gets Step, footprint and ticks
  template <class Visit>
  void for_each_access(const Walk& walk, Visit&& visit) const {
    std::vector<std::uint32_t> path;
    for (std::uint32_t i = walk.at; i != 0; i = nodes_[i].parent) path.push_back(i);
    for (std::size_t i = path.size(); i-- > 0;) {
      const Node& node = nodes_[path[i]];
      if (node.footprint) visit(node.step, node.footprint, node.ticks);
    }
  }

 private:
  struct Node {
    Step step;
    FootprintRef footprint;
    Clock ticks = 0;
    std::uint32_t parent = 0;
    std::uint32_t child = 0;  // the first
    std::uint32_t sibling = 0;
    bool quiet = false;
  };

  [[nodiscard]] std::uint32_t child_of(std::uint32_t parent, const Step& step) const {
    std::uint32_t child = nodes_[parent].child;
    while (child != 0 && nodes_[child].step != step) child = nodes_[child].sibling;
    return child;
  }

  std::vector<Node> nodes_;                       // a child has a higher number than its parent; 0: the root
  std::vector<sim::Expectation::Step> expected_;  // of each node
};

}  // namespace warpglass::analysis
