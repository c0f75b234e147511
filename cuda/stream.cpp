// Streams and events. Work is complete when the call that asks for it returns, unless it waits for what comes later
// (cuda/pending.hpp).
#include "runtime/stream.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cuda/call.hpp"
#include "cuda/capture.hpp"
#include "cuda/capture_rules.hpp"
#include "cuda/launch.hpp"
#include "cuda/pool.hpp"

using namespace warpglass;
using namespace warpglass::cuda;
using runtime::Event;
using runtime::Status;
using runtime::Stream;
using sim::StreamAction;

namespace {

constexpr int kLeastPriority = 0;
constexpr int kGreatestPriority = -5;

// A call that is about an existing stream. The legacy default stream has no record and no properties of its own.
template <class Work>
cudaError_t with_stream(cudaStream_t stream, Work&& work) {
  return operate([&](Process& process) {
    std::uint64_t id = 0;
    const Status status = process.find_stream(stream, id);
    if (status == Status::ok)
      work(id, sim::is_default_stream(id) ? Stream{} : *reinterpret_cast<const Stream*>(process.stream_of(stream)));
    return status;
  });
}

// What waiting for work leads to: the fault of a kernel, or what nobody has been told yet.
cudaError_t outcome(Process& process, std::uint64_t of) {
  const Status fault = process.device_of(of).sticky();
  return fault != Status::ok ? error_of(fault) : process.pending().take_error();
}

// CUDA Programming Guide, "Stream and event behavior": recording and measuring stay within a device, waiting does not.
bool are_of_one_device(std::uint64_t a, std::uint64_t b) {
  if (sim::device_of_stream(a) == sim::device_of_stream(b)) return true;
  blame({.message = fmt::format("the event is of device {}, and the other side of device {}: an event is recorded in "
                                "streams of its own device, and measured against events of that",
                                sim::device_of_stream(a), sim::device_of_stream(b))});
  return false;
}

cudaError_t ask_stream(cudaStream_t stream, StreamAction how) {
  return operate([&](Process& process) {
    std::uint64_t id = 0;
    const Status status = process.find_stream(stream, id);
    if (status != Status::ok) return error_of(status);
    if (how == StreamAction::poll && process.pending().is_busy(id)) return cudaErrorNotReady;
    process.pending().wait_for_stream(id);
    process.device().tell({.what = how, .stream = id});
    if (how == StreamAction::wait_on_host) note_waited(id);
    return outcome(process, id);
  });
}

cudaError_t ask_event(cudaEvent_t event, StreamAction how) {
  if (const auto refused = refuse_event(event)) return *refused;
  return operate([&](Process& process) {
    const Event* known = process.find_event(event);
    if (known == nullptr) return error_of(Status::invalid_handle);
    const std::uint64_t id = known->id;
    if (how == StreamAction::poll && process.pending().is_awaited(id)) return cudaErrorNotReady;
    process.pending().wait_for_event(id);
    process.device().tell({.what = how, .event = id});
    if (how == StreamAction::wait_on_host) note_waited(std::nullopt);
    return outcome(process, id);
  });
}

void note_created(Process& process, const void* handle, std::string_view kind) {
  if (HostChecks* checks = process.session().checks(); checks != nullptr) checks->created(handle, kind);
}

Status note_destroyed(Process& process, const void* handle, std::string_view kind, bool destroyed) {
  if (!destroyed) {
    blame_handle(process.session().checks(), handle, kind);
    return Status::invalid_handle;
  }
  if (HostChecks* checks = process.session().checks(); checks != nullptr) checks->destroyed(handle);
  return Status::ok;
}

cudaError_t create_stream(cudaStream_t* handle, unsigned flags, int priority) {
  return operate([&](Process& process) {
    if (handle == nullptr || (flags & ~unsigned{cudaStreamNonBlocking}) != 0) return Status::invalid_value;
    priority = std::clamp(priority, kGreatestPriority, kLeastPriority);
    const bool blocking = (flags & cudaStreamNonBlocking) == 0;
    const Stream* const stream = process.device().create_stream(flags, priority, blocking);
    if (!blocking) process.pending().note_independent(stream->id);
    *handle = reinterpret_cast<cudaStream_t>(const_cast<Stream*>(stream));
    note_created(process, *handle, "stream");
    return Status::ok;
  });
}

cudaError_t create_event(cudaEvent_t* handle, unsigned flags) {
  return operate([&](Process& process) {
    constexpr unsigned kKnown = cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
    const bool timed = (flags & cudaEventDisableTiming) == 0;
    if (handle == nullptr || (flags & ~kKnown) != 0 || (timed && (flags & cudaEventInterprocess) != 0))
      return Status::invalid_value;
    *handle = reinterpret_cast<cudaEvent_t>(process.device().create_event(timed));
    note_created(process, *handle, "event");
    return Status::ok;
  });
}

cudaError_t record_now(cudaEvent_t event, std::uint64_t stream) {
  return operate([&](Process& process) {
    auto* const known = reinterpret_cast<Event*>(event);
    runtime::Device& device = process.device_of(stream);
    if (device.has(known)) device.record(*known, stream);  // else destroyed since
    return Status::ok;
  });
}

cudaError_t record_event(cudaEvent_t event, cudaStream_t stream) {
  if (const auto captured = capture_record(event, stream)) return *captured;
  return operate([&](Process& process) {
    std::uint64_t id = 0;
    if (const Status status = process.find_stream(stream, id); status != Status::ok) return status;
    Event* known = process.find_event(event);
    if (known == nullptr || !are_of_one_device(known->id, id)) return Status::invalid_handle;
    Pending& pending = process.pending();
    if (Task::current() == nullptr && pending.is_ahead_of(id)) {
      pending.add_record(stream, id, known->id, [event, id] { return record_now(event, id); });
    } else {
      if (Task::current() == nullptr) pending.forget_record(known->id);
      process.device().record(*known, id);
    }
    return Status::ok;
  });
}

}  // namespace

