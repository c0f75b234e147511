// Recorded (facts/assembler.tsv, `histogram`): an atomic whose old value nobody reads is a reduction; adding the
// constant 1 to shared memory so is ATOMS.POPC.INC; and where the address is provably the same for the whole warp the
// values of its lanes are combined first and one lane performs the operation. Vectors whose old values nobody reads are
// reductions, too (tests/hardware/frameworks). By a generic address there are no reductions
// (tests/hardware/h200/counted_ptx).
#include <optional>

#include "isa/lowering/draft.hpp"

namespace warpglass::isa {
namespace {

using Kind = ptx::Operand::Kind;
using Operation = sim::AtomicOperation;

/// An atomic of one value.
struct Atomic {
  bool reduction = false;  // without a result
  bool unused = false;     // the old value is not read
  sim::Effects effects;
  sim::Space space = sim::Space::generic;
  const ptx::Operand* address = nullptr;
  const ptx::Operand* value = nullptr;
};

/// Nothing for vectors and for what is no atomic.
std::optional<Atomic> atomic_of(const Draft& draft, std::uint32_t index) {
  const ptx::Function& function = draft.function();
  const sim::Effects& effects = draft.input.effects[index];
  if (!effects.is_atomic() || effects.elements != 1) return std::nullopt;
  Atomic atomic{.reduction = effects.does == sim::Does::reduces, .effects = effects};
  const auto operands = function.operands_of(function.instructions[index]);
  if (operands.size() < (atomic.reduction ? 2u : 3u)) return std::nullopt;
  if (effects.writes == sim::Spaces(sim::Space::shared)) atomic.space = sim::Space::shared;
  if (effects.writes == sim::Spaces(sim::Space::global)) atomic.space = sim::Space::global;
  const ptx::Operand& old = operands[0];
  atomic.unused =
      atomic.reduction || old.kind == Kind::sink || (old.kind == Kind::reg && !draft.wants_result(index, old));
  atomic.address = &operands[atomic.reduction ? 0 : 1];
  atomic.value = &operands[atomic.reduction ? 1 : 2];
  return atomic;
}

bool is_integer_of(const Atomic& atomic, int bits) {
  const NumberType& type = atomic.effects.type;
  return type.is_integer() && type.bits == bits && type.count == 1;
}

/// Whether the warp's values are combined before one lane performs the operation, given that all lanes have one
/// address.
bool combines(const Atomic& atomic, bool value_is_constant) {
  switch (atomic.effects.atomic) {
    // 64 bits only where one multiplication does it.
    case Operation::add: return is_integer_of(atomic, 32) || (is_integer_of(atomic, 64) && value_is_constant);
    case Operation::minimum:
    case Operation::maximum:
    case Operation::bitwise_and:
    case Operation::bitwise_or:
    case Operation::bitwise_xor: return is_integer_of(atomic, 32) && atomic.unused;
    case Operation::none:
    case Operation::increment:
    case Operation::decrement:
    case Operation::exchange:
    case Operation::compare_and_swap: break;
  }
  return false;
}

/// ATOMS.POPC.INC: also `inc` without a limit.
bool counts_lanes(const Atomic& atomic, Congruence value) {
  const bool is_unsigned = atomic.effects.type.kind == NumberType::Kind::unsigned_integer;
  if (!atomic.unused || atomic.space != sim::Space::shared || !is_unsigned || !is_integer_of(atomic, 32) ||
      value.bits < 32)
    return false;
  const auto number = static_cast<std::uint32_t>(value.residue);
  return (atomic.effects.atomic == Operation::add && number == 1) ||
         (atomic.effects.atomic == Operation::increment && number == 0xffffffffu);
}

/// A vector of which no old value is read.
bool is_unused_vector(const Draft& draft, std::uint32_t index) {
  const sim::Effects& effects = draft.input.effects[index];
  return effects.is_atomic() && effects.elements > 1 && effects.does == sim::Does::updates && !effects.acquires() &&
         !draft.wants_any_result(index);
}

}  // namespace

void lower_atomics(Draft& draft) {
  for (std::uint32_t i = 0; i < draft.function().instructions.size(); ++i) {
    if (is_unused_vector(draft, i)) draft.lowering(i).how = sim::Lowered::reduction;
    const std::optional<Atomic> atomic = atomic_of(draft, i);
    if (!atomic) continue;
    sim::Lowering& lowering = draft.lowering(i);
    const Congruence value = draft.values.congruence(*atomic->value);
    const bool exchanges =
        atomic->effects.atomic == Operation::exchange || atomic->effects.atomic == Operation::compare_and_swap;
    if (counts_lanes(*atomic, value)) {
      lowering.how = sim::Lowered::counted;
    } else if (atomic->unused && !atomic->effects.acquires() && !exchanges && !atomic->reduction &&
               atomic->space != sim::Space::generic) {
      lowering.how = sim::Lowered::reduction;
    }
    lowering.one_lane = !exchanges && draft.values.uniform(*atomic->address) && combines(*atomic, value.bits >= 64);
  }
}

}  // namespace warpglass::isa
