// The device: choosing it, asking what it is, setting limits and preferences, errors that stay.
#include <cstdio>
#include <cstring>
#include <optional>

#include "cuda/call.hpp"
#include "cuda/device_attributes.hpp"
#include "cuda/device_words.hpp"

using namespace warpglass;
using namespace warpglass::cuda;
using runtime::Status;

namespace {

constexpr const char* kPciBusId = "0000:01:00.0";

bool is_device(int device) { return device == 0; }

// Calls that name a device and read or change nothing that a fault could have harmed.
template <class Work>
cudaError_t query_device(int device, Work&& work) {
  return query(
      [&](Process& process) -> cudaError_t { return is_device(device) ? work(process) : cudaErrorInvalidDevice; });
}

}  // namespace

cudaError_t cudaDeviceReset() {
  return query([](Process& process) {
    process.pending().wait_for_all();
    process.reset();
    end_runtime_use();
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceSynchronize() {
  return operate_alone([](Process& process) {
    process.device().tell({.what = sim::StreamAction::wait_for_all});
    return process.pending().take_error();
  });
}

cudaError_t cudaGetDeviceCount(int* count) {
  return query([&](Process&) {
    if (count == nullptr) return cudaErrorInvalidValue;
    *count = 1;
    return cudaSuccess;
  });
}

cudaError_t cudaGetDevice(int* device) {
  return query([&](Process&) {
    if (device == nullptr) return cudaErrorInvalidValue;
    *device = 0;
    return cudaSuccess;
  });
}

cudaError_t cudaSetDevice(int device) {
  return query_device(device, [](Process&) {
    note_runtime_call();
    return cudaSuccess;
  });
}

cudaError_t cudaInitDevice(int device, unsigned int, unsigned int) {
  return query_device(device, [](Process&) {
    note_runtime_start();
    return cudaSuccess;
  });
}

cudaError_t cudaSetValidDevices(int* device_arr, int len) {
  return query([&](Process&) {
    if (len < 0 || (device_arr == nullptr && len != 0)) return cudaErrorInvalidValue;
    for (int i = 0; i < len; ++i)
      if (!is_device(device_arr[i])) return cudaErrorInvalidDevice;
    return cudaSuccess;
  });
}

cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* prop) {
  return query([&](Process&) {
    if (device == nullptr || prop == nullptr) return cudaErrorInvalidValue;
    *device = 0;
    return cudaSuccess;
  });
}

cudaError_t cudaSetDeviceFlags(unsigned int flags) {
  return query([&](Process& process) {
    constexpr unsigned kKnown = cudaDeviceMask;
    const unsigned schedule = flags & cudaDeviceScheduleMask;
    if ((flags & ~kKnown) != 0 || (schedule & (schedule - 1)) != 0) return cudaErrorInvalidValue;
    process.device_flags = flags | cudaDeviceMapHost;
    return cudaSuccess;
  });
}

cudaError_t cudaGetDeviceFlags(unsigned int* flags) {
  return query([&](Process& process) {
    if (flags == nullptr) return cudaErrorInvalidValue;
    *flags = process.device_flags;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attr, int device) {
  return query_device(device, [&](Process& process) {
    if (value == nullptr) return cudaErrorInvalidValue;
    const std::optional<int> found = attribute_of(process.device().model(), attr);
    if (!found) return cudaErrorInvalidValue;
    *value = *found;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetPCIBusId(char* pciBusId, int len, int device) {
  return query_device(device, [&](Process&) {
    if (pciBusId == nullptr || len <= static_cast<int>(std::strlen(kPciBusId))) return cudaErrorInvalidValue;
    std::snprintf(pciBusId, static_cast<std::size_t>(len), "%s", kPciBusId);
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* pciBusId) {
  return query([&](Process&) {
    if (device == nullptr || pciBusId == nullptr) return cudaErrorInvalidValue;
    if (std::strcmp(pciBusId, kPciBusId) != 0) return cudaErrorInvalidDevice;
    *device = 0;
    return cudaSuccess;
  });
}

// ---- Limits and preferences ----

cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
  return operate([&](Process& process) -> cudaError_t {
    return set_limit(process.limits, process.device(), process.session(), limit, value);
  });
}

cudaError_t cudaDeviceGetLimit(size_t* pValue, cudaLimit limit) {
  return operate([&](Process& process) -> cudaError_t {
    return pValue == nullptr ? cudaErrorInvalidValue : limit_of(process.limits, limit, *pValue);
  });
}

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* pCacheConfig) {
  return operate([&](Process& process) {
    if (pCacheConfig == nullptr) return Status::invalid_value;
    *pCacheConfig = static_cast<cudaFuncCache>(process.device().cache_config());
    return Status::ok;
  });
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache cacheConfig) {
  return operate([&](Process& process) {
    if (cacheConfig > cudaFuncCachePreferEqual) return Status::invalid_value;
    process.device().set_cache_config(static_cast<arch::CacheConfig>(cacheConfig));
    return Status::ok;
  });
}

cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* pConfig) {
  return operate([&](Process& process) {
    if (pConfig == nullptr) return Status::invalid_value;
    *pConfig = process.device().bank_bytes() == 8 ? cudaSharedMemBankSizeEightByte : cudaSharedMemBankSizeFourByte;
    return Status::ok;
  });
}

cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config) {
  return operate([&](Process& process) {
    if (config > cudaSharedMemBankSizeEightByte) return Status::invalid_value;
    process.device().set_bank_bytes(config == cudaSharedMemBankSizeEightByte ? 8 : 4);
    return Status::ok;
  });
}

cudaError_t cudaDeviceFlushGPUDirectRDMAWrites(cudaFlushGPUDirectRDMAWritesTarget, cudaFlushGPUDirectRDMAWritesScope) {
  return operate([](Process&) { return Status::ok; });
}

cudaError_t cudaProfilerStart() {
  return operate([](Process&) { return Status::ok; });
}
cudaError_t cudaProfilerStop() {
  return operate([](Process&) { return Status::ok; });
}

// ---- There is one device, so there are no peers ----

cudaError_t cudaDeviceCanAccessPeer(int* canAccessPeer, int device, int peerDevice) {
  return query_device(device, [&](Process&) {
    if (canAccessPeer == nullptr) return cudaErrorInvalidValue;
    if (!is_device(peerDevice)) return cudaErrorInvalidDevice;
    *canAccessPeer = 0;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceEnablePeerAccess(int peerDevice, unsigned int) {
  return operate([&](Process&) -> cudaError_t {
    return is_device(peerDevice) ? cudaErrorPeerAccessUnsupported : cudaErrorInvalidDevice;
  });
}

cudaError_t cudaDeviceDisablePeerAccess(int) {
  return query([](Process&) { return cudaErrorInvalidDevice; });
}

cudaError_t cudaDeviceGetP2PAttribute(int*, cudaDeviceP2PAttr, int, int) {
  return query([](Process&) { return cudaErrorInvalidDevice; });
}

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind f) {
  return {x, y, z, w, f};
}
