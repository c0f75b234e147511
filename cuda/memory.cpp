// Allocating and freeing, and asking about pointers. Device, pinned and managed memory are all pieces of one arena, so
// that a device pointer to memory that the host may touch is the host's pointer as well.
#include <algorithm>

#include "cuda/call.hpp"
#include "cuda/capture.hpp"
#include "cuda/capture_rules.hpp"
#include "cuda/copy.hpp"
#include "cuda/defer.hpp"
#include "cuda/graph_memory.hpp"
#include "cuda/managed_ranges.hpp"
#include "cuda/pool.hpp"
#include "cuda/refusals.hpp"
#include "cuda/versions.hpp"

using namespace warpglass;
using namespace warpglass::cuda;
using runtime::Status;
using sim::AllocationKind;

namespace {

Status allocate_pitched(Process& process, const char* call, void** pointer, std::size_t* pitch, std::size_t width,
                        std::size_t rows) {
  if (pointer == nullptr || pitch == nullptr) return Status::invalid_value;
  *pointer = nullptr;
  *pitch = 0;
  if (width == 0 || rows == 0) return Status::ok;
  if (width > ~std::size_t{0} - kPitchAlignment) return Status::out_of_memory;
  const std::size_t row_bytes = (width + kPitchAlignment - 1) / kPitchAlignment * kPitchAlignment;
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(row_bytes, rows, &bytes)) return Status::out_of_memory;
  const Status status = process.allocate(call, bytes, AllocationKind::device, pointer);
  if (status == Status::ok) *pitch = row_bytes;
  return status;
}

std::optional<sim::Allocation> allocation_at(Process& process, const void* pointer) {
  return process.device().memory().find(address_of(pointer));
}

bool is_host_accessible(AllocationKind kind) {
  return kind == AllocationKind::managed || kind == AllocationKind::pinned;
}

Status free_device_memory(Process& process, void* pointer) {
  if (pointer == nullptr) return Status::ok;
  runtime::Device& device = process.device_holding(address_of(pointer));
  if (device.release(address_of(pointer), AllocationKind::device) == Status::ok) {
    process.device_at(static_cast<int>(device.number())).graph_memory.note_freed(address_of(pointer));
    return Status::ok;
  }
  const Status status = device.release(address_of(pointer), AllocationKind::managed);
  return explained_free(process, pointer, "cudaFree", status);
}

}  // namespace

cudaError_t cudaMalloc(void** devPtr, size_t size) {
  if (const auto refused = refuse_unsafe()) return *refused;
  return operate(
      [&](Process& process) { return process.allocate("cudaMalloc", size, AllocationKind::device, devPtr); });
}

cudaError_t cudaMallocPitch(void** devPtr, size_t* pitch, size_t width, size_t height) {
  if (const auto refused = refuse_unsafe()) return *refused;
  return operate(
      [&](Process& process) { return allocate_pitched(process, "cudaMallocPitch", devPtr, pitch, width, height); });
}

cudaError_t cudaMalloc3D(cudaPitchedPtr* pitchedDevPtr, cudaExtent extent) {
  if (const auto refused = refuse_unsafe()) return *refused;
  return operate([&](Process& process) {
    std::size_t rows = 0;
    if (pitchedDevPtr == nullptr) return Status::invalid_value;
    if (__builtin_mul_overflow(extent.height, extent.depth, &rows)) return Status::out_of_memory;
    pitchedDevPtr->xsize = extent.width;
    pitchedDevPtr->ysize = extent.height;
    return allocate_pitched(process, "cudaMalloc3D", &pitchedDevPtr->ptr, &pitchedDevPtr->pitch, extent.width, rows);
  });
}

cudaError_t cudaMallocManaged(void** devPtr, size_t size, unsigned int flags) {
  if (const auto refused = refuse_unsafe()) return *refused;
  return operate([&](Process& process) {
    if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost) return Status::invalid_value;
    return process.allocate("cudaMallocManaged", size, AllocationKind::managed, devPtr);
  });
}

