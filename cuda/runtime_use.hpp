// Whether programs use the runtime API: from its first call on, the device's primary context lives, and is the context
// of each thread that made a call and has no other. Calls that the driver API makes do not count.
#pragma once

namespace warpglass::cuda {

/// A call of the runtime API is being made.
void note_runtime_call() noexcept;

/// The program has reset the device: the next call begins anew.
void end_runtime_use() noexcept;

[[nodiscard]] bool is_runtime_active() noexcept;

/// Of the calling thread.
[[nodiscard]] bool is_runtime_bound() noexcept;
void bind_runtime(bool bound) noexcept;

/// Around a call of the driver API.
void enter_driver() noexcept;
void leave_driver() noexcept;

}  // namespace warpglass::cuda
