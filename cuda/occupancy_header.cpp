// What cuda_occupancy.h asks: occupancy of a kernel and a device that its caller describes. The tables and rules are
// arch's; a described device has those of its compute capability, with the sizes that it states itself.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

#include "arch/capability_limits.hpp"
#include "arch/occupancy_curve.hpp"

#pragma GCC visibility push(default)
#include "cuda_occupancy.h"
#pragma GCC visibility pop

using namespace warpglass;

namespace {

static_assert(arch::kNoLimit == static_cast<std::uint32_t>(std::numeric_limits<int>::max()));

// From cc 10.0 on (the header of CUDA 13.0). No kernel states how many it takes, so no report counts them.
constexpr int kVirtualResources = 128;
int virtual_resources_of(const cudaOccDeviceProp& device) { return device.computeMajor >= 10 ? kVirtualResources : 0; }

std::uint32_t bounded(std::uint64_t value) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(value, arch::kNoLimit));
}

/// \return  nothing where there is no such compute capability
std::optional<arch::Limits> limits_of(const cudaOccDeviceProp& device) {
  if (device.computeMajor < 1 || device.computeMinor < 0) return std::nullopt;
  return arch::limits_of(
      {static_cast<std::uint32_t>(device.computeMajor), static_cast<std::uint32_t>(device.computeMinor)});
}

/// The sizes that the caller states, in place of those on record.
void set_shared_sizes(arch::Limits& limits, const cudaOccDeviceProp& device) {
  const std::uint32_t shared_on_record = limits.shared_bytes_per_sm;
  limits.shared_bytes_per_block = bounded(device.sharedMemPerBlock);
  limits.shared_bytes_per_sm = bounded(device.sharedMemPerMultiprocessor);
  limits.shared_bytes_reserved = bounded(device.reservedSharedMemPerBlock);
  if (limits.carve_out_by_kernel) {
    limits.shared_bytes_per_block_optin = bounded(device.sharedMemPerBlockOptin);
    return;
  }
  // Before cc 7.0 there is nothing to opt in to, and the cache takes one of a few sizes from what there is.
  limits.shared_bytes_per_block_optin = limits.shared_bytes_per_block;
  for (std::uint32_t& size : limits.shared_carve_outs) size += limits.shared_bytes_per_sm - shared_on_record;
}

void set_sizes(arch::Limits& limits, const cudaOccDeviceProp& device) {
  limits.max_threads_per_block = static_cast<std::uint32_t>(device.maxThreadsPerBlock);
  limits.max_threads_per_sm = static_cast<std::uint32_t>(device.maxThreadsPerMultiprocessor);
  limits.max_warps_per_sm = limits.max_threads_per_sm / static_cast<std::uint32_t>(device.warpSize);
  limits.registers_per_block = static_cast<std::uint32_t>(device.regsPerBlock);
  limits.registers_per_sm = static_cast<std::uint32_t>(device.regsPerMultiprocessor);
  set_shared_sizes(limits, device);
}

bool is_whole(const cudaOccDeviceProp& device) {
  return device.maxThreadsPerBlock > 0 && device.maxThreadsPerMultiprocessor > 0 && device.regsPerBlock > 0 &&
         device.regsPerMultiprocessor > 0 && device.warpSize == 32 && device.sharedMemPerBlock > 0 &&
         device.sharedMemPerMultiprocessor > 0 && device.numSms > 0;
}

bool is_whole(const cudaOccFuncAttributes& kernel) { return kernel.maxThreadsPerBlock > 0 && kernel.numRegs >= 0; }

/// Shared memory of an SM in this state.
cudaOccError carve_out(const arch::Limits& limits, const cudaOccDeviceState& state, std::uint32_t& bytes) {
  if (limits.carve_out_by_kernel && (state.carveoutConfig < -1 || state.carveoutConfig > 100))
    return CUDA_OCC_ERROR_INVALID_INPUT;
  const bool known = state.cacheConfig >= CACHE_PREFER_NONE && state.cacheConfig <= CACHE_PREFER_EQUAL;
  const auto cache = known ? static_cast<arch::CacheConfig>(state.cacheConfig) : arch::CacheConfig::none;
  const auto preferred = arch::preferred_carve_out(limits, state.carveoutConfig, cache);
  bytes = preferred.value_or(limits.shared_bytes_per_sm);
  if (!limits.carve_out_by_kernel) return CUDA_OCC_SUCCESS;
  if (!preferred) bytes = arch::carve_out_for(limits, bytes);
  return bytes > limits.shared_carve_outs.back() ? CUDA_OCC_ERROR_INVALID_INPUT : CUDA_OCC_SUCCESS;
}

