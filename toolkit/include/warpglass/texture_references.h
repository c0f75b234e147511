// texture<T, dimensions, mode> and surface<void, dimensions>: textures and surfaces as variables of a file, the CUDA of
// 2007 to 2020. On the host such a variable is a structure with what the program may set of it; in device code clang
// makes a .texref or .surfref variable of it, and its value is a handle of 64 bits. What is bound to it, and how it
// samples, is looked at when a kernel is launched.
//
// A program that has a `texture` or `surface` of its own is compiled with -DWARPGLASS_NO_TEXTURE_REFERENCES.
#ifndef WARPGLASS_TEXTURE_REFERENCES_H
#define WARPGLASS_TEXTURE_REFERENCES_H

#if defined(__cplusplus) && defined(__CUDA__) && !defined(WARPGLASS_NO_TEXTURE_REFERENCES)

#include "channel_descriptor.h"
#include "cuda_runtime_api.h"

template <class T, int type = cudaTextureType1D, enum cudaTextureReadMode mode = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture : public textureReference {
  __host__ texture(int norm = 0, enum cudaTextureFilterMode filter = cudaFilterModePoint,
                   enum cudaTextureAddressMode address = cudaAddressModeClamp) {
    set(norm, filter, address, cudaCreateChannelDesc<T>());
  }
  __host__ texture(int norm, enum cudaTextureFilterMode filter, enum cudaTextureAddressMode address,
                   struct cudaChannelFormatDesc channels) {
    set(norm, filter, address, channels);
  }

 private:
  __host__ void set(int norm, enum cudaTextureFilterMode filter, enum cudaTextureAddressMode address,
                    const struct cudaChannelFormatDesc& channels) {
    static_cast<textureReference&>(*this) = textureReference();
    normalized = norm;
    filterMode = filter;
    for (int i = 0; i < 3; ++i) addressMode[i] = address;
    channelDesc = channels;
  }
};

template <class T, int type = cudaSurfaceType1D>
struct __attribute__((device_builtin_surface_type)) surface : public surfaceReference {
  __host__ surface() { channelDesc = cudaCreateChannelDesc<T>(); }
  __host__ explicit surface(struct cudaChannelFormatDesc channels) { channelDesc = channels; }
};
template <int type>
struct __attribute__((device_builtin_surface_type)) surface<void, type> : public surfaceReference {
  __host__ surface() { channelDesc = cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindNone); }
};

// ---- Binding by the variable itself ----

#define WG_CALL static __inline__ __attribute__((unused)) __host__ cudaError_t
#define WG_TEXTURE template <class T, int type, enum cudaTextureReadMode mode>

WG_TEXTURE WG_CALL cudaBindTexture(size_t* offset, const texture<T, type, mode>& tex, const void* pointer,
                                   const struct cudaChannelFormatDesc& desc, size_t size = 0xffffffffU) {
  return ::cudaBindTexture(offset, static_cast<const textureReference*>(&tex), pointer, &desc, size);
}
WG_TEXTURE WG_CALL cudaBindTexture(size_t* offset, const texture<T, type, mode>& tex, const void* pointer,
                                   size_t size = 0xffffffffU) {
  return ::cudaBindTexture(offset, static_cast<const textureReference*>(&tex), pointer, &tex.channelDesc, size);
}
WG_TEXTURE WG_CALL cudaBindTexture2D(size_t* offset, const texture<T, type, mode>& tex, const void* pointer,
                                     const struct cudaChannelFormatDesc& desc, size_t width, size_t height,
                                     size_t pitch) {
  return ::cudaBindTexture2D(offset, static_cast<const textureReference*>(&tex), pointer, &desc, width, height, pitch);
}
WG_TEXTURE WG_CALL cudaBindTexture2D(size_t* offset, const texture<T, type, mode>& tex, const void* pointer,
                                     size_t width, size_t height, size_t pitch) {
  return ::cudaBindTexture2D(offset, static_cast<const textureReference*>(&tex), pointer, &tex.channelDesc, width,
                             height, pitch);
}
WG_TEXTURE WG_CALL cudaBindTextureToArray(const texture<T, type, mode>& tex, cudaArray_const_t array,
                                          const struct cudaChannelFormatDesc& desc) {
  return ::cudaBindTextureToArray(static_cast<const textureReference*>(&tex), array, &desc);
}
WG_TEXTURE WG_CALL cudaBindTextureToArray(const texture<T, type, mode>& tex, cudaArray_const_t array) {
  struct cudaChannelFormatDesc desc;
  const cudaError_t error = ::cudaGetChannelDesc(&desc, array);
  return error != cudaSuccess ? error
                              : ::cudaBindTextureToArray(static_cast<const textureReference*>(&tex), array, &desc);
}
WG_TEXTURE WG_CALL cudaBindTextureToMipmappedArray(const texture<T, type, mode>& tex, cudaMipmappedArray_const_t array,
                                                   const struct cudaChannelFormatDesc& desc) {
  return ::cudaBindTextureToMipmappedArray(static_cast<const textureReference*>(&tex), array, &desc);
}
WG_TEXTURE WG_CALL cudaBindTextureToMipmappedArray(const texture<T, type, mode>& tex,
                                                   cudaMipmappedArray_const_t array) {
  struct cudaChannelFormatDesc desc;
  cudaArray_t level = 0;
  cudaError_t error = ::cudaGetMipmappedArrayLevel(&level, array, 0);
  if (error == cudaSuccess) error = ::cudaGetChannelDesc(&desc, level);
  return error != cudaSuccess
             ? error
             : ::cudaBindTextureToMipmappedArray(static_cast<const textureReference*>(&tex), array, &desc);
}
WG_TEXTURE WG_CALL cudaUnbindTexture(const texture<T, type, mode>& tex) {
  return ::cudaUnbindTexture(static_cast<const textureReference*>(&tex));
}
WG_TEXTURE WG_CALL cudaGetTextureAlignmentOffset(size_t* offset, const texture<T, type, mode>& tex) {
  return ::cudaGetTextureAlignmentOffset(offset, static_cast<const textureReference*>(&tex));
}
WG_TEXTURE WG_CALL cudaGetTextureReference(const textureReference** reference, const texture<T, type, mode>& tex) {
  return ::cudaGetTextureReference(reference, (const void*)&tex);
}
template <class T, int type>
WG_CALL cudaBindSurfaceToArray(const surface<T, type>& surf, cudaArray_const_t array,
                               const struct cudaChannelFormatDesc& desc) {
  return ::cudaBindSurfaceToArray(static_cast<const surfaceReference*>(&surf), array, &desc);
}
template <class T, int type>
WG_CALL cudaBindSurfaceToArray(const surface<T, type>& surf, cudaArray_const_t array) {
  struct cudaChannelFormatDesc desc;
  const cudaError_t error = ::cudaGetChannelDesc(&desc, array);
  return error != cudaSuccess ? error
                              : ::cudaBindSurfaceToArray(static_cast<const surfaceReference*>(&surf), array, &desc);
}
template <class T, int type>
WG_CALL cudaGetSurfaceReference(const surfaceReference** reference, const surface<T, type>& surf) {
  return ::cudaGetSurfaceReference(reference, (const void*)&surf);
}

#undef WG_CALL
#undef WG_TEXTURE

#endif

#endif
