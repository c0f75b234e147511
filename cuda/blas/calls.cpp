// The calls that compute, under the names that programs link: warpglass/blas_calls.h has what each is made of.
#include "warpglass/blas_calls.h"

#include "cuda/blas/batched.hpp"
#include "cuda/blas/call.hpp"
#include "cuda/blas/extensions.hpp"
#include "cuda/blas/level1.hpp"
#include "cuda/blas/level2.hpp"
#include "cuda/blas/products.hpp"
#include "cuda/blas/symmetric.hpp"
#include "cuda/blas/triangular.hpp"
#include "cuda/blas/typed.hpp"

using warpglass::blas::BFloat;
using warpglass::blas::Complex;
using warpglass::blas::DoubleComplex;
using warpglass::blas::guarded;
using warpglass::blas::Half;

#define WARPGLASS_BLAS_DEFINE(name, what, parameters, arguments)                    \
  cublasStatus_t name parameters {                                                  \
    return guarded(#name, handle, [&] { return warpglass::blas::what arguments; }); \
  }

extern "C" {
WARPGLASS_BLAS_CALLS(WARPGLASS_BLAS_DEFINE, Complex, DoubleComplex, Half, BFloat)
}
