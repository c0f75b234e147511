// What calls are refused while a stream is captured, and spoil the capture (CUDA Programming Guide, "Prohibited and
// Unhandled Operations" and "Invalidation"; cuThreadExchangeStreamCaptureMode). As an H200 does it:
// tests/cuda/programs/driver_capture_rules.expected. Each answers nothing where the call may go on.
#pragma once

#include <optional>

#include "cuda/call.hpp"

namespace warpglass::cuda {

/// The calling thread's, cudaThreadExchangeStreamCaptureMode.
[[nodiscard]] cudaStreamCaptureMode& thread_capture_mode();

/// Whether it is the legacy default stream, and one is captured that waits for it. Under the lock.
[[nodiscard]] bool waits_for_captured(Process& process, cudaStream_t stream);

/// For work in a stream that is not captured: there is none in the legacy default stream, as it would wait for the
/// captured one. Under the lock.
[[nodiscard]] std::optional<cudaError_t> refuse_in_legacy(Process& process, cudaStream_t stream);

/// For calls that may wait for other work, as allocations do: not while the thread captures, unless relaxed, nor while
/// another one does that forbids it to all. Takes the lock.
[[nodiscard]] std::optional<cudaError_t> refuse_unsafe();

/// For a call that waits for all of the current device. Takes the lock.
[[nodiscard]] std::optional<cudaError_t> refuse_waiting_for_device();

/// For calls that ask or wait for an event which may be a captured stream's. Takes the lock.
[[nodiscard]] std::optional<cudaError_t> refuse_event(cudaEvent_t event);

/// Whether the event belongs to a capture. Under the lock.
[[nodiscard]] bool is_captured(cudaEvent_t event);

}  // namespace warpglass::cuda
