// Our occupancy against the vendor's header, over random inputs of every compute capability that it knows. Compiled
// where a CUDA toolkit is found; occupancy_vectors_test.cpp replays what the header answered everywhere.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "arch/occupancy_curve.hpp"
#include "tests/unit/arch/occupancy_cases.hpp"
#include "tests/unit/arch/occupancy_vectors.hpp"

#ifdef WARPGLASS_HAS_OCCUPANCY_HEADER
#include <cuda_occupancy.h>
#endif

namespace warpglass::arch {
namespace {

#ifndef WARPGLASS_HAS_OCCUPANCY_HEADER

TEST(OccupancyHeader, AgreesInEveryNumber) {
  GTEST_SKIP() << "no CUDA toolkit with cuda_occupancy.h was found; name one with -DWARPGLASS_CUDA_INCLUDE=FOLDER";
}

#else

constexpr std::uint32_t kCasesEach = 50'000;  // over a million in all
constexpr std::uint32_t kRecordedEach = 100;

cudaOccDeviceProp properties_of(const DeviceModel& device) {
  const Limits& limits = device.limits;
  cudaOccDeviceProp properties;
  properties.computeMajor = static_cast<int>(device.capability.major);
  properties.computeMinor = static_cast<int>(device.capability.minor);
  properties.maxThreadsPerBlock = static_cast<int>(limits.max_threads_per_block);
  properties.maxThreadsPerMultiprocessor = static_cast<int>(limits.max_threads_per_sm);
  properties.regsPerBlock = static_cast<int>(limits.registers_per_block);
  properties.regsPerMultiprocessor = static_cast<int>(limits.registers_per_sm);
  properties.warpSize = static_cast<int>(device.warp_size);
  properties.sharedMemPerBlock = limits.shared_bytes_per_block;
  properties.sharedMemPerMultiprocessor = limits.shared_bytes_per_sm;
  properties.numSms = static_cast<int>(device.sm_count);
  properties.sharedMemPerBlockOptin = limits.shared_bytes_per_block_optin;
  properties.reservedSharedMemPerBlock = limits.shared_bytes_reserved;
  return properties;
}

cudaOccFuncAttributes kernel_of(const DeviceModel& device, const BlockNeeds& needs) {
  cudaOccFuncAttributes kernel;
  kernel.maxThreadsPerBlock = static_cast<int>(device.limits.max_threads_per_block);
  kernel.numRegs = static_cast<int>(needs.registers_per_thread);
  kernel.sharedSizeBytes = needs.static_shared_bytes;
  kernel.partitionedGCConfig = static_cast<cudaOccPartitionedGCConfig>(needs.partitioned_caching);
  kernel.shmemLimitConfig = needs.max_dynamic_shared_bytes ? FUNC_SHMEM_LIMIT_OPTIN : FUNC_SHMEM_LIMIT_DEFAULT;
  kernel.maxDynamicSharedSizeBytes = needs.max_dynamic_shared_bytes.value_or(0);
  kernel.numBlockBarriers = static_cast<int>(needs.barriers);
  return kernel;
}

cudaOccDeviceState state_of(const OccupancyCase& one) {
  cudaOccDeviceState state;
  state.carveoutConfig = one.carve_out_percent;
  state.cacheConfig = static_cast<cudaOccCacheConfig>(one.cache);
  return state;
}

OccupancyAnswer header_answer(const DeviceModel& device, const OccupancyCase& one) {
  const cudaOccDeviceProp properties = properties_of(device);
  const BlockNeeds& needs = one.needs;
  const cudaOccFuncAttributes kernel = kernel_of(device, needs);
  const cudaOccDeviceState state = state_of(one);
  cudaOccResult result{};
  EXPECT_EQ(cudaOccMaxActiveBlocksPerMultiprocessor(&result, &properties, &kernel, &state,
                                                    static_cast<int>(needs.threads), needs.dynamic_shared_bytes),
            CUDA_OCC_SUCCESS);
  // The header counts barriers last and leaves those in that had bound without them.
  const bool barriers_alone =
      result.blockLimitBarriers <
      std::min({result.blockLimitWarps, result.blockLimitRegs, result.blockLimitSharedMem, result.blockLimitBlocks});
  if (barriers_alone) result.limitingFactors = OCC_LIMIT_BARRIERS;
  return {.by_warps = static_cast<std::uint32_t>(result.blockLimitWarps),
          .by_registers = static_cast<std::uint32_t>(result.blockLimitRegs),
          .by_shared = static_cast<std::uint32_t>(result.blockLimitSharedMem),
          .by_blocks = static_cast<std::uint32_t>(result.blockLimitBlocks),
          .by_barriers = static_cast<std::uint32_t>(result.blockLimitBarriers),
          .blocks_per_sm = static_cast<std::uint32_t>(result.activeBlocksPerMultiprocessor),
          .registers_per_block = static_cast<std::uint32_t>(result.allocatedRegistersPerBlock),
          .shared_bytes_per_block = static_cast<std::uint32_t>(result.allocatedSharedMemPerBlock),
          .binding = result.limitingFactors,
          .partitioned_caching = result.partitionedGCConfig != PARTITIONED_GC_OFF};
}

TEST(OccupancyHeader, AgreesInEveryNumber) {
  std::uint64_t compared = 0;
  for (const DeviceModel& device : occupancy_devices()) {
    OccupancyCases cases(device);
    for (std::uint32_t i = 0; i < kCasesEach; ++i) {
      const OccupancyCase one = cases.next();
      ASSERT_EQ(answer_of(occupancy_of(device.limits, one)), header_answer(device, one))
          << device.sm_name() << " case " << i;
      ++compared;
    }
  }
  EXPECT_GE(compared, 1'000'000u);
}

TEST(OccupancyHeader, AgreesOnTheDynamicSharedMemoryThatIsLeft) {
  std::uint64_t compared = 0;
  for (const DeviceModel& device : occupancy_devices()) {
    OccupancyCases cases(device);
    for (std::uint32_t i = 0; i < kCasesEach / 10; ++i) {
      OccupancyCase one = cases.next();
      one.needs.shared_carve_out_bytes = preferred_carve_out(device.limits, one.carve_out_percent, one.cache);
      if (!one.needs.max_dynamic_shared_bytes) one.needs.max_dynamic_shared_bytes = 0;
      const std::uint32_t blocks = i % 9;
      const auto ours = most_dynamic_shared(device.limits, one.needs, blocks);
      const cudaOccDeviceProp properties = properties_of(device);
      const cudaOccFuncAttributes kernel = kernel_of(device, one.needs);
      const cudaOccDeviceState state = state_of(one);
      std::size_t left = 0;
      const bool fits =
          cudaOccAvailableDynamicSMemPerBlock(&left, &properties, &kernel, &state, static_cast<int>(blocks),
                                              static_cast<int>(one.needs.threads)) == CUDA_OCC_SUCCESS;
      ASSERT_EQ(ours.has_value(), fits) << device.sm_name() << " case " << i;
      // Where the static part alone exceeds a share, the header's subtraction wraps around.
      if (!fits || *ours == 0) continue;
      ASSERT_EQ(*ours, left) << device.sm_name() << " case " << i;
      ++compared;
    }
  }
  EXPECT_GE(compared, 5'000u);
}

/// With WARPGLASS_UPDATE_GOLDEN set, writes the recording that occupancy_vectors_test.cpp replays.
TEST(OccupancyHeader, Recording) {
  if (std::getenv("WARPGLASS_UPDATE_GOLDEN") == nullptr) GTEST_SKIP() << "set WARPGLASS_UPDATE_GOLDEN to write it anew";
  std::ofstream file(kOccupancyVectors);
  file << kOccupancyVectorsHead;
  for (const DeviceModel& device : occupancy_devices()) {
    OccupancyCases cases(device);
    for (std::uint32_t i = 0; i < kRecordedEach; ++i)
      file << row_of(device.capability.sm(), i, header_answer(device, cases.next()));
  }
  EXPECT_TRUE(file.flush());
}

#endif

}  // namespace
}  // namespace warpglass::arch
