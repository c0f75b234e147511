// Recorded: `ld.shared.u32 a, [p]; st.global.u32 [q], b;` executes no load, `ld.volatile.shared` does; of
// `ld.shared.u64` and `cvt.u32.u64` half is loaded, of a vector the elements that are read.
#include <algorithm>
#include <utility>

#include "isa/lowering/draft.hpp"

namespace warpglass::isa {
namespace {

/// Marks what stays: everything with an effect, and whatever writes a register that something which stays reads.
class Marking {
 public:
  explicit Marking(Draft& draft) : draft_(draft), stays_(draft.function().instructions.size(), false) {}

  [[nodiscard]] bool stays(std::uint32_t instruction) const { return stays_[instruction]; }

  void run() {
    for (std::uint32_t i = 0; i < stays_.size(); ++i) {
      if (sim::is_lasting(draft_.input.effects[i])) keep(i);
    }
    while (!open_.empty()) {
      const std::uint32_t instruction = open_.back();
      open_.pop_back();
      for (const RegisterUse& use : draft_.uses.of(instruction)) {
        if (use.kind != RegisterUse::Kind::read || draft_.register_wanted[use.index]) continue;
        draft_.register_wanted[use.index] = true;
        for (const std::uint32_t writer : draft_.uses.writers(use.index)) keep(writer);
      }
    }
  }

 private:
  void keep(std::uint32_t instruction) {
    if (stays_[instruction]) return;
    stays_[instruction] = true;
    open_.push_back(instruction);
  }

  Draft& draft_;
  std::vector<bool> stays_;
  std::vector<std::uint32_t> open_;
};

}  // namespace

namespace {

/// Of a register of 64 bits that no more than the low half of is read: everyone who stays cuts it.
bool only_low_half(const Draft& draft, const Marking& marking, const ptx::Operand& element) {
  if (element.kind != ptx::Operand::Kind::reg) return false;
  const auto readers = draft.uses.readers(element.index);
  bool any = false;
  for (const std::uint32_t reader : readers) {
    if (!marking.stays(reader)) continue;
    const sim::Effects& effects = draft.input.effects[reader];
    const bool cuts = effects.algebra == sim::Algebra::convert && effects.from.is_integer() &&
                      effects.from.bits == 64 && effects.type.is_integer() && effects.type.bits <= 32;
    if (!cuts || !effects.modular) return false;
    any = true;
  }
  return any;
}

/// A load of words of 64 bits of which some are cut is one of twice as many of 32.
void halve(const Draft& draft, const Marking& marking, PlacedAccess& placed) {
  MemoryAccess& access = placed.access;
  if (access.unit_bytes != 8 || access.elements_each != 1) return;
  std::vector<bool> low_only;
  for (const ptx::Operand* element : access.elements) low_only.push_back(only_low_half(draft, marking, *element));
  if (std::none_of(low_only.begin(), low_only.end(), [](bool cut) { return cut; })) return;
  std::vector<const ptx::Operand*> halves;
  std::vector<bool> wanted;
  for (std::size_t k = 0; k < access.elements.size(); ++k) {
    halves.insert(halves.end(), 2, access.elements[k]);
    wanted.push_back(placed.wanted[k]);
    wanted.push_back(placed.wanted[k] && !low_only[k]);
  }
  access.elements = std::move(halves);
  access.unit_bytes = 4;
  placed.wanted = std::move(wanted);
}

}  // namespace

void find_unused(Draft& draft) {
  Marking marking(draft);
  marking.run();
  for (PlacedAccess& placed : draft.accesses) {
    const MemoryAccess& access = placed.access;
    if (access.store) continue;
    bool any = false;
    placed.wanted.assign(access.units(), false);
    for (std::size_t k = 0; k < access.elements.size(); ++k) {
      const ptx::Operand& element = *access.elements[k];
      if (element.kind != ptx::Operand::Kind::reg || !draft.register_wanted[element.index]) continue;
      placed.wanted[k / access.elements_each] = true;
      any = true;
    }
    if (!any) draft.lowering(access.instruction).how = sim::Lowered::unused;
    if (any) halve(draft, marking, placed);
  }
}

}  // namespace warpglass::isa
