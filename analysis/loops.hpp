// Loops; and those of which the assembler makes others: it unrolls them, and takes out of them what every round does
// alike.
#pragma once

#include "analysis/kernel_record.hpp"

namespace warpglass::analysis {

/// Whether the machine may make other accesses than those counted, because the kernel has executed
/// - a loop with accesses to memory that lanes of a warp have left in different rounds: unrolled, its rounds are
///   different instructions, and lanes in different ones no longer make an access together;
/// - a loop that lanes of a warp have left in different rounds, some of them for accesses to which its other ways out
///   do not lead, as before a return: the assembler lets lanes wait for each other before some of these;
/// - a load that is the same in every round of its loop, and that nothing in the loop may change.
/// Recorded: hardware/partial/ (unknown_count, own_trip_count), programs/exits.cu and h200/random2/ (parts_009).
[[nodiscard]] bool has_pliable_loops(const KernelRecord& kernel);

/// Whether control may come from an op back to it within its function.
[[nodiscard]] bool lies_in_loop(const KernelRecord& kernel, std::uint32_t pc);

}  // namespace warpglass::analysis
