// atomicExch and atomicCAS of 16 bytes: of any type that is as large, as aligned, and copied as bytes (CUDA C++
// Programming Guide, Atomic Functions, from sm_90 on).
#ifndef WARPGLASS_DEVICE_WIDE_ATOMICS_H
#define WARPGLASS_DEVICE_WIDE_ATOMICS_H

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
#define WG_DEVICE static __device__ __inline__ __attribute__((always_inline, nodebug))
namespace __warpglass_wide {
struct __attribute__((aligned(16))) Bits {
  unsigned long long low, high;
};
template <bool kFits, class T>
struct If {};
template <class T>
struct If<true, T> {
  typedef T Type;
};
template <class T>
using Wide = typename If<sizeof(T) == 16 && alignof(T) == 16 && __is_trivially_copyable(T), T>::Type;
}  // namespace __warpglass_wide
#define WG_ATOMIC_WIDE(scope, ptx)                                                                       \
  template <class T>                                                                                    \
  WG_DEVICE __warpglass_wide::Wide<T> atomicExch##scope(T* address, T value) {                          \
    __warpglass_wide::Bits bits = __builtin_bit_cast(__warpglass_wide::Bits, value);                  \
    asm volatile(                                                                                       \
        "{ .reg .b128 new, old; mov.b128 new, {%0, %1}; atom" ptx                                       \
        ".exch.b128 old, [%2], new; mov.b128 {%0, %1}, old; }"                                          \
        : "+l"(bits.low), "+l"(bits.high)                                                               \
        : "l"(address)                                                                                  \
        : "memory");                                                                                    \
    return __builtin_bit_cast(T, bits);                                                               \
  }                                                                                                     \
  template <class T>                                                                                    \
  WG_DEVICE __warpglass_wide::Wide<T> atomicCAS##scope(T* address, T compare, T value) {                \
    __warpglass_wide::Bits bits = __builtin_bit_cast(__warpglass_wide::Bits, value);                  \
    const __warpglass_wide::Bits expected = __builtin_bit_cast(__warpglass_wide::Bits, compare);      \
    asm volatile(                                                                                       \
        "{ .reg .b128 if, new, old; mov.b128 if, {%3, %4}; mov.b128 new, {%0, %1}; atom" ptx            \
        ".cas.b128 old, [%2], if, new; mov.b128 {%0, %1}, old; }"                                       \
        : "+l"(bits.low), "+l"(bits.high)                                                               \
        : "l"(address), "l"(expected.low), "l"(expected.high)                                           \
        : "memory");                                                                                    \
    return __builtin_bit_cast(T, bits);                                                               \
  }
WG_ATOMIC_WIDE(, "")
WG_ATOMIC_WIDE(_block, ".cta")
WG_ATOMIC_WIDE(_system, ".sys")
#undef WG_ATOMIC_WIDE
#undef WG_DEVICE
#endif

#endif
