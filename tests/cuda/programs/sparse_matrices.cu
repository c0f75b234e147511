// Products, solutions and conversions of cuSPARSE beside plain loops of its own: all formats, types and both bases.
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <cusparse.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

using Complex = std::complex<double>;

int checks = 0;
cusparseHandle_t handle;

void fail(const char* what) {
  std::printf("FAIL %s\n", what);
  std::exit(1);
}
void good(const char* what, cusparseStatus_t status) {
  if (status == CUSPARSE_STATUS_SUCCESS) return;
  std::printf("%s: %s\n", what, cusparseGetErrorName(status));
  std::exit(1);
}

/// A type of numbers: how many parts it has, and what cuSPARSE calls it.
template <class T>
struct Type;
template <>
struct Type<float> {
  static constexpr cudaDataType data = CUDA_R_32F;
  static constexpr bool is_complex = false;
  static constexpr double bound = 1e-5;
  static float make(Complex x) { return float(x.real()); }
  static Complex value(float x) { return x; }
};
template <>
struct Type<double> {
  static constexpr cudaDataType data = CUDA_R_64F;
  static constexpr bool is_complex = false;
  static constexpr double bound = 1e-13;
  static double make(Complex x) { return x.real(); }
  static Complex value(double x) { return x; }
};
template <>
struct Type<cuComplex> {
  static constexpr cudaDataType data = CUDA_C_32F;
  static constexpr bool is_complex = true;
  static constexpr double bound = 2e-5;
  static cuComplex make(Complex x) { return {float(x.real()), float(x.imag())}; }
  static Complex value(cuComplex x) { return {x.x, x.y}; }
};
template <>
struct Type<cuDoubleComplex> {
  static constexpr cudaDataType data = CUDA_C_64F;
  static constexpr bool is_complex = true;
  static constexpr double bound = 2e-13;
  static cuDoubleComplex make(Complex x) { return {x.real(), x.imag()}; }
  static Complex value(cuDoubleComplex x) { return {x.x, x.y}; }
};

template <class T>
T* on_device(const std::vector<T>& values) {
  T* device = nullptr;
  cudaMalloc(&device, std::max<std::size_t>(values.size(), 1) * sizeof(T));
  cudaMemcpy(device, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
  return device;
}
template <class T>
std::vector<T> from_device(const void* device, std::size_t count) {
  std::vector<T> values(count);
  cudaMemcpy(values.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost);
  return values;
}

/// A dense matrix of the host's, by rows.
struct Matrix {
  int rows = 0, cols = 0;
  std::vector<Complex> value;

  Matrix(int r, int c) : rows(r), cols(c), value(std::size_t(r) * c) {}
  Complex& at(int r, int c) { return value[std::size_t(r) * cols + c]; }
  const Complex& at(int r, int c) const { return value[std::size_t(r) * cols + c]; }
};

std::uint32_t state = 12345;
double number() {
  state = state * 1664525u + 1013904223u;
  return double(state >> 8) / double(1 << 23) - 1;
}

Matrix transposed(const Matrix& a, bool conjugates) {
  Matrix t(a.cols, a.rows);
  for (int r = 0; r < a.rows; ++r)
    for (int c = 0; c < a.cols; ++c) t.at(c, r) = conjugates ? std::conj(a.at(r, c)) : a.at(r, c);
  return t;
}
Matrix operation(const Matrix& a, cusparseOperation_t op) {
  return op == CUSPARSE_OPERATION_NON_TRANSPOSE ? a : transposed(a, op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE);
}
Matrix product(const Matrix& a, const Matrix& b) {
  Matrix c(a.rows, b.cols);
  for (int r = 0; r < a.rows; ++r)
    for (int k = 0; k < a.cols; ++k)
      for (int j = 0; j < b.cols; ++j) c.at(r, j) += a.at(r, k) * b.at(k, j);
  return c;
}

/// About every third element is there; values that T holds.
template <class T>
Matrix sparse(int rows, int cols, bool with_diagonal = false) {
  Matrix m(rows, cols);
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < cols; ++c) {
      const bool there = number() > 0.3;
      const Complex value = Type<T>::value(Type<T>::make({number(), number()}));
      if (there) m.at(r, c) = value;
      if (with_diagonal && r == c) m.at(r, c) = Type<T>::value(Type<T>::make(4.0 + number()));
    }
  }
  return m;
}
template <class T>
Matrix dense(int rows, int cols) {
  Matrix m(rows, cols);
  for (Complex& one : m.value) one = Type<T>::value(Type<T>::make({number(), number()}));
  return m;
}

template <class T>
void near(const char* what, const std::vector<T>& found, const std::vector<Complex>& wanted) {
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const Complex value = Type<T>::value(found[i]);
    const double difference = std::abs(value - wanted[i]);
    if (!(difference <= Type<T>::bound * (1 + std::abs(wanted[i])) * 10)) {
      std::printf("element %zu: %g + %g i in place of %g + %g i\n", i, value.real(), value.imag(), wanted[i].real(),
                  wanted[i].imag());
      fail(what);
    }
  }
  ++checks;
}

/// A matrix of the device's, in some format.
template <class T>
struct Sparse {
  cusparseSpMatDescr_t descriptor = nullptr;
  std::vector<int> offsets, indices;
  std::vector<T> values;
  int* device_offsets = nullptr;
  int* device_indices = nullptr;
  T* device_values = nullptr;

