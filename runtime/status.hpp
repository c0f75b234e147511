// What an operation on the device answers. Each value stands for one error of the API above; the names are ours.
#pragma once

#include <cstdint>

#include "sim/fault.hpp"

namespace warpglass::runtime {

enum class Status : std::uint8_t {
  ok,
  invalid_value,
  out_of_memory,
  invalid_configuration,  // grid, block or shared memory that no device has, or this one has not
  invalid_copy_kind,
  invalid_symbol,  // no such variable
  invalid_kernel,  // no such kernel
  invalid_handle,  // a stream, event or other object that does not exist
  invalid_ptx,     // the device code does not parse
  invalid_image,   // the device code is damaged
  no_image,        // no device code that the modelled device can run
  already_registered,
  not_registered,
  not_ready,
  out_of_resources,       // more registers or threads than the kernel or an SM has
  cooperative_too_large,  // a cooperative grid that does not fit the device at once
  invalid_cluster,        // of more blocks than the device takes, or another shape than the kernel was made for
  not_supported,
  cancelled,  // by the user

  // A kernel's fault. It stays until the device is reset.
  illegal_address,
  misaligned_address,
  assertion_failed,
  launch_failure,  // trap, or a barrier that can not be met
  launch_timeout,  // endless loop or deadlock
  stack_overflow,
  invalid_call_target,
  illegal_instruction,
};

/// True for what a kernel's fault leaves behind.
[[nodiscard]] constexpr bool is_sticky(Status status) { return status >= Status::illegal_address; }

[[nodiscard]] Status status_of(const sim::Fault& fault);

}  // namespace warpglass::runtime
