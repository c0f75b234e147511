#include "cuda/texture_references.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "cuda/arrays.hpp"
#include "cuda/call.hpp"
#include "cuda/copy.hpp"
#include "cuda/device_attributes.hpp"
#include "cuda/texture_objects.hpp"

using namespace warpglass;
using namespace warpglass::cuda;
using runtime::Status;

namespace warpglass::cuda {

namespace {

cudaError_t refused_for(cudaError_t error, std::string why) {
  blame({.message = std::move(why)});
  return error;
}

cudaError_t no_reference(std::string_view kind) {
  return refused_for(
      kind == "texture" ? cudaErrorInvalidTexture : cudaErrorInvalidSurface,
      fmt::format("this is no {0} reference: pass the {0}<...> variable itself, which stands at file scope "
                  "in code that is compiled for the device",
                  kind));
}

cudaTextureDesc sampling_of(const textureReference& host, bool numbers) {
  cudaTextureDesc sampling{};
  std::copy(std::begin(host.addressMode), std::end(host.addressMode), std::begin(sampling.addressMode));
  sampling.filterMode = host.filterMode;
  sampling.readMode = numbers ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
  sampling.sRGB = host.sRGB;
  sampling.normalizedCoords = host.normalized;
  sampling.maxAnisotropy = host.maxAnisotropy;
  sampling.mipmapFilterMode = host.mipmapFilterMode;
  sampling.mipmapLevelBias = host.mipmapLevelBias;
  sampling.minMipmapLevelClamp = host.minMipmapLevelClamp;
  sampling.maxMipmapLevelClamp = host.maxMipmapLevelClamp;
  return sampling;
}

// Whether what a program may set says the same.
bool samples_alike(const textureReference& a, const textureReference& b) {
  return a.normalized == b.normalized && a.filterMode == b.filterMode &&
         std::ranges::equal(a.addressMode, b.addressMode) && a.sRGB == b.sRGB && a.maxAnisotropy == b.maxAnisotropy &&
         a.mipmapFilterMode == b.mipmapFilterMode && a.mipmapLevelBias == b.mipmapLevelBias &&
         a.minMipmapLevelClamp == b.minMipmapLevelClamp && a.maxMipmapLevelClamp == b.maxMipmapLevelClamp;
}

std::string text_of(const cudaChannelFormatDesc& channels) {
  const int count = 1 + (channels.y != 0 ? 1 : 0) + (channels.z != 0 ? 1 : 0) + (channels.w != 0 ? 1 : 0);
  return fmt::format("{} x {} bits of {}", count, channels.x,
                     channels.f == cudaChannelFormatKindFloat ? "float" : "integers");
}

// What the variable was declared with must be what is bound, or fetches answer what nobody has promised (CUDA C
// Programming Guide 4.2, 3.2.10.1.3). Whether integers have a sign is all the same to the device.
bool is_declared_so(const cudaChannelFormatDesc& declared, const cudaChannelFormatDesc& bound) {
  const bool floats = declared.f == cudaChannelFormatKindFloat;
  return declared.f == cudaChannelFormatKindNone ||
         (floats == (bound.f == cudaChannelFormatKindFloat) && declared.x == bound.x && declared.y == bound.y &&
          declared.z == bound.z && declared.w == bound.w);
}

cudaError_t apply(Process& process, TextureReference& reference, const textureReference& host) {
  sim::Sampler sampler;
  const cudaError_t error = sampler_of(sampling_of(host, reference.numbers), reference.format, sampler);
  if (error == cudaErrorInvalidFilterSetting)
    return refused_for(error, fmt::format("the texture reference '{}' holds integers, which cannot be filtered: set "
                                          "filterMode to cudaFilterModePoint, or read with cudaReadModeNormalizedFloat",
                                          reference.name));
  if (error == cudaErrorInvalidNormSetting)
    return refused_for(error,
                       fmt::format("the texture reference '{}' is read with cudaReadModeNormalizedFloat, which is "
                                   "for integers of 8 and 16 bits",
                                   reference.name));
  if (error != cudaSuccess) return error;
  process.device().images().bind_texture(reference.address, reference.resource, sampler);
  reference.applied = host;
  return cudaSuccess;
}

cudaError_t bind(Process& process, const textureReference* host, const runtime::TextureResource& resource,
                 const cudaChannelFormatDesc& channels, std::size_t offset) {
  const auto found = process.current().references.textures.find(host);
  if (found == process.current().references.textures.end()) return no_reference("texture");
  TextureReference bound = found->second;
  std::uint8_t count = 0;
  if (!format_of(channels, bound.format, count)) return cudaErrorInvalidChannelDescriptor;
  const runtime::DeviceVariable* variable = nullptr;
  if (const Status status = process.device().modules().find_variable(bound.module, bound.name, variable);
      status != Status::ok)
    return status == Status::invalid_symbol ? cudaErrorInvalidTexture : error_of(status);
  bound.address = variable->address;
  bound.resource = resource;
  bound.offset = offset;
  if (const cudaError_t error = apply(process, bound, *host); error != cudaSuccess) return error;
  if (!is_declared_so(host->channelDesc, channels)) {
    process.session().note(
        fmt::format("the texture reference '{}' is declared with texels of {}, and bound to texels of {}: what fetches "
                    "answer is undefined",
                    bound.name, text_of(host->channelDesc), text_of(channels)));
  }
  found->second = std::move(bound);
  return cudaSuccess;
}

cudaError_t bind(Process& process, const surfaceReference* host, const runtime::Array& array) {
  const auto found = process.current().references.surfaces.find(host);
  if (found == process.current().references.surfaces.end()) return no_reference("surface");
  const runtime::DeviceVariable* variable = nullptr;
  const Status status = process.device().modules().find_variable(found->second.module, found->second.name, variable);
  if (status != Status::ok) return status == Status::invalid_symbol ? cudaErrorInvalidSurface : error_of(status);
  found->second.address = variable->address;
  process.device().images().bind_surface(variable->address, array);
  return cudaSuccess;
}

cudaError_t unbind(Process& process, const textureReference* host) {
  const auto found = process.current().references.textures.find(host);
  if (found == process.current().references.textures.end()) return no_reference("texture");
  if (const std::uint64_t address = std::exchange(found->second.address, 0); address != 0)
    static_cast<void>(process.device().images().destroy_texture(address));
  return cudaSuccess;
}

cudaError_t offset_of(Process& process, const textureReference* host, std::size_t& offset) {
  const auto found = process.current().references.textures.find(host);
  if (found == process.current().references.textures.end()) return no_reference("texture");
  if (found->second.address == 0)
    return refused_for(cudaErrorInvalidTextureBinding,
                       fmt::format("nothing is bound to the texture reference '{}'", found->second.name));
  offset = found->second.offset;
  return cudaSuccess;
}

}  // namespace

cudaError_t refresh_references(Process& process) {
  for (auto& [pointer, reference] : process.current().references.textures) {
    if (reference.address == 0) continue;
    const auto& host = *static_cast<const textureReference*>(pointer);
    if (samples_alike(host, reference.applied)) continue;
    // Launches that stand have what was said before them.
    process.pending().wait_for_all();
    if (const cudaError_t error = apply(process, reference, host); error != cudaSuccess) return error;
  }
  return cudaSuccess;
}

}  // namespace warpglass::cuda