/// A described device and kernel, checked, in the words of the rules.
struct Question {
  arch::Limits limits;
  arch::BlockNeeds needs;
};

cudaOccError ask(Question& question, const cudaOccDeviceProp* device, const cudaOccFuncAttributes* kernel,
                 const cudaOccDeviceState* state) {
  if (device == nullptr || kernel == nullptr || state == nullptr || !is_whole(*device) || !is_whole(*kernel))
    return CUDA_OCC_ERROR_INVALID_INPUT;
  auto limits = limits_of(*device);
  if (!limits) return CUDA_OCC_ERROR_UNKNOWN_DEVICE;
  question.limits = std::move(*limits);
  set_sizes(question.limits, *device);
  std::uint32_t shared = 0;
  if (const cudaOccError error = carve_out(question.limits, *state, shared); error != CUDA_OCC_SUCCESS) return error;
  question.needs = {.registers_per_thread = static_cast<std::uint32_t>(kernel->numRegs),
                    .static_shared_bytes = bounded(kernel->sharedSizeBytes),
                    .barriers = static_cast<std::uint32_t>(std::max(0, kernel->numBlockBarriers)),
                    .shared_carve_out_bytes = shared};
  if (kernel->shmemLimitConfig != FUNC_SHMEM_LIMIT_DEFAULT)
    question.needs.max_dynamic_shared_bytes = bounded(kernel->maxDynamicSharedSizeBytes);
  if (kernel->partitionedGCConfig == PARTITIONED_GC_ON)
    question.needs.partitioned_caching = arch::PartitionedCaching::preferred;
  if (kernel->partitionedGCConfig == PARTITIONED_GC_ON_STRICT)
    question.needs.partitioned_caching = arch::PartitionedCaching::forced;
  return CUDA_OCC_SUCCESS;
}

cudaOccResult answer(Question& question, const cudaOccDeviceProp& device, const cudaOccFuncAttributes& kernel,
                     int threads, std::size_t dynamic_bytes) {
  question.needs.threads = static_cast<std::uint32_t>(threads);
  question.needs.dynamic_shared_bytes = bounded(dynamic_bytes);
  const arch::Occupancy found = arch::occupancy(question.limits, question.needs);
  const auto number = [](std::uint32_t value) { return static_cast<int>(value); };
  cudaOccResult result{};
  result.blockLimitRegs = number(found.by_registers);
  result.blockLimitSharedMem = number(found.by_shared);
  result.blockLimitWarps = number(found.by_warps);
  result.blockLimitBlocks = number(found.by_blocks);
  result.blockLimitBarriers = number(found.by_barriers);
  const int there = virtual_resources_of(device);
  result.blockLimitVirtual =
      there > 0 && kernel.virtualResourceCount > 0 ? there / kernel.virtualResourceCount : number(arch::kNoLimit);
  result.allocatedRegistersPerBlock = number(found.registers_per_block);
  result.allocatedSharedMemPerBlock = found.shared_bytes_per_block;
  result.partitionedGCConfig = found.partitioned_caching ? kernel.partitionedGCConfig : PARTITIONED_GC_OFF;

  // Barriers are counted last; what bound without them stays named.
  const int without_barriers = std::min({result.blockLimitRegs, result.blockLimitSharedMem, result.blockLimitWarps,
                                         result.blockLimitBlocks, result.blockLimitVirtual});
  const auto name_if = [&](int limit, unsigned bit) {
    if (limit == without_barriers) result.limitingFactors |= bit;
  };
  name_if(result.blockLimitWarps, OCC_LIMIT_WARPS);
  name_if(result.blockLimitRegs, OCC_LIMIT_REGISTERS);
  name_if(result.blockLimitSharedMem, OCC_LIMIT_SHARED_MEMORY);
  name_if(result.blockLimitBlocks, OCC_LIMIT_BLOCKS);
  name_if(result.blockLimitVirtual, OCC_LIMIT_VIRTUAL_RESOURCES);
  result.activeBlocksPerMultiprocessor = std::min(without_barriers, result.blockLimitBarriers);
  if (result.blockLimitBarriers <= without_barriers) result.limitingFactors |= OCC_LIMIT_BARRIERS;
  return result;
}

}  // namespace

