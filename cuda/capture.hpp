// Stream capture: while a stream is captured, what is asked of it becomes nodes of a graph instead of being done. Other
// streams join by waiting for an event that was recorded in a captured one, and are left when the capture ends.
#pragma once

#include <functional>
#include <optional>

#include "cuda/graph.hpp"

namespace warpglass::cuda {

/// Fills in the work of a node, under the process's lock.
using MakeWork = std::function<runtime::Status(Process&, Work&)>;

/// Whether any stream is being captured; costs next to nothing.
[[nodiscard]] bool is_any_captured();

/// When `stream` is being captured: adds a node there and answers for the call. Otherwise nothing. Takes the lock.
[[nodiscard]] std::optional<cudaError_t> capture_node(cudaStream_t stream, const MakeWork& make);

template <class Make>
[[nodiscard]] std::optional<cudaError_t> capture(cudaStream_t stream, Make&& make) {
  return is_any_captured() ? capture_node(stream, std::forward<Make>(make)) : std::nullopt;
}

/// For calls that a captured stream does not allow, such as waiting for it: their answer, which spoils the capture.
[[nodiscard]] std::optional<cudaError_t> refuse_captured(cudaStream_t stream);

/// cudaEventRecord and cudaStreamWaitEvent, as far as captured streams are concerned.
[[nodiscard]] std::optional<cudaError_t> capture_record(cudaEvent_t event, cudaStream_t stream);
[[nodiscard]] std::optional<cudaError_t> capture_wait(cudaStream_t stream, cudaEvent_t event);

}  // namespace warpglass::cuda
