// Says of launches with few warps on an SM what their blocks take too much of, and what less of it would bring.
#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "analysis/analyser.hpp"
#include "analysis/kernel_record.hpp"
#include "analysis/low_occupancy.hpp"
#include "analysis/names.hpp"
#include "arch/occupancy_curve.hpp"
#include "base/counted.hpp"

namespace warpglass::analysis {
namespace {

using arch::OccupancyLimit;

std::string percent(const arch::Occupancy& occupancy) { return fmt::format("{:.0f} %", 100 * occupancy.fraction()); }

/// What the programmer can change, and not what the SM runs out of.
std::string_view cause_of(OccupancyLimit limit) {
  switch (limit) {
    case OccupancyLimit::registers:
    case OccupancyLimit::shared_memory:
    case OccupancyLimit::barriers: return arch::name_of(limit);
    case OccupancyLimit::warps:
    case OccupancyLimit::blocks: return "block size";
  }
  return "";
}

std::string causes_of(const arch::Occupancy& occupancy) {
  std::vector<std::string_view> names;
  for (const OccupancyLimit limit : occupancy.binding()) {
    if (names.empty() || names.back() != cause_of(limit)) names.push_back(cause_of(limit));
  }
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += fmt::format("{}{}", i == 0 ? "" : i + 1 == names.size() ? " and " : ", ", names[i]);
  return text;
}

std::string taken_by_block(const LowOccupancy& low, OccupancyLimit limit, bool assembled) {
  const arch::Limits& limits = low.device->limits;
  switch (limit) {
    case OccupancyLimit::registers:
      return fmt::format("{} a thread{} are {} of the SM's {} for each block",
                         counted(low.needs.registers_per_thread, "register"), assembled ? "" : " (estimated)",
                         grouped(low.occupancy.registers_per_block), grouped(limits.registers_per_sm));
    case OccupancyLimit::shared_memory:
      return fmt::format("{} of the SM's {} bytes of shared memory for each block",
                         grouped(low.occupancy.shared_bytes_per_block), grouped(low.occupancy.shared_bytes_available));
    case OccupancyLimit::warps:
      return fmt::format("the SM has room for {} warps, and a block is all there or not at all",
                         limits.max_warps_per_sm);
    case OccupancyLimit::blocks:
      return fmt::format("the SM has room for {}, however small: with {} each they are {} of {} warps",
                         counted(limits.max_blocks_per_sm, "block"), counted(low.needs.threads, "thread"),
                         low.occupancy.warps_per_sm, low.occupancy.max_warps_per_sm);
    case OccupancyLimit::barriers:
      return fmt::format("{} of the SM's {} barriers for each block", low.needs.barriers, limits.barriers_per_sm);
  }
  return "";
}

/// What the next block on an SM would take; empty where less of registers and shared memory does not bring it.
std::string next_step(const LowOccupancy& low) {
  const auto more = arch::more_blocks(low.device->limits, low.needs);
  if (!more) return "";
  std::vector<std::string> changes;
  if (more->registers) {
    changes.push_back(fmt::format("{} a thread, {} fewer", counted(*more->registers, "register"),
                                  low.needs.registers_per_thread - *more->registers));
  }
  if (more->shared) {
    const std::uint32_t now = low.needs.static_shared_bytes + low.needs.dynamic_shared_bytes;
    changes.push_back(fmt::format("{} of shared memory a block, {} fewer", counted(grouped(*more->shared), "byte"),
                                  grouped(now - *more->shared)));
  }
  std::string text = fmt::format("with {}{}{}, there is room for {}: {}", changes.front(),
                                 changes.size() > 1 ? ", and " : "", changes.size() > 1 ? changes.back() : "",
                                 counted(more->result.blocks_per_sm, "block"), percent(more->result));
  if (more->registers) {
    text += fmt::format("; __launch_bounds__({}, {}) asks the compiler for so few", low.needs.threads,
                        more->result.blocks_per_sm);
  }
  return text;
}

/// Other block sizes that fill more of the SM.
std::string other_blocks(const LowOccupancy& low) {
  std::string text;
  for (const arch::BetterBlock& better : arch::better_blocks(low.device->limits, low.needs))
    text +=
        fmt::format("{}{}: {}", text.empty() ? "" : ", ", counted(better.threads, "thread"), percent(better.result));
  return text.empty() ? "" : fmt::format("blocks of other sizes, that take the same: {}", text);
}

std::vector<Finding> find_occupancy_limits(const KernelRecord& kernel, const arch::DeviceModel&) {
  if (!kernel.low_occupancy) return {};
  const LowOccupancy& low = *kernel.low_occupancy;
  Finding finding = finding_at(kernel, first_place(kernel));
  finding.rule = "occupancy-limit";
  finding.severity = Severity::note;
  finding.launch = low.launch;
  finding.message =
      fmt::format("occupancy {}, limited by {}: {} of {} warps on an SM, in {} of {}", percent(low.occupancy),
                  causes_of(low.occupancy), low.occupancy.warps_per_sm, low.occupancy.max_warps_per_sm,
                  counted(low.occupancy.blocks_per_sm, "block"), counted(low.needs.threads, "thread"));
  for (const OccupancyLimit limit : low.occupancy.binding())
    finding.notes.push_back(taken_by_block(low, limit, kernel.profile.registers_assembled));
  for (std::string said : {next_step(low), other_blocks(low)}) {
    if (!said.empty()) finding.notes.push_back(std::move(said));
  }
  finding.notes.push_back(fmt::format("{} in all, {} at once: the others wait for room",
                                      counted(grouped(low.grid.volume()), "block"),
                                      grouped(std::uint64_t{low.occupancy.blocks_per_sm} * low.device->sm_count)));
  return {std::move(finding)};
}

constexpr std::string_view kOccupancyRules[] = {"occupancy-limit"};

}  // namespace

Analyser occupancy_limit_analyser() {
  return {.name = "occupancy",
          .page = "teaching/occupancy.md",
          .rules = kOccupancyRules,
          .start = start_finding<find_occupancy_limits>};
}

}  // namespace warpglass::analysis
