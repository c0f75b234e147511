// Examples of a memory instruction's accesses as plain data, for pictures of them.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/kernel_record.hpp"
#include "analysis/profile.hpp"

namespace warpglass::analysis {

/// Of the access patterns that were kept of an op, those to shared, global and local memory.
[[nodiscard]] std::vector<AccessExample> access_examples(const KernelRecord& kernel, std::uint32_t pc);

}  // namespace warpglass::analysis
