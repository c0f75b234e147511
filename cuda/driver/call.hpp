// How every call of the driver API is made: what it needs is checked, most of its work is a call of the runtime API,
// and the runtime's last error stays as it was.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include "cuda/call.hpp"
#include "cuda/driver/api.hpp"
#include "runtime/status.hpp"

namespace warpglass::cuda {

enum class Needs : std::uint8_t {
  nothing,
  init,     // cuInit was called; what is destroyed or freed knows its context
  context,  // and the calling thread has a context
};

/// The driver's number for the runtime's; most are the same.
[[nodiscard]] CUresult result_of(cudaError_t error);

/// Says of a result that a call answers by itself what is to be said; hands it on.
CUresult driver_answer(CUresult result) noexcept;

/// Why a call with such needs cannot be made now; CUDA_SUCCESS when it can.
[[nodiscard]] CUresult refusal_of(Needs needs) noexcept;

/// While there is one, the calling thread is in a call of the driver API.
class DriverCall {
 public:
  DriverCall();
  ~DriverCall();
  DriverCall(const DriverCall&) = delete;
  DriverCall& operator=(const DriverCall&) = delete;

 private:
  page_guard::OwnAccess own_;
  cudaError_t before_;  // the runtime's last error
};

/// `work()` answers what a call of the runtime API answered, or a CUresult of its own.
template <class Work>
CUresult driver_call(Needs needs, Work&& work) noexcept {
  const DriverCall guard;
  if (const CUresult refused = refusal_of(needs); refused != CUDA_SUCCESS) return driver_answer(refused);
  if constexpr (std::is_same_v<decltype(work()), CUresult>) {
    return driver_answer(std::forward<Work>(work)());
  } else {
    return result_of(std::forward<Work>(work)());
  }
}

/// Makes a call that needs a context.
template <class Work>
CUresult driver_call(Work&& work) noexcept {
  return driver_call(Needs::context, std::forward<Work>(work));
}

[[nodiscard]] inline void* pointer_of(CUdeviceptr address) {
  return reinterpret_cast<void*>(static_cast<std::uintptr_t>(address));
}

}  // namespace warpglass::cuda
