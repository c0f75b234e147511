// The device as the driver API describes it: as the runtime API does, with a few questions of its own.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <optional>

#include "cuda/device_attributes.hpp"
#include "cuda/driver/arrays.hpp"
#include "cuda/driver/call.hpp"
#include "cuda/versions.hpp"

using namespace warpglass;
using namespace warpglass::cuda;

namespace {

template <class Work>
CUresult about_device(CUdevice device, const void* result, Work&& work) {
  return driver_call(Needs::init, [&]() -> CUresult {
    if (result == nullptr) return CUDA_ERROR_INVALID_VALUE;
    if (!Process::get().has_device(device)) return CUDA_ERROR_INVALID_DEVICE;
    return work(Process::get().device_at(device).device.model());
  });
}

// What the runtime API has no name for.
std::optional<int> own_attribute(CUdevice_attribute attribute) {
  switch (static_cast<int>(attribute)) {
    case CU_DEVICE_ATTRIBUTE_CAN_TEX2D_GATHER: return 1;
    case CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_MEM_OPS_V1:
    case CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS_V1:
    case CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS:
    case CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR_V1:
    case CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR: return 1;
    case CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED: return 1;
    case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED: return 1;
    case CU_DEVICE_ATTRIBUTE_UNIFIED_FUNCTION_POINTERS: return 0;
    case CU_DEVICE_ATTRIBUTE_TENSOR_MAP_ACCESS_SUPPORTED: return 0;
    case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_HANDLE_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_FABRIC_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WITH_CUDA_VMM_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_DMA_BUF_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_ALGORITHM_MASK:
    case CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_MAXIMUM_LENGTH:
    case CU_DEVICE_ATTRIBUTE_HOST_NUMA_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_HOST_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_HOST_ALLOC_DMA_BUF_SUPPORTED: return 0;
    default: return std::nullopt;
  }
}

}  // namespace

