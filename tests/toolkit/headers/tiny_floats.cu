// Floats of 4 and 6 bits, on the device as on the host.
// ptx: .visible .entry
// not-ptx: call.uni
#include <cuda_fp4.h>
#include <cuda_fp6.hpp>
__global__ void k(const float4* in, __nv_fp4x4_e2m1* four, __nv_fp6x4_e3m2* six, float* out, long* whole) {
  four[0] = __nv_fp4x4_e2m1(in[0]);
  six[0] = __nv_fp6x4_e3m2(in[1]);
  out[0] = static_cast<float>(__nv_fp6_e2m3(out[1])) + static_cast<float4>(four[1]).z;
  whole[0] = static_cast<long>(__nv_fp4_e2m1(whole[1]));
}
