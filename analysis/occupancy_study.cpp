#include "analysis/occupancy_study.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "arch/occupancy_curve.hpp"

namespace warpglass::analysis {
namespace {

using arch::OccupancyLimit;
using arch::OccupancyVariable;

OccupancyStudy::Limit limit_row(const arch::DeviceModel& device, const arch::BlockNeeds& needs,
                                const arch::Occupancy& occupancy, OccupancyLimit limit) {
  const arch::Limits& limits = device.limits;
  const auto binding = occupancy.binding();
  OccupancyStudy::Limit row{.name = std::string(arch::name_of(limit)),
                            .blocks = std::nullopt,
                            .taken = 0,
                            .of = 0,
                            .unit = {},
                            .binds = std::find(binding.begin(), binding.end(), limit) != binding.end()};
  if (occupancy.by(limit) != arch::kNoLimit) row.blocks = occupancy.by(limit);
  switch (limit) {
    case OccupancyLimit::warps:
      row.taken = (needs.threads + device.warp_size - 1) / device.warp_size;
      row.of = limits.max_warps_per_sm;
      break;
    case OccupancyLimit::registers:
      row.taken = occupancy.registers_per_block;
      row.of = limits.registers_per_sm;
      break;
    case OccupancyLimit::shared_memory:
      row.taken = occupancy.shared_bytes_per_block;
      row.of = occupancy.shared_bytes_available;
      row.unit = "B";
      break;
    case OccupancyLimit::blocks:
      row.taken = 1;
      row.of = limits.max_blocks_per_sm;
      break;
    case OccupancyLimit::barriers:
      row.taken = needs.barriers;
      row.of = limits.barriers_per_sm;
      break;
  }
  return row;
}

OccupancyStudy::Curve curve(const arch::Limits& limits, const arch::BlockNeeds& needs, OccupancyVariable variable,
                            const char* name, const char* unit, std::uint32_t now) {
  OccupancyStudy::Curve result{.name = name, .unit = unit, .now = now, .steps = {}};
  for (const arch::OccupancyStep& step : arch::occupancy_curve(limits, needs, variable))
    result.steps.push_back({step.first, step.last, step.blocks_per_sm, step.warps_per_sm});
  return result;
}

std::vector<OccupancyStudy::Change> changes_of(const arch::Limits& limits, const arch::BlockNeeds& needs) {
  std::vector<OccupancyStudy::Change> changes;
  if (const auto more = arch::more_blocks(limits, needs)) {
    changes.push_back({.block_threads = std::nullopt,
                       .registers_per_thread = more->registers,
                       .shared_bytes = more->shared,
                       .blocks_per_sm = more->result.blocks_per_sm,
                       .warps_per_sm = more->result.warps_per_sm});
  }
  for (const arch::BetterBlock& block : arch::better_blocks(limits, needs)) {
    changes.push_back({.block_threads = block.threads,
                       .registers_per_thread = std::nullopt,
                       .shared_bytes = std::nullopt,
                       .blocks_per_sm = block.result.blocks_per_sm,
                       .warps_per_sm = block.result.warps_per_sm});
  }
  return changes;
}

/// What keeps even one block from fitting, and other things that the numbers do not say by themselves.
std::vector<std::string> notes_of(const arch::DeviceModel& device, const arch::BlockNeeds& needs) {
  const arch::Limits& limits = device.limits;
  std::vector<std::string> notes;
  const std::uint64_t shared = std::uint64_t{needs.static_shared_bytes} + needs.dynamic_shared_bytes;
  if (needs.threads > limits.max_threads_per_block)
    notes.push_back(fmt::format("a block has at most {} threads", limits.max_threads_per_block));
  if (needs.registers_per_thread > limits.max_registers_per_thread)
    notes.push_back(fmt::format("a thread has at most {} registers; a compiler keeps the rest in local memory",
                                limits.max_registers_per_thread));
  if (shared > limits.shared_bytes_per_block_optin) {
    notes.push_back(fmt::format("a block has at most {} B of shared memory", limits.shared_bytes_per_block_optin));
  } else if (shared > limits.shared_bytes_per_block) {
    notes.push_back(
        fmt::format("more than {} B of shared memory a block has to be asked for: cudaFuncSetAttribute(kernel, "
                    "cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)",
                    limits.shared_bytes_per_block));
  }
  if (needs.threads % device.warp_size != 0) {
    const std::uint32_t idle = device.warp_size - needs.threads % device.warp_size;
    notes.push_back(fmt::format("{} lane{} of the last warp of a block {} no thread", idle, idle == 1 ? "" : "s",
                                idle == 1 ? "has" : "have"));
  }
  return notes;
}

}  // namespace

OccupancyStudy study_occupancy(const arch::DeviceModel& device, const OccupancyQuestion& question) {
  const arch::Limits& limits = device.limits;
  const arch::BlockNeeds& needs = question.needs;
  const arch::Occupancy now = arch::occupancy(limits, needs);
  OccupancyStudy study;
  study.kernel = question.kernel;
  study.device = device.name;
  study.architecture = device.sm_name();
  study.sm_count = device.sm_count;
  study.block_threads = needs.threads;
  study.registers_per_thread = needs.registers_per_thread;
  study.registers_estimated = question.registers_estimated;
  study.static_shared_bytes = needs.static_shared_bytes;
  study.dynamic_shared_bytes = needs.dynamic_shared_bytes;
  study.blocks_per_sm = now.blocks_per_sm;
  study.warps_per_sm = now.warps_per_sm;
  study.max_warps_per_sm = now.max_warps_per_sm;
  for (const OccupancyLimit limit : arch::kOccupancyLimits)
    study.limits.push_back(limit_row(device, needs, now, limit));
  study.curves = {
      curve(limits, needs, OccupancyVariable::block_size, "block size", "threads", needs.threads),
      curve(limits, needs, OccupancyVariable::registers, "registers", "registers a thread", needs.registers_per_thread),
      curve(limits, needs, OccupancyVariable::shared_memory, "shared memory", "bytes a block",
            needs.static_shared_bytes + needs.dynamic_shared_bytes)};
  study.changes = changes_of(limits, needs);
  if (question.cluster_size != 0) {
    study.clusters = {.size = question.cluster_size,
                      .per_gpu_most = std::uint64_t{now.blocks_per_sm} * device.sm_count / question.cluster_size};
  }
  study.notes = notes_of(device, needs);
  return study;
}

}  // namespace warpglass::analysis