namespace {

// A texture begins where the device can begin one; what was asked for lies some bytes behind.
cudaError_t begin_of(const void* pointer, std::size_t* offset, std::uint64_t& begin, std::size_t& behind,
                     Process& process) {
  const std::uint64_t address = address_of(pointer);
  if (!process.device().memory().find(address))
    return refused_for(cudaErrorInvalidDevicePointer,
                       fmt::format("{:#x} is no address in device memory: a texture reference is bound to memory of "
                                   "cudaMalloc or cudaMallocPitch, or to an array",
                                   address));
  behind = bytes_behind_alignment(process, address);
  begin = address - behind;
  if (offset == nullptr && behind != 0)
    return refused_for(
        cudaErrorInvalidValue,
        fmt::format("a texture begins at a multiple of {} bytes, and this address lies {} bytes behind one: "
                    "pass a place for the offset, and add it in the kernel",
                    kTextureAlignment, behind));
  if (offset != nullptr) *offset = behind;
  return cudaSuccess;
}

template <class Handle>
cudaError_t bind_array(const textureReference* texref, Handle handle, const cudaChannelFormatDesc* desc) {
  return operate_alone([&](Process& process) -> cudaError_t {
    const auto* array = array_of(process, handle);
    if (texref == nullptr || desc == nullptr) return cudaErrorInvalidValue;
    if (array == nullptr) return cudaErrorInvalidResourceHandle;
    sim::TexelFormat format{};
    std::uint8_t channels = 0;
    if (!format_of(*desc, format, channels)) return cudaErrorInvalidChannelDescriptor;
    const cudaChannelFormatDesc own = channels_of(array->image.format, array->image.channels);
    if (format != array->image.format || channels != array->image.channels)
      return refused_for(cudaErrorInvalidChannelDescriptor,
                         fmt::format("the array has texels of {}, and the description says {}: pass the one that "
                                     "cudaGetChannelDesc gives",
                                     text_of(own), text_of(*desc)));
    return bind(process, texref, array, own, 0);
  });
}

}  // namespace

