// Virtual memory management: a reservation is a range of the host's addresses with nothing behind them, an allocation
// is a file in memory, and a mapping puts the one behind the other, so that memory mapped twice is the same memory
// twice. Kernels reach it once it may be accessed.
#include "cuda/driver/virtual_memory.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <map>
#include <memory>
#include <mutex>

#include "cuda/copy.hpp"
#include "cuda/driver/call.hpp"

using namespace warpglass;
using namespace warpglass::cuda;

namespace {

constexpr std::uint64_t kGranularity = std::uint64_t{2} << 20;  // bytes; as on an H200

struct Backing {
  int file = -1;
  std::uint64_t bytes = 0;
  CUmemAllocationProp properties{};
  unsigned references = 1;  // handles; mappings keep it as well

  Backing() = default;
  Backing(const Backing&) = delete;
  Backing& operator=(const Backing&) = delete;
  ~Backing() {
    if (file >= 0) close(file);
  }
};

struct Mapping {
  std::uint64_t bytes = 0;
  std::uint64_t offset = 0;
  std::shared_ptr<Backing> backing;
  CUmemGenericAllocationHandle handle = 0;
  std::array<unsigned long long, kMaxDevices> access{};  // of each device; at first none
};

// Under the process's lock.
struct Space {
  std::map<std::uint64_t, std::uint64_t> reserved;  // bytes by beginning
  std::map<std::uint64_t, Mapping> mappings;
  std::map<CUmemGenericAllocationHandle, std::shared_ptr<Backing>> handles;
  CUmemGenericAllocationHandle next = 1;
  std::uint64_t created = 0;  // bytes
};

Space& space() {
  static auto* const made = new Space;
  return *made;
}

bool is_granular(std::uint64_t value) { return value % kGranularity == 0; }

bool is_on_device(const Process& process, const CUmemLocation& location) {
  return location.type == CU_MEM_LOCATION_TYPE_DEVICE && process.has_device(location.id);
}

CUresult check(const CUmemAllocationProp* properties) {
  if (properties == nullptr || properties->type != CU_MEM_ALLOCATION_TYPE_PINNED) return CUDA_ERROR_INVALID_VALUE;
  if (properties->location.type == CU_MEM_LOCATION_TYPE_DEVICE)
    return Process::get().has_device(properties->location.id) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
  return CUDA_ERROR_NOT_SUPPORTED;  // memory of the host's
}

// The mappings that make up a range exactly; empty when there are none.
std::map<std::uint64_t, Mapping*> mappings_of(std::uint64_t begin, std::uint64_t bytes) {
  std::map<std::uint64_t, Mapping*> found;
  std::uint64_t at = begin;
  while (at < begin + bytes) {
    const auto mapping = space().mappings.find(at);
    if (mapping == space().mappings.end() || mapping->second.bytes > begin + bytes - at) return {};
    found[at] = &mapping->second;
    at += mapping->second.bytes;
  }
  return found;
}

bool is_any_mapped(std::uint64_t begin, std::uint64_t bytes) {
  auto next = space().mappings.lower_bound(begin);
  if (next != space().mappings.end() && next->first < begin + bytes) return true;
  return next != space().mappings.begin() && (--next, next->first + next->second.bytes > begin);
}

template <class Work>
CUresult with_space(Work&& work) {
  return driver_call(Needs::init, [&]() -> CUresult {
    Process& process = Process::get();
    const std::lock_guard lock(process.mutex());
    return work(process, space());
  });
}

/// A bit for each device that may access it.
std::uint32_t open_to(const Mapping& mapping) {
  std::uint32_t devices = 0;
  for (std::uint32_t i = 0; i < kMaxDevices; ++i)
    if (mapping.access[i] != CU_MEM_ACCESS_FLAGS_PROT_NONE) devices |= 1u << i;
  return devices;
}

void set_access(Process& process, std::uint64_t begin, Mapping& mapping, int device, unsigned long long access) {
  const bool was = open_to(mapping) != 0;
  mapping.access[static_cast<std::size_t>(device)] = access;
  const bool will_be = open_to(mapping) != 0;
  runtime::Device& owner = process.device_at(mapping.backing->properties.location.id).device;
  if (will_be && !was)
    static_cast<void>(owner.register_host(pointer_of(begin), mapping.bytes, process.label_of("cuMemMap"), true));
  if (was && !will_be) static_cast<void>(owner.unregister_host(pointer_of(begin)));
  if (will_be && process.device_count() > 1) owner.grant(begin, open_to(mapping));
}

void end_access(Process& process, std::uint64_t begin, Mapping& mapping) {
  for (int device = 0; device < static_cast<int>(kMaxDevices); ++device)
    set_access(process, begin, mapping, device, CU_MEM_ACCESS_FLAGS_PROT_NONE);
}

}  // namespace

