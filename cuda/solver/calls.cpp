// The calls that compute, under the names that programs link: warpglass/solver_calls.h has what each is made of.
#include "cuda/solver/define.hpp"
#include "cuda/solver/typed.hpp"
#include "warpglass/solver_calls.h"

namespace warpglass::solver {

// Symbols of C have no namespace; what they are made of is found in this one.
extern "C" {
WARPGLASS_SOLVER_CALLS(WARPGLASS_SOLVER_DEFINE, Complex, DoubleComplex)
}

}  // namespace warpglass::solver
