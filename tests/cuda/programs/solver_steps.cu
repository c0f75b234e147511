// Sparse systems step by step, in the four types of numbers, against products in double precision.
#include <cusolverSp_LOWLEVEL_PREVIEW.h>

#include "solver_sparse_common.h"

namespace {

cusolverSpHandle_t handle = nullptr;

template <class T>
struct Api;
#define API(T, L)                                                          \
  template <>                                                              \
  struct Api<T> {                                                          \
    static constexpr auto lu_sizes = cusolverSp##L##csrluBufferInfoHost;   \
    static constexpr auto lu_factor = cusolverSp##L##csrluFactorHost;      \
    static constexpr auto lu_pivot = cusolverSp##L##csrluZeroPivotHost;    \
    static constexpr auto lu_solve = cusolverSp##L##csrluSolveHost;        \
    static constexpr auto lu_extract = cusolverSp##L##csrluExtractHost;    \
    static constexpr auto qr_sizes_host = cusolverSp##L##csrqrBufferInfoHost; \
    static constexpr auto qr_setup_host = cusolverSp##L##csrqrSetupHost;   \
    static constexpr auto qr_factor_host = cusolverSp##L##csrqrFactorHost; \
    static constexpr auto qr_pivot_host = cusolverSp##L##csrqrZeroPivotHost; \
    static constexpr auto qr_solve_host = cusolverSp##L##csrqrSolveHost;   \
    static constexpr auto qr_sizes = cusolverSp##L##csrqrBufferInfo;       \
    static constexpr auto qr_setup = cusolverSp##L##csrqrSetup;            \
    static constexpr auto qr_factor = cusolverSp##L##csrqrFactor;          \
    static constexpr auto qr_pivot = cusolverSp##L##csrqrZeroPivot;        \
    static constexpr auto qr_solve = cusolverSp##L##csrqrSolve;            \
    static constexpr auto chol_sizes_host = cusolverSp##L##csrcholBufferInfoHost; \
    static constexpr auto chol_factor_host = cusolverSp##L##csrcholFactorHost; \
    static constexpr auto chol_pivot_host = cusolverSp##L##csrcholZeroPivotHost; \
    static constexpr auto chol_solve_host = cusolverSp##L##csrcholSolveHost; \
    static constexpr auto chol_sizes = cusolverSp##L##csrcholBufferInfo;   \
    static constexpr auto chol_factor = cusolverSp##L##csrcholFactor;      \
    static constexpr auto chol_pivot = cusolverSp##L##csrcholZeroPivot;    \
    static constexpr auto chol_solve = cusolverSp##L##csrcholSolve;        \
  };
API(float, S)
API(double, D)
API(cuComplex, C)
API(cuDoubleComplex, Z)
#undef API

template <class T>
void expect_regular(int position, const char* what) {
  expect(position == -1, std::string(Of<T>::name) + " " + what + ": the zero pivot is " + std::to_string(position));
}

template <class T>
void triangles(const Dense& dense, int base) {
  Sparse<T> a(dense, base);
  const int n = a.rows, nnz = a.count();
  csrluInfoHost_t info = nullptr;
  CALL(cusolverSpCreateCsrluInfoHost(&info));
  CALL(cusolverSpXcsrluAnalysisHost(handle, n, nnz, a.descriptor, a.offsets.data(), a.indices.data(), info));
  size_t internal = 0, size = 0;
  CALL(Api<T>::lu_sizes(handle, n, nnz, a.descriptor, a.values.data(), a.offsets.data(), a.indices.data(), info,
                        &internal, &size));
  std::vector<char> work(size);
  CALL(Api<T>::lu_factor(handle, n, nnz, a.descriptor, a.values.data(), a.offsets.data(), a.indices.data(), info, 1,
                         work.data()));
  int position = 77;
  CALL(Api<T>::lu_pivot(handle, info, 1e-9, &position));
  expect_regular<T>(position, "csrluZeroPivotHost");
  const Dense b = random_matrix<T>(n, 1);
  const std::vector<T> sides = vector_of<T>(b);
  std::vector<T> x(n);
  CALL(Api<T>::lu_solve(handle, n, sides.data(), x.data(), info, work.data()));
  expect_same<T>(dense * column_of(x), b, "csrluSolveHost", 10);

  int of_lower = 0, of_upper = 0;
  CALL(cusolverSpXcsrluNnzHost(handle, &of_lower, &of_upper, info));
  std::vector<int> p(n), q(n), lower_offsets(n + 1), upper_offsets(n + 1), lower_indices(of_lower),
      upper_indices(of_upper);
  std::vector<T> lower_values(of_lower), upper_values(of_upper);
  CALL(Api<T>::lu_extract(handle, p.data(), q.data(), a.descriptor, lower_values.data(), lower_offsets.data(),
                          lower_indices.data(), a.descriptor, upper_values.data(), upper_offsets.data(),
                          upper_indices.data(), info, work.data()));
  Dense l(n, n), u(n, n), permuted(n, n);
  for (int i = 0; i < n; ++i) {
    for (int at = lower_offsets[i] - base; at < lower_offsets[i + 1] - base; ++at)
      l(i, lower_indices[at] - base) = number_of(lower_values[at]);
    l(i, i) = 1;  // whether it is there or not
    for (int at = upper_offsets[i] - base; at < upper_offsets[i + 1] - base; ++at)
      u(i, upper_indices[at] - base) = number_of(upper_values[at]);
    for (int j = 0; j < n; ++j) permuted(i, j) = dense(p[i], q[j]);
  }
  expect_same<T>(l * u, permuted, "csrluExtractHost", 10);
  CALL(cusolverSpDestroyCsrluInfoHost(info));
}

template <class T>
void orthogonal(const Dense& dense, int base) {
  Sparse<T> a(dense, base);
  const int m = a.rows, n = a.columns, nnz = a.count();
  const Dense b = random_matrix<T>(m, 1);
  // Those of the least squares.
  const auto expect_solution = [&](const Dense& x, const char* what) {
    expect_same<T>(adjoint(dense) * (dense * x), adjoint(dense) * b, what, 20);
  };
  T zero;
  put(zero, 0);
  size_t internal = 0, size = 0;
  int position = 77;

  csrqrInfoHost_t on_host = nullptr;
  CALL(cusolverSpCreateCsrqrInfoHost(&on_host));
  CALL(cusolverSpXcsrqrAnalysisHost(handle, m, n, nnz, a.descriptor, a.offsets.data(), a.indices.data(), on_host));
  CALL(Api<T>::qr_sizes_host(handle, m, n, nnz, a.descriptor, a.values.data(), a.offsets.data(), a.indices.data(),
                             on_host, &internal, &size));
  std::vector<char> work(size);
  CALL(Api<T>::qr_setup_host(handle, m, n, nnz, a.descriptor, a.values.data(), a.offsets.data(), a.indices.data(),
                             zero, on_host));
  CALL(Api<T>::qr_factor_host(handle, m, n, nnz, nullptr, nullptr, on_host, work.data()));
  CALL(Api<T>::qr_pivot_host(handle, on_host, 1e-9, &position));
  expect_regular<T>(position, "csrqrZeroPivotHost");
  std::vector<T> sides = vector_of<T>(b), x(n);
  CALL(Api<T>::qr_solve_host(handle, m, n, sides.data(), x.data(), on_host, work.data()));
  expect_solution(column_of(x), "csrqrSolveHost");
  CALL(cusolverSpDestroyCsrqrInfoHost(on_host));

  csrqrInfo_t info = nullptr;
  Matrix<T> device_b(b), device_x(Dense(n, 1));
  CALL(cusolverSpCreateCsrqrInfo(&info));
  CALL(cusolverSpXcsrqrAnalysis(handle, m, n, nnz, a.descriptor, a.device_offsets, a.device_indices, info));
  CALL(Api<T>::qr_sizes(handle, m, n, nnz, a.descriptor, a.device_values, a.device_offsets, a.device_indices, info,
                        &internal, &size));
  Array<char> device_work(size);
  CALL(Api<T>::qr_setup(handle, m, n, nnz, a.descriptor, a.device_values, a.device_offsets, a.device_indices, zero,
                        info));
  CALL(Api<T>::qr_factor(handle, m, n, nnz, nullptr, nullptr, info, device_work));
  position = 77;
  CALL(Api<T>::qr_pivot(handle, info, 1e-9, &position));
  expect_regular<T>(position, "csrqrZeroPivot");
  CALL(Api<T>::qr_solve(handle, m, n, device_b, device_x, info, device_work));
  expect_solution(device_x.dense(), "csrqrSolve");
  CALL(cusolverSpDestroyCsrqrInfo(info));
}

template <class T>
void roots(const Dense& dense, int base) {
  Sparse<T> a(dense, base);
  const int n = a.rows, nnz = a.count();
  const Dense b = random_matrix<T>(n, 1);
  size_t internal = 0, size = 0;
  int position = 77;

  csrcholInfoHost_t on_host = nullptr;
  CALL(cusolverSpCreateCsrcholInfoHost(&on_host));
  CALL(cusolverSpXcsrcholAnalysisHost(handle, n, nnz, a.descriptor, a.offsets.data(), a.indices.data(), on_host));
  CALL(Api<T>::chol_sizes_host(handle, n, nnz, a.descriptor, a.values.data(), a.offsets.data(), a.indices.data(),
                               on_host, &internal, &size));
  std::vector<char> work(size);
  CALL(Api<T>::chol_factor_host(handle, n, nnz, a.descriptor, a.values.data(), a.offsets.data(), a.indices.data(),
                                on_host, work.data()));
  CALL(Api<T>::chol_pivot_host(handle, on_host, 1e-9, &position));
  expect_regular<T>(position, "csrcholZeroPivotHost");
  const std::vector<T> sides = vector_of<T>(b);
  std::vector<T> x(n);
  CALL(Api<T>::chol_solve_host(handle, n, sides.data(), x.data(), on_host, work.data()));
  expect_same<T>(dense * column_of(x), b, "csrcholSolveHost", 10);
  CALL(cusolverSpDestroyCsrcholInfoHost(on_host));

  csrcholInfo_t info = nullptr;
  const Matrix<T> device_b(b);
  Matrix<T> device_x(Dense(n, 1));
  CALL(cusolverSpCreateCsrcholInfo(&info));
  CALL(cusolverSpXcsrcholAnalysis(handle, n, nnz, a.descriptor, a.device_offsets, a.device_indices, info));
  CALL(Api<T>::chol_sizes(handle, n, nnz, a.descriptor, a.device_values, a.device_offsets, a.device_indices, info,
                          &internal, &size));
  Array<char> device_work(size);
  CALL(Api<T>::chol_factor(handle, n, nnz, a.descriptor, a.device_values, a.device_offsets, a.device_indices, info,
                           device_work));
  position = 77;
  CALL(Api<T>::chol_pivot(handle, info, 1e-9, &position));
  expect_regular<T>(position, "csrcholZeroPivot");
  CALL(Api<T>::chol_solve(handle, n, device_b, device_x, info, device_work));
  expect_same<T>(dense * device_x.dense(), b, "csrcholSolve", 10);
  CALL(cusolverSpDestroyCsrcholInfo(info));
}

template <class T>
void all_of(int base) {
  for (const Dense& dense : {laplacian(8), scattered<T>(60)}) {
    triangles<T>(dense, base);
    orthogonal<T>(dense, base);
  }
  roots<T>(laplacian(8), base);
}

}  // namespace

int main() {
  CALL(cusolverSpCreate(&handle));
  for (const int base : {0, 1}) {
    all_of<float>(base);
    all_of<double>(base);
    all_of<cuComplex>(base);
    all_of<cuDoubleComplex>(base);
  }
  CALL(cusolverSpDestroy(handle));
  return finish("solver_steps");
}
