// The part of libdevice that is a few instructions long.
//
// clang lowers sqrtf(x), __popc(x) and the rest of CUDA's device mathematics to calls of __nv_sqrtf, __nv_popc, ...,
// which it expects in a bitcode library. Here those that the hardware does in one instruction (or that nvcc expands
// to a handful) are inline functions, so that they show up as the instructions they are; the others stay calls that
// the virtual GPU answers by name (libdevice_calls.h).
//
// `nodebug` keeps these lines out of the line table, `const` lets the optimiser see that they touch no memory.
// __nvvm_reflect("__CUDA_FTZ") is replaced by clang with whether denormals are flushed.
#ifndef WARPGLASS_LIBDEVICE_H
#define WARPGLASS_LIBDEVICE_H

#define WG_INLINE extern "C" __device__ __inline__ __attribute__((always_inline, nodebug, nothrow))
#define WG_CONST WG_INLINE __attribute__((const))
#define WG_FLUSH __nvvm_reflect("__CUDA_FTZ")
// --use_fast_math, by the names of clang 18 and later and of clang before.
#if defined(__CLANG_GPU_APPROX_TRANSCENDENTALS__) || defined(__CLANG_CUDA_APPROX_TRANSCENDENTALS__)
#define WG_APPROXIMATE
#endif

#if !__has_builtin(__nvvm_reflect)
extern "C" __device__ int __nvvm_reflect(const char*) __attribute__((const));
#endif

// One operation in the four roundings; CUDA says rn, rd, ru, rz where NVVM says rn, rm, rp, rz.
#define WG_ROUNDINGS(form, ...) \
  form(rn, rn, __VA_ARGS__) form(rd, rm, __VA_ARGS__) form(ru, rp, __VA_ARGS__) form(rz, rz, __VA_ARGS__)

#define WG_DOUBLE1(cuda, nvvm, name, op) \
  WG_CONST double __nv_d##name##_##cuda(double a) { return __nvvm_##op##_##nvvm##_d(a); }
#define WG_DOUBLE2(cuda, nvvm, name, op) \
  WG_CONST double __nv_d##name##_##cuda(double a, double b) { return __nvvm_##op##_##nvvm##_d(a, b); }
#define WG_FLOAT1(cuda, nvvm, name, op)                                              \
  WG_CONST float __nv_f##name##_##cuda(float a) {                                    \
    return WG_FLUSH ? __nvvm_##op##_##nvvm##_ftz_f(a) : __nvvm_##op##_##nvvm##_f(a); \
  }
#define WG_FLOAT2(cuda, nvvm, name, op)                                                    \
  WG_CONST float __nv_f##name##_##cuda(float a, float b) {                                 \
    return WG_FLUSH ? __nvvm_##op##_##nvvm##_ftz_f(a, b) : __nvvm_##op##_##nvvm##_f(a, b); \
  }
WG_ROUNDINGS(WG_DOUBLE2, add, add)
WG_ROUNDINGS(WG_DOUBLE2, mul, mul)
WG_ROUNDINGS(WG_DOUBLE2, div, div)
WG_ROUNDINGS(WG_DOUBLE1, rcp, rcp)
WG_ROUNDINGS(WG_DOUBLE1, sqrt, sqrt)
WG_ROUNDINGS(WG_FLOAT2, add, add)
WG_ROUNDINGS(WG_FLOAT2, mul, mul)
WG_ROUNDINGS(WG_FLOAT2, div, div)
WG_ROUNDINGS(WG_FLOAT1, rcp, rcp)
WG_ROUNDINGS(WG_FLOAT1, sqrt, sqrt)

