// The device: choosing it, asking what it is, setting limits and preferences, errors that stay.
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "cuda/call.hpp"
#include "cuda/capture_rules.hpp"
#include "cuda/device_attributes.hpp"
#include "cuda/device_words.hpp"
#include "cuda/pool.hpp"

using namespace warpglass;
using namespace warpglass::cuda;
using runtime::Status;

namespace {

// Calls that name a device and read or change nothing that a fault could have harmed.
template <class Work>
cudaError_t query_device(int device, Work&& work) {
  return query([&](Process& process) -> cudaError_t {
    return process.has_device(device) ? work(process) : cudaErrorInvalidDevice;
  });
}

std::string pci_bus_id(int device) { return fmt::format("0000:{:02x}:00.0", pci_bus_of(device)); }

/// How well a device is what a program asks for: it has as much as it wants of each, the rest counts in that order.
int likeness(const cudaDeviceProp& has, const cudaDeviceProp& wanted) {
  const bool able = has.major > wanted.major || (has.major == wanted.major && has.minor >= wanted.minor);
  const bool same = wanted.name[0] != '\0' && std::strncmp(has.name, wanted.name, sizeof has.name) == 0;
  const bool large =
      has.totalGlobalMem >= wanted.totalGlobalMem && has.multiProcessorCount >= wanted.multiProcessorCount;
  return (able ? 4 : 0) + (same ? 2 : 0) + (large ? 1 : 0);
}

}  // namespace

cudaError_t cudaDeviceReset() {
  return query([](Process& process) {
    process.pending().wait_for_device(process.device().number());
    process.reset();
    end_runtime_use();
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceSynchronize() {
  if (const auto refused = refuse_waiting_for_device()) return *refused;
  return operate_alone([](Process& process) {
    process.device().tell({.what = sim::StreamAction::wait_for_all, .stream = process.device().default_stream()});
    note_waited(std::nullopt);
    return process.pending().take_error();
  });
}

cudaError_t cudaGetDeviceCount(int* count) {
  return query([&](Process& process) {
    if (count == nullptr) return cudaErrorInvalidValue;
    *count = static_cast<int>(process.device_count());
    return cudaSuccess;
  });
}

cudaError_t cudaGetDevice(int* device) {
  return query([&](Process& process) {
    if (device == nullptr) return cudaErrorInvalidValue;
    *device = static_cast<int>(process.device().number());
    return cudaSuccess;
  });
}

cudaError_t cudaSetDevice(int device) {
  return query_device(device, [device](Process&) {
    choose_device(static_cast<std::uint32_t>(device));
    note_runtime_call();
    return cudaSuccess;
  });
}

cudaError_t cudaInitDevice(int device, unsigned int, unsigned int) {
  return query_device(device, [device](Process&) {
    const OnDevice it(static_cast<std::uint32_t>(device));
    note_runtime_start();
    return cudaSuccess;
  });
}

cudaError_t cudaSetValidDevices(int* device_arr, int len) {
  return query([&](Process& process) {
    if (len < 0 || (device_arr == nullptr && len != 0)) return cudaErrorInvalidValue;
    for (int i = 0; i < len; ++i)
      if (!process.has_device(device_arr[i])) return cudaErrorInvalidDevice;
    process.prefer_device(len == 0 ? 0 : static_cast<std::uint32_t>(device_arr[0]));
    return cudaSuccess;
  });
}

cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* prop) {
  return query([&](Process& process) {
    if (device == nullptr || prop == nullptr) return cudaErrorInvalidValue;
    int best = -1;
    for (int i = 0; i < static_cast<int>(process.device_count()); ++i) {
      const int found = likeness(properties_of(process.device_at(i).device.model(), i), *prop);
      if (found <= best) continue;
      best = found;
      *device = i;
    }
    return cudaSuccess;
  });
}

cudaError_t cudaSetDeviceFlags(unsigned int flags) {
  return query([&](Process& process) {
    constexpr unsigned kKnown = cudaDeviceMask;
    const unsigned schedule = flags & cudaDeviceScheduleMask;
    if ((flags & ~kKnown) != 0 || (schedule & (schedule - 1)) != 0) return cudaErrorInvalidValue;
    process.current().flags = flags | cudaDeviceMapHost;
    return cudaSuccess;
  });
}

cudaError_t cudaGetDeviceFlags(unsigned int* flags) {
  return query([&](Process& process) {
    if (flags == nullptr) return cudaErrorInvalidValue;
    *flags = process.current().flags;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attr, int device) {
  return query_device(device, [&](Process& process) {
    if (value == nullptr) return cudaErrorInvalidValue;
    const std::optional<int> found = attribute_of(process.device_at(device).device.model(), attr, device);
    if (!found) return cudaErrorInvalidValue;
    *value = *found;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetPCIBusId(char* pciBusId, int len, int device) {
  return query_device(device, [&](Process&) {
    const std::string own = pci_bus_id(device);
    if (pciBusId == nullptr || len <= static_cast<int>(own.size())) return cudaErrorInvalidValue;
    std::snprintf(pciBusId, static_cast<std::size_t>(len), "%s", own.c_str());
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* pciBusId) {
  return query([&](Process& process) -> cudaError_t {
    if (device == nullptr || pciBusId == nullptr) return cudaErrorInvalidValue;
    for (int i = 0; i < static_cast<int>(process.device_count()); ++i) {
      if (pci_bus_id(i) != pciBusId) continue;
      *device = i;
      return cudaSuccess;
    }
    return cudaErrorInvalidDevice;
  });
}

// ---- Limits and preferences ----

cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
  if (const auto refused = refuse_unsafe()) return *refused;
  return operate([&](Process& process) -> cudaError_t {
    return set_limit(process.current().limits, process.device(), process.session(), limit, value);
  });
}

cudaError_t cudaDeviceGetLimit(size_t* pValue, cudaLimit limit) {
  return operate([&](Process& process) -> cudaError_t {
    return pValue == nullptr ? cudaErrorInvalidValue : limit_of(process.current().limits, limit, *pValue);
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
  if (const auto refused = refuse_unsafe()) return *refused;
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

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind f) {
  return {x, y, z, w, f};
}
