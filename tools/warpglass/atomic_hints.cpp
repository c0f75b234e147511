// Atomics of many lanes at one address. They take turns, unless the assembler combines the lanes' values first, which
// it does for integers where it sees that the warp has one address (isa/lowering/atomics.cpp). The source can do it for
// others, and a block can gather in shared memory what it adds at the end.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/names.hpp"
#include "base/lane_mask.hpp"
#include "tools/warpglass/hints.hpp"
#include "tools/warpglass/source_text.hpp"

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

bool has_repeated_address(const AccessExample& example) {
  std::vector<std::uint64_t> addresses(example.addresses.begin(), example.addresses.end());
  std::ranges::sort(addresses);
  return std::ranges::adjacent_find(addresses) != addresses.end();
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

/// How often lanes wait for others, with the first ones; 0: it is no atomic that lanes make one after the other.
std::uint64_t turns_of(const InstructionProfile& instruction) {
  const bool counts_lanes = instruction.lowering.starts_with("counted");
  if (instruction.kind == "shared atomic") return counts_lanes ? 0 : instruction.counts.wavefronts;
  const bool is_global = instruction.kind == "global atomic" || instruction.kind == "global reduction";
  return is_global ? instruction.counts.sector_turns : 0;
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

std::string warp_advice(const AtomicPlace& place) {
  const InstructionProfile& instruction = *place.instruction;
  constexpr std::string_view kHow =
      "combined within the warp first, by shuffles (integers from sm_80 on: __reduce_add_sync and its like)";
  if (!place.has_one_address)
    return fmt::format("lanes of a warp that have an address in common take turns: {}, it is one for each address",
                       kHow);
  return fmt::format("the lanes of a warp take turns: {}, it takes {} turns instead of {}", kHow,
                     grouped(instruction.counts.requests), grouped(place.turns));
}

std::string advice_of(const AtomicPlace& place, std::uint64_t blocks) {
  const InstructionProfile& instruction = *place.instruction;
  const analysis::Counts& counts = instruction.counts;
  if (counts.requests == 0 || counts.threads_pred_on < kWorthSaying * counts.requests) return "";
  const bool may_gather = instruction.kind != "shared atomic" && (is_combined(instruction) || place.has_one_address);
  const std::string of_block = !may_gather ? "" : block_advice(counts.requests, blocks);
  if (is_combined(instruction))
    return of_block.empty() ? "" : "the assembler combines the lanes of a warp already; " + of_block;
  return warp_advice(place) + (of_block.empty() ? "" : "; " + of_block);
}

}  // namespace

std::vector<AtomicPlace> atomic_places(const report::Report& report) {
  std::vector<AtomicPlace> places;
  for (const KernelProfile& kernel : report.run.kernels) {
    for (const InstructionProfile& one : kernel.instructions) {
      const std::uint64_t turns = turns_of(one);
      if (turns == 0) continue;
      const bool repeats = std::ranges::any_of(one.examples, has_repeated_address);
      const std::uint64_t least = one.kind == "shared atomic" ? one.counts.requests : one.counts.sectors;
      if (is_combined(one) || (repeats && turns >= least + (kWorthSaying - 1) * one.counts.requests))
        places.push_back(
            {.kernel = &kernel, .instruction = &one, .turns = turns, .has_one_address = has_one_address(one)});
    }
  }
  return places;
}

std::vector<report::Hint> atomic_hints(const report::Report& report, const AtomicRemarks& remarks) {
  std::vector<report::Hint> hints;
  for (const AtomicPlace& place : atomic_places(report)) {
    const InstructionProfile& one = *place.instruction;
    const auto remark = remarks.find(key_of(one.source));
    if (remark != remarks.end() && remark->second.empty()) continue;
    const std::string advice = advice_of(place, blocks_of(report, *place.kernel));
    if (advice.empty()) continue;
    const auto lanes = [&] {
      const std::uint64_t waiting =
          place.has_one_address || is_combined(one) ? one.counts.threads_pred_on : place.turns;
      return static_cast<double>(waiting) / static_cast<double>(one.counts.requests);
    }();
    hints.push_back({.where = one.source,
                     .rule = "atomic-turns",
                     .message = place.has_one_address || is_combined(one)
                                    ? fmt::format("{}: {:.1f} lanes of a warp at one address", one.kind, lanes)
                                    : fmt::format("{}: lanes of a warp take {:.1f} turns at it", one.kind, lanes),
                     .advice = advice + (remark == remarks.end() ? " (priced, not proved)"
                                                                 : " (priced, not tried: " + remark->second + ")")});
  }
  return hints;
}

}  // namespace warpglass::tool
