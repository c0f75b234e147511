// Atomic functions, each at three scopes: the device, a block (_block), the whole system (_system).
#ifndef WARPGLASS_DEVICE_ATOMICS_H
#define WARPGLASS_DEVICE_ATOMICS_H

#define WG_DEVICE static __device__ __inline__ __attribute__((always_inline, nodebug))

#define WG_SCOPES(form, ...) form(, __VA_ARGS__) form(_block, __VA_ARGS__) form(_system, __VA_ARGS__)
#define WG_ATOMIC(scope, name, type, builtin) \
  WG_DEVICE type name##scope(type* address, type value) { return builtin##scope(address, value); }
#define WG_ATOMIC_LIKE(scope, name, type, as, builtin) \
  WG_DEVICE type name##scope(type* address, type value) { return (type)builtin##scope((as*)address, (as)value); }
#define WG_ATOMIC_CAS(scope, type, as, builtin)                              \
  WG_DEVICE type atomicCAS##scope(type* address, type compare, type value) { \
    return (type)builtin##scope((as*)address, (as)compare, (as)value);       \
  }
WG_SCOPES(WG_ATOMIC, atomicAdd, int, __iAtomicAdd)
WG_SCOPES(WG_ATOMIC, atomicAdd, unsigned int, __uAtomicAdd)
WG_SCOPES(WG_ATOMIC, atomicAdd, unsigned long long, __ullAtomicAdd)
WG_SCOPES(WG_ATOMIC, atomicAdd, float, __fAtomicAdd)
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
WG_SCOPES(WG_ATOMIC, atomicAdd, double, __dAtomicAdd)
#endif
WG_SCOPES(WG_ATOMIC, atomicExch, int, __iAtomicExch)
WG_SCOPES(WG_ATOMIC, atomicExch, unsigned int, __uAtomicExch)
WG_SCOPES(WG_ATOMIC, atomicExch, unsigned long long, __ullAtomicExch)
WG_SCOPES(WG_ATOMIC, atomicExch, float, __fAtomicExch)
WG_SCOPES(WG_ATOMIC, atomicMin, int, __iAtomicMin)
WG_SCOPES(WG_ATOMIC, atomicMin, long long, __illAtomicMin)
WG_SCOPES(WG_ATOMIC, atomicMax, int, __iAtomicMax)
WG_SCOPES(WG_ATOMIC, atomicMax, long long, __illAtomicMax)
// clang's built-ins of the scopes _block and _system compare unsigned integers as signed ones.
#define WG_ATOMIC_OF_SCOPE(suffix, scope, type, like, operation, constraint)       \
  WG_DEVICE type like##suffix(type* address, type value) {                         \
    type old;                                                                      \
    asm volatile("atom" scope "." operation " %0, [%1], %2;"                       \
                 : "=" constraint(old)                                             \
                 : "l"(address), constraint(value)                                 \
                 : "memory");                                                      \
    return old;                                                                    \
  }
#define WG_ATOMIC_UNSIGNED(type, like, operation, constraint, builtin)                   \
  WG_ATOMIC(, like, type, builtin)                                                 \
  WG_ATOMIC_OF_SCOPE(_block, ".cta", type, like, operation, constraint)            \
  WG_ATOMIC_OF_SCOPE(_system, ".sys", type, like, operation, constraint)
WG_ATOMIC_UNSIGNED(unsigned int, atomicMin, "min.u32", "r", __uAtomicMin)
WG_ATOMIC_UNSIGNED(unsigned int, atomicMax, "max.u32", "r", __uAtomicMax)
WG_ATOMIC_UNSIGNED(unsigned long long, atomicMin, "min.u64", "l", __ullAtomicMin)
WG_ATOMIC_UNSIGNED(unsigned long long, atomicMax, "max.u64", "l", __ullAtomicMax)
WG_SCOPES(WG_ATOMIC, atomicInc, unsigned int, __uAtomicInc)
WG_SCOPES(WG_ATOMIC, atomicDec, unsigned int, __uAtomicDec)
WG_SCOPES(WG_ATOMIC, atomicAnd, int, __iAtomicAnd)
WG_SCOPES(WG_ATOMIC, atomicAnd, unsigned int, __uAtomicAnd)
WG_SCOPES(WG_ATOMIC, atomicAnd, long long, __llAtomicAnd)
WG_SCOPES(WG_ATOMIC, atomicAnd, unsigned long long, __ullAtomicAnd)
WG_SCOPES(WG_ATOMIC, atomicOr, int, __iAtomicOr)
WG_SCOPES(WG_ATOMIC, atomicOr, unsigned int, __uAtomicOr)
WG_SCOPES(WG_ATOMIC, atomicOr, long long, __llAtomicOr)
WG_SCOPES(WG_ATOMIC, atomicOr, unsigned long long, __ullAtomicOr)
WG_SCOPES(WG_ATOMIC, atomicXor, int, __iAtomicXor)
WG_SCOPES(WG_ATOMIC, atomicXor, unsigned int, __uAtomicXor)
WG_SCOPES(WG_ATOMIC, atomicXor, long long, __llAtomicXor)
WG_SCOPES(WG_ATOMIC, atomicXor, unsigned long long, __ullAtomicXor)
WG_SCOPES(WG_ATOMIC_CAS, int, int, __iAtomicCAS)
WG_SCOPES(WG_ATOMIC_CAS, unsigned int, unsigned int, __uAtomicCAS)
WG_SCOPES(WG_ATOMIC_CAS, unsigned long long, unsigned long long, __ullAtomicCAS)