cudaError_t cudaStreamCreate(cudaStream_t* pStream) { return create_stream(pStream, cudaStreamDefault, 0); }

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* pStream, unsigned int flags) {
  return create_stream(pStream, flags, 0);
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* pStream, unsigned int flags, int priority) {
  return create_stream(pStream, flags, priority);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return operate([&](Process& process) {
    return note_destroyed(process, stream, "stream", process.destroy(reinterpret_cast<const Stream*>(stream)));
  });
}

cudaError_t cudaStreamGetPriority(cudaStream_t hStream, int* priority) {
  if (priority == nullptr) return answer(cudaErrorInvalidValue);
  return with_stream(hStream, [&](std::uint64_t, const Stream& stream) { *priority = stream.priority; });
}
WARPGLASS_IN_OWN_STREAM(cudaStreamGetPriority, cudaStreamGetPriority_ptsz)

cudaError_t cudaStreamGetFlags(cudaStream_t hStream, unsigned int* flags) {
  if (flags == nullptr) return answer(cudaErrorInvalidValue);
  return with_stream(hStream, [&](std::uint64_t, const Stream& stream) { *flags = stream.flags; });
}
WARPGLASS_IN_OWN_STREAM(cudaStreamGetFlags, cudaStreamGetFlags_ptsz)

cudaError_t cudaStreamGetId(cudaStream_t hStream, unsigned long long* streamId) {
  if (streamId == nullptr) return answer(cudaErrorInvalidValue);
  return with_stream(hStream, [&](std::uint64_t id, const Stream&) { *streamId = id; });
}
WARPGLASS_IN_OWN_STREAM(cudaStreamGetId, cudaStreamGetId_ptsz)

cudaError_t cudaStreamGetDevice(cudaStream_t hStream, int* device) {
  if (device == nullptr) return answer(cudaErrorInvalidValue);
  return with_stream(hStream,
                     [&](std::uint64_t id, const Stream&) { *device = static_cast<int>(sim::device_of_stream(id)); });
}
WARPGLASS_IN_OWN_STREAM(cudaStreamGetDevice, cudaStreamGetDevice_ptsz)

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  if (const auto refused = refuse_captured(stream)) return *refused;
  const auto refused = refuse_unsafe();
  return refused ? *refused : ask_stream(stream, StreamAction::wait_on_host);
}
WARPGLASS_IN_OWN_STREAM(cudaStreamSynchronize, cudaStreamSynchronize_ptsz)

