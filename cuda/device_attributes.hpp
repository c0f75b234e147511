// A modelled device in the API's words.
#pragma once

#include <optional>

#include "arch/device_model.hpp"
#include "cuda/api.hpp"
#include "runtime/images.hpp"

namespace warpglass::cuda {

/// Nothing for a number that is no attribute. \param ordinal  the device's
[[nodiscard]] std::optional<int> attribute_of(const arch::DeviceModel& model, cudaDeviceAttr attribute, int ordinal);

[[nodiscard]] cudaDeviceProp properties_of(const arch::DeviceModel& model, int ordinal);

/// The number of its bus: every device has one to itself.
[[nodiscard]] constexpr int pci_bus_of(int ordinal) { return ordinal + 1; }

/// Bytes that textures of plain memory begin at, and that their rows are apart, a multiple of.
inline constexpr int kTextureAlignment = 512;
inline constexpr int kTexturePitchAlignment = 32;

/// Extents of arrays, the same for all modelled generations.
[[nodiscard]] runtime::ArrayLimits array_limits();

}  // namespace warpglass::cuda
