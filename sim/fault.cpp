#include "sim/fault.hpp"

namespace warpglass::sim {

std::string_view name_of(Space space) {
  switch (space) {
    case Space::generic: return "generic";
    case Space::global: return "global";
    case Space::shared: return "shared";
    case Space::local: return "local";
    case Space::constant: return "constant";
    case Space::param: return "param";
  }
  return "";
}

std::string_view rule_of(FaultKind kind) {
  switch (kind) {
    case FaultKind::out_of_bounds: return "out-of-bounds";
    case FaultKind::use_after_free: return "use-after-free";
    case FaultKind::misaligned: return "misaligned";
    case FaultKind::barrier_divergence: return "barrier-divergence";
    case FaultKind::deadlock: return "deadlock";
    case FaultKind::endless_loop: return "endless-loop";
    case FaultKind::trap: return "trap";
    case FaultKind::assertion: return "assertion";
    case FaultKind::stack_overflow: return "stack-overflow";
    case FaultKind::wrong_mask: return "warp-mask";
    case FaultKind::invalid_call: return "invalid-call";
    case FaultKind::illegal_operands: return "illegal-operands";
    case FaultKind::division_by_zero: return "division-by-zero";
    case FaultKind::not_finite: return "not-finite";
    case FaultKind::heap_exhausted: return "heap-exhausted";
    case FaultKind::array_index: return "array-index";
  }
  return "";
}

}  // namespace warpglass::sim
