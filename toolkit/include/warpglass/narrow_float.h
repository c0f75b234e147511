// What __half and __nv_bfloat16 have in common: arithmetic, comparison, functions, pairs, shuffles, atomics.
//
// Included once for each of the two, with these names defined:
//   WG_T, WG_T2        the type and its pair          WG_PTX   its PTX name, "f16" or "bf16"
//   WG_FMA_ARCH        oldest machine with fma, neg, abs for it          WG_ADD_ARCH   oldest with add, sub, mul
//   WG_MINMAX_ARCH     oldest with min and max            WG_TANH_ARCH  oldest with tanh.approx
//   WG_TO_FLOAT(a), WG_FROM_FLOAT(f)   the conversions, rounding to nearest even
// On the host, and on machines without the instruction, the work is done in float.
#if !defined(WG_T)
#error "include cuda_fp16.h or cuda_bf16.h"
#endif

#if defined(__CUDA__)
#define WG_HD static __inline__ __host__ __device__ __attribute__((always_inline, nodebug, unused))
#define WG_D static __inline__ __device__ __attribute__((always_inline, nodebug, unused))
#else
#define WG_HD static inline __attribute__((unused))
#endif
#ifdef __CUDA_ARCH__
#define WG_ARCH __CUDA_ARCH__
#else
#define WG_ARCH 0
#endif

// name, what one instruction of the machine does, what float does
#define WG_BINARY_FALLBACK(name, expression)      \
  WG_HD WG_T name(WG_T a, WG_T b) {               \
    float x = WG_TO_FLOAT(a), y = WG_TO_FLOAT(b); \
    return WG_FROM_FLOAT(expression);             \
  }                                               \
  WG_HD WG_T2 name##2(WG_T2 a, WG_T2 b) { return WG_T2(name(a.x, b.x), name(a.y, b.y)); }
#define WG_BINARY_NATIVE(name, op)                                                                  \
  WG_HD WG_T name(WG_T a, WG_T b) {                                                                 \
    WG_T r;                                                                                         \
    asm(op "." WG_PTX " %0, %1, %2;" : "=h"(WG_BITS(r)) : "h"(WG_CBITS(a)), "h"(WG_CBITS(b)));      \
    return r;                                                                                       \
  }                                                                                                 \
  WG_HD WG_T2 name##2(WG_T2 a, WG_T2 b) {                                                           \
    WG_T2 r;                                                                                        \
    asm(op "." WG_PTX "x2 %0, %1, %2;" : "=r"(WG_BITS2(r)) : "r"(WG_CBITS2(a)), "r"(WG_CBITS2(b))); \
    return r;                                                                                       \
  }
#define WG_BITS(a) *reinterpret_cast<unsigned short*>(&(a))
#define WG_CBITS(a) *reinterpret_cast<const unsigned short*>(&(a))
#define WG_BITS2(a) *reinterpret_cast<unsigned int*>(&(a))
#define WG_CBITS2(a) *reinterpret_cast<const unsigned int*>(&(a))

#if WG_ARCH >= WG_ADD_ARCH
WG_BINARY_NATIVE(__hadd, "add")
WG_BINARY_NATIVE(__hsub, "sub")
WG_BINARY_NATIVE(__hmul, "mul")
WG_BINARY_NATIVE(__hadd_rn_, "add.rn")
WG_BINARY_NATIVE(__hsub_rn_, "sub.rn")
WG_BINARY_NATIVE(__hmul_rn_, "mul.rn")
#else
WG_BINARY_FALLBACK(__hadd, x + y)
WG_BINARY_FALLBACK(__hsub, x - y)
WG_BINARY_FALLBACK(__hmul, x* y)
WG_BINARY_FALLBACK(__hadd_rn_, x + y)
WG_BINARY_FALLBACK(__hsub_rn_, x - y)
WG_BINARY_FALLBACK(__hmul_rn_, x* y)
#endif
WG_HD WG_T __hadd_rn(WG_T a, WG_T b) { return __hadd_rn_(a, b); }
WG_HD WG_T __hsub_rn(WG_T a, WG_T b) { return __hsub_rn_(a, b); }
WG_HD WG_T __hmul_rn(WG_T a, WG_T b) { return __hmul_rn_(a, b); }
WG_HD WG_T2 __hadd2_rn(WG_T2 a, WG_T2 b) { return __hadd_rn_2(a, b); }
WG_HD WG_T2 __hsub2_rn(WG_T2 a, WG_T2 b) { return __hsub_rn_2(a, b); }
WG_HD WG_T2 __hmul2_rn(WG_T2 a, WG_T2 b) { return __hmul_rn_2(a, b); }

