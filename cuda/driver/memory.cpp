// Allocating and freeing, and what is known of addresses.
#include <algorithm>
#include <optional>

#include "cuda/capture_rules.hpp"
#include "cuda/copy.hpp"
#include "cuda/driver/call.hpp"
#include "cuda/driver/contexts.hpp"
#include "cuda/driver/virtual_memory.hpp"
#include "cuda/pool.hpp"
#include "cuda/refusals.hpp"
#include "cuda/versions.hpp"

using namespace warpglass;
using namespace warpglass::cuda;
using runtime::Status;
using sim::AllocationKind;

namespace {

Status allocate(Process& process, const char* call, std::size_t bytes, AllocationKind kind, CUdeviceptr* address) {
  if (address == nullptr || bytes == 0) return Status::invalid_value;
  void* pointer = nullptr;
  const Status status = process.allocate(call, bytes, kind, &pointer);
  if (status != Status::ok) return status;
  *address = address_of(pointer);
  belongs_to_context(&Context::memory, *address);
  return status;
}

CUresult free_memory(CUdeviceptr address) {
  return driver_call(Needs::init, [&] {
    if (const auto refused = refuse_unsafe()) return *refused;
    return operate_alone([&](Process& process) {
      if (address == 0) return Status::ok;
      note_freed_to_pool(pointer_of(address), std::nullopt);
      runtime::Device& device = process.device_holding(address);
      Status status = device.release(address, AllocationKind::device);
      if (status != Status::ok) status = device.release(address, AllocationKind::managed);
      if (status == Status::ok) belongs_to_none(&Context::memory, address);
      return explained_free(process, pointer_of(address), "cuMemFree", status);
    });
  });
}

CUresult allocate_pinned(const char* call, void** pointer, std::size_t bytes) {
  return driver_call([&] {
    if (const auto refused = refuse_unsafe()) return *refused;
    return operate([&](Process& process) {
      if (pointer == nullptr) return Status::invalid_value;
      *pointer = nullptr;
      if (bytes == 0) return Status::ok;
      const Status status = process.allocate(call, bytes, AllocationKind::pinned, pointer);
      if (status == Status::ok) belongs_to_context(&Context::pinned, *pointer);
      return status;
    });
  });
}

}  // namespace

CUresult cuMemGetInfo_v2(size_t* free, size_t* total) {
  return driver_call([&] {
    size_t unwanted = 0;
    return cudaMemGetInfo(free == nullptr ? &unwanted : free, total == nullptr ? &unwanted : total);
  });
}

CUresult cuMemAlloc_v2(CUdeviceptr* dptr, size_t bytesize) {
  return driver_call([&] {
    if (const auto refused = refuse_unsafe()) return *refused;
    return operate(
        [&](Process& process) { return allocate(process, "cuMemAlloc", bytesize, AllocationKind::device, dptr); });
  });
}

CUresult cuMemAllocPitch_v2(CUdeviceptr* dptr, size_t* pPitch, size_t WidthInBytes, size_t Height,
                            unsigned int ElementSizeBytes) {
  return driver_call([&] {
    if (const auto refused = refuse_unsafe()) return *refused;
    return operate([&](Process& process) {
      const bool sound = ElementSizeBytes == 4 || ElementSizeBytes == 8 || ElementSizeBytes == 16;
      if (pPitch == nullptr || dptr == nullptr || !sound || WidthInBytes == 0 || Height == 0)
        return Status::invalid_value;
      std::size_t bytes = 0;
      if (WidthInBytes > ~std::size_t{0} - kPitchAlignment) return Status::out_of_memory;
      const std::size_t pitch = (WidthInBytes + kPitchAlignment - 1) / kPitchAlignment * kPitchAlignment;
      if (__builtin_mul_overflow(pitch, Height, &bytes)) return Status::out_of_memory;
      const Status status = allocate(process, "cuMemAllocPitch", bytes, AllocationKind::device, dptr);
      if (status == Status::ok) *pPitch = pitch;
      return status;
    });
  });
}

