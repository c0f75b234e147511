// Devices and their launches, as the header has them.
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <memory>
#include <new>
#include <utility>

#include "library/gpu.hpp"

using warpglass::Dim3;
using warpglass::library::Failure;
using warpglass::library::Gpu;

const char* warpglass_version() { return WARPGLASS_VERSION; }

const char* warpglass_status_name(warpglass_status status) {
  static constexpr const char* kNames[] = {
      "WARPGLASS_OK",           "WARPGLASS_INVALID_VALUE", "WARPGLASS_OUT_OF_MEMORY", "WARPGLASS_INVALID_FILE",
      "WARPGLASS_INVALID_CODE", "WARPGLASS_NOT_FOUND",     "WARPGLASS_NOT_SUPPORTED", "WARPGLASS_REFUSED",
      "WARPGLASS_FAULT",        "WARPGLASS_CANCELLED",     "WARPGLASS_INTERNAL"};
  const auto number = static_cast<unsigned>(status);
  return number < std::size(kNames) ? kNames[number] : "unknown status";
}

warpglass_status warpglass_device_create(const warpglass_options* options, warpglass_device** device) {
  if (device == nullptr) return WARPGLASS_INVALID_VALUE;
  *device = new (std::nothrow) warpglass_device;
  if (*device == nullptr) return WARPGLASS_OUT_OF_MEMORY;
  return (*device)->errors.guard([&] {
    auto gpu = std::make_unique<Gpu>(warpglass::library::read_options(options));
    (*device)->name = gpu->model().name;
    (*device)->architecture = gpu->model().sm_name();
    (*device)->gpu = std::move(gpu);
  });
}

void warpglass_device_destroy(warpglass_device* device) { delete device; }

const char* warpglass_last_error(const warpglass_device* device) {
  return device != nullptr ? device->errors.text() : "the device is NULL";
}

const char* warpglass_device_name(const warpglass_device* device) {
  return device != nullptr ? device->name.c_str() : "";
}

const char* warpglass_device_architecture(const warpglass_device* device) {
  return device != nullptr ? device->architecture.c_str() : "";
}

warpglass_status warpglass_device_reset(warpglass_device* device) {
  if (device == nullptr) return WARPGLASS_INVALID_VALUE;
  return device->call([](Gpu& gpu) { gpu.reset(); });
}

void warpglass_cancel(warpglass_device* device) {
  if (device != nullptr && device->gpu) device->gpu->cancel();
}

namespace {

warpglass::runtime::LaunchShape shape_of(const warpglass_launch_config* given) {
  if (given == nullptr || given->size < offsetof(warpglass_launch_config, cluster))
    throw Failure(WARPGLASS_INVALID_VALUE,
                  "the launch's configuration: it is NULL, or its first member is not "
                  "sizeof(warpglass_launch_config)");
  warpglass_launch_config config{};
  std::memcpy(&config, given, std::min(given->size, sizeof config));
  const auto extent = [](const std::uint32_t(&axes)[3]) { return Dim3{axes[0], axes[1], axes[2]}; };
  return {.grid = extent(config.grid),
          .block = extent(config.block),
          .dynamic_shared_bytes = config.shared_bytes,
          .cooperative = config.cooperative != 0,
          .cluster = extent(config.cluster)};
}

}  // namespace

warpglass_status warpglass_launch(warpglass_kernel* kernel, const warpglass_launch_config* config,
                                  const void* const* arguments, size_t argument_count) {
  if (kernel == nullptr) return WARPGLASS_INVALID_VALUE;
  return kernel->module->device->call(
      [&](Gpu& gpu) { gpu.launch(*kernel, shape_of(config), arguments, argument_count); });
}