WG_HD WG_T __hdiv(WG_T a, WG_T b) { return WG_FROM_FLOAT(WG_TO_FLOAT(a) / WG_TO_FLOAT(b)); }
WG_HD WG_T2 __h2div(WG_T2 a, WG_T2 b) { return WG_T2(__hdiv(a.x, b.x), __hdiv(a.y, b.y)); }

#if WG_ARCH >= WG_FMA_ARCH
#define WG_FMA(name, op)                                                                                             \
  WG_HD WG_T name(WG_T a, WG_T b, WG_T c) {                                                                          \
    WG_T r;                                                                                                          \
    asm(op "." WG_PTX " %0, %1, %2, %3;" : "=h"(WG_BITS(r)) : "h"(WG_CBITS(a)), "h"(WG_CBITS(b)), "h"(WG_CBITS(c))); \
    return r;                                                                                                        \
  }                                                                                                                  \
  WG_HD WG_T2 name##2(WG_T2 a, WG_T2 b, WG_T2 c) {                                                                   \
    WG_T2 r;                                                                                                         \
    asm(op "." WG_PTX "x2 %0, %1, %2, %3;"                                                                           \
        : "=r"(WG_BITS2(r))                                                                                          \
        : "r"(WG_CBITS2(a)), "r"(WG_CBITS2(b)), "r"(WG_CBITS2(c)));                                                  \
    return r;                                                                                                        \
  }
WG_FMA(__hfma, "fma.rn")
#undef WG_FMA
#else
WG_HD WG_T __hfma(WG_T a, WG_T b, WG_T c) {
  return WG_FROM_FLOAT((float)((double)WG_TO_FLOAT(a) * WG_TO_FLOAT(b) + WG_TO_FLOAT(c)));
}
WG_HD WG_T2 __hfma2(WG_T2 a, WG_T2 b, WG_T2 c) { return WG_T2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)); }
#endif

#if WG_ARCH >= WG_FMA_ARCH
#define WG_SIGN(name, op)                                                      \
  WG_HD WG_T __h##name(WG_T a) {                                               \
    asm(op WG_PTX " %0, %0;" : "+h"(WG_BITS(a)));                              \
    return a;                                                                  \
  }                                                                            \
  WG_HD WG_T2 __h##name##2(WG_T2 a) {                                          \
    asm(op WG_PTX "x2 %0, %0;" : "+r"(WG_BITS2(a)));                           \
    return a;                                                                  \
  }
WG_SIGN(neg, "neg.")
WG_SIGN(abs, "abs.")
#undef WG_SIGN
#else
WG_HD WG_T __hneg(WG_T a) {
  WG_BITS(a) ^= 0x8000;
  return a;
}
WG_HD WG_T __habs(WG_T a) {
  WG_BITS(a) &= 0x7fff;
  return a;
}
WG_HD WG_T2 __hneg2(WG_T2 a) { return WG_T2(__hneg(a.x), __hneg(a.y)); }
WG_HD WG_T2 __habs2(WG_T2 a) { return WG_T2(__habs(a.x), __habs(a.y)); }
#endif

// Comparisons; the u forms are true when either side is not a number.
#if WG_ARCH >= WG_ADD_ARCH
#define WG_COMPARE(name, op, ptx)                                                    \
  WG_HD bool name(WG_T a, WG_T b) {                                                  \
    unsigned short r;                                                                \
    asm("{ .reg .pred p; setp." ptx "." WG_PTX " p, %1, %2; selp.u16 %0, 1, 0, p; }" \
        : "=h"(r)                                                                    \
        : "h"(WG_CBITS(a)), "h"(WG_CBITS(b)));                                       \
    return r != 0;                                                                   \
  }
