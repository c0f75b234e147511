// The device that a host thread has chosen (CUDA Programming Guide, "Device selection").
#pragma once

#include <cstdint>
#include <optional>

#include "session/device_list.hpp"

namespace warpglass::cuda {

using session::kMaxDevices;

/// Of the calling thread; nothing: it has not chosen. In runtime_use.cpp.
[[nodiscard]] std::optional<std::uint32_t> chosen_device() noexcept;
void choose_device(std::optional<std::uint32_t> device) noexcept;

/// While it lives, the calling thread has chosen another.
class OnDevice {
 public:
  explicit OnDevice(std::uint32_t device) noexcept : before_(chosen_device()) { choose_device(device); }
  ~OnDevice() { choose_device(before_); }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;

 private:
  std::optional<std::uint32_t> before_;
};

}  // namespace warpglass::cuda
