// Device memory, as the header has it.
#include <fmt/format.h>

#include <cstdint>
#include <string>

#include "library/gpu.hpp"
#include "runtime/copy.hpp"

using warpglass::library::Failure;
using warpglass::library::Gpu;
namespace runtime = warpglass::runtime;
namespace sim = warpglass::sim;

namespace {

std::string label_of(const char* label, const char* otherwise) { return label != nullptr ? label : otherwise; }

std::uint64_t address_of(const void* host) { return reinterpret_cast<std::uintptr_t>(host); }

warpglass_status copy(warpglass_device* device, std::uint64_t to, std::uint64_t from, std::uint64_t bytes,
                      runtime::CopyKind kind) {
  if (device == nullptr) return WARPGLASS_INVALID_VALUE;
  return device->call([&](Gpu& gpu) {
    if (bytes == 0) return;
    const sim::Memory& memory = gpu.device().memory();
    if (to == 0 || from == 0) throw Failure(WARPGLASS_INVALID_VALUE, "a copy from or to NULL");
    if (runtime::copy(memory, to, from, bytes, kind, gpu.device().spread()) == runtime::Status::ok) return;
    const runtime::Extent extent{.width = bytes};
    throw Failure(WARPGLASS_INVALID_VALUE,
                  runtime::refusal_of_copy(memory, {.base = to}, {.base = from}, extent, kind).why);
  });
}

}  // namespace

warpglass_status warpglass_allocate(warpglass_device* device, uint64_t bytes, const char* label, uint64_t* address) {
  if (device == nullptr || address == nullptr) return WARPGLASS_INVALID_VALUE;
  *address = 0;
  return device->call([&](Gpu& gpu) {
    if (gpu.device().allocate(bytes, sim::AllocationKind::device, label_of(label, "memory"), *address) ==
        runtime::Status::ok)
      return;
    const sim::Memory& memory = gpu.device().memory();
    throw Failure(WARPGLASS_OUT_OF_MEMORY, fmt::format("there is no memory for {} bytes: {} of {} are taken", bytes,
                                                       memory.used(), memory.capacity()));
  });
}

warpglass_status warpglass_free(warpglass_device* device, uint64_t address) {
  if (device == nullptr) return WARPGLASS_INVALID_VALUE;
  return device->call([&](Gpu& gpu) {
    if (address != 0 && gpu.device().release(address, sim::AllocationKind::device) != runtime::Status::ok)
      throw Failure(WARPGLASS_INVALID_VALUE, fmt::format("{:#x} is not the address of an allocation", address));
  });
}

warpglass_status warpglass_write(warpglass_device* device, uint64_t to, const void* from, uint64_t bytes) {
  return copy(device, to, address_of(from), bytes, runtime::CopyKind::host_to_device);
}

warpglass_status warpglass_read(warpglass_device* device, void* to, uint64_t from, uint64_t bytes) {
  return copy(device, address_of(to), from, bytes, runtime::CopyKind::device_to_host);
}

warpglass_status warpglass_copy(warpglass_device* device, uint64_t to, uint64_t from, uint64_t bytes) {
  return copy(device, to, from, bytes, runtime::CopyKind::device_to_device);
}

warpglass_status warpglass_fill(warpglass_device* device, uint64_t address, int value, uint64_t bytes) {
  if (device == nullptr) return WARPGLASS_INVALID_VALUE;
  return device->call([&](Gpu& gpu) {
    if (value < 0 || value > 255)
      throw Failure(WARPGLASS_INVALID_VALUE, fmt::format("bytes are filled with 0 to 255, not with {}", value));
    if (bytes == 0) return;
    const sim::Memory& memory = gpu.device().memory();
    const runtime::Extent extent{.width = bytes};
    if (runtime::fill(memory, {.base = address}, extent, static_cast<std::uint32_t>(value), 1, gpu.device().spread()) !=
        runtime::Status::ok)
      throw Failure(WARPGLASS_INVALID_VALUE, runtime::refusal_of_fill(memory, {.base = address}, extent).why);
  });
}

warpglass_status warpglass_register_host(warpglass_device* device, void* host, uint64_t bytes, const char* label) {
  if (device == nullptr) return WARPGLASS_INVALID_VALUE;
  return device->call([&](Gpu& gpu) {
    const runtime::Status status = gpu.device().register_host(host, bytes, label_of(label, "host memory"));
    if (status == runtime::Status::already_registered)
      throw Failure(WARPGLASS_INVALID_VALUE,
                    fmt::format("{} bytes at {} overlap memory that the device has already", bytes, host));
    if (status != runtime::Status::ok)
      throw Failure(WARPGLASS_INVALID_VALUE, "no bytes, or NULL, cannot be registered");
  });
}

warpglass_status warpglass_unregister_host(warpglass_device* device, void* host) {
  if (device == nullptr) return WARPGLASS_INVALID_VALUE;
  return device->call([&](Gpu& gpu) {
    if (gpu.device().unregister_host(host) != runtime::Status::ok)
      throw Failure(WARPGLASS_INVALID_VALUE, fmt::format("nothing is registered at {}", host));
  });
}
