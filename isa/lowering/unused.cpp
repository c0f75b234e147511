// Recorded: `ld.shared.u32 a, [p]; st.global.u32 [q], b;` executes no load, `ld.volatile.shared` does; of
// `ld.shared.u64` and `cvt.u32.u64` half is loaded, of a vector the elements that are read.
#include <algorithm>
#include <array>
#include <utility>

#include "isa/lowering/draft.hpp"

namespace warpglass::isa {
namespace {

/// Whether the low half of what an instruction makes of 64 bits follows from the low halves of its sources.
bool keeps_low_half(const sim::Effects& effects) {
  using sim::Algebra;
  constexpr std::array kLowHalfSuffices = {Algebra::copy,        Algebra::sum,         Algebra::difference,
                                           Algebra::product,     Algebra::product_sum, Algebra::shift_left,
                                           Algebra::bitwise_and, Algebra::bitwise_or,  Algebra::bitwise_xor,
                                           Algebra::complement,  Algebra::negative};
  return effects.modular && !effects.wide && effects.type.is_integer() && effects.type.bits == 64 &&
         std::ranges::find(kLowHalfSuffices, effects.algebra) != kLowHalfSuffices.end();
}

bool cuts_to_low_half(const sim::Effects& effects) {
  return effects.modular && effects.algebra == sim::Algebra::convert && effects.from.is_integer() &&
         effects.from.bits == 64 && effects.type.is_integer() && effects.type.bits <= 32;
}

/// Of a register of 64 bits that no more than the low half of is read: everyone who stays cuts it, or computes what is
/// cut then.
/// \param depth  how many instructions to follow at most
bool only_low_half(const Draft& draft, std::uint32_t index, unsigned depth) {
  bool any = false;
  for (const std::uint32_t reader : draft.uses.readers(index)) {
    if (!draft.wanted.stays[reader]) continue;
    const sim::Effects& effects = draft.input.effects[reader];
    any = true;
    if (cuts_to_low_half(effects)) continue;
    if (depth == 0 || !keeps_low_half(effects)) return false;
    for (const RegisterUse& use : draft.uses.of(reader)) {
      const bool written = use.kind != RegisterUse::Kind::read;
      if (written && !only_low_half(draft, use.index, depth - 1)) return false;
    }
  }
  return any;
}

/// A load of words of 64 bits of which the last that is wanted is cut is one of twice as many of 32: its end is not
/// loaded. A gap between words that are wanted is; arithmetic is not followed from a load under a guard, whose value
/// joins another.
void halve(const Draft& draft, PlacedAccess& placed) {
  MemoryAccess& access = placed.access;
  if (access.unit_bytes != 8 || access.elements_each != 1) return;
  if (std::ranges::count(placed.wanted, true) != 1) return;
  const bool guarded = draft.function().instructions[access.instruction].guard >= 0;
  const auto unit = static_cast<std::size_t>(std::ranges::find(placed.wanted, true) - placed.wanted.begin());
  if (!only_low_half(draft, access.elements[unit]->index, guarded ? 0 : 4)) return;
  std::vector<const ptx::Operand*> halves;
  for (const ptx::Operand* element : access.elements) halves.insert(halves.end(), 2, element);
  placed.wanted.assign(halves.size(), false);
  placed.wanted[2 * unit] = true;
  access.elements = std::move(halves);
  access.unit_bytes = 4;
}

/// Of the registers that an instruction writes some are read by others that stay, and some are not.
bool is_partly_read(const Draft& draft, std::uint32_t instruction) {
  bool read = false;
  bool unread = false;
  for (const RegisterUse& use : draft.uses.of(instruction)) {
    if (use.kind == RegisterUse::Kind::read) continue;
    const auto readers = draft.uses.readers(use.index);
    const bool others = std::ranges::any_of(
        readers, [&](std::uint32_t reader) { return reader != instruction && draft.wanted.stays[reader]; });
    (others ? read : unread) = true;
  }
  return read && unread;
}

}  // namespace

void find_unused(Draft& draft) {
  std::vector<bool> lasting;
  for (const sim::Effects& effects : draft.input.effects)
    lasting.push_back(sim::is_lasting(effects) || effects.calls_routine);
  draft.wanted = find_wanted(draft.input.flow, draft.input.uses, draft.uses.register_count(), lasting);
  for (PlacedAccess& placed : draft.accesses) {
    const MemoryAccess& access = placed.access;
    if (access.store) continue;
    bool any = false;
    placed.wanted.assign(access.units(), false);
    for (std::size_t k = 0; k < access.elements.size(); ++k) {
      const ptx::Operand& element = *access.elements[k];
      if (!draft.wants_result(access.instruction, element)) continue;
      placed.wanted[k / access.elements_each] = true;
      any = true;
    }
    if (!any) draft.lowering(access.instruction).how = sim::Lowered::unused;
    if (any) halve(draft, placed);
  }
  for (std::uint32_t i = 0; i < draft.input.effects.size(); ++i) {
    const bool is_product = draft.input.effects[i].does == sim::Does::multiplies;
    draft.lowering(i).partly_read = is_product && is_partly_read(draft, i);
  }
}

}  // namespace warpglass::isa