cudaOccError __cudaWarpglassOccupancyLimits(__cudaWarpglassOccLimits* limits, const cudaOccDeviceProp* properties,
                                            const cudaOccDeviceState* state, size_t bytes) {
  if (limits == nullptr || properties == nullptr) return CUDA_OCC_ERROR_INVALID_INPUT;
  auto known = limits_of(*properties);
  if (!known) return CUDA_OCC_ERROR_UNKNOWN_DEVICE;
  *limits = {.sharedUnit = static_cast<int>(known->shared_unit),
             .registerUnit = static_cast<int>(known->register_unit),
             .registersPerThread = static_cast<int>(known->max_registers_per_thread),
             .subPartitions = static_cast<int>(known->sub_partitions),
             .blocksPerSm = static_cast<int>(known->max_blocks_per_sm),
             .virtualResourcesPerSm = virtual_resources_of(*properties),
             .partitionedCaching = known->partitioned_caching ? 1 : 0,
             .sharedBytes = 0,
             .sharedCarveOut = arch::carve_out_for(*known, bytes)};
  if (state == nullptr) return CUDA_OCC_SUCCESS;
  set_shared_sizes(*known, *properties);
  std::uint32_t shared = 0;
  const cudaOccError error = carve_out(*known, *state, shared);
  limits->sharedBytes = shared;
  return error;
}

cudaOccError __cudaWarpglassOccupancy(cudaOccResult* result, const cudaOccDeviceProp* properties,
                                      const cudaOccFuncAttributes* attributes, const cudaOccDeviceState* state,
                                      int blockSize, size_t dynamicSmemSize) {
  if (result == nullptr || blockSize <= 0) return CUDA_OCC_ERROR_INVALID_INPUT;
  Question question;
  const cudaOccError error = ask(question, properties, attributes, state);
  if (error == CUDA_OCC_SUCCESS) *result = answer(question, *properties, *attributes, blockSize, dynamicSmemSize);
  return error;
}

cudaOccError __cudaWarpglassDynamicShared(size_t* bytes, const cudaOccDeviceProp* properties,
                                          const cudaOccFuncAttributes* attributes, const cudaOccDeviceState* state,
                                          int numBlocks, int blockSize) {
  if (bytes == nullptr || numBlocks <= 0 || blockSize <= 0) return CUDA_OCC_ERROR_INVALID_INPUT;
  Question question;
  if (const cudaOccError error = ask(question, properties, attributes, state); error != CUDA_OCC_SUCCESS) return error;
  if (answer(question, *properties, *attributes, blockSize, 0).activeBlocksPerMultiprocessor < numBlocks)
    return CUDA_OCC_ERROR_INVALID_INPUT;
  question.needs.dynamic_shared_bytes = 0;
  const auto left = arch::most_dynamic_shared(question.limits, question.needs, static_cast<std::uint32_t>(numBlocks));
  *bytes = std::min<size_t>(left.value_or(0), attributes->maxDynamicSharedSizeBytes);
  return CUDA_OCC_SUCCESS;
}

cudaOccError __cudaWarpglassOccupancyBlockSize(int* minGridSize, int* blockSize, const cudaOccDeviceProp* properties,
                                               const cudaOccFuncAttributes* attributes, const cudaOccDeviceState* state,
                                               size_t (*sizes)(void* context, int blockSize), void* context) {
  if (minGridSize == nullptr || blockSize == nullptr) return CUDA_OCC_ERROR_INVALID_INPUT;
  Question question;
  if (const cudaOccError error = ask(question, properties, attributes, state); error != CUDA_OCC_SUCCESS) return error;
  const int most = std::min(properties->maxThreadsPerBlock, attributes->maxThreadsPerBlock);
  const int warp = properties->warpSize;
  int best = 0;
  int blocks = 0;
  for (int whole = (most - 1) / warp * warp + warp; whole > 0; whole -= warp) {
    const int threads = std::min(whole, most);
    const int resident =
        answer(question, *properties, *attributes, threads, sizes(context, threads)).activeBlocksPerMultiprocessor;
    if (threads * resident > best * blocks) {
      best = threads;
      blocks = resident;
    }
    if (best * blocks == properties->maxThreadsPerMultiprocessor) break;
  }
  *minGridSize = blocks * properties->numSms;
  *blockSize = best;
  return CUDA_OCC_SUCCESS;
}
