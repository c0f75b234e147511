#include "cuda/capture.hpp"

#include <algorithm>
#include <utility>

#include "cuda/call.hpp"
#include "cuda/capture_rules.hpp"

using namespace warpglass;
using namespace warpglass::cuda;
using runtime::Status;

namespace {

// Streams that joined must have been waited for by the one where the capture began.
bool all_joined(const Capture& capture, const Branch& origin) {
  return std::all_of(captures().streams.begin(), captures().streams.end(), [&](const auto& entry) {
    const Branch& branch = entry.second;
    return branch.capture.get() != &capture ||
           std::all_of(branch.last.begin(), branch.last.end(),
                       [&](const Edge& edge) { return comes_before(edge.from, origin.last); });
  });
}

// An answer for a captured stream; nothing when it is none. `work(branch)` answers a cudaError_t, of a capture that is
// spoilt too where it is asked `even_spoilt`.
template <class Answer>
std::optional<cudaError_t> within_capture(cudaStream_t stream, Answer&& work, bool even_spoilt = false) {
  if (!is_any_captured()) return std::nullopt;
  std::optional<cudaError_t> result;
  const cudaError_t error = query([&](Process& process) -> cudaError_t {
    Branch* branch = branch_of(process, stream);
    if (branch == nullptr) {
      result = refuse_in_legacy(process, stream);
      return result.value_or(cudaSuccess);
    }
    result = branch->capture->spoilt && !even_spoilt ? cudaErrorStreamCaptureInvalidated : work(process, *branch);
    return *result;
  });
  if (result) result = error;
  return result;
}

// What a capture adds to: nothing that was there before, or a graph behind some of its nodes.
struct Target {
  cudaGraph_t graph = nullptr;
  const cudaGraphNode_t* dependencies = nullptr;
  const cudaGraphEdgeData* data = nullptr;
  size_t count = 0;
};

cudaError_t begin(cudaStream_t stream, cudaStreamCaptureMode mode, const Target* target) {
  return operate([&](Process& process) -> cudaError_t {
    std::uint64_t id = 0;
    if (mode > cudaStreamCaptureModeRelaxed) return cudaErrorInvalidValue;
    if (const Status status = process.find_stream(stream, id); status != Status::ok) return error_of(status);
    if (const auto refused = refuse_in_legacy(process, stream)) return *refused;
    if (id == 0) return cudaErrorStreamCaptureUnsupported;
    if (branch_of(process, stream) != nullptr) return cudaErrorIllegalState;
    auto capture = std::make_shared<Capture>();
    std::vector<Edge> last;
    if (target != nullptr) {
      const Graph* known = find(target->graph);
      if (known == nullptr) return cudaErrorInvalidValue;
      const cudaError_t error = edges_of(*known, target->dependencies, target->data, target->count, last);
      if (error != cudaSuccess) return error;
      capture->graph = share(target->graph);
      capture->into_known = true;
    } else {
      capture->graph = std::make_shared<Graph>();
      (void)keep(capture->graph);
    }
    capture->id = ++captures().made;
    const cudaStream_t origin = process.stream_of(stream);
    capture->origin = origin;
    capture->device = sim::device_of_stream(id);
    capture->mode = mode;
    capture->thread = std::this_thread::get_id();
    captures().add(origin, {.capture = std::move(capture), .last = std::move(last)});
    return cudaSuccess;
  });
}

cudaError_t end(cudaStream_t stream, cudaGraph_t* graph) {
  return operate([&](Process& process) -> cudaError_t {
    std::uint64_t id = 0;
    if (graph != nullptr) *graph = nullptr;
    if (const Status status = process.find_stream(stream, id); status != Status::ok) return error_of(status);
    const Branch* branch = branch_of(process, stream);
    if (branch == nullptr) return cudaErrorIllegalState;
    const std::shared_ptr<Capture> capture = branch->capture;
    if (capture->origin != process.stream_of(stream))
      return spoil(*capture, cudaErrorStreamCaptureUnmatched,
                   "the capture has begun in another stream: end it in that");
    const bool joined = all_joined(*capture, *branch);
    captures().remove(capture);
    const cudaGraph_t handle = handle_of(*capture->graph);
    cudaError_t error = cudaSuccess;
    if (capture->mode != cudaStreamCaptureModeRelaxed && capture->thread != std::this_thread::get_id())
      error = cudaErrorStreamCaptureWrongThread;
    else if (capture->spoilt)
      error = cudaErrorStreamCaptureInvalidated;
    else if (!joined)
      error = cudaErrorStreamCaptureUnjoined;
    if (error != cudaSuccess) {
      if (!capture->into_known) (void)forget(handle);
      return error;
    }
    if (graph != nullptr) {
      *graph = handle;
    } else if (!capture->into_known) {
      (void)forget(handle);  // nobody is told of it
    }
    return cudaSuccess;
  });
}

}  // namespace