#else
#define WG_COMPARE(name, op, ptx) \
  WG_HD bool name(WG_T a, WG_T b) { return WG_TO_FLOAT(a) op WG_TO_FLOAT(b); }
#endif
WG_COMPARE(__heq, ==, "eq")
WG_COMPARE(__hlt, <, "lt")
WG_COMPARE(__hle, <=, "le")
WG_COMPARE(__hgt, >, "gt")
WG_COMPARE(__hge, >=, "ge")
#undef WG_COMPARE
WG_HD bool __hisnan(WG_T a) { return WG_TO_FLOAT(a) != WG_TO_FLOAT(a); }
WG_HD bool __hneu(WG_T a, WG_T b) { return !__heq(a, b); }
WG_HD bool __hne(WG_T a, WG_T b) { return __hneu(a, b) && !__hisnan(a) && !__hisnan(b); }
WG_HD bool __hequ(WG_T a, WG_T b) { return !__hne(a, b); }
WG_HD bool __hltu(WG_T a, WG_T b) { return !__hge(a, b); }
WG_HD bool __hleu(WG_T a, WG_T b) { return !__hgt(a, b); }
WG_HD bool __hgtu(WG_T a, WG_T b) { return !__hle(a, b); }
WG_HD bool __hgeu(WG_T a, WG_T b) { return !__hlt(a, b); }
WG_HD WG_T2 __hisnan2(WG_T2 a) {
  return WG_T2(WG_FROM_FLOAT(__hisnan(a.x) ? 1.f : 0.f), WG_FROM_FLOAT(__hisnan(a.y) ? 1.f : 0.f));
}
#define WG_COMPARE2(name)                                                                                         \
  WG_HD WG_T2 __h##name##2(WG_T2 a, WG_T2 b) {                                                                    \
    return WG_T2(WG_FROM_FLOAT(__h##name(a.x, b.x) ? 1.f : 0.f), WG_FROM_FLOAT(__h##name(a.y, b.y) ? 1.f : 0.f)); \
  }                                                                                                               \
  WG_HD unsigned __h##name##2_mask(WG_T2 a, WG_T2 b) {                                                            \
    return (__h##name(a.x, b.x) ? 0xffffu : 0u) | (__h##name(a.y, b.y) ? 0xffff0000u : 0u);                       \
  }                                                                                                               \
  WG_HD bool __hb##name##2(WG_T2 a, WG_T2 b) { return __h##name(a.x, b.x) && __h##name(a.y, b.y); }
WG_COMPARE2(eq)
WG_COMPARE2(ne) WG_COMPARE2(lt) WG_COMPARE2(le) WG_COMPARE2(gt) WG_COMPARE2(ge) WG_COMPARE2(equ) WG_COMPARE2(neu)
    WG_COMPARE2(ltu) WG_COMPARE2(leu) WG_COMPARE2(gtu) WG_COMPARE2(geu)
#undef WG_COMPARE2

#if WG_ARCH >= WG_MINMAX_ARCH
        WG_BINARY_NATIVE(__hmin, "min") WG_BINARY_NATIVE(__hmax, "max") WG_BINARY_NATIVE(__hmin_nan_, "min.NaN")
            WG_BINARY_NATIVE(__hmax_nan_, "max.NaN")
#else
        WG_BINARY_FALLBACK(__hmin, __builtin_fminf(x, y)) WG_BINARY_FALLBACK(__hmax, __builtin_fmaxf(x, y))
            WG_BINARY_FALLBACK(__hmin_nan_, x != x || y != y ? x + y : __builtin_fminf(x, y))
                WG_BINARY_FALLBACK(__hmax_nan_, x != x || y != y ? x + y : __builtin_fmaxf(x, y))
#endif
                WG_HD WG_T __hmin_nan(WG_T a, WG_T b) {
  return __hmin_nan_(a, b);
}
WG_HD WG_T __hmax_nan(WG_T a, WG_T b) { return __hmax_nan_(a, b); }
WG_HD WG_T2 __hmin2_nan(WG_T2 a, WG_T2 b) { return __hmin_nan_2(a, b); }
WG_HD WG_T2 __hmax2_nan(WG_T2 a, WG_T2 b) { return __hmax_nan_2(a, b); }

// Results held within 0 and 1, or above 0.
WG_HD WG_T warpglass_saturate(WG_T a) {
  float x = WG_TO_FLOAT(a);
  return WG_FROM_FLOAT(x > 0 ? (x < 1 ? x : 1.f) : 0.f);
}
WG_HD WG_T2 warpglass_saturate(WG_T2 a) { return WG_T2(warpglass_saturate(a.x), warpglass_saturate(a.y)); }
WG_HD WG_T warpglass_positive(WG_T a) { return __hisnan(a) ? a : __hmax(a, WG_FROM_FLOAT(0.f)); }
WG_HD WG_T __hadd_sat(WG_T a, WG_T b) { return warpglass_saturate(__hadd(a, b)); }
WG_HD WG_T __hsub_sat(WG_T a, WG_T b) { return warpglass_saturate(__hsub(a, b)); }
WG_HD WG_T __hmul_sat(WG_T a, WG_T b) { return warpglass_saturate(__hmul(a, b)); }
WG_HD WG_T __hfma_sat(WG_T a, WG_T b, WG_T c) { return warpglass_saturate(__hfma(a, b, c)); }
WG_HD WG_T __hfma_relu(WG_T a, WG_T b, WG_T c) { return warpglass_positive(__hfma(a, b, c)); }
WG_HD WG_T2 __hadd2_sat(WG_T2 a, WG_T2 b) { return warpglass_saturate(__hadd2(a, b)); }
WG_HD WG_T2 __hsub2_sat(WG_T2 a, WG_T2 b) { return warpglass_saturate(__hsub2(a, b)); }
WG_HD WG_T2 __hmul2_sat(WG_T2 a, WG_T2 b) { return warpglass_saturate(__hmul2(a, b)); }
WG_HD WG_T2 __hfma2_sat(WG_T2 a, WG_T2 b, WG_T2 c) { return warpglass_saturate(__hfma2(a, b, c)); }
WG_HD WG_T2 __hfma2_relu(WG_T2 a, WG_T2 b, WG_T2 c) {
  WG_T2 r = __hfma2(a, b, c);
  return WG_T2(warpglass_positive(r.x), warpglass_positive(r.y));
}
WG_HD WG_T2 __hcmadd(WG_T2 a, WG_T2 b, WG_T2 c) {
  return WG_T2(__hfma(__hneg(a.y), b.y, __hfma(a.x, b.x, c.x)), __hfma(a.y, b.x, __hfma(a.x, b.y, c.y)));
}

#if defined(__CUDA__)
#ifndef WARPGLASS_NARROW_ANGLES
#define WARPGLASS_NARROW_ANGLES
// Of three halves the result in float lies in the middle of two halves, and the exact one on one side: `step` further from
// zero, in units of the last place.
WG_D float warpglass_beside(float result, int step) {
  return __int_as_float(__float_as_int(result) + step);
}
WG_D float warpglass_sine(float x) {
  const float angle = __nv_fabsf(x);
  return warpglass_beside(__nv_sinf(x), angle == 0x1.accp-3f ? 1 : angle == 300.f ? -1 : 0);
}
WG_D float warpglass_cosine(float x) { return warpglass_beside(__nv_cosf(x), __nv_fabsf(x) == 0x1.dfp-5f ? 1 : 0); }
// Of numbers beyond 2^126 too, which div.approx makes zero.
WG_D float warpglass_reciprocal(float x) {
  asm("rcp.approx.f32 %0, %0;" : "+f"(x));
  return x;
}
#endif

// Functions, through the special function unit in float where there is one; not of angles, which may be large.
#define WG_FUNCTION(name, expression) \
  WG_D WG_T h##name(WG_T a) {         \
    float x = WG_TO_FLOAT(a);         \
    return WG_FROM_FLOAT(expression); \
  }                                   \
  WG_D WG_T2 h2##name(WG_T2 a) { return WG_T2(h##name(a.x), h##name(a.y)); }
