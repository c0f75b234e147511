// Memory pools: allocations from a pool are allocations like any other; the pool keeps its attributes and counts.
#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "cuda/call.hpp"
#include "cuda/capture.hpp"
#include "cuda/capture_rules.hpp"
#include "cuda/copy.hpp"
#include "cuda/graph_memory.hpp"
#include "cuda/pool.hpp"
#include "cuda/pool_sizes.hpp"

using namespace warpglass;
using namespace warpglass::cuda;
using runtime::Status;

namespace {

struct Pool {
  std::uint32_t device = 0;
  bool standard = false;      // a device's own
  std::uint32_t open_to = 0;  // a bit for each device that reaches its memory, beside its own
  std::map<cudaMemPoolAttr, std::uint64_t> attributes;
  struct Taken {
    std::uint64_t serial = 0;
    std::uint64_t bytes = 0;
  };
  std::map<std::uint64_t, Taken> taken;  // by address
  PoolSizes sizes;

  [[nodiscard]] std::uint64_t threshold() { return attributes[cudaMemPoolAttrReleaseThreshold]; }
};

struct Pools {
  std::map<cudaMemPool_t, std::unique_ptr<Pool>> all;
  std::vector<cudaMemPool_t> standard;  // of each device its own
  std::vector<cudaMemPool_t> current;   // what cudaMallocAsync takes from

  cudaMemPool_t add(std::uint32_t device) {
    auto pool = std::make_unique<Pool>();
    const auto handle = reinterpret_cast<cudaMemPool_t>(pool.get());
    pool->device = device;
    for (const auto attribute : {cudaMemPoolReuseFollowEventDependencies, cudaMemPoolReuseAllowOpportunistic,
                                 cudaMemPoolReuseAllowInternalDependencies})
      pool->attributes[attribute] = 1;
    all.emplace(handle, std::move(pool));
    return handle;
  }
  Pool* find(cudaMemPool_t handle) {
    const auto found = all.find(handle);
    return found == all.end() ? nullptr : found->second.get();
  }
};

// Under the process's lock, as everything here.
Pools& pools() {
  static Pools* const made = [] {
    auto* fresh = new Pools;
    for (std::uint32_t device = 0; device < Process::get().device_count(); ++device) {
      fresh->standard.push_back(fresh->add(device));
      fresh->find(fresh->standard.back())->standard = true;
    }
    fresh->current = fresh->standard;
    return fresh;
  }();
  return *made;
}

// Whether any pool has been taken from.
bool any_taken = false;

// CUDA Programming Guide, "Device accessibility for multi-GPU support": memory of pools is open to whom the pool says,
// whatever peers may.
void note_taken(Process& process, Pool& pool, const void* pointer, std::uint64_t bytes) {
  if (pointer == nullptr) return;
  runtime::Device& device = process.device_at(static_cast<int>(pool.device)).device;
  const auto allocation = device.memory().find(address_of(pointer));
  if (!allocation) return;
  pool.taken[allocation->begin] = {.serial = allocation->serial, .bytes = bytes};
  pool.sizes.take(bytes);
  any_taken = true;
  if (process.device_count() != 1) device.grant(allocation->begin, pool.open_to);
}

void open_to_others(Process& process, Pool& pool) {
  runtime::Device& device = process.device_at(static_cast<int>(pool.device)).device;
  for (auto taken = pool.taken.begin(); taken != pool.taken.end();) {
    const auto allocation = device.memory().find(taken->first);
    const bool there = allocation && allocation->serial == taken->second.serial;
    if (there) device.grant(taken->first, pool.open_to);
    taken = there ? std::next(taken) : pool.taken.erase(taken);
  }
}

Status take(Process& process, const char* call, Pool& pool, std::size_t bytes, void** pointer) {
  const OnDevice its(pool.device);
  const Status status = process.allocate(call, bytes, sim::AllocationKind::device, pointer);
  if (status == Status::ok) note_taken(process, pool, *pointer, bytes);
  return status;
}

bool is_flag(cudaMemPoolAttr attribute) { return attribute <= cudaMemPoolReuseAllowInternalDependencies; }
bool is_count(cudaMemPoolAttr attribute) { return attribute >= cudaMemPoolAttrReservedMemCurrent; }
bool is_current(cudaMemPoolAttr attribute) {
  return attribute == cudaMemPoolAttrReservedMemCurrent || attribute == cudaMemPoolAttrUsedMemCurrent;
}
bool is_known(cudaMemPoolAttr attribute) {
  return attribute >= cudaMemPoolReuseFollowEventDependencies && attribute <= cudaMemPoolAttrUsedMemHigh;
}

std::uint64_t count_of(const PoolSizes& sizes, cudaMemPoolAttr attribute) {
  switch (attribute) {
    case cudaMemPoolAttrReservedMemCurrent: return sizes.reserved();
    case cudaMemPoolAttrReservedMemHigh: return sizes.reserved_high();
    case cudaMemPoolAttrUsedMemCurrent: return sizes.used();
    default: return sizes.used_high();
  }
}

// A call about the device's pool, for those that name a device.
template <class Work>
cudaError_t with_device(int device, Work&& work) {
  return operate([&](Process& process) -> cudaError_t {
    if (!process.has_device(device)) return cudaErrorInvalidDevice;
    return error_of(work(static_cast<std::size_t>(device)));
  });
}

template <class Work>
cudaError_t with_pool(cudaMemPool_t handle, Work&& work) {
  return operate([&](Process& process) {
    Pool* pool = pools().find(handle);
    if constexpr (std::is_same_v<decltype(work(process, *pool)), Status>) {
      return pool == nullptr ? Status::invalid_value : work(process, *pool);
    } else {
      return pool == nullptr ? cudaErrorInvalidValue : work(process, *pool);
    }
  });
}

/// The location's; that of the host's memory has the first one's pools.
int device_of(const cudaMemLocation* location) {
  return location != nullptr && location->type == cudaMemLocationTypeDevice ? location->id : 0;
}

}  // namespace

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* memPool, int device) {
  return with_device(device, [&](std::size_t number) {
    if (memPool == nullptr) return Status::invalid_value;
    *memPool = pools().standard[number];
    return Status::ok;
  });
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* memPool, int device) {
  return with_device(device, [&](std::size_t number) {
    if (memPool == nullptr) return Status::invalid_value;
    *memPool = pools().current[number];
    return Status::ok;
  });
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t memPool) {
  return with_device(device, [&](std::size_t number) {
    const Pool* pool = pools().find(memPool);
    if (pool == nullptr || pool->device != number) return Status::invalid_value;
    pools().current[number] = memPool;
    return Status::ok;
  });
}

cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t* memPool, cudaMemLocation* location, cudaMemAllocationType) {
  return cudaDeviceGetDefaultMemPool(memPool, device_of(location));
}

cudaError_t cudaMemGetMemPool(cudaMemPool_t* memPool, cudaMemLocation* location, cudaMemAllocationType) {
  return cudaDeviceGetMemPool(memPool, device_of(location));
}

cudaError_t cudaMemSetMemPool(cudaMemLocation* location, cudaMemAllocationType, cudaMemPool_t memPool) {
  return cudaDeviceSetMemPool(device_of(location), memPool);
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* memPool, const cudaMemPoolProps* poolProps) {
  return operate([&](Process& process) {
    if (memPool == nullptr || poolProps == nullptr) return Status::invalid_value;
    if (poolProps->handleTypes != cudaMemHandleTypeNone) return Status::not_supported;
    const bool on_device = poolProps->location.type == cudaMemLocationTypeDevice;
    if (on_device && !process.has_device(poolProps->location.id)) return Status::invalid_value;
    *memPool = pools().add(on_device ? static_cast<std::uint32_t>(poolProps->location.id) : 0);
    return Status::ok;
  });
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t memPool) {
  return with_pool(memPool, [&](Process&, const Pool& pool) {
    if (pool.standard) return Status::invalid_value;
    cudaMemPool_t& current = pools().current[pool.device];
    if (memPool == current) current = pools().standard[pool.device];
    pools().all.erase(memPool);
    return Status::ok;
  });
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t memPool, size_t minBytesToKeep) {
  if (const auto refused = refuse_unsafe()) return *refused;
  return with_pool(memPool, [&](Process&, Pool& pool) {
    pool.sizes.trim(minBytesToKeep);
    return Status::ok;
  });
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t memPool, cudaMemPoolAttr attr, void* value) {
  return with_pool(memPool, [&](Process&, Pool& pool) {
    if (value == nullptr || !is_known(attr)) return Status::invalid_value;
    const std::uint64_t given = is_flag(attr) ? static_cast<std::uint64_t>(*static_cast<const int*>(value))
                                              : *static_cast<const std::uint64_t*>(value);
    if (is_count(attr)) {  // the highest can be set back
      if (is_current(attr) || given != 0) return Status::invalid_value;
      if (attr == cudaMemPoolAttrUsedMemHigh)
        pool.sizes.reset_used_high();
      else
        pool.sizes.reset_reserved_high();
      return Status::ok;
    }
    pool.attributes[attr] = given;
    return Status::ok;
  });
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t memPool, cudaMemPoolAttr attr, void* value) {
  return with_pool(memPool, [&](Process&, Pool& pool) {
    if (value == nullptr || !is_known(attr)) return Status::invalid_value;
    if (is_flag(attr)) {
      *static_cast<int*>(value) = static_cast<int>(pool.attributes[attr]);
    } else if (is_count(attr)) {
      *static_cast<std::uint64_t*>(value) = count_of(pool.sizes, attr);
    } else {
      *static_cast<std::uint64_t*>(value) = pool.attributes[attr];
    }
    return Status::ok;
  });
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t memPool, const cudaMemAccessDesc* descList, size_t count) {
  return with_pool(memPool, [&](Process& process, Pool& pool) {
    if (descList == nullptr && count != 0) return cudaErrorInvalidValue;
    std::uint32_t open_to = pool.open_to;
    for (const cudaMemAccessDesc& access : std::span(descList, count)) {
      if (access.location.type != cudaMemLocationTypeDevice) return cudaErrorInvalidValue;
      if (!process.has_device(access.location.id)) return cudaErrorInvalidDevice;
      const std::uint32_t bit = 1u << access.location.id;
      const bool open = access.flags != cudaMemAccessFlagsProtNone;
      // Its own device reaches it always.
      if (!open && access.location.id == static_cast<int>(pool.device)) return cudaErrorInvalidValue;
      open_to = open ? open_to | bit : open_to & ~bit;
    }
    pool.open_to = open_to;
    open_to_others(process, pool);
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t memPool, cudaMemLocation* location) {
  return with_pool(memPool, [&](Process&, const Pool& pool) {
    if (flags == nullptr || location == nullptr) return Status::invalid_value;
    const bool on_device = location->type == cudaMemLocationTypeDevice && location->id >= 0 &&
                           location->id < static_cast<int>(kMaxDevices);
    const bool open =
        on_device && (location->id == static_cast<int>(pool.device) || (pool.open_to >> location->id & 1u) != 0);
    *flags = open ? cudaMemAccessFlagsProtReadWrite : cudaMemAccessFlagsProtNone;
    return Status::ok;
  });
}

namespace warpglass::cuda {

Status take_from_pool(Process& process, const char* call, std::uint32_t device, std::size_t bytes, void** pointer) {
  return take(process, call, *pools().find(pools().current[device]), bytes, pointer);
}

void note_freed_to_pool(const void* pointer, std::optional<std::uint64_t> stream) {
  if (!any_taken || pointer == nullptr) return;
  for (auto& [handle, pool] : pools().all) {
    const auto taken = pool->taken.find(address_of(pointer));
    if (taken == pool->taken.end()) continue;
    if (stream)
      pool->sizes.free(taken->second.bytes, *stream);
    else
      pool->sizes.free_at_once(taken->second.bytes, pool->threshold());
    pool->taken.erase(taken);
    return;
  }
}

void note_waited(std::optional<std::uint64_t> stream) {
  if (!any_taken) return;
  for (auto& [handle, pool] : pools().all) {
    if (stream)
      pool->sizes.wait(*stream, pool->threshold());
    else
      pool->sizes.wait_for_all(pool->threshold());
  }
}

}  // namespace warpglass::cuda

cudaError_t cudaMallocFromPoolAsync(void** ptr, size_t size, cudaMemPool_t memPool, cudaStream_t stream) {
  const auto captured =
      capture_allocation(stream, {.call = "cudaMallocFromPoolAsync", .bytes = size, .pool = device_pool()}, ptr);
  if (captured) return *captured;
  if (const auto refused = refuse_unsafe()) return *refused;
  return with_pool(memPool, [&](Process& process, Pool& pool) {
    if (const Status status = enter_at_once(process, stream, sim::StreamAction::allocate); status != Status::ok)
      return status;
    return take(process, "cudaMallocFromPoolAsync", pool, size, ptr);
  });
}
WARPGLASS_IN_OWN_STREAM(cudaMallocFromPoolAsync, cudaMallocFromPoolAsync_ptsz)
