// Atomics at addresses that come from data, of which 16 neighbours have one: in shared memory and in global memory, of
// warps that are not full, with and without a use of the result, in a template and in a function that a kernel calls;
// and those that are left: what a macro writes, in a kernel with fences, of floats, where lanes' own results are used.
#include "check.hpp"

#define BUMP(place) atomicAdd(place, 2u)

constexpr int kCount = 1 << 12;

__global__ void in_shared(const unsigned* keys, const int* values, int* out) {
  __shared__ int sums[512];
  for (int i = threadIdx.x; i < 512; i += 100) sums[i] = 0;
  __syncthreads();
  const int i = blockIdx.x * 100 + threadIdx.x;
  atomicSub(&sums[keys[i] & 511], values[i]);
  __syncthreads();
  for (int k = threadIdx.x; k < 512; k += 100)
    if (sums[k] != 0) atomicAdd(&out[k], sums[k]);
}

template <class T>
__global__ void extremes(const unsigned* keys, T* least) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  atomicMin(least + keys[i / 32 * 32], static_cast<T>(i * 37 % 1000));
}

__global__ void numbers(const unsigned* keys, unsigned* counts, unsigned* out) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i % 5 == 0) return;
  out[i] = 100 * atomicSub(&counts[keys[i]], 3u);
}

__global__ void left(const unsigned* keys, unsigned* counts, float* sums, unsigned* out) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  BUMP(&counts[keys[i]]);
  atomicAdd(&sums[keys[i]], 1.5f);
  out[i] = atomicMax(&counts[keys[i]], keys[i]);
  out[i] += atomicAdd(&counts[keys[i]], keys[i]);
}

__global__ void fenced(const unsigned* keys, unsigned* counts, unsigned* out) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  out[i] = 1;
  __threadfence();
  atomicAdd(&counts[keys[i]], 5u);
}

__device__ void bump(unsigned* count) { atomicOr(count, 4u); }
__global__ void elsewhere(const unsigned* keys, unsigned* counts) { bump(&counts[keys[blockIdx.x * 128 + threadIdx.x]]); }

int main() {
  std::vector<unsigned> host(kCount);
  for (int i = 0; i < kCount; ++i) host[i] = i / 16;
  OnDevice<unsigned> keys(kCount), counts(512), least(512), out(kCount);
  OnDevice<int> values(kCount), sums(512);
  OnDevice<unsigned long long> wide(512);
  OnDevice<float> floats(512);
  cudaMemcpy(keys.get(), host.data(), kCount * sizeof(unsigned), cudaMemcpyHostToDevice);
  in_shared<<<40, 100>>>(keys.get(), values.get(), sums.get());
  extremes<<<kCount / 128, 128>>>(keys.get(), least.get());
  extremes<<<kCount / 128, 128>>>(keys.get(), wide.get());
  numbers<<<kCount / 128, 128>>>(keys.get(), counts.get(), out.get());
  std::printf("%.0f %.0f %.0f %.0f %.0f\n", sums.sum(), least.sum(), wide.sum(), counts.sum(), out.sum());
  left<<<kCount / 128, 128>>>(keys.get(), counts.get(), floats.get(), out.get());
  fenced<<<kCount / 128, 128>>>(keys.get(), counts.get(), out.get());
  elsewhere<<<kCount / 128, 128>>>(keys.get(), counts.get());
  std::printf("%.0f %.0f %.0f\n", counts.sum(), out.sum(), floats.sum());
}