WG_FUNCTION(sqrt, __nvvm_sqrt_approx_f(x))
WG_FUNCTION(rsqrt, __nv_rsqrtf(x))
WG_FUNCTION(rcp, warpglass_reciprocal(x))
WG_FUNCTION(exp, __nv_fast_expf(x))
WG_FUNCTION(exp2, __nv_exp2f(x))
WG_FUNCTION(exp10, __nv_fast_exp10f(x))
WG_FUNCTION(log, __nv_fast_logf(x))
WG_FUNCTION(log2, __nv_fast_log2f(x))
WG_FUNCTION(log10, __nv_fast_log10f(x))
WG_FUNCTION(sin, warpglass_sine(x))
WG_FUNCTION(cos, warpglass_cosine(x))
WG_FUNCTION(tanh, __nv_tanhf(x))
WG_FUNCTION(floor, __nv_floorf(x))
WG_FUNCTION(ceil, __nv_ceilf(x))
WG_FUNCTION(trunc, __nv_truncf(x))
WG_FUNCTION(rint, __nv_rintf(x))
#undef WG_FUNCTION
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= WG_TANH_ARCH
WG_D WG_T htanh_approx(WG_T a) {
  unsigned short bits = WG_CBITS(a);
  asm("tanh.approx." WG_PTX " %0, %0;" : "+h"(bits));
  return *reinterpret_cast<WG_T*>(&bits);
}
WG_D WG_T2 h2tanh_approx(WG_T2 a) {
  unsigned int bits = WG_CBITS2(a);
  asm("tanh.approx." WG_PTX "x2 %0, %0;" : "+r"(bits));
  return *reinterpret_cast<WG_T2*>(&bits);
}
#endif

