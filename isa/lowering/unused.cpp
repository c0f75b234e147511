// Recorded: `ld.shared.u32 a, [p]; st.global.u32 [q], b;` executes no load, `ld.volatile.shared` does; of
// `ld.shared.u64` and `cvt.u32.u64`, or a shift by 32, half is loaded, of a vector the elements that are read.
#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "isa/lowering/draft.hpp"

namespace warpglass::isa {
namespace {

/// Whether the low half of what an instruction makes of 64 bits follows from the low halves of its sources.
bool keeps_low_half(const sim::Effects& effects) {
  using sim::Algebra;
  if (effects.algebra == Algebra::choice) return effects.type.bits == 64 && effects.type.count == 1;
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

constexpr unsigned kMostFollowed = 100;

/// Halves of 64 bits, as bits of a mask.
enum : unsigned { kNoHalf = 0, kLow = 1, kHigh = 2, kBoth = 3 };

/// Of its source of 64 bits an instruction reads one half whatever becomes of the result: it cuts it, masks it, shifts
/// the other out, or takes both apart and somebody reads one of them. Nothing where that is not known.
unsigned half_read_by(const Draft& draft, std::uint32_t reader) {
  using sim::Algebra;
  const sim::Effects& effects = draft.input.effects[reader];
  if (cuts_to_low_half(effects)) return kLow;
  const auto operands = draft.function().operands_of(draft.function().instructions[reader]);
  if (effects.does == sim::Does::computes && operands.size() == 2 && operands[0].kind == ptx::Operand::Kind::vector &&
      operands[1].kind == ptx::Operand::Kind::reg) {
    const auto parts = draft.function().children_of(operands[0]);
    if (parts.size() != 2) return kBoth;
    return (draft.wants_result(reader, parts[0]) ? kLow : kNoHalf) |
           (draft.wants_result(reader, parts[1]) ? kHigh : kNoHalf);
  }
  if (operands.size() != 3 || !effects.type.is_integer() || effects.type.bits != 64 || effects.type.count != 1)
    return kBoth;
  const Congruence by = draft.values.congruence(operands[2]);
  if (by.bits != 64) return kBoth;
  if (effects.algebra == Algebra::shift_left && by.residue >= 32) return kLow;
  if (effects.algebra == Algebra::shift_right && by.residue >= 32) return kHigh;
  return effects.algebra == Algebra::bitwise_and && by.residue >> 32 == 0 ? kLow : kBoth;
}

/// The halves of registers of 64 bits that those who stay read, or need for what is read of their results.
class HalvesRead {
 public:
  explicit HalvesRead(const Draft& draft) : draft_(draft) {}

  /// \param depth  how many instructions to follow at most
  unsigned of(std::uint32_t index, unsigned depth) {
    const auto [known, is_new] = read_.try_emplace({index, depth == 0}, kBoth);  // where a loop comes back to it: both
    if (!is_new) return known->second;
    unsigned read = kNoHalf;
    for (const std::uint32_t reader : draft_.uses.readers(index)) {
      if (draft_.wanted.stays[reader]) read |= by(reader, depth);
    }
    return read_[{index, depth == 0}] = read;
  }

 private:
  unsigned by(std::uint32_t reader, unsigned depth) {
    const unsigned half = half_read_by(draft_, reader);
    if (half != kBoth || depth == 0 || !keeps_low_half(draft_.input.effects[reader])) return half;
    const auto uses = draft_.uses.of(reader);
    const bool low = std::ranges::all_of(uses, [&](const RegisterUse& use) {
      return use.kind == RegisterUse::Kind::read || of(use.index, depth - 1) == kLow;
    });
    return low ? kLow : kBoth;
  }

  const Draft& draft_;
  std::map<std::pair<std::uint32_t, bool>, unsigned> read_;  // by register, and whether its readers' results count
};

/// A load of words of 64 bits of which half of the last that is wanted is read is one of twice as many of 32: its other
/// half is not loaded. A gap between words that are wanted is; arithmetic is not followed from a load under a guard,
/// whose value joins another.
void halve(const Draft& draft, HalvesRead& halves_read, PlacedAccess& placed) {
  MemoryAccess& access = placed.access;
  if (access.unit_bytes != 8 || access.elements_each != 1) return;
  if (std::ranges::count(placed.wanted, true) != 1) return;
  const bool guarded = draft.function().instructions[access.instruction].guard >= 0;
  const auto unit = static_cast<std::size_t>(std::ranges::find(placed.wanted, true) - placed.wanted.begin());
  const unsigned half = halves_read.of(access.elements[unit]->index, guarded ? 0 : kMostFollowed);
  if (half != kLow && half != kHigh) return;
  std::vector<const ptx::Operand*> halves;
  for (const ptx::Operand* element : access.elements) halves.insert(halves.end(), 2, element);
  placed.wanted.assign(halves.size(), false);
  placed.wanted[2 * unit + (half == kHigh ? 1 : 0)] = true;
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
  HalvesRead halves_read(draft);
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
    if (any) halve(draft, halves_read, placed);
  }
  for (std::uint32_t i = 0; i < draft.input.effects.size(); ++i) {
    const bool is_product = draft.input.effects[i].does == sim::Does::multiplies;
    draft.lowering(i).partly_read = is_product && is_partly_read(draft, i);
  }
}

}  // namespace warpglass::isa
