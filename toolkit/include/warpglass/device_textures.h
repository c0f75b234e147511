// Texture and surface objects: each function is one PTX instruction that answers four components, of which a type
// takes as many as it has.
#ifndef WARPGLASS_DEVICE_TEXTURES_H
#define WARPGLASS_DEVICE_TEXTURES_H

#if __cplusplus >= 201103L

#define WG_DEVICE static __device__ __inline__ __attribute__((always_inline, nodebug, unused))

namespace warpglass_texture {

// What of the four components makes a T, and of which kind the instruction must deliver them.
template <class T>
struct texel;
#define WG_TEXEL1(type, kind)                                                                                  \
  template <>                                                                                                  \
  struct texel<type> {                                                                                         \
    typedef kind component;                                                                                    \
    static __device__ __inline__ __attribute__((always_inline, nodebug)) type make(kind x, kind, kind, kind) { \
      return (type)x;                                                                                          \
    }                                                                                                          \
  };
#define WG_TEXEL(type, kind, assign)                                                                                 \
  template <>                                                                                                        \
  struct texel<type> {                                                                                               \
    typedef kind component;                                                                                          \
    static __device__ __inline__ __attribute__((always_inline, nodebug)) type make(kind x, kind y, kind z, kind w) { \
      type v;                                                                                                        \
      assign;                                                                                                        \
      return v;                                                                                                      \
    }                                                                                                                \
  };
#define WG_TEXELS(scalar, vector, kind)       \
  WG_TEXEL1(scalar, kind)                     \
  WG_TEXEL(vector##1, kind, v.x = x)          \
  WG_TEXEL(vector##2, kind, v.x = x; v.y = y) \
  WG_TEXEL(vector##4, kind, v.x = x; v.y = y; v.z = z; v.w = w)
WG_TEXEL1(char, int)
WG_TEXELS(signed char, char, int)
WG_TEXELS(unsigned char, uchar, unsigned int)
WG_TEXELS(short, short, int)
WG_TEXELS(unsigned short, ushort, unsigned int)
WG_TEXELS(int, int, int)
WG_TEXELS(unsigned int, uint, unsigned int)
WG_TEXELS(float, float, float)
#undef WG_TEXEL1
#undef WG_TEXEL
#undef WG_TEXELS

}  // namespace warpglass_texture

// name, PTX shape, PTX type of the coordinates, parameters, operand text, inputs
#define WG_FETCH_KIND(name, kind, reg, ptx, shape, ctype, parameters, operands, inputs)    \
  template <class T>                                                                       \
  WG_DEVICE T warpglass_##name(kind, cudaTextureObject_t object, WG_UNPACK parameters) {   \
    kind x_, y_, z_, w_;                                                                   \
    asm volatile("tex." shape ".v4." ptx "." ctype " {%0, %1, %2, %3}, [%4, " operands ";" \
                 : "=" reg(x_), "=" reg(y_), "=" reg(z_), "=" reg(w_)                      \
                 : "l"(object), WG_UNPACK inputs);                                         \
    return warpglass_texture::texel<T>::make(x_, y_, z_, w_);                              \
  }
#define WG_UNPACK(...) __VA_ARGS__
#define WG_FETCH(name, shape, ctype, parameters, arguments, operands, inputs)                                   \
  WG_FETCH_KIND(name, float, "f", "f32", shape, ctype, parameters, operands, inputs)                            \
  WG_FETCH_KIND(name, int, "r", "s32", shape, ctype, parameters, operands, inputs)                              \
  WG_FETCH_KIND(name, unsigned int, "r", "u32", shape, ctype, parameters, operands, inputs)                     \
  template <class T>                                                                                            \
  WG_DEVICE T name(cudaTextureObject_t object, WG_UNPACK parameters) {                                          \
    return warpglass_##name<T>(typename warpglass_texture::texel<T>::component(), object, WG_UNPACK arguments); \
  }                                                                                                             \
  template <class T>                                                                                            \
  WG_DEVICE void name(T* value, cudaTextureObject_t object, WG_UNPACK parameters) {                             \
    *value = name<T>(object, WG_UNPACK arguments);                                                              \
  }
WG_FETCH(tex1Dfetch, "1d", "s32", (int x), (x), "{%5}]", ("r"(x)))
WG_FETCH(tex1D, "1d", "f32", (float x), (x), "{%5}]", ("f"(x)))
WG_FETCH(tex2D, "2d", "f32", (float x, float y), (x, y), "{%5, %6}]", ("f"(x), "f"(y)))
WG_FETCH(tex3D, "3d", "f32", (float x, float y, float z), (x, y, z), "{%5, %6, %7, %7}]", ("f"(x), "f"(y), "f"(z)))
WG_FETCH(texCubemap, "cube", "f32", (float x, float y, float z), (x, y, z), "{%5, %6, %7, %7}]",
         ("f"(x), "f"(y), "f"(z)))
WG_FETCH(tex1DLayered, "a1d", "f32", (float x, int layer), (x, layer), "{%5, %6}]", ("r"(layer), "f"(x)))
WG_FETCH(tex2DLayered, "a2d", "f32", (float x, float y, int layer), (x, y, layer), "{%5, %6, %7, %7}]",
         ("r"(layer), "f"(x), "f"(y)))
WG_FETCH(tex1DLod, "level.1d", "f32", (float x, float level), (x, level), "{%5}], %6", ("f"(x), "f"(level)))
WG_FETCH(tex2DLod, "level.2d", "f32", (float x, float y, float level), (x, y, level), "{%5, %6}], %7",
         ("f"(x), "f"(y), "f"(level)))
WG_FETCH(tex3DLod, "level.3d", "f32", (float x, float y, float z, float level), (x, y, z, level),
         "{%5, %6, %7, %7}], %8", ("f"(x), "f"(y), "f"(z), "f"(level)))
#undef WG_FETCH
#undef WG_FETCH_KIND

// Surfaces: the first coordinate counts bytes; what an access outside does is a word of the instruction.
namespace warpglass_texture {

template <unsigned int Bytes>
struct cell;  // the registers that a value of this size travels in

#define WG_BY_MODE(form, ...)                                      \
  switch (mode) {                                                  \
    case cudaBoundaryModeZero: form("zero", __VA_ARGS__); break;   \
    case cudaBoundaryModeClamp: form("clamp", __VA_ARGS__); break; \
    case cudaBoundaryModeTrap: form("trap", __VA_ARGS__); break;   \
  }
#define WG_LOAD(word, shape, ptx, reg, where)                           \
  asm volatile("suld.b." shape "." ptx "." word " %0, [%1, " where "];" \
               : "=" reg(v)                                             \
               : "l"(object), "r"(x), "r"(y), "r"(z))
#define WG_STORE(word, shape, ptx, reg, where)                                                                        \
  asm volatile("sust.b." shape "." ptx "." word " [%1, " where "], %0;" ::reg(v), "l"(object), "r"(x), "r"(y), "r"(z) \
               : "memory")
#define WG_CELL_SHAPE(shape, ptx, reg, word, where)                                                                    \
  static WG_SURFACE word load_##shape(cudaSurfaceObject_t object, int x, int y, int z, cudaSurfaceBoundaryMode mode) { \
    word v = 0;                                                                                                        \
    WG_BY_MODE(WG_LOAD, #shape, ptx, reg, where)                                                                       \
    return v;                                                                                                          \
  }                                                                                                                    \
  static WG_SURFACE void store_##shape(word v, cudaSurfaceObject_t object, int x, int y, int z,                        \
                                       cudaSurfaceBoundaryMode mode) {                                                 \
    WG_BY_MODE(WG_STORE, #shape, ptx, reg, where)                                                                      \
  }
#define WG_CELL(bytes, ptx, reg, type)                    \
  template <>                                             \
  struct cell<bytes> {                                    \
    typedef type word;                                    \
    WG_CELL_SHAPE(1d, ptx, reg, type, "{%2}")             \
    WG_CELL_SHAPE(2d, ptx, reg, type, "{%2, %3}")         \
    WG_CELL_SHAPE(3d, ptx, reg, type, "{%2, %3, %4, %4}") \
  };
#define WG_SURFACE __device__ __inline__ __attribute__((always_inline, nodebug, unused))
WG_CELL(1, "b8", "h", unsigned short)
WG_CELL(2, "b16", "h", unsigned short)
WG_CELL(4, "b32", "r", unsigned int)
WG_CELL(8, "b64", "l", unsigned long long)
#undef WG_SURFACE
#undef WG_CELL
#undef WG_CELL_SHAPE
#undef WG_LOAD
#undef WG_STORE
#undef WG_BY_MODE

}  // namespace warpglass_texture

// Values of 16 bytes are two accesses of 8.
#define WG_SURFACE(name, shape, parameters, x, y, z)                                    \
  template <class T>                                                                    \
  WG_DEVICE T name##read(cudaSurfaceObject_t object, WG_UNPACK parameters,              \
                         cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {         \
    constexpr unsigned int bytes = sizeof(T) < 8 ? sizeof(T) : 8;                       \
    typedef warpglass_texture::cell<bytes> cell;                                        \
    T value;                                                                            \
    for (unsigned int i = 0; i < sizeof(T); i += bytes) {                               \
      typename cell::word v = cell::load_##shape(object, x + (int)i, y, z, mode);       \
      __builtin_memcpy((char*)&value + i, &v, bytes);                                   \
    }                                                                                   \
    return value;                                                                       \
  }                                                                                     \
  template <class T>                                                                    \
  WG_DEVICE void name##read(T* value, cudaSurfaceObject_t object, WG_UNPACK parameters, \
                            cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {      \
    *value = name##read<T>(object, WG_UNPACK_ARGUMENTS_##shape, mode);                  \
  }                                                                                     \
  template <class T>                                                                    \
  WG_DEVICE void name##write(T value, cudaSurfaceObject_t object, WG_UNPACK parameters, \
                             cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {     \
    constexpr unsigned int bytes = sizeof(T) < 8 ? sizeof(T) : 8;                       \
    typedef warpglass_texture::cell<bytes> cell;                                        \
    for (unsigned int i = 0; i < sizeof(T); i += bytes) {                               \
      typename cell::word v = 0;                                                        \
      __builtin_memcpy(&v, (char*)&value + i, bytes);                                   \
      cell::store_##shape(v, object, x + (int)i, y, z, mode);                           \
    }                                                                                   \
  }
#define WG_UNPACK_ARGUMENTS_1d x
#define WG_UNPACK_ARGUMENTS_2d x, y
#define WG_UNPACK_ARGUMENTS_3d x, y, z
WG_SURFACE(surf1D, 1d, (int x), x, 0, 0)
WG_SURFACE(surf2D, 2d, (int x, int y), x, y, 0)
WG_SURFACE(surf3D, 3d, (int x, int y, int z), x, y, z)
#undef WG_SURFACE
#undef WG_UNPACK_ARGUMENTS_1d
#undef WG_UNPACK_ARGUMENTS_2d
#undef WG_UNPACK_ARGUMENTS_3d

#undef WG_UNPACK
#undef WG_DEVICE

#endif

#endif
