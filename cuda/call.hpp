// How every call of the API is made: under the process's lock, with no exception ever crossing the border, and with its
// answer remembered as the thread's last error.
#pragma once

#include <mutex>
#include <new>
#include <type_traits>
#include <utility>

#include "cuda/api.hpp"
#include "cuda/host_checks.hpp"
#include "cuda/own_stream.hpp"
#include "cuda/page_guard.hpp"
#include "cuda/process.hpp"
#include "cuda/runtime_use.hpp"
#include "runtime/status.hpp"

namespace warpglass::cuda {

[[nodiscard]] cudaError_t error_of(runtime::Status status);

/// The calling thread's last error; success when it had none.
[[nodiscard]] cudaError_t& last_error();

/// Tells the checks of what the calling thread answers, which is no success.
void note_failure(cudaError_t error) noexcept;

/// Remembers what is a failure, and hands it on. That something is not ready is none: an H200 forgets it at once
/// (tests/cuda/programs/stream_rules.expected).
inline cudaError_t answer(cudaError_t error) {
  if (error == cudaSuccess || error == cudaErrorNotReady) return error;
  note_failure(error);
  return last_error() = error;
}
inline cudaError_t answer(runtime::Status status) { return answer(error_of(status)); }

/// What a program does before it calls anything: the same as a query, and no call. `work(process)` answers a
/// cudaError_t or a Status.
template <class Work>
cudaError_t prepare(Work&& work) noexcept {
  try {
    const page_guard::OwnAccess own;
    Process& process = Process::get();
    std::unique_lock lock(process.mutex(), std::defer_lock);
    if (Task::current() == nullptr) lock.lock();
    const cudaError_t error = answer(std::forward<Work>(work)(process));
    process.session().end_call(error == cudaSuccess || error == cudaErrorNotReady);
    return error;
  } catch (const std::bad_alloc&) {
    return answer(cudaErrorMemoryAllocation);
  } catch (...) {
    return answer(cudaErrorUnknown);
  }
}

/// A call that works whatever state the device is in. `work(process)` answers likewise.
template <class Work>
cudaError_t query(Work&& work) noexcept {
  note_any_runtime_call();
  return prepare(std::forward<Work>(work));
}

/// A call that needs the device in working order: once a kernel has faulted, it answers with that fault.
template <class Work>
cudaError_t operate(Work&& work) noexcept {
  const bool is_hosts = Task::current() == nullptr;
  if (is_hosts) note_runtime_call();
  return query([&](Process& process) -> cudaError_t {
    if (is_hosts) process.pending().look();
    if (const runtime::Status fault = process.device().sticky(); fault != runtime::Status::ok) {
      blame({.rule = kNoMistake});
      return error_of(fault);
    }
    if constexpr (std::is_same_v<decltype(work(process)), runtime::Status>) {
      return error_of(work(process));
    } else {
      return work(process);
    }
  });
}

/// The same for a call that waits for the whole device first, the calling thread's.
template <class Work>
cudaError_t operate_alone(Work&& work) noexcept {
  return operate([&](Process& process) -> cudaError_t {
    process.pending().wait_for_device(process.device().number());
    if (const runtime::Status fault = process.device().sticky(); fault != runtime::Status::ok) return error_of(fault);
    if constexpr (std::is_same_v<decltype(work(process)), runtime::Status>) {
      return error_of(work(process));
    } else {
      return work(process);
    }
  });
}

/// Answers for what is not there, and says so once.
inline cudaError_t not_supported(const char* call) noexcept {
  return query([&](Process& process) {
    process.session().note_not_supported(call);
    blame({.rule = kNoMistake});
    return cudaErrorNotSupported;
  });
}

}  // namespace warpglass::cuda
