// A lane that executes an instruction of the warp has to be one of those that its mask names.
#include <cuda_runtime.h>

__global__ void half_right(unsigned* out) {
  if (threadIdx.x < 16) out[threadIdx.x] = __shfl_sync(0x0000ffffu, threadIdx.x, 3);
}

__global__ void all_but_one(unsigned* out, unsigned mask) {
  if (threadIdx.x < 16) out[threadIdx.x] = __ballot_sync(mask, 1);  // finds: warp-mask
}

// A sum of a warp, of which part has returned or is elsewhere.
__device__ unsigned sum_of_warp(unsigned v) {
  for (int apart = 16; apart > 0; apart /= 2)
    v += __shfl_down_sync(0xffffffffu, v, apart);  // notes: warp-mask
  return v;
}

__device__ unsigned sum_of_warp_right(unsigned v) {
  for (int apart = 16; apart > 0; apart /= 2) v += __shfl_down_sync(0xffffffffu, v, apart);
  return v;
}

__global__ void part_of_a_warp_sums(unsigned* out, unsigned n) {
  unsigned v = threadIdx.x;
  if (threadIdx.x < n) v = sum_of_warp(v);
  out[threadIdx.x] = v;
}

__global__ void part_of_a_warp_sums_after_the_others_return(unsigned* out, unsigned n) {
  if (threadIdx.x >= n) return;
  const unsigned v = sum_of_warp(threadIdx.x);
  if (threadIdx.x == 0) *out = v;
}

__global__ void whole_warp_sums_right(unsigned* out, unsigned n) {
  const unsigned v = sum_of_warp_right(threadIdx.x < n ? threadIdx.x : 0);
  if (threadIdx.x == 0) *out = v;
}

__global__ void part_of_a_warp_sums_right(unsigned* out, unsigned n) {
  const unsigned mask = __ballot_sync(0xffffffffu, threadIdx.x < n);
  if (threadIdx.x < n) out[threadIdx.x] = __shfl_sync(mask, threadIdx.x, 3);
}

int main() {
  unsigned* out;
  cudaMalloc(&out, 128);
  half_right<<<1, 32>>>(out);
  part_of_a_warp_sums<<<1, 32>>>(out, 20);
  part_of_a_warp_sums_after_the_others_return<<<1, 32>>>(out, 20);
  whole_warp_sums_right<<<1, 32>>>(out, 20);
  part_of_a_warp_sums_right<<<1, 32>>>(out, 20);
  all_but_one<<<1, 32>>>(out, 0x0000fffeu);
  return cudaDeviceSynchronize() == cudaErrorIllegalInstruction ? 0 : 1;
}
