// Addresses of one state space as numbers, and back.
#ifndef WARPGLASS_DEVICE_ADDRESS_SPACES_H
#define WARPGLASS_DEVICE_ADDRESS_SPACES_H

#define WG_DEVICE static __device__ __inline__ __attribute__((always_inline, nodebug))
#define WG_SPACE(name, number)                                            \
  WG_DEVICE size_t __cvta_generic_to_##name(const void* p) {              \
    return (size_t)(__attribute__((address_space(number))) const void*)p; \
  }                                                                       \
  WG_DEVICE void* __cvta_##name##_to_generic(size_t p) {                  \
    return (void*)(__attribute__((address_space(number))) void*)p;        \
  }
WG_SPACE(global, 1)
WG_SPACE(shared, 3)
WG_SPACE(constant, 4)
WG_SPACE(local, 5)
#undef WG_SPACE
#undef WG_DEVICE

#endif