  Sparse(const Matrix& m, cusparseFormat_t format, int base) {
    const bool by_columns = format == CUSPARSE_FORMAT_CSC;
    const int lines = by_columns ? m.cols : m.rows, length = by_columns ? m.rows : m.cols;
    std::vector<int> rows;
    offsets = {base};
    for (int line = 0; line < lines; ++line) {
      for (int i = 0; i < length; ++i) {
        const Complex value = by_columns ? m.at(i, line) : m.at(line, i);
        if (value == Complex()) continue;
        rows.push_back(line + base);
        indices.push_back(i + base);
        values.push_back(Type<T>::make(value));
      }
      offsets.push_back(int(indices.size()) + base);
    }
    if (format == CUSPARSE_FORMAT_COO) offsets = rows;
    device_offsets = on_device(offsets);
    device_indices = on_device(indices);
    device_values = on_device(values);
    const auto indexed = base == 0 ? CUSPARSE_INDEX_BASE_ZERO : CUSPARSE_INDEX_BASE_ONE;
    constexpr auto kInts = CUSPARSE_INDEX_32I;
    const auto nnz = int64_t(values.size());
    if (format == CUSPARSE_FORMAT_CSR)
      good("csr", cusparseCreateCsr(&descriptor, m.rows, m.cols, nnz, device_offsets, device_indices, device_values,
                                    kInts, kInts, indexed, Type<T>::data));
    if (format == CUSPARSE_FORMAT_CSC)
      good("csc", cusparseCreateCsc(&descriptor, m.rows, m.cols, nnz, device_offsets, device_indices, device_values,
                                    kInts, kInts, indexed, Type<T>::data));
    if (format == CUSPARSE_FORMAT_COO)
      good("coo", cusparseCreateCoo(&descriptor, m.rows, m.cols, nnz, device_offsets, device_indices, device_values,
                                    kInts, indexed, Type<T>::data));
  }
  Sparse(const Sparse&) = delete;
  ~Sparse() {
    cusparseDestroySpMat(descriptor);
    cudaFree(device_offsets);
    cudaFree(device_indices);
    cudaFree(device_values);
  }
};

template <class T>
std::vector<T> made(const std::vector<Complex>& from) {
  std::vector<T> all;
  for (const Complex& one : from) all.push_back(Type<T>::make(one));
  return all;
}

/// By rows or by columns, with lines two elements longer than they need be.
template <class T>
struct Dense {
  cusparseDnMatDescr_t descriptor = nullptr;
  T* device = nullptr;
  int rows, cols, ld;
  bool by_rows;

  Dense(const Matrix& m, bool rows_first) : rows(m.rows), cols(m.cols), by_rows(rows_first) {
    ld = (by_rows ? cols : rows) + 2;
    std::vector<T> values(std::size_t(ld) * (by_rows ? rows : cols));
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < cols; ++c) values[place(r, c)] = Type<T>::make(m.at(r, c));
    device = on_device(values);
    good("dense", cusparseCreateDnMat(&descriptor, rows, cols, ld, device, Type<T>::data,
                                      by_rows ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL));
  }
  Dense(const Dense&) = delete;
  ~Dense() {
    cusparseDestroyDnMat(descriptor);
    cudaFree(device);
  }
  std::size_t place(int r, int c) const { return by_rows ? std::size_t(r) * ld + c : std::size_t(c) * ld + r; }
  std::vector<T> taken() const {
    const auto all = from_device<T>(device, std::size_t(ld) * (by_rows ? rows : cols));
    std::vector<T> values;
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < cols; ++c) values.push_back(all[place(r, c)]);
    return values;
  }
};

struct Buffer {
  void* device = nullptr;
  explicit Buffer(std::size_t size) { cudaMalloc(&device, std::max<std::size_t>(size, 1)); }
  Buffer(const Buffer&) = delete;
  ~Buffer() { cudaFree(device); }
};

/// Real numbers have no conjugates.
template <class T>
std::vector<cusparseOperation_t> operations() {
  std::vector<cusparseOperation_t> all = {CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE};
  if (Type<T>::is_complex) all.push_back(CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE);
  return all;
}
constexpr cusparseFormat_t kFormats[] = {CUSPARSE_FORMAT_CSR, CUSPARSE_FORMAT_CSC, CUSPARSE_FORMAT_COO};

template <class T>
void products() {
  const Complex alpha = Type<T>::value(Type<T>::make({1.5, 0.5})), beta = Type<T>::value(Type<T>::make({-0.5, 0.25}));
  const T device_alpha = Type<T>::make(alpha), device_beta = Type<T>::make(beta);
  for (const cusparseFormat_t format : kFormats) {
    for (const cusparseOperation_t op : operations<T>()) {
      for (int base = 0; base < 2; ++base) {
        const Matrix a = sparse<T>(13, 17);
        const Matrix of_a = operation(a, op);
        const Sparse<T> matrix(a, format, base);
        const Matrix x = dense<T>(of_a.cols, 1), y = dense<T>(of_a.rows, 1);
        T* const device_x = on_device(made<T>(x.value));
        T* const device_y = on_device(made<T>(y.value));
        cusparseDnVecDescr_t vec_x, vec_y;
        good("x", cusparseCreateDnVec(&vec_x, of_a.cols, device_x, Type<T>::data));
        good("y", cusparseCreateDnVec(&vec_y, of_a.rows, device_y, Type<T>::data));
        std::size_t size = 0;
        good("SpMV size", cusparseSpMV_bufferSize(handle, op, &device_alpha, matrix.descriptor, vec_x, &device_beta,
                                                  vec_y, Type<T>::data, CUSPARSE_SPMV_ALG_DEFAULT, &size));
        const Buffer buffer(size);
        good("SpMV", cusparseSpMV(handle, op, &device_alpha, matrix.descriptor, vec_x, &device_beta, vec_y,
                                  Type<T>::data, CUSPARSE_SPMV_ALG_DEFAULT, buffer.device));
        Matrix wanted = product(of_a, x);
        for (int i = 0; i < wanted.rows; ++i) wanted.at(i, 0) = alpha * wanted.at(i, 0) + beta * y.at(i, 0);
        near("SpMV", from_device<T>(device_y, of_a.rows), wanted.value);
        cusparseDestroyDnVec(vec_x);
        cusparseDestroyDnVec(vec_y);
        cudaFree(device_x);
        cudaFree(device_y);
      }
      // Of CSC transposed there is no product with matrices in all versions.
      if (format == CUSPARSE_FORMAT_CSC) continue;
      for (int orders = 0; orders < 4; ++orders) {
        const Matrix a = sparse<T>(11, 9);
        const Matrix of_a = operation(a, op);
        const Matrix b = dense<T>(of_a.cols, 5), c = dense<T>(of_a.rows, 5);
        const Sparse<T> matrix(a, format, 0);
        const Dense<T> left(b, (orders & 1) != 0), right(c, (orders & 2) != 0);
        if (left.by_rows != right.by_rows) continue;
        std::size_t size = 0;
        constexpr auto kPlain = CUSPARSE_OPERATION_NON_TRANSPOSE;
        good("SpMM size", cusparseSpMM_bufferSize(handle, op, kPlain, &device_alpha, matrix.descriptor,
                                                  left.descriptor, &device_beta, right.descriptor, Type<T>::data,
                                                  CUSPARSE_SPMM_ALG_DEFAULT, &size));
        const Buffer buffer(size);
        good("SpMM", cusparseSpMM(handle, op, kPlain, &device_alpha, matrix.descriptor, left.descriptor, &device_beta,
                                  right.descriptor, Type<T>::data, CUSPARSE_SPMM_ALG_DEFAULT, buffer.device));
        Matrix wanted = product(of_a, b);
        for (std::size_t i = 0; i < wanted.value.size(); ++i)
          wanted.value[i] = alpha * wanted.value[i] + beta * c.value[i];
        near("SpMM", right.taken(), wanted.value);
      }
    }
  }
}

