// Examples of a memory instruction's accesses as plain data, for pictures of them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analysis/kernel_record.hpp"
#include "analysis/profile.hpp"

namespace warpglass::analysis {

/// Of the access patterns that were kept of an op, those to shared, global and local memory; with what becomes of them
/// in the kernel's proposed layouts.
[[nodiscard]] std::vector<AccessExample> access_examples(const KernelRecord& kernel, std::uint32_t pc,
                                                         std::span<const ProposedLayout> layouts);

}  // namespace warpglass::analysis