// Shuffles move the bits.
#define WG_SHUFFLE(name, type)                                                                 \
  WG_D WG_T name(unsigned int mask, WG_T value, type from, int width = warpSize) {             \
    unsigned short r = (unsigned short)name(mask, (unsigned int)WG_CBITS(value), from, width); \
    return *reinterpret_cast<WG_T*>(&r);                                                       \
  }                                                                                            \
  WG_D WG_T2 name(unsigned int mask, WG_T2 value, type from, int width = warpSize) {           \
    unsigned int r = name(mask, WG_CBITS2(value), from, width);                                \
    return *reinterpret_cast<WG_T2*>(&r);                                                      \
  }
WG_SHUFFLE(__shfl_sync, int)
WG_SHUFFLE(__shfl_up_sync, unsigned int)
WG_SHUFFLE(__shfl_down_sync, unsigned int)
WG_SHUFFLE(__shfl_xor_sync, int)
#undef WG_SHUFFLE

// Loads and stores with a cache policy.
#define WG_LOAD(name)                                                          \
  WG_D WG_T name(const WG_T* address) {                                        \
    unsigned short r = name(reinterpret_cast<const unsigned short*>(address)); \
    return *reinterpret_cast<WG_T*>(&r);                                       \
  }                                                                            \
  WG_D WG_T2 name(const WG_T2* address) {                                      \
    unsigned int r = name(reinterpret_cast<const unsigned int*>(address));     \
    return *reinterpret_cast<WG_T2*>(&r);                                      \
  }
#define WG_STORE(name)                                                                                             \
  WG_D void name(WG_T* address, WG_T value) { name(reinterpret_cast<unsigned short*>(address), WG_CBITS(value)); } \
  WG_D void name(WG_T2* address, WG_T2 value) { name(reinterpret_cast<unsigned int*>(address), WG_CBITS2(value)); }
WG_LOAD(__ldg)
WG_LOAD(__ldca) WG_LOAD(__ldcg) WG_LOAD(__ldcs) WG_LOAD(__ldlu) WG_LOAD(__ldcv) WG_STORE(__stwb) WG_STORE(__stcg)
    WG_STORE(__stcs) WG_STORE(__stwt)
#undef WG_LOAD
#undef WG_STORE