template <class T>
void triangles() {
  const Complex alpha = Type<T>::value(Type<T>::make({0.75, -0.5}));
  const T device_alpha = Type<T>::make(alpha);
  for (const cusparseOperation_t op : operations<T>()) {
    for (int kind = 0; kind < 4; ++kind) {
      const bool lower = (kind & 1) != 0, unit = (kind & 2) != 0;
      const int n = 12;
      Matrix a = sparse<T>(n, n, true);
      const Sparse<T> matrix(a, CUSPARSE_FORMAT_CSR, 0);
      cusparseFillMode_t fill = lower ? CUSPARSE_FILL_MODE_LOWER : CUSPARSE_FILL_MODE_UPPER;
      cusparseDiagType_t diagonal = unit ? CUSPARSE_DIAG_TYPE_UNIT : CUSPARSE_DIAG_TYPE_NON_UNIT;
      good("fill", cusparseSpMatSetAttribute(matrix.descriptor, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill));
      good("diagonal",
           cusparseSpMatSetAttribute(matrix.descriptor, CUSPARSE_SPMAT_DIAG_TYPE, &diagonal, sizeof diagonal));
      for (int r = 0; r < n; ++r)
        for (int c = 0; c < n; ++c) {
          if (lower ? c > r : c < r) a.at(r, c) = 0;
          if (r == c && unit) a.at(r, c) = 1;
        }
      const Matrix of_a = operation(a, op);
      const Matrix solution = dense<T>(n, 1);
      Matrix side = product(of_a, solution);
      for (Complex& one : side.value) one /= alpha;
      T* const x = on_device(made<T>(side.value));
      T* const y = on_device(std::vector<T>(n));
      cusparseDnVecDescr_t vec_x, vec_y;
      cusparseCreateDnVec(&vec_x, n, x, Type<T>::data);
      cusparseCreateDnVec(&vec_y, n, y, Type<T>::data);
      cusparseSpSVDescr_t solver;
      good("SpSV descriptor", cusparseSpSV_createDescr(&solver));
      std::size_t size = 0;
      good("SpSV size", cusparseSpSV_bufferSize(handle, op, &device_alpha, matrix.descriptor, vec_x, vec_y,
                                                Type<T>::data, CUSPARSE_SPSV_ALG_DEFAULT, solver, &size));
      const Buffer buffer(size);
      good("SpSV analysis", cusparseSpSV_analysis(handle, op, &device_alpha, matrix.descriptor, vec_x, vec_y,
                                                  Type<T>::data, CUSPARSE_SPSV_ALG_DEFAULT, solver, buffer.device));
      good("SpSV", cusparseSpSV_solve(handle, op, &device_alpha, matrix.descriptor, vec_x, vec_y, Type<T>::data,
                                      CUSPARSE_SPSV_ALG_DEFAULT, solver));
      std::vector<T> found = from_device<T>(y, n);
      // Systems of unit triangles are worse to solve: what is found has to give the right sides.
      Matrix again(n, 1);
      for (int i = 0; i < n; ++i) again.at(i, 0) = Type<T>::value(found[i]);
      const Matrix sides = product(of_a, again);
      std::vector<Complex> wanted = side.value;
      for (Complex& one : wanted) one *= alpha;
      double largest = 1;
      for (const Complex& one : again.value) largest = std::max(largest, std::abs(one));
      for (int i = 0; i < n; ++i)
        if (std::abs(sides.at(i, 0) - wanted[i]) > Type<T>::bound * 100 * largest) fail("SpSV");
      ++checks;
      cusparseSpSV_destroyDescr(solver);
      cusparseDestroyDnVec(vec_x);
      cusparseDestroyDnVec(vec_y);
      cudaFree(x);
      cudaFree(y);

      const Matrix many = dense<T>(n, 3);
      Matrix many_sides = product(of_a, many);
      for (Complex& one : many_sides.value) one /= alpha;
      const Dense<T> b(many_sides, false), c(Matrix(n, 3), false);
      cusparseSpSMDescr_t solvers;
      good("SpSM descriptor", cusparseSpSM_createDescr(&solvers));
      constexpr auto kPlain = CUSPARSE_OPERATION_NON_TRANSPOSE;
      good("SpSM size",
           cusparseSpSM_bufferSize(handle, op, kPlain, &device_alpha, matrix.descriptor, b.descriptor, c.descriptor,
                                   Type<T>::data, CUSPARSE_SPSM_ALG_DEFAULT, solvers, &size));
      const Buffer second(size);
      good("SpSM analysis",
           cusparseSpSM_analysis(handle, op, kPlain, &device_alpha, matrix.descriptor, b.descriptor, c.descriptor,
                                 Type<T>::data, CUSPARSE_SPSM_ALG_DEFAULT, solvers, second.device));
      good("SpSM", cusparseSpSM_solve(handle, op, kPlain, &device_alpha, matrix.descriptor, b.descriptor,
                                      c.descriptor, Type<T>::data, CUSPARSE_SPSM_ALG_DEFAULT, solvers));
      if (!unit) near("SpSM", c.taken(), many.value);
      cusparseSpSM_destroyDescr(solvers);
    }
  }
}

