// What is answered of advice and prefetches to ranges of managed memory.
#include <cuda_runtime.h>

#include <cstdio>

#include "expect.hpp"

char* memory = nullptr;

void show(const char* what, size_t bytes, size_t offset = 0) {
  std::printf("%s\n", what);
  for (int attribute : {1, 2, 4, 5, 6, 7, 8}) {
    int value = -9;
    const cudaError_t error =
        cudaMemRangeGetAttribute(&value, 4, static_cast<cudaMemRangeAttribute>(attribute), memory + offset, bytes);
    std::printf(" %d: %s %d\n", attribute, cudaGetErrorName(error), value);
  }
  int by[3] = {-9, -9, -9};
  const cudaError_t error = cudaMemRangeGetAttribute(by, 12, cudaMemRangeAttributeAccessedBy, memory + offset, bytes);
  std::printf(" 3: %s %d %d %d\n", cudaGetErrorName(error), by[0], by[1], by[2]);
}

void refused(void* data, size_t size, cudaMemRangeAttribute attribute, const void* pointer, size_t bytes) {
  std::printf("%s\n", cudaGetErrorName(cudaMemRangeGetAttribute(data, size, attribute, pointer, bytes)));
}

int main() {
  const size_t whole = 1 << 22, half = 1 << 21;
  const cudaMemLocation device = {cudaMemLocationTypeDevice, 0}, host = {cudaMemLocationTypeHost, 0};
  char* other = nullptr;
  int value = 0, all[2] = {-9, -9};
  cudaMallocManaged(&memory, whole);
  cudaMalloc(&other, 4096);
  show("fresh", whole);
  show("part", 100, 7);
  cudaMemAdvise(memory, whole, cudaMemAdviseSetReadMostly, device);
  cudaMemAdvise(memory, whole, cudaMemAdviseSetPreferredLocation, device);
  cudaMemAdvise(memory, half, cudaMemAdviseSetAccessedBy, device);
  show("advised", whole);
  show("half", half);
  cudaMemAdvise(memory, half, cudaMemAdviseUnsetReadMostly, device);
  show("half unset", whole);
  show("a page", 4096);
  cudaMemAdvise(memory, whole, cudaMemAdviseSetAccessedBy, host);
  cudaMemAdvise(memory, whole, cudaMemAdviseSetPreferredLocation, host);
  cudaMemPrefetchAsync(memory, whole, device, 0, nullptr);
  cudaDeviceSynchronize();
  show("fetched", whole);
  cudaMemPrefetchAsync(memory, 4096, host, 0, nullptr);
  cudaDeviceSynchronize();
  show("partly to the host", whole);
  show("that part", 4096);
  refused(&value, 4, cudaMemRangeAttributeReadMostly, other, 4096);
  refused(&value, 8, cudaMemRangeAttributeReadMostly, memory, 4096);
  refused(&value, 2, cudaMemRangeAttributeReadMostly, memory, 4096);
  refused(&value, 4, cudaMemRangeAttributeReadMostly, memory, 0);
  refused(&value, 4, cudaMemRangeAttributeReadMostly, memory, 2 * whole);
  refused(&value, 0, cudaMemRangeAttributeAccessedBy, memory, 4096);

  // Not asked of a device: all at once, and what is taken back.
  void* data[] = {&all[0], &all[1]};
  size_t sizes[] = {4, 4};
  cudaMemRangeAttribute attributes[] = {cudaMemRangeAttributePreferredLocation,
                                        cudaMemRangeAttributeLastPrefetchLocation};
  EXPECT_OK(cudaMemRangeGetAttributes(data, sizes, attributes, 2, memory + half, half));
  EXPECT(all[0] == -1 && all[1] == 0);
  EXPECT(cudaMemRangeGetAttributes(data, sizes, attributes, 0, memory, whole) == cudaErrorInvalidValue);
  EXPECT_OK(cudaMemAdvise(memory, half, cudaMemAdviseUnsetAccessedBy, device));
  EXPECT_OK(cudaMemAdvise(memory, half, cudaMemAdviseUnsetPreferredLocation, device));
  EXPECT_OK(cudaMemRangeGetAttribute(all, 8, cudaMemRangeAttributeAccessedBy, memory, half));
  EXPECT(all[0] == -1 && all[1] == -2);
  EXPECT_OK(cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributePreferredLocation, memory, half));
  EXPECT(value == -2);
  EXPECT_OK(cudaFree(memory));
  return failures;
}
