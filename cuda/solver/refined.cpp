// The objects of refined solutions.
#include "cuda/solver/refined.hpp"

#include "cuda/solver/objects.hpp"

using warpglass::solver::create_object;
using warpglass::solver::destroy_object;
using warpglass::solver::give_back;
using warpglass::solver::keep;
using warpglass::solver::kInvalid;
using warpglass::solver::Status;
using warpglass::solver::with_object;

namespace {

constexpr Status kNoParams = CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED;
constexpr Status kNoInfos = CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED;

/// No call takes a step.
Status no_steps(cusolverDnIRSInfos_t infos, cusolver_int_t* steps) {
  return with_object(infos, kNoInfos, [&](const cusolverDnIRSInfos&) {
    if (steps == nullptr) return kInvalid;
    *steps = 0;
    return CUSOLVER_STATUS_SUCCESS;
  });
}

}  // namespace

cusolverStatus_t cusolverDnIRSParamsCreate(cusolverDnIRSParams_t* params) { return create_object(params); }
cusolverStatus_t cusolverDnIRSParamsDestroy(cusolverDnIRSParams_t params) { return destroy_object(params, kNoParams); }
cusolverStatus_t cusolverDnIRSParamsSetRefinementSolver(cusolverDnIRSParams_t params, cusolverIRSRefinement_t solver) {
  return keep(params, kNoParams, &cusolverDnIRSParams::solver, solver);
}
cusolverStatus_t cusolverDnIRSParamsSetSolverMainPrecision(cusolverDnIRSParams_t params, cusolverPrecType_t main) {
  return keep(params, kNoParams, &cusolverDnIRSParams::main, main);
}
cusolverStatus_t cusolverDnIRSParamsSetSolverLowestPrecision(cusolverDnIRSParams_t params, cusolverPrecType_t lowest) {
  return keep(params, kNoParams, &cusolverDnIRSParams::lowest, lowest);
}
cusolverStatus_t cusolverDnIRSParamsSetSolverPrecisions(cusolverDnIRSParams_t params, cusolverPrecType_t main,
                                                        cusolverPrecType_t lowest) {
  const Status status = cusolverDnIRSParamsSetSolverMainPrecision(params, main);
  return status == CUSOLVER_STATUS_SUCCESS ? cusolverDnIRSParamsSetSolverLowestPrecision(params, lowest) : status;
}
cusolverStatus_t cusolverDnIRSParamsSetTol(cusolverDnIRSParams_t params, double tolerance) {
  return keep(params, kNoParams, &cusolverDnIRSParams::tolerance, tolerance);
}
cusolverStatus_t cusolverDnIRSParamsSetTolInner(cusolverDnIRSParams_t params, double tolerance) {
  return keep(params, kNoParams, &cusolverDnIRSParams::inner_tolerance, tolerance);
}
cusolverStatus_t cusolverDnIRSParamsSetMaxIters(cusolverDnIRSParams_t params, cusolver_int_t steps) {
  return keep(params, kNoParams, &cusolverDnIRSParams::most_steps, steps);
}
cusolverStatus_t cusolverDnIRSParamsSetMaxItersInner(cusolverDnIRSParams_t params, cusolver_int_t steps) {
  return keep(params, kNoParams, &cusolverDnIRSParams::most_inner_steps, steps);
}
cusolverStatus_t cusolverDnIRSParamsGetMaxIters(cusolverDnIRSParams_t params, cusolver_int_t* steps) {
  return give_back(params, kNoParams, &cusolverDnIRSParams::most_steps, steps);
}
cusolverStatus_t cusolverDnIRSParamsEnableFallback(cusolverDnIRSParams_t params) {
  return keep(params, kNoParams, &cusolverDnIRSParams::falls_back, true);
}
cusolverStatus_t cusolverDnIRSParamsDisableFallback(cusolverDnIRSParams_t params) {
  return keep(params, kNoParams, &cusolverDnIRSParams::falls_back, false);
}

cusolverStatus_t cusolverDnIRSInfosCreate(cusolverDnIRSInfos_t* infos) { return create_object(infos); }
cusolverStatus_t cusolverDnIRSInfosDestroy(cusolverDnIRSInfos_t infos) { return destroy_object(infos, kNoInfos); }
cusolverStatus_t cusolverDnIRSInfosGetNiters(cusolverDnIRSInfos_t infos, cusolver_int_t* steps) {
  return no_steps(infos, steps);
}
cusolverStatus_t cusolverDnIRSInfosGetOuterNiters(cusolverDnIRSInfos_t infos, cusolver_int_t* steps) {
  return no_steps(infos, steps);
}
cusolverStatus_t cusolverDnIRSInfosGetMaxIters(cusolverDnIRSInfos_t infos, cusolver_int_t* steps) {
  return give_back(infos, kNoInfos, &cusolverDnIRSInfos::most_steps, steps);
}
cusolverStatus_t cusolverDnIRSInfosRequestResidual(cusolverDnIRSInfos_t infos) {
  return keep(infos, kNoInfos, &cusolverDnIRSInfos::wants_residuals, true);
}
cusolverStatus_t cusolverDnIRSInfosGetResidualHistory(cusolverDnIRSInfos_t infos, void**) {
  return with_object(infos, kNoInfos, [](const cusolverDnIRSInfos&) {
    return warpglass::solver::not_supported("cusolverDnIRSInfosGetResidualHistory",
                                            "solutions are not refined here, and have no history");
  });
}
