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
WG_FETCH(texCubemapLayered, "acube", "f32", (float x, float y, float z, int layer), (x, y, z, layer),
         "{%5, %6, %7, %8}]", ("r"(layer), "f"(x), "f"(y), "f"(z)))

// Of a level, and of the level that two gradients lead to.
WG_FETCH(tex1DLod, "level.1d", "f32", (float x, float level), (x, level), "{%5}], %6", ("f"(x), "f"(level)))
WG_FETCH(tex2DLod, "level.2d", "f32", (float x, float y, float level), (x, y, level), "{%5, %6}], %7",
         ("f"(x), "f"(y), "f"(level)))
WG_FETCH(tex3DLod, "level.3d", "f32", (float x, float y, float z, float level), (x, y, z, level),
         "{%5, %6, %7, %7}], %8", ("f"(x), "f"(y), "f"(z), "f"(level)))
WG_FETCH(tex1DLayeredLod, "level.a1d", "f32", (float x, int layer, float level), (x, layer, level), "{%5, %6}], %7",
         ("r"(layer), "f"(x), "f"(level)))
WG_FETCH(tex2DLayeredLod, "level.a2d", "f32", (float x, float y, int layer, float level), (x, y, layer, level),
         "{%5, %6, %7, %7}], %8", ("r"(layer), "f"(x), "f"(y), "f"(level)))
WG_FETCH(texCubemapLod, "level.cube", "f32", (float x, float y, float z, float level), (x, y, z, level),
         "{%5, %6, %7, %7}], %8", ("f"(x), "f"(y), "f"(z), "f"(level)))
WG_FETCH(texCubemapLayeredLod, "level.acube", "f32", (float x, float y, float z, int layer, float level),
         (x, y, z, layer, level), "{%5, %6, %7, %8}], %9", ("r"(layer), "f"(x), "f"(y), "f"(z), "f"(level)))
WG_FETCH(tex1DGrad, "grad.1d", "f32", (float x, float dx, float dy), (x, dx, dy), "{%5}], {%6}, {%7}",
         ("f"(x), "f"(dx), "f"(dy)))
WG_FETCH(tex2DGrad, "grad.2d", "f32", (float x, float y, float2 dx, float2 dy), (x, y, dx, dy),
         "{%5, %6}], {%7, %8}, {%9, %10}", ("f"(x), "f"(y), "f"(dx.x), "f"(dx.y), "f"(dy.x), "f"(dy.y)))
WG_FETCH(tex3DGrad, "grad.3d", "f32", (float x, float y, float z, float4 dx, float4 dy), (x, y, z, dx, dy),
         "{%5, %6, %7, %7}], {%8, %9, %10, %10}, {%11, %12, %13, %13}",
         ("f"(x), "f"(y), "f"(z), "f"(dx.x), "f"(dx.y), "f"(dx.z), "f"(dy.x), "f"(dy.y), "f"(dy.z)))
WG_FETCH(tex1DLayeredGrad, "grad.a1d", "f32", (float x, int layer, float dx, float dy), (x, layer, dx, dy),
         "{%5, %6}], {%7}, {%8}", ("r"(layer), "f"(x), "f"(dx), "f"(dy)))
WG_FETCH(tex2DLayeredGrad, "grad.a2d", "f32", (float x, float y, int layer, float2 dx, float2 dy),
         (x, y, layer, dx, dy), "{%5, %6, %7, %7}], {%8, %9}, {%10, %11}",
         ("r"(layer), "f"(x), "f"(y), "f"(dx.x), "f"(dx.y), "f"(dy.x), "f"(dy.y)))
#undef WG_FETCH
#undef WG_FETCH_KIND

// One component of the four texels around a position.
#define WG_GATHER_KIND(kind, reg, ptx, letter)                                          \
  case WG_NUMBER_##letter:                                                              \
    asm volatile("tld4." #letter ".2d.v4." ptx ".f32 {%0, %1, %2, %3}, [%4, {%5, %6}];" \
                 : "=" reg(x_), "=" reg(y_), "=" reg(z_), "=" reg(w_)                   \
                 : "l"(object), "f"(x), "f"(y));                                        \
    break;
