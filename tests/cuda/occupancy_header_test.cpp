// Our cuda_occupancy.h against what NVIDIA's answered: its recording, replayed through the header and libcudart.
#include <cuda_occupancy.h>
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "tests/cuda/build.hpp"
#include "tests/unit/arch/occupancy_cases.hpp"
#include "tests/unit/arch/occupancy_vectors.hpp"

namespace {

template <class Function>
Function* in_library(const char* name) {
  static void* const library = dlopen(WARPGLASS_CUDA_FOLDER "/lib64/libcudart.so.13", RTLD_NOW | RTLD_LOCAL);
  return library == nullptr ? nullptr : reinterpret_cast<Function*>(dlsym(library, name));
}

}  // namespace

// The header's inline functions call these of the library, which this program is not linked with.
cudaOccError __cudaWarpglassOccupancy(cudaOccResult* result, const cudaOccDeviceProp* device,
                                      const cudaOccFuncAttributes* kernel, const cudaOccDeviceState* state, int threads,
                                      size_t bytes) {
  return in_library<decltype(__cudaWarpglassOccupancy)>("__cudaWarpglassOccupancy")(result, device, kernel, state,
                                                                                    threads, bytes);
}

namespace warpglass::arch {
namespace {

OccupancyAnswer header_answer(const DeviceModel& device, const OccupancyCase& one) {
  const Limits& limits = device.limits;
  const BlockNeeds& needs = one.needs;
  const auto number = [](std::uint32_t value) { return static_cast<int>(value); };
  cudaOccDeviceProp described;
  described.computeMajor = number(device.capability.major);
  described.computeMinor = number(device.capability.minor);
  described.maxThreadsPerBlock = number(limits.max_threads_per_block);
  described.maxThreadsPerMultiprocessor = number(limits.max_threads_per_sm);
  described.regsPerBlock = number(limits.registers_per_block);
  described.regsPerMultiprocessor = number(limits.registers_per_sm);
  described.warpSize = number(device.warp_size);
  described.sharedMemPerBlock = limits.shared_bytes_per_block;
  described.sharedMemPerMultiprocessor = limits.shared_bytes_per_sm;
  described.numSms = number(device.sm_count);
  described.sharedMemPerBlockOptin = limits.shared_bytes_per_block_optin;
  described.reservedSharedMemPerBlock = limits.shared_bytes_reserved;
  cudaOccFuncAttributes kernel;
  kernel.maxThreadsPerBlock = INT_MAX;
  kernel.numRegs = number(needs.registers_per_thread);
  kernel.sharedSizeBytes = needs.static_shared_bytes;
  kernel.partitionedGCConfig = static_cast<cudaOccPartitionedGCConfig>(needs.partitioned_caching);
  kernel.shmemLimitConfig = needs.max_dynamic_shared_bytes ? FUNC_SHMEM_LIMIT_OPTIN : FUNC_SHMEM_LIMIT_DEFAULT;
  kernel.maxDynamicSharedSizeBytes = needs.max_dynamic_shared_bytes.value_or(0);
  kernel.numBlockBarriers = number(needs.barriers);
  cudaOccDeviceState state;
  state.carveoutConfig = one.carve_out_percent;
  state.cacheConfig = static_cast<cudaOccCacheConfig>(one.cache);
  cudaOccResult result{};
  EXPECT_EQ(cudaOccMaxActiveBlocksPerMultiprocessor(&result, &described, &kernel, &state, number(needs.threads),
                                                    needs.dynamic_shared_bytes),
            CUDA_OCC_SUCCESS);
  // The recording names barriers alone where they bind alone.
  const bool barriers_alone =
      result.blockLimitBarriers <
      std::min({result.blockLimitWarps, result.blockLimitRegs, result.blockLimitSharedMem, result.blockLimitBlocks});
  const auto limit = [](int blocks) { return static_cast<std::uint32_t>(blocks); };
  return {.by_warps = limit(result.blockLimitWarps),
          .by_registers = limit(result.blockLimitRegs),
          .by_shared = limit(result.blockLimitSharedMem),
          .by_blocks = limit(result.blockLimitBlocks),
          .by_barriers = limit(result.blockLimitBarriers),
          .blocks_per_sm = limit(result.activeBlocksPerMultiprocessor),
          .registers_per_block = limit(result.allocatedRegistersPerBlock),
          .shared_bytes_per_block = static_cast<std::uint32_t>(result.allocatedSharedMemPerBlock),
          .binding = barriers_alone ? 1u * OCC_LIMIT_BARRIERS : result.limitingFactors,
          .partitioned_caching = result.partitionedGCConfig != PARTITIONED_GC_OFF};
}

TEST(OccupancyCalculator, AnswersAsNvidiasDoes) {
  std::ifstream file(kOccupancyVectors);
  for (std::string head; file.peek() == '#' || file.peek() == 's';) std::getline(file, head);
  std::uint32_t rows = 0;
  for (const DeviceModel& device : occupancy_devices()) {
    OccupancyCases cases(device);
    std::string row;
    for (std::uint32_t i = 0; i < 100; ++i, ++rows) {
      ASSERT_TRUE(std::getline(file, row));
      ASSERT_EQ(row_of(device.capability.sm(), i, header_answer(device, cases.next())), row + '\n');
    }
  }
  EXPECT_EQ(rows, 2200u);
}

// Programs in C include it as well.
TEST(OccupancyCalculator, IsAHeaderForC) {
  const std::string folder = cuda::test::scratch_folder();
  std::ofstream(folder + "/main.c") << "#include <cuda_occupancy.h>\n"
                                       "int main(void) {\n"
                                       "  cudaOccDeviceProp device;\n"
                                       "  int blocks = 0;\n"
                                       "  memset(&device, 0, sizeof device);\n"
                                       "  device.computeMajor = 8;\n"
                                       "  device.computeMinor = 6;\n"
                                       "  return cudaOccMaxBlocksPerMultiprocessor(&blocks, &device) || blocks != 16;\n"
                                       "}\n";
  const auto built =
      cuda::test::run("unset LD_PRELOAD; cc -std=c99 -Wall -Wextra -Werror -I" WARPGLASS_CUDA_FOLDER "/include " +
                      folder + "/main.c -L" WARPGLASS_CUDA_FOLDER "/lib64 -lcudart -o " + folder + "/main");
  ASSERT_EQ(built.exit_code, 0) << built.errors;
  EXPECT_EQ(cuda::test::run(folder + "/main").exit_code, 0);
}

}  // namespace
}  // namespace warpglass::arch
