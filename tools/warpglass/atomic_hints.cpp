// Atomics of many lanes at one address. They take turns, unless the assembler combines the lanes' values first, which
// it does for integers where it sees that the warp has one address (isa/lowering/atomics.cpp). The source can do it for
// others, and a block can gather in shared memory what it adds at the end.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "analysis/names.hpp"
#include "base/lane_mask.hpp"
#include "tools/warpglass/hints.hpp"

namespace warpglass::tool {
namespace {

using analysis::AccessExample;
using analysis::grouped;
using analysis::InstructionProfile;
using analysis::KernelProfile;

/// Fewer turns than this many times what could be are worth no word.
constexpr std::uint64_t kWorthSaying = 4;

bool is_combined(const InstructionProfile& instruction) {
  return instruction.lowering.find("combined") != std::string::npos;
}

/// Whether the lanes of each warp had one address, of which there are examples for all.
bool has_one_address(const InstructionProfile& instruction) {
  std::uint64_t known = 0;
  for (const AccessExample& example : instruction.examples) {
    const bool same =
        std::ranges::adjacent_find(example.addresses, std::ranges::not_equal_to()) == example.addresses.end();
    if (!same) return false;
    known += example.times;
  }
  return known == instruction.counts.requests;
}

std::uint64_t blocks_of(const report::Report& report, const KernelProfile& kernel) {
  std::uint64_t blocks = 0;
  for (const analysis::LaunchProfile& launch : report.run.launches) {
    const KernelProfile& of = report.run.kernels[launch.kernel];
    if (&of == &kernel && launch.counted) blocks += launch.grid.volume();
  }
  return blocks;
}

/// In shared memory first, where that leaves much fewer.
std::string block_advice(std::uint64_t requests, std::uint64_t blocks) {
  if (blocks == 0 || requests < kWorthSaying * blocks) return "";
  return fmt::format(
      "where the warps of a block have one address, too, a sum of the block in shared memory that one thread adds at "
      "the "
      "end takes {} instead of {}",
      grouped(blocks), grouped(requests));
}

std::string warp_advice(const InstructionProfile& instruction) {
  return fmt::format(
      "the lanes of a warp take turns: combined within the warp first, by shuffles (integers from sm_80 on: "
      "__reduce_add_sync "
      "and its like), it takes {} turns instead of {} (a sum of floats then rounds otherwise)",
      grouped(instruction.counts.requests), grouped(instruction.counts.threads_pred_on));
}

std::string advice_of(const InstructionProfile& instruction, std::uint64_t blocks) {
  const analysis::Counts& counts = instruction.counts;
  if (counts.requests == 0 || counts.threads_pred_on < kWorthSaying * counts.requests) return "";
  const std::string of_block = block_advice(counts.requests, blocks);
  if (is_combined(instruction))
    return of_block.empty() ? "" : "the assembler combines the lanes of a warp already; " + of_block;
  if (!has_one_address(instruction)) return "";
  return warp_advice(instruction) + (of_block.empty() ? "" : "; " + of_block);
}

}  // namespace

std::vector<report::Hint> atomic_hints(const report::Report& report) {
  std::vector<report::Hint> hints;
  for (const KernelProfile& kernel : report.run.kernels) {
    for (const InstructionProfile& one : kernel.instructions) {
      if (one.kind != "global atomic" && one.kind != "global reduction") continue;
      const std::string advice = advice_of(one, blocks_of(report, kernel));
      if (advice.empty()) continue;
      const auto lanes = static_cast<double>(one.counts.threads_pred_on) / static_cast<double>(one.counts.requests);
      hints.push_back({.where = one.source,
                       .rule = "atomic-turns",
                       .message = fmt::format("{}: {:.1f} lanes of a warp at one address", one.kind, lanes),
                       .advice = advice + " (priced, not proved)"});
    }
  }
  return hints;
}

}  // namespace warpglass::tool
