// cuBLAS as it was before it had handles. It cannot be had together with cublas_v2.h.
#ifndef CUBLAS_H_
#define CUBLAS_H_

#ifdef CUBLAS_V2_H_
#error "cublas.h and cublas_v2.h declare the same names: include one of them"
#endif

#include "cublas_api.h"
#include "cuda_runtime.h"
#include "warpglass/blas_legacy_calls.h"

#define cublasStatus cublasStatus_t

#ifdef __cplusplus
extern "C" {
#endif

cublasStatus_t CUBLASWINAPI cublasInit(void);
cublasStatus_t CUBLASWINAPI cublasShutdown(void);
cublasStatus_t CUBLASWINAPI cublasGetError(void);
cublasStatus_t CUBLASWINAPI cublasGetVersion(int* version);
cublasStatus_t CUBLASWINAPI cublasAlloc(int n, int elemSize, void** devicePtr);
cublasStatus_t CUBLASWINAPI cublasFree(void* devicePtr);
cublasStatus_t CUBLASWINAPI cublasSetKernelStream(cudaStream_t stream);

#define WARPGLASS_BLAS_LEGACY_CALL(name, parameters, arguments) void CUBLASWINAPI name parameters;
#define WARPGLASS_BLAS_LEGACY_RESULT(type, name, parameters, arguments) type CUBLASWINAPI name parameters;
WARPGLASS_BLAS_LEGACY_CALLS(WARPGLASS_BLAS_LEGACY_CALL, WARPGLASS_BLAS_LEGACY_RESULT)
#undef WARPGLASS_BLAS_LEGACY_CALL
#undef WARPGLASS_BLAS_LEGACY_RESULT

#ifdef __cplusplus
}
#endif

#endif