template <class T>
void vectors() {
  const int n = 20;
  const std::vector<int> indices = {1, 4, 5, 11, 19};
  const Matrix x = dense<T>(int(indices.size()), 1), y = dense<T>(n, 1);
  const Complex alpha = Type<T>::value(Type<T>::make({2, 1})), beta = Type<T>::value(Type<T>::make({0.5, -1}));
  const T device_alpha = Type<T>::make(alpha), device_beta = Type<T>::make(beta);
  int* const device_indices = on_device(indices);
  T* const device_x = on_device(made<T>(x.value));
  T* const device_y = on_device(made<T>(y.value));
  cusparseSpVecDescr_t sparse_x;
  cusparseDnVecDescr_t dense_y;
  good("sparse vector", cusparseCreateSpVec(&sparse_x, n, int64_t(indices.size()), device_indices, device_x,
                                            CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, Type<T>::data));
  good("dense vector", cusparseCreateDnVec(&dense_y, n, device_y, Type<T>::data));
  std::size_t size = 0;
  T sum;
  good("SpVV size", cusparseSpVV_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, sparse_x, dense_y, &sum,
                                            Type<T>::data, &size));
  const Buffer buffer(size);
  good("SpVV", cusparseSpVV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, sparse_x, dense_y, &sum, Type<T>::data,
                            buffer.device));
  Complex wanted_sum = 0;
  for (std::size_t i = 0; i < indices.size(); ++i) wanted_sum += x.value[i] * y.value[indices[i]];
  near("SpVV", std::vector<T>{sum}, {wanted_sum});
  good("Axpby", cusparseAxpby(handle, &device_alpha, sparse_x, &device_beta, dense_y));
  std::vector<Complex> wanted = y.value;
  for (Complex& one : wanted) one *= beta;
  for (std::size_t i = 0; i < indices.size(); ++i) wanted[indices[i]] += alpha * x.value[i];
  near("Axpby", from_device<T>(device_y, n), wanted);
  good("Gather", cusparseGather(handle, dense_y, sparse_x));
  std::vector<Complex> gathered;
  for (const int i : indices) gathered.push_back(Type<T>::value(from_device<T>(device_y, n)[i]));
  near("Gather", from_device<T>(device_x, indices.size()), gathered);
  cudaMemcpy(device_x, made<T>(x.value).data(), indices.size() * sizeof(T), cudaMemcpyHostToDevice);
  good("Scatter", cusparseScatter(handle, sparse_x, dense_y));
  for (std::size_t i = 0; i < indices.size(); ++i) wanted[indices[i]] = x.value[i];
  near("Scatter", from_device<T>(device_y, n), wanted);
  cusparseDestroySpVec(sparse_x);
  cusparseDestroyDnVec(dense_y);
  cudaFree(device_indices);
  cudaFree(device_x);
  cudaFree(device_y);
}

