// Finding what an address belongs to, lane by lane: the way around the shape memo's fast path.
#pragma once

#include "sim/access_site.hpp"
#include "sim/memory.hpp"
#include "sim/warp.hpp"

namespace warpglass::sim {

/// Makes `site` remember the allocation that holds [lowest, lowest + reach). False when none does.
[[nodiscard]] bool find_allocation(const Warp& warp, AccessSite& site, std::uint64_t lowest, std::uint64_t reach);

}  // namespace warpglass::sim