cudaError_t cudaFree(void* devPtr) {
  if (const auto refused = refuse_unsafe()) return *refused;
  return operate_alone([&](Process& process) {
    note_freed_to_pool(devPtr, std::nullopt);
    return free_device_memory(process, devPtr);
  });
}

cudaError_t cudaMallocHost(void** ptr, size_t size) {
  if (const auto refused = refuse_unsafe()) return *refused;
  return operate(
      [&](Process& process) { return process.allocate("cudaMallocHost", size, AllocationKind::pinned, ptr); });
}

cudaError_t cudaHostAlloc(void** pHost, size_t size, unsigned int flags) {
  if (const auto refused = refuse_unsafe()) return *refused;
  return operate([&](Process& process) {
    constexpr unsigned kKnown = cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
    if ((flags & ~kKnown) != 0) return Status::invalid_value;
    return process.allocate("cudaHostAlloc", size, AllocationKind::pinned, pHost);
  });
}

cudaError_t cudaFreeHost(void* ptr) {
  if (const auto refused = refuse_unsafe()) return *refused;
  return operate_alone([&](Process& process) {
    if (ptr == nullptr) return Status::ok;
    return explained_free(process, ptr, "cudaFreeHost",
                          process.device_holding(address_of(ptr)).release(address_of(ptr), AllocationKind::pinned));
  });
}

cudaError_t cudaHostRegister(void* ptr, size_t size, unsigned int) {
  if (const auto refused = refuse_unsafe()) return *refused;
  return operate([&](Process& process) { return process.device().register_host(ptr, size, "cudaHostRegister"); });
}

cudaError_t cudaHostUnregister(void* ptr) {
  if (const auto refused = refuse_unsafe()) return *refused;
  return operate_alone([&](Process& process) {
    return ptr == nullptr ? Status::invalid_value : process.device_holding(address_of(ptr)).unregister_host(ptr);
  });
}

cudaError_t cudaHostGetDevicePointer(void** pDevice, void* pHost, unsigned int flags) {
  return operate([&](Process& process) {
    if (pDevice == nullptr || flags != 0) return Status::invalid_value;
    const auto allocation = allocation_at(process, pHost);
    if (!allocation || !is_host_accessible(allocation->kind)) return Status::invalid_value;
    *pDevice = pHost;
    return Status::ok;
  });
}

cudaError_t cudaHostGetFlags(unsigned int* pFlags, void* pHost) {
  return operate([&](Process& process) {
    const auto allocation = allocation_at(process, pHost);
    if (pFlags == nullptr || !allocation || allocation->kind != AllocationKind::pinned) return Status::invalid_value;
    *pFlags = cudaHostAllocMapped;
    return Status::ok;
  });
}

cudaError_t cudaMemGetInfo(size_t* free, size_t* total) {
  return operate([&](Process& process) {
    if (free == nullptr || total == nullptr) return Status::invalid_value;
    const sim::Memory& memory = process.device().memory();
    *free = memory.capacity() - std::min(memory.capacity(), memory.used());
    *total = process.device().model().memory_bytes;
    return Status::ok;
  });
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* ptr) {
  return operate([&](Process& process) {
    if (attributes == nullptr) return Status::invalid_value;
    *attributes = {};
    void* pointer = const_cast<void*>(ptr);
    const auto allocation = allocation_at(process, ptr);
    if (!allocation) {
      attributes->type = cudaMemoryTypeUnregistered;
      attributes->device = cudaInvalidDeviceId;
      attributes->hostPointer = pointer;
      return Status::ok;
    }
    attributes->type = allocation->kind == AllocationKind::pinned    ? cudaMemoryTypeHost
                       : allocation->kind == AllocationKind::managed ? cudaMemoryTypeManaged
                                                                     : cudaMemoryTypeDevice;
    attributes->device = static_cast<int>(allocation->device);
    attributes->devicePointer = pointer;
    attributes->hostPointer = is_host_accessible(allocation->kind) ? pointer : nullptr;
    return Status::ok;
  });
}

