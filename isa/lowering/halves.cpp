// Seen in the machine code of ptxas 13.0 for sm_90 (recorded: tests/hardware/programs/halves.cu): values of 16 bits lie
// two in a register where all that reads them can take either half of one: arithmetic of halves, stores, packs,
// selections, conversions to floating point. Their loads are then merged like those of words, up to 8 bytes. Integer
// arithmetic, comparisons and extensions of 16 bits, and conversions of bfloat16 take a whole register, into which the
// load extends its value.
#include <algorithm>

#include "isa/lowering/draft.hpp"

namespace warpglass::isa {
namespace {

using sim::Algebra;

/// \param signed_load  the load extends its value's sign
bool takes_whole_register(const sim::Effects& effects, bool signed_load) {
  if (effects.does != sim::Does::computes) return false;
  if (effects.algebra == Algebra::convert && effects.from.bits == 16) {
    if (effects.from.kind == NumberType::Kind::brain) return true;
    if (!effects.type.is_integer() || effects.type.bits <= 16 || effects.from.is_floating()) return false;
    return effects.from.kind != NumberType::Kind::signed_integer || signed_load;
  }
  if (!effects.type.is_integer() || effects.type.bits != 16) return false;
  const bool product = effects.algebra == Algebra::product && !effects.wide;
  return effects.algebra != Algebra::copy && effects.algebra != Algebra::choice && !product;
}

}  // namespace

bool stays_half(const Draft& draft, const PlacedAccess& placed, std::size_t unit) {
  const MemoryAccess& access = placed.access;
  if (access.store || access.unit_bytes != 2 || access.elements_each != 1) return false;
  const ptx::Operand& element = *access.elements[unit];
  if (element.kind != ptx::Operand::Kind::reg || ptx::size_of(draft.function().registers[element.index].type) != 2)
    return false;
  const bool is_signed = draft.input.effects[access.instruction].type.kind == NumberType::Kind::signed_integer;
  return std::ranges::none_of(draft.uses.readers(element.index), [&](std::uint32_t reader) {
    return takes_whole_register(draft.input.effects[reader], is_signed);
  });
}

}  // namespace warpglass::isa