// NVVM has no subtraction with a rounding.
#define WG_SUBTRACT(cuda, nvvm, ...)                                       \
  WG_CONST double __nv_dsub_##cuda(double a, double b) {                   \
    double r;                                                              \
    asm("sub." #nvvm ".f64 %0, %1, %2;" : "=d"(r) : "d"(a), "d"(b));       \
    return r;                                                              \
  }                                                                        \
  WG_CONST float __nv_fsub_##cuda(float a, float b) {                      \
    float r;                                                               \
    if (WG_FLUSH)                                                          \
      asm("sub." #nvvm ".ftz.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b)); \
    else                                                                   \
      asm("sub." #nvvm ".f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));     \
    return r;                                                              \
  }
WG_ROUNDINGS(WG_SUBTRACT, )

#define WG_FMA(cuda, nvvm, ...)                                                                              \
  WG_CONST double __nv_fma_##cuda(double a, double b, double c) { return __nvvm_fma_##nvvm##_d(a, b, c); }   \
  WG_CONST float __nv_fmaf_ieee_##cuda(float a, float b, float c) { return __nvvm_fma_##nvvm##_f(a, b, c); } \
  WG_CONST float __nv_fmaf_##cuda(float a, float b, float c) {                                               \
    return WG_FLUSH ? __nvvm_fma_##nvvm##_ftz_f(a, b, c) : __nvvm_fma_##nvvm##_f(a, b, c);                   \
  }
WG_ROUNDINGS(WG_FMA, )

// Conversions, by rounding.
#define WG_CONVERT(cuda, nvvm, ...)                                                                                    \
  WG_CONST float __nv_double2float_##cuda(double a) {                                                                  \
    return WG_FLUSH ? __nvvm_d2f_##nvvm##_ftz(a) : __nvvm_d2f_##nvvm(a);                                               \
  }                                                                                                                    \
  WG_CONST int __nv_double2int_##cuda(double a) { return __nvvm_d2i_##nvvm(a); }                                       \
  WG_CONST unsigned int __nv_double2uint_##cuda(double a) { return __nvvm_d2ui_##nvvm(a); }                            \
  WG_CONST long long __nv_double2ll_##cuda(double a) { return __nvvm_d2ll_##nvvm(a); }                                 \
  WG_CONST unsigned long long __nv_double2ull_##cuda(double a) { return __nvvm_d2ull_##nvvm(a); }                      \
  WG_CONST int __nv_float2int_##cuda(float a) { return WG_FLUSH ? __nvvm_f2i_##nvvm##_ftz(a) : __nvvm_f2i_##nvvm(a); } \
  WG_CONST unsigned int __nv_float2uint_##cuda(float a) {                                                              \
    return WG_FLUSH ? __nvvm_f2ui_##nvvm##_ftz(a) : __nvvm_f2ui_##nvvm(a);                                             \
  }                                                                                                                    \
  WG_CONST long long __nv_float2ll_##cuda(float a) {                                                                   \
    return WG_FLUSH ? __nvvm_f2ll_##nvvm##_ftz(a) : __nvvm_f2ll_##nvvm(a);                                             \
  }                                                                                                                    \
  WG_CONST unsigned long long __nv_float2ull_##cuda(float a) {                                                         \
    return WG_FLUSH ? __nvvm_f2ull_##nvvm##_ftz(a) : __nvvm_f2ull_##nvvm(a);                                           \
  }
WG_ROUNDINGS(WG_CONVERT, )
// From integers as asm: clang 19 turns its own builtin for "towards zero" into "to nearest".
#define WG_FROM_INTEGER(cuda, nvvm, name, type, reg, ptx, to, to_type, to_reg, to_ptx) \
  WG_CONST to_type __nv_##name##2##to##_##cuda(type a) {                               \
    to_type r;                                                                         \
    asm("cvt." #nvvm "." to_ptx "." ptx " %0, %1;" : "=" to_reg(r) : reg(a));          \
    return r;                                                                          \
  }
WG_ROUNDINGS(WG_FROM_INTEGER, int, int, "r", "s32", float, float, "f", "f32")
WG_ROUNDINGS(WG_FROM_INTEGER, uint, unsigned int, "r", "u32", float, float, "f", "f32")
WG_ROUNDINGS(WG_FROM_INTEGER, ll, long long, "l", "s64", float, float, "f", "f32")
WG_ROUNDINGS(WG_FROM_INTEGER, ull, unsigned long long, "l", "u64", float, float, "f", "f32")
WG_ROUNDINGS(WG_FROM_INTEGER, ll, long long, "l", "s64", double, double, "d", "f64")
WG_ROUNDINGS(WG_FROM_INTEGER, ull, unsigned long long, "l", "u64", double, double, "d", "f64")
WG_CONST double __nv_int2double_rn(int a) { return a; }
WG_CONST double __nv_uint2double_rn(unsigned int a) { return a; }
WG_CONST unsigned short __nv_float2half_rn(float a) {
  unsigned short r;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(r) : "f"(a));
  return r;
}
WG_CONST float __nv_half2float(unsigned short a) {
  float r;
  asm("cvt.f32.f16 %0, %1;" : "=f"(r) : "h"(a));
  return r;
}