template <class T>
void conversions() {
  const Matrix a = sparse<T>(9, 14);
  for (const cusparseFormat_t format : kFormats) {
    const Sparse<T> matrix(a, format, 1);
    for (const bool by_rows : {false, true}) {
      const Dense<T> to(Matrix(9, 14), by_rows);
      std::size_t size = 0;
      good("SparseToDense size", cusparseSparseToDense_bufferSize(handle, matrix.descriptor, to.descriptor,
                                                                  CUSPARSE_SPARSETODENSE_ALG_DEFAULT, &size));
      const Buffer buffer(size);
      good("SparseToDense", cusparseSparseToDense(handle, matrix.descriptor, to.descriptor,
                                                  CUSPARSE_SPARSETODENSE_ALG_DEFAULT, buffer.device));
      near("SparseToDense", to.taken(), a.value);
    }
  }
  // And back: CSR.
  const Dense<T> from(a, true);
  const Sparse<T> wanted(a, CUSPARSE_FORMAT_CSR, 0);
  int* const offsets = on_device(std::vector<int>(a.rows + 1));
  cusparseSpMatDescr_t to;
  good("csr", cusparseCreateCsr(&to, a.rows, a.cols, 0, offsets, nullptr, nullptr, CUSPARSE_INDEX_32I,
                                CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, Type<T>::data));
  std::size_t size = 0;
  good("DenseToSparse size", cusparseDenseToSparse_bufferSize(handle, from.descriptor, to,
                                                              CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, &size));
  const Buffer buffer(size);
  good("DenseToSparse analysis", cusparseDenseToSparse_analysis(handle, from.descriptor, to,
                                                                CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, buffer.device));
  int64_t rows, cols, nnz;
  good("size", cusparseSpMatGetSize(to, &rows, &cols, &nnz));
  if (nnz != int64_t(wanted.values.size())) fail("DenseToSparse: the number of elements");
  int* const indices = on_device(std::vector<int>(nnz));
  T* const values = on_device(std::vector<T>(nnz));
  good("pointers", cusparseCsrSetPointers(to, offsets, indices, values));
  good("DenseToSparse", cusparseDenseToSparse_convert(handle, from.descriptor, to, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT,
                                                      buffer.device));
  if (from_device<int>(offsets, a.rows + 1) != wanted.offsets) fail("DenseToSparse: offsets");
  if (from_device<int>(indices, nnz) != wanted.indices) fail("DenseToSparse: indices");
  std::vector<Complex> own;
  for (const T& one : wanted.values) own.push_back(Type<T>::value(one));
  near("DenseToSparse", from_device<T>(values, nnz), own);
  // CSR to COO and back, and to CSC.
  int* const coo = on_device(std::vector<int>(nnz));
  good("csr2coo", cusparseXcsr2coo(handle, offsets, int(nnz), a.rows, coo, CUSPARSE_INDEX_BASE_ZERO));
  const Sparse<T> listed(a, CUSPARSE_FORMAT_COO, 0);
  if (from_device<int>(coo, nnz) != listed.offsets) fail("csr2coo");
  cudaMemset(offsets, 0, (a.rows + 1) * sizeof(int));
  good("coo2csr", cusparseXcoo2csr(handle, coo, int(nnz), a.rows, offsets, CUSPARSE_INDEX_BASE_ZERO));
  if (from_device<int>(offsets, a.rows + 1) != wanted.offsets) fail("coo2csr");
  int* const column_offsets = on_device(std::vector<int>(a.cols + 1));
  int* const row_indices = on_device(std::vector<int>(nnz));
  T* const csc_values = on_device(std::vector<T>(nnz));
  good("csr2csc size",
       cusparseCsr2cscEx2_bufferSize(handle, a.rows, a.cols, int(nnz), values, offsets, indices, csc_values,
                                     column_offsets, row_indices, Type<T>::data, CUSPARSE_ACTION_NUMERIC,
                                     CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_CSR2CSC_ALG_DEFAULT, &size));
  const Buffer turning(size);
  good("csr2csc", cusparseCsr2cscEx2(handle, a.rows, a.cols, int(nnz), values, offsets, indices, csc_values,
                                     column_offsets, row_indices, Type<T>::data, CUSPARSE_ACTION_NUMERIC,
                                     CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_CSR2CSC_ALG_DEFAULT, turning.device));
  const Sparse<T> columns(a, CUSPARSE_FORMAT_CSC, 0);
  if (from_device<int>(column_offsets, a.cols + 1) != columns.offsets) fail("csr2csc: offsets");
  if (from_device<int>(row_indices, nnz) != columns.indices) fail("csr2csc: indices");
  own.clear();
  for (const T& one : columns.values) own.push_back(Type<T>::value(one));
  near("csr2csc", from_device<T>(csc_values, nnz), own);
  cusparseDestroySpMat(to);
  for (void* const one : {(void*)offsets, (void*)indices, (void*)values, (void*)coo, (void*)column_offsets,
                          (void*)row_indices, (void*)csc_values})
    cudaFree(one);
}

template <class T>
void sparse_products() {
  const Matrix a = sparse<T>(10, 12), b = sparse<T>(12, 7);
  const Complex alpha = Type<T>::value(Type<T>::make({2, 0.5}));
  const T device_alpha = Type<T>::make(alpha), device_beta = Type<T>::make(0);
  const Sparse<T> left(a, CUSPARSE_FORMAT_CSR, 0), right(b, CUSPARSE_FORMAT_CSR, 0);
  int* const offsets = on_device(std::vector<int>(a.rows + 1));
  cusparseSpMatDescr_t to;
  good("csr", cusparseCreateCsr(&to, a.rows, b.cols, 0, offsets, nullptr, nullptr, CUSPARSE_INDEX_32I,
                                CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, Type<T>::data));
  cusparseSpGEMMDescr_t steps;
  good("SpGEMM descriptor", cusparseSpGEMM_createDescr(&steps));
  constexpr auto kPlain = CUSPARSE_OPERATION_NON_TRANSPOSE;
  constexpr auto kHow = CUSPARSE_SPGEMM_DEFAULT;
  std::size_t size = 0, second_size = 0;
  const auto estimate = [&](void* buffer) {
    good("SpGEMM estimation",
         cusparseSpGEMM_workEstimation(handle, kPlain, kPlain, &device_alpha, left.descriptor, right.descriptor,
                                       &device_beta, to, Type<T>::data, kHow, steps, &size, buffer));
  };
  estimate(nullptr);
  const Buffer first(size);
  estimate(first.device);
  const auto compute = [&](void* buffer) {
    good("SpGEMM compute",
         cusparseSpGEMM_compute(handle, kPlain, kPlain, &device_alpha, left.descriptor, right.descriptor, &device_beta,
                                to, Type<T>::data, kHow, steps, &second_size, buffer));
  };
  compute(nullptr);
  const Buffer second(second_size);
  compute(second.device);
  int64_t rows, cols, nnz;
  good("size", cusparseSpMatGetSize(to, &rows, &cols, &nnz));
  int* const indices = on_device(std::vector<int>(nnz));
  T* const values = on_device(std::vector<T>(nnz));
  good("pointers", cusparseCsrSetPointers(to, offsets, indices, values));
  good("SpGEMM copy", cusparseSpGEMM_copy(handle, kPlain, kPlain, &device_alpha, left.descriptor, right.descriptor,
                                          &device_beta, to, Type<T>::data, kHow, steps));
  const Dense<T> found(Matrix(a.rows, b.cols), true);
  good("SparseToDense size", cusparseSparseToDense_bufferSize(handle, to, found.descriptor,
                                                              CUSPARSE_SPARSETODENSE_ALG_DEFAULT, &size));
  const Buffer buffer(size);
  good("SparseToDense", cusparseSparseToDense(handle, to, found.descriptor, CUSPARSE_SPARSETODENSE_ALG_DEFAULT,
                                              buffer.device));
  Matrix wanted = product(a, b);
  for (Complex& one : wanted.value) one *= alpha;
  near("SpGEMM", found.taken(), wanted.value);
  cusparseSpGEMM_destroyDescr(steps);
  cusparseDestroySpMat(to);
  cudaFree(offsets);
  cudaFree(indices);
  cudaFree(values);

  // Samples of a product of two dense ones.
  const Matrix x = dense<T>(8, 6), y = dense<T>(6, 9), pattern = sparse<T>(8, 9);
  const Dense<T> dense_x(x, false), dense_y(y, false);
  const Sparse<T> sampled(pattern, CUSPARSE_FORMAT_CSR, 0);
  const Complex kept = Type<T>::value(Type<T>::make({0.5, 0.5}));
  const T device_kept = Type<T>::make(kept);
  good("SDDMM size", cusparseSDDMM_bufferSize(handle, kPlain, kPlain, &device_alpha, dense_x.descriptor,
                                              dense_y.descriptor, &device_kept, sampled.descriptor, Type<T>::data,
                                              CUSPARSE_SDDMM_ALG_DEFAULT, &size));
  const Buffer third(size);
  good("SDDMM", cusparseSDDMM(handle, kPlain, kPlain, &device_alpha, dense_x.descriptor, dense_y.descriptor,
                              &device_kept, sampled.descriptor, Type<T>::data, CUSPARSE_SDDMM_ALG_DEFAULT,
                              third.device));
  const Matrix all = product(x, y);
  std::vector<Complex> samples;
  for (int r = 0; r < 8; ++r)
    for (int c = 0; c < 9; ++c)
      if (pattern.at(r, c) != Complex()) samples.push_back(alpha * all.at(r, c) + kept * pattern.at(r, c));
  near("SDDMM", from_device<T>(sampled.device_values, samples.size()), samples);
}

