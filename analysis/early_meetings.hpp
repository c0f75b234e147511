// Code that both ways of a branch lead to before the place where all its lanes meet: the second half of `if (a || b)`.
#pragma once

#include "analysis/kernel_record.hpp"

namespace warpglass::analysis {

/// Whether lanes that a branch has parted have accessed memory, by both of its ways, in a block that lies before the
/// one where they meet. Here each of the two makes an access of its own. The assembler predicates a way that is short
/// and only computes, and then they make one together: recorded on an H100 (driver 580.159.04) in a sort that exchanges
/// two elements `if ((x > y && up) || (x < y && !up))`: 64 stores for the 126 counted here.
[[nodiscard]] bool lanes_meet_early(const KernelRecord& kernel);

}  // namespace warpglass::analysis
