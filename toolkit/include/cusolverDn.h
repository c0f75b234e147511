// The dense part of cuSOLVER: systems of equations, eigenvalues and singular values by a library, libcusolver, which
// computes them on the host. Names, values and parameters are those of NVIDIA's cuSOLVER guide.
#ifndef CUSOLVERDN_H_
#define CUSOLVERDN_H_

#include <stdio.h>

#include "cuComplex.h"
#include "cublas_v2.h"
#include "cusolver_common.h"
#include "driver_types.h"
#include "library_types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cusolverDnContext* cusolverDnHandle_t;
typedef struct syevjInfo* syevjInfo_t;
typedef struct gesvdjInfo* gesvdjInfo_t;
typedef struct cusolverDnIRSParams* cusolverDnIRSParams_t;
typedef struct cusolverDnIRSInfos* cusolverDnIRSInfos_t;
typedef struct cusolverDnParams* cusolverDnParams_t;

typedef enum { CUSOLVERDN_GETRF = 0, CUSOLVERDN_POTRF = 1, CUSOLVERDN_SYEVBATCHED = 2 } cusolverDnFunction_t;

// ---- Handles ----
cusolverStatus_t CUSOLVERAPI cusolverDnCreate(cusolverDnHandle_t* handle);
cusolverStatus_t CUSOLVERAPI cusolverDnDestroy(cusolverDnHandle_t handle);
cusolverStatus_t CUSOLVERAPI cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t streamId);
cusolverStatus_t CUSOLVERAPI cusolverDnGetStream(cusolverDnHandle_t handle, cudaStream_t* streamId);
cusolverStatus_t CUSOLVERAPI cusolverDnSetDeterministicMode(cusolverDnHandle_t handle,
                                                            cusolverDeterministicMode_t mode);
cusolverStatus_t CUSOLVERAPI cusolverDnGetDeterministicMode(cusolverDnHandle_t handle,
                                                            cusolverDeterministicMode_t* mode);
cusolverStatus_t CUSOLVERAPI cusolverDnSetMathMode(cusolverDnHandle_t handle, cusolverMathMode_t mode);
cusolverStatus_t CUSOLVERAPI cusolverDnGetMathMode(cusolverDnHandle_t handle, cusolverMathMode_t* mode);
cusolverStatus_t CUSOLVERAPI cusolverDnSetEmulationStrategy(cusolverDnHandle_t handle,
                                                            cudaEmulationStrategy_t strategy);
cusolverStatus_t CUSOLVERAPI cusolverDnGetEmulationStrategy(cusolverDnHandle_t handle,
                                                            cudaEmulationStrategy_t* strategy);

// ---- Parameters of calls that name their types ----
cusolverStatus_t CUSOLVERAPI cusolverDnCreateParams(cusolverDnParams_t* params);
cusolverStatus_t CUSOLVERAPI cusolverDnDestroyParams(cusolverDnParams_t params);
cusolverStatus_t CUSOLVERAPI cusolverDnSetAdvOptions(cusolverDnParams_t params, cusolverDnFunction_t function,
                                                     cusolverAlgMode_t algo);

// ---- Parameters of Jacobi's method ----
cusolverStatus_t CUSOLVERAPI cusolverDnCreateSyevjInfo(syevjInfo_t* info);
cusolverStatus_t CUSOLVERAPI cusolverDnDestroySyevjInfo(syevjInfo_t info);
cusolverStatus_t CUSOLVERAPI cusolverDnXsyevjSetTolerance(syevjInfo_t info, double tolerance);
cusolverStatus_t CUSOLVERAPI cusolverDnXsyevjSetMaxSweeps(syevjInfo_t info, int max_sweeps);
cusolverStatus_t CUSOLVERAPI cusolverDnXsyevjSetSortEig(syevjInfo_t info, int sort_eig);
cusolverStatus_t CUSOLVERAPI cusolverDnXsyevjGetResidual(cusolverDnHandle_t handle, syevjInfo_t info,
                                                         double* residual);
