// Arrays, and texture and surface objects: the runtime API's under the driver's descriptions.
#include "cuda/driver/arrays.hpp"

#include <algorithm>
#include <cstring>

#include "cuda/arrays.hpp"
#include "cuda/driver/call.hpp"
#include "cuda/driver/contexts.hpp"

using namespace warpglass;
using namespace warpglass::cuda;

namespace warpglass::cuda {

bool channels_of(CUarray_format format, unsigned count, cudaChannelFormatDesc& channels) {
  int bits = 0;
  cudaChannelFormatKind kind = cudaChannelFormatKindUnsigned;
  switch (format) {
    case CU_AD_FORMAT_UNSIGNED_INT8: bits = 8; break;
    case CU_AD_FORMAT_UNSIGNED_INT16: bits = 16; break;
    case CU_AD_FORMAT_UNSIGNED_INT32: bits = 32; break;
    case CU_AD_FORMAT_SIGNED_INT8:
      bits = 8;
      kind = cudaChannelFormatKindSigned;
      break;
    case CU_AD_FORMAT_SIGNED_INT16:
      bits = 16;
      kind = cudaChannelFormatKindSigned;
      break;
    case CU_AD_FORMAT_SIGNED_INT32:
      bits = 32;
      kind = cudaChannelFormatKindSigned;
      break;
    case CU_AD_FORMAT_HALF:
      bits = 16;
      kind = cudaChannelFormatKindFloat;
      break;
    case CU_AD_FORMAT_FLOAT:
      bits = 32;
      kind = cudaChannelFormatKindFloat;
      break;
    default: return false;  // packed, block-compressed and video formats
  }
  if (count != 1 && count != 2 && count != 4) return false;
  channels = {bits, count > 1 ? bits : 0, count > 2 ? bits : 0, count > 2 ? bits : 0, kind};
  return true;
}

void format_of(const cudaChannelFormatDesc& channels, CUarray_format& format, unsigned& count) {
  count = channels.z != 0 ? 4 : channels.y != 0 ? 2 : 1;
  const auto choose = [&](CUarray_format eight, CUarray_format sixteen, CUarray_format thirty_two) {
    return channels.x == 8 ? eight : channels.x == 16 ? sixteen : thirty_two;
  };
  if (channels.f == cudaChannelFormatKindFloat)
    format = channels.x == 16 ? CU_AD_FORMAT_HALF : CU_AD_FORMAT_FLOAT;
  else if (channels.f == cudaChannelFormatKindSigned)
    format = choose(CU_AD_FORMAT_SIGNED_INT8, CU_AD_FORMAT_SIGNED_INT16, CU_AD_FORMAT_SIGNED_INT32);
  else
    format = choose(CU_AD_FORMAT_UNSIGNED_INT8, CU_AD_FORMAT_UNSIGNED_INT16, CU_AD_FORMAT_UNSIGNED_INT32);
}

}  // namespace warpglass::cuda

