// What costs and is not repaired by a proof: the likely cause, and what to look at.
#pragma once

#include <vector>

#include "report/advice.hpp"
#include "report/report.hpp"

namespace warpglass::tool {

/// Of global memory, by the distances between lanes; of shared memory that no array of known extents holds.
[[nodiscard]] std::vector<report::Hint> hints_of(const report::Report& report);

}  // namespace warpglass::tool
