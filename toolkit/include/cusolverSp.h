// The sparse part of cuSOLVER: systems of equations, least squares, eigenvalues and orderings of matrices in compressed
// rows, which the host computes. Names and parameters are those of NVIDIA's cuSOLVER guide.
#ifndef CUSOLVERSP_H_
#define CUSOLVERSP_H_

#include "cublas_v2.h"
#include "cusolver_common.h"
#include "cusparse.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cusolverSpContext* cusolverSpHandle_t;
typedef struct csrqrInfo* csrqrInfo_t;

cusolverStatus_t CUSOLVERAPI cusolverSpCreate(cusolverSpHandle_t* handle);
cusolverStatus_t CUSOLVERAPI cusolverSpDestroy(cusolverSpHandle_t handle);
cusolverStatus_t CUSOLVERAPI cusolverSpSetStream(cusolverSpHandle_t handle, cudaStream_t streamId);
cusolverStatus_t CUSOLVERAPI cusolverSpGetStream(cusolverSpHandle_t handle, cudaStream_t* streamId);
cusolverStatus_t CUSOLVERAPI cusolverSpCreateCsrqrInfo(csrqrInfo_t* info);
cusolverStatus_t CUSOLVERAPI cusolverSpDestroyCsrqrInfo(csrqrInfo_t info);

// ---- Calls that compute. The library itself has std::complex where a program has cuComplex. ----
#ifndef WARPGLASS_SOLVER_OWN_CALLS
#include "warpglass/solver_sparse_calls.h"
#define WARPGLASS_SOLVER_DECLARE(name, what, parameters, arguments) cusolverStatus_t CUSOLVERAPI name parameters;
WARPGLASS_SOLVER_SPARSE_CALLS(WARPGLASS_SOLVER_DECLARE, cuComplex, cuDoubleComplex)
#undef WARPGLASS_SOLVER_DECLARE
#endif

#ifdef __cplusplus
}
#endif

#endif  // CUSOLVERSP_H_
