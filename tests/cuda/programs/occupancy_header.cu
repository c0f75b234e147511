// The occupancy calculator of cuda_occupancy.h beside the runtime's calls, for kernels, blocks and states of many kinds.
#include <cuda_occupancy.h>
#include <cuda_runtime.h>

#include <climits>

#include "expect.hpp"

__global__ void plain(float* p) { p[threadIdx.x] += 1; }

template <int kBytes>
__global__ void shared(float* p) {
  __shared__ char tile[kBytes];
  tile[threadIdx.x % kBytes] = static_cast<char>(p[threadIdx.x]);
  __syncthreads();
  p[threadIdx.x] = tile[(threadIdx.x + 1) % kBytes];
}

__global__ void __launch_bounds__(256, 1) many_registers(float* p) {
  float kept[64];
  for (int i = 0; i < 64; ++i) kept[i] = p[i * 256 + threadIdx.x];
  __syncthreads();
  for (int round = 0; round < 4; ++round)
    for (int i = 0; i < 64; ++i) kept[i] = kept[i] * kept[(i * 5 + 1) % 64] + kept[(i + 7) % 64];
  for (int i = 0; i < 64; ++i) p[i * 256 + threadIdx.x] = kept[i];
}

extern __shared__ char dynamic[];
__global__ void with_dynamic(float* p) {
  dynamic[threadIdx.x] = 1;
  __syncthreads();
  p[threadIdx.x] = dynamic[threadIdx.x ^ 1];
}

size_t four_bytes_a_thread(int threads) { return 4 * static_cast<size_t>(threads); }

struct Sizes {
  size_t each;
  size_t operator()(int threads) const { return each * static_cast<size_t>(threads); }
};

cudaOccDeviceProp device;

template <class Kernel>
void compare(Kernel kernel, int carve_out) {
  EXPECT_OK(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, carve_out));
  cudaFuncAttributes attributes{};
  EXPECT_OK(cudaFuncGetAttributes(&attributes, kernel));
  const cudaOccFuncAttributes described(attributes);
  cudaOccDeviceState state;
  state.carveoutConfig = carve_out;
  for (int threads = 1; threads <= attributes.maxThreadsPerBlock; threads += threads < 33 ? 1 : 31) {
    for (const size_t bytes : {0, 1, 1000, 5000, 20000, 49000, 50000, 120000, 230000}) {
      int runtime = -1;
      EXPECT_OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&runtime, kernel, threads, bytes));
      cudaOccResult result{};
      EXPECT(cudaOccMaxActiveBlocksPerMultiprocessor(&result, &device, &described, &state, threads, bytes) ==
             CUDA_OCC_SUCCESS);
      EXPECT(result.activeBlocksPerMultiprocessor == runtime);
    }
    for (int blocks = 1; blocks <= 9; ++blocks) {
      size_t runtime = 1, header = 1;
      const bool fits =
          cudaOccupancyAvailableDynamicSMemPerBlock(&runtime, kernel, blocks, threads) == cudaSuccess;
      EXPECT(fits == (cudaOccAvailableDynamicSMemPerBlock(&header, &device, &described, &state, blocks, threads) ==
                      CUDA_OCC_SUCCESS));
      if (fits) EXPECT(header == runtime);
    }
  }
  (void)cudaGetLastError();
  int grid = 0, block = 0, header_grid = 0, header_block = 0;
  EXPECT_OK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, kernel, 1024));
  EXPECT(cudaOccMaxPotentialOccupancyBlockSize(&header_grid, &header_block, &device, &described, &state, 1024) ==
         CUDA_OCC_SUCCESS);
  EXPECT(header_grid == grid && header_block == block);
  EXPECT_OK(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, kernel, Sizes{4}));
  EXPECT(cudaOccMaxPotentialOccupancyBlockSizeVariableSMem(&header_grid, &header_block, &device, &described, &state,
                                                           Sizes{4}) == CUDA_OCC_SUCCESS);
  EXPECT(header_grid == grid && header_block == block);
  EXPECT(cudaOccMaxPotentialOccupancyBlockSize(&header_grid, &header_block, &device, &described, &state,
                                               four_bytes_a_thread, 0) == CUDA_OCC_SUCCESS);
  EXPECT(header_grid == grid && header_block == block);
}

