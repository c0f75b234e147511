// An access of 8 or 16 bytes could not be executed at an address that is no multiple of that, so it proves the
// alignment of what lies at a constant distance in the same block. So are neighbouring words of global memory merged,
// where nothing is known of the pointer (`neighbours_of_vector`).
#include <bit>
#include <map>
#include <utility>

#include "isa/lowering/draft.hpp"

namespace warpglass::isa {

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
    const std::uint32_t bytes = placed.access.bytes();
    if (placed.access.guarded || !std::has_single_bit(bytes)) continue;
    const Congruence multiple{.bits = static_cast<unsigned>(std::countr_zero(bytes)), .residue = 0};
    Congruence& root = roots[key_of(placed)];
    if (multiple.bits > root.bits) root = moved(multiple, -placed.place.offset);
  }
  for (PlacedAccess& placed : draft.accesses) {
    const Congruence proved = moved(roots[key_of(placed)], placed.place.offset);
    if (proved.bits > placed.place.known.bits) placed.place.known = proved;
  }
}

}  // namespace warpglass::isa
