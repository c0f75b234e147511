// Atomics of different sizes at one place are not morally strong: they have to overlap completely. (PTX ISA, Morally
// Strong Operations, 3; Mixed-size Data-races)
#include <cuda_runtime.h>

__global__ void sum_and_low_half_wrong(unsigned long long* sum) {
  if (blockIdx.x == 0) atomicAdd(sum, 1ull << 32);
  if (blockIdx.x == 1) atomicAdd(reinterpret_cast<unsigned*>(sum), 1u);  // finds: global-race
}

__global__ void sum_and_low_half_right(unsigned long long* sum) {
  if (blockIdx.x == 0) atomicAdd(sum, 1ull << 32);
  if (blockIdx.x == 1) atomicAdd(sum, 1ull);
}

__global__ void byte_of_a_flag_wrong(unsigned* flag, unsigned* out) {
  if (blockIdx.x == 0) atomicExch(flag, 0x01010101u);
  if (blockIdx.x == 1) *out = *reinterpret_cast<volatile unsigned char*>(flag);  // finds: global-race
}

__global__ void byte_of_a_flag_right(unsigned* flag, unsigned* out) {
  if (blockIdx.x == 0) atomicExch(flag, 0x01010101u);
  if (blockIdx.x == 1) *out = *static_cast<volatile unsigned*>(flag) & 0xff;
}

int main() {
  unsigned *sum, *out;
  cudaMalloc(&sum, 256);
  cudaMalloc(&out, 256);
  cudaMemset(sum, 0, 256);
  sum_and_low_half_wrong<<<2, 1>>>(reinterpret_cast<unsigned long long*>(sum));
  sum_and_low_half_right<<<2, 1>>>(reinterpret_cast<unsigned long long*>(sum));
  byte_of_a_flag_wrong<<<2, 1>>>(sum, out);
  byte_of_a_flag_right<<<2, 1>>>(sum, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
