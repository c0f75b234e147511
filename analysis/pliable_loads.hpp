// Loads whose place on the machine is not known.
#pragma once

#include "analysis/kernel_record.hpp"

namespace warpglass::analysis {

/// Whether the assembler may have made a load for fewer lanes than it was counted for: what it loads is needed on one
/// way of a branch alone, which fewer lanes took, and isa/lowering does not tell whether it is made there (loads under
/// a guard; loads with branches that part lanes, or loops, between them and that way).
[[nodiscard]] bool has_pliable_loads(const KernelRecord& kernel);

}  // namespace warpglass::analysis