// Atomic sums: an instruction where there is one, else a loop of compare and swap on the aligned word.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= WG_ATOMIC2_ARCH
        WG_D WG_T2 atomicAdd(WG_T2* address, WG_T2 value) {
  WG_T2 old;
  asm volatile("atom.add.noftz." WG_PTX "x2 %0, [%1], %2;"
               : "=r"(WG_BITS2(old))
               : "l"(address), "r"(WG_CBITS2(value))
               : "memory");
  return old;
}
#else
        WG_D WG_T2 atomicAdd(WG_T2* address, WG_T2 value) {
  unsigned int* word = reinterpret_cast<unsigned int*>(address);
  unsigned int seen = *word, expected;
  do {
    expected = seen;
    WG_T2 sum = __hadd2(*reinterpret_cast<WG_T2*>(&expected), value);
    seen = atomicCAS(word, expected, WG_BITS2(sum));
  } while (seen != expected);
  return *reinterpret_cast<WG_T2*>(&seen);
}
#endif
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= WG_ATOMIC_ARCH
WG_D WG_T atomicAdd(WG_T* address, WG_T value) {
  WG_T old;
  asm volatile("atom.add.noftz." WG_PTX " %0, [%1], %2;"
               : "=h"(WG_BITS(old))
               : "l"(address), "h"(WG_CBITS(value))
               : "memory");
  return old;
}
#elif __CUDA_ARCH__ >= 700
WG_D WG_T atomicAdd(WG_T* address, WG_T value) {
  unsigned short* word = reinterpret_cast<unsigned short*>(address);
  unsigned short seen = *word, expected;
  do {
    expected = seen;
    WG_T sum = __hadd(*reinterpret_cast<WG_T*>(&expected), value);
    seen = atomicCAS(word, expected, WG_BITS(sum));
  } while (seen != expected);
  return *reinterpret_cast<WG_T*>(&seen);
}
#endif
#endif

// Operators.
#ifndef WG_NO_OPERATORS
#define WG_OPERATOR(op, function, function2)                                          \
  WG_HD WG_T operator op(const WG_T& a, const WG_T& b) { return function(a, b); }     \
  WG_HD WG_T2 operator op(const WG_T2& a, const WG_T2& b) { return function2(a, b); } \
  WG_HD WG_T& operator op##=(WG_T & a, const WG_T & b) { return a = function(a, b); } \
  WG_HD WG_T2& operator op##=(WG_T2 & a, const WG_T2 & b) { return a = function2(a, b); }
WG_OPERATOR(+, __hadd, __hadd2)
WG_OPERATOR(-, __hsub, __hsub2)
WG_OPERATOR(*, __hmul, __hmul2)
WG_OPERATOR(/, __hdiv, __h2div)
#undef WG_OPERATOR
#define WG_OPERATOR(op, function, function2)                                      \
  WG_HD bool operator op(const WG_T& a, const WG_T& b) { return function(a, b); } \
  WG_HD bool operator op(const WG_T2& a, const WG_T2& b) { return function2(a, b); }
WG_OPERATOR(==, __heq, __hbeq2)
WG_OPERATOR(!=, __hneu, __hbneu2)
WG_OPERATOR(<, __hlt, __hblt2)
WG_OPERATOR(<=, __hle, __hble2)
WG_OPERATOR(>, __hgt, __hbgt2)
WG_OPERATOR(>=, __hge, __hbge2)
#undef WG_OPERATOR
WG_HD WG_T operator+(const WG_T& a) { return a; }
WG_HD WG_T operator-(const WG_T& a) { return __hneg(a); }
WG_HD WG_T2 operator+(const WG_T2& a) { return a; }
WG_HD WG_T2 operator-(const WG_T2& a) { return __hneg2(a); }
WG_HD WG_T& operator++(WG_T& a) { return a = __hadd(a, WG_FROM_FLOAT(1.f)); }
WG_HD WG_T& operator--(WG_T& a) { return a = __hsub(a, WG_FROM_FLOAT(1.f)); }
WG_HD WG_T operator++(WG_T& a, int) {
  WG_T before = a;
  ++a;
  return before;
}
WG_HD WG_T operator--(WG_T& a, int) {
  WG_T before = a;
  --a;
  return before;
}
#endif

#undef WG_BINARY_FALLBACK
#undef WG_BINARY_NATIVE
#undef WG_BITS
#undef WG_CBITS
#undef WG_BITS2
#undef WG_CBITS2
#undef WG_ARCH
#undef WG_HD
#undef WG_D