CUresult cuMemAllocManaged(CUdeviceptr* dptr, size_t bytesize, unsigned int flags) {
  return driver_call([&] {
    if (const auto refused = refuse_unsafe()) return *refused;
    return operate([&](Process& process) {
      if (flags != CU_MEM_ATTACH_GLOBAL && flags != CU_MEM_ATTACH_HOST) return Status::invalid_value;
      return allocate(process, "cuMemAllocManaged", bytesize, AllocationKind::managed, dptr);
    });
  });
}

CUresult cuMemFree_v2(CUdeviceptr dptr) { return free_memory(dptr); }

CUresult cuMemAllocHost_v2(void** pp, size_t bytesize) { return allocate_pinned("cuMemAllocHost", pp, bytesize); }

CUresult cuMemHostAlloc(void** pp, size_t bytesize, unsigned int Flags) {
  constexpr unsigned kKnown = CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP | CU_MEMHOSTALLOC_WRITECOMBINED;
  if ((Flags & ~kKnown) != 0) return driver_call([] { return CUDA_ERROR_INVALID_VALUE; });
  return allocate_pinned("cuMemHostAlloc", pp, bytesize);
}

CUresult cuMemFreeHost(void* p) {
  return driver_call(Needs::init, [&] {
    if (const auto refused = refuse_unsafe()) return *refused;
    return operate_alone([&](Process& process) {
      if (p == nullptr) return Status::ok;
      const Status status = process.device_holding(address_of(p)).release(address_of(p), AllocationKind::pinned);
      if (status == Status::ok) belongs_to_none(&Context::pinned, p);
      return explained_free(process, p, "cuMemFreeHost", status);
    });
  });
}

CUresult cuMemHostRegister_v2(void* p, size_t bytesize, unsigned int Flags) {
  return driver_call([&] {
    if (const auto refused = refuse_unsafe()) return *refused;
    return operate([&](Process& process) {
      constexpr unsigned kKnown = CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP |
                                  CU_MEMHOSTREGISTER_IOMEMORY | CU_MEMHOSTREGISTER_READ_ONLY;
      if ((Flags & ~kKnown) != 0) return Status::invalid_value;
      return process.device().register_host(p, bytesize, "cuMemHostRegister");
    });
  });
}
CUresult cuMemHostRegister(void* p, size_t bytesize, unsigned int Flags) {
  return cuMemHostRegister_v2(p, bytesize, Flags);
}
CUresult cuMemHostUnregister(void* p) {
  return driver_call(Needs::init, [&] { return cudaHostUnregister(p); });
}

