// Recorded: `ld.shared.u32 a, [p]; st.global.u32 [q], b;` executes no load, `ld.volatile.shared` does; of
// `ld.shared.u64` and `cvt.u32.u64` half is loaded, of a vector the elements that are read.
#include "isa/lowering/draft.hpp"

namespace warpglass::isa {
namespace {

/// Marks what stays: everything with an effect, and whatever writes a register that something which stays reads.
class Marking {
 public:
  explicit Marking(Draft& draft) : draft_(draft), stays_(draft.function().instructions.size(), false) {}

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

void find_unused(Draft& draft) {
  Marking(draft).run();
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
  }
}

}  // namespace warpglass::isa
