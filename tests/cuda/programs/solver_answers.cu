// What cuSOLVER answers to wrong arguments, and what it keeps. One line for each. What NVIDIA's library does not come
// from, or reaches memory by that it has not got, is left out.
#include <cuda_runtime.h>
#include <cusolverDn.h>

#include <cstdint>
#include <cstdio>

namespace {

const char* name_of(cusolverStatus_t status) {
  switch (static_cast<int>(status)) {
    case CUSOLVER_STATUS_SUCCESS: return "success";
    case CUSOLVER_STATUS_NOT_INITIALIZED: return "not initialized";
    case CUSOLVER_STATUS_ALLOC_FAILED: return "alloc failed";
    case CUSOLVER_STATUS_INVALID_VALUE: return "invalid value";
    case CUSOLVER_STATUS_ARCH_MISMATCH: return "arch mismatch";
    case CUSOLVER_STATUS_EXECUTION_FAILED: return "execution failed";
    case CUSOLVER_STATUS_INTERNAL_ERROR: return "internal error";
    case CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED: return "matrix type not supported";
    case CUSOLVER_STATUS_NOT_SUPPORTED: return "not supported";
    case CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED: return "irs params not initialized";
    case CUSOLVER_STATUS_IRS_PARAMS_INVALID: return "irs params invalid";
    case CUSOLVER_STATUS_IRS_PARAMS_INVALID_PREC: return "irs params invalid prec";
    case CUSOLVER_STATUS_IRS_PARAMS_INVALID_REFINE: return "irs params invalid refine";
    case CUSOLVER_STATUS_IRS_PARAMS_INVALID_MAXITER: return "irs params invalid maxiter";
    case CUSOLVER_STATUS_IRS_NOT_SUPPORTED: return "irs not supported";
    case CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED: return "irs infos not initialized";
    case CUSOLVER_STATUS_INVALID_WORKSPACE: return "invalid workspace";
    default: return "another";
  }
}

void answer(const char* what, cusolverStatus_t status) {
  std::printf("%s: %s\n", what, name_of(status));
}

constexpr int kSize = 8;
constexpr auto kLower = CUBLAS_FILL_MODE_LOWER;
constexpr auto kFull = CUBLAS_FILL_MODE_FULL;
constexpr auto kVector = CUSOLVER_EIG_MODE_VECTOR;
const auto kNoMode = static_cast<cusolverEigMode_t>(7);

/// A matrix of the device with 4 on its diagonal, good for every call, of room for many workspaces.
double* matrix() {
  double host[kSize * kSize] = {}, *made = nullptr;
  for (int i = 0; i < kSize; ++i) host[i * kSize + i] = 4;
  cudaMalloc(&made, 1 << 20);
  cudaMemcpy(made, host, sizeof host, cudaMemcpyHostToDevice);
  return made;
}

/// What a call that was right left in devInfo.
void info_of(const char* what, const int* info) {
  int value = -999;
  const cudaError_t error = cudaDeviceSynchronize();
  cudaMemcpy(&value, info, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%s: info %d, %s\n", what, value, cudaGetErrorName(error));
}

void handles() {
  cusolverDnHandle_t handle = nullptr;
  answer("create", cusolverDnCreate(&handle));
  cudaStream_t stream = nullptr;
  answer("stream", cusolverDnSetStream(handle, nullptr));
  answer("get stream", cusolverDnGetStream(handle, &stream));
  cusolverDeterministicMode_t deterministic{};
  answer("get deterministic mode", cusolverDnGetDeterministicMode(handle, &deterministic));
  std::printf("deterministic mode: %d\n", static_cast<int>(deterministic));
  answer("set deterministic mode 7",
         cusolverDnSetDeterministicMode(handle, static_cast<cusolverDeterministicMode_t>(7)));
  answer("set deterministic mode", cusolverDnSetDeterministicMode(handle, CUSOLVER_ALLOW_NON_DETERMINISTIC_RESULTS));
  cusolverDnGetDeterministicMode(handle, &deterministic);
  std::printf("deterministic mode: %d\n", static_cast<int>(deterministic));
  answer("deterministic mode to nothing", cusolverDnGetDeterministicMode(handle, nullptr));
  cusolverMathMode_t math{};
  answer("get math mode", cusolverDnGetMathMode(handle, &math));
  std::printf("math mode: %d\n", static_cast<int>(math));
  answer("set math mode 7", cusolverDnSetMathMode(handle, static_cast<cusolverMathMode_t>(7)));
  cudaEmulationStrategy_t strategy{};
  answer("get emulation strategy", cusolverDnGetEmulationStrategy(handle, &strategy));
  std::printf("emulation strategy: %d\n", static_cast<int>(strategy));
  answer("destroy", cusolverDnDestroy(handle));
  int value = -1;
  answer("version to nothing", cusolverGetVersion(nullptr));
  answer("property of none", cusolverGetProperty(static_cast<libraryPropertyType>(9), &value));
  cusolverDnParams_t params = nullptr;
  answer("params", cusolverDnCreateParams(&params));
  answer("option", cusolverDnSetAdvOptions(params, CUSOLVERDN_GETRF, CUSOLVER_ALG_1));
  answer("option 9", cusolverDnSetAdvOptions(params, static_cast<cusolverDnFunction_t>(9), CUSOLVER_ALG_0));
  answer("algorithm 9", cusolverDnSetAdvOptions(params, CUSOLVERDN_GETRF, static_cast<cusolverAlgMode_t>(9)));
  answer("destroy params", cusolverDnDestroyParams(params));
  answer("destroy params of none", cusolverDnDestroyParams(nullptr));
}

void factors(cusolverDnHandle_t handle, double* a, double* b, double* work, int* ints, int* info) {
  const int n = kSize;
  int size = -1;
  answer("potrf size", cusolverDnDpotrf_bufferSize(handle, kLower, n, a, n, &size));
  answer("potrf size of nothing", cusolverDnDpotrf_bufferSize(handle, kLower, n, nullptr, n, &size));
  answer("potrf size of full", cusolverDnDpotrf_bufferSize(handle, kFull, n, a, n, &size));
  answer("potrf size of -1", cusolverDnDpotrf_bufferSize(handle, kLower, -1, a, n, &size));
  answer("potrf size of 0", cusolverDnDpotrf_bufferSize(handle, kLower, 0, a, 1, &size));
  std::printf("potrf size of 0: %s\n", size > 0 ? "more than 0" : "0");
  answer("potrf size of lda 7", cusolverDnDpotrf_bufferSize(handle, kLower, n, a, n - 1, &size));
  const int lwork = 1 << 16;
  answer("potrf of full", cusolverDnDpotrf(handle, kFull, n, a, n, work, lwork, info));
  answer("potrf of -1", cusolverDnDpotrf(handle, kLower, -1, a, n, work, lwork, info));
  answer("potrf of lda 7", cusolverDnDpotrf(handle, kLower, n, a, n - 1, work, lwork, info));
  answer("potrf of lwork -1", cusolverDnDpotrf(handle, kLower, n, a, n, work, -1, info));
  answer("potrf of 0", cusolverDnDpotrf(handle, kLower, 0, a, 1, work, lwork, info));
  answer("potrf", cusolverDnDpotrf(handle, kLower, n, a, n, work, lwork, info));
  info_of("potrf", info);
  answer("potrs of ldb 7", cusolverDnDpotrs(handle, kLower, n, 1, a, n, b, n - 1, info));
  answer("potrs of -1 sides", cusolverDnDpotrs(handle, kLower, n, -1, a, n, b, n, info));
  answer("potrs of 0 sides", cusolverDnDpotrs(handle, kLower, n, 0, a, n, b, n, info));
  answer("potrs of full", cusolverDnDpotrs(handle, kFull, n, 1, a, n, b, n, info));
  answer("potrfBatched of batch -1",
         cusolverDnDpotrfBatched(handle, kLower, n, reinterpret_cast<double**>(b), n, info, -1));
  answer("potrfBatched of batch 0",
         cusolverDnDpotrfBatched(handle, kLower, n, reinterpret_cast<double**>(b), n, info, 0));
  answer("potrsBatched of 2 sides", cusolverDnDpotrsBatched(handle, kLower, n, 2, reinterpret_cast<double**>(b), n,
                                                            reinterpret_cast<double**>(b), n, info, 0));
  answer("getrf size of m -1", cusolverDnDgetrf_bufferSize(handle, -1, n, a, n, &size));
  answer("getrf size of lda 7", cusolverDnDgetrf_bufferSize(handle, n, n, a, n - 1, &size));
  answer("getrf of 0", cusolverDnDgetrf(handle, 0, 0, a, 1, work, ints, info));
  answer("getrf", cusolverDnDgetrf(handle, n, n, a, n, work, ints, info));
  info_of("getrf", info);
  answer("getrs of operation 7",
         cusolverDnDgetrs(handle, static_cast<cublasOperation_t>(7), n, 1, a, n, ints, b, n, info));
  answer("getrs of ldb 7", cusolverDnDgetrs(handle, CUBLAS_OP_N, n, 1, a, n, ints, b, n - 1, info));
  answer("getrs of -1 sides", cusolverDnDgetrs(handle, CUBLAS_OP_N, n, -1, a, n, ints, b, n, info));
  answer("sytrf of full", cusolverDnDsytrf(handle, kFull, n, a, n, ints, work, lwork, info));
  answer("sytrf of lda 7", cusolverDnDsytrf(handle, kLower, n, a, n - 1, ints, work, lwork, info));
  answer("geqrf size of lda 7", cusolverDnDgeqrf_bufferSize(handle, n, n, a, n - 1, &size));
  cusolverDnDgeqrf(handle, n, n, a, n, b, work, lwork, info);  // in NVIDIA's library, fails for what is left of the above
  answer("geqrf of lwork 0", cusolverDnDgeqrf(handle, n, n, a, n, b, work, 0, info));
  answer("orgqr of n above m", cusolverDnDorgqr(handle, 4, n, 4, a, n, b, work, lwork, info));
  answer("orgqr of k above n", cusolverDnDorgqr(handle, n, 4, 6, a, n, b, work, lwork, info));
  answer("orgqr size of k above n", cusolverDnDorgqr_bufferSize(handle, n, 4, 6, a, n, b, &size));
  answer("ormqr of side 7", cusolverDnDormqr(handle, static_cast<cublasSideMode_t>(7), CUBLAS_OP_N, n, n, n, a, n, b,
                                             work, n, work + 4096, lwork / 2, info));
  answer("ormqr by C", cusolverDnDormqr(handle, CUBLAS_SIDE_LEFT, CUBLAS_OP_C, n, n, n, a, n, b, work, n, work + 4096,
                                        lwork / 2, info));
  answer("unmqr by T",
         cusolverDnZunmqr(handle, CUBLAS_SIDE_LEFT, CUBLAS_OP_T, 4, 4, 4, reinterpret_cast<cuDoubleComplex*>(a), 4,
                          reinterpret_cast<cuDoubleComplex*>(b), reinterpret_cast<cuDoubleComplex*>(work), 4,
                          reinterpret_cast<cuDoubleComplex*>(work) + 2048, lwork / 4, info));
  answer("ormqr of k above m", cusolverDnDormqr(handle, CUBLAS_SIDE_LEFT, CUBLAS_OP_N, 4, n, n, a, n, b, work, n,
                                                work + 4096, lwork / 2, info));
}

void spectra(cusolverDnHandle_t handle, double* a, double* b, double* work, int* info) {
  const int n = kSize, lwork = 1 << 16;
  int size = -1, count = -1;
  answer("syevd size of no mode", cusolverDnDsyevd_bufferSize(handle, kNoMode, kLower, n, a, n, b, &size));
  answer("syevd size of full", cusolverDnDsyevd_bufferSize(handle, kVector, kFull, n, a, n, b, &size));
  answer("syevd size of lda 7", cusolverDnDsyevd_bufferSize(handle, kVector, kLower, n, a, n - 1, b, &size));
  answer("syevd size of 0", cusolverDnDsyevd_bufferSize(handle, kVector, kLower, 0, a, 1, b, &size));
  answer("syevd of no mode", cusolverDnDsyevd(handle, kNoMode, kLower, n, a, n, b, work, lwork, info));
  answer("syevd of -1", cusolverDnDsyevd(handle, kVector, kLower, -1, a, n, b, work, lwork, info));
  answer("syevd of 0", cusolverDnDsyevd(handle, kVector, kLower, 0, a, 1, b, work, lwork, info));
  answer("syevd of lwork 0", cusolverDnDsyevd(handle, kVector, kLower, n, a, n, b, work, 0, info));
  const auto dx = [&](const char* what, cusolverEigRange_t range, double vl, double vu, int il, int iu, int* meig) {
    answer(what,
           cusolverDnDsyevdx(handle, kVector, range, kLower, n, a, n, vl, vu, il, iu, meig, b, work, lwork, info));
  };
  dx("syevdx of no range", static_cast<cusolverEigRange_t>(7), 0, 0, 0, 0, &count);
  dx("syevdx of value 0", CUSOLVER_EIG_RANGE_I, 0, 0, 0, 4, &count);
  dx("syevdx of value 9", CUSOLVER_EIG_RANGE_I, 0, 0, 1, 9, &count);
  dx("syevdx of values backward", CUSOLVER_EIG_RANGE_I, 0, 0, 4, 2, &count);
  dx("syevdx of bounds backward", CUSOLVER_EIG_RANGE_V, 4, 2, 0, 0, &count);
  answer("sygvd of type 0", cusolverDnDsygvd(handle, static_cast<cusolverEigType_t>(0), kVector, kLower, n, a, n, work,
                                             n, b, work + 4096, lwork / 2, info));
  double* const negative = matrix();
  const double minus = -1;
  cudaMemcpy(negative + 2 * n + 2, &minus, sizeof minus, cudaMemcpyHostToDevice);
  answer("sygvd of what is not positive definite",
         cusolverDnDsygvd(handle, CUSOLVER_EIG_TYPE_1, kVector, kLower, n, a, n, negative, n, b, work, lwork, info));
  info_of("sygvd", info);
  cudaFree(negative);
  syevjInfo_t jacobi = nullptr;
  double residual = -1;
  int sweeps = -1;
  answer("syevj info", cusolverDnCreateSyevjInfo(&jacobi));
  answer("syevj residual of no call", cusolverDnXsyevjGetResidual(handle, jacobi, &residual));
  answer("syevj tolerance -1", cusolverDnXsyevjSetTolerance(jacobi, -1));
  answer("syevj tolerance", cusolverDnXsyevjSetTolerance(jacobi, 1e-10));
  answer("syevj sweeps -1", cusolverDnXsyevjSetMaxSweeps(jacobi, -1));
  answer("syevj sweeps", cusolverDnXsyevjSetMaxSweeps(jacobi, 50));
  answer("syevj sort 7", cusolverDnXsyevjSetSortEig(jacobi, 7));
  answer("syevj sort", cusolverDnXsyevjSetSortEig(jacobi, 1));
  answer("syevj size of no info", cusolverDnDsyevj_bufferSize(handle, kVector, kLower, n, a, n, b, &size, nullptr));
  answer("syevj of full", cusolverDnDsyevj(handle, kVector, kFull, n, a, n, b, work, lwork, info, jacobi));
  answer("syevjBatched", cusolverDnDsyevjBatched(handle, kVector, kLower, 4, a, 4, b, work, lwork, info, jacobi, 1));
  answer("syevj residual of a batch", cusolverDnXsyevjGetResidual(handle, jacobi, &residual));
  answer("syevj sweeps of a batch", cusolverDnXsyevjGetSweeps(handle, jacobi, &sweeps));
  answer("destroy syevj info", cusolverDnDestroySyevjInfo(jacobi));
  answer("destroy syevj info of none", cusolverDnDestroySyevjInfo(nullptr));
}

void singular(cusolverDnHandle_t handle, double* a, double* s, double* u, double* v, double* work, int* info) {
  const int n = kSize, lwork = 1 << 16;
  int size = -1;
  answer("gesvd size of a broad one", cusolverDnDgesvd_bufferSize(handle, 4, n, &size));
  answer("gesvd size of -1", cusolverDnDgesvd_bufferSize(handle, -1, n, &size));
  const auto svd = [&](const char* what, signed char jobu, signed char jobvt, int m, int columns, int ldu, int ldvt) {
    answer(what,
           cusolverDnDgesvd(handle, jobu, jobvt, m, columns, a, n, s, u, ldu, v, ldvt, work, lwork, nullptr, info));
  };
  svd("gesvd of a broad one", 'A', 'A', 4, n, n, n);
  svd("gesvd of job X", 'X', 'A', n, n, n, n);
  svd("gesvd of two in place", 'O', 'O', n, n, n, n);
  svd("gesvd of ldu 7", 'A', 'A', n, n, n - 1, n);
  svd("gesvd of ldvt 7", 'A', 'A', n, n, n, n - 1);
  svd("gesvd of no vectors and ldu 0", 'N', 'N', n, n, 0, 0);
  svd("gesvd", 'A', 'A', n, n, n, n);
  answer("gebrd of a broad one", cusolverDnDgebrd(handle, 4, n, a, n, s, s + n, u, v, work, lwork, info));
  gesvdjInfo_t jacobi = nullptr;
  cusolverDnCreateGesvdjInfo(&jacobi);
  const auto svdj = [&](const char* what, cusolverEigMode_t mode, int econ, int m, int ldu, int ldv,
                        gesvdjInfo_t with) {
    answer(what, cusolverDnDgesvdj(handle, mode, econ, m, n, a, n, s, u, ldu, v, ldv, work, lwork, info, with));
  };
  svdj("gesvdj of no mode", kNoMode, 0, n, n, n, jacobi);
  svdj("gesvdj of econ 7", kVector, 7, n, n, n, jacobi);
  svdj("gesvdj of m -1", kVector, 0, -1, n, n, jacobi);
  svdj("gesvdj of ldu 7", kVector, 0, n, n - 1, n, jacobi);
  svdj("gesvdj of ldv 7", kVector, 0, n, n, n - 1, jacobi);
  svdj("gesvdj of a broad one", kVector, 0, 4, n, n, jacobi);
  answer("gesvdjBatched size of 33",
         cusolverDnDgesvdjBatched_bufferSize(handle, kVector, 33, 33, a, 33, s, u, 33, v, 33, &size, jacobi, 1));
  answer("gesvdjBatched size of batch -1",
         cusolverDnDgesvdjBatched_bufferSize(handle, kVector, n, n, a, n, s, u, n, v, n, &size, jacobi, -1));
  answer("gesvda size of a broad one", cusolverDnDgesvdaStridedBatched_bufferSize(handle, kVector, 4, 4, n, a, n, 64, s,
                                                                                  8, u, n, 64, v, n, 64, &size, 1));
  answer("gesvda size of rank 9", cusolverDnDgesvdaStridedBatched_bufferSize(handle, kVector, 9, n, n, a, n, 64, s, 9,
                                                                             u, n, 72, v, n, 72, &size, 1));
  cusolverDnDestroyGesvdjInfo(jacobi);
}

void typed(cusolverDnHandle_t handle, double* a, double* b, double* work, int* info) {
  const int n = kSize;
  cusolverDnParams_t params = nullptr;
  cusolverDnCreateParams(&params);
  size_t on_device = 0, on_host = 0;
  const auto potrf = [&](const char* what, cusolverDnParams_t with, cudaDataType type, cudaDataType compute) {
    answer(what, cusolverDnXpotrf_bufferSize(handle, with, kLower, n, type, a, n, compute, &on_device, &on_host));
  };
  potrf("Xpotrf size", params, CUDA_R_64F, CUDA_R_64F);
  potrf("Xpotrf size of no params", nullptr, CUDA_R_64F, CUDA_R_64F);
  potrf("Xpotrf size of halves", params, CUDA_R_16F, CUDA_R_16F);
  potrf("Xpotrf size of two types", params, CUDA_R_64F, CUDA_R_32F);
  answer("Xgetrs of two types",
         cusolverDnXgetrs(handle, params, CUBLAS_OP_N, n, 1, CUDA_R_64F, a, n, nullptr, CUDA_R_32F, b, n, info));
  answer("Xsyevd size of complex values",
         cusolverDnXsyevd_bufferSize(handle, params, kVector, kLower, n, CUDA_C_64F, a, n, CUDA_C_64F, b, CUDA_C_64F,
                                     &on_device, &on_host));
  answer("Xsyevd size of no params", cusolverDnXsyevd_bufferSize(handle, nullptr, kVector, kLower, n, CUDA_R_64F, a, n,
                                                                 CUDA_R_64F, b, CUDA_R_64F, &on_device, &on_host));
  answer("Xgeev size of ldvl 0", cusolverDnXgeev_bufferSize(handle, params, CUSOLVER_EIG_MODE_NOVECTOR, kVector, n,
                                                            CUDA_R_64F, a, n, CUDA_R_64F, b, CUDA_R_64F, work, 0,
                                                            CUDA_R_64F, work, n, CUDA_R_64F, &on_device, &on_host));
  answer("Xgesvd size of a broad one",
         cusolverDnXgesvd_bufferSize(handle, params, 'S', 'S', 4, n, CUDA_R_64F, a, n, CUDA_R_64F, b, CUDA_R_64F, work,
                                     n, CUDA_R_64F, work, n, CUDA_R_64F, &on_device, &on_host));
  answer("Xgesvdp size of a broad one",
         cusolverDnXgesvdp_bufferSize(handle, params, kVector, 1, 4, n, CUDA_R_64F, a, n, CUDA_R_64F, b, CUDA_R_64F,
                                      work, n, CUDA_R_64F, work, n, CUDA_R_64F, &on_device, &on_host));
  answer("Xtrtri size of full",
         cusolverDnXtrtri_bufferSize(handle, kFull, CUBLAS_DIAG_UNIT, n, CUDA_R_64F, a, n, &on_device, &on_host));
  answer("Xlarft size backward",
         cusolverDnXlarft_bufferSize(handle, params, CUBLAS_DIRECT_BACKWARD, CUBLAS_STOREV_COLUMNWISE, n, 4, CUDA_R_64F,
                                     a, n, CUDA_R_64F, b, CUDA_R_64F, work, 4, CUDA_R_64F, &on_device, &on_host));
  answer("Xlarft size by rows",
         cusolverDnXlarft_bufferSize(handle, params, CUBLAS_DIRECT_FORWARD, CUBLAS_STOREV_ROWWISE, n, 4, CUDA_R_64F, a,
                                     n, CUDA_R_64F, b, CUDA_R_64F, work, 4, CUDA_R_64F, &on_device, &on_host));
  cusolverDnDestroyParams(params);
}

void refined(cusolverDnHandle_t handle, double* a, double* b, double* x, double* work, int* info) {
  const int n = kSize;
  cusolverDnIRSParams_t params = nullptr;
  cusolverDnIRSInfos_t infos = nullptr;
  size_t bytes = 0;
  int steps = -1;
  answer("gesv size of -1", cusolverDnDDgesv_bufferSize(handle, -1, 1, a, n, nullptr, b, n, x, n, nullptr, &bytes));
  answer("gesv size of lda 7", cusolverDnDDgesv_bufferSize(handle, n, 1, a, 7, nullptr, b, n, x, n, nullptr, &bytes));
  answer("gels size of a broad one", cusolverDnDDgels_bufferSize(handle, 4, n, 1, a, n, b, n, x, n, nullptr, &bytes));
  answer("irs params", cusolverDnIRSParamsCreate(&params));
  answer("irs infos", cusolverDnIRSInfosCreate(&infos));
  answer("irs size of nothing set", cusolverDnIRSXgesv_bufferSize(handle, params, n, 1, &bytes));
  answer("irs precision", cusolverDnIRSParamsSetSolverPrecisions(params, CUSOLVER_R_64F, CUSOLVER_R_64F));
  answer("irs size of no solver", cusolverDnIRSXgesv_bufferSize(handle, params, n, 1, &bytes));
  answer("irs solver", cusolverDnIRSParamsSetRefinementSolver(params, CUSOLVER_IRS_REFINE_NONE));
  answer("irs size", cusolverDnIRSXgesv_bufferSize(handle, params, n, 1, &bytes));
  answer("irs of no infos",
         cusolverDnIRSXgesv(handle, params, nullptr, n, 1, a, n, b, n, x, n, work, 1 << 18, &steps, info));
  answer("irs of no params",
         cusolverDnIRSXgesv(handle, nullptr, infos, n, 1, a, n, b, n, x, n, work, 1 << 18, &steps, info));
  cusolver_int_t most = -1;
  answer("irs steps", cusolverDnIRSParamsGetMaxIters(params, &most));
  std::printf("irs steps: %d\n", most);
  answer("irs steps taken by no call", cusolverDnIRSInfosGetNiters(infos, &most));
  answer("destroy irs infos", cusolverDnIRSInfosDestroy(infos));
  answer("destroy irs params", cusolverDnIRSParamsDestroy(params));
  answer("destroy irs params of none", cusolverDnIRSParamsDestroy(nullptr));
}

}  // namespace

int main() {
  handles();
  double *a = matrix(), *b = matrix(), *u = matrix(), *v = matrix(), *work = matrix();
  int *ints = nullptr, *info = nullptr;
  cudaMalloc(&ints, 1024);
  cudaMalloc(&info, 1024);
  cudaMemset(ints, 0, 1024);
  cusolverDnHandle_t handle = nullptr;
  cusolverDnCreate(&handle);
  factors(handle, a, b, work, ints, info);
  spectra(handle, a, b, work, info);
  singular(handle, a, b, u, v, work, info);
  typed(handle, a, b, work, info);
  refined(handle, a, b, u, work, info);
  cusolverDnDestroy(handle);
  return 0;
}