// ---- Calls by type ----

template <class T>
struct Typed;
#define TYPED(LETTER, TYPE)                                                  \
  template <>                                                                \
  struct Typed<TYPE> {                                                       \
    static constexpr auto lu_size = cusparse##LETTER##csrilu02_bufferSize;   \
    static constexpr auto lu_analysis = cusparse##LETTER##csrilu02_analysis; \
    static constexpr auto lu = cusparse##LETTER##csrilu02;                   \
    static constexpr auto ic_size = cusparse##LETTER##csric02_bufferSize;    \
    static constexpr auto ic_analysis = cusparse##LETTER##csric02_analysis;  \
    static constexpr auto ic = cusparse##LETTER##csric02;                    \
    static constexpr auto line_size = cusparse##LETTER##gtsv2_bufferSizeExt; \
    static constexpr auto line = cusparse##LETTER##gtsv2;                    \
    static constexpr auto add_size = cusparse##LETTER##csrgeam2_bufferSizeExt; \
    static constexpr auto add = cusparse##LETTER##csrgeam2;                  \
  };
TYPED(S, float)
TYPED(D, double)
TYPED(C, cuComplex)
TYPED(Z, cuDoubleComplex)

/// Of a band of three diagonals incomplete factors are the whole ones.
template <class T>
Matrix band(int n, bool hermitian) {
  Matrix a(n, n);
  for (int i = 0; i < n; ++i) {
    a.at(i, i) = Type<T>::value(Type<T>::make(4.0 + number()));
    if (i + 1 == n) break;
    a.at(i, i + 1) = Type<T>::value(Type<T>::make({number(), number()}));
    a.at(i + 1, i) = hermitian ? std::conj(a.at(i, i + 1)) : Type<T>::value(Type<T>::make({number(), number()}));
  }
  return a;
}

