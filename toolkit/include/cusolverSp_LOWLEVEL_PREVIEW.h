// Sparse systems of cuSOLVER step by step: a matrix is analysed, factorised and solved with by calls of their own. Names
// and parameters are those of NVIDIA's cuSOLVER library.
#ifndef CUSOLVERSP_LOWLEVEL_PREVIEW_H_
#define CUSOLVERSP_LOWLEVEL_PREVIEW_H_

#include "cusolverSp.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct csrluInfoHost* csrluInfoHost_t;
typedef struct csrqrInfoHost* csrqrInfoHost_t;
typedef struct csrcholInfoHost* csrcholInfoHost_t;
typedef struct csrcholInfo* csrcholInfo_t;

cusolverStatus_t CUSOLVERAPI cusolverSpCreateCsrluInfoHost(csrluInfoHost_t* info);
cusolverStatus_t CUSOLVERAPI cusolverSpDestroyCsrluInfoHost(csrluInfoHost_t info);
cusolverStatus_t CUSOLVERAPI cusolverSpCreateCsrqrInfoHost(csrqrInfoHost_t* info);
cusolverStatus_t CUSOLVERAPI cusolverSpDestroyCsrqrInfoHost(csrqrInfoHost_t info);
cusolverStatus_t CUSOLVERAPI cusolverSpCreateCsrcholInfoHost(csrcholInfoHost_t* info);
cusolverStatus_t CUSOLVERAPI cusolverSpDestroyCsrcholInfoHost(csrcholInfoHost_t info);
cusolverStatus_t CUSOLVERAPI cusolverSpCreateCsrcholInfo(csrcholInfo_t* info);
cusolverStatus_t CUSOLVERAPI cusolverSpDestroyCsrcholInfo(csrcholInfo_t info);

// ---- Calls that compute. The library itself has std::complex where a program has cuComplex. ----
#ifndef WARPGLASS_SOLVER_OWN_CALLS
#include "warpglass/solver_lowlevel_calls.h"
#define WARPGLASS_SOLVER_DECLARE(name, what, parameters, arguments) cusolverStatus_t CUSOLVERAPI name parameters;
WARPGLASS_SOLVER_LOWLEVEL_CALLS(WARPGLASS_SOLVER_DECLARE, cuComplex, cuDoubleComplex)
#undef WARPGLASS_SOLVER_DECLARE
#endif

#ifdef __cplusplus
}
#endif

#endif  // CUSOLVERSP_LOWLEVEL_PREVIEW_H_
