// Recorded: `ld.shared.u32 a, [p]; st.global.u32 [q], b;` executes no load, `ld.volatile.shared` does; of
// `ld.shared.u64` and `cvt.u32.u64`, or a shift by 32, half is loaded, of a vector the elements that are read, of a
// word of which one half of 16 bits is taken that half (tests/hardware/programs/parts.cu).
#include <algorithm>
#include <utility>

#include "isa/lowering/draft.hpp"
#include "isa/lowering/parts_read.hpp"

namespace warpglass::isa {
namespace {

constexpr unsigned kMostFollowed = 100;

/// How far what is read of a load's value is followed: arithmetic is not from a load under a guard, whose value joins
/// another.
unsigned followed(const Draft& draft, const MemoryAccess& access) {
  return draft.function().instructions[access.instruction].guard >= 0 ? 0 : kMostFollowed;
}

/// A load of words of 64 bits of which half of the last that is wanted is read is one of twice as many of 32: its other
/// half is not loaded. A gap between words that are wanted is.
void halve(const Draft& draft, PartsRead& parts_read, PlacedAccess& placed) {
  MemoryAccess& access = placed.access;
  if (access.unit_bytes != 8 || access.elements_each != 1) return;
  if (std::ranges::count(placed.wanted, true) != 1) return;
  const auto unit = static_cast<std::size_t>(std::ranges::find(placed.wanted, true) - placed.wanted.begin());
  const Parts read = parts_read.of(access.elements[unit]->index, followed(draft, access));
  const bool low = (read & ~kLowWord) == 0;
  if (read == 0 || (!low && (read & ~kHighWord) != 0)) return;
  std::vector<const ptx::Operand*> halves;
  for (const ptx::Operand* element : access.elements) halves.insert(halves.end(), 2, element);
  placed.wanted.assign(halves.size(), false);
  placed.wanted[2 * unit + (low ? 0 : 1)] = true;
  placed.parts.assign(halves.size(), kLowWord);
  placed.parts[2 * unit + (low ? 0 : 1)] = low ? read : read >> 2;
  access.elements = std::move(halves);
  access.unit_bytes = 4;
}

/// Of a word that is loaded by itself, and not with others of its vector, the half that is read is loaded.
void narrow(const Draft& draft, PartsRead& parts_read, PlacedAccess& placed) {
  const MemoryAccess& access = placed.access;
  if (access.unit_bytes != 4 || access.elements_each != 1 || std::ranges::count(placed.wanted, true) > 2) return;
  if (placed.parts.empty()) placed.parts.assign(access.units(), kLowWord);
  for (std::size_t k = 0; k < access.units(); ++k) {
    const std::size_t beside = k ^ 1;
    const bool alone = beside >= access.units() || !placed.wanted[beside];
    const ptx::Operand& element = *access.elements[k];
    if (!placed.wanted[k] || !alone || element.kind != ptx::Operand::Kind::reg) continue;
    if (ptx::size_of(draft.function().registers[element.index].type) == 4)
      placed.parts[k] = parts_read.of(element.index, followed(draft, access));
  }
}

/// The same of a load that is merged with none: of any memory, or in an order with others.
void narrow_alone(Draft& draft, PartsRead& parts_read, std::uint32_t instruction) {
  const sim::Effects& effects = draft.input.effects[instruction];
  if (effects.does != sim::Does::loads || effects.type.bytes() != 4 || effects.elements > 1) return;
  const auto operands = draft.function().operands_of(draft.function().instructions[instruction]);
  if (operands.size() < 2 || operands[0].kind != ptx::Operand::Kind::reg) return;
  const Parts read = parts_read.of(operands[0].index, kMostFollowed);
  if (read != 1 && read != 2) return;
  draft.lowering(instruction).how = sim::Lowered::resized;
  draft.lowering(instruction).accesses = {{.offset = read == 1 ? 0 : 2, .bytes = 2}};
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
  PartsRead parts_read(draft);
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
    if (!any) continue;
    halve(draft, parts_read, placed);
    narrow(draft, parts_read, placed);
  }
  for (std::uint32_t i = 0; i < draft.input.effects.size(); ++i) {
    if (draft.access_of[i] == UseIndex::kNone) narrow_alone(draft, parts_read, i);
    const bool is_product = draft.input.effects[i].does == sim::Does::multiplies;
    draft.lowering(i).partly_read = is_product && is_partly_read(draft, i);
  }
}

}  // namespace warpglass::isa