namespace warpglass::cuda {

std::optional<AddressRange> reserved_range_at(std::uint64_t address) {
  auto next = space().reserved.upper_bound(address);
  if (next == space().reserved.begin()) return std::nullopt;
  --next;
  if (address - next->first >= next->second) return std::nullopt;
  return AddressRange{.begin = next->first, .bytes = next->second};
}

bool is_virtual_memory(std::uint64_t address) { return is_any_mapped(address, 1); }

}  // namespace warpglass::cuda

CUresult cuMemGetAllocationGranularity(size_t* granularity, const CUmemAllocationProp* prop,
                                       CUmemAllocationGranularity_flags option) {
  return with_space([&](Process&, const Space&) {
    if (granularity == nullptr || option > CU_MEM_ALLOC_GRANULARITY_RECOMMENDED) return CUDA_ERROR_INVALID_VALUE;
    if (const CUresult result = check(prop); result != CUDA_SUCCESS) return result;
    *granularity = kGranularity;
    return CUDA_SUCCESS;
  });
}

CUresult cuMemAddressReserve(CUdeviceptr* ptr, size_t size, size_t alignment, CUdeviceptr addr,
                             unsigned long long flags) {
  return with_space([&](Process&, Space& all) {
    if (ptr == nullptr || size == 0 || !is_granular(size) || flags != 0 || (alignment & (alignment - 1)) != 0)
      return CUDA_ERROR_INVALID_VALUE;
    const std::uint64_t aligned = alignment > kGranularity ? alignment : kGranularity;
    // More than is asked for, so that an aligned part is in it; the rest goes back.
    void* const taken =
        mmap(pointer_of(addr), size + aligned, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (taken == MAP_FAILED) return CUDA_ERROR_OUT_OF_MEMORY;
    const std::uint64_t low = address_of(taken);
    const std::uint64_t begin = (low + aligned - 1) / aligned * aligned;
    if (begin != low) munmap(taken, begin - low);
    if (low + aligned != begin) munmap(pointer_of(begin + size), low + aligned - begin);
    all.reserved[begin] = size;
    *ptr = begin;
    return CUDA_SUCCESS;
  });
}

CUresult cuMemAddressFree(CUdeviceptr ptr, size_t size) {
  return with_space([&](Process&, Space& all) {
    const auto found = all.reserved.find(ptr);
    if (found == all.reserved.end() || found->second != size || is_any_mapped(ptr, size))
      return CUDA_ERROR_INVALID_VALUE;
    munmap(pointer_of(ptr), size);
    all.reserved.erase(found);
    return CUDA_SUCCESS;
  });
}

CUresult cuMemCreate(CUmemGenericAllocationHandle* handle, size_t size, const CUmemAllocationProp* prop,
                     unsigned long long flags) {
  return with_space([&](Process& process, Space& all) {
    if (handle == nullptr || size == 0 || !is_granular(size) || flags != 0) return CUDA_ERROR_INVALID_VALUE;
    if (const CUresult result = check(prop); result != CUDA_SUCCESS) return result;
    const sim::Memory& memory = process.device_at(prop->location.id).device.memory();
    if (size > memory.capacity() || memory.used() + all.created > memory.capacity() - size)
      return CUDA_ERROR_OUT_OF_MEMORY;
    auto backing = std::make_shared<Backing>();
    backing->file = memfd_create("warpglass device memory", MFD_CLOEXEC);
    if (backing->file < 0 || ftruncate(backing->file, static_cast<off_t>(size)) != 0) return CUDA_ERROR_OUT_OF_MEMORY;
    backing->bytes = size;
    backing->properties = *prop;
    all.created += size;
    *handle = all.next++;
    all.handles[*handle] = std::move(backing);
    return CUDA_SUCCESS;
  });
}

CUresult cuMemRelease(CUmemGenericAllocationHandle handle) {
  return with_space([&](Process&, Space& all) {
    const auto found = all.handles.find(handle);
    if (found == all.handles.end()) return CUDA_ERROR_INVALID_VALUE;
    if (--found->second->references != 0) return CUDA_SUCCESS;
    all.created -= found->second->bytes;
    all.handles.erase(found);
    return CUDA_SUCCESS;
  });
}

CUresult cuMemMap(CUdeviceptr ptr, size_t size, size_t offset, CUmemGenericAllocationHandle handle,
                  unsigned long long flags) {
  return with_space([&](Process&, Space& all) {
    const auto found = all.handles.find(handle);
    const auto range = reserved_range_at(ptr);
    if (found == all.handles.end() || !range || flags != 0 || size == 0) return CUDA_ERROR_INVALID_VALUE;
    if (!is_granular(ptr) || !is_granular(size) || offset != 0) return CUDA_ERROR_INVALID_VALUE;
    if (size > found->second->bytes) return CUDA_ERROR_NOT_SUPPORTED;  // recorded
    if (size > range->begin + range->bytes - ptr || is_any_mapped(ptr, size)) return CUDA_ERROR_INVALID_VALUE;
    // What of it kernels may do is for the device to watch; the host's copies go there too.
    if (mmap(pointer_of(ptr), size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, found->second->file,
             static_cast<off_t>(offset)) == MAP_FAILED)
      return CUDA_ERROR_OUT_OF_MEMORY;
    all.mappings[ptr] = {.bytes = size, .offset = offset, .backing = found->second, .handle = handle};
    return CUDA_SUCCESS;
  });
}

CUresult cuMemUnmap(CUdeviceptr ptr, size_t size) {
  return with_space([&](Process& process, Space& all) {
    const auto found = mappings_of(ptr, size);
    // What is reserved and not mapped is unmapped as well (recorded).
    if (found.empty()) return reserved_range_at(ptr) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
    process.pending().wait_for_all();
    for (const auto& [begin, mapping] : found) {
      end_access(process, begin, *mapping);
      void* const emptied = mmap(pointer_of(begin), mapping->bytes, PROT_NONE,
                                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
      if (emptied == MAP_FAILED) return CUDA_ERROR_OPERATING_SYSTEM;
      all.mappings.erase(begin);
    }
    return CUDA_SUCCESS;
  });
}

// What may only be read is not watched.
CUresult cuMemSetAccess(CUdeviceptr ptr, size_t size, const CUmemAccessDesc* desc, size_t count) {
  return with_space([&](Process& process, const Space&) {
    if (desc == nullptr || count == 0) return CUDA_ERROR_INVALID_VALUE;
    for (std::size_t i = 0; i < count; ++i) {
      const bool known = desc[i].flags == CU_MEM_ACCESS_FLAGS_PROT_NONE ||
                         desc[i].flags == CU_MEM_ACCESS_FLAGS_PROT_READ ||
                         desc[i].flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
      if (!known) return CUDA_ERROR_INVALID_VALUE;
      if (!is_on_device(process, desc[i].location)) return CUDA_ERROR_INVALID_DEVICE;
    }
    const auto found = mappings_of(ptr, size);
    if (found.empty()) return CUDA_ERROR_INVALID_VALUE;
    for (const auto& [begin, mapping] : found) {
      for (std::size_t i = 0; i < count; ++i) set_access(process, begin, *mapping, desc[i].location.id, desc[i].flags);
    }
    return CUDA_SUCCESS;
  });
}

CUresult cuMemGetAccess(unsigned long long* flags, const CUmemLocation* location, CUdeviceptr ptr) {
  return with_space([&](const Process& process, const Space& all) {
    if (flags == nullptr || location == nullptr) return CUDA_ERROR_INVALID_VALUE;
    if (!is_on_device(process, *location)) return CUDA_ERROR_INVALID_DEVICE;
    auto next = all.mappings.upper_bound(ptr);
    if (next == all.mappings.begin() || (--next, ptr - next->first >= next->second.bytes))
      return CUDA_ERROR_INVALID_VALUE;
    *flags = next->second.access[static_cast<std::size_t>(location->id)];
    return CUDA_SUCCESS;
  });
}

CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle* handle, void* addr) {
  return with_space([&](Process&, Space& all) {
    auto next = all.mappings.upper_bound(address_of(addr));
    if (handle == nullptr || next == all.mappings.begin() ||
        (--next, address_of(addr) - next->first >= next->second.bytes))
      return CUDA_ERROR_INVALID_VALUE;
    Mapping& mapping = next->second;
    if (!all.handles.contains(mapping.handle)) {  // released, and kept by the mapping alone
      mapping.backing->references = 0;
      all.created += mapping.backing->bytes;
      all.handles[mapping.handle] = mapping.backing;
    }
    ++mapping.backing->references;
    *handle = mapping.handle;
    return CUDA_SUCCESS;
  });
}

CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp* prop, CUmemGenericAllocationHandle handle) {
  return with_space([&](Process&, const Space& all) {
    const auto found = all.handles.find(handle);
    if (prop == nullptr || found == all.handles.end()) return CUDA_ERROR_INVALID_VALUE;
    *prop = found->second->properties;
    return CUDA_SUCCESS;
  });
}

