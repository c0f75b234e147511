// Which shape an access is likely to have when it is not the one before: warps that take turns, and the rounds of a
// loop, have each their own, and they come in the order in which they came first.
#pragma once

#include <cstddef>

#include "sim/access_site.hpp"

namespace warpglass::sim {

/// The one that the site met first after `current`; of the last the first one. Null where shapes hardly come again.
[[nodiscard]] inline Shape* expected_shape(const AccessSite& site) {
  if (site.surprises >= AccessSite::kManySurprises || site.shapes.size() < 2) return nullptr;
  // Serials are places, but that of the empty shape, and those of shapes that took the last place from another.
  const std::uint64_t next = site.current->serial + 1;
  return site.shapes[next < site.shapes.size() && next != 0 ? static_cast<std::size_t>(next) : 1].get();
}

/// The access at hand has it: as if it had been looked for among all.
inline void meet_expected(AccessSite& site, Shape& shape) {
  site.current = site.usual = &shape;
  if (site.surprises != 0) --site.surprises;
}

}  // namespace warpglass::sim
