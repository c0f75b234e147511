// Which streams are captured, and into what: of the calls in capture.hpp and capture_rules.hpp. Everything here is
// under the process's lock, but for is_any_captured().
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "cuda/graph.hpp"
#include "cuda/process.hpp"

namespace warpglass::cuda {

struct Capture {
  std::uint64_t id = 0;
  std::shared_ptr<Graph> graph;
  cudaStream_t origin = nullptr;
  std::uint32_t device = 0;
  cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
  std::thread::id thread{};  // that began it
  bool spoilt = false;
  bool into_known = false;  // the graph was there before
};

/// A stream's part of a capture: its next node comes after `last`.
struct Branch {
  std::shared_ptr<Capture> capture;
  std::vector<Edge> last;
  bool waits = false;  // the stream waits for the legacy default stream, and that for it
  // What cudaStreamGetCaptureInfo points to.
  std::vector<cudaGraphNode_t> told{};
  std::vector<cudaGraphEdgeData> told_data{};
};

struct Captures {
  std::map<cudaStream_t, Branch> streams;
  std::map<cudaEvent_t, Branch> events;  // recorded in captured streams
  std::uint64_t made = 0;

  /// Takes a stream in. \param stream  that stream_of() has given
  void add(cudaStream_t stream, Branch branch);
  /// Forgets all streams and events of a capture.
  void remove(const std::shared_ptr<Capture>& capture);
};

[[nodiscard]] Captures& captures();

/// Whether any stream is being captured; costs next to nothing.
[[nodiscard]] bool is_any_captured();

/// nullptr: the stream is not captured.
[[nodiscard]] Branch* branch_of(Process& process, cudaStream_t stream);

/// Whether it means the legacy default stream.
[[nodiscard]] bool is_legacy(Process& process, cudaStream_t stream);

/// Ends in cudaErrorStreamCaptureInvalidated, and `check` tells what has spoilt it. \return  the same answer
cudaError_t spoil(Capture& capture, cudaError_t error, std::string why);

}  // namespace warpglass::cuda
