// Texture and surface objects.
#include "cuda/texture_objects.hpp"

#include <algorithm>

#include "cuda/arrays.hpp"
#include "cuda/call.hpp"
#include "cuda/copy.hpp"
#include "cuda/device_attributes.hpp"

using namespace warpglass;
using namespace warpglass::cuda;
using runtime::Status;

namespace {

// What an object is made of, its format, or why it cannot be.
struct Resource {
  runtime::TextureResource resource;
  sim::TexelFormat format{};
  std::uint8_t channels = 0;
};

cudaError_t resource_of(Process& process, const cudaResourceDesc& desc, Resource& result) {
  switch (desc.resType) {
    case cudaResourceTypeArray: {
      const runtime::Array* array = array_of(process, desc.res.array.array);
      if (array == nullptr) return cudaErrorInvalidResourceHandle;
      result = {array, array->image.format, array->image.channels};
      return cudaSuccess;
    }
    case cudaResourceTypeMipmappedArray: {
      const runtime::MipmappedArray* array = array_of(process, desc.res.mipmap.mipmap);
      if (array == nullptr) return cudaErrorInvalidResourceHandle;
      result = {array, array->image.format, array->image.channels};
      return cudaSuccess;
    }
    case cudaResourceTypeLinear: {
      const auto& linear = desc.res.linear;
      if (!format_of(linear.desc, result.format, result.channels)) return cudaErrorInvalidChannelDescriptor;
      const std::uint64_t address = address_of(linear.devPtr);
      if (address == 0 || bytes_behind_alignment(process, address) != 0) return cudaErrorInvalidValue;
      result.resource = runtime::LinearResource{address, linear.sizeInBytes, result.format, result.channels};
      return cudaSuccess;
    }
    case cudaResourceTypePitch2D: {
      const auto& pitched = desc.res.pitch2D;
      if (!format_of(pitched.desc, result.format, result.channels)) return cudaErrorInvalidChannelDescriptor;
      const std::uint64_t address = address_of(pitched.devPtr);
      if (address == 0 || bytes_behind_alignment(process, address) != 0) return cudaErrorInvalidValue;
      if (pitched.pitchInBytes % kTexturePitchAlignment != 0) return cudaErrorInvalidValue;
      result.resource = runtime::PitchedResource{address,       pitched.width,  pitched.height, pitched.pitchInBytes,
                                                 result.format, result.channels};
      return cudaSuccess;
    }
  }
  return cudaErrorInvalidValue;
}

sim::AddressMode address_mode_of(cudaTextureAddressMode mode) {
  switch (mode) {
    case cudaAddressModeWrap: return sim::AddressMode::wrap;
    case cudaAddressModeClamp: return sim::AddressMode::clamp;
    case cudaAddressModeMirror: return sim::AddressMode::mirror;
    case cudaAddressModeBorder: return sim::AddressMode::border;
  }
  return sim::AddressMode::clamp;
}

}  // namespace

std::size_t warpglass::cuda::bytes_behind_alignment(Process& process, std::uint64_t address) {
  const auto allocation = process.device().memory().find(address);
  return (address - (allocation ? allocation->begin : 0)) % kTextureAlignment;
}

cudaError_t warpglass::cuda::sampler_of(const cudaTextureDesc& desc, sim::TexelFormat format, sim::Sampler& sampler) {
  for (std::size_t i = 0; i < 3; ++i) {
    if (desc.addressMode[i] < cudaAddressModeWrap || desc.addressMode[i] > cudaAddressModeBorder)
      return cudaErrorInvalidValue;
    sampler.modes[i] = address_mode_of(desc.addressMode[i]);
  }
  const bool floating = format == sim::TexelFormat::f16 || format == sim::TexelFormat::f32;
  const bool small = !floating && sim::bytes_of(format) < 4;
  sampler.linear = desc.filterMode == cudaFilterModeLinear;
  sampler.normalized_reads = desc.readMode == cudaReadModeNormalizedFloat;
  if (sampler.linear && !floating && !(small && sampler.normalized_reads)) return cudaErrorInvalidFilterSetting;
  if (sampler.normalized_reads && !small) return cudaErrorInvalidNormSetting;
  sampler.normalized_coordinates = desc.normalizedCoords != 0;
  sampler.srgb = desc.sRGB != 0;
  sampler.linear_levels = desc.mipmapFilterMode == cudaFilterModeLinear;
  sampler.seamless_cubes = desc.seamlessCubemap != 0;
  std::copy(std::begin(desc.borderColor), std::end(desc.borderColor), sampler.border.begin());
  sampler.level_bias = desc.mipmapLevelBias;
  sampler.least_level = desc.minMipmapLevelClamp;
  sampler.most_level = desc.maxMipmapLevelClamp;
  return cudaSuccess;
}

