// ptx: add.f16
// ptx: fma.rn.f16x2
// ptx: setp.lt.f16
// ptx: cvt.rn.f16.f32
// ptx: min.bf16
// ptx: mul.bf16x2
// ptx: atom.add.noftz.f16x2
// not-ptx: call.uni
#include <cuda_bf16.h>
#include <cuda_fp16.h>
__global__ void k(half* h, half2* h2, __nv_bfloat16* b, __nv_bfloat162* b2, float f) {
  h[0] = h[1] + h[2];
  h2[0] = __hfma2(h2[1], h2[2], h2[3]);
  if (h[3] < h[4]) h[5] = __float2half(f);
  b[0] = __hmin(b[1], b[2]);
  b2[0] = b2[1] * b2[2];
  atomicAdd(h2 + 4, h2[5]);
  h[6] = __shfl_down_sync(~0u, h[7], 1);
  h2[6] = __ldg(h2 + 7);
  h[8] = hexp(h[9]) + hrsqrt(h[10]);
  b[3] = __float2bfloat16(__bfloat162float(b[4]) * 2.0f);
}
