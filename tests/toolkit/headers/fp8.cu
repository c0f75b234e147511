// ptx: cvt.rn.satfinite.e4m3x2.f32
// ptx: cvt.rn.f16x2.e5m2x2
#include <cuda_fp8.h>
__global__ void k(__nv_fp8_e4m3* a, __nv_fp8x4_e5m2* b, float4* f) {
  a[0] = __nv_fp8_e4m3(f->x);
  f[1] = float4(b[0]);
}
