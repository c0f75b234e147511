#include "isa/lowering/tail.hpp"

#include <algorithm>

#include "isa/lowering/use_index.hpp"

namespace warpglass::isa {
namespace {

using Kind = ptx::Operand::Kind;
using sim::Algebra;
using sim::Does;

class Search {
 public:
  explicit Search(const LoweringInput& input) : input_(input), uses_(input.uses, input.function.instructions.size()) {}

  Tail run() {
    Tail tail;
    if (!input_.function.is_entry) return tail;
    for (const FlowBlock& block : input_.flow.blocks) {
      if (block.ends != BlockEnd::leaves || block.end < block.begin + 2) continue;
      const std::uint32_t last = block.end - 2;  // the block ends with the return
      if (!is_last(last)) continue;
      last_ = last;
      collect(block);
      tail.last = last;
      tail.sunk = std::move(sunk_);
      break;
    }
    return tail;
  }

 private:
  [[nodiscard]] bool is_last(std::uint32_t i) const {
    const Does does = input_.effects[i].does;
    return input_.function.instructions[i].guard >= 0 &&
           (does == Does::stores || does == Does::updates || does == Does::reduces);
  }

  void collect(const FlowBlock& block) {
    for (std::uint32_t i = last_; i-- > block.begin;) {
      if (can_sink(i)) {
        sunk_.push_back(i);
      } else if (sim::may_change(input_.effects[i]).has(sim::Space::shared)) {
        break;  // what lies before stays before
      }
    }
    std::reverse(sunk_.begin(), sunk_.end());
  }

  /// A load of shared memory, or a conversion of what such a load has brought, whose results are read once each, by the
  /// last instruction as its value or by what sinks as well.
  [[nodiscard]] bool can_sink(std::uint32_t i) const {
    const ptx::Instruction& instruction = input_.function.instructions[i];
    const sim::Effects& effects = input_.effects[i];
    const bool loads =
        effects.does == Does::loads && effects.reads == sim::Spaces(sim::Space::shared) && !effects.orders();
    const bool converts = effects.does == Does::computes &&
                          (effects.algebra == Algebra::convert || effects.algebra == Algebra::copy ||
                           effects.algebra == Algebra::shift_left || effects.algebra == Algebra::shift_right);
    if ((!loads && !converts) || instruction.guard >= 0) return false;
    bool any = false;
    for (const RegisterUse& use : uses_.of(i)) {
      if (use.kind == RegisterUse::Kind::read) {
        if (!stays_the_same(use.index, i)) return false;
        continue;
      }
      any = true;
      const auto readers = uses_.readers(use.index);
      if (readers.size() != 1 || uses_.sole_writer(use.index) != i) return false;
      const bool sinks = std::find(sunk_.begin(), sunk_.end(), readers[0]) != sunk_.end();
      if (!sinks && (readers[0] != last_ || !is_value(use.index))) return false;
    }
    return any;
  }

  /// Whether nothing between here and the last instruction writes the register.
  [[nodiscard]] bool stays_the_same(std::uint32_t index, std::uint32_t i) const {
    const auto writers = uses_.writers(index);
    return std::none_of(writers.begin(), writers.end(),
                        [&](std::uint32_t writer) { return writer > i && writer < last_; });
  }

  /// Whether the last instruction stores the register, and neither is guarded by it nor finds its address with it.
  [[nodiscard]] bool is_value(std::uint32_t index) const {
    const ptx::Instruction& last = input_.function.instructions[last_];
    if (static_cast<std::uint32_t>(last.guard) == index) return false;
    for (const ptx::Operand& operand : input_.function.operands_of(last)) {
      if (operand.kind != Kind::address) continue;
      for (const ptx::Operand& child : input_.function.children_of(operand)) {
        if (child.kind == Kind::reg && child.index == index) return false;
      }
    }
    return true;
  }

  const LoweringInput& input_;
  UseIndex uses_;
  std::uint32_t last_ = 0;
  std::vector<std::uint32_t> sunk_;
};

}  // namespace

bool Tail::moves(std::uint32_t instruction) const {
  return std::find(sunk.begin(), sunk.end(), instruction) != sunk.end();
}

Tail find_tail(const LoweringInput& input) { return Search(input).run(); }

}  // namespace warpglass::isa
