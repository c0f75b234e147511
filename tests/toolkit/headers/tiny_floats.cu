// Floats of 4 and 6 bits, and scales, on the device as on the host.
// ptx: .visible .entry
// not-ptx: call.uni
#include <cuda_fp4.h>
#include <cuda_fp6.hpp>
__global__ void k(const float4* in, __nv_fp4x4_e2m1* four, __nv_fp6x4_e3m2* six, float* out, long* whole, __nv_fp8_e8m0* scale) {
  four[0] = __nv_fp4x4_e2m1(in[0]);
  six[0] = __nv_fp6x4_e3m2(in[1]);
  out[0] = static_cast<float>(__nv_fp6_e2m3(out[1])) + static_cast<float4>(four[1]).z;
  scale[0] = __nv_fp8_e8m0(out[2]);
  out[3] = static_cast<float>(scale[1]) + static_cast<float2>(__nv_fp8x2_e8m0(float2{out[4], out[5]})).x;
  whole[2] = static_cast<long>(scale[2]);
  whole[0] = static_cast<long>(__nv_fp4_e2m1(whole[1]));
}