template <class T>
void older_calls() {
  constexpr int n = 15;
  cusparseMatDescr_t descriptor;
  good("descriptor", cusparseCreateMatDescr(&descriptor));
  for (const bool cholesky : {false, true}) {
    const Matrix a = band<T>(n, cholesky);
    const Sparse<T> matrix(a, CUSPARSE_FORMAT_CSR, 0);
    const int nnz = int(matrix.values.size());
    int size = 0, position = 7;
    csrilu02Info_t lu_info;
    csric02Info_t ic_info;
    good("info", cusparseCreateCsrilu02Info(&lu_info));
    good("info", cusparseCreateCsric02Info(&ic_info));
    constexpr auto kPolicy = CUSPARSE_SOLVE_POLICY_NO_LEVEL;
    const auto call = [&](auto get_size, auto analysis, auto factor, auto info) {
      good("factors size", get_size(handle, n, nnz, descriptor, matrix.device_values, matrix.device_offsets,
                                    matrix.device_indices, info, &size));
      const Buffer buffer(size);
      good("factors analysis", analysis(handle, n, nnz, descriptor, matrix.device_values, matrix.device_offsets,
                                        matrix.device_indices, info, kPolicy, buffer.device));
      good("factors", factor(handle, n, nnz, descriptor, matrix.device_values, matrix.device_offsets,
                             matrix.device_indices, info, kPolicy, buffer.device));
      cudaDeviceSynchronize();
    };
    if (cholesky) {
      call(Typed<T>::ic_size, Typed<T>::ic_analysis, Typed<T>::ic, ic_info);
      good("zero pivot", cusparseXcsric02_zeroPivot(handle, ic_info, &position));
    } else {
      call(Typed<T>::lu_size, Typed<T>::lu_analysis, Typed<T>::lu, lu_info);
      good("zero pivot", cusparseXcsrilu02_zeroPivot(handle, lu_info, &position));
    }
    if (position != -1) fail("zero pivot");
    const auto values = from_device<T>(matrix.device_values, nnz);
    Matrix lower(n, n), upper(n, n);
    for (int r = 0, at = 0; r < n; ++r) {
      for (; at < matrix.offsets[r + 1]; ++at) {
        const int c = matrix.indices[at];
        const Complex value = Type<T>::value(values[at]);
        if (cholesky ? c <= r : c < r) lower.at(r, c) = value;
        if (!cholesky && c >= r) upper.at(r, c) = value;
      }
      if (!cholesky) lower.at(r, r) = 1;
    }
    if (cholesky) upper = transposed(lower, true);
    near(cholesky ? "csric02" : "csrilu02", made<T>(product(lower, upper).value), a.value);
    cusparseDestroyCsrilu02Info(lu_info);
    cusparseDestroyCsric02Info(ic_info);
  }
  {
    Matrix a = band<T>(n, false);
    a.at(3, 3) = a.at(4, 4) = 0;  // wants rows exchanged
    const Matrix x = dense<T>(n, 3);
    const Matrix b = product(a, x);
    std::vector<T> below(n), diagonal(n), above(n), sides;
    for (int i = 0; i < n; ++i) {
      diagonal[i] = Type<T>::make(a.at(i, i));
      if (i > 0) below[i] = Type<T>::make(a.at(i, i - 1));
      if (i + 1 < n) above[i] = Type<T>::make(a.at(i, i + 1));
    }
    below[0] = above[n - 1] = Type<T>::make(0);
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < n; ++i) sides.push_back(Type<T>::make(b.at(i, j)));
    T *dl = on_device(below), *d = on_device(diagonal), *du = on_device(above), *side = on_device(sides);
    std::size_t size = 0;
    good("gtsv2 size", Typed<T>::line_size(handle, n, 3, dl, d, du, side, n, &size));
    const Buffer buffer(size);
    good("gtsv2", Typed<T>::line(handle, n, 3, dl, d, du, side, n, buffer.device));
    const auto found = from_device<T>(side, sides.size());
    Matrix again(n, 3);
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < n; ++i) again.at(i, j) = Type<T>::value(found[j * n + i]);
    const Matrix difference = product(a, again);
    for (std::size_t i = 0; i < b.value.size(); ++i)
      if (std::abs(difference.value[i] - b.value[i]) > Type<T>::bound * 200) fail("gtsv2");
    ++checks;
    for (T* const one : {dl, d, du, side}) cudaFree(one);
  }
  {
    const Matrix a = sparse<T>(9, 11), b = sparse<T>(9, 11);
    const Sparse<T> first(a, CUSPARSE_FORMAT_CSR, 0), second(b, CUSPARSE_FORMAT_CSR, 0);
    const Complex alpha = Type<T>::value(Type<T>::make({1, 2})), beta = Type<T>::value(Type<T>::make({3, -1}));
    const T device_alpha = Type<T>::make(alpha), device_beta = Type<T>::make(beta);
    int* const offsets = on_device(std::vector<int>(10));
    std::size_t size = 0;
    const int nnz_a = int(first.values.size()), nnz_b = int(second.values.size());
    good("csrgeam2 size",
         Typed<T>::add_size(handle, 9, 11, &device_alpha, descriptor, nnz_a, first.device_values,
                            first.device_offsets, first.device_indices, &device_beta, descriptor, nnz_b,
                            second.device_values, second.device_offsets, second.device_indices, descriptor, nullptr,
                            offsets, nullptr, &size));
    const Buffer buffer(size);
    int total = 0;
    good("csrgeam2 nnz",
         cusparseXcsrgeam2Nnz(handle, 9, 11, descriptor, nnz_a, first.device_offsets, first.device_indices, descriptor,
                              nnz_b, second.device_offsets, second.device_indices, descriptor, offsets, &total,
                              buffer.device));
    int* const indices = on_device(std::vector<int>(total));
    T* const values = on_device(std::vector<T>(total));
    good("csrgeam2",
         Typed<T>::add(handle, 9, 11, &device_alpha, descriptor, nnz_a, first.device_values, first.device_offsets,
                       first.device_indices, &device_beta, descriptor, nnz_b, second.device_values,
                       second.device_offsets, second.device_indices, descriptor, values, offsets, indices,
                       buffer.device));
    std::vector<Complex> wanted;
    std::vector<int> columns;
    for (int r = 0; r < 9; ++r) {
      for (int c = 0; c < 11; ++c) {
        if (a.at(r, c) == Complex() && b.at(r, c) == Complex()) continue;
        columns.push_back(c);
        wanted.push_back(alpha * a.at(r, c) + beta * b.at(r, c));
      }
    }
    if (from_device<int>(indices, total) != columns) fail("csrgeam2: columns");
    near("csrgeam2", from_device<T>(values, total), wanted);
    cudaFree(offsets);
    cudaFree(indices);
    cudaFree(values);
  }
  cusparseDestroyMatDescr(descriptor);
}

