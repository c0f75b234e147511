// What of matrices and vectors comes into a result whose factor is zero: each call is given one that is full of NaN, and
// says how many NaN its result has. blas_zero_scalars.expected beside it holds what an H200 with CUDA 13.0 answers,
// recorded by running this very program there (built by nvcc); the same program must print the same lines under
// warpglass.
#include <cublas_v2.h>
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

namespace {

constexpr int kSize = 8;  // of square matrices; vectors are as long

cublasHandle_t handle = nullptr;

/// On the device, of `value` everywhere.
struct Array {
  double* at = nullptr;
  explicit Array(double value) {
    const std::vector<double> values(kSize * kSize, value);
    cudaMalloc(&at, sizeof(double) * values.size());
    cudaMemcpy(at, values.data(), sizeof(double) * values.size(), cudaMemcpyHostToDevice);
  }
  ~Array() { cudaFree(at); }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;
  operator double*() const { return at; }

  [[nodiscard]] int count_nan() const {
    std::vector<double> values(kSize * kSize);
    cudaMemcpy(values.data(), at, sizeof(double) * values.size(), cudaMemcpyDeviceToHost);
    int nan = 0;
    for (const double value : values) nan += std::isnan(value);
    return nan;
  }
};

/// \param call  is given a scalar, and two arrays of which it writes the second
template <class Call>
void try_call(const char* name, Call&& call) {
  std::printf("%s:", name);
  double *device_zero = nullptr, *device_one = nullptr;
  const double zero = 0, one = 1;
  cudaMalloc(&device_zero, sizeof zero);
  cudaMalloc(&device_one, sizeof one);
  cudaMemcpy(device_zero, &zero, sizeof zero, cudaMemcpyHostToDevice);
  cudaMemcpy(device_one, &one, sizeof one, cudaMemcpyHostToDevice);
  for (const bool on_device : {false, true}) {
    cublasSetPointerMode(handle, on_device ? CUBLAS_POINTER_MODE_DEVICE : CUBLAS_POINTER_MODE_HOST);
    const double* const no = on_device ? device_zero : &zero;
    const double* const yes = on_device ? device_one : &one;
    for (const auto& [from, to] : std::vector<std::pair<double, double>>{{NAN, 1}, {1, NAN}, {NAN, NAN}}) {
      const Array a(from), b(to);
      const int error = int(call(no, yes, a, b));
      cudaDeviceSynchronize();
      std::printf(" %d", b.count_nan());
      if (error != 0) std::printf(" (error %d)", error);
    }
  }
  std::printf("\n");
  cudaFree(device_zero);
  cudaFree(device_one);
}

}  // namespace

