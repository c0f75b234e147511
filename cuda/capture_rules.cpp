#include "cuda/capture_rules.hpp"

#include <utility>

#include "cuda/captured_streams.hpp"

namespace warpglass::cuda {
namespace {

/// Spoils all captures that have a stream of which `hinders(branch)`. `error` where there is one.
template <class Hinders>
std::optional<cudaError_t> refuse_where(cudaError_t error, const char* why, Hinders&& hinders) {
  std::optional<cudaError_t> refused;
  for (const auto& [stream, branch] : captures().streams)
    if (hinders(branch)) refused = spoil(*branch.capture, error, why);
  return refused;
}

template <class Hinders>
std::optional<cudaError_t> refuse_unlocked(const char* why, Hinders&& hinders) {
  if (!is_any_captured()) return std::nullopt;
  std::optional<cudaError_t> refused;
  const cudaError_t error = query([&](Process& process) {
    refused = refuse_where(cudaErrorStreamCaptureUnsupported, why,
                           [&](const Branch& branch) { return hinders(process, branch); });
    return refused.value_or(cudaSuccess);
  });
  if (refused) refused = error;
  return refused;
}

}  // namespace

cudaStreamCaptureMode& thread_capture_mode() {
  thread_local cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
  return mode;
}

bool waits_for_captured(Process& process, cudaStream_t stream) {
  if (!is_legacy(process, stream)) return false;
  const std::uint32_t device = process.device().number();
  return std::ranges::any_of(captures().streams, [&](const auto& entry) {
    return entry.second.waits && entry.second.capture->device == device;
  });
}

std::optional<cudaError_t> refuse_in_legacy(Process& process, cudaStream_t stream) {
  if (!is_legacy(process, stream)) return std::nullopt;
  const std::uint32_t device = process.device().number();
  return refuse_where(cudaErrorStreamCaptureImplicit,
                      "the default stream waits for streams that were made without cudaStreamNonBlocking, and one of "
                      "them is captured: use that stream, or another than the default one",
                      [&](const Branch& branch) { return branch.waits && branch.capture->device == device; });
}

std::optional<cudaError_t> refuse_unsafe() {
  const cudaStreamCaptureMode mode = thread_capture_mode();
  if (mode == cudaStreamCaptureModeRelaxed) return std::nullopt;
  return refuse_unlocked(
      "a stream is captured, and this call may wait for other work: make it before the capture begins, or capture with "
      "cudaStreamCaptureModeRelaxed",
      [&](Process&, const Branch& branch) {
        const Capture& capture = *branch.capture;
        if (capture.thread == std::this_thread::get_id()) return capture.mode != cudaStreamCaptureModeRelaxed;
        return capture.mode == cudaStreamCaptureModeGlobal && mode == cudaStreamCaptureModeGlobal;
      });
}

std::optional<cudaError_t> refuse_waiting_for_device() {
  return refuse_unlocked(
      "a stream of the device is captured: nothing can wait for the device before the capture's end",
      [](Process& process, const Branch& branch) { return branch.capture->device == process.device().number(); });
}

std::optional<cudaError_t> refuse_event(cudaEvent_t event) {
  if (!is_any_captured()) return std::nullopt;
  std::optional<cudaError_t> refused;
  const cudaError_t error = query([&](Process&) {
    const auto found = captures().events.find(event);
    if (found == captures().events.end()) return cudaSuccess;
    refused =
        spoil(*found->second.capture, cudaErrorCapturedEvent,
              "the event was recorded in a captured stream: it stands for a place in the graph, and never happens");
    return *refused;
  });
  if (refused) return error;
  return refuse_unsafe();
}

bool is_captured(cudaEvent_t event) { return captures().events.contains(event); }

}  // namespace warpglass::cuda