// `unsigned long` is as wide as `unsigned long long` here but another type to C++; size_t is one.
WG_SCOPES(WG_ATOMIC_LIKE, atomicAdd, unsigned long, unsigned long long, __ullAtomicAdd)
WG_SCOPES(WG_ATOMIC_LIKE, atomicExch, unsigned long, unsigned long long, __ullAtomicExch)
WG_SCOPES(WG_ATOMIC_LIKE, atomicMin, unsigned long, unsigned long long, atomicMin)
WG_SCOPES(WG_ATOMIC_LIKE, atomicMax, unsigned long, unsigned long long, atomicMax)
WG_SCOPES(WG_ATOMIC_CAS, unsigned long, unsigned long long, __ullAtomicCAS)

#define WG_ATOMIC_SUB(scope, type)                                  \
  WG_DEVICE type atomicSub##scope(type* address, type value) {      \
    return atomicAdd##scope(address, (type)(0u - (unsigned)value)); \
  }
WG_SCOPES(WG_ATOMIC_SUB, int)
WG_SCOPES(WG_ATOMIC_SUB, unsigned int)

// What only newer machines have.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
#define WG_ATOMIC_CAS16(scope, word)                                                                                 \
  WG_DEVICE unsigned short atomicCAS##scope(unsigned short* address, unsigned short compare, unsigned short value) { \
    unsigned short old;                                                                                              \
    asm volatile("atom" word ".cas.b16 %0, [%1], %2, %3;"                                                            \
                 : "=h"(old)                                                                                         \
                 : "l"(address), "h"(compare), "h"(value)                                                            \
                 : "memory");                                                                                        \
    return old;                                                                                                      \
  }
WG_ATOMIC_CAS16(, "")
WG_ATOMIC_CAS16(_block, ".cta")
WG_ATOMIC_CAS16(_system, ".sys")
#undef WG_ATOMIC_CAS16
#endif
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
#define WG_ATOMIC_VECTOR(scope, word)                                                                             \
  WG_DEVICE float2 atomicAdd##scope(float2* address, float2 value) {                                              \
    float2 old;                                                                                                   \
    asm volatile("atom" word ".global.add.v2.f32 {%0, %1}, [%2], {%3, %4};"                                       \
                 : "=f"(old.x), "=f"(old.y)                                                                       \
                 : "l"(__cvta_generic_to_global(address)), "f"(value.x), "f"(value.y)                             \
                 : "memory");                                                                                     \
    return old;                                                                                                   \
  }                                                                                                               \
  WG_DEVICE float4 atomicAdd##scope(float4* address, float4 value) {                                              \
    float4 old;                                                                                                   \
    asm volatile("atom" word ".global.add.v4.f32 {%0, %1, %2, %3}, [%4], {%5, %6, %7, %8};"                       \
                 : "=f"(old.x), "=f"(old.y), "=f"(old.z), "=f"(old.w)                                             \
                 : "l"(__cvta_generic_to_global(address)), "f"(value.x), "f"(value.y), "f"(value.z), "f"(value.w) \
                 : "memory");                                                                                     \
    return old;                                                                                                   \
  }
WG_ATOMIC_VECTOR(, "")
WG_ATOMIC_VECTOR(_block, ".cta")
WG_ATOMIC_VECTOR(_system, ".sys")
#undef WG_ATOMIC_VECTOR
#endif

// Programs have overloads of their own where __CUDA_ARCH__ is defined alone. nvcc leaves the bodies of device functions out
// of what the host's side compiles; clang looks at them there too, where a call is to find something. Whatever else there is
// fits better than a parameter pack.
#ifndef __CUDA_ARCH__
#define WG_ATOMIC_FOR_HOST(scope, name)     \
  template <typename Type, typename... Rest> \
  __device__ Type name##scope(Type* address, Rest... rest);
WG_SCOPES(WG_ATOMIC_FOR_HOST, atomicAdd)
WG_SCOPES(WG_ATOMIC_FOR_HOST, atomicAnd)
WG_SCOPES(WG_ATOMIC_FOR_HOST, atomicCAS)
WG_SCOPES(WG_ATOMIC_FOR_HOST, atomicExch)
WG_SCOPES(WG_ATOMIC_FOR_HOST, atomicMax)
WG_SCOPES(WG_ATOMIC_FOR_HOST, atomicMin)
WG_SCOPES(WG_ATOMIC_FOR_HOST, atomicOr)
WG_SCOPES(WG_ATOMIC_FOR_HOST, atomicSub)
WG_SCOPES(WG_ATOMIC_FOR_HOST, atomicXor)
#undef WG_ATOMIC_FOR_HOST
#endif

#undef WG_ATOMIC
#undef WG_ATOMIC_LIKE
#undef WG_ATOMIC_OF_SCOPE
#undef WG_ATOMIC_UNSIGNED
#undef WG_ATOMIC_CAS
#undef WG_ATOMIC_SUB
#undef WG_SCOPES
#undef WG_DEVICE

#endif
