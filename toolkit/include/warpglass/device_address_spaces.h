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

// Parameters of a kernel that are __grid_constant__: of PTX, for clang has no name for their space.
WG_DEVICE unsigned __isGridConstant(const void* p) {
  unsigned is;
  asm("{ .reg .pred q; isspacep.param q, %1; selp.u32 %0, 1, 0, q; }" : "=r"(is) : "l"(p));
  return is;
}
WG_DEVICE size_t __cvta_generic_to_grid_constant(const void* p) {
  size_t raw;
  asm("cvta.to.param.u64 %0, %1;" : "=l"(raw) : "l"(p));
  return raw;
}
WG_DEVICE void* __cvta_grid_constant_to_generic(size_t raw) {
  void* p;
  asm("cvta.param.u64 %0, %1;" : "=l"(p) : "l"(raw));
  return p;
}
#undef WG_DEVICE

#endif