namespace {

static_assert(CUDA_ARRAY3D_LAYERED == cudaArrayLayered && CUDA_ARRAY3D_SURFACE_LDST == cudaArraySurfaceLoadStore &&
              CUDA_ARRAY3D_CUBEMAP == cudaArrayCubemap && CUDA_ARRAY3D_TEXTURE_GATHER == cudaArrayTextureGather);

cudaArray_t runtime_array(CUarray array) { return reinterpret_cast<cudaArray_t>(array); }

CUresult describe(const CUDA_ARRAY3D_DESCRIPTOR* given, cudaChannelFormatDesc& channels) {
  if (given == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return channels_of(given->Format, given->NumChannels, channels) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult create(CUarray* handle, const CUDA_ARRAY3D_DESCRIPTOR* given) {
  cudaChannelFormatDesc channels{};
  cudaArray_t array = nullptr;
  if (handle == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (const CUresult result = describe(given, channels); result != CUDA_SUCCESS) return result;
  const CUresult result =
      result_of(cudaMalloc3DArray(&array, &channels, {given->Width, given->Height, given->Depth}, given->Flags));
  if (result != CUDA_SUCCESS) return result;
  *handle = reinterpret_cast<CUarray>(array);
  belongs_to_context(&Context::arrays, *handle);
  return CUDA_SUCCESS;
}

CUresult get(CUDA_ARRAY3D_DESCRIPTOR* descriptor, CUarray array) {
  cudaChannelFormatDesc channels{};
  cudaExtent extent{};
  unsigned flags = 0;
  if (descriptor == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const CUresult result = result_of(cudaArrayGetInfo(&channels, &extent, &flags, runtime_array(array)));
  if (result != CUDA_SUCCESS) return result;
  *descriptor = {.Width = extent.width,
                 .Height = extent.height,
                 .Depth = extent.depth,
                 .Format = {},
                 .NumChannels = 0,
                 .Flags = flags};
  format_of(channels, descriptor->Format, descriptor->NumChannels);
  return CUDA_SUCCESS;
}

}  // namespace

CUresult cuArrayCreate_v2(CUarray* pHandle, const CUDA_ARRAY_DESCRIPTOR* pAllocateArray) {
  return driver_call([&]() -> CUresult {
    if (pAllocateArray == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const CUDA_ARRAY3D_DESCRIPTOR given{.Width = pAllocateArray->Width,
                                        .Height = pAllocateArray->Height,
                                        .Depth = 0,
                                        .Format = pAllocateArray->Format,
                                        .NumChannels = pAllocateArray->NumChannels,
                                        .Flags = 0};
    return create(pHandle, &given);
  });
}
CUresult cuArray3DCreate_v2(CUarray* pHandle, const CUDA_ARRAY3D_DESCRIPTOR* pAllocateArray) {
  return driver_call([&] { return create(pHandle, pAllocateArray); });
}

CUresult cuArray3DGetDescriptor_v2(CUDA_ARRAY3D_DESCRIPTOR* pArrayDescriptor, CUarray hArray) {
  return driver_call([&] { return get(pArrayDescriptor, hArray); });
}
CUresult cuArrayGetDescriptor_v2(CUDA_ARRAY_DESCRIPTOR* pArrayDescriptor, CUarray hArray) {
  return driver_call([&]() -> CUresult {
    CUDA_ARRAY3D_DESCRIPTOR whole{};
    if (pArrayDescriptor == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const CUresult result = get(&whole, hArray);
    if (result == CUDA_SUCCESS) *pArrayDescriptor = {whole.Width, whole.Height, whole.Format, whole.NumChannels};
    return result;
  });
}

CUresult cuArrayDestroy(CUarray hArray) {
  return driver_call(Needs::init, [&] {
    if (hArray == nullptr) return answer(cudaErrorInvalidResourceHandle);
    belongs_to_none(&Context::arrays, hArray);
    return cudaFreeArray(runtime_array(hArray));
  });
}

CUresult cuMipmappedArrayCreate(CUmipmappedArray* pHandle, const CUDA_ARRAY3D_DESCRIPTOR* pMipmappedArrayDesc,
                                unsigned int numMipmapLevels) {
  return driver_call([&]() -> CUresult {
    cudaChannelFormatDesc channels{};
    cudaMipmappedArray_t array = nullptr;
    const CUDA_ARRAY3D_DESCRIPTOR* given = pMipmappedArrayDesc;
    if (pHandle == nullptr) return CUDA_ERROR_INVALID_VALUE;
    if (const CUresult result = describe(given, channels); result != CUDA_SUCCESS) return result;
    const CUresult result = result_of(cudaMallocMipmappedArray(
        &array, &channels, {given->Width, given->Height, given->Depth}, numMipmapLevels, given->Flags));
    if (result != CUDA_SUCCESS) return result;
    *pHandle = reinterpret_cast<CUmipmappedArray>(array);
    belongs_to_context(&Context::mipmapped_arrays, *pHandle);
    return CUDA_SUCCESS;
  });
}
CUresult cuMipmappedArrayGetLevel(CUarray* pLevelArray, CUmipmappedArray hMipmappedArray, unsigned int level) {
  return driver_call([&] {
    return cudaGetMipmappedArrayLevel(reinterpret_cast<cudaArray_t*>(pLevelArray),
                                      reinterpret_cast<cudaMipmappedArray_const_t>(hMipmappedArray), level);
  });
}
CUresult cuMipmappedArrayDestroy(CUmipmappedArray hMipmappedArray) {
  return driver_call(Needs::init, [&] {
    if (hMipmappedArray == nullptr) return answer(cudaErrorInvalidResourceHandle);
    belongs_to_none(&Context::mipmapped_arrays, hMipmappedArray);
    return cudaFreeMipmappedArray(reinterpret_cast<cudaMipmappedArray_t>(hMipmappedArray));
  });
}

// ---- Objects ----

CUresult warpglass::cuda::resource_of(const CUDA_RESOURCE_DESC& given, cudaResourceDesc& resource) {
  if (given.flags != 0) return CUDA_ERROR_INVALID_VALUE;
  switch (given.resType) {
    case CU_RESOURCE_TYPE_ARRAY:
      resource.resType = cudaResourceTypeArray;
      resource.res.array.array = runtime_array(given.res.array.hArray);
      return CUDA_SUCCESS;
    case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
      resource.resType = cudaResourceTypeMipmappedArray;
      resource.res.mipmap.mipmap = reinterpret_cast<cudaMipmappedArray_t>(given.res.mipmap.hMipmappedArray);
      return CUDA_SUCCESS;
    case CU_RESOURCE_TYPE_LINEAR: {
      const auto& linear = given.res.linear;
      resource.resType = cudaResourceTypeLinear;
      resource.res.linear.devPtr = pointer_of(linear.devPtr);
      resource.res.linear.sizeInBytes = linear.sizeInBytes;
      return channels_of(linear.format, linear.numChannels, resource.res.linear.desc) ? CUDA_SUCCESS
                                                                                      : CUDA_ERROR_INVALID_VALUE;
    }
    case CU_RESOURCE_TYPE_PITCH2D: {
      const auto& pitched = given.res.pitch2D;
      resource.resType = cudaResourceTypePitch2D;
      resource.res.pitch2D.devPtr = pointer_of(pitched.devPtr);
      resource.res.pitch2D.width = pitched.width;
      resource.res.pitch2D.height = pitched.height;
      resource.res.pitch2D.pitchInBytes = pitched.pitchInBytes;
      return channels_of(pitched.format, pitched.numChannels, resource.res.pitch2D.desc) ? CUDA_SUCCESS
                                                                                         : CUDA_ERROR_INVALID_VALUE;
    }
  }
  return CUDA_ERROR_INVALID_VALUE;
}

namespace {

void describe(const cudaResourceDesc& resource, CUDA_RESOURCE_DESC& result) {
  result = {};
  switch (resource.resType) {
    case cudaResourceTypeArray:
      result.resType = CU_RESOURCE_TYPE_ARRAY;
      result.res.array.hArray = reinterpret_cast<CUarray>(resource.res.array.array);
      break;
    case cudaResourceTypeMipmappedArray:
      result.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
      result.res.mipmap.hMipmappedArray = reinterpret_cast<CUmipmappedArray>(resource.res.mipmap.mipmap);
      break;
    case cudaResourceTypeLinear:
      result.resType = CU_RESOURCE_TYPE_LINEAR;
      result.res.linear.devPtr = reinterpret_cast<std::uintptr_t>(resource.res.linear.devPtr);
      result.res.linear.sizeInBytes = resource.res.linear.sizeInBytes;
      format_of(resource.res.linear.desc, result.res.linear.format, result.res.linear.numChannels);
      break;
    case cudaResourceTypePitch2D:
      result.resType = CU_RESOURCE_TYPE_PITCH2D;
      result.res.pitch2D.devPtr = reinterpret_cast<std::uintptr_t>(resource.res.pitch2D.devPtr);
      result.res.pitch2D.width = resource.res.pitch2D.width;
      result.res.pitch2D.height = resource.res.pitch2D.height;
      result.res.pitch2D.pitchInBytes = resource.res.pitch2D.pitchInBytes;
      format_of(resource.res.pitch2D.desc, result.res.pitch2D.format, result.res.pitch2D.numChannels);
      break;
  }
}

}  // namespace

// Integers are read as numbers unless they are asked for as they are, or are too wide for that.
cudaTextureDesc warpglass::cuda::sampling_of(const CUDA_TEXTURE_DESC& given, const cudaResourceDesc& resource) {
  cudaTextureDesc sampling{};
  for (int i = 0; i < 3; ++i) sampling.addressMode[i] = static_cast<cudaTextureAddressMode>(given.addressMode[i]);
  sampling.filterMode = given.filterMode == CU_TR_FILTER_MODE_LINEAR ? cudaFilterModeLinear : cudaFilterModePoint;
  cudaChannelFormatDesc channels{};
  switch (resource.resType) {
    case cudaResourceTypeArray: static_cast<void>(cudaGetChannelDesc(&channels, resource.res.array.array)); break;
    case cudaResourceTypeMipmappedArray: {
      cudaArray_t level = nullptr;
      if (cudaGetMipmappedArrayLevel(&level, resource.res.mipmap.mipmap, 0) == cudaSuccess)
        static_cast<void>(cudaGetChannelDesc(&channels, level));
      break;
    }
    case cudaResourceTypeLinear: channels = resource.res.linear.desc; break;
    case cudaResourceTypePitch2D: channels = resource.res.pitch2D.desc; break;
  }
  const bool integers = channels.f != cudaChannelFormatKindFloat && channels.x < 32;
  const bool as_they_are = (given.flags & CU_TRSF_READ_AS_INTEGER) != 0;
  sampling.readMode = integers && !as_they_are ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
  sampling.normalizedCoords = (given.flags & CU_TRSF_NORMALIZED_COORDINATES) != 0 ? 1 : 0;
  sampling.sRGB = (given.flags & CU_TRSF_SRGB) != 0 ? 1 : 0;
  sampling.disableTrilinearOptimization = (given.flags & CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION) != 0 ? 1 : 0;
  sampling.seamlessCubemap = (given.flags & CU_TRSF_SEAMLESS_CUBEMAP) != 0 ? 1 : 0;
  sampling.maxAnisotropy = given.maxAnisotropy;
  sampling.mipmapFilterMode =
      given.mipmapFilterMode == CU_TR_FILTER_MODE_LINEAR ? cudaFilterModeLinear : cudaFilterModePoint;
  sampling.mipmapLevelBias = given.mipmapLevelBias;
  sampling.minMipmapLevelClamp = given.minMipmapLevelClamp;
  sampling.maxMipmapLevelClamp = given.maxMipmapLevelClamp;
  std::copy(std::begin(given.borderColor), std::end(given.borderColor), sampling.borderColor);
  return sampling;
}

CUresult cuTexObjectCreate(CUtexObject* pTexObject, const CUDA_RESOURCE_DESC* pResDesc,
                           const CUDA_TEXTURE_DESC* pTexDesc, const CUDA_RESOURCE_VIEW_DESC* pResViewDesc) {
  return driver_call([&]() -> CUresult {
    cudaResourceDesc resource{};
    if (pTexObject == nullptr || pResDesc == nullptr || pTexDesc == nullptr) return CUDA_ERROR_INVALID_VALUE;
    if (pResViewDesc != nullptr && pResViewDesc->format != CU_RES_VIEW_FORMAT_NONE)
      return result_of(not_supported("cuTexObjectCreate with a resource view"));
    if (const CUresult result = resource_of(*pResDesc, resource); result != CUDA_SUCCESS) return result;
    const cudaTextureDesc sampling = sampling_of(*pTexDesc, resource);
    return result_of(cudaCreateTextureObject(pTexObject, &resource, &sampling, nullptr));
  });
}

CUresult cuTexObjectDestroy(CUtexObject texObject) {
  return driver_call([&] { return cudaDestroyTextureObject(texObject); });
}

CUresult cuTexObjectGetResourceDesc(CUDA_RESOURCE_DESC* pResDesc, CUtexObject texObject) {
  return driver_call([&]() -> CUresult {
    cudaResourceDesc resource{};
    if (pResDesc == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const CUresult result = result_of(cudaGetTextureObjectResourceDesc(&resource, texObject));
    if (result == CUDA_SUCCESS) describe(resource, *pResDesc);
    return result;
  });
}

CUresult cuTexObjectGetTextureDesc(CUDA_TEXTURE_DESC* pTexDesc, CUtexObject texObject) {
  return driver_call([&]() -> CUresult {
    cudaTextureDesc from{};
    if (pTexDesc == nullptr) return CUDA_ERROR_INVALID_VALUE;
    if (const CUresult result = result_of(cudaGetTextureObjectTextureDesc(&from, texObject)); result != CUDA_SUCCESS)
      return result;
    *pTexDesc = {};
    for (int i = 0; i < 3; ++i) pTexDesc->addressMode[i] = static_cast<CUaddress_mode>(from.addressMode[i]);
    pTexDesc->filterMode = static_cast<CUfilter_mode>(from.filterMode);
    pTexDesc->flags = (from.readMode == cudaReadModeElementType ? CU_TRSF_READ_AS_INTEGER : 0U) |
                      (from.normalizedCoords != 0 ? CU_TRSF_NORMALIZED_COORDINATES : 0U) |
                      (from.sRGB != 0 ? CU_TRSF_SRGB : 0U) |
                      (from.disableTrilinearOptimization != 0 ? CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION : 0U) |
                      (from.seamlessCubemap != 0 ? CU_TRSF_SEAMLESS_CUBEMAP : 0U);
    pTexDesc->maxAnisotropy = from.maxAnisotropy;
    pTexDesc->mipmapFilterMode = static_cast<CUfilter_mode>(from.mipmapFilterMode);
    pTexDesc->mipmapLevelBias = from.mipmapLevelBias;
    pTexDesc->minMipmapLevelClamp = from.minMipmapLevelClamp;
    pTexDesc->maxMipmapLevelClamp = from.maxMipmapLevelClamp;
    std::copy(std::begin(from.borderColor), std::end(from.borderColor), pTexDesc->borderColor);
    return CUDA_SUCCESS;
  });
}

CUresult cuTexObjectGetResourceViewDesc(CUDA_RESOURCE_VIEW_DESC* pResViewDesc, CUtexObject texObject) {
  return driver_call([&]() -> CUresult {
    cudaResourceViewDesc none{};
    if (pResViewDesc == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const CUresult result = result_of(cudaGetTextureObjectResourceViewDesc(&none, texObject));
    if (result == CUDA_SUCCESS) *pResViewDesc = {};
    return result;
  });
}

CUresult cuSurfObjectCreate(CUsurfObject* pSurfObject, const CUDA_RESOURCE_DESC* pResDesc) {
  return driver_call([&]() -> CUresult {
    cudaResourceDesc resource{};
    if (pSurfObject == nullptr || pResDesc == nullptr) return CUDA_ERROR_INVALID_VALUE;
    if (const CUresult result = resource_of(*pResDesc, resource); result != CUDA_SUCCESS) return result;
    return result_of(cudaCreateSurfaceObject(pSurfObject, &resource));
  });
}
CUresult cuSurfObjectDestroy(CUsurfObject surfObject) {
  return driver_call([&] { return cudaDestroySurfaceObject(surfObject); });
}
CUresult cuSurfObjectGetResourceDesc(CUDA_RESOURCE_DESC* pResDesc, CUsurfObject surfObject) {
  return driver_call([&]() -> CUresult {
    cudaResourceDesc resource{};
    if (pResDesc == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const CUresult result = result_of(cudaGetSurfaceObjectResourceDesc(&resource, surfObject));
    if (result == CUDA_SUCCESS) describe(resource, *pResDesc);
    return result;
  });
}