CUresult cuDriverGetVersion(int* driverVersion) {
  if (driverVersion == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *driverVersion = kDriverVersion;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGet(CUdevice* device, int ordinal) {
  return about_device(ordinal, device, [&](const arch::DeviceModel&) {
    *device = ordinal;
    return CUDA_SUCCESS;
  });
}

CUresult cuDeviceGetCount(int* count) {
  return driver_call(Needs::init, [&] { return cudaGetDeviceCount(count); });
}

CUresult cuDeviceGetName(char* name, int len, CUdevice dev) {
  return about_device(dev, name, [&](const arch::DeviceModel& model) {
    if (len <= 0) return CUDA_ERROR_INVALID_VALUE;
    std::snprintf(name, static_cast<std::size_t>(len), "%s", model.name.c_str());
    return CUDA_SUCCESS;
  });
}

CUresult cuDeviceGetUuid_v2(CUuuid* uuid, CUdevice dev) {
  return about_device(dev, uuid, [&](const arch::DeviceModel& model) {
    const cudaDeviceProp properties = properties_of(model, dev);
    std::memcpy(uuid->bytes, properties.uuid.bytes, sizeof uuid->bytes);
    return CUDA_SUCCESS;
  });
}
CUresult cuDeviceGetUuid(CUuuid* uuid, CUdevice dev) { return cuDeviceGetUuid_v2(uuid, dev); }

// There is one on Windows only.
CUresult cuDeviceGetLuid(char* luid, unsigned int*, CUdevice dev) {
  return about_device(dev, luid, [](const arch::DeviceModel&) { return CUDA_ERROR_NOT_SUPPORTED; });
}

CUresult cuDeviceTotalMem_v2(size_t* bytes, CUdevice dev) {
  return about_device(dev, bytes, [&](const arch::DeviceModel& model) {
    *bytes = model.memory_bytes;
    return CUDA_SUCCESS;
  });
}

CUresult cuDeviceGetAttribute(int* pi, CUdevice_attribute attrib, CUdevice dev) {
  return about_device(dev, pi, [&](const arch::DeviceModel& model) {
    std::optional<int> value = own_attribute(attrib);
    if (!value) value = attribute_of(model, static_cast<cudaDeviceAttr>(attrib), dev);
    if (!value) return CUDA_ERROR_INVALID_VALUE;
    *pi = *value;
    return CUDA_SUCCESS;
  });
}

CUresult cuDeviceGetProperties(CUdevprop* prop, CUdevice dev) {
  return about_device(dev, prop, [&](const arch::DeviceModel& model) {
    const cudaDeviceProp from = properties_of(model, dev);
    *prop = {};
    prop->maxThreadsPerBlock = from.maxThreadsPerBlock;
    std::copy(std::begin(from.maxThreadsDim), std::end(from.maxThreadsDim), prop->maxThreadsDim);
    std::copy(std::begin(from.maxGridSize), std::end(from.maxGridSize), prop->maxGridSize);
    prop->sharedMemPerBlock = static_cast<int>(from.sharedMemPerBlock);
    prop->totalConstantMemory = static_cast<int>(from.totalConstMem);
    prop->SIMDWidth = from.warpSize;
    prop->memPitch = static_cast<int>(from.memPitch);
    prop->regsPerBlock = from.regsPerBlock;
    prop->clockRate = static_cast<int>(model.clock_khz);
    prop->textureAlign = static_cast<int>(from.textureAlignment);
    return CUDA_SUCCESS;
  });
}

CUresult cuDeviceComputeCapability(int* major, int* minor, CUdevice dev) {
  return about_device(dev, major == nullptr ? nullptr : minor, [&](const arch::DeviceModel& model) {
    *major = static_cast<int>(model.capability.major);
    *minor = static_cast<int>(model.capability.minor);
    return CUDA_SUCCESS;
  });
}

CUresult cuDeviceGetByPCIBusId(CUdevice* dev, const char* pciBusId) {
  return driver_call(Needs::init, [&] { return cudaDeviceGetByPCIBusId(dev, pciBusId); });
}
CUresult cuDeviceGetPCIBusId(char* pciBusId, int len, CUdevice dev) {
  return driver_call(Needs::init, [&] { return cudaDeviceGetPCIBusId(pciBusId, len, dev); });
}

CUresult cuDeviceGetTexture1DLinearMaxWidth(size_t* maxWidthInElements, CUarray_format format, unsigned numChannels,
                                            CUdevice dev) {
  return driver_call(Needs::init, [&]() -> CUresult {
    cudaChannelFormatDesc channels{};
    if (!channels_of(format, numChannels, channels)) return CUDA_ERROR_INVALID_VALUE;
    return result_of(cudaDeviceGetTexture1DLinearMaxWidth(maxWidthInElements, &channels, dev));
  });
}

CUresult cuDeviceGetExecAffinitySupport(int* pi, CUexecAffinityType type, CUdevice dev) {
  return about_device(dev, pi, [&](const arch::DeviceModel&) {
    if (type != CU_EXEC_AFFINITY_TYPE_SM_COUNT) return CUDA_ERROR_INVALID_VALUE;
    *pi = 0;
    return CUDA_SUCCESS;
  });
}

CUresult cuCtxGetExecAffinity(CUexecAffinityParam* pExecAffinity, CUexecAffinityType type) {
  return driver_call([&]() -> CUresult {
    if (pExecAffinity == nullptr || type != CU_EXEC_AFFINITY_TYPE_SM_COUNT) return CUDA_ERROR_INVALID_VALUE;
    return CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY;
  });
}

CUresult cuFlushGPUDirectRDMAWrites(CUflushGPUDirectRDMAWritesTarget, CUflushGPUDirectRDMAWritesScope) {
  return driver_call([] { return CUDA_SUCCESS; });
}

CUresult cuDeviceCanAccessPeer(int* canAccessPeer, CUdevice dev, CUdevice peerDev) {
  return driver_call(Needs::init, [&] { return cudaDeviceCanAccessPeer(canAccessPeer, dev, peerDev); });
}
CUresult cuDeviceGetP2PAttribute(int* value, CUdevice_P2PAttribute attrib, CUdevice srcDevice, CUdevice dstDevice) {
  return driver_call(Needs::init, [&] {
    return cudaDeviceGetP2PAttribute(value, static_cast<cudaDeviceP2PAttr>(attrib), srcDevice, dstDevice);
  });
}

CUresult cuDeviceGetDefaultMemPool(CUmemoryPool* pool_out, CUdevice dev) {
  return driver_call(Needs::init, [&] { return cudaDeviceGetDefaultMemPool(pool_out, dev); });
}
CUresult cuDeviceGetMemPool(CUmemoryPool* pool, CUdevice dev) {
  return driver_call(Needs::init, [&] { return cudaDeviceGetMemPool(pool, dev); });
}
CUresult cuDeviceSetMemPool(CUdevice dev, CUmemoryPool pool) {
  return driver_call(Needs::init, [&] { return cudaDeviceSetMemPool(dev, pool); });
}

CUresult cuProfilerStart() {
  return driver_call([] { return cudaProfilerStart(); });
}
CUresult cuProfilerStop() {
  return driver_call([] { return cudaProfilerStop(); });
}
