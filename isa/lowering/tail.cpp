#include "isa/lowering/tail.hpp"

#include <algorithm>

#include "isa/lowering/memory_access.hpp"
#include "isa/use_index.hpp"

namespace warpglass::isa {
namespace {

using Kind = ptx::Operand::Kind;
using sim::Algebra;
using sim::Does;

class TailSearch {
 public:
  explicit TailSearch(const LoweringInput& input)
      : input_(input), uses_(input.uses, input.function.instructions.size()) {}

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
    const std::int32_t guard = input_.function.instructions[i].guard;
    return guard >= 0 && !is_always_true(input_, uses_, static_cast<std::uint32_t>(guard)) &&
           (does == Does::stores || does == Does::updates || does == Does::reduces);
  }

  void collect(const FlowBlock& block) {
    sim::Spaces changed;  // between here and the last instruction
    for (std::uint32_t i = last_; i-- > block.begin;) {
      if (is_branched_around(input_, i)) break;
      if (can_sink(i, changed)) sunk_.push_back(i);
      changed = changed | sim::may_change(input_.effects[i]);
    }
    std::reverse(sunk_.begin(), sunk_.end());
  }

  /// A load, or arithmetic of one register and constants, whose results are read once each, by the last instruction as
  /// its value or by what sinks as well.
  [[nodiscard]] bool can_sink(std::uint32_t i, sim::Spaces changed) const {
    const ptx::Instruction& instruction = input_.function.instructions[i];
    const sim::Effects& effects = input_.effects[i];
    if (instruction.guard >= 0 || (!loads(effects, changed) && !is_simple(effects)) || widens(input_, i)) return false;
    if (registers_read(instruction) > 1) return false;
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

  static bool loads(const sim::Effects& effects, sim::Spaces changed) {
    if (effects.does != Does::loads || effects.orders()) return false;
    const bool shared = effects.reads == sim::Spaces(sim::Space::shared);
    const bool global = effects.reads == sim::Spaces(sim::Space::global);
    return (shared && !changed.has(sim::Space::shared)) || (global && !changed.has(sim::Space::global));
  }

  /// What takes a constant in the place of a register. Multiply-adds do not, and selections read a predicate.
  static bool is_simple(const sim::Effects& effects) {
    if (effects.does != Does::computes) return false;
    switch (effects.algebra) {
      case Algebra::copy:
      case Algebra::convert:
      case Algebra::sum:
      case Algebra::difference:
      case Algebra::product:
      case Algebra::shift_left:
      case Algebra::shift_right:
      case Algebra::bitwise_and:
      case Algebra::bitwise_or:
      case Algebra::bitwise_xor: return true;
      case Algebra::negative: return effects.type.is_floating();
      case Algebra::other:
      case Algebra::product_sum:
      case Algebra::product24:
      case Algebra::product_sum24:
      case Algebra::quotient:
      case Algebra::complement:
      case Algebra::choice:
      case Algebra::extremum:
      case Algebra::magnitude:
      case Algebra::root:
      case Algebra::comparison: break;
    }
    return false;
  }

  /// Register operands that are sources, each as often as it is named.
  [[nodiscard]] int registers_read(const ptx::Instruction& instruction) const {
    int count = 0;
    const auto visit = [&](const auto& self, const ptx::Operand& operand) -> void {
      if (operand.kind == Kind::reg) ++count;
      for (const ptx::Operand& child : input_.function.children_of(operand)) self(self, child);
    };
    const auto operands = input_.function.operands_of(instruction);
    for (std::size_t i = 1; i < operands.size(); ++i) visit(visit, operands[i]);  // behind the destination
    return count;
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

bool is_branched_around(const LoweringInput& input, std::uint32_t i) {
  const Does does = input.effects[i].does;
  return input.function.instructions[i].guard >= 0 && (does == Does::updates || does == Does::reduces);
}

bool widens(const LoweringInput& input, std::uint32_t i) {
  const sim::Effects& effects = input.effects[i];
  const auto operands = input.function.operands_of(input.function.instructions[i]);
  if (operands.empty() || operands[0].kind != Kind::reg) return false;
  if (ptx::size_of(input.function.registers[operands[0].index].type) <= 4) return false;
  if (effects.does == Does::loads) return effects.type.bits < 64;
  return effects.algebra == Algebra::convert && effects.type.is_integer() && effects.from.is_integer() &&
         effects.from.bits < 64;
}

Tail find_tail(const LoweringInput& input) { return TailSearch(input).run(); }

}  // namespace warpglass::isa
