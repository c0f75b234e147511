// Small arrays of a thread stay in registers although their index is not known: every access chooses among all
// elements. Seen in what ptxas 13.0.88 says of a kernel's stack for sm_90, with arrays of 1 to 96 elements and 1 to 16
// accesses, and counted on an H100 (tests/hardware/programs/local_arrays.cu) and an H200 (h200/random3): elements of 16
// or 32 bits, all accessed in one width and by addresses of local memory, not by generic ones; outside of loops any
// number for up to nine accesses, and few elements for more; nothing where the text is marked for debuggers. In a loop
// what the array costs is weighed against what else is there: where the index is another in each round, arrays of 16
// elements and more always stay in memory; of smaller ones, and of those by the same index, this is a guess.
#include <algorithm>
#include <vector>

#include "isa/lowering/draft.hpp"

namespace warpglass::isa {
namespace {

constexpr std::uint64_t kMostInLoops = 6;         // elements, where a store chooses in a loop
constexpr std::uint64_t kMostLoadedInLoops = 16;  // loads that choose in loops, times elements
constexpr std::uint64_t kMostByOneIndex = 40;     // elements by an index that stays the same in the loop
constexpr std::uint64_t kAlwaysChosen = 9;        // accesses by an index
constexpr std::uint64_t kMostChoices = 192;       // accesses times elements
constexpr std::uint64_t kMostElements = 80;       // more were not tried

/// Whether control may come back to a block.
bool is_in_loop(const Graph& successors, std::uint32_t block) {
  std::vector<bool> seen(successors.size());
  std::vector<std::uint32_t> left(successors.of(block).begin(), successors.of(block).end());
  while (!left.empty()) {
    const std::uint32_t next = left.back();
    left.pop_back();
    if (next == block) return true;
    if (seen[next]) continue;
    seen[next] = true;
    left.insert(left.end(), successors.of(next).begin(), successors.of(next).end());
  }
  return false;
}

/// Whether an access without a place of its own may be to local memory: by a generic address, or in order.
bool may_be_local(const sim::Effects& effects) {
  return effects.does == sim::Does::takes_stack || effects.reads.has(sim::Space::local) ||
         effects.writes.has(sim::Space::local);
}

class LocalArrays {
 public:
  explicit LocalArrays(const Draft& draft) : draft_(draft), successors_(draft.input.flow.successors) {}

  /// Whether the assembler keeps all of them in registers.
  [[nodiscard]] bool stay_in_registers() {
    if (draft_.input.for_debuggers || !draft_.function().is_entry) return false;
    for (const ptx::Variable& variable : draft_.function().variables) {
      if (variable.space == ptx::Space::local) bytes_ += variable.size_in_bytes();
    }
    if (bytes_ == 0) return false;
    for (std::uint32_t i = 0; i < draft_.input.effects.size(); ++i) {
      if (draft_.input.effects[i].does == sim::Does::calls || !look_at(i)) return false;
    }
    if (chosen_ == 0 || width_ == 0) return false;
    const std::uint64_t elements = (bytes_ + width_ - 1) / width_;
    if (in_loops_ != 0) {
      if (changes_in_loops_ == 0) return elements <= kMostByOneIndex;
      return stores_in_loops_ ? elements <= kMostInLoops : in_loops_ * elements <= kMostLoadedInLoops;
    }
    return chosen_ <= kAlwaysChosen ? elements <= kMostElements : chosen_ * elements <= kMostChoices;
  }

 private:
  /// False where an access, or a generic address, speaks against it.
  [[nodiscard]] bool look_at(std::uint32_t instruction) {
    if (draft_.input.effects[instruction].made_generic.has(sim::Space::local) && draft_.wanted.stays[instruction])
      return false;
    const std::uint32_t index = draft_.access_of[instruction];
    if (index == UseIndex::kNone) return !may_be_local(draft_.input.effects[instruction]);
    const PlacedAccess& placed = draft_.accesses[index];
    if (placed.access.space != sim::Space::local) return true;
    const std::uint32_t width = placed.access.unit_bytes;  // two halves at once are a word
    if ((width != 2 && width != 4) || (width_ != 0 && width != width_)) return false;
    width_ = width;
    if (placed.place.by_name) return true;
    ++chosen_;
    if (!is_in_loop(successors_, draft_.input.flow.block_of[instruction])) return true;
    ++in_loops_;
    stores_in_loops_ = stores_in_loops_ || placed.access.store;
    if (index_may_change(placed.access)) ++changes_in_loops_;
    return true;
  }

  /// Whether the address of an access in a loop is made in one.
  [[nodiscard]] bool index_may_change(const MemoryAccess& access) const {
    const ptx::Operand& base = draft_.function().children_of(*access.address)[0];
    if (base.kind != ptx::Operand::Kind::reg) return true;
    const std::uint32_t writer = draft_.uses.sole_writer(base.index);
    return writer == UseIndex::kNone || is_in_loop(successors_, draft_.input.flow.block_of[writer]);
  }

  const Draft& draft_;
  const Graph& successors_;
  std::uint64_t bytes_ = 0;
  std::uint64_t width_ = 0;             // of all accesses
  std::uint64_t chosen_ = 0;            // accesses by an index
  std::uint64_t in_loops_ = 0;          // of these
  std::uint64_t changes_in_loops_ = 0;  // of these, by an index that may be another in each round
  bool stores_in_loops_ = false;
};

}  // namespace

void keep_local_arrays(Draft& draft) {
  if (!LocalArrays(draft).stay_in_registers()) return;
  for (const PlacedAccess& placed : draft.accesses) {
    if (placed.access.space != sim::Space::local) continue;
    sim::Lowering& lowering = draft.lowering(placed.access.instruction);
    lowering.how = sim::Lowered::in_registers;
    lowering.accesses.clear();
  }
}

}  // namespace warpglass::isa
