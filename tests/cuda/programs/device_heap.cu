// How much malloc in device code gets: for each size of request, how many a thread gets of it before the first null
// pointer, from a fresh heap of the smallest size there is; and what cudaDeviceSetLimit answers.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

#define SAY(...) (std::printf(__VA_ARGS__), std::fflush(stdout))
#define CALL(expression) (SAY("%-70s %d\n", #expression, int(expression)), (void)cudaGetLastError())

__global__ void take_all(unsigned long long size, unsigned most, unsigned* count, unsigned* misaligned) {
  unsigned n = 0, odd = 0;
  for (; n < most; ++n) {
    void* block = malloc(size);
    if (block == nullptr) break;
    odd += reinterpret_cast<unsigned long long>(block) % 16 != 0;
  }
  *count = n;
  *misaligned = odd;
}

__global__ void one(unsigned long long size, unsigned* got) {
  void* block = malloc(size);
  asm volatile("" : "+l"(block));  // or a compiler may leave out both
  *got = block != nullptr;
  free(block);
}

// Gives all back, and takes the same again.
__global__ void twice(unsigned long long size, unsigned* count) {
  void* blocks[64];
  for (int round = 0; round < 2; ++round) {
    unsigned n = 0;
    while (n < 64 && (blocks[n] = malloc(size)) != nullptr) ++n;
    count[round] = n;
    for (unsigned i = 0; i < n; ++i) free(blocks[i]);
  }
}

unsigned* answers = nullptr;

void begin(size_t limit) {
  cudaDeviceReset();
  cudaDeviceSetLimit(cudaLimitMallocHeapSize, limit);
  cudaMallocManaged(&answers, 8);
}

int main() {
  size_t limit = 0;
  CALL(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize));
  SAY("limit %zu\n", limit);
  for (size_t asked : {size_t(0), size_t(1), size_t(1) << 20, size_t(4) << 20, (size_t(4) << 20) + 1, size_t(5) << 20, size_t(100) << 20}) {
    cudaDeviceReset();
    CALL(cudaDeviceSetLimit(cudaLimitMallocHeapSize, asked));
    CALL(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize));
    SAY("limit %zu, asked for %zu\n", limit, asked);
  }
  for (unsigned long long size : {1000ull, 1024ull, 2000ull, 2048ull, 3000ull, 4096ull, 10000ull, 40000ull, 65536ull, 100000ull, 500000ull,
                                  1ull << 20, 2ull << 20, 3ull << 20, 4ull << 20}) {
    begin(size_t(4) << 20);
    take_all<<<1, 1>>>(size, 20000, answers, answers + 1);
    const int error = int(cudaDeviceSynchronize());
    SAY("size %llu: %u blocks, %llu bytes, %u not on 16 bytes, error %d\n", size, answers[0], answers[0] * size, answers[1], error);
  }
  for (size_t megabytes : {4, 5, 8, 16, 64, 100}) {
    begin(megabytes << 20);
    unsigned long long low = 0, high = (megabytes << 20) + (size_t(16) << 20);
    while (high - low > 1) {
      const unsigned long long middle = (low + high) / 2;
      one<<<1, 1>>>(middle, answers);
      cudaDeviceSynchronize();
      (answers[0] ? low : high) = middle;
    }
    SAY("of %zu MiB the largest is %llu\n", megabytes, low);
  }
  begin(size_t(4) << 20);
  twice<<<1, 1>>>(100000, answers);
  cudaDeviceSynchronize();
  SAY("again: %u and %u\n", answers[0], answers[1]);
  one<<<1, 1>>>(0, answers);
  cudaDeviceSynchronize();
  SAY("malloc(0) is %s\n", answers[0] ? "a pointer" : "null");
  CALL(cudaDeviceSetLimit(cudaLimitMallocHeapSize, size_t(64) << 20));
  CALL(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize));
  SAY("limit %zu\n", limit);
  one<<<1, 1>>>(size_t(20) << 20, answers);
  CALL(cudaDeviceSynchronize());
  SAY("20 MiB after that: %u\n", answers[0]);
  for (unsigned long long size : {1ull, 16ull, 64ull, 100ull, 256ull, 512ull}) {
    begin(size_t(4) << 20);
    take_all<<<1, 1>>>(size, 100000, answers, answers + 1);
    const int error = int(cudaDeviceSynchronize());
    SAY("size %llu: %u blocks, %llu bytes, %u not on 16 bytes, error %d\n", size, answers[0], answers[0] * size, answers[1], error);
  }
  return 0;
}
