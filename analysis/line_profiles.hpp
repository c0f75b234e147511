// A kernel's record as a profile has it: line by line, and instruction by instruction.
#pragma once

#include <span>
#include <vector>

#include "analysis/kernel_record.hpp"
#include "analysis/profile.hpp"

namespace warpglass::analysis {

/// Counts by source line and kind of access, ordered by file, line and kind.
[[nodiscard]] std::vector<LineProfile> line_profiles(const KernelRecord& kernel);
/// \param layouts  in which examples of their arrays are shown, too
[[nodiscard]] std::vector<InstructionProfile> instruction_profiles(const KernelRecord& kernel,
                                                                   std::span<const ProposedLayout> layouts);

}  // namespace warpglass::analysis
