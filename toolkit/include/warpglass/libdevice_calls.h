// The part of libdevice that stays a call: `.extern .func __nv_expf` in the PTX, answered by the virtual GPU.
//
// As clang declares them these calls may write memory, which would make the compiler load a[i] anew after every
// expf(a[i]) and falsify the traffic; declared const here, they do not. Functions that hand results back through
// pointers would force their results through local memory; they are put together from ones that do not.
#ifndef WARPGLASS_LIBDEVICE_CALLS_H
#define WARPGLASS_LIBDEVICE_CALLS_H

#define WG_CALL extern "C" __device__ __attribute__((const, nothrow))

#define WG_CALL1(name)                  \
  WG_CALL double __nv_##name(double a); \
  WG_CALL float __nv_##name##f(float a);
#define WG_CALL2(name)                            \
  WG_CALL double __nv_##name(double a, double b); \
  WG_CALL float __nv_##name##f(float a, float b);
WG_CALL1(acos)
WG_CALL1(acosh)
WG_CALL1(asin) WG_CALL1(asinh) WG_CALL1(atan) WG_CALL1(atanh) WG_CALL1(cbrt) WG_CALL1(cos) WG_CALL1(cosh)
    WG_CALL1(cospi) WG_CALL1(cyl_bessel_i0) WG_CALL1(cyl_bessel_i1) WG_CALL1(erf) WG_CALL1(erfc) WG_CALL1(erfcinv)
        WG_CALL1(erfcx) WG_CALL1(erfinv) WG_CALL1(expm1) WG_CALL1(j0) WG_CALL1(j1) WG_CALL1(lgamma) WG_CALL1(log1p)
            WG_CALL1(logb) WG_CALL1(normcdf) WG_CALL1(normcdfinv) WG_CALL1(rcbrt) WG_CALL1(sin) WG_CALL1(sinh)
                WG_CALL1(sinpi) WG_CALL1(tgamma) WG_CALL1(y0) WG_CALL1(y1) WG_CALL2(atan2) WG_CALL2(fmod)
                    WG_CALL2(hypot) WG_CALL2(nextafter) WG_CALL2(remainder) WG_CALL2(rhypot) WG_CALL
    double __nv_exp(double a);
WG_CALL double __nv_exp2(double a);
WG_CALL double __nv_exp10(double a);
WG_CALL double __nv_log(double a);
WG_CALL double __nv_log2(double a);
WG_CALL double __nv_log10(double a);
WG_CALL double __nv_pow(double a, double b);
WG_CALL double __nv_tan(double a);
WG_CALL double __nv_tanh(double a);
WG_CALL double __nv_ldexp(double a, int b);
WG_CALL float __nv_ldexpf(float a, int b);
WG_CALL double __nv_scalbn(double a, int b);
WG_CALL float __nv_scalbnf(float a, int b);
WG_CALL double __nv_powi(double a, int b);
WG_CALL float __nv_powif(float a, int b);
WG_CALL double __nv_jn(int n, double a);
WG_CALL float __nv_jnf(int n, float a);
WG_CALL double __nv_yn(int n, double a);
WG_CALL float __nv_ynf(int n, float a);
WG_CALL int __nv_ilogb(double a);
WG_CALL int __nv_ilogbf(float a);
WG_CALL double __nv_norm3d(double a, double b, double c);
WG_CALL float __nv_norm3df(float a, float b, float c);
WG_CALL double __nv_norm4d(double a, double b, double c, double d);
WG_CALL float __nv_norm4df(float a, float b, float c, float d);
WG_CALL double __nv_rnorm3d(double a, double b, double c);
WG_CALL float __nv_rnorm3df(float a, float b, float c);
WG_CALL double __nv_rnorm4d(double a, double b, double c, double d);
WG_CALL float __nv_rnorm4df(float a, float b, float c, float d);
WG_CALL double __nv_rcp64h(double a);
WG_CALL float __nv_frsqrt_rn(float a);