#define WG_NUMBER_r 0
#define WG_NUMBER_g 1
#define WG_NUMBER_b 2
#define WG_NUMBER_a 3
#define WG_GATHER(kind, reg, ptx)                                                                        \
  template <class T>                                                                                     \
  WG_DEVICE T warpglass_tex2Dgather(kind, cudaTextureObject_t object, float x, float y, int component) { \
    kind x_ = 0, y_ = 0, z_ = 0, w_ = 0;                                                                 \
    switch (component) {                                                                                 \
      WG_GATHER_KIND(kind, reg, ptx, r)                                                                  \
      WG_GATHER_KIND(kind, reg, ptx, g)                                                                  \
      WG_GATHER_KIND(kind, reg, ptx, b)                                                                  \
      WG_GATHER_KIND(kind, reg, ptx, a)                                                                  \
    }                                                                                                    \
    return warpglass_texture::texel<T>::make(x_, y_, z_, w_);                                            \
  }
WG_GATHER(float, "f", "f32")
WG_GATHER(int, "r", "s32")
WG_GATHER(unsigned int, "r", "u32")
#undef WG_GATHER
#undef WG_GATHER_KIND
#undef WG_NUMBER_r
#undef WG_NUMBER_g
#undef WG_NUMBER_b
#undef WG_NUMBER_a
template <class T>
WG_DEVICE T tex2Dgather(cudaTextureObject_t object, float x, float y, int component = 0) {
  return warpglass_tex2Dgather<T>(typename warpglass_texture::texel<T>::component(), object, x, y, component);
}
template <class T>
WG_DEVICE void tex2Dgather(T* value, cudaTextureObject_t object, float x, float y, int component = 0) {
  *value = tex2Dgather<T>(object, x, y, component);
}

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
// The coordinates of a shape: z is the layer, or the face, where there are any.
#define WG_AT_1d(x, y, z) "{" x "}"
#define WG_AT_2d(x, y, z) "{" x ", " y "}"
#define WG_AT_3d(x, y, z) "{" x ", " y ", " z ", " z "}"
#define WG_AT_a1d(x, y, z) "{" z ", " x "}"
#define WG_AT_a2d(x, y, z) "{" z ", " x ", " y ", " y "}"
#define WG_LOAD(word, shape, ptx, reg)                                                             \
  asm volatile("suld.b." #shape "." ptx "." word " %0, [%1, " WG_AT_##shape("%2", "%3", "%4") "];" \
               : "=" reg(v)                                                                        \
               : "l"(object), "r"(x), "r"(y), "r"(z))
#define WG_STORE(word, shape, ptx, reg)                                                                      \
  asm volatile("sust.b." #shape "." ptx "." word " [%1, " WG_AT_##shape("%2", "%3", "%4") "], %0;" ::reg(v), \
               "l"(object), "r"(x), "r"(y), "r"(z)                                                           \
               : "memory")
#define WG_LOAD4(word, shape, ptx, reg)                                                                          \
  asm volatile("suld.b." #shape "." ptx "." word " {%0, %1, %2, %3}, [%4, " WG_AT_##shape("%5", "%6", "%7") "];" \
               : "=" reg(v.x), "=" reg(v.y), "=" reg(v.z), "=" reg(v.w)                                          \
               : "l"(object), "r"(x), "r"(y), "r"(z))
#define WG_STORE4(word, shape, ptx, reg)                                                   \
  asm volatile("sust.b." #shape "." ptx "." word                                           \
               " [%4, " WG_AT_##shape("%5", "%6", "%7") "], {%0, %1, %2, %3};" ::reg(v.x), \
               reg(v.y), reg(v.z), reg(v.w), "l"(object), "r"(x), "r"(y), "r"(z)           \
               : "memory")
