// How much memory a pool has in use and has reserved, as it is taken, freed, waited for and trimmed. pool_sizes.expected
// beside it holds the answers of an H200 with CUDA 13.0, recorded by running this very program there (built by nvcc);
// the same program must print the same lines under warpglass.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

namespace {

cudaMemPool_t pool = nullptr;

unsigned long long get(cudaMemPoolAttr attribute) {
  unsigned long long value = 0;
  cudaMemPoolGetAttribute(pool, attribute, &value);
  return value;
}

void say(const char* what, size_t bytes = 0) {
  std::printf("%s %zu: reserved %llu, at most %llu; used %llu, at most %llu\n", what, bytes,
              get(cudaMemPoolAttrReservedMemCurrent), get(cudaMemPoolAttrReservedMemHigh),
              get(cudaMemPoolAttrUsedMemCurrent), get(cudaMemPoolAttrUsedMemHigh));
}

void* take(size_t bytes, cudaStream_t stream) {
  void* memory = nullptr;
  const int error = int(cudaMallocFromPoolAsync(&memory, bytes, pool, stream));
  if (error != 0) std::printf("error %d\n", error);
  return memory;
}

void try_pool() {
  cudaStream_t stream = nullptr, other = nullptr;
  cudaStreamCreate(&stream);
  cudaStreamCreate(&other);
  say("begin");
  std::vector<void*> all;
  for (const size_t bytes : {1ul, 512ul, 1024ul, 2048ul, 1000000ul, 2097152ul, 2097153ul, 33554432ul, 33554433ul,
                             40000000ul, 100000000ul, 1ul}) {
    all.push_back(take(bytes, stream));
    say("take", bytes);
  }
  for (size_t i = 0; i < all.size(); ++i) {
    cudaFreeAsync(all[i], stream);
    say("free", i);
  }
  void* memory = take(1024, stream);
  say("take", 1024);
  cudaFreeAsync(memory, stream);
  memory = take(50000000, stream);
  say("take", 50000000);
  cudaFreeAsync(memory, stream);
  cudaStreamSynchronize(stream);
  say("cudaStreamSynchronize");
  memory = take(1024, stream);
  say("take", 1024);
  cudaMemPoolTrimTo(pool, 0);
  say("cudaMemPoolTrimTo", 0);
  cudaFreeAsync(memory, stream);
  say("free");
  cudaMemPoolTrimTo(pool, 0);
  say("cudaMemPoolTrimTo", 0);
  cudaStreamSynchronize(stream);
  say("cudaStreamSynchronize");

  // By which calls it goes back.
  memory = take(1024, stream);
  cudaFreeAsync(memory, stream);
  cudaStreamSynchronize(other);
  say("cudaStreamSynchronize of another stream");
  cudaDeviceSynchronize();
  say("cudaDeviceSynchronize");
  cudaEvent_t event = nullptr;
  cudaEventCreate(&event);
  memory = take(1024, stream);
  cudaFreeAsync(memory, stream);
  cudaEventRecord(event, stream);
  cudaEventSynchronize(event);
  say("cudaEventSynchronize");
  memory = take(1024, stream);
  cudaFreeAsync(memory, stream);
  cudaStreamQuery(stream);
  say("cudaStreamQuery");
  cudaStreamSynchronize(stream);
  int number = 0, *numbers = nullptr;
  cudaMalloc(&numbers, 4);
  memory = take(1024, stream);
  cudaFreeAsync(memory, stream);
  cudaMemcpy(numbers, &number, 4, cudaMemcpyHostToDevice);
  say("cudaMemcpy");
  cudaFree(numbers);
  say("cudaFree of other memory");
  cudaDeviceSynchronize();
  memory = take(1024, stream);
  cudaFree(memory);
  say("cudaFree of the pool's");
  cudaDeviceSynchronize();
  say("cudaDeviceSynchronize");

  // The highest, set back.
  unsigned long long zero = 0, one = 1;
  memory = take(40000000, stream);
  say("take", 40000000);
  std::printf("set back: %d %d\n", int(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &zero)),
              int(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReservedMemHigh, &zero)));
  say("set back");
  std::printf("set to others: %d %d %d\n", int(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &one)),
              int(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &zero)),
              int(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &zero)));
  cudaFreeAsync(memory, stream);
  cudaStreamSynchronize(stream);

  // With a threshold.
  unsigned long long threshold = 50000000;
  cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold);
  memory = take(100000000, stream);
  cudaFreeAsync(memory, stream);
  say("free", 100000000);
  cudaStreamSynchronize(stream);
  say("cudaStreamSynchronize, threshold", threshold);
  threshold = ~0ull;
  cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold);
  memory = take(100000000, stream);
  void* second = take(1024, other);
  say("in two streams");
  cudaFreeAsync(memory, stream);
  cudaFreeAsync(second, other);
  cudaDeviceSynchronize();
  say("cudaDeviceSynchronize, without a threshold");
  for (const size_t least : {200000000ul, 70000000ul, 40000000ul, 0ul}) {
    cudaMemPoolTrimTo(pool, least);
    say("cudaMemPoolTrimTo", least);
  }
}

}  // namespace

int main() {
  cudaFree(nullptr);
  cudaDeviceGetDefaultMemPool(&pool, 0);
  try_pool();
  cudaMemPoolProps properties = {};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location.type = cudaMemLocationTypeDevice;
  cudaMemPoolCreate(&pool, &properties);
  try_pool();
}
