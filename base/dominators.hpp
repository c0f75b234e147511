// Graphs of a program's blocks, and which of them every way to another passes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace warpglass {

inline constexpr std::uint32_t kNoNode = 0xffffffffu;

/// A directed graph, edges grouped by source: those of node n are targets[first[n] .. first[n + 1]).
struct Graph {
  std::vector<std::uint32_t> first{0};
  std::vector<std::uint32_t> targets;

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(first.size() - 1); }
  [[nodiscard]] std::span<const std::uint32_t> of(std::uint32_t node) const {
    return {targets.data() + first[node], targets.data() + first[node + 1]};
  }
  /// Adds the next node with its successors.
  void add(std::span<const std::uint32_t> successors);
  [[nodiscard]] Graph reversed() const;
};

/// Immediate post-dominator of every node, kNoNode where there is none. Exits are the nodes without successors;
/// `main_exit` is the one that other paths are measured by (kNoNode: the last). The header of an endless loop is its
/// own, because its lanes meet there again.
[[nodiscard]] std::vector<std::uint32_t> immediate_post_dominators(const Graph& graph,
                                                                   std::uint32_t main_exit = kNoNode);

/// Which blocks every way to a block passes.
class Dominators {
 public:
  explicit Dominators(const Graph& successors) : above_(immediate_post_dominators(successors.reversed(), 0)) {}

  [[nodiscard]] bool dominates(std::uint32_t a, std::uint32_t b) const {
    while (b != a) {
      const std::uint32_t next = b < above_.size() ? above_[b] : kNoNode;
      if (next == kNoNode || next == b) return false;
      b = next;
    }
    return true;
  }

  [[nodiscard]] std::uint32_t above(std::uint32_t block) const {
    return block < above_.size() ? above_[block] : kNoNode;
  }

  /// The lowest block that dominates both.
  [[nodiscard]] std::uint32_t common(std::uint32_t a, std::uint32_t b) const {
    while (a != kNoNode && !dominates(a, b)) a = above(a) == a ? kNoNode : above(a);
    return a;
  }

 private:
  std::vector<std::uint32_t> above_;
};

}  // namespace warpglass
