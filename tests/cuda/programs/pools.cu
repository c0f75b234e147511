// Memory pools and memory amounts.
#include <cuda_runtime.h>

#include <cstdint>

#include "expect.hpp"

int main() {
  cudaMemPool_t standard = nullptr, own = nullptr;
  EXPECT_OK(cudaDeviceGetDefaultMemPool(&standard, 0));
  cudaMemPoolProps properties = {};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location.type = cudaMemLocationTypeDevice;
  EXPECT_OK(cudaMemPoolCreate(&own, &properties));
  EXPECT(own != standard);
  std::uint64_t threshold = UINT64_MAX, read = 0;
  EXPECT_OK(cudaMemPoolSetAttribute(own, cudaMemPoolAttrReleaseThreshold, &threshold));
  EXPECT_OK(cudaMemPoolGetAttribute(own, cudaMemPoolAttrReleaseThreshold, &read));
  EXPECT(read == threshold);
  EXPECT_OK(cudaMemPoolGetAttribute(standard, cudaMemPoolAttrReleaseThreshold, &read));
  EXPECT(read == 0);
  size_t before = 0, during = 0, total = 0;
  EXPECT_OK(cudaMemGetInfo(&before, &total));
  EXPECT(before <= total);
  void* memory = nullptr;
  EXPECT_OK(cudaMallocFromPoolAsync(&memory, 1 << 20, own, 0));
  EXPECT_OK(cudaMemGetInfo(&during, &total));
  EXPECT(before - during == 1 << 20);
  EXPECT_OK(cudaMemsetAsync(memory, 1, 1 << 20, 0));
  EXPECT_OK(cudaFreeAsync(memory, 0));
  EXPECT_OK(cudaMemPoolTrimTo(own, 0));
  EXPECT_OK(cudaMemPoolDestroy(own));
  EXPECT(cudaMemPoolDestroy(own) == cudaErrorInvalidValue);
  EXPECT(cudaMemPoolDestroy(standard) == cudaErrorInvalidValue);
  return failures;
}
