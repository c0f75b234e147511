// A lane that executes an instruction of the warp has to be one of those that its mask names.
#include <cuda_runtime.h>

__global__ void half_right(unsigned* out) {
  if (threadIdx.x < 16) out[threadIdx.x] = __shfl_sync(0x0000ffffu, threadIdx.x, 3);
}

__global__ void all_but_one(unsigned* out, unsigned mask) {
  if (threadIdx.x < 16) out[threadIdx.x] = __ballot_sync(mask, 1);  // finds: warp-mask
}

int main() {
  unsigned* out;
  cudaMalloc(&out, 128);
  half_right<<<1, 32>>>(out);
  all_but_one<<<1, 32>>>(out, 0x0000fffeu);
  return cudaDeviceSynchronize() == cudaErrorIllegalInstruction ? 0 : 1;
}
