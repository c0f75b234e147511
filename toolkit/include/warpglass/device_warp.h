// Warp functions that clang's headers lack: matching, and reductions; and those without _sync, as CUDA had them before
// version 9.
#ifndef WARPGLASS_DEVICE_WARP_H
#define WARPGLASS_DEVICE_WARP_H

#define WG_DEVICE static __device__ __inline__ __attribute__((always_inline, nodebug))

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
#define WG_MATCH(type, bits, as)                                                       \
  WG_DEVICE unsigned int __match_any_sync(unsigned int mask, type value) {             \
    return __match##bits##_any_sync(mask, __builtin_bit_cast(as, value));              \
  }                                                                                    \
  WG_DEVICE unsigned int __match_all_sync(unsigned int mask, type value, int* agree) { \
    return __match##bits##_all_sync(mask, __builtin_bit_cast(as, value), agree);       \
  }
WG_MATCH(int, 32, unsigned int)
WG_MATCH(unsigned int, 32, unsigned int)
WG_MATCH(float, 32, unsigned int)
WG_MATCH(long, 64, unsigned long long)
WG_MATCH(unsigned long, 64, unsigned long long)
WG_MATCH(long long, 64, unsigned long long)
WG_MATCH(unsigned long long, 64, unsigned long long)
WG_MATCH(double, 64, unsigned long long)
#undef WG_MATCH
#endif

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#define WG_REDUCE(name, type, ptx)                                                    \
  WG_DEVICE type __reduce_##name##_sync(unsigned int mask, type value) {              \
    type r;                                                                           \
    asm volatile("redux.sync." ptx " %0, %1, %2;" : "=r"(r) : "r"(value), "r"(mask)); \
    return r;                                                                         \
  }
WG_REDUCE(add, int, "add.s32")
WG_REDUCE(add, unsigned int, "add.u32")
WG_REDUCE(min, int, "min.s32")
WG_REDUCE(min, unsigned int, "min.u32")
WG_REDUCE(max, int, "max.s32")
WG_REDUCE(max, unsigned int, "max.u32")
WG_REDUCE(and, unsigned int, "and.b32")
WG_REDUCE(or, unsigned int, "or.b32")
WG_REDUCE(xor, unsigned int, "xor.b32")
#undef WG_REDUCE
#endif

// Machines from Volta on have no such instructions: who takes part is who is there. The names are replaced, with others'
// types and functions of those names: clang's headers have some, libcu++ a type, and programs overload them.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
#define WG_SHUFFLE(name, argument)                                                                 \
  template <class T>                                                                               \
  WG_DEVICE T __warpglass_##name(T value, argument, int width = 32) {                              \
    return static_cast<T>(__##name##_sync(__activemask(), value, lane, width));                    \
  }
WG_SHUFFLE(shfl, int lane)
WG_SHUFFLE(shfl_up, unsigned int lane)
WG_SHUFFLE(shfl_down, unsigned int lane)
WG_SHUFFLE(shfl_xor, int lane)
#undef WG_SHUFFLE
#define __shfl __warpglass_shfl
#define __shfl_up __warpglass_shfl_up
#define __shfl_down __warpglass_shfl_down
#define __shfl_xor __warpglass_shfl_xor
WG_DEVICE int __warpglass_any(int predicate) { return __any_sync(__activemask(), predicate); }
WG_DEVICE int __warpglass_all(int predicate) { return __all_sync(__activemask(), predicate); }
WG_DEVICE unsigned int __warpglass_ballot(int predicate) { return __ballot_sync(__activemask(), predicate); }
#define __any __warpglass_any
#define __all __warpglass_all
#define __ballot __warpglass_ballot
#endif

#undef WG_DEVICE

#endif