// Bits of one type read as another.
WG_CONST int __nv_float_as_int(float a) { return __builtin_bit_cast(int, a); }
WG_CONST unsigned int __nv_float_as_uint(float a) { return __builtin_bit_cast(unsigned int, a); }
WG_CONST float __nv_int_as_float(int a) { return __builtin_bit_cast(float, a); }
WG_CONST float __nv_uint_as_float(unsigned int a) { return __builtin_bit_cast(float, a); }
WG_CONST unsigned long long __nv_double_as_longlong(double a) { return __builtin_bit_cast(unsigned long long, a); }
WG_CONST double __nv_longlong_as_double(long long a) { return __builtin_bit_cast(double, a); }
WG_CONST int __nv_double2hiint(double a) { return __nvvm_d2i_hi(a); }
WG_CONST int __nv_double2loint(double a) { return __nvvm_d2i_lo(a); }
WG_CONST double __nv_hiloint2double(int high, int low) { return __nvvm_lohi_i2d(low, high); }

// Integers. The forms are those LLVM turns into one instruction.
WG_CONST int __nv_abs(int a) { return a < 0 ? -(unsigned)a : a; }
WG_CONST long long __nv_llabs(long long a) { return a < 0 ? -(unsigned long long)a : a; }
WG_CONST int __nv_brev(int a) { return __builtin_bitreverse32(a); }
WG_CONST long long __nv_brevll(long long a) { return __builtin_bitreverse64(a); }
WG_CONST int __nv_byte_perm(int a, int b, int selector) { return __nvvm_prmt(a, b, selector & 0x7777); }  // not the sign
WG_CONST int __nv_clz(int a) { return a ? __builtin_clz(a) : 32; }
WG_CONST int __nv_clzll(long long a) { return a ? __builtin_clzll(a) : 64; }
WG_CONST int __nv_popc(unsigned int a) { return __builtin_popcount(a); }
WG_CONST int __nv_popcll(unsigned long long a) { return __builtin_popcountll(a); }
WG_CONST int __nv_ffs(int a) {
  int r;
  asm("bfind.shiftamt.u32 %0, %1;" : "=r"(r) : "r"(__builtin_bitreverse32(a)));
  return r + 1;
}
WG_CONST int __nv_ffsll(long long a) { return 64 - __nv_clzll(a & -(unsigned long long)a); }
WG_CONST int __nv_min(int a, int b) { return a < b ? a : b; }
WG_CONST int __nv_max(int a, int b) { return a > b ? a : b; }
WG_CONST unsigned int __nv_umin(unsigned int a, unsigned int b) { return a < b ? a : b; }
WG_CONST unsigned int __nv_umax(unsigned int a, unsigned int b) { return a > b ? a : b; }
WG_CONST long long __nv_llmin(long long a, long long b) { return a < b ? a : b; }
WG_CONST long long __nv_llmax(long long a, long long b) { return a > b ? a : b; }
WG_CONST unsigned long long __nv_ullmin(unsigned long long a, unsigned long long b) { return a < b ? a : b; }
WG_CONST unsigned long long __nv_ullmax(unsigned long long a, unsigned long long b) { return a > b ? a : b; }
WG_CONST int __nv_mulhi(int a, int b) { return __nvvm_mulhi_i(a, b); }
WG_CONST unsigned int __nv_umulhi(unsigned int a, unsigned int b) { return __nvvm_mulhi_ui(a, b); }
WG_CONST long long __nv_mul64hi(long long a, long long b) { return __nvvm_mulhi_ll(a, b); }
WG_CONST unsigned long long __nv_umul64hi(unsigned long long a, unsigned long long b) { return __nvvm_mulhi_ull(a, b); }
WG_CONST int __nv_mul24(int a, int b) { return (int)((unsigned)a << 8) / 256 * ((int)((unsigned)b << 8) / 256); }
WG_CONST unsigned int __nv_umul24(unsigned int a, unsigned int b) { return (a & 0xffffff) * (b & 0xffffff); }
WG_CONST int __nv_sad(int a, int b, int c) {
  int r;
  asm("sad.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
  return r;
}
WG_CONST unsigned int __nv_usad(unsigned int a, unsigned int b, unsigned int c) {
  unsigned int r;
  asm("sad.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
  return r;
}
WG_CONST int __nv_hadd(int a, int b) { return (a & b) + ((a ^ b) >> 1); }
WG_CONST int __nv_rhadd(int a, int b) { return (a | b) - ((a ^ b) >> 1); }
WG_CONST int __nv_uhadd(unsigned int a, unsigned int b) { return (a & b) + ((a ^ b) >> 1); }
WG_CONST unsigned int __nv_urhadd(unsigned int a, unsigned int b) { return (a | b) - ((a ^ b) >> 1); }

// Floating point. The generic builtins follow the flags of the compilation: flushed denormals, approximate sqrt.
#define WG_BOTH1(name)                                                  \
  WG_CONST double __nv_##name(double a) { return __builtin_##name(a); } \
  WG_CONST float __nv_##name##f(float a) { return __builtin_##name##f(a); }
#define WG_BOTH2(name)                                                               \
  WG_CONST double __nv_##name(double a, double b) { return __builtin_##name(a, b); } \
  WG_CONST float __nv_##name##f(float a, float b) { return __builtin_##name##f(a, b); }
WG_BOTH1(fabs)
WG_CONST double __nv_sqrt(double a) { return __builtin_sqrt(a); }
// Approximate with --use_fast_math, and with --prec-sqrt=false, for which warpglass-nvcc defines __CUDA_PREC_SQRT as 0.
#if defined(WG_APPROXIMATE) || (defined(__CUDA_PREC_SQRT) && !__CUDA_PREC_SQRT)
WG_CONST float __nv_sqrtf(float a) { return WG_FLUSH ? __nvvm_sqrt_approx_ftz_f(a) : __nvvm_sqrt_approx_f(a); }
#else
WG_CONST float __nv_sqrtf(float a) { return __builtin_sqrtf(a); }
#endif
WG_BOTH1(ceil)
WG_BOTH1(floor)
WG_BOTH1(trunc)
WG_BOTH1(rint)
WG_BOTH1(nearbyint)
WG_BOTH2(fmin)
WG_BOTH2(fmax)
WG_CONST double __nv_copysign(double a, double sign) {
  double r;
  asm("copysign.f64 %0, %1, %2;" : "=d"(r) : "d"(sign), "d"(a));
  return r;
}
WG_CONST float __nv_copysignf(float a, float sign) {
  float r;
  asm("copysign.f32 %0, %1, %2;" : "=f"(r) : "f"(sign), "f"(a));
  return r;
}
WG_CONST double __nv_fma(double a, double b, double c) { return __builtin_fma(a, b, c); }
WG_CONST float __nv_fmaf(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
// Half is added towards zero, so that 0.49999997f stays below one.
WG_CONST double __nv_round(double a) { return __builtin_trunc(__nvvm_add_rz_d(a, __nv_copysign(0.5, a))); }
WG_CONST float __nv_roundf(float a) { return __builtin_truncf(__nv_fadd_rz(a, __nv_copysignf(0.5f, a))); }
WG_CONST long long __nv_llround(double a) { return __nvvm_d2ll_rz(__nv_round(a)); }
WG_CONST long long __nv_llroundf(float a) { return __nv_float2ll_rz(__nv_roundf(a)); }
WG_CONST long long __nv_llrint(double a) { return __nvvm_d2ll_rn(a); }
WG_CONST long long __nv_llrintf(float a) { return __nv_float2ll_rn(a); }
WG_CONST double __nv_fdim(double a, double b) {
  double difference = __nv_dsub_rn(a, b);
  return a <= b ? 0 : difference;
}
WG_CONST float __nv_fdimf(float a, float b) {
  float difference = __nv_fsub_rn(a, b);
  return a <= b ? 0 : difference;
}
WG_CONST double __nv_rsqrt(double a) { return __nvvm_rsqrt_approx_d(a); }
WG_CONST float __nv_rsqrtf(float a) { return WG_FLUSH ? __nvvm_rsqrt_approx_ftz_f(a) : __nvvm_rsqrt_approx_f(a); }
WG_CONST float __nv_saturatef(float a) { return WG_FLUSH ? __nvvm_saturate_ftz_f(a) : __nvvm_saturate_f(a); }
WG_CONST float __nv_exp2f(float a) { return WG_FLUSH ? __nvvm_ex2_approx_ftz_f(a) : __nvvm_ex2_approx_f(a); }
WG_CONST int __nv_isnanf(float a) { return a != a; }
WG_CONST int __nv_isnand(double a) { return a != a; }
WG_CONST int __nv_isinff(float a) { return __builtin_fabsf(a) == __builtin_inff(); }
WG_CONST int __nv_isinfd(double a) { return __builtin_fabs(a) == __builtin_inf(); }
WG_CONST int __nv_finitef(float a) { return __builtin_fabsf(a) < __builtin_inff(); }
WG_CONST int __nv_isfinited(double a) { return __builtin_fabs(a) < __builtin_inf(); }
WG_CONST int __nv_signbitf(float a) { return __builtin_bit_cast(unsigned int, a) >> 31; }
WG_CONST int __nv_signbitd(double a) { return __builtin_bit_cast(unsigned long long, a) >> 63; }
WG_INLINE double __nv_nan(const signed char*) { return __builtin_nan(""); }
WG_INLINE float __nv_nanf(const signed char*) { return __builtin_nanf(""); }

// The approximations behind __sinf, __expf and the like: the special function unit and one multiplication.
WG_CONST float __nv_fast_sinf(float a) { return WG_FLUSH ? __nvvm_sin_approx_ftz_f(a) : __nvvm_sin_approx_f(a); }
WG_CONST float __nv_fast_cosf(float a) { return WG_FLUSH ? __nvvm_cos_approx_ftz_f(a) : __nvvm_cos_approx_f(a); }
WG_CONST float __nv_fast_log2f(float a) { return WG_FLUSH ? __nvvm_lg2_approx_ftz_f(a) : __nvvm_lg2_approx_f(a); }
WG_CONST float __nv_fast_fdividef(float a, float b) {
  return WG_FLUSH ? __nvvm_div_approx_ftz_f(a, b) : __nvvm_div_approx_f(a, b);
}
WG_CONST float __nv_fast_tanf(float a) { return __nv_fast_fdividef(__nv_fast_sinf(a), __nv_fast_cosf(a)); }
WG_CONST float __nv_fast_logf(float a) { return __nv_fast_log2f(a) * 0x1.62e430p-1f; }    // ln 2
WG_CONST float __nv_fast_log10f(float a) { return __nv_fast_log2f(a) * 0x1.344136p-2f; }  // log10 2
WG_CONST float __nv_fast_expf(float a) { return __nv_exp2f(a * 0x1.715476p+0f); }         // log2 e
WG_CONST float __nv_fast_exp10f(float a) { return __nv_exp2f(a * 0x1.a934f0p+1f); }       // log2 10
WG_CONST float __nv_fast_powf(float a, float b) { return __nv_exp2f(b * __nv_fast_log2f(a)); }
// Not flushed: there is no tanh.approx.ftz.f32.
WG_CONST float __nv_fast_tanhf(float a) {
  float r;
  asm("tanh.approx.f32 %0, %1;" : "=f"(r) : "f"(a));
  return r;
}
WG_INLINE void __nv_fast_sincosf(float a, float* sine, float* cosine) {
  *sine = __nv_fast_sinf(a);
  *cosine = __nv_fast_cosf(a);
}

#include "warpglass/libdevice_calls.h"
#include "warpglass/libdevice_simd.h"

#undef WG_INLINE
#undef WG_CONST
#undef WG_FLUSH
#undef WG_APPROXIMATE
#undef WG_ROUNDINGS
#undef WG_DOUBLE1
#undef WG_DOUBLE2
#undef WG_FLOAT1
#undef WG_FLOAT2
#undef WG_SUBTRACT
#undef WG_FMA
#undef WG_CONVERT
#undef WG_FROM_INTEGER
#undef WG_BOTH1
#undef WG_BOTH2

#endif