cudaError_t cudaBindTexture(size_t* offset, const textureReference* texref, const void* devPtr,
                            const cudaChannelFormatDesc* desc, size_t size) {
  return operate_alone([&](Process& process) -> cudaError_t {
    runtime::LinearResource memory;
    std::size_t behind = 0;
    if (texref == nullptr || devPtr == nullptr || desc == nullptr) return cudaErrorInvalidValue;
    if (!format_of(*desc, memory.format, memory.channels)) return cudaErrorInvalidChannelDescriptor;
    if (const cudaError_t error = begin_of(devPtr, offset, memory.address, behind, process); error != cudaSuccess)
      return error;
    memory.bytes = size + behind;
    return bind(process, texref, memory, *desc, behind);
  });
}

cudaError_t cudaBindTexture2D(size_t* offset, const textureReference* texref, const void* devPtr,
                              const cudaChannelFormatDesc* desc, size_t width, size_t height, size_t pitch) {
  return operate_alone([&](Process& process) -> cudaError_t {
    runtime::PitchedResource memory{.address = 0, .width = width, .height = height, .pitch = pitch};
    std::size_t behind = 0;
    if (texref == nullptr || devPtr == nullptr || desc == nullptr || width == 0 || height == 0)
      return cudaErrorInvalidValue;
    if (!format_of(*desc, memory.format, memory.channels)) return cudaErrorInvalidChannelDescriptor;
    const std::size_t texel = memory.channels * sim::bytes_of(memory.format);
    if (pitch % kTexturePitchAlignment != 0 || pitch / texel < width)
      return refused_for(
          cudaErrorInvalidValue,
          fmt::format("rows of {} texels with {} bytes each cannot lie {} bytes apart: the pitch holds a row, "
                      "and is a multiple of {} (cudaMallocPitch gives one)",
                      width, texel, pitch, kTexturePitchAlignment));
    if (const cudaError_t error = begin_of(devPtr, offset, memory.address, behind, process); error != cudaSuccess)
      return error;
    memory.width += behind / texel;  // which the program adds to its coordinates
    return bind(process, texref, memory, *desc, behind);
  });
}

cudaError_t cudaBindTextureToArray(const textureReference* texref, cudaArray_const_t array,
                                   const cudaChannelFormatDesc* desc) {
  return bind_array(texref, array, desc);
}

cudaError_t cudaBindTextureToMipmappedArray(const textureReference* texref, cudaMipmappedArray_const_t mipmappedArray,
                                            const cudaChannelFormatDesc* desc) {
  return bind_array(texref, mipmappedArray, desc);
}

cudaError_t cudaUnbindTexture(const textureReference* texref) {
  return operate_alone([&](Process& process) { return unbind(process, texref); });
}

cudaError_t cudaGetTextureAlignmentOffset(size_t* offset, const textureReference* texref) {
  return operate([&](Process& process) {
    return offset == nullptr ? cudaErrorInvalidValue : offset_of(process, texref, *offset);
  });
}

cudaError_t cudaGetTextureReference(const textureReference** texref, const void* symbol) {
  return operate([&](Process& process) -> cudaError_t {
    if (texref == nullptr) return cudaErrorInvalidValue;
    if (!process.current().references.textures.contains(symbol)) return no_reference("texture");
    *texref = static_cast<const textureReference*>(symbol);
    return cudaSuccess;
  });
}

cudaError_t cudaBindSurfaceToArray(const surfaceReference* surfref, cudaArray_const_t array,
                                   const cudaChannelFormatDesc* desc) {
  return operate_alone([&](Process& process) -> cudaError_t {
    if (surfref == nullptr || desc == nullptr) return cudaErrorInvalidValue;
    const runtime::Array* known = array_of(process, array);
    if (known == nullptr) return cudaErrorInvalidResourceHandle;
    return bind(process, surfref, *known);
  });
}

cudaError_t cudaGetSurfaceReference(const surfaceReference** surfref, const void* symbol) {
  return operate([&](Process& process) -> cudaError_t {
    if (surfref == nullptr) return cudaErrorInvalidValue;
    if (!process.current().references.surfaces.contains(symbol)) return no_reference("surface");
    *surfref = static_cast<const surfaceReference*>(symbol);
    return cudaSuccess;
  });
}
