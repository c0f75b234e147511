// What device code asks the runtime for in the API's own numbers and structures, which this level does not know.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "sim/device_runtime.hpp"

namespace warpglass::runtime {

struct Kernel;

class DeviceWords {
 public:
  virtual ~DeviceWords() = default;
  [[nodiscard]] virtual std::string_view error_text(std::int32_t error, bool name) const = 0;
  [[nodiscard]] virtual sim::DeviceAnswer attribute(std::int32_t attribute, std::int32_t& value) const = 0;
  [[nodiscard]] virtual sim::DeviceAnswer limit(std::uint32_t limit, std::uint64_t& value) const = 0;
  /// Launches of a grid that may wait at once.
  [[nodiscard]] virtual std::uint64_t pending_launch_limit() const = 0;
  /// Of a prepared kernel: the API's structure, as bytes.
  virtual void function_attributes(const Kernel& kernel, std::vector<std::byte>& attributes) const = 0;
};

}  // namespace warpglass::runtime
