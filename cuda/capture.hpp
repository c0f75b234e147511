// Stream capture: while a stream is captured, what is asked of it becomes nodes of a graph instead of being done. Other
// streams join by waiting for an event that was recorded in a captured one, and are left when the capture ends.
#pragma once

#include <functional>
#include <optional>

#include "cuda/call.hpp"
#include "cuda/captured_streams.hpp"
#include "cuda/graph.hpp"

namespace warpglass::cuda {

/// When `stream` is being captured: adds a node there and answers for the call. Otherwise nothing. Takes the lock.
/// cudaErrorStreamCaptureUnsupported spoils the capture.
[[nodiscard]] std::optional<cudaError_t> capture_node(cudaStream_t stream, const MakeNode& make);

template <class Make>
[[nodiscard]] std::optional<cudaError_t> capture_at(cudaStream_t stream, Make&& make) {
  return is_any_captured() ? capture_node(stream, std::forward<Make>(make)) : std::nullopt;
}

/// The same for work that does not depend on the graph. `make(process, work)` answers a Status.
template <class Make>
[[nodiscard]] std::optional<cudaError_t> capture(cudaStream_t stream, Make&& make) {
  return capture_at(stream, [&](Process& process, Graph&, const std::vector<Edge>&, Work& work) {
    return error_of(make(process, work));
  });
}

/// For calls that do nothing, in a captured stream either: their answer.
[[nodiscard]] std::optional<cudaError_t> capture_nothing(cudaStream_t stream);

/// For calls that a captured stream does not allow, such as waiting for it: their answer, which spoils the capture.
[[nodiscard]] std::optional<cudaError_t> refuse_captured(cudaStream_t stream);

/// cudaStreamUpdateCaptureDependencies: what the stream's next node comes after.
cudaError_t update_capture(cudaStream_t stream, const cudaGraphNode_t* dependencies, const cudaGraphEdgeData* data,
                           std::size_t count, unsigned flags);

/// cudaEventRecord and cudaStreamWaitEvent, as far as captured streams are concerned.
[[nodiscard]] std::optional<cudaError_t> capture_record(cudaEvent_t event, cudaStream_t stream);
[[nodiscard]] std::optional<cudaError_t> capture_wait(cudaStream_t stream, cudaEvent_t event);
/// The same with cudaEventRecordExternal and cudaEventWaitExternal: a node that records an event, or waits for one.
[[nodiscard]] std::optional<cudaError_t> capture_outer_event(cudaStream_t stream, cudaEvent_t event, bool records);

}  // namespace warpglass::cuda
