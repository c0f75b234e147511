// Limits, attributes and texts of the runtime API, for host calls and for device code that asks the same.
#pragma once

#include <cstddef>
#include <map>

#include "cuda/api.hpp"
#include "runtime/device.hpp"
#include "runtime/device_words.hpp"

namespace warpglass::cuda {

class Session;

/// What a limit is: as set, else what an H200 answers before anything is set.
[[nodiscard]] cudaError_t limit_of(const std::map<int, std::size_t>& set, cudaLimit limit, std::size_t& value);

/// Sets one as an H200 does, which rounds: the heap of malloc in device code and the buffer of printf not any more once
/// they have been used.
[[nodiscard]] cudaError_t set_limit(std::map<int, std::size_t>& set, runtime::Device& device, Session& session,
                                    cudaLimit limit, std::size_t value);

/// Of a prepared kernel.
[[nodiscard]] cudaFuncAttributes attributes_of(const runtime::Device& device, const runtime::Kernel& kernel);

/// Threads that a block of a prepared kernel may have.
[[nodiscard]] int most_threads(const runtime::Device& device, const runtime::Kernel& kernel);

class DeviceWords final : public runtime::DeviceWords {
 public:
  /// Both outlive this.
  DeviceWords(const runtime::Device& device, const std::map<int, std::size_t>& limits)
      : device_(device), limits_(limits) {}

  [[nodiscard]] std::string_view error_text(std::int32_t error, bool name) const override;
  [[nodiscard]] sim::DeviceAnswer attribute(std::int32_t attribute, std::int32_t& value) const override;
  [[nodiscard]] sim::DeviceAnswer limit(std::uint32_t limit, std::uint64_t& value) const override;
  [[nodiscard]] std::uint64_t pending_launch_limit() const override;
  void function_attributes(const runtime::Kernel& kernel, std::vector<std::byte>& attributes) const override;

 private:
  const runtime::Device& device_;
  const std::map<int, std::size_t>& limits_;
};

}  // namespace warpglass::cuda