void refuse() {
  cudaOccFuncAttributes kernel;
  kernel.maxThreadsPerBlock = INT_MAX;
  kernel.numRegs = 32;
  cudaOccDeviceState state;
  cudaOccResult result{};
  const auto answer = [&](const cudaOccDeviceProp& of, int threads = 128) {
    return cudaOccMaxActiveBlocksPerMultiprocessor(&result, &of, &kernel, &state, threads, 0);
  };
  EXPECT(answer(device) == CUDA_OCC_SUCCESS && result.activeBlocksPerMultiprocessor > 0);
  EXPECT(answer(device, 0) == CUDA_OCC_ERROR_INVALID_INPUT);
  EXPECT(answer(cudaOccDeviceProp()) == CUDA_OCC_ERROR_INVALID_INPUT);
  EXPECT(cudaOccMaxActiveBlocksPerMultiprocessor(&result, NULL, &kernel, &state, 128, 0) ==
         CUDA_OCC_ERROR_INVALID_INPUT);
  cudaOccDeviceProp other = device;
  other.computeMajor = 4;
  EXPECT(answer(other) == CUDA_OCC_ERROR_UNKNOWN_DEVICE);
  other.computeMajor = 99;
  EXPECT(answer(other) == CUDA_OCC_ERROR_UNKNOWN_DEVICE);
  state.carveoutConfig = 101;
  EXPECT(answer(device) == CUDA_OCC_ERROR_INVALID_INPUT);
  state.carveoutConfig = SHAREDMEM_CARVEOUT_DEFAULT;
  size_t bytes = 0;
  EXPECT(cudaOccAvailableDynamicSMemPerBlock(&bytes, &device, &kernel, &state, 64, 1024) ==
         CUDA_OCC_ERROR_INVALID_INPUT);
  kernel.numRegs = -1;
  EXPECT(answer(device) == CUDA_OCC_ERROR_INVALID_INPUT);
}

// What no device here is: a Volta, as its guide describes it, half of whose warps its 64 registers a thread allow.
void other_machine() {
  cudaOccDeviceProp volta;
  volta.computeMajor = 7;
  volta.computeMinor = 2;
  volta.maxThreadsPerBlock = 1024;
  volta.maxThreadsPerMultiprocessor = 2048;
  volta.regsPerBlock = volta.regsPerMultiprocessor = 65536;
  volta.warpSize = 32;
  volta.sharedMemPerBlock = 48 << 10;
  volta.sharedMemPerBlockOptin = volta.sharedMemPerMultiprocessor = 96 << 10;
  volta.numSms = 8;
  cudaOccFuncAttributes kernel;
  kernel.maxThreadsPerBlock = INT_MAX;
  kernel.numRegs = 64;
  kernel.sharedSizeBytes = 20000;
  cudaOccDeviceState state;
  cudaOccResult result{};
  EXPECT(cudaOccMaxActiveBlocksPerMultiprocessor(&result, &volta, &kernel, &state, 256, 0) == CUDA_OCC_SUCCESS);
  EXPECT(result.activeBlocksPerMultiprocessor == 4 && result.blockLimitRegs == 4 && result.blockLimitSharedMem == 4);
  EXPECT(result.limitingFactors == (OCC_LIMIT_REGISTERS | OCC_LIMIT_SHARED_MEMORY));
  EXPECT(result.blockLimitWarps == 8 && result.blockLimitBlocks == 32 && result.blockLimitBarriers == INT_MAX);
  EXPECT(result.allocatedRegistersPerBlock == 64 * 256 && result.allocatedSharedMemPerBlock == 20224);
  kernel.numRegs = 16;
  state.carveoutConfig = 30;
  EXPECT(cudaOccMaxActiveBlocksPerMultiprocessor(&result, &volta, &kernel, &state, 256, 0) == CUDA_OCC_SUCCESS);
  EXPECT(result.activeBlocksPerMultiprocessor == 1 && result.limitingFactors == OCC_LIMIT_SHARED_MEMORY);
  int unit = 0;
  EXPECT(cudaOccSMemAllocationGranularity(&unit, &volta) == CUDA_OCC_SUCCESS && unit == 256);
  EXPECT(cudaOccRegAllocationGranularity(&unit, &volta) == CUDA_OCC_SUCCESS && unit == 256);
  EXPECT(cudaOccSubPartitionsPerMultiprocessor(&unit, &volta) == CUDA_OCC_SUCCESS && unit == 4);
  EXPECT(cudaOccMaxBlocksPerMultiprocessor(&unit, &volta) == CUDA_OCC_SUCCESS && unit == 32);
  size_t bytes = 0;
  EXPECT(cudaOccSMemPerMultiprocessor(&bytes, &volta, &state) == CUDA_OCC_SUCCESS && bytes == 32 << 10);
  bytes = 9000;
  EXPECT(cudaOccAlignUpShmemSizeVoltaPlus(&bytes, &volta) == CUDA_OCC_SUCCESS && bytes == 16 << 10);
  EXPECT(__occRoundUp(33, 32) == 64 && __occDivideRoundUp(33, 32) == 2 && __occMin(3, 2) == 2);
}

int main() {
  cudaDeviceProp properties{};
  EXPECT_OK(cudaGetDeviceProperties(&properties, 0));
  device = properties;
  EXPECT_OK(cudaFuncSetAttribute(with_dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 200000));
  for (const int carve_out : {-1, 0, 10, 50, 100}) {
    compare(plain, carve_out);
    compare(shared<1000>, carve_out);
    compare(shared<20000>, carve_out);
    compare(many_registers, carve_out);
    compare(with_dynamic, carve_out);
  }
  refuse();
  other_machine();
  return failures;
}
