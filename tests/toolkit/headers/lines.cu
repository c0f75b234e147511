// Every line in the table is a line of this file, whatever is called: the checks of all tests say so; here the calls
// are the ones whose own headers would show.
// ptx: .loc 1 12
// ptx: .loc 1 13
// ptx: .loc 1 14
// ptx: .loc 1 15
// ptx: .loc 1 16
// ptx: .loc 1 18
#include <algorithm>
#include <cmath>
__global__ void k(float* out, const float* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = __ldg(in + i);
  v += __shfl_down_sync(~0u, v, 1);
  atomicAdd(out, v);
  out[1] = std::sqrt(v) + std::max(v, 2.0f) + make_float2(v, v).y;
  uint3 where = threadIdx;
  out[where.x] = __expf(v);
}