#define WG_CELL_SHAPE(shape, ptx, reg, word, load, store)                                                              \
  static WG_SURFACE word load_##shape(cudaSurfaceObject_t object, int x, int y, int z, cudaSurfaceBoundaryMode mode) { \
    word v = {};                                                                                                       \
    WG_BY_MODE(load, shape, ptx, reg)                                                                                  \
    return v;                                                                                                          \
  }                                                                                                                    \
  static WG_SURFACE void store_##shape(word v, cudaSurfaceObject_t object, int x, int y, int z,                        \
                                       cudaSurfaceBoundaryMode mode) {                                                 \
    WG_BY_MODE(store, shape, ptx, reg)                                                                                 \
  }
#define WG_CELL(bytes, ptx, reg, type, load, store) \
  template <>                                       \
  struct cell<bytes> {                              \
    typedef type word;                              \
    WG_CELL_SHAPE(1d, ptx, reg, type, load, store)  \
    WG_CELL_SHAPE(2d, ptx, reg, type, load, store)  \
    WG_CELL_SHAPE(3d, ptx, reg, type, load, store)  \
    WG_CELL_SHAPE(a1d, ptx, reg, type, load, store) \
    WG_CELL_SHAPE(a2d, ptx, reg, type, load, store) \
  };
#define WG_SURFACE __device__ __inline__ __attribute__((always_inline, nodebug, unused))
WG_CELL(1, "b8", "h", unsigned short, WG_LOAD, WG_STORE)
WG_CELL(2, "b16", "h", unsigned short, WG_LOAD, WG_STORE)
WG_CELL(4, "b32", "r", unsigned int, WG_LOAD, WG_STORE)
WG_CELL(8, "b64", "l", unsigned long long, WG_LOAD, WG_STORE)
WG_CELL(16, "v4.b32", "r", uint4, WG_LOAD4, WG_STORE4)
#undef WG_SURFACE
#undef WG_CELL
#undef WG_CELL_SHAPE
#undef WG_LOAD
#undef WG_STORE
#undef WG_LOAD4
#undef WG_STORE4
#undef WG_AT_1d
#undef WG_AT_2d
#undef WG_AT_3d
#undef WG_AT_a1d
#undef WG_AT_a2d
#undef WG_BY_MODE

}  // namespace warpglass_texture

#define WG_SURFACE(name, shape, parameters, arguments, x, y, z)                             \
  template <class T>                                                                        \
  WG_DEVICE T name##read(cudaSurfaceObject_t object, WG_UNPACK parameters,                  \
                         cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {             \
    const auto v = warpglass_texture::cell<sizeof(T)>::load_##shape(object, x, y, z, mode); \
    T value;                                                                                \
    __builtin_memcpy(&value, &v, sizeof(T));                                                \
    return value;                                                                           \
  }                                                                                         \
  template <class T>                                                                        \
  WG_DEVICE void name##read(T* value, cudaSurfaceObject_t object, WG_UNPACK parameters,     \
                            cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {          \
    *value = name##read<T>(object, WG_UNPACK arguments, mode);                              \
  }                                                                                         \
  template <class T>                                                                        \
  WG_DEVICE void name##write(T value, cudaSurfaceObject_t object, WG_UNPACK parameters,     \
                             cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {         \
    typedef warpglass_texture::cell<sizeof(T)> cell;                                        \
    typename cell::word v = {};                                                             \
    __builtin_memcpy(&v, &value, sizeof(T));                                                \
    cell::store_##shape(v, object, x, y, z, mode);                                          \
  }
WG_SURFACE(surf1D, 1d, (int x), (x), x, 0, 0)
WG_SURFACE(surf2D, 2d, (int x, int y), (x, y), x, y, 0)
WG_SURFACE(surf3D, 3d, (int x, int y, int z), (x, y, z), x, y, z)
WG_SURFACE(surf1DLayered, a1d, (int x, int layer), (x, layer), x, 0, layer)
WG_SURFACE(surf2DLayered, a2d, (int x, int y, int layer), (x, y, layer), x, y, layer)
WG_SURFACE(surfCubemap, a2d, (int x, int y, int face), (x, y, face), x, y, face)
WG_SURFACE(surfCubemapLayered, a2d, (int x, int y, int layerFace), (x, y, layerFace), x, y, layerFace)
#undef WG_SURFACE

#undef WG_UNPACK
#undef WG_DEVICE

#endif

#endif
