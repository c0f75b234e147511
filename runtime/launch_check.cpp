#include "runtime/launch_check.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <string_view>
#include <utility>

#include "base/counted.hpp"

namespace warpglass::runtime {
namespace {

std::string text_of(const Dim3& extent) { return fmt::format("({},{},{})", extent.x, extent.y, extent.z); }

/// An extent of the grid or of a block that is 0, or more than the device takes.
std::optional<Refusal> check_extents(std::string_view what, const Dim3& extent, const Dim3& limit,
                                     std::string_view device) {
  struct Axis {
    char name;
    std::uint32_t value;
    std::uint32_t limit;
  };
  for (const Axis& axis : {Axis{'x', extent.x, limit.x}, {'y', extent.y, limit.y}, {'z', extent.z, limit.z}}) {
    if (axis.value == 0)
      return Refusal{Status::invalid_configuration,
                     fmt::format("{}.{} is 0; it has to be at least 1", what, axis.name)};
    if (axis.value > axis.limit)
      return Refusal{Status::invalid_configuration,
                     fmt::format("{}.{} is {}; the most on {} is {}", what, axis.name, axis.value, device, axis.limit)};
  }
  return std::nullopt;
}

std::optional<Refusal> check_block(const arch::DeviceModel& model, const sim::Program& program, const Dim3& block) {
  if (auto refusal = check_extents("block", block, model.limits.max_block, model.name)) return refusal;
  if (block.volume() > model.limits.max_threads_per_block)
    return Refusal{Status::invalid_configuration,
                   fmt::format("a block of {} threads; the most on {} is {}", block.volume(), model.name,
                               model.limits.max_threads_per_block)};
  if (is_given(program.required_threads) && block != program.required_threads)
    return Refusal{Status::invalid_configuration,
                   fmt::format("a block of {}; the kernel was compiled for blocks of {} and no others", text_of(block),
                               text_of(program.required_threads))};
  if (is_given(program.max_threads) && block.volume() > program.max_threads.volume())
    return Refusal{Status::invalid_value, fmt::format("a block of {}; the kernel's __launch_bounds__ allow {}",
                                                      counted(block.volume(), "thread"), program.max_threads.volume())};
  return std::nullopt;
}

std::optional<Refusal> check_shared(const arch::DeviceModel& model, const Kernel& kernel, std::uint64_t dynamic,
                                    std::uint64_t allowed) {
  const std::uint64_t fixed = kernel.program->static_shared_bytes;
  const std::uint64_t most = model.limits.shared_bytes_per_block_optin;
  if (fixed + dynamic > most || dynamic > most)
    return Refusal{
        Status::invalid_value,
        fixed == 0
            ? fmt::format("{} bytes of dynamic shared memory; a block on {} has at most {}", dynamic, model.name, most)
            : fmt::format("{} bytes of dynamic shared memory beside {} static ones; a block on {} has "
                          "at most {} together",
                          dynamic, fixed, model.name, most)};
  if (dynamic > allowed)
    return Refusal{Status::invalid_value,
                   fmt::format("{} bytes of dynamic shared memory; this kernel may have {}, and up to {} after "
                               "cudaFuncSetAttribute with cudaFuncAttributeMaxDynamicSharedMemorySize",
                               dynamic, allowed, most - fixed)};
  return std::nullopt;
}

/// Why not one block fits on an SM.
std::string shortage(const arch::DeviceModel& model, const LaunchShape& shape, const LaunchNeeds& needs) {
  const arch::Occupancy& fit = needs.fit;
  if (fit.by_registers == 0)
    return fmt::format(
        "{} threads of {} registers each; a block on {} has {} registers: __launch_bounds__({}) would "
        "hold the compiler to fewer",
        shape.block.volume(), needs.registers_per_thread, model.name, model.limits.registers_per_block,
        shape.block.volume());
  if (fit.by_shared == 0)
    return fmt::format("{} bytes of shared memory as allocated; an SM of {} has {}", fit.shared_bytes_per_block,
                       model.name, model.limits.shared_bytes_per_sm);
  return fmt::format("a block of {} threads does not fit an SM of {}", shape.block.volume(), model.name);
}

std::optional<Refusal> check_cluster(const arch::DeviceModel& model, const Kernel& kernel, const LaunchShape& shape,
                                     const LaunchNeeds& needs) {
  const Dim3& cluster = needs.cluster;
  const Dim3 none{0, 0, 0};
  const auto refuse = [](std::string why) { return Refusal{Status::invalid_cluster, std::move(why)}; };
  if (cluster == Dim3{1, 1, 1} && kernel.required_cluster == none && kernel.program->required_cluster == none)
    return std::nullopt;
  if (cluster.volume() == 0) return refuse(fmt::format("a cluster of {}: no extent may be 0", text_of(cluster)));
  const std::uint32_t most = needs.max_cluster_size;
  if (cluster.volume() > most) {
    if (most == 1) return refuse(fmt::format("clusters; {} has none", model.name));
    const bool could = kernel.non_portable_clusters == 0 && cluster.volume() <= 2 * std::uint64_t{most};
    return refuse(fmt::format(
        "a cluster of {} blocks; the most on {} is {}{}", cluster.volume(), model.name, most,
        could ? ", and twice that after cudaFuncSetAttribute with cudaFuncAttributeNonPortableClusterSizeAllowed"
              : ""));
  }
  for (const Dim3& wanted : {kernel.program->required_cluster, kernel.required_cluster}) {
    if (wanted != none && cluster != wanted)
      return refuse(fmt::format("clusters of {}; the kernel wants them to be {}", text_of(cluster), text_of(wanted)));
  }
  const Dim3& grid = shape.grid;
  if (grid.x % cluster.x == 0 && grid.y % cluster.y == 0 && grid.z % cluster.z == 0) return std::nullopt;
  return refuse(fmt::format("a grid of {}, which clusters of {} do not divide", text_of(grid), text_of(cluster)));
}

}  // namespace

std::optional<Refusal> refusal_of(const arch::DeviceModel& model, const Kernel& kernel, const LaunchShape& shape,
                                  const LaunchNeeds& needs) {
  if (auto refusal = check_extents("grid", shape.grid, model.limits.max_grid, model.name)) return refusal;
  if (auto refusal = check_block(model, *kernel.program, shape.block)) return refusal;
  if (auto refusal = check_shared(model, kernel, shape.dynamic_shared_bytes, needs.dynamic_shared_limit))
    return refusal;
  if (needs.fit.blocks_per_sm == 0) return Refusal{Status::out_of_resources, shortage(model, shape, needs)};
  if (auto refusal = check_cluster(model, kernel, shape, needs)) return refusal;
  const std::uint64_t at_once = std::uint64_t{needs.fit.blocks_per_sm} * model.sm_count;
  if (shape.cooperative && shape.grid.volume() > at_once)
    return Refusal{Status::cooperative_too_large,
                   fmt::format("a cooperative grid of {} blocks, all of which have to run at once; {} holds {} of them",
                               shape.grid.volume(), model.name, at_once)};
  return std::nullopt;
}

}  // namespace warpglass::runtime