cudaError_t cudaStreamQuery(cudaStream_t stream) {
  if (const auto refused = refuse_captured(stream)) return *refused;
  const auto refused = refuse_unsafe();
  return refused ? *refused : ask_stream(stream, StreamAction::poll);
}
WARPGLASS_IN_OWN_STREAM(cudaStreamQuery, cudaStreamQuery_ptsz)

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags) {
  const bool external = (flags & cudaEventWaitExternal) != 0;
  if (const auto captured = external ? capture_outer_event(stream, event, false) : capture_wait(stream, event))
    return *captured;
  return operate([&](Process& process) {
    std::uint64_t id = 0;
    if (const Status status = process.find_stream(stream, id); status != Status::ok) return status;
    const Event* known = process.find_event(event);
    if (known == nullptr) return Status::invalid_handle;
    const std::uint64_t awaited = known->id;
    Pending& pending = process.pending();
    if (Task::current() == nullptr && (pending.is_ahead_of(id) || pending.is_awaited(awaited))) {
      const auto wait = [id, awaited] {
        return operate([&](Process& later) {
          later.device().tell({.what = StreamAction::wait, .stream = id, .event = awaited});
          return Status::ok;
        });
      };
      pending.add(stream, id, "a wait for an event", wait, awaited);
    } else {
      process.device().tell({.what = StreamAction::wait, .stream = id, .event = awaited});
    }
    return Status::ok;
  });
}
WARPGLASS_IN_OWN_STREAM(cudaStreamWaitEvent, cudaStreamWaitEvent_ptsz)

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* userData,
                                  unsigned int flags) {
  if (callback == nullptr || flags != 0) return answer(cudaErrorInvalidValue);
  if (const auto refused = refuse_captured(stream)) return *refused;
  return call_in_stream(stream, [stream, callback, userData] { callback(stream, cudaSuccess, userData); });
}
WARPGLASS_IN_OWN_STREAM(cudaStreamAddCallback, cudaStreamAddCallback_ptsz)

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  if (mode == nullptr || *mode > cudaStreamCaptureModeRelaxed) return answer(cudaErrorInvalidValue);
  std::swap(*mode, thread_capture_mode());
  return cudaSuccess;
}

cudaError_t cudaCtxResetPersistingL2Cache() {
  return operate([](Process&) { return Status::ok; });
}

// ---- Events ----

cudaError_t cudaEventCreate(cudaEvent_t* event) { return create_event(event, cudaEventDefault); }
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags) { return create_event(event, flags); }

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return operate([&](Process& process) {
    return note_destroyed(process, event, "event", process.destroy(reinterpret_cast<const Event*>(event)));
  });
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) { return record_event(event, stream); }
WARPGLASS_IN_OWN_STREAM(cudaEventRecord, cudaEventRecord_ptsz)

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags) {
  if ((flags & cudaEventRecordExternal) == 0) return record_event(event, stream);
  const auto captured = capture_outer_event(stream, event, true);
  return captured ? *captured : answer(cudaErrorIllegalState);
}
WARPGLASS_IN_OWN_STREAM(cudaEventRecordWithFlags, cudaEventRecordWithFlags_ptsz)

cudaError_t cudaEventQuery(cudaEvent_t event) { return ask_event(event, StreamAction::poll); }
cudaError_t cudaEventSynchronize(cudaEvent_t event) { return ask_event(event, StreamAction::wait_on_host); }

cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t start, cudaEvent_t end) {
  return operate([&](Process& process) {
    if (ms == nullptr) return error_of(Status::invalid_value);
    if (is_captured(start) || is_captured(end)) return cudaErrorCapturedEvent;
    const Event* first = process.find_event(start);
    const Event* second = process.find_event(end);
    if (first == nullptr || second == nullptr || !first->timed || !second->timed ||
        !are_of_one_device(first->id, second->id))
      return error_of(Status::invalid_handle);
    for (const Event* event : {first, second})
      if (process.pending().is_awaited(event->id)) return cudaErrorNotReady;
    if (!first->recorded || !second->recorded) return error_of(Status::invalid_handle);
    *ms = runtime::milliseconds_between(*first, *second);
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* leastPriority, int* greatestPriority) {
  return operate([&](Process&) {
    if (leastPriority != nullptr) *leastPriority = kLeastPriority;
    if (greatestPriority != nullptr) *greatestPriority = kGreatestPriority;
    return Status::ok;
  });
}
