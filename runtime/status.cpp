#include "runtime/status.hpp"

namespace warpglass::runtime {

Status status_of(const sim::Fault& fault) {
  switch (fault.kind) {
    case sim::FaultKind::out_of_bounds: return Status::illegal_address;
    case sim::FaultKind::use_after_free: return Status::illegal_address;
    case sim::FaultKind::misaligned: return Status::misaligned_address;
    case sim::FaultKind::barrier_divergence: return Status::launch_failure;
    case sim::FaultKind::deadlock: return Status::launch_timeout;
    case sim::FaultKind::endless_loop: return Status::launch_timeout;
    case sim::FaultKind::trap: return Status::launch_failure;
    case sim::FaultKind::assertion: return Status::assertion_failed;
    case sim::FaultKind::stack_overflow: return Status::stack_overflow;
    case sim::FaultKind::wrong_mask:
    case sim::FaultKind::illegal_operands: return Status::illegal_instruction;
    case sim::FaultKind::invalid_call: return Status::invalid_call_target;
    case sim::FaultKind::division_by_zero:
    case sim::FaultKind::not_finite:
    case sim::FaultKind::heap_exhausted:
    case sim::FaultKind::array_index: return Status::ok;  // passed over
  }
  return Status::launch_failure;
}

}  // namespace warpglass::runtime