CUresult cuMemHostGetDevicePointer_v2(CUdeviceptr* pdptr, void* p, unsigned int Flags) {
  return driver_call([&]() -> CUresult {
    void* device = nullptr;
    if (pdptr == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const CUresult result = result_of(cudaHostGetDevicePointer(&device, p, Flags));
    if (result == CUDA_SUCCESS) *pdptr = address_of(device);
    return result;
  });
}
CUresult cuMemHostGetFlags(unsigned int* pFlags, void* p) {
  return driver_call([&] { return cudaHostGetFlags(pFlags, p); });
}

CUresult cuMemGetAddressRange_v2(CUdeviceptr* pbase, size_t* psize, CUdeviceptr dptr) {
  return driver_call([&]() -> CUresult {
    const auto allocation = Process::get().device().memory().find(dptr);
    if (!allocation) return CUDA_ERROR_NOT_FOUND;
    if (pbase != nullptr) *pbase = allocation->begin;
    if (psize != nullptr) *psize = allocation->size;
    return CUDA_SUCCESS;
  });
}

// ---- In a stream's order ----

CUresult cuMemAllocAsync(CUdeviceptr* dptr, size_t bytesize, CUstream hStream) {
  return driver_call([&]() -> CUresult {
    void* pointer = nullptr;
    if (dptr == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *dptr = 0;
    if (bytesize == 0) return CUDA_SUCCESS;
    const CUresult result = result_of(cudaMallocAsync(&pointer, bytesize, hStream));
    if (result == CUDA_SUCCESS) *dptr = address_of(pointer);
    return result;
  });
}

CUresult cuMemAllocFromPoolAsync(CUdeviceptr* dptr, size_t bytesize, CUmemoryPool pool, CUstream hStream) {
  return driver_call([&]() -> CUresult {
    void* pointer = nullptr;
    if (dptr == nullptr || bytesize == 0) return CUDA_ERROR_INVALID_VALUE;
    const CUresult result = result_of(cudaMallocFromPoolAsync(&pointer, bytesize, pool, hStream));
    if (result == CUDA_SUCCESS) *dptr = address_of(pointer);
    return result;
  });
}

CUresult cuMemFreeAsync(CUdeviceptr dptr, CUstream hStream) {
  return driver_call([&] { return dptr == 0 ? cudaSuccess : cudaFreeAsync(pointer_of(dptr), hStream); });
}

// ---- Managed memory ----

namespace {

/// A device's, or the host's.
int number_of(const CUmemLocation& location) {
  return location.type == CU_MEM_LOCATION_TYPE_DEVICE ? location.id : CU_DEVICE_CPU;
}

}  // namespace

CUresult cuMemPrefetchAsync(CUdeviceptr devPtr, size_t count, CUdevice dstDevice, CUstream hStream) {
  return driver_call([&] { return prefetch_managed(pointer_of(devPtr), count, dstDevice, hStream); });
}
CUresult cuMemPrefetchAsync_v2(CUdeviceptr devPtr, size_t count, CUmemLocation location, unsigned int flags,
                               CUstream hStream) {
  return driver_call([&] {
    return flags != 0 ? answer(cudaErrorInvalidValue)
                      : prefetch_managed(pointer_of(devPtr), count, number_of(location), hStream);
  });
}
CUresult cuMemAdvise(CUdeviceptr devPtr, size_t count, CUmem_advise advice, CUdevice device) {
  return driver_call(
      [&] { return advise_managed(pointer_of(devPtr), count, static_cast<cudaMemoryAdvise>(advice), device); });
}
CUresult cuMemAdvise_v2(CUdeviceptr devPtr, size_t count, CUmem_advise advice, CUmemLocation location) {
  return driver_call([&] {
    return advise_managed(pointer_of(devPtr), count, static_cast<cudaMemoryAdvise>(advice), number_of(location));
  });
}

static_assert(int{CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID} == cudaMemRangeAttributeLastPrefetchLocationId);
CUresult cuMemRangeGetAttribute(void* data, size_t dataSize, CUmem_range_attribute attribute, CUdeviceptr devPtr,
                                size_t count) {
  return driver_call([&] {
    return cudaMemRangeGetAttribute(data, dataSize, static_cast<cudaMemRangeAttribute>(attribute), pointer_of(devPtr),
                                    count);
  });
}
CUresult cuMemRangeGetAttributes(void** data, size_t* dataSizes, CUmem_range_attribute* attributes,
                                 size_t numAttributes, CUdeviceptr devPtr, size_t count) {
  return driver_call([&] {
    return cudaMemRangeGetAttributes(data, dataSizes, reinterpret_cast<cudaMemRangeAttribute*>(attributes),
                                     numAttributes, pointer_of(devPtr), count);
  });
}

// ---- Attributes of pointers ----

namespace {

template <class Value>
CUresult put(void* data, const Value& value) {
  *static_cast<Value*>(data) = value;
  return CUDA_SUCCESS;
}

CUresult pointer_attribute(void* data, CUpointer_attribute attribute, CUdeviceptr address) {
  if (data == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const auto allocation = Process::get().device().memory().find(address);
  if (!allocation) {
    // Addresses that are only reserved are known too.
    const auto reserved = reserved_range_at(address);
    if (!reserved) return CUDA_ERROR_INVALID_VALUE;
    switch (attribute) {
      case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR: return put(data, static_cast<CUdeviceptr>(reserved->begin));
      case CU_POINTER_ATTRIBUTE_RANGE_SIZE: return put(data, static_cast<std::size_t>(reserved->bytes));
      case CU_POINTER_ATTRIBUTE_MAPPED: return put(data, 0);
      default: return CUDA_ERROR_INVALID_VALUE;
    }
  }
  const bool virtual_memory = is_virtual_memory(address);
  const bool on_host = !virtual_memory && (allocation->kind == AllocationKind::pinned);
  const bool managed = allocation->kind == AllocationKind::managed;
  switch (attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT: {
      const std::lock_guard lock(context_mutex());
      Context* owner = current_context();
      if (owner == nullptr || owner->device != allocation->device) owner = &settled_primary(allocation->device);
      for (const auto& [key, context] : all_contexts())
        if (context->memory.contains(allocation->begin)) owner = context;
      return put(data, virtual_memory ? CUcontext{} : handle_of(owner));
    }
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
      return put(data, static_cast<unsigned>(on_host ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE));
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER: return put(data, address);
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
      if (!on_host && !managed) return CUDA_ERROR_INVALID_VALUE;
      return put(data, pointer_of(address));
    case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS: return put(data, 0U);
    case CU_POINTER_ATTRIBUTE_BUFFER_ID: return put(data, static_cast<unsigned long long>(allocation->serial));
    case CU_POINTER_ATTRIBUTE_IS_MANAGED: return put(data, managed);
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL: return put(data, static_cast<int>(allocation->device));
    case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE: return put(data, false);
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR: return put(data, static_cast<CUdeviceptr>(allocation->begin));
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE: return put(data, static_cast<std::size_t>(allocation->size));
    case CU_POINTER_ATTRIBUTE_MAPPED: return put(data, true);
    case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES: return put(data, std::uint64_t{0});
    case CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE: return put(data, false);
    case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS:
      return put(data, static_cast<unsigned>(CU_POINTER_ATTRIBUTE_ACCESS_FLAG_READWRITE));
    case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE: return put(data, CUmemoryPool{});
    default: return CUDA_ERROR_INVALID_VALUE;
  }
}

}  // namespace

CUresult cuPointerGetAttribute(void* data, CUpointer_attribute attribute, CUdeviceptr ptr) {
  return driver_call(Needs::init, [&] {
    const std::lock_guard lock(Process::get().mutex());
    return pointer_attribute(data, attribute, ptr);
  });
}

// Of an address that is unknown each is what says so.
CUresult cuPointerGetAttributes(unsigned int numAttributes, CUpointer_attribute* attributes, void** data,
                                CUdeviceptr ptr) {
  return driver_call(Needs::init, [&]() -> CUresult {
    if (numAttributes == 0 || attributes == nullptr || data == nullptr) return CUDA_ERROR_INVALID_VALUE;
    for (unsigned i = 0; i < numAttributes; ++i) {
      if (attributes[i] < CU_POINTER_ATTRIBUTE_CONTEXT || attributes[i] > CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID)
        return CUDA_ERROR_INVALID_VALUE;
      if (data[i] == nullptr) return CUDA_ERROR_INVALID_VALUE;
    }
    const std::lock_guard lock(Process::get().mutex());
    for (unsigned i = 0; i < numAttributes; ++i) {
      if (pointer_attribute(data[i], attributes[i], ptr) == CUDA_SUCCESS) continue;
      switch (attributes[i]) {
        case CU_POINTER_ATTRIBUTE_CONTEXT:
        case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
        case CU_POINTER_ATTRIBUTE_HOST_POINTER:
        case CU_POINTER_ATTRIBUTE_BUFFER_ID:
        case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
        case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
        case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
        case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE: put(data[i], std::uint64_t{0}); break;
        case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL: put(data[i], int{CU_DEVICE_INVALID}); break;
        case CU_POINTER_ATTRIBUTE_IS_MANAGED:
        case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
        case CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
        case CU_POINTER_ATTRIBUTE_MAPPED: put(data[i], false); break;
        default: put(data[i], 0U);
      }
    }
    return CUDA_SUCCESS;
  });
}

// That copies shall wait for each other: they do.
CUresult cuPointerSetAttribute(const void* value, CUpointer_attribute attribute, CUdeviceptr ptr) {
  return driver_call(Needs::init, [&]() -> CUresult {
    if (value == nullptr || attribute != CU_POINTER_ATTRIBUTE_SYNC_MEMOPS) return CUDA_ERROR_INVALID_VALUE;
    return Process::get().device().memory().find(ptr) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
  });
}