cusolverStatus_t CUSOLVERAPI cusolverDnXsyevjGetSweeps(cusolverDnHandle_t handle, syevjInfo_t info,
                                                       int* executed_sweeps);
cusolverStatus_t CUSOLVERAPI cusolverDnCreateGesvdjInfo(gesvdjInfo_t* info);
cusolverStatus_t CUSOLVERAPI cusolverDnDestroyGesvdjInfo(gesvdjInfo_t info);
cusolverStatus_t CUSOLVERAPI cusolverDnXgesvdjSetTolerance(gesvdjInfo_t info, double tolerance);
cusolverStatus_t CUSOLVERAPI cusolverDnXgesvdjSetMaxSweeps(gesvdjInfo_t info, int max_sweeps);
cusolverStatus_t CUSOLVERAPI cusolverDnXgesvdjSetSortEig(gesvdjInfo_t info, int sort_svd);
cusolverStatus_t CUSOLVERAPI cusolverDnXgesvdjGetResidual(cusolverDnHandle_t handle, gesvdjInfo_t info,
                                                          double* residual);
cusolverStatus_t CUSOLVERAPI cusolverDnXgesvdjGetSweeps(cusolverDnHandle_t handle, gesvdjInfo_t info,
                                                        int* executed_sweeps);

// ---- Parameters and results of refined solutions ----
cusolverStatus_t CUSOLVERAPI cusolverDnIRSParamsCreate(cusolverDnIRSParams_t* params_ptr);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSParamsDestroy(cusolverDnIRSParams_t params);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSParamsSetRefinementSolver(cusolverDnIRSParams_t params,
                                                                    cusolverIRSRefinement_t refinement_solver);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSParamsSetSolverMainPrecision(cusolverDnIRSParams_t params,
                                                                       cusolverPrecType_t solver_main_precision);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSParamsSetSolverLowestPrecision(cusolverDnIRSParams_t params,
                                                                         cusolverPrecType_t solver_lowest_precision);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSParamsSetSolverPrecisions(cusolverDnIRSParams_t params,
                                                                    cusolverPrecType_t solver_main_precision,
                                                                    cusolverPrecType_t solver_lowest_precision);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSParamsSetTol(cusolverDnIRSParams_t params, double val);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSParamsSetTolInner(cusolverDnIRSParams_t params, double val);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSParamsSetMaxIters(cusolverDnIRSParams_t params, cusolver_int_t maxiters);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSParamsSetMaxItersInner(cusolverDnIRSParams_t params,
                                                                 cusolver_int_t maxiters_inner);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSParamsGetMaxIters(cusolverDnIRSParams_t params, cusolver_int_t* maxiters);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSParamsEnableFallback(cusolverDnIRSParams_t params);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSParamsDisableFallback(cusolverDnIRSParams_t params);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSInfosCreate(cusolverDnIRSInfos_t* infos_ptr);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSInfosDestroy(cusolverDnIRSInfos_t infos);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSInfosGetNiters(cusolverDnIRSInfos_t infos, cusolver_int_t* niters);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSInfosGetOuterNiters(cusolverDnIRSInfos_t infos,
                                                              cusolver_int_t* outer_niters);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSInfosGetMaxIters(cusolverDnIRSInfos_t infos, cusolver_int_t* maxiters);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSInfosRequestResidual(cusolverDnIRSInfos_t infos);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSInfosGetResidualHistory(cusolverDnIRSInfos_t infos, void** residual_history);

// ---- Calls that compute. The library itself has std::complex where a program has cuComplex. ----
#ifndef WARPGLASS_SOLVER_OWN_CALLS
#include "warpglass/solver_calls.h"
#define WARPGLASS_SOLVER_DECLARE(name, what, parameters, arguments) cusolverStatus_t CUSOLVERAPI name parameters;
WARPGLASS_SOLVER_CALLS(WARPGLASS_SOLVER_DECLARE, cuComplex, cuDoubleComplex)
#undef WARPGLASS_SOLVER_DECLARE
#endif

#ifdef __cplusplus
}
#endif

#endif  // CUSOLVERDN_H_
