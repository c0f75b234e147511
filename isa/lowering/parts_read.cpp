// Recorded: of 64 bits a cut to fewer, a mask, or a shift of the other half reads one half, and arithmetic of which the
// low half is read needs the low halves (facts/assembler.tsv). Of 32 bits only taking them apart (`mov.b32 {l, h}, r`)
// reads a half, and copies and arithmetic of two floats need the same half: cuts, masks, shifts, bit fields and stores
// of fewer bits read the whole (tests/hardware/programs/parts.cu).
#include "isa/lowering/parts_read.hpp"

#include <algorithm>
#include <array>

namespace warpglass::isa {
namespace {

using Kind = ptx::Operand::Kind;
using sim::Algebra;
using sim::Does;

constexpr Parts kAll = 0xf;

/// Whether the low half of what an instruction makes of 64 bits follows from the low halves of its sources.
bool keeps_low_half(const sim::Effects& effects) {
  if (effects.algebra == Algebra::choice) return effects.type.bits == 64 && effects.type.count == 1;
  constexpr std::array kLowHalfSuffices = {Algebra::copy,        Algebra::sum,         Algebra::difference,
                                           Algebra::product,     Algebra::product_sum, Algebra::shift_left,
                                           Algebra::bitwise_and, Algebra::bitwise_or,  Algebra::bitwise_xor,
                                           Algebra::complement,  Algebra::negative};
  return effects.modular && !effects.wide && effects.type.is_integer() && effects.type.bits == 64 &&
         std::ranges::find(kLowHalfSuffices, effects.algebra) != kLowHalfSuffices.end();
}

bool cuts_64_bits(const sim::Effects& effects) {
  return effects.modular && effects.algebra == Algebra::convert && effects.from.is_integer() &&
         effects.from.bits == 64 && effects.type.is_integer() && effects.type.bits <= 32;
}

/// Arithmetic of two floats side by side, and copies.
bool keeps_parts(const sim::Effects& effects) {
  if (effects.does != Does::computes || effects.wide) return false;
  if (effects.algebra == Algebra::copy) return true;
  constexpr std::array kLanewise = {Algebra::sum, Algebra::difference, Algebra::product, Algebra::product_sum};
  return effects.type.is_floating() && effects.type.bits == 16 && effects.type.count == 2 &&
         std::ranges::find(kLanewise, effects.algebra) != kLanewise.end();
}

}  // namespace

Parts PartsRead::all_of(std::uint32_t index) const {
  const std::size_t bytes = ptx::size_of(draft_.function().registers[index].type);
  return bytes >= 8 ? kAll : bytes == 4 ? kLowWord : 1;
}

Parts PartsRead::of(std::uint32_t index, unsigned depth) {
  const Parts all = all_of(index);
  const auto [known, is_new] = read_.try_emplace({index, depth == 0}, all);  // where a loop comes back to it: all
  if (!is_new) return known->second;
  Parts read = 0;
  for (const std::uint32_t reader : draft_.uses.readers(index)) {
    if (draft_.wanted.stays[reader]) read |= by(reader, index, all, depth);
  }
  return read_[{index, depth == 0}] = read & all;
}

/// What an instruction that takes a register apart needs of it.
Parts PartsRead::taken_apart(std::uint32_t reader, const ptx::Operand& parts, Parts all, unsigned depth) {
  const auto taken = draft_.function().children_of(parts);
  const auto count = static_cast<unsigned>(taken.size());
  const unsigned all_parts = all == kAll ? 4 : 2;
  if (count != 2 && count != all_parts) return all;
  const unsigned each = all_parts / count;
  Parts read = 0;
  for (unsigned k = 0; k < count; ++k) {
    if (!draft_.wants_result(reader, taken[k])) continue;
    const Parts whole = (1u << each) - 1;
    const Parts needed = each > 1 && depth != 0 ? of(taken[k].index, depth - 1) : whole;
    read |= (needed & whole) << (each * k);
  }
  return read;
}

/// Of a source of 64 or 32 bits.
Parts PartsRead::by(std::uint32_t reader, std::uint32_t index, Parts all, unsigned depth) {
  const sim::Effects& effects = draft_.input.effects[reader];
  const auto operands = draft_.function().operands_of(draft_.function().instructions[reader]);
  if (effects.does == Does::computes && operands.size() == 2 && operands[0].kind == Kind::vector &&
      operands[1].kind == Kind::reg)
    return taken_apart(reader, operands[0], all, depth);
  const auto results_need = [&](Parts parts) {
    const auto uses = draft_.uses.of(reader);
    return std::ranges::all_of(uses, [&](const RegisterUse& use) {
      return use.kind == RegisterUse::Kind::read || (of(use.index, depth - 1) & ~parts) == 0;
    });
  };
  if (depth != 0 && keeps_parts(effects)) {
    for (Parts part = 1; (part & all) != 0; part <<= 1) {
      if (results_need(part)) return part;
    }
  }
  if (all != kAll) return all;
  if (cuts_64_bits(effects)) return effects.type.bits <= 16 ? 1 : kLowWord;
  if (effects.does == Does::stores) {
    const bool is_stored = operands.size() == 2 && operands[1].kind == Kind::reg && operands[1].index == index;
    const auto address = draft_.function().children_of(operands[0]);
    const bool is_address = std::ranges::any_of(
        address, [&](const ptx::Operand& part) { return part.kind == Kind::reg && part.index == index; });
    if (!is_stored || is_address || effects.type.count != 1 || effects.type.bits > 32) return all;
    return effects.type.bits <= 16 ? 1 : kLowWord;
  }
  if (depth != 0 && keeps_low_half(effects) && results_need(kLowWord)) return kLowWord;
  if (operands.size() != 3 || !effects.type.is_integer() || effects.type.bits != 64 || effects.type.count != 1)
    return all;
  const Congruence by = draft_.values.congruence(operands[2]);
  if (by.bits != 64) return all;
  if (effects.algebra == Algebra::shift_left && by.residue >= 32) return kLowWord;
  if (effects.algebra == Algebra::shift_right && by.residue >= 32) return kHighWord;
  return effects.algebra == Algebra::bitwise_and && by.residue >> 32 == 0 ? kLowWord : all;
}

}  // namespace warpglass::isa
