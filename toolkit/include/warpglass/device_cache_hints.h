// Loads and stores that name a cache policy: __ldg's relatives. Each is one PTX instruction.
#ifndef WARPGLASS_DEVICE_CACHE_HINTS_H
#define WARPGLASS_DEVICE_CACHE_HINTS_H

#define WG_DEVICE static __device__ __inline__ __attribute__((always_inline, nodebug))

// form(function suffix of the operation, its PTX words)
#define WG_LOADS(form, ...)                                                                                       \
  form(ca, "ca", __VA_ARGS__) form(cg, "cg", __VA_ARGS__) form(cs, "cs", __VA_ARGS__) form(lu, "lu", __VA_ARGS__) \
      form(cv, "cv", __VA_ARGS__)
#define WG_STORES(form, ...) \
  form(wb, "wb", __VA_ARGS__) form(cg, "cg", __VA_ARGS__) form(cs, "cs", __VA_ARGS__) form(wt, "wt", __VA_ARGS__)

#define WG_LOAD1(op, word, type, ptx, reg, via)           \
  WG_DEVICE type __ld##op(const type* address) {          \
    via v;                                                \
    asm volatile("ld.global." word "." ptx " %0, [%1];"   \
                 : "=" reg(v)                             \
                 : "l"(__cvta_generic_to_global(address)) \
                 : "memory");                             \
    return (type)v;                                       \
  }
#define WG_LOAD2(op, word, type, ptx, reg, via)                  \
  WG_DEVICE type __ld##op(const type* address) {                 \
    via x, y;                                                    \
    asm volatile("ld.global." word ".v2." ptx " {%0, %1}, [%2];" \
                 : "=" reg(x), "=" reg(y)                        \
                 : "l"(__cvta_generic_to_global(address))        \
                 : "memory");                                    \
    type v;                                                      \
    v.x = x, v.y = y;                                            \
    return v;                                                    \
  }
#define WG_LOAD4(op, word, type, ptx, reg, via)                          \
  WG_DEVICE type __ld##op(const type* address) {                         \
    via x, y, z, w;                                                      \
    asm volatile("ld.global." word ".v4." ptx " {%0, %1, %2, %3}, [%4];" \
                 : "=" reg(x), "=" reg(y), "=" reg(z), "=" reg(w)        \
                 : "l"(__cvta_generic_to_global(address))                \
                 : "memory");                                            \
    type v;                                                              \
    v.x = x, v.y = y, v.z = z, v.w = w;                                  \
    return v;                                                            \
  }
#define WG_STORE1(op, word, type, ptx, reg, via)                                                                  \
  WG_DEVICE void __st##op(type* address, type value) {                                                            \
    asm volatile("st.global." word "." ptx " [%0], %1;" ::"l"(__cvta_generic_to_global(address)), reg((via)value) \
                 : "memory");                                                                                     \
  }
#define WG_STORE2(op, word, type, ptx, reg, via)                                                           \
  WG_DEVICE void __st##op(type* address, type value) {                                                     \
    asm volatile("st.global." word ".v2." ptx " [%0], {%1, %2};" ::"l"(__cvta_generic_to_global(address)), \
                 reg((via)value.x), reg((via)value.y)                                                      \
                 : "memory");                                                                              \
  }
#define WG_STORE4(op, word, type, ptx, reg, via)                                                                   \
  WG_DEVICE void __st##op(type* address, type value) {                                                             \
    asm volatile("st.global." word ".v4." ptx " [%0], {%1, %2, %3, %4};" ::"l"(__cvta_generic_to_global(address)), \
                 reg((via)value.x), reg((via)value.y), reg((via)value.z), reg((via)value.w)                        \
                 : "memory");                                                                                      \
  }
#define WG_ONE(...) WG_LOADS(WG_LOAD1, __VA_ARGS__) WG_STORES(WG_STORE1, __VA_ARGS__)
#define WG_TWO(...) WG_LOADS(WG_LOAD2, __VA_ARGS__) WG_STORES(WG_STORE2, __VA_ARGS__)
#define WG_FOUR(...) WG_LOADS(WG_LOAD4, __VA_ARGS__) WG_STORES(WG_STORE4, __VA_ARGS__)

// type, PTX type, register letter, the C type of that register. 8-bit values travel in 16-bit registers.
WG_ONE(char, "s8", "h", short)
WG_ONE(signed char, "s8", "h", short)
WG_ONE(unsigned char, "u8", "h", unsigned short)
WG_ONE(short, "s16", "h", short)
WG_ONE(unsigned short, "u16", "h", unsigned short)
WG_ONE(int, "s32", "r", int)
WG_ONE(unsigned int, "u32", "r", unsigned int)
WG_ONE(long, "s64", "l", long)
WG_ONE(unsigned long, "u64", "l", unsigned long)
WG_ONE(long long, "s64", "l", long long)
WG_ONE(unsigned long long, "u64", "l", unsigned long long)
WG_ONE(float, "f32", "f", float)
WG_ONE(double, "f64", "d", double)
WG_TWO(char2, "s8", "h", short)
WG_TWO(uchar2, "u8", "h", unsigned short)
WG_TWO(short2, "s16", "h", short)
WG_TWO(ushort2, "u16", "h", unsigned short)
WG_TWO(int2, "s32", "r", int)
WG_TWO(uint2, "u32", "r", unsigned int)
WG_TWO(longlong2, "s64", "l", long long)
WG_TWO(ulonglong2, "u64", "l", unsigned long long)
WG_TWO(float2, "f32", "f", float)
WG_TWO(double2, "f64", "d", double)
WG_FOUR(char4, "s8", "h", short)
WG_FOUR(uchar4, "u8", "h", unsigned short)
WG_FOUR(short4, "s16", "h", short)
WG_FOUR(ushort4, "u16", "h", unsigned short)
WG_FOUR(int4, "s32", "r", int)
WG_FOUR(uint4, "u32", "r", unsigned int)
WG_FOUR(float4, "f32", "f", float)

#undef WG_ONE
#undef WG_TWO
#undef WG_FOUR
#undef WG_LOADS
#undef WG_STORES
#undef WG_LOAD1
#undef WG_LOAD2
#undef WG_LOAD4
#undef WG_STORE1
#undef WG_STORE2
#undef WG_STORE4
#undef WG_DEVICE

#endif
