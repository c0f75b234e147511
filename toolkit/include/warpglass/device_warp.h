// Warp functions that clang's headers lack: matching, and reductions of signed sums.
#ifndef WARPGLASS_DEVICE_WARP_H
#define WARPGLASS_DEVICE_WARP_H

#define WG_DEVICE static __device__ __inline__ __attribute__((always_inline, nodebug))

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
#define WG_MATCH(type, bits, as)                                                                   \
  WG_DEVICE unsigned int __match_any_sync(unsigned int mask, type value) {                         \
    return __match##bits##_any_sync(mask, __builtin_bit_cast(as, value));                          \
  }                                                                                                \
  WG_DEVICE unsigned int __match_all_sync(unsigned int mask, type value, int* agree) {             \
    return __match##bits##_all_sync(mask, __builtin_bit_cast(as, value), agree);                   \
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
WG_DEVICE int __reduce_add_sync(unsigned int mask, int value) {
  return (int)__reduce_add_sync(mask, (unsigned int)value);
}
#endif

#undef WG_DEVICE

#endif
