#pragma once

#include <cstdint>
#include <vector>

#include "isa/control_flow.hpp"

namespace warpglass::isa {

/// Which blocks every way to a block passes.
class Dominators {
 public:
  explicit Dominators(const Graph& successors) : above_(immediate_post_dominators(successors.reversed(), 0)) {}

  [[nodiscard]] bool dominates(std::uint32_t a, std::uint32_t b) const {
    while (b != a) {
      const std::uint32_t next = b < above_.size() ? above_[b] : kNoBlock;
      if (next == kNoBlock || next == b) return false;
      b = next;
    }
    return true;
  }

  [[nodiscard]] std::uint32_t above(std::uint32_t block) const {
    return block < above_.size() ? above_[block] : kNoBlock;
  }

  /// The lowest block that dominates both.
  [[nodiscard]] std::uint32_t common(std::uint32_t a, std::uint32_t b) const {
    while (a != kNoBlock && !dominates(a, b)) a = above(a) == a ? kNoBlock : above(a);
    return a;
  }

 private:
  std::vector<std::uint32_t> above_;
};

}  // namespace warpglass::isa
