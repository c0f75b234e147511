// The one way by which every launching call of the API goes.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "base/dim3.hpp"
#include "cuda/api.hpp"
#include "runtime/device_graphs.hpp"
#include "runtime/launch.hpp"
#include "runtime/status.hpp"

namespace warpglass::cuda {

[[nodiscard]] inline Dim3 extent_of(const dim3& extent) { return {extent.x, extent.y, extent.z}; }

/// The launch that a configuration describes, as far as it says what is computed: its other attributes are hints for
/// scheduling and caching.
[[nodiscard]] runtime::Status shape_of(const cudaLaunchConfig_t& config, runtime::LaunchShape& shape);

/// The attribute by which a launch becomes a node that kernels may change; nullptr: it has none.
[[nodiscard]] cudaLaunchAttribute* changeable_attribute_of(const cudaLaunchConfig_t& config);

/// \param function   a registered host function, or a kernel's handle
/// \param arguments  address of each parameter's value
/// \param device     that runs it, whosever the stream is: a graph's kernels have each its own; nothing: the current
/// one,
///                   of which the stream has to be
/// \param run        of the graph that it is a node of; nullptr: of none
cudaError_t launch_kernel(const void* function, const runtime::LaunchShape& shape, const void* const* arguments,
                          cudaStream_t stream, std::optional<std::uint32_t> device = std::nullopt,
                          const std::shared_ptr<runtime::GraphRun>& run = nullptr) noexcept;

/// The same for a launch with such an attribute, which is told the node: the stream has to be captured.
cudaError_t launch_changeable(const void* function, const runtime::LaunchShape& shape, void** arguments,
                              cudaStream_t stream, cudaLaunchAttribute& attribute) noexcept;

/// Calls a function of the program's after all that the stream was given before.
cudaError_t call_in_stream(cudaStream_t stream, const std::function<void()>& function) noexcept;

}  // namespace warpglass::cuda