// ---- Handed to other processes, or within this one, as a file ----

CUresult cuMemExportToShareableHandle(void* shareableHandle, CUmemGenericAllocationHandle handle,
                                      CUmemAllocationHandleType handleType, unsigned long long flags) {
  return with_space([&](Process&, const Space& all) {
    const auto found = all.handles.find(handle);
    if (shareableHandle == nullptr || found == all.handles.end() || flags != 0) return CUDA_ERROR_INVALID_VALUE;
    if (handleType != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR) return CUDA_ERROR_NOT_SUPPORTED;
    if ((found->second->properties.requestedHandleTypes & CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR) == 0)
      return CUDA_ERROR_INVALID_VALUE;
    const int file = fcntl(found->second->file, F_DUPFD_CLOEXEC, 0);
    if (file < 0) return CUDA_ERROR_OPERATING_SYSTEM;
    *static_cast<int*>(shareableHandle) = file;
    return CUDA_SUCCESS;
  });
}

CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle* handle, void* osHandle,
                                        CUmemAllocationHandleType shHandleType) {
  return with_space([&](Process&, Space& all) {
    if (handle == nullptr) return CUDA_ERROR_INVALID_VALUE;
    if (shHandleType != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR) return CUDA_ERROR_NOT_SUPPORTED;
    auto backing = std::make_shared<Backing>();
    backing->file = fcntl(static_cast<int>(reinterpret_cast<std::intptr_t>(osHandle)), F_DUPFD_CLOEXEC, 0);
    const off_t bytes = backing->file < 0 ? -1 : lseek(backing->file, 0, SEEK_END);
    if (bytes <= 0) return CUDA_ERROR_INVALID_VALUE;
    backing->bytes = static_cast<std::uint64_t>(bytes);
    backing->properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    backing->properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    backing->properties.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    all.created += backing->bytes;
    *handle = all.next++;
    all.handles[*handle] = std::move(backing);
    return CUDA_SUCCESS;
  });
}
