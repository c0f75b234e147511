// What references are at first, and what they take, was asked of an H200 (driver 580.159.04).
#include "cuda/driver/texture_references.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "cuda/arrays.hpp"
#include "cuda/copy.hpp"
#include "cuda/device_attributes.hpp"
#include "cuda/driver/arrays.hpp"
#include "cuda/driver/call.hpp"
#include "cuda/libraries.hpp"
#include "cuda/texture_objects.hpp"
#include "runtime/opaque_variables.hpp"

using namespace warpglass;
using namespace warpglass::cuda;

struct CUtexref_st {
  std::uint64_t address = 0;  // of the variable; 0: the program made the reference, and no kernel has it
  bool bound = false;
  CUDA_RESOURCE_DESC resource{};
  CUDA_TEXTURE_DESC sampling{
      .addressMode = {CU_TR_ADDRESS_MODE_CLAMP, CU_TR_ADDRESS_MODE_CLAMP, CU_TR_ADDRESS_MODE_CLAMP},
      .filterMode = CU_TR_FILTER_MODE_POINT,
      .flags = 0,
      .maxAnisotropy = 0,
      .mipmapFilterMode = CU_TR_FILTER_MODE_POINT,
      .mipmapLevelBias = 0,
      .minMipmapLevelClamp = 0,
      .maxMipmapLevelClamp = 0,
      .borderColor = {},
      .reserved = {}};
  CUarray_format format = CU_AD_FORMAT_FLOAT;
  unsigned components = 1;
};

struct CUsurfref_st {
  std::uint64_t address = 0;
  CUarray array = nullptr;
};