namespace {

template <class Value>
cudaError_t find_description(const std::map<std::uint64_t, Value>& all, std::uint64_t handle, const Value*& found) {
  const auto entry = all.find(handle);
  if (entry == all.end()) return cudaErrorInvalidValue;
  found = &entry->second;
  return cudaSuccess;
}

}  // namespace

cudaError_t warpglass::cuda::bind_texture(Process& process, std::uint64_t handle, const cudaResourceDesc& resource,
                                          const cudaTextureDesc& sampling) {
  Resource known;
  sim::Sampler sampler;
  if (const cudaError_t error = resource_of(process, resource, known); error != cudaSuccess) return error;
  if (const cudaError_t error = sampler_of(sampling, known.format, sampler); error != cudaSuccess) return error;
  process.device().images().bind_texture(handle, known.resource, sampler);
  return cudaSuccess;
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* pTexObject, const cudaResourceDesc* pResDesc,
                                    const cudaTextureDesc* pTexDesc, const cudaResourceViewDesc* pResViewDesc) {
  if (pResViewDesc != nullptr && pResViewDesc->format != cudaResViewFormatNone)
    return not_supported("cudaCreateTextureObject with a resource view");
  return operate([&](Process& process) {
    Resource resource;
    sim::Sampler sampler;
    if (pTexObject == nullptr || pResDesc == nullptr) return cudaErrorInvalidValue;
    if (pTexDesc == nullptr) return cudaErrorInvalidResourceHandle;
    if (const cudaError_t error = resource_of(process, *pResDesc, resource); error != cudaSuccess) return error;
    if (const cudaError_t error = sampler_of(*pTexDesc, resource.format, sampler); error != cudaSuccess) return error;
    *pTexObject = process.device().images().create_texture(resource.resource, sampler);
    process.textures[*pTexObject] = {*pResDesc, *pTexDesc};
    return cudaSuccess;
  });
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texObject) {
  return operate([&](Process& process) {
    // Whether it exists is not looked at, as on a device.
    static_cast<void>(process.device().images().destroy_texture(texObject));
    process.textures.erase(texObject);
    return Status::ok;
  });
}

cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* pResDesc, cudaTextureObject_t texObject) {
  return operate([&](Process& process) {
    const Process::TextureDescription* found = nullptr;
    if (pResDesc == nullptr) return cudaErrorInvalidValue;
    const cudaError_t error = find_description(process.textures, texObject, found);
    if (error == cudaSuccess) *pResDesc = found->resource;
    return error;
  });
}

cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* pTexDesc, cudaTextureObject_t texObject) {
  return operate([&](Process& process) {
    const Process::TextureDescription* found = nullptr;
    if (pTexDesc == nullptr) return cudaErrorInvalidValue;
    const cudaError_t error = find_description(process.textures, texObject, found);
    if (error == cudaSuccess) *pTexDesc = found->sampling;
    return error;
  });
}

cudaError_t cudaGetTextureObjectResourceViewDesc(cudaResourceViewDesc* pResViewDesc, cudaTextureObject_t texObject) {
  return operate([&](Process& process) {
    const Process::TextureDescription* found = nullptr;
    if (pResViewDesc == nullptr) return cudaErrorInvalidValue;
    const cudaError_t error = find_description(process.textures, texObject, found);
    if (error == cudaSuccess) *pResViewDesc = {};  // views are not there
    return error;
  });
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* pSurfObject, const cudaResourceDesc* pResDesc) {
  return operate([&](Process& process) {
    if (pSurfObject == nullptr || pResDesc == nullptr || pResDesc->resType != cudaResourceTypeArray)
      return cudaErrorInvalidValue;
    const runtime::Array* array = array_of(process, pResDesc->res.array.array);
    if (array == nullptr) return cudaErrorInvalidResourceHandle;
    *pSurfObject = process.device().images().create_surface(*array);
    process.surfaces[*pSurfObject] = *pResDesc;
    return cudaSuccess;
  });
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surfObject) {
  return operate([&](Process& process) {
    static_cast<void>(process.device().images().destroy_surface(surfObject));
    process.surfaces.erase(surfObject);
    return Status::ok;
  });
}

cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* pResDesc, cudaSurfaceObject_t surfObject) {
  return operate([&](Process& process) {
    const cudaResourceDesc* found = nullptr;
    if (pResDesc == nullptr) return cudaErrorInvalidValue;
    const cudaError_t error = find_description(process.surfaces, surfObject, found);
    if (error == cudaSuccess) *pResDesc = *found;
    return error;
  });
}
