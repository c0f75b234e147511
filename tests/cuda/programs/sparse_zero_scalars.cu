// What comes into a result whose factor is zero: each call is given an operand that is full of NaN, and says how many
// NaN its result has. sparse_zero_scalars.expected beside it holds what an H200 with CUDA 13.0 answers, recorded by
// running this very program there (built by nvcc); the same program must print the same lines under warpglass.
#include <cuda_runtime.h>
#include <cusparse.h>

#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

namespace {

constexpr int kSize = 4;  // of matrices, which are full; vectors are as long

cusparseHandle_t handle = nullptr;

template <class Number>
struct Array {
  Number* at = nullptr;
  explicit Array(const std::vector<Number>& values) {
    cudaMalloc(&at, sizeof(Number) * values.size());
    cudaMemcpy(at, values.data(), sizeof(Number) * values.size(), cudaMemcpyHostToDevice);
  }
  ~Array() { cudaFree(at); }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;

  [[nodiscard]] int count_nan(int count) const {
    std::vector<Number> values(count);
    cudaMemcpy(values.data(), at, sizeof(Number) * count, cudaMemcpyDeviceToHost);
    int nan = 0;
    for (const Number value : values) nan += std::isnan(value);
    return nan;
  }
};

std::vector<double> filled(double value) { return std::vector<double>(kSize * kSize, value); }

std::vector<int> offsets() {
  std::vector<int> numbers;
  for (int i = 0; i <= kSize; ++i) numbers.push_back(i * kSize);
  return numbers;
}
std::vector<int> columns() {
  std::vector<int> numbers;
  for (int i = 0; i < kSize * kSize; ++i) numbers.push_back(i % kSize);
  return numbers;
}

/// \param call  is given alpha, beta, an array to read and one to write
template <class Call>
void try_call(const char* name, double alpha, double beta, Call&& call) {
  std::printf("%s, alpha %g and beta %g:", name, alpha, beta);
  for (const auto& [from, to] : std::vector<std::pair<double, double>>{{NAN, 1}, {1, NAN}, {NAN, NAN}}) {
    const Array<double> a(filled(from)), c(filled(to));
    const int error = int(call(&alpha, &beta, a.at, c.at));
    cudaDeviceSynchronize();
    std::printf(" %d", c.count_nan(kSize * kSize));
    if (error != 0) std::printf(" (error %d)", error);
  }
  std::printf("\n");
}

}  // namespace

int main() {
  cusparseCreate(&handle);
  const Array<int> begins(offsets()), indices(columns());
  const Array<double> good(filled(1));
  char* buffer = nullptr;
  cudaMalloc(&buffer, 1 << 20);
  const auto matrix_of = [&](double* values) {
    cusparseSpMatDescr_t matrix = nullptr;
    cusparseCreateCsr(&matrix, kSize, kSize, kSize * kSize, begins.at, indices.at, values, CUSPARSE_INDEX_32I,
                      CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F);
    return matrix;
  };
  const auto vector_of = [](double* values) {
    cusparseDnVecDescr_t vector = nullptr;
    cusparseCreateDnVec(&vector, kSize, values, CUDA_R_64F);
    return vector;
  };
  const auto dense_of = [](double* values) {
    cusparseDnMatDescr_t dense = nullptr;
    cusparseCreateDnMat(&dense, kSize, kSize, kSize, values, CUDA_R_64F, CUSPARSE_ORDER_COL);
    return dense;
  };
  const auto sparse_of = [&](double* values) {
    cusparseSpVecDescr_t vector = nullptr;
    cusparseCreateSpVec(&vector, kSize, kSize, indices.at, values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                        CUDA_R_64F);
    return vector;
  };
  const auto none = CUSPARSE_OPERATION_NON_TRANSPOSE;
  const auto spmv = [&](const double* alpha, const double* beta, double* a, double* y) {
    return cusparseSpMV(handle, none, alpha, matrix_of(a), vector_of(good.at), beta, vector_of(y), CUDA_R_64F,
                        CUSPARSE_SPMV_ALG_DEFAULT, buffer);
  };
  const auto spmv_of_vector = [&](const double* alpha, const double* beta, double* x, double* y) {
    return cusparseSpMV(handle, none, alpha, matrix_of(good.at), vector_of(x), beta, vector_of(y), CUDA_R_64F,
                        CUSPARSE_SPMV_ALG_DEFAULT, buffer);
  };
  const auto spmm = [&](const double* alpha, const double* beta, double* a, double* c) {
    return cusparseSpMM(handle, none, none, alpha, matrix_of(a), dense_of(good.at), beta, dense_of(c), CUDA_R_64F,
                        CUSPARSE_SPMM_ALG_DEFAULT, buffer);
  };
  const auto sddmm = [&](const double* alpha, const double* beta, double* a, double* c) {
    return cusparseSDDMM(handle, none, none, alpha, dense_of(a), dense_of(good.at), beta, matrix_of(c), CUDA_R_64F,
                         CUSPARSE_SDDMM_ALG_DEFAULT, buffer);
  };
  const auto axpby = [&](const double* alpha, const double* beta, double* x, double* y) {
    return cusparseAxpby(handle, alpha, sparse_of(x), beta, vector_of(y));
  };
  const auto gemvi = [&](const double* alpha, const double* beta, double* x, double* y) {
    return cusparseDgemvi(handle, none, kSize, kSize, alpha, good.at, kSize, kSize, x, indices.at, beta, y,
                          CUSPARSE_INDEX_BASE_ZERO, buffer);
  };
  for (const auto& [alpha, beta] : std::vector<std::pair<double, double>>{{0, 0}, {0, 1}, {1, 0}}) {
    try_call("SpMV", alpha, beta, spmv);
    try_call("SpMV of a vector", alpha, beta, spmv_of_vector);
    try_call("SpMM", alpha, beta, spmm);
    try_call("SDDMM", alpha, beta, sddmm);
    try_call("Axpby", alpha, beta, axpby);
    try_call("gemvi", alpha, beta, gemvi);
  }
}
