// Small arrays of a thread stay in registers although their index is not known: every access chooses among all
// elements. Seen in what ptxas 13.0.88 says of a kernel's stack for sm_90, with arrays of 1 to 96 elements and 1 to 16
// accesses, and counted on an H100 (tests/hardware/programs/local_arrays.cu): elements of 16 or 32 bits, all accessed
// in one width; in a loop up to six of all arrays together, elsewhere any number for up to nine accesses, and few
// elements for more; nothing where the text is marked for debuggers.
#include <algorithm>
#include <vector>

#include "isa/lowering/draft.hpp"

namespace warpglass::isa {
namespace {

constexpr std::uint64_t kMostInLoops = 6;    // elements
constexpr std::uint64_t kAlwaysChosen = 9;   // accesses by an index
constexpr std::uint64_t kMostChoices = 192;  // accesses times elements
constexpr std::uint64_t kMostElements = 80;  // more were not tried

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
  explicit LocalArrays(const Draft& draft) : draft_(draft) {}

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
    if (in_loops_) return elements <= kMostInLoops;
    return chosen_ <= kAlwaysChosen ? elements <= kMostElements : chosen_ * elements <= kMostChoices;
  }

 private:
  /// False where an access speaks against it.
  [[nodiscard]] bool look_at(std::uint32_t instruction) {
    const std::uint32_t index = draft_.access_of[instruction];
    if (index == UseIndex::kNone) return !may_be_local(draft_.input.effects[instruction]);
    const PlacedAccess& placed = draft_.accesses[index];
    if (placed.access.space != sim::Space::local) return true;
    const std::uint32_t width = placed.access.unit_bytes;  // two halves at once are a word
    if ((width != 2 && width != 4) || (width_ != 0 && width != width_)) return false;
    width_ = width;
    if (placed.place.by_name) return true;
    ++chosen_;
    in_loops_ = in_loops_ || is_in_loop(draft_.input.flow.successors, draft_.input.flow.block_of[instruction]);
    return true;
  }

  const Draft& draft_;
  std::uint64_t bytes_ = 0;
  std::uint64_t width_ = 0;   // of all accesses
  std::uint64_t chosen_ = 0;  // accesses by an index
  bool in_loops_ = false;
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