// With --use_fast_math these seven float functions become their approximations, as nvcc 13 compiles them; sinf, cosf,
// logf, log2f and sincosf are replaced by clang's own wrappers.
#ifdef WG_APPROXIMATE
WG_CONST float __nv_expf(float a) { return __nv_fast_expf(a); }
WG_CONST float __nv_exp10f(float a) { return __nv_fast_exp10f(a); }
WG_CONST float __nv_logf(float a) { return __nv_fast_logf(a); }
WG_CONST float __nv_log2f(float a) { return __nv_fast_log2f(a); }
WG_CONST float __nv_log10f(float a) { return __nv_fast_log10f(a); }
WG_CONST float __nv_powf(float a, float b) { return __nv_fast_powf(a, b); }
WG_CONST float __nv_tanf(float a) { return __nv_fast_tanf(a); }
#else
WG_CALL float __nv_expf(float a);
WG_CALL float __nv_exp10f(float a);
WG_CALL float __nv_logf(float a);
WG_CALL float __nv_log2f(float a);
WG_CALL float __nv_log10f(float a);
WG_CALL float __nv_powf(float a, float b);
WG_CALL float __nv_tanf(float a);
#endif
// The machine approximates it from compute capability 7.5 on.
#if defined(WG_APPROXIMATE) && !(defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 750)
WG_CONST float __nv_tanhf(float a) { return __nv_fast_tanhf(a); }
#else
WG_CALL float __nv_tanhf(float a);
#endif

WG_INLINE void __nv_sincos(double a, double* sine, double* cosine) {
  *sine = __nv_sin(a);
  *cosine = __nv_cos(a);
}
WG_INLINE void __nv_sincosf(float a, float* sine, float* cosine) {
  *sine = __nv_sinf(a);
  *cosine = __nv_cosf(a);
}
WG_INLINE void __nv_sincospi(double a, double* sine, double* cosine) {
  *sine = __nv_sinpi(a);
  *cosine = __nv_cospi(a);
}
WG_INLINE void __nv_sincospif(float a, float* sine, float* cosine) {
  *sine = __nv_sinpif(a);
  *cosine = __nv_cospif(a);
}

WG_INLINE double __nv_modf(double a, double* whole) {
  *whole = __builtin_trunc(a);
  return __builtin_copysign(__nv_isinfd(a) ? 0.0 : a - *whole, a);
}
WG_INLINE float __nv_modff(float a, float* whole) {
  *whole = __builtin_truncf(a);
  return __builtin_copysignf(__nv_isinff(a) ? 0.0f : a - *whole, a);
}

// Denormals are scaled up first, so that the exponent field is the exponent.
WG_INLINE double __nv_frexp(double a, int* exponent) {
  *exponent = 0;
  if (a == 0 || !__nv_isfinited(a)) return a + a;
  int bias = 1022;
  if (__builtin_fabs(a) < 0x1p-1022) {
    a *= 0x1p54;
    bias += 54;
  }
  unsigned long long bits = __builtin_bit_cast(unsigned long long, a);
  *exponent = (int)(bits >> 52 & 0x7ff) - bias;
  return __builtin_bit_cast(double, (bits & 0x800fffffffffffffULL) | 0x3fe0000000000000ULL);
}
WG_INLINE float __nv_frexpf(float a, int* exponent) {
  *exponent = 0;
  if (a == 0 || !__nv_finitef(a)) return a + a;
  int bias = 126;
  if (__builtin_fabsf(a) < 0x1p-126f) {
    a *= 0x1p25f;
    bias += 25;
  }
  unsigned int bits = __builtin_bit_cast(unsigned int, a);
  *exponent = (int)(bits >> 23 & 0xff) - bias;
  return __builtin_bit_cast(float, (bits & 0x807fffffu) | 0x3f000000u);
}

// The low three bits of the quotient come from the exact remainder of eight times the divisor.
WG_INLINE double __nv_remquo(double a, double b, int* quotient) {
  double rest = __nv_remainder(a, b);
  double within = __builtin_fabs(b) < 0x1p1020 ? __nv_fmod(a, 8 * b) : a;
  *quotient = (int)__builtin_rint((within - rest) / b);
  return rest;
}
WG_INLINE float __nv_remquof(float a, float b, int* quotient) {
  float rest = __nv_remainderf(a, b);
  float within = __builtin_fabsf(b) < 0x1p124f ? __nv_fmodf(a, 8 * b) : a;
  *quotient = (int)__builtin_rintf((within - rest) / b);
  return rest;
}

WG_INLINE double __nv_norm(int dimensions, const double* a) {
  double length = 0;
  for (int i = 0; i < dimensions; ++i) length = __nv_hypot(length, a[i]);
  return length;
}
WG_INLINE float __nv_normf(int dimensions, const float* a) {
  float length = 0;
  for (int i = 0; i < dimensions; ++i) length = __nv_hypotf(length, a[i]);
  return length;
}
WG_INLINE double __nv_rnorm(int dimensions, const double* a) { return 1 / __nv_norm(dimensions, a); }
WG_INLINE float __nv_rnormf(int dimensions, const float* a) { return 1 / __nv_normf(dimensions, a); }

#undef WG_CALL
#undef WG_CALL1
#undef WG_CALL2

#endif
