// Whether programs use the runtime API: from its first call on, the device's primary context lives, and is the context
// of each thread that made one that needs the device, and has no other. Calls that the driver API makes do not count.
#pragma once

#include <cstdint>

namespace warpglass::cuda {

/// A call of the runtime API is being made, which initialises the driver: any but cudaRuntimeGetVersion (recorded on an
/// H200: tests/cuda/programs/driver_start.expected).
void note_any_runtime_call() noexcept;
/// So it is once there has been one.
[[nodiscard]] bool has_runtime_been_called() noexcept;

/// One that needs the device: its primary context lives from now on, and is the calling thread's.
void note_runtime_call() noexcept;
/// One that begins the use of the device, and leaves the thread without a context.
void note_runtime_start() noexcept;  // of the device that the thread has chosen, as those below

/// The program has reset the device: the next call begins anew. Threads keep the context, which is gone.
void end_runtime_use() noexcept;

[[nodiscard]] bool is_runtime_active(std::uint32_t device) noexcept;

/// Of the calling thread.
[[nodiscard]] bool is_runtime_bound() noexcept;
void bind_runtime(bool bound) noexcept;

/// Around a call of the driver API.
void enter_driver() noexcept;
void leave_driver() noexcept;

}  // namespace warpglass::cuda