// ---- Managed memory: it is in one place, so where it should be is taken note of and changes nothing. ----

namespace {

Status check_managed(Process& process, const void* pointer, std::size_t bytes) {
  const auto allocation = allocation_at(process, pointer);
  if (!allocation || allocation->kind != AllocationKind::managed || bytes == 0) return Status::invalid_value;
  return bytes <= allocation->end() - address_of(pointer) ? Status::ok : Status::invalid_value;
}

}  // namespace

namespace warpglass::cuda {

cudaError_t prefetch_managed(const void* pointer, std::size_t bytes, int location, cudaStream_t stream) noexcept {
  if (const auto refused = refuse_captured(stream)) return *refused;
  return operate([&](Process& process) {
    std::uint64_t id = 0;
    Status status = process.find_stream(stream, id);
    if (status == Status::ok) status = check_managed(process, pointer, bytes);
    if (status == Status::ok) note_prefetch(process, pointer, bytes, location);
    return status;
  });
}

cudaError_t advise_managed(const void* pointer, std::size_t bytes, cudaMemoryAdvise advice, int location) noexcept {
  return operate([&](Process& process) {
    if (advice < cudaMemAdviseSetReadMostly || advice > cudaMemAdviseUnsetAccessedBy) return Status::invalid_value;
    const Status status = check_managed(process, pointer, bytes);
    if (status == Status::ok) note_advice(process, pointer, bytes, advice, location);
    return status;
  });
}

}  // namespace warpglass::cuda

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* devPtr, size_t, unsigned int) {
  if (const auto refused = refuse_captured(stream)) return *refused;
  return operate([&](Process& process) {
    std::uint64_t id = 0;
    const Status status = process.find_stream(stream, id);
    return status != Status::ok ? status : check_managed(process, devPtr, 1);
  });
}
WARPGLASS_IN_OWN_STREAM(cudaStreamAttachMemAsync, cudaStreamAttachMemAsync_ptsz)

// ---- Stream-ordered allocation ----

cudaError_t cudaMallocAsync(void** devPtr, size_t size, cudaStream_t hStream) {
  const auto captured =
      capture_allocation(hStream, {.call = "cudaMallocAsync", .bytes = size, .pool = device_pool()}, devPtr);
  if (captured) return *captured;
  if (const auto refused = refuse_unsafe()) return *refused;
  return operate([&](Process& process) {
    std::uint64_t id = 0;
    Status status = enter_at_once(process, hStream, sim::StreamAction::allocate);
    if (status == Status::ok) status = process.find_stream(hStream, id);
    if (status != Status::ok) return status;
    return take_from_pool(process, "cudaMallocAsync", sim::device_of_stream(id), size, devPtr);
  });
}
WARPGLASS_IN_OWN_STREAM(cudaMallocAsync, cudaMallocAsync_ptsz)

cudaError_t cudaFreeAsync(void* devPtr, cudaStream_t hStream) {
  if (const auto captured = capture_free(hStream, devPtr)) return *captured;
  if (const auto refused = refuse_unsafe()) return *refused;
  if (devPtr == nullptr) return answer(cudaErrorInvalidValue);
  const cudaError_t noted = query([&](Process& process) {
    std::uint64_t id = 0;
    const Status status = process.find_stream(hStream, id);
    if (status == Status::ok) note_freed_to_pool(devPtr, id);
    return status;
  });
  if (noted != cudaSuccess) return noted;
  const auto perform = [devPtr, hStream] {
    return operate([&](Process& process) {
      const Status status = enter(process, hStream, sim::StreamAction::release);
      return status != Status::ok ? status : free_device_memory(process, devPtr);
    });
  };
  const auto deferred = defer(hStream, [&](Process&, Later& later) {
    later = {.name = "a release of memory", .perform = perform};
    return cudaSuccess;
  });
  return deferred ? *deferred : perform();
}
WARPGLASS_IN_OWN_STREAM(cudaFreeAsync, cudaFreeAsync_ptsz)
