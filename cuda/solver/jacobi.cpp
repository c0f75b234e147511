// The objects of Jacobi's method.
#include "cuda/solver/jacobi.hpp"

#include "cuda/solver/objects.hpp"

using warpglass::solver::Call;
using warpglass::solver::create_object;
using warpglass::solver::destroy_object;
using warpglass::solver::Jacobi;
using warpglass::solver::kInvalid;
using warpglass::solver::Memory;
using warpglass::solver::Status;

namespace {

template <class Info, class Value>
Status set(Info* info, Value Jacobi::* member, Value value) {
  return warpglass::solver::with_object(info, kInvalid, [&](const Info& object) {
    (*object.kept).*member = value;
    return CUSOLVER_STATUS_SUCCESS;
  });
}

/// Of the last call, when that is done. Of a batch there is none.
template <class Info, class Value>
Status told(const char* name, cusolverDnHandle_t handle, Info* info, Value Jacobi::* member, Value* to) {
  return warpglass::solver::with_object(info, kInvalid, [&](const Info& object) {
    if (!warpglass::solver::is_there(handle)) return CUSOLVER_STATUS_NOT_INITIALIZED;
    if (to == nullptr) return kInvalid;
    bool is_batch = false;
    const Status status = Call{name, handle}.waits([&is_batch, to, member, kept = object.kept](const Memory&) {
      is_batch = kept->is_batch;
      if (!is_batch) *to = (*kept).*member;
    });
    return status == CUSOLVER_STATUS_SUCCESS && is_batch ? CUSOLVER_STATUS_NOT_SUPPORTED : status;
  });
}

}  // namespace

cusolverStatus_t cusolverDnCreateSyevjInfo(syevjInfo_t* info) { return create_object(info); }
cusolverStatus_t cusolverDnDestroySyevjInfo(syevjInfo_t info) { return destroy_object(info, CUSOLVER_STATUS_SUCCESS); }
cusolverStatus_t cusolverDnXsyevjSetTolerance(syevjInfo_t info, double tolerance) {
  return set(info, &Jacobi::tolerance, tolerance);
}
cusolverStatus_t cusolverDnXsyevjSetMaxSweeps(syevjInfo_t info, int max_sweeps) {
  return set(info, &Jacobi::most_sweeps, max_sweeps);
}
cusolverStatus_t cusolverDnXsyevjSetSortEig(syevjInfo_t info, int sort_eig) {
  return set(info, &Jacobi::sorts, sort_eig != 0);
}
cusolverStatus_t cusolverDnXsyevjGetResidual(cusolverDnHandle_t handle, syevjInfo_t info, double* residual) {
  return told("cusolverDnXsyevjGetResidual", handle, info, &Jacobi::residual, residual);
}
cusolverStatus_t cusolverDnXsyevjGetSweeps(cusolverDnHandle_t handle, syevjInfo_t info, int* executed_sweeps) {
  return told("cusolverDnXsyevjGetSweeps", handle, info, &Jacobi::sweeps, executed_sweeps);
}

cusolverStatus_t cusolverDnCreateGesvdjInfo(gesvdjInfo_t* info) { return create_object(info); }
cusolverStatus_t cusolverDnDestroyGesvdjInfo(gesvdjInfo_t info) {
  return destroy_object(info, CUSOLVER_STATUS_SUCCESS);
}
cusolverStatus_t cusolverDnXgesvdjSetTolerance(gesvdjInfo_t info, double tolerance) {
  return set(info, &Jacobi::tolerance, tolerance);
}
cusolverStatus_t cusolverDnXgesvdjSetMaxSweeps(gesvdjInfo_t info, int max_sweeps) {
  return set(info, &Jacobi::most_sweeps, max_sweeps);
}
cusolverStatus_t cusolverDnXgesvdjSetSortEig(gesvdjInfo_t info, int sort_svd) {
  return set(info, &Jacobi::sorts, sort_svd != 0);
}
cusolverStatus_t cusolverDnXgesvdjGetResidual(cusolverDnHandle_t handle, gesvdjInfo_t info, double* residual) {
  return told("cusolverDnXgesvdjGetResidual", handle, info, &Jacobi::residual, residual);
}
cusolverStatus_t cusolverDnXgesvdjGetSweeps(cusolverDnHandle_t handle, gesvdjInfo_t info, int* executed_sweeps) {
  return told("cusolverDnXgesvdjGetSweeps", handle, info, &Jacobi::sweeps, executed_sweeps);
}
