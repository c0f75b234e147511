// An access of 8 or 16 bytes could not be executed at an address that is no multiple of that, so it proves the
// alignment of what lies at a constant distance in the same block. So are neighbouring words of global memory merged,
// where nothing is known of the pointer (`neighbours_of_vector`). Under a guard it proves only its own: compilers write
// masked loads as vectors behind a predicate, and no lane need have made them.
#include <bit>
#include <map>
#include <utility>

#include "isa/lowering/draft.hpp"

namespace warpglass::isa {

namespace {

/// What an address has to be for the access to be made there.
Congruence multiple_of(const PlacedAccess& placed) {
  const std::uint32_t bytes = placed.access.bytes();
  if (!std::has_single_bit(bytes)) return {};
  return {.bits = static_cast<unsigned>(std::countr_zero(bytes)), .residue = 0};
}

}  // namespace

void learn_alignment(Draft& draft) {
  // Of each root within each block: what the address would be at offset 0.
  std::map<std::pair<std::uint32_t, std::uint32_t>, Congruence> roots;
  const auto key_of = [&](const PlacedAccess& placed) {
    return std::pair(placed.place.root, draft.input.flow.block_of[placed.access.instruction]);
  };
  const auto moved = [](Congruence known, std::int64_t by) {
    return sum(known, constant(static_cast<std::uint64_t>(by)));
  };
  for (const PlacedAccess& placed : draft.accesses) {
    if (placed.access.guarded) continue;
    const Congruence multiple = multiple_of(placed);
    Congruence& root = roots[key_of(placed)];
    if (multiple.bits > root.bits) root = moved(multiple, -placed.place.offset);
  }
  for (PlacedAccess& placed : draft.accesses) {
    Congruence proved = moved(roots[key_of(placed)], placed.place.offset);
    if (multiple_of(placed).bits > proved.bits) proved = multiple_of(placed);
    if (proved.bits > placed.place.known.bits) placed.place.known = proved;
  }
}

}  // namespace warpglass::isa
