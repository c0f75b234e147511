// Making arrays, and asking about them.
#include "cuda/arrays.hpp"

#include <fmt/format.h>

#include "cuda/call.hpp"
#include "cuda/capture_rules.hpp"
#include "cuda/device_attributes.hpp"

using namespace warpglass;
using namespace warpglass::cuda;
using runtime::ArrayDescription;
using runtime::Status;
using sim::TexelFormat;

namespace warpglass::cuda {

bool format_of(const cudaChannelFormatDesc& channels, TexelFormat& format, std::uint8_t& count) {
  const int bits[4] = {channels.x, channels.y, channels.z, channels.w};
  count = 0;
  while (count < 4 && bits[count] != 0) ++count;
  for (int i = 0; i < 4; ++i)
    if (bits[i] != (i < count ? bits[0] : 0)) return false;
  if (count == 0 || count == 3) return false;
  const auto choose = [&](TexelFormat eight, TexelFormat sixteen, TexelFormat thirty_two) {
    format = bits[0] == 8 ? eight : bits[0] == 16 ? sixteen : thirty_two;
    return bits[0] == 8 || bits[0] == 16 || bits[0] == 32;
  };
  switch (channels.f) {
    case cudaChannelFormatKindSigned: return choose(TexelFormat::s8, TexelFormat::s16, TexelFormat::s32);
    case cudaChannelFormatKindUnsigned: return choose(TexelFormat::u8, TexelFormat::u16, TexelFormat::u32);
    case cudaChannelFormatKindFloat:
      return bits[0] != 8 && choose(TexelFormat::f16, TexelFormat::f16, TexelFormat::f32);
    default: return false;  // packed, block-compressed and video formats
  }
}

cudaChannelFormatDesc channels_of(TexelFormat format, std::uint8_t count) {
  const int bits = static_cast<int>(8 * sim::bytes_of(format));
  cudaChannelFormatKind kind = cudaChannelFormatKindFloat;
  if (format == TexelFormat::s8 || format == TexelFormat::s16 || format == TexelFormat::s32)
    kind = cudaChannelFormatKindSigned;
  if (format == TexelFormat::u8 || format == TexelFormat::u16 || format == TexelFormat::u32)
    kind = cudaChannelFormatKindUnsigned;
  return {.x = bits, .y = count > 1 ? bits : 0, .z = count > 2 ? bits : 0, .w = count > 2 ? bits : 0, .f = kind};
}

runtime::Array* array_of(Process& process, cudaArray_const_t handle) {
  const auto* array = reinterpret_cast<const runtime::Array*>(handle);
  return handle != nullptr && process.device_with(array) != nullptr ? const_cast<runtime::Array*>(array) : nullptr;
}

runtime::MipmappedArray* array_of(Process& process, cudaMipmappedArray_const_t handle) {
  const auto* array = reinterpret_cast<const runtime::MipmappedArray*>(handle);
  return handle != nullptr && process.device_with(array) != nullptr ? const_cast<runtime::MipmappedArray*>(array)
                                                                    : nullptr;
}

}  // namespace warpglass::cuda

namespace {

constexpr unsigned kKnownFlags =
    cudaArrayLayered | cudaArraySurfaceLoadStore | cudaArrayCubemap | cudaArrayTextureGather | cudaArrayColorAttachment;

// What a request to allocate describes; an answer other than success says what is wrong with it.
cudaError_t describe(const cudaChannelFormatDesc* channels, const cudaExtent& extent, unsigned flags,
                     ArrayDescription& description) {
  if (channels == nullptr) return cudaErrorInvalidValue;
  if (!format_of(*channels, description.format, description.channels)) return cudaErrorInvalidChannelDescriptor;
  if ((flags & ~kKnownFlags) != 0) return cudaErrorInvalidValue;
  description.width = extent.width;
  description.height = extent.height;
  description.depth = extent.depth;
  description.layered = (flags & cudaArrayLayered) != 0;
  description.cube = (flags & cudaArrayCubemap) != 0;
  description.gather = (flags & cudaArrayTextureGather) != 0;
  return cudaSuccess;
}

cudaError_t allocate_array(const char* call, cudaArray_t* handle, const cudaChannelFormatDesc* channels,
                           const cudaExtent& extent, unsigned flags) {
  if (const auto refused = refuse_unsafe()) return *refused;
  return operate([&](Process& process) {
    ArrayDescription description;
    if (handle == nullptr) return cudaErrorInvalidValue;
    if (const cudaError_t error = describe(channels, extent, flags, description); error != cudaSuccess) return error;
    description.flags = flags;
    runtime::Array* array = nullptr;
    const Status status = process.device().images().create(description, array_limits(), process.label_of(call), array);
    if (status == Status::ok) *handle = reinterpret_cast<cudaArray_t>(array);
    return error_of(status);
  });
}

}  // namespace

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* desc, size_t width, size_t height,
                            unsigned int flags) {
  // Layers and cubes have a third extent: cudaMalloc3DArray.
  if ((flags & (cudaArrayLayered | cudaArrayCubemap)) != 0) return answer(cudaErrorInvalidValue);
  return allocate_array("cudaMallocArray", array, desc, {width, height, 0}, flags);
}

cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* desc, cudaExtent extent,
                              unsigned int flags) {
  return allocate_array("cudaMalloc3DArray", array, desc, extent, flags);
}

cudaError_t cudaFreeArray(cudaArray_t array) {
  if (array != nullptr)
    if (const auto refused = refuse_unsafe()) return *refused;
  return operate_alone([&](Process& process) {
    if (array == nullptr) return Status::ok;
    const auto* const known = reinterpret_cast<const runtime::Array*>(array);
    runtime::Device* const device = process.device_with(known);
    return device != nullptr && device->images().destroy(known) ? Status::ok : Status::invalid_handle;
  });
}

cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t* mipmappedArray, const cudaChannelFormatDesc* desc,
                                     cudaExtent extent, unsigned int numLevels, unsigned int flags) {
  if (const auto refused = refuse_unsafe()) return *refused;
  return operate([&](Process& process) {
    ArrayDescription description;
    if (mipmappedArray == nullptr) return cudaErrorInvalidValue;
    if (const cudaError_t error = describe(desc, extent, flags, description); error != cudaSuccess) return error;
    description.flags = flags;
    runtime::MipmappedArray* array = nullptr;
    const Status status = process.device().images().create(description, array_limits(), numLevels,
                                                           process.label_of("cudaMallocMipmappedArray"), array);
    if (status == Status::ok) *mipmappedArray = reinterpret_cast<cudaMipmappedArray_t>(array);
    return error_of(status);
  });
}

cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t mipmappedArray) {
  if (const auto refused = refuse_unsafe()) return *refused;
  return operate_alone([&](Process& process) {
    if (mipmappedArray == nullptr) return Status::ok;
    const auto* array = reinterpret_cast<const runtime::MipmappedArray*>(mipmappedArray);
    runtime::Device* const device = process.device_with(array);
    return device != nullptr && device->images().destroy(array) ? Status::ok : Status::invalid_handle;
  });
}

cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t* levelArray, cudaMipmappedArray_const_t mipmappedArray,
                                       unsigned int level) {
  return operate([&](Process& process) {
    const runtime::MipmappedArray* array = array_of(process, mipmappedArray);
    if (array == nullptr) return Status::invalid_handle;
    if (levelArray == nullptr || level >= array->levels.size()) return Status::invalid_value;
    *levelArray = reinterpret_cast<cudaArray_t>(array->levels[level].get());
    return Status::ok;
  });
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* desc, cudaExtent* extent, unsigned int* flags, cudaArray_t array) {
  return operate([&](Process& process) {
    const runtime::Array* known = array_of(process, array);
    if (known == nullptr) return Status::invalid_handle;
    const ArrayDescription& d = known->description;
    if (desc != nullptr) *desc = channels_of(d.format, d.channels);
    if (extent != nullptr) *extent = {d.width, d.height, d.depth};
    if (flags != nullptr) *flags = d.flags;
    return Status::ok;
  });
}

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* desc, cudaArray_const_t array) {
  return operate([&](Process& process) {
    if (desc == nullptr) return Status::invalid_value;
    const runtime::Array* known = array_of(process, array);
    if (known == nullptr) return Status::invalid_handle;
    *desc = channels_of(known->description.format, known->description.channels);
    return Status::ok;
  });
}

cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(size_t* maxWidthInElements, const cudaChannelFormatDesc* fmtDesc,
                                                 int device) {
  return operate([&](Process& process) {
    constexpr std::size_t kMostBytes = std::size_t{1} << 32;
    sim::TexelFormat format{};
    std::uint8_t channels = 0;
    if (!process.has_device(device)) return cudaErrorInvalidDevice;
    if (maxWidthInElements == nullptr || fmtDesc == nullptr) return cudaErrorInvalidValue;
    if (!format_of(*fmtDesc, format, channels)) return cudaErrorInvalidChannelDescriptor;
    *maxWidthInElements = kMostBytes / (channels * sim::bytes_of(format));
    return cudaSuccess;
  });
}