namespace warpglass::cuda {

std::optional<cudaError_t> capture_node(cudaStream_t stream, const MakeNode& make) {
  return within_capture(stream, [&](Process& process, Branch& branch) {
    Work work;
    Graph& graph = *branch.capture->graph;
    const cudaError_t error = make(process, graph, branch.last, work);
    if (error == cudaErrorStreamCaptureUnsupported) branch.capture->spoilt = true;
    if (error != cudaSuccess) return error;
    branch.last = {{.from = &graph.add(std::move(work), branch.last)}};
    return cudaSuccess;
  });
}

std::optional<cudaError_t> capture_nothing(cudaStream_t stream) {
  return within_capture(stream, [](Process&, Branch&) { return cudaSuccess; });
}

std::optional<cudaError_t> refuse_captured(cudaStream_t stream) {
  const auto refuse = [](Process&, Branch& branch) {
    return spoil(*branch.capture, cudaErrorStreamCaptureUnsupported,
                 "the stream is captured, which this call does not allow: make it before the capture begins, or behind "
                 "its end");
  };
  return within_capture(stream, refuse, true);
}

std::optional<cudaError_t> capture_record(cudaEvent_t event, cudaStream_t stream) {
  return within_capture(stream, [&](Process& process, Branch& branch) {
    if (process.find_event(event) == nullptr) return cudaErrorInvalidResourceHandle;
    captures().events[event] = branch;
    return cudaSuccess;
  });
}

std::optional<cudaError_t> capture_wait(cudaStream_t stream, cudaEvent_t event) {
  if (!is_any_captured()) return std::nullopt;
  std::optional<cudaError_t> result;
  const cudaError_t error = operate([&](Process& process) -> cudaError_t {
    const auto found = captures().events.find(event);
    Branch* branch = branch_of(process, stream);
    if (found == captures().events.end()) {
      if (branch == nullptr) {
        result = refuse_in_legacy(process, stream);
        return result.value_or(cudaSuccess);
      }
      const runtime::Event* const known = process.find_event(event);
      if (known == nullptr) return error_of(Status::invalid_handle);
      const bool recorded = known->recorded || process.pending().is_awaited(known->id);
      result = !recorded
                   ? cudaSuccess
                   : spoil(*branch->capture, cudaErrorStreamCaptureIsolation,
                           "the event was recorded outside of the capture, whose graph cannot wait for it: record "
                           "it in the captured stream, or wait with cudaEventWaitExternal");
      return *result;
    }
    if (is_legacy(process, stream)) {
      result = spoil(*found->second.capture, cudaErrorStreamCaptureImplicit,
                     "the default stream cannot wait for an event of a stream that is captured");
      return *result;
    }
    std::uint64_t id = 0;
    result = error_of(process.find_stream(stream, id));
    if (*result != cudaSuccess) return *result;
    if (branch == nullptr) {
      captures().add(process.stream_of(stream), found->second);
    } else if (branch->capture != found->second.capture) {
      result = spoil(*branch->capture, cudaErrorStreamCaptureMerge,
                     "the event belongs to another capture, which this one cannot wait for");
    } else {
      for (const Edge& edge : found->second.last)
        if (!comes_before(edge.from, branch->last)) branch->last.push_back(edge);
    }
    return *result;
  });
  if (result) result = error;
  return result;
}

std::optional<cudaError_t> capture_outer_event(cudaStream_t stream, cudaEvent_t event, bool records) {
  return capture(stream, [&](Process& process, Work& work) {
    if (process.find_event(event) == nullptr) return Status::invalid_handle;
    work = EventWork{.event = event, .records = records};
    return Status::ok;
  });
}

}  // namespace warpglass::cuda

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
  return begin(stream, mode, nullptr);
}
WARPGLASS_IN_OWN_STREAM(cudaStreamBeginCapture, cudaStreamBeginCapture_ptsz)

cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                                          const cudaGraphEdgeData* dependencyData, size_t numDependencies,
                                          cudaStreamCaptureMode mode) {
  const Target target{graph, dependencies, dependencyData, numDependencies};
  return begin(stream, mode, &target);
}
WARPGLASS_IN_OWN_STREAM(cudaStreamBeginCaptureToGraph, cudaStreamBeginCaptureToGraph_ptsz)

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* pGraph) { return end(stream, pGraph); }
WARPGLASS_IN_OWN_STREAM(cudaStreamEndCapture, cudaStreamEndCapture_ptsz)

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* pCaptureStatus) {
  return cudaStreamGetCaptureInfo(stream, pCaptureStatus);
}
WARPGLASS_IN_OWN_STREAM(cudaStreamIsCapturing, cudaStreamIsCapturing_ptsz)

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* captureStatus_out,
                                     unsigned long long* id_out, cudaGraph_t* graph_out,
                                     const cudaGraphNode_t** dependencies_out, const cudaGraphEdgeData** edgeData_out,
                                     size_t* numDependencies_out) {
  return operate([&](Process& process) -> cudaError_t {
    std::uint64_t id = 0;
    if (captureStatus_out == nullptr) return cudaErrorInvalidValue;
    if (const Status status = process.find_stream(stream, id); status != Status::ok) return error_of(status);
    Branch* branch = branch_of(process, stream);
    if (branch == nullptr && is_any_captured() && waits_for_captured(process, stream))
      return cudaErrorStreamCaptureImplicit;
    *captureStatus_out = cudaStreamCaptureStatusNone;
    if (dependencies_out != nullptr) *dependencies_out = nullptr;
    if (edgeData_out != nullptr) *edgeData_out = nullptr;
    if (branch == nullptr) {
      if (id_out != nullptr) *id_out = 0;
      if (graph_out != nullptr) *graph_out = nullptr;
      if (numDependencies_out != nullptr) *numDependencies_out = 0;
      return cudaSuccess;
    }
    *captureStatus_out = branch->capture->spoilt ? cudaStreamCaptureStatusInvalidated : cudaStreamCaptureStatusActive;
    branch->told.clear();
    branch->told_data.clear();
    for (const Edge& edge : branch->last) {
      branch->told.push_back(handle_of(*edge.from));
      branch->told_data.push_back(edge.data);
    }
    if (id_out != nullptr) *id_out = branch->capture->id;
    if (graph_out != nullptr) *graph_out = handle_of(*branch->capture->graph);
    if (numDependencies_out != nullptr) *numDependencies_out = branch->told.size();
    if (dependencies_out != nullptr) *dependencies_out = branch->told.data();
    if (edgeData_out != nullptr) *edgeData_out = branch->told_data.data();
    return cudaSuccess;
  });
}
WARPGLASS_IN_OWN_STREAM(cudaStreamGetCaptureInfo, cudaStreamGetCaptureInfo_ptsz)

namespace warpglass::cuda {

cudaError_t update_capture(cudaStream_t stream, const cudaGraphNode_t* dependencies, const cudaGraphEdgeData* data,
                           size_t count, unsigned flags) {
  return operate([&](Process& process) -> cudaError_t {
    std::uint64_t id = 0;
    if (const Status status = process.find_stream(stream, id); status != Status::ok) return error_of(status);
    Branch* branch = branch_of(process, stream);
    if (branch == nullptr) return cudaErrorIllegalState;
    if (flags > cudaStreamSetCaptureDependencies) return cudaErrorInvalidValue;
    std::vector<Edge> edges;
    if (const cudaError_t error = edges_of(*branch->capture->graph, dependencies, data, count, edges);
        error != cudaSuccess)
      return error;
    if (flags == cudaStreamSetCaptureDependencies) branch->last.clear();
    for (const Edge& edge : edges)
      if (std::ranges::find(branch->last, edge.from, &Edge::from) == branch->last.end()) branch->last.push_back(edge);
    return cudaSuccess;
  });
}

}  // namespace warpglass::cuda