namespace {

// Of a variable of a module.
using Name = std::pair<runtime::ModuleId, std::string>;

struct References {
  std::mutex mutex;  // guards what references hold; taken before the process's
  // Under the process's lock:
  std::map<Name, std::unique_ptr<CUtexref_st>> textures;
  std::map<Name, std::unique_ptr<CUsurfref_st>> surfaces;
};

References& references() {
  static auto* const all = new References;
  return *all;
}

/// Calls with what is known of a reference.
template <class Reference, class Work>
CUresult with(Reference* reference, Work&& work) {
  return driver_call([&]() -> CUresult {
    if (reference == nullptr) return CUDA_ERROR_INVALID_HANDLE;
    const std::scoped_lock lock(references().mutex);
    return work(*reference);
  });
}

/// Has kernels see what is bound, as it is to be sampled now.
CUresult apply(CUtexref_st& reference) {
  if (reference.address == 0 || !reference.bound) return CUDA_SUCCESS;
  cudaResourceDesc resource{};
  if (const CUresult result = resource_of(reference.resource, resource); result != CUDA_SUCCESS) return result;
  const cudaTextureDesc sampling = sampling_of(reference.sampling, resource);
  return result_of(
      operate_alone([&](Process& process) { return bind_texture(process, reference.address, resource, sampling); }));
}

/// Sets something of how a reference samples.
template <class Set>
CUresult set(CUtexref reference, Set&& change) {
  return with(reference, [&](CUtexref_st& known) -> CUresult {
    const CUtexref_st before = known;
    CUresult result = change(known);
    if (result == CUDA_SUCCESS) result = apply(known);
    if (result != CUDA_SUCCESS) known = before;
    return result;
  });
}

template <class Value>
CUresult get(CUtexref reference, Value* to, Value CUDA_TEXTURE_DESC::* member) {
  return with(reference, [&](const CUtexref_st& known) -> CUresult {
    if (to == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *to = known.sampling.*member;
    return CUDA_SUCCESS;
  });
}

/// What is bound, where it is of this type.
template <class Handle, class Member>
CUresult get_bound(CUtexref reference, Handle* to, CUresourcetype type, Member&& member) {
  return with(reference, [&](const CUtexref_st& known) -> CUresult {
    if (to == nullptr || !known.bound || known.resource.resType != type) return CUDA_ERROR_INVALID_VALUE;
    *to = member(known.resource);
    return CUDA_SUCCESS;
  });
}

CUresult unbind(CUtexref_st& reference) {
  reference.bound = false;
  reference.resource = {};
  if (reference.address == 0) return CUDA_SUCCESS;
  return result_of(operate_alone([&](Process& process) {
    static_cast<void>(process.device().images().destroy_texture(reference.address));
    return cudaSuccess;
  }));
}

/// Finds a variable of a module, or the reference that was made for it.
template <class Reference>
CUresult find_reference(std::map<Name, std::unique_ptr<Reference>>& all, CUmodule module, const char* name,
                        runtime::Opaque kind, Reference** reference) {
  return driver_call([&]() -> CUresult {
    if (reference == nullptr || name == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const std::scoped_lock lock(references().mutex);
    return result_of(operate([&](Process& process) -> cudaError_t {
      const Library* const known = find_library(reinterpret_cast<cudaLibrary_t>(module));
      if (known == nullptr) return cudaErrorInvalidResourceHandle;
      runtime::Modules& modules = process.device().modules();
      const runtime::DeviceVariable* variable = nullptr;
      if (modules.find_variable(known->module, name, variable) != runtime::Status::ok ||
          runtime::opaque_variable(modules, known->module, name) != kind)
        return cudaErrorSymbolNotFound;
      std::unique_ptr<Reference>& made = all[{known->module, name}];
      if (!made) made = std::make_unique<Reference>();
      made->address = variable->address;
      *reference = made.get();
      return cudaSuccess;
    }));
  });
}

constexpr unsigned kArrayFlags = CU_TRSA_OVERRIDE_FORMAT;

/// The reference is bound to what has this array's elements; to what, is yet to be said.
CUresult take_format(CUtexref_st& known, CUarray array, unsigned flags) {
  CUDA_ARRAY3D_DESCRIPTOR described{};
  if ((flags & ~kArrayFlags) != 0) return CUDA_ERROR_INVALID_VALUE;
  if (const CUresult result = cuArray3DGetDescriptor_v2(&described, array); result != CUDA_SUCCESS) return result;
  known.format = described.Format;
  known.components = described.NumChannels;
  known.bound = true;
  known.resource = {};
  return CUDA_SUCCESS;
}

}  // namespace

void warpglass::cuda::forget_references(Process& process, runtime::ModuleId module) {
  const auto forget = [&](auto& all, auto&& unbind_one) {
    std::erase_if(all, [&](const auto& entry) {
      if (entry.first.first != module) return false;
      unbind_one(entry.second->address);
      return true;
    });
  };
  runtime::Images& images = process.device().images();
  forget(references().textures, [&](std::uint64_t handle) { static_cast<void>(images.destroy_texture(handle)); });
  forget(references().surfaces, [&](std::uint64_t handle) { static_cast<void>(images.destroy_surface(handle)); });
}

CUresult cuModuleGetTexRef(CUtexref* pTexRef, CUmodule hmod, const char* name) {
  return find_reference(references().textures, hmod, name, runtime::Opaque::texture, pTexRef);
}
CUresult cuModuleGetSurfRef(CUsurfref* pSurfRef, CUmodule hmod, const char* name) {
  return find_reference(references().surfaces, hmod, name, runtime::Opaque::surface, pSurfRef);
}

CUresult cuTexRefCreate(CUtexref* pTexRef) {
  return driver_call([&]() -> CUresult {
    if (pTexRef == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *pTexRef = std::make_unique<CUtexref_st>().release();
    return CUDA_SUCCESS;
  });
}
CUresult cuTexRefDestroy(CUtexref hTexRef) {
  return driver_call([&]() -> CUresult {
    if (hTexRef == nullptr) return CUDA_ERROR_INVALID_HANDLE;
    const std::scoped_lock lock(references().mutex);
    if (hTexRef->address == 0) delete hTexRef;  // others go with their module
    return CUDA_SUCCESS;
  });
}

// ---- What is bound ----

CUresult cuTexRefSetArray(CUtexref hTexRef, CUarray hArray, unsigned int Flags) {
  if (hTexRef != nullptr && hArray == nullptr) return driver_call([] { return CUDA_ERROR_INVALID_HANDLE; });
  return set(hTexRef, [&](CUtexref_st& known) -> CUresult {
    if (const CUresult result = take_format(known, hArray, Flags); result != CUDA_SUCCESS) return result;
    known.resource.resType = CU_RESOURCE_TYPE_ARRAY;
    known.resource.res.array.hArray = hArray;
    return CUDA_SUCCESS;
  });
}

CUresult cuTexRefSetMipmappedArray(CUtexref hTexRef, CUmipmappedArray hMipmappedArray, unsigned int Flags) {
  return set(hTexRef, [&](CUtexref_st& known) -> CUresult {
    CUarray level = nullptr;
    if ((Flags & ~kArrayFlags) != 0) return CUDA_ERROR_INVALID_VALUE;
    if (const CUresult result = cuMipmappedArrayGetLevel(&level, hMipmappedArray, 0); result != CUDA_SUCCESS)
      return result;
    if (const CUresult result = take_format(known, level, Flags); result != CUDA_SUCCESS) return result;
    known.resource.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
    known.resource.res.mipmap.hMipmappedArray = hMipmappedArray;
    return CUDA_SUCCESS;
  });
}

// A texture begins where the device can begin one; what was asked for lies some bytes behind.
CUresult cuTexRefSetAddress_v2(size_t* ByteOffset, CUtexref hTexRef, CUdeviceptr dptr, size_t bytes) {
  return set(hTexRef, [&](CUtexref_st& known) -> CUresult {
    if (ByteOffset != nullptr) *ByteOffset = 0;
    if (dptr == 0) {
      const CUresult result = unbind(known);
      known.resource.resType = CU_RESOURCE_TYPE_LINEAR;
      return result;
    }
    std::size_t behind = 0;
    const CUresult result = result_of(operate([&](Process& process) {
      behind = bytes_behind_alignment(process, dptr);
      return cudaSuccess;
    }));
    if (result != CUDA_SUCCESS) return result;
    if (behind != 0 && ByteOffset == nullptr) return CUDA_ERROR_INVALID_VALUE;
    if (ByteOffset != nullptr) *ByteOffset = behind;
    known.bound = true;
    known.resource = {};
    known.resource.resType = CU_RESOURCE_TYPE_LINEAR;
    known.resource.res.linear.devPtr = dptr - behind;
    known.resource.res.linear.sizeInBytes = bytes + behind;
    known.resource.res.linear.format = known.format;
    known.resource.res.linear.numChannels = known.components;
    return CUDA_SUCCESS;
  });
}

CUresult cuTexRefSetAddress2D_v3(CUtexref hTexRef, const CUDA_ARRAY_DESCRIPTOR* desc, CUdeviceptr dptr, size_t Pitch) {
  return set(hTexRef, [&](CUtexref_st& known) -> CUresult {
    cudaChannelFormatDesc channels{};
    if (desc == nullptr || !channels_of(desc->Format, desc->NumChannels, channels)) return CUDA_ERROR_INVALID_VALUE;
    const std::size_t texel = static_cast<std::size_t>(channels.x + channels.y + channels.z + channels.w) / 8;
    if (Pitch % kTexturePitchAlignment != 0 || Pitch < desc->Width * texel) return CUDA_ERROR_INVALID_VALUE;
    known.format = desc->Format;
    known.components = desc->NumChannels;
    known.bound = true;
    known.resource = {};
    known.resource.resType = CU_RESOURCE_TYPE_PITCH2D;
    auto& pitched = known.resource.res.pitch2D;
    pitched = {dptr, desc->Format, desc->NumChannels, desc->Width, desc->Height, Pitch};
    return CUDA_SUCCESS;
  });
}
extern "C" CUresult cuTexRefSetAddress2D_v2(CUtexref hTexRef, const CUDA_ARRAY_DESCRIPTOR* desc, CUdeviceptr dptr,
                                            size_t Pitch) {
  return cuTexRefSetAddress2D_v3(hTexRef, desc, dptr, Pitch);
}

CUresult cuTexRefGetArray(CUarray* phArray, CUtexref hTexRef) {
  return get_bound(hTexRef, phArray, CU_RESOURCE_TYPE_ARRAY,
                   [](const CUDA_RESOURCE_DESC& bound) { return bound.res.array.hArray; });
}
CUresult cuTexRefGetMipmappedArray(CUmipmappedArray* phMipmappedArray, CUtexref hTexRef) {
  return get_bound(hTexRef, phMipmappedArray, CU_RESOURCE_TYPE_MIPMAPPED_ARRAY,
                   [](const CUDA_RESOURCE_DESC& bound) { return bound.res.mipmap.hMipmappedArray; });
}
CUresult cuTexRefGetAddress_v2(CUdeviceptr* pdptr, CUtexref hTexRef) {
  return with(hTexRef, [&](const CUtexref_st& known) -> CUresult {
    if (pdptr == nullptr) return CUDA_ERROR_INVALID_VALUE;
    switch (known.resource.resType) {
      case CU_RESOURCE_TYPE_LINEAR: *pdptr = known.resource.res.linear.devPtr; return CUDA_SUCCESS;
      case CU_RESOURCE_TYPE_PITCH2D: *pdptr = known.resource.res.pitch2D.devPtr; return CUDA_SUCCESS;
      case CU_RESOURCE_TYPE_ARRAY:
      case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY: break;
    }
    return CUDA_ERROR_INVALID_VALUE;
  });
}

// Textures are where the references are, whatever kernel is launched: the call asks for nothing.
CUresult cuParamSetTexRef(CUfunction hfunc, int texunit, CUtexref hTexRef) {
  return with(hTexRef, [&](const CUtexref_st&) {
    return hfunc != nullptr && texunit == CU_PARAM_TR_DEFAULT ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
  });
}

// ---- How it is sampled ----

CUresult cuTexRefSetFormat(CUtexref hTexRef, CUarray_format fmt, int NumPackedComponents) {
  return set(hTexRef, [&](CUtexref_st& known) -> CUresult {
    cudaChannelFormatDesc channels{};
    const auto count = static_cast<unsigned>(NumPackedComponents);
    if (!channels_of(fmt, count, channels)) return CUDA_ERROR_INVALID_VALUE;
    known.format = fmt;
    known.components = count;
    if (known.bound && known.resource.resType == CU_RESOURCE_TYPE_LINEAR) {
      known.resource.res.linear.format = fmt;
      known.resource.res.linear.numChannels = count;
    }
    return CUDA_SUCCESS;
  });
}
CUresult cuTexRefGetFormat(CUarray_format* pFormat, int* pNumChannels, CUtexref hTexRef) {
  return with(hTexRef, [&](const CUtexref_st& known) {
    if (pFormat != nullptr) *pFormat = known.format;
    if (pNumChannels != nullptr) *pNumChannels = static_cast<int>(known.components);
    return CUDA_SUCCESS;
  });
}

CUresult cuTexRefSetAddressMode(CUtexref hTexRef, int dim, CUaddress_mode am) {
  return set(hTexRef, [&](CUtexref_st& known) -> CUresult {
    if (dim < 0 || dim > 2) return CUDA_ERROR_INVALID_VALUE;
    known.sampling.addressMode[dim] = am;
    return CUDA_SUCCESS;
  });
}
CUresult cuTexRefGetAddressMode(CUaddress_mode* pam, CUtexref hTexRef, int dim) {
  return with(hTexRef, [&](const CUtexref_st& known) -> CUresult {
    if (pam == nullptr || dim < 0 || dim > 2) return CUDA_ERROR_INVALID_VALUE;
    *pam = known.sampling.addressMode[dim];
    return CUDA_SUCCESS;
  });
}

CUresult cuTexRefSetFlags(CUtexref hTexRef, unsigned int Flags) {
  constexpr unsigned kKnown = CU_TRSF_READ_AS_INTEGER | CU_TRSF_NORMALIZED_COORDINATES | CU_TRSF_SRGB |
                              CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION | CU_TRSF_SEAMLESS_CUBEMAP;
  return set(hTexRef, [&](CUtexref_st& known) -> CUresult {
    if ((Flags & ~kKnown) != 0) return CUDA_ERROR_INVALID_VALUE;
    known.sampling.flags = Flags;
    return CUDA_SUCCESS;
  });
}
CUresult cuTexRefGetFlags(unsigned int* pFlags, CUtexref hTexRef) {
  return get(hTexRef, pFlags, &CUDA_TEXTURE_DESC::flags);
}

namespace {

template <class Value>
CUresult set_member(CUtexref reference, Value value, Value CUDA_TEXTURE_DESC::* member) {
  return set(reference, [&](CUtexref_st& known) {
    known.sampling.*member = value;
    return CUDA_SUCCESS;
  });
}

}  // namespace

CUresult cuTexRefSetFilterMode(CUtexref hTexRef, CUfilter_mode fm) {
  return set_member(hTexRef, fm, &CUDA_TEXTURE_DESC::filterMode);
}
CUresult cuTexRefGetFilterMode(CUfilter_mode* pfm, CUtexref hTexRef) {
  return get(hTexRef, pfm, &CUDA_TEXTURE_DESC::filterMode);
}
CUresult cuTexRefSetMipmapFilterMode(CUtexref hTexRef, CUfilter_mode fm) {
  return set_member(hTexRef, fm, &CUDA_TEXTURE_DESC::mipmapFilterMode);
}
CUresult cuTexRefGetMipmapFilterMode(CUfilter_mode* pfm, CUtexref hTexRef) {
  return get(hTexRef, pfm, &CUDA_TEXTURE_DESC::mipmapFilterMode);
}
CUresult cuTexRefSetMipmapLevelBias(CUtexref hTexRef, float bias) {
  return set_member(hTexRef, bias, &CUDA_TEXTURE_DESC::mipmapLevelBias);
}
CUresult cuTexRefGetMipmapLevelBias(float* pbias, CUtexref hTexRef) {
  return get(hTexRef, pbias, &CUDA_TEXTURE_DESC::mipmapLevelBias);
}
CUresult cuTexRefSetMaxAnisotropy(CUtexref hTexRef, unsigned int maxAniso) {
  return set_member(hTexRef, maxAniso, &CUDA_TEXTURE_DESC::maxAnisotropy);
}
CUresult cuTexRefGetMaxAnisotropy(int* pmaxAniso, CUtexref hTexRef) {
  return with(hTexRef, [&](const CUtexref_st& known) -> CUresult {
    if (pmaxAniso == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *pmaxAniso = static_cast<int>(known.sampling.maxAnisotropy);
    return CUDA_SUCCESS;
  });
}

CUresult cuTexRefSetMipmapLevelClamp(CUtexref hTexRef, float minMipmapLevelClamp, float maxMipmapLevelClamp) {
  return set(hTexRef, [&](CUtexref_st& known) {
    known.sampling.minMipmapLevelClamp = minMipmapLevelClamp;
    known.sampling.maxMipmapLevelClamp = maxMipmapLevelClamp;
    return CUDA_SUCCESS;
  });
}
CUresult cuTexRefGetMipmapLevelClamp(float* pminMipmapLevelClamp, float* pmaxMipmapLevelClamp, CUtexref hTexRef) {
  const CUresult result = get(hTexRef, pminMipmapLevelClamp, &CUDA_TEXTURE_DESC::minMipmapLevelClamp);
  return result != CUDA_SUCCESS ? result : get(hTexRef, pmaxMipmapLevelClamp, &CUDA_TEXTURE_DESC::maxMipmapLevelClamp);
}

CUresult cuTexRefSetBorderColor(CUtexref hTexRef, float* pBorderColor) {
  return set(hTexRef, [&](CUtexref_st& known) -> CUresult {
    if (pBorderColor == nullptr) return CUDA_ERROR_INVALID_VALUE;
    std::copy_n(pBorderColor, 4, std::begin(known.sampling.borderColor));
    return CUDA_SUCCESS;
  });
}
CUresult cuTexRefGetBorderColor(float* pBorderColor, CUtexref hTexRef) {
  return with(hTexRef, [&](const CUtexref_st& known) -> CUresult {
    if (pBorderColor == nullptr) return CUDA_ERROR_INVALID_VALUE;
    std::ranges::copy(known.sampling.borderColor, pBorderColor);
    return CUDA_SUCCESS;
  });
}

// ---- Surfaces ----

CUresult cuSurfRefSetArray(CUsurfref hSurfRef, CUarray hArray, unsigned int Flags) {
  return with(hSurfRef, [&](CUsurfref_st& known) -> CUresult {
    CUDA_ARRAY3D_DESCRIPTOR described{};
    if (Flags != 0) return CUDA_ERROR_INVALID_VALUE;
    if (const CUresult result = cuArray3DGetDescriptor_v2(&described, hArray); result != CUDA_SUCCESS) return result;
    if ((described.Flags & CUDA_ARRAY3D_SURFACE_LDST) == 0) return CUDA_ERROR_INVALID_VALUE;
    known.array = hArray;
    return result_of(operate_alone([&](Process& process) -> cudaError_t {
      const runtime::Array* const array = array_of(process, reinterpret_cast<cudaArray_const_t>(hArray));
      if (array == nullptr) return cudaErrorInvalidResourceHandle;
      process.device().images().bind_surface(known.address, *array);
      return cudaSuccess;
    }));
  });
}
CUresult cuSurfRefGetArray(CUarray* phArray, CUsurfref hSurfRef) {
  return with(hSurfRef, [&](const CUsurfref_st& known) -> CUresult {
    if (phArray == nullptr || known.array == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *phArray = known.array;
    return CUDA_SUCCESS;
  });
}
