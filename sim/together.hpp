// Accesses through one address register that are checked and counted with the first of them (AccessSite::together).
#pragma once

#include <cstddef>

#include "sim/access_site.hpp"
#include "sim/program.hpp"

namespace warpglass::sim {

struct Warp;

/// An access that others go with, on its way by itself: asks whether its shape goes with theirs from now on, by what
/// the accesses before have left.
/// \param op           the first of them
/// \param space        that they reach: shared, or any other
/// \param vector_size  place of the host's vectors in Shape::need
void try_together(Warp& warp, const Op* op, Space space, std::size_t vector_size);

}  // namespace warpglass::sim
