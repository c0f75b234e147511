// C++ overloads of CUDA's mathematics that clang's headers declare but leave to the vendor's, or do not have.
#ifndef WARPGLASS_DEVICE_MATH_H
#define WARPGLASS_DEVICE_MATH_H

#define WG_DEVICE static __device__ __inline__ __attribute__((always_inline, nodebug))
#define WG_HOST_DEVICE static __host__ __device__ __inline__ __attribute__((always_inline, nodebug, unused))

// Declared by clang. An overload left undefined would become an unresolved call in the PTX without a word.
#define WG_FLOAT1(result, name) \
  WG_DEVICE result name(float a) { return ::name##f(a); }
#define WG_FLOAT2(name) \
  WG_DEVICE float name(float a, float b) { return ::name##f(a, b); }
WG_FLOAT1(float, acosh)
WG_FLOAT1(float, asinh)
WG_FLOAT1(float, atanh)
WG_FLOAT1(float, cbrt)
WG_FLOAT1(float, erf)
WG_FLOAT1(float, erfc)
WG_FLOAT1(float, exp2)
WG_FLOAT1(float, expm1)
WG_FLOAT1(int, ilogb)
WG_FLOAT1(float, lgamma)
WG_FLOAT1(long long, llrint)
WG_FLOAT1(long long, llround)
WG_FLOAT1(float, log1p)
WG_FLOAT1(float, log2)
WG_FLOAT1(float, logb)
WG_FLOAT1(long, lrint)
WG_FLOAT1(long, lround)
WG_FLOAT1(float, nearbyint)
WG_FLOAT1(float, rint)
WG_FLOAT1(float, round)
WG_FLOAT1(float, tgamma)
WG_FLOAT1(float, trunc)
WG_FLOAT2(copysign)
WG_FLOAT2(fdim)
WG_FLOAT2(fmax)
WG_FLOAT2(fmin)
WG_FLOAT2(hypot)
WG_FLOAT2(nextafter)
WG_FLOAT2(remainder)
WG_DEVICE float fma(float a, float b, float c) { return ::fmaf(a, b, c); }
WG_DEVICE float remquo(float a, float b, int* quotient) { return ::remquof(a, b, quotient); }
WG_DEVICE float scalbln(float a, long b) { return ::scalblnf(a, b); }
WG_DEVICE float scalbn(float a, int b) { return ::scalbnf(a, b); }
WG_DEVICE double nan(const char*) { return __builtin_nan(""); }
WG_DEVICE float nanf(const char*) { return __builtin_nanf(""); }

// An intrinsic function of CUDA 13 that clang's headers do not have yet.
WG_DEVICE float __tanhf(float a) { return __nv_fast_tanhf(a); }

// Overloads that the vendor's headers have besides.
WG_FLOAT1(float, cospi)
WG_FLOAT1(float, cyl_bessel_i0)
WG_FLOAT1(float, cyl_bessel_i1)
WG_FLOAT1(float, erfcinv)
WG_FLOAT1(float, erfcx)
WG_FLOAT1(float, erfinv)
WG_FLOAT1(float, exp10)
WG_FLOAT1(float, j0)
WG_FLOAT1(float, j1)
WG_FLOAT1(float, normcdf)
WG_FLOAT1(float, normcdfinv)
WG_FLOAT1(float, rcbrt)
WG_FLOAT1(float, rsqrt)
WG_FLOAT1(float, sinpi)
WG_FLOAT1(float, y0)
WG_FLOAT1(float, y1)
WG_FLOAT2(fdivide)
WG_FLOAT2(rhypot)
WG_DEVICE void sincos(float a, float* sine, float* cosine) { ::sincosf(a, sine, cosine); }
WG_DEVICE void sincospi(float a, float* sine, float* cosine) { ::sincospif(a, sine, cosine); }
#undef WG_FLOAT1
#undef WG_FLOAT2

// min and max of every pair of arithmetic types that CUDA pairs; of two different ones, the wider or unsigned wins.
// (int, int) is there already, for each side.
#define WG_MIN_MAX(result, first, second)                                                                \
  WG_HOST_DEVICE result min(first a, second b) { return (result)a < (result)b ? (result)a : (result)b; } \
  WG_HOST_DEVICE result max(first a, second b) { return (result)a > (result)b ? (result)a : (result)b; }
#define WG_MIN_MAX_UNSIGNED(type)                         \
  WG_MIN_MAX(unsigned type, unsigned type, unsigned type) \
  WG_MIN_MAX(unsigned type, type, unsigned type)          \
  WG_MIN_MAX(unsigned type, unsigned type, type)
WG_MIN_MAX_UNSIGNED(int)
WG_MIN_MAX_UNSIGNED(long)
WG_MIN_MAX_UNSIGNED(long long)
WG_MIN_MAX(long, long, long)
WG_MIN_MAX(long long, long long, long long)
#undef WG_MIN_MAX
#undef WG_MIN_MAX_UNSIGNED
#define WG_FLOAT_MIN_MAX(result, first, second, name)                                 \
  WG_HOST_DEVICE result min(first a, second b) { return __builtin_fmin##name(a, b); } \
  WG_HOST_DEVICE result max(first a, second b) { return __builtin_fmax##name(a, b); }
WG_FLOAT_MIN_MAX(float, float, float, f)
WG_FLOAT_MIN_MAX(double, double, double, )
WG_FLOAT_MIN_MAX(double, float, double, )
WG_FLOAT_MIN_MAX(double, double, float, )
#undef WG_FLOAT_MIN_MAX

#undef WG_DEVICE
#undef WG_HOST_DEVICE

#endif
