// What a launch may not ask for: each limit of the device and of the kernel, and what to say of one that is not kept.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "arch/device_model.hpp"
#include "arch/occupancy.hpp"
#include "runtime/launch.hpp"
#include "runtime/modules.hpp"
#include "runtime/status.hpp"

namespace warpglass::runtime {

/// Whether an extent that may be left out is there.
[[nodiscard]] constexpr bool is_given(const Dim3& extent) { return extent.x != 0; }

struct Refusal {
  Status status = Status::ok;
  std::string why;  // names the number that is wrong, and its limit
};

/// What a launch of a kernel needs, and what it may have.
struct LaunchNeeds {
  std::uint32_t dynamic_shared_limit = 0;  // bytes
  std::uint32_t registers_per_thread = 0;
  Dim3 cluster;                        // its blocks
  std::uint32_t max_cluster_size = 1;  // blocks
  arch::Occupancy fit;                 // of its blocks on an SM
};

/// \param kernel  prepared
[[nodiscard]] std::optional<Refusal> refusal_of(const arch::DeviceModel& model, const Kernel& kernel,
                                                const LaunchShape& shape, const LaunchNeeds& needs);

}  // namespace warpglass::runtime