int main() {
  cublasCreate(&handle);
  const int n = kSize;
  const auto none = CUBLAS_OP_N;
  const auto lower = CUBLAS_FILL_MODE_LOWER;
  const auto left = CUBLAS_SIDE_LEFT;
  const auto plain = CUBLAS_DIAG_NON_UNIT;
  const Array good(1.0);
  try_call("scal by 0", [&](auto no, auto, auto&, auto& y) { return cublasDscal(handle, n, no, y, 1); });
  try_call("axpy, alpha 0", [&](auto no, auto, auto& x, auto& y) { return cublasDaxpy(handle, n, no, x, 1, y, 1); });
  try_call("gemv, alpha 0 and beta 0", [&](auto no, auto, auto& x, auto& y) {
    return cublasDgemv(handle, none, n, n, no, x, n, good, 1, no, y, 1);
  });
  try_call("gemv, alpha 0 and beta 1", [&](auto no, auto yes, auto& x, auto& y) {
    return cublasDgemv(handle, none, n, n, no, x, n, good, 1, yes, y, 1);
  });
  try_call("gemv, alpha 1 and beta 0", [&](auto no, auto yes, auto& x, auto& y) {
    return cublasDgemv(handle, none, n, n, yes, x, n, good, 1, no, y, 1);
  });
  try_call("gemv of a vector, alpha 0 and beta 1", [&](auto no, auto yes, auto& x, auto& y) {
    return cublasDgemv(handle, none, n, n, no, good, n, x, 1, yes, y, 1);
  });
  try_call("gbmv, alpha 0 and beta 1", [&](auto no, auto yes, auto& x, auto& y) {
    return cublasDgbmv(handle, none, n, n, 1, 1, no, x, n, good, 1, yes, y, 1);
  });
  try_call("symv, alpha 0 and beta 0", [&](auto no, auto, auto& x, auto& y) {
    return cublasDsymv(handle, lower, n, no, x, n, good, 1, no, y, 1);
  });
  try_call("symv, alpha 0 and beta 1", [&](auto no, auto yes, auto& x, auto& y) {
    return cublasDsymv(handle, lower, n, no, x, n, good, 1, yes, y, 1);
  });
  try_call("sbmv, alpha 0 and beta 1", [&](auto no, auto yes, auto& x, auto& y) {
    return cublasDsbmv(handle, lower, n, 1, no, x, n, good, 1, yes, y, 1);
  });
  try_call("spmv, alpha 0 and beta 1", [&](auto no, auto yes, auto& x, auto& y) {
    return cublasDspmv(handle, lower, n, no, x, good, 1, yes, y, 1);
  });
  try_call("ger, alpha 0", [&](auto no, auto, auto& x, auto& a) {
    return cublasDger(handle, n, n, no, x, 1, good, 1, a, n);
  });
  try_call("syr, alpha 0", [&](auto no, auto, auto& x, auto& a) { return cublasDsyr(handle, lower, n, no, x, 1, a, n); });
  try_call("syr2, alpha 0", [&](auto no, auto, auto& x, auto& a) {
    return cublasDsyr2(handle, lower, n, no, x, 1, good, 1, a, n);
  });
  try_call("spr, alpha 0", [&](auto no, auto, auto& x, auto& a) { return cublasDspr(handle, lower, n, no, x, 1, a); });
  try_call("gemm, alpha 0 and beta 0", [&](auto no, auto, auto& a, auto& c) {
    return cublasDgemm(handle, none, none, n, n, n, no, a, n, good, n, no, c, n);
  });
  try_call("gemm, alpha 0 and beta 1", [&](auto no, auto yes, auto& a, auto& c) {
    return cublasDgemm(handle, none, none, n, n, n, no, a, n, good, n, yes, c, n);
  });
  try_call("gemm, alpha 1 and beta 0", [&](auto no, auto yes, auto& a, auto& c) {
    return cublasDgemm(handle, none, none, n, n, n, yes, a, n, good, n, no, c, n);
  });
  try_call("gemmStridedBatched, alpha 0 and beta 1", [&](auto no, auto yes, auto& a, auto& c) {
    return cublasDgemmStridedBatched(handle, none, none, n, n, n, no, a, n, 0, good, n, 0, yes, c, n, 0, 1);
  });
  try_call("gemmEx, alpha 0 and beta 1", [&](auto no, auto yes, auto& a, auto& c) {
    return cublasGemmEx(handle, none, none, n, n, n, no, a, CUDA_R_64F, n, good, CUDA_R_64F, n, yes, c, CUDA_R_64F, n,
                        CUBLAS_COMPUTE_64F, CUBLAS_GEMM_DEFAULT);
  });
  try_call("symm, alpha 0 and beta 1", [&](auto no, auto yes, auto& a, auto& c) {
    return cublasDsymm(handle, left, lower, n, n, no, a, n, good, n, yes, c, n);
  });
  try_call("syrk, alpha 0 and beta 0", [&](auto no, auto, auto& a, auto& c) {
    return cublasDsyrk(handle, lower, none, n, n, no, a, n, no, c, n);
  });
  try_call("syrk, alpha 0 and beta 1", [&](auto no, auto yes, auto& a, auto& c) {
    return cublasDsyrk(handle, lower, none, n, n, no, a, n, yes, c, n);
  });
  try_call("syr2k, alpha 0 and beta 1", [&](auto no, auto yes, auto& a, auto& c) {
    return cublasDsyr2k(handle, lower, none, n, n, no, a, n, good, n, yes, c, n);
  });
  try_call("syrkx, alpha 0 and beta 1", [&](auto no, auto yes, auto& a, auto& c) {
    return cublasDsyrkx(handle, lower, none, n, n, no, a, n, good, n, yes, c, n);
  });
  try_call("trmm, alpha 0", [&](auto no, auto, auto& a, auto& c) {
    return cublasDtrmm(handle, left, lower, none, plain, n, n, no, a, n, good, n, c, n);
  });
  try_call("trmm of another, alpha 0", [&](auto no, auto, auto& b, auto& c) {
    return cublasDtrmm(handle, left, lower, none, plain, n, n, no, good, n, b, n, c, n);
  });
  try_call("trsm, alpha 0", [&](auto no, auto, auto& a, auto& b) {
    return cublasDtrsm(handle, left, lower, none, plain, n, n, no, a, n, b, n);
  });
  try_call("geam, alpha 0 and beta 0", [&](auto no, auto, auto& a, auto& c) {
    return cublasDgeam(handle, none, none, n, n, no, a, n, no, good, n, c, n);
  });
  try_call("geam, alpha 0 and beta 1", [&](auto no, auto yes, auto& a, auto& c) {
    return cublasDgeam(handle, none, none, n, n, no, a, n, yes, good, n, c, n);
  });
  try_call("geam, alpha 1 and beta 0", [&](auto no, auto yes, auto& b, auto& c) {
    return cublasDgeam(handle, none, none, n, n, yes, good, n, no, b, n, c, n);
  });
}
