#include "sim/effects.hpp"

namespace warpglass::sim {

Spaces may_change(const Effects& effects) {
  switch (effects.does) {
    case Does::loads: return effects.acquires() ? kSharedByThreads : Spaces{};
    case Does::stores:
    case Does::updates:
    case Does::reduces: return effects.acquires() || effects.releases() ? kSharedByThreads : effects.writes;
    case Does::calls: return kSharedByThreads | Space::local;
    case Does::stores_matrix:
    case Does::copies:
    case Does::sends:
    case Does::stores_surface:
    case Does::reduces_surface:
    case Does::synchronises:
    case Does::fences:
    case Does::signals:
    case Does::awaits_copies:
    case Does::depends_on_grids:
    case Does::pauses:
    case Does::traps: return kSharedByThreads | effects.writes;
    case Does::unstated:
    case Does::computes:
    case Does::exchanges:
    case Does::agrees:
    case Does::multiplies:
    case Does::multiplies_shared:
    case Does::multiplies_apart:
    case Does::copies_apart:
    case Does::moves_tensor:
    case Does::loads_matrix:
    case Does::fetches:
    case Does::fetches_texels:
    case Does::loads_surface:
    case Does::hints:
    case Does::branches:
    case Does::branches_by_index:
    case Does::returns:
    case Does::exits:
    case Does::marks:
    case Does::takes_stack: break;
  }
  return {};
}

bool is_lasting(const Effects& effects) {
  switch (effects.does) {
    case Does::unstated:
    case Does::computes:
    case Does::multiplies:
    case Does::loads_matrix:
    case Does::fetches:
    case Does::fetches_texels: return false;
    case Does::loads: return effects.orders();
    // Gone with its result, and so is an atomic's result that only it reads: ptxas 13.0 of `shfl`, `vote`, `match` and
    // `redux`, with constant masks and others.
    case Does::exchanges:
    case Does::agrees: return false;
    case Does::multiplies_shared:
    case Does::multiplies_apart:
    case Does::copies_apart:
    case Does::moves_tensor:
    case Does::stores:
    case Does::updates:
    case Does::reduces:
    case Does::stores_matrix:
    case Does::copies:
    case Does::sends:
    case Does::loads_surface:
    case Does::stores_surface:
    case Does::reduces_surface:
    case Does::hints:
    case Does::synchronises:
    case Does::fences:
    case Does::signals:
    case Does::awaits_copies:
    case Does::depends_on_grids:
    case Does::pauses:
    case Does::branches:
    case Does::branches_by_index:
    case Does::calls:
    case Does::returns:
    case Does::exits:
    case Does::traps:
    case Does::marks:
    case Does::takes_stack: break;
  }
  return true;
}

bool differs_by_lane(const Effects& effects) {
  switch (effects.does) {
    case Does::exchanges:
    case Does::multiplies:
    case Does::multiplies_shared:
    case Does::multiplies_apart:
    case Does::copies_apart:
    case Does::moves_tensor:
    case Does::updates:
    case Does::loads_matrix:
    case Does::calls: return true;
    case Does::loads: return effects.reads == Spaces(Space::local);
    case Does::unstated:
    case Does::computes:
    case Does::agrees:
    case Does::stores:
    case Does::reduces:
    case Does::stores_matrix:
    case Does::copies:
    case Does::sends:
    case Does::fetches:
    case Does::fetches_texels:
    case Does::loads_surface:
    case Does::stores_surface:
    case Does::reduces_surface:
    case Does::hints:
    case Does::synchronises:
    case Does::fences:
    case Does::signals:
    case Does::awaits_copies:
    case Does::depends_on_grids:
    case Does::pauses:
    case Does::branches:
    case Does::branches_by_index:
    case Does::returns:
    case Does::exits:
    case Does::traps:
    case Does::marks:
    case Does::takes_stack: break;
  }
  return false;
}

bool keeps_to_addresses(const Effects& effects) {
  switch (effects.does) {
    case Does::multiplies_shared:
    case Does::multiplies_apart:
    case Does::copies_apart:
    case Does::moves_tensor:
    case Does::calls:
    case Does::fetches:
    case Does::fetches_texels:
    case Does::loads_surface:
    case Does::stores_surface:
    case Does::reduces_surface: return false;
    case Does::unstated:
    case Does::computes:
    case Does::exchanges:
    case Does::agrees:
    case Does::multiplies:
    case Does::loads:
    case Does::stores:
    case Does::updates:
    case Does::reduces:
    case Does::loads_matrix:
    case Does::stores_matrix:
    case Does::copies:
    case Does::sends:
    case Does::hints:
    case Does::synchronises:
    case Does::fences:
    case Does::signals:
    case Does::awaits_copies:
    case Does::depends_on_grids:
    case Does::pauses:
    case Does::branches:
    case Does::branches_by_index:
    case Does::returns:
    case Does::exits:
    case Does::traps:
    case Does::marks:
    case Does::takes_stack: break;
  }
  return true;
}

}  // namespace warpglass::sim
