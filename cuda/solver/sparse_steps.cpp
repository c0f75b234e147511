// The calls of sparse systems step by step, under the names that programs link: warpglass/solver_lowlevel_calls.h has
// what each is made of.
#include "cuda/solver/sparse_steps.hpp"

#include "cuda/solver/define.hpp"
#include "warpglass/solver_lowlevel_calls.h"

namespace warpglass::solver::sparse {

// Symbols of C have no namespace; what they are made of is found in this one.
extern "C" {
WARPGLASS_SOLVER_LOWLEVEL_CALLS(WARPGLASS_SOLVER_DEFINE, Complex, DoubleComplex)
}

}  // namespace warpglass::solver::sparse

// NOLINTBEGIN(bugprone-macro-parentheses): a type has none
#define WARPGLASS_SOLVER_INFO(made, name)                                                                \
  cusolverStatus_t cusolverSpCreate##name(made* info) { return warpglass::solver::create_object(info); } \
  cusolverStatus_t cusolverSpDestroy##name(made info) {                                                  \
    return warpglass::solver::destroy_object(info, CUSOLVER_STATUS_SUCCESS);                             \
  }
WARPGLASS_SOLVER_INFO(csrluInfoHost_t, CsrluInfoHost)
WARPGLASS_SOLVER_INFO(csrqrInfoHost_t, CsrqrInfoHost)
WARPGLASS_SOLVER_INFO(csrcholInfoHost_t, CsrcholInfoHost)
WARPGLASS_SOLVER_INFO(csrqrInfo_t, CsrqrInfo)
WARPGLASS_SOLVER_INFO(csrcholInfo_t, CsrcholInfo)
#undef WARPGLASS_SOLVER_INFO
// NOLINTEND(bugprone-macro-parentheses)
