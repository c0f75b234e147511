// Memory pools: allocations from a pool are allocations like any other; the pool keeps its attributes and counts.
#include <algorithm>
#include <map>
#include <memory>

#include "cuda/call.hpp"
#include "cuda/capture.hpp"
#include "cuda/copy.hpp"
#include "cuda/graph_memory.hpp"

using namespace warpglass;
using namespace warpglass::cuda;
using runtime::Status;

namespace {

struct Pool {
  std::map<cudaMemPoolAttr, std::uint64_t> attributes;
};

struct Pools {
  std::map<cudaMemPool_t, std::unique_ptr<Pool>> all;
  cudaMemPool_t standard = nullptr;  // the device's own
  cudaMemPool_t current = nullptr;   // what cudaMallocAsync takes from

  cudaMemPool_t add() {
    auto pool = std::make_unique<Pool>();
    const auto handle = reinterpret_cast<cudaMemPool_t>(pool.get());
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
    fresh->standard = fresh->current = fresh->add();
    return fresh;
  }();
  return *made;
}

bool is_flag(cudaMemPoolAttr attribute) { return attribute <= cudaMemPoolReuseAllowInternalDependencies; }
bool is_count(cudaMemPoolAttr attribute) { return attribute >= cudaMemPoolAttrReservedMemCurrent; }
bool is_known(cudaMemPoolAttr attribute) {
  return attribute >= cudaMemPoolReuseFollowEventDependencies && attribute <= cudaMemPoolAttrUsedMemHigh;
}

// A call about the device's pool, for those that name a device.
template <class Work>
cudaError_t with_device(int device, Work&& work) {
  return operate([&](Process&) -> cudaError_t {
    if (device != 0) return cudaErrorInvalidDevice;
    return error_of(work());
  });
}

template <class Work>
cudaError_t with_pool(cudaMemPool_t handle, Work&& work) {
  return operate([&](Process& process) {
    Pool* pool = pools().find(handle);
    return pool == nullptr ? Status::invalid_value : work(process, *pool);
  });
}

cudaError_t give(cudaMemPool_t* handle, cudaMemPool_t pool) {
  if (handle == nullptr) return cudaErrorInvalidValue;
  *handle = pool;
  return cudaSuccess;
}

}  // namespace

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* memPool, int device) {
  return with_device(device, [&] {
    if (memPool == nullptr) return Status::invalid_value;
    *memPool = pools().standard;
    return Status::ok;
  });
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* memPool, int device) {
  return with_device(device, [&] {
    if (memPool == nullptr) return Status::invalid_value;
    *memPool = pools().current;
    return Status::ok;
  });
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t memPool) {
  return with_device(device, [&] {
    if (pools().find(memPool) == nullptr) return Status::invalid_value;
    pools().current = memPool;
    return Status::ok;
  });
}

cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t* memPool, cudaMemLocation*, cudaMemAllocationType) {
  return operate([&](Process&) { return give(memPool, pools().standard); });
}

cudaError_t cudaMemGetMemPool(cudaMemPool_t* memPool, cudaMemLocation*, cudaMemAllocationType) {
  return operate([&](Process&) { return give(memPool, pools().current); });
}

cudaError_t cudaMemSetMemPool(cudaMemLocation*, cudaMemAllocationType, cudaMemPool_t memPool) {
  return cudaDeviceSetMemPool(0, memPool);
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* memPool, const cudaMemPoolProps* poolProps) {
  return operate([&](Process&) {
    if (memPool == nullptr || poolProps == nullptr) return Status::invalid_value;
    if (poolProps->handleTypes != cudaMemHandleTypeNone) return Status::not_supported;
    *memPool = pools().add();
    return Status::ok;
  });
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t memPool) {
  return with_pool(memPool, [&](Process&, Pool&) {
    if (memPool == pools().standard) return Status::invalid_value;
    if (memPool == pools().current) pools().current = pools().standard;
    pools().all.erase(memPool);
    return Status::ok;
  });
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t memPool, size_t) {
  return with_pool(memPool, [](Process&, Pool&) { return Status::ok; });
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t memPool, cudaMemPoolAttr attr, void* value) {
  return with_pool(memPool, [&](Process&, Pool& pool) {
    if (value == nullptr || !is_known(attr)) return Status::invalid_value;
    const std::uint64_t given = is_flag(attr) ? static_cast<std::uint64_t>(*static_cast<const int*>(value))
                                              : *static_cast<const std::uint64_t*>(value);
    if (is_count(attr) && given != 0) return Status::invalid_value;  // counts can only be set back
    pool.attributes[attr] = given;
    return Status::ok;
  });
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t memPool, cudaMemPoolAttr attr, void* value) {
  return with_pool(memPool, [&](Process& process, Pool& pool) {
    if (value == nullptr || !is_known(attr)) return Status::invalid_value;
    if (is_flag(attr)) {
      *static_cast<int*>(value) = static_cast<int>(pool.attributes[attr]);
    } else if (is_count(attr)) {
      *static_cast<std::uint64_t*>(value) = process.device().memory().used();
    } else {
      *static_cast<std::uint64_t*>(value) = pool.attributes[attr];
    }
    return Status::ok;
  });
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t memPool, const cudaMemAccessDesc* descList, size_t count) {
  return with_pool(
      memPool, [&](Process&, Pool&) { return descList == nullptr && count != 0 ? Status::invalid_value : Status::ok; });
}

cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t memPool, cudaMemLocation* location) {
  return with_pool(memPool, [&](Process&, Pool&) {
    if (flags == nullptr || location == nullptr) return Status::invalid_value;
    *flags = location->type == cudaMemLocationTypeDevice && location->id == 0 ? cudaMemAccessFlagsProtReadWrite
                                                                              : cudaMemAccessFlagsProtNone;
    return Status::ok;
  });
}

cudaError_t cudaMallocFromPoolAsync(void** ptr, size_t size, cudaMemPool_t memPool, cudaStream_t stream) {
  const auto captured =
      capture_allocation(stream, {.call = "cudaMallocFromPoolAsync", .bytes = size, .pool = device_pool()}, ptr);
  if (captured) return *captured;
  return with_pool(memPool, [&](Process& process, Pool&) {
    if (const Status status = enter_at_once(process, stream, sim::StreamAction::allocate); status != Status::ok)
      return status;
    return process.allocate("cudaMallocFromPoolAsync", size, sim::AllocationKind::device, ptr);
  });
}
WARPGLASS_IN_OWN_STREAM(cudaMallocFromPoolAsync, cudaMallocFromPoolAsync_ptsz)
