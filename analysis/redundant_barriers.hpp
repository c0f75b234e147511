// Barriers of the block that could be left out, or be barriers of the warp, by what is known of a kernel's launches.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/barrier_doubts.hpp"
#include "analysis/kernel_record.hpp"

namespace warpglass::analysis {

struct RedundantBarrier {
  std::uint32_t pc = 0;  // the first of its place in the source
  std::uint64_t executions = 0;
  bool within_warps = false;  // it keeps order between threads of one warp; else it orders nothing by itself
  bool in_call = false;       // it is so where the innermost call that was inlined stands, not for all calls
  std::optional<BarrierDoubt> doubt = {};  // why it may be otherwise with another input
};

/// The innermost call that an op was inlined through; nullptr where it stands at its place itself.
[[nodiscard]] const SourcePosition* call_of(const KernelRecord& kernel, std::uint32_t pc);

/// For people, from a place in the source.
[[nodiscard]] std::string text_of(const InputDoubt& doubt, const SourcePosition& seen_from);
[[nodiscard]] InputDoubt input_doubt(const BarrierDoubt& doubt, const KernelRecord& kernel);

/// All of them may go together, and those without a doubt among themselves. Empty where nobody has looked at barriers.
[[nodiscard]] std::vector<RedundantBarrier> redundant_barriers(const KernelRecord& kernel);

}  // namespace warpglass::analysis