/// Blocks: BSR, and ELL with blocks; ELL in slices.
void blocks() {
  using T = float;
  const int block = 2;
  // Blocks (0, 1), (1, 0) and (1, 2) of a matrix of 4 x 6.
  Matrix a(4, 6);
  const int places[3][2] = {{0, 1}, {1, 0}, {1, 2}};
  std::vector<T> values, ell_values(4 * 4);
  for (const auto& [row, column] : places)
    for (int i = 0; i < block; ++i)
      for (int j = 0; j < block; ++j) {
        const float value = float(number());
        a.at(row * block + i, column * block + j) = value;
        values.push_back(value);
      }
  int* const offsets = on_device(std::vector<int>{0, 1, 3});
  int* const columns = on_device(std::vector<int>{1, 0, 2});
  T* const device_values = on_device(values);
  const Matrix x = dense<T>(6, 1);
  T* const device_x = on_device(made<T>(x.value));
  T* const device_y = on_device(std::vector<T>(4));
  cusparseDnVecDescr_t vec_x, vec_y;
  cusparseCreateDnVec(&vec_x, 6, device_x, CUDA_R_32F);
  cusparseCreateDnVec(&vec_y, 4, device_y, CUDA_R_32F);
  const T one = 1, none = 0;
  const auto multiply = [&](const char* what, cusparseSpMatDescr_t matrix) {
    std::size_t size = 0;
    cudaMemset(device_y, 0xff, 4 * sizeof(T));
    good(what, cusparseSpMV_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix, vec_x, &none, vec_y,
                                       CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, &size));
    const Buffer buffer(size);
    good(what, cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix, vec_x, &none, vec_y, CUDA_R_32F,
                            CUSPARSE_SPMV_ALG_DEFAULT, buffer.device));
    near(what, from_device<T>(device_y, 4), product(a, x).value);
    cusparseDestroySpMat(matrix);
  };
  cusparseSpMatDescr_t matrix;
  good("bsr", cusparseCreateBsr(&matrix, 2, 3, 3, block, block, offsets, columns, device_values, CUSPARSE_INDEX_32I,
                                CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F, CUSPARSE_ORDER_ROW));
  multiply("bsr", matrix);
  // In slices of two rows: each as wide as its longest row, by columns, what is left over -1.
  const std::vector<int> slice_offsets = {0, 4, 12};
  const std::vector<int> slice_columns = {2, 2, 3, 3, 0, 0, 1, 1, 4, 4, 5, 5};
  std::vector<T> slice_values;
  for (std::size_t i = 0; i < slice_columns.size(); ++i)
    slice_values.push_back(T(a.at(int(i < 4 ? i % 2 : 2 + i % 2), slice_columns[i]).real()));
  int* const device_slices = on_device(slice_offsets);
  int* const device_columns = on_device(slice_columns);
  T* const device_slice_values = on_device(slice_values);
  good("sliced ell", cusparseCreateSlicedEll(&matrix, 4, 6, 12, 12, 2, device_slices, device_columns,
                                             device_slice_values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                             CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
  multiply("sliced ell", matrix);
  cusparseDestroyDnVec(vec_x);
  cusparseDestroyDnVec(vec_y);

  // ELL with blocks, of halves, with a matrix.
  const std::vector<int> ell_columns = {1, -1, 0, 2};
  std::vector<__half> halves(4 * 4);
  Matrix e(4, 6);
  for (int r = 0; r < 4; ++r) {
    for (int i = 0; i < 4; ++i) {
      const int at = ell_columns[r / block * 2 + i / block];
      const float value = at < 0 ? 0.0f : float(int(number() * 16)) / 8;
      halves[r * 4 + i] = __float2half(value);
      if (at >= 0) e.at(r, at * block + i % block) = value;
    }
  }
  const Matrix b = [] {
    Matrix m(6, 8);
    for (Complex& value : m.value) value = float(int(number() * 16)) / 8;
    return m;
  }();
  std::vector<__half> b_halves;
  for (const Complex& value : b.value) b_halves.push_back(__float2half(float(value.real())));
  int* const ell = on_device(ell_columns);
  __half* const device_halves = on_device(halves);
  __half* const device_b = on_device(b_halves);
  T* const device_c = on_device(std::vector<T>(4 * 8));
  cusparseDnMatDescr_t mat_b, mat_c;
  good("blocked ell", cusparseCreateBlockedEll(&matrix, 4, 6, block, 4, ell, device_halves, CUSPARSE_INDEX_32I,
                                               CUSPARSE_INDEX_BASE_ZERO, CUDA_R_16F));
  good("B", cusparseCreateDnMat(&mat_b, 6, 8, 8, device_b, CUDA_R_16F, CUSPARSE_ORDER_ROW));
  good("C", cusparseCreateDnMat(&mat_c, 4, 8, 8, device_c, CUDA_R_32F, CUSPARSE_ORDER_ROW));
  constexpr auto kPlain = CUSPARSE_OPERATION_NON_TRANSPOSE;
  std::size_t size = 0;
  good("SpMM of halves size", cusparseSpMM_bufferSize(handle, kPlain, kPlain, &one, matrix, mat_b, &none, mat_c,
                                                      CUDA_R_32F, CUSPARSE_SPMM_BLOCKED_ELL_ALG1, &size));
  const Buffer buffer(size);
  good("SpMM of halves", cusparseSpMM(handle, kPlain, kPlain, &one, matrix, mat_b, &none, mat_c, CUDA_R_32F,
                                      CUSPARSE_SPMM_BLOCKED_ELL_ALG1, buffer.device));
  near("SpMM of halves", from_device<T>(device_c, 32), product(e, b).value);
  cusparseDestroySpMat(matrix);
  cusparseDestroyDnMat(mat_b);
  cusparseDestroyDnMat(mat_c);
  for (void* const each : {(void*)offsets, (void*)columns, (void*)device_values, (void*)device_x, (void*)device_y,
                           (void*)device_slices, (void*)device_columns, (void*)device_slice_values, (void*)ell,
                           (void*)device_halves, (void*)device_b, (void*)device_c})
    cudaFree(each);
}

void sorting() {
  const std::vector<int> rows = {2, 0, 1, 2, 0}, columns = {1, 3, 0, 0, 1};
  int *r = on_device(rows), *c = on_device(columns), *p = on_device(std::vector<int>(5));
  std::size_t size = 0;
  good("sort size", cusparseXcoosort_bufferSizeExt(handle, 3, 4, 5, r, c, &size));
  const Buffer buffer(size);
  good("identity", cusparseCreateIdentityPermutation(handle, 5, p));
  good("sort", cusparseXcoosortByRow(handle, 3, 4, 5, r, c, p, buffer.device));
  if (from_device<int>(r, 5) != std::vector<int>{0, 0, 1, 2, 2}) fail("coosort: rows");
  if (from_device<int>(c, 5) != std::vector<int>{1, 3, 0, 0, 1}) fail("coosort: columns");
  if (from_device<int>(p, 5) != std::vector<int>{4, 1, 2, 3, 0}) fail("coosort: permutation");
  ++checks;
  for (int* const one : {r, c, p}) cudaFree(one);
}

template <class T>
void all_of() {
  products<T>();
  triangles<T>();
  vectors<T>();
  conversions<T>();
  sparse_products<T>();
  older_calls<T>();
}

}  // namespace

int main() {
  good("create", cusparseCreate(&handle));
  all_of<float>();
  all_of<double>();
  all_of<cuComplex>();
  all_of<cuDoubleComplex>();
  blocks();
  sorting();
  good("destroy", cusparseDestroy(handle));
  std::printf("PASS sparse_matrices: %d checks\n", checks);
  return 0;
}
