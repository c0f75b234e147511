// On a machine without half arithmetic the work is done in float, and double sums have no instruction.
// arch: sm_52
// ptx: add.f32
// ptx: .target sm_52
// not-ptx: add.f16
#include <cuda_fp16.h>
__global__ void k(half* h, half2* h2, int* i) {
  h[0] = h[1] + h[2];
  h2[0] = __hfma2(h2[1], h2[2], h2[3]);
  i[0] = __shfl_down(i[1], 1) + __ballot(i[2]);
}
