// Single instructions are instructions, the rest calls that the virtual GPU answers; no call hands results through
// memory. ptx: sqrt.rn.f32 ptx: rsqrt.approx.f32 ptx: cvt.rpi.f32.f32 ptx: copysign.f32 ptx: max.f32 ptx: fma.rn.f64
// ptx: call.uni (retval0), __nv_sinf
// ptx: call.uni (retval0), __nv_cosf
// ptx: call.uni (retval0), __nv_pow
// not-ptx: __nv_sincosf
// not-ptx: __local_depot
// count: 1 ld.global.f32
#include <cmath>

// Calls that touch no memory: the value is loaded once for all of them.
__global__ void loaded_once(float* out, const float* in) {
  int i = threadIdx.x;
  out[i] = sinf(in[i]) + expf(in[i]) + rsqrtf(in[i]) + sqrtf(in[i]) + ceilf(in[i]) + copysignf(1.0f, in[i]) +
           fmaxf(in[i], 2.0f);
}

__global__ void overloads(double* out, double x, float f, int n) {
  float sine, cosine;
  sincosf(f, &sine, &cosine);
  int exponent;
  double whole;
  out[0] = std::pow(x, 3.5) + fma(x, x, 1.0) + modf(x, &whole) + whole + frexp(x, &exponent) + exponent;
  out[1] = sine + cosine + fmax(f, 1.0f) + log2(f) + hypot(f, f) + nearbyint(f) + rsqrt(f) + erfinv(f) + round(f) +
           norm3df(f, f, f);
  out[4] = nan("");
  out[2] = min(n, 3) + max(f, 2.0f) + max(n, 2u) + std::abs(x) + std::max(x, 1.0) + std::min(f, 1.0f) + cbrt(f) +
           fdim(f, f) + ilogb(f);
  out[3] = isnan(f) + isinf(x) + std::isfinite(f) + signbit(x) + (float)lroundf(f) + llrint(x) +
           remquo(f, 2.0f, &exponent) + exponent;
}
