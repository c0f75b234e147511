// Fetches through texture references, and accesses through surface references: those of objects, whose handle the
// reference's value is. What a fetch answers follows from the reference's type.
#ifndef WARPGLASS_DEVICE_TEXTURE_REFERENCES_H
#define WARPGLASS_DEVICE_TEXTURE_REFERENCES_H

#include "warpglass/device_textures.h"
#include "warpglass/texture_references.h"

#if __cplusplus >= 201103L && !defined(WARPGLASS_NO_TEXTURE_REFERENCES)

#define WG_DEVICE static __device__ __inline__ __attribute__((always_inline, nodebug, unused))
#define WG_UNPACK(...) __VA_ARGS__

namespace warpglass_texture {

// In device code a reference is a handle; nothing in C++ says so.
template <class Reference>
WG_DEVICE unsigned long long handle_of(Reference reference) {
  unsigned long long handle;
  asm("mov.b64 %0, %1;" : "=l"(handle) : "l"(reference));
  return handle;
}

// What fetches of a T answer, and gathers.
template <class T, cudaTextureReadMode mode>
struct fetched {
  typedef T type;
};
template <class T>
struct fetched<T, cudaReadModeNormalizedFloat>;
template <class T>
struct gathered;
#define WG_FETCHED(element, answer)                       \
  template <>                                             \
  struct fetched<element, cudaReadModeNormalizedFloat> {  \
    typedef answer type;                                  \
  };
#define WG_GATHERED(element, answer) \
  template <>                        \
  struct gathered<element> {         \
    typedef answer type;             \
  };
#define WG_ELEMENTS(scalar, vector)                                                         \
  WG_GATHERED(scalar, vector##4)                                                            \
  WG_GATHERED(vector##1, vector##4) WG_GATHERED(vector##2, vector##4) WG_GATHERED(vector##4, vector##4)
#define WG_NUMBERS(scalar, vector) \
  WG_FETCHED(scalar, float)        \
  WG_FETCHED(vector##1, float1) WG_FETCHED(vector##2, float2) WG_FETCHED(vector##4, float4)
WG_GATHERED(char, char4)
WG_FETCHED(char, float)
WG_ELEMENTS(signed char, char)
WG_NUMBERS(signed char, char)
WG_ELEMENTS(unsigned char, uchar)
WG_NUMBERS(unsigned char, uchar)
WG_ELEMENTS(short, short)
WG_NUMBERS(short, short)
WG_ELEMENTS(unsigned short, ushort)
WG_NUMBERS(unsigned short, ushort)
WG_ELEMENTS(int, int)
WG_ELEMENTS(unsigned int, uint)
WG_ELEMENTS(float, float)
#undef WG_FETCHED
#undef WG_GATHERED
#undef WG_ELEMENTS
#undef WG_NUMBERS

}  // namespace warpglass_texture

// name, the reference's dimensions, parameters, arguments
#define WG_FETCH(name, dimensions, parameters, arguments)                                                            \
  template <class T, cudaTextureReadMode mode>                                                                       \
  WG_DEVICE typename warpglass_texture::fetched<T, mode>::type name(texture<T, dimensions, mode> tex,                \
                                                                    WG_UNPACK parameters) {                          \
    return name<typename warpglass_texture::fetched<T, mode>::type>(warpglass_texture::handle_of(tex),               \
                                                                    WG_UNPACK arguments);                            \
  }
WG_FETCH(tex1Dfetch, cudaTextureType1D, (int x), (x))
WG_FETCH(tex1D, cudaTextureType1D, (float x), (x))
WG_FETCH(tex2D, cudaTextureType2D, (float x, float y), (x, y))
WG_FETCH(tex3D, cudaTextureType3D, (float x, float y, float z), (x, y, z))
WG_FETCH(texCubemap, cudaTextureTypeCubemap, (float x, float y, float z), (x, y, z))
WG_FETCH(tex1DLayered, cudaTextureType1DLayered, (float x, int layer), (x, layer))
WG_FETCH(tex2DLayered, cudaTextureType2DLayered, (float x, float y, int layer), (x, y, layer))
WG_FETCH(texCubemapLayered, cudaTextureTypeCubemapLayered, (float x, float y, float z, int layer), (x, y, z, layer))
WG_FETCH(tex1DLod, cudaTextureType1D, (float x, float level), (x, level))
WG_FETCH(tex2DLod, cudaTextureType2D, (float x, float y, float level), (x, y, level))
WG_FETCH(tex3DLod, cudaTextureType3D, (float x, float y, float z, float level), (x, y, z, level))
WG_FETCH(tex1DLayeredLod, cudaTextureType1DLayered, (float x, int layer, float level), (x, layer, level))
WG_FETCH(tex2DLayeredLod, cudaTextureType2DLayered, (float x, float y, int layer, float level), (x, y, layer, level))
WG_FETCH(texCubemapLod, cudaTextureTypeCubemap, (float x, float y, float z, float level), (x, y, z, level))
WG_FETCH(texCubemapLayeredLod, cudaTextureTypeCubemapLayered, (float x, float y, float z, int layer, float level),
         (x, y, z, layer, level))
WG_FETCH(tex1DGrad, cudaTextureType1D, (float x, float dx, float dy), (x, dx, dy))
WG_FETCH(tex2DGrad, cudaTextureType2D, (float x, float y, float2 dx, float2 dy), (x, y, dx, dy))
WG_FETCH(tex3DGrad, cudaTextureType3D, (float x, float y, float z, float4 dx, float4 dy), (x, y, z, dx, dy))
WG_FETCH(tex1DLayeredGrad, cudaTextureType1DLayered, (float x, int layer, float dx, float dy), (x, layer, dx, dy))
WG_FETCH(tex2DLayeredGrad, cudaTextureType2DLayered, (float x, float y, int layer, float2 dx, float2 dy),
         (x, y, layer, dx, dy))
#undef WG_FETCH

template <class T>
WG_DEVICE typename warpglass_texture::gathered<T>::type tex2Dgather(
    texture<T, cudaTextureType2D, cudaReadModeElementType> tex, float x, float y, int component = 0) {
  return tex2Dgather<typename warpglass_texture::gathered<T>::type>(warpglass_texture::handle_of(tex), x, y, component);
}
template <class T>
WG_DEVICE float4 tex2Dgather(texture<T, cudaTextureType2D, cudaReadModeNormalizedFloat> tex, float x, float y,
                             int component = 0) {
  return tex2Dgather<float4>(warpglass_texture::handle_of(tex), x, y, component);
}

#define WG_SURFACE(name, dimensions, parameters, arguments)                                                  \
  template <class T>                                                                                         \
  WG_DEVICE T name##read(surface<void, dimensions> surf, WG_UNPACK parameters,                               \
                         cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                              \
    return name##read<T>(warpglass_texture::handle_of(surf), WG_UNPACK arguments, mode);                     \
  }                                                                                                          \
  template <class T>                                                                                         \
  WG_DEVICE void name##read(T* value, surface<void, dimensions> surf, WG_UNPACK parameters,                  \
                            cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                           \
    *value = name##read<T>(warpglass_texture::handle_of(surf), WG_UNPACK arguments, mode);                   \
  }                                                                                                          \
  template <class T>                                                                                         \
  WG_DEVICE void name##write(T value, surface<void, dimensions> surf, WG_UNPACK parameters,                  \
                             cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                          \
    name##write(value, warpglass_texture::handle_of(surf), WG_UNPACK arguments, mode);                       \
  }
WG_SURFACE(surf1D, cudaSurfaceType1D, (int x), (x))
WG_SURFACE(surf2D, cudaSurfaceType2D, (int x, int y), (x, y))
WG_SURFACE(surf3D, cudaSurfaceType3D, (int x, int y, int z), (x, y, z))
WG_SURFACE(surf1DLayered, cudaSurfaceType1DLayered, (int x, int layer), (x, layer))
WG_SURFACE(surf2DLayered, cudaSurfaceType2DLayered, (int x, int y, int layer), (x, y, layer))
WG_SURFACE(surfCubemap, cudaSurfaceTypeCubemap, (int x, int y, int face), (x, y, face))
WG_SURFACE(surfCubemapLayered, cudaSurfaceTypeCubemapLayered, (int x, int y, int layerFace), (x, y, layerFace))
#undef WG_SURFACE

#undef WG_UNPACK
#undef WG_DEVICE

#endif

#endif
