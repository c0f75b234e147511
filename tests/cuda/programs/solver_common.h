// What the programs that test cuSOLVER share: matrices of the host in double precision, and those of the device in the
// type that a call has.
#pragma once

#include <cuda_runtime.h>
#include <cusolverDn.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

using Number = std::complex<double>;

// ---- Matrices of the host ----

struct Dense {
  int rows = 0, columns = 0;
  std::vector<Number> all;

  Dense() = default;
  Dense(int m, int n) : rows(m), columns(n), all(static_cast<size_t>(m) * n) {}
  Number& operator()(int i, int j) { return all[i + static_cast<size_t>(j) * rows]; }
  const Number& operator()(int i, int j) const { return all[i + static_cast<size_t>(j) * rows]; }
};

inline Dense operator*(const Dense& a, const Dense& b) {
  Dense c(a.rows, b.columns);
  for (int j = 0; j < b.columns; ++j) {
    for (int k = 0; k < a.columns; ++k) {
      for (int i = 0; i < a.rows; ++i) c(i, j) += a(i, k) * b(k, j);
    }
  }
  return c;
}
inline Dense operator-(Dense a, const Dense& b) {
  for (size_t i = 0; i < a.all.size(); ++i) a.all[i] -= b.all[i];
  return a;
}
inline double norm(const Dense& a) {
  double sum = 0;
  for (const Number& value : a.all) sum += std::norm(value);
  return std::sqrt(sum);
}
inline Dense transposed(const Dense& a) {
  Dense c(a.columns, a.rows);
  for (int j = 0; j < a.columns; ++j) {
    for (int i = 0; i < a.rows; ++i) c(j, i) = a(i, j);
  }
  return c;
}
inline Dense adjoint(const Dense& a) {
  Dense c = transposed(a);
  for (Number& value : c.all) value = std::conj(value);
  return c;
}
inline Dense operated(cublasOperation_t operation, const Dense& a) {
  return operation == CUBLAS_OP_N ? a : operation == CUBLAS_OP_T ? transposed(a) : adjoint(a);
}
inline Dense identity(int n) {
  Dense c(n, n);
  for (int i = 0; i < n; ++i) c(i, i) = 1;
  return c;
}
/// The first rows and columns.
inline Dense corner(const Dense& a, int rows, int columns) {
  Dense c(rows, columns);
  for (int j = 0; j < columns; ++j) {
    for (int i = 0; i < rows; ++i) c(i, j) = a(i, j);
  }
  return c;
}
inline Dense lower(const Dense& a, bool unit = false) {
  Dense c(a.rows, a.columns);
  for (int j = 0; j < a.columns; ++j) {
    for (int i = j; i < a.rows; ++i) c(i, j) = unit && i == j ? 1 : a(i, j);
  }
  return c;
}
inline Dense upper(const Dense& a, bool unit = false) { return transposed(lower(transposed(a), unit)); }
inline Dense triangle(cublasFillMode_t uplo, const Dense& a, bool unit = false) {
  return uplo == CUBLAS_FILL_MODE_LOWER ? lower(a, unit) : upper(a, unit);
}
/// What one triangle says all of.
inline Dense mirrored(cublasFillMode_t uplo, const Dense& a, bool conjugates) {
  Dense c = triangle(uplo, a);
  const Dense across = conjugates ? adjoint(c) : transposed(c);
  for (int j = 0; j < a.columns; ++j) {
    for (int i = 0; i < a.rows; ++i) {
      if (i != j) c(i, j) += across(i, j);
    }
  }
  return c;
}
inline Dense diagonal(const std::vector<double>& values, int rows, int columns) {
  Dense c(rows, columns);
  for (size_t i = 0; i < values.size() && static_cast<int>(i) < std::min(rows, columns); ++i) c(i, i) = values[i];
  return c;
}

// ---- Types ----

template <class T>
struct Of;
template <>
struct Of<float> {
  using Real = float;
  static constexpr bool pairs = false;
  static constexpr cudaDataType type = CUDA_R_32F, real = CUDA_R_32F;
  static constexpr cusolverPrecType_t precision = CUSOLVER_R_32F;
  static constexpr const char* name = "S";
};
template <>
struct Of<double> {
  using Real = double;
  static constexpr bool pairs = false;
  static constexpr cudaDataType type = CUDA_R_64F, real = CUDA_R_64F;
  static constexpr cusolverPrecType_t precision = CUSOLVER_R_64F;
  static constexpr const char* name = "D";
};
template <>
struct Of<cuComplex> {
  using Real = float;
  static constexpr bool pairs = true;
  static constexpr cudaDataType type = CUDA_C_32F, real = CUDA_R_32F;
  static constexpr cusolverPrecType_t precision = CUSOLVER_C_32F;
  static constexpr const char* name = "C";
};
template <>
struct Of<cuDoubleComplex> {
  using Real = double;
  static constexpr bool pairs = true;
  static constexpr cudaDataType type = CUDA_C_64F, real = CUDA_R_64F;
  static constexpr cusolverPrecType_t precision = CUSOLVER_C_64F;
  static constexpr const char* name = "Z";
};

inline void put(float& to, Number value) { to = static_cast<float>(value.real()); }
inline void put(double& to, Number value) { to = value.real(); }
inline void put(cuComplex& to, Number value) {
  to = {static_cast<float>(value.real()), static_cast<float>(value.imag())};
}
inline void put(cuDoubleComplex& to, Number value) { to = {value.real(), value.imag()}; }
inline Number number_of(float value) { return value; }
inline Number number_of(double value) { return value; }
inline Number number_of(cuComplex value) { return {value.x, value.y}; }
inline Number number_of(cuDoubleComplex value) { return {value.x, value.y}; }

// ---- Matrices of the device ----

inline void expect(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::printf("FAIL %s\n", cudaGetErrorString(error));
  std::exit(1);
}

template <class T>
struct Array {
  T* data = nullptr;
  size_t count = 0;

  explicit Array(size_t n) : count(n) { expect(cudaMalloc(&data, std::max<size_t>(n, 1) * sizeof(T))); }
  explicit Array(const std::vector<T>& values) : Array(values.size()) {
    expect(cudaMemcpy(data, values.data(), count * sizeof(T), cudaMemcpyHostToDevice));
  }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;
  ~Array() { cudaFree(data); }
  operator T*() const { return data; }
  std::vector<T> host() const {
    std::vector<T> values(count);
    expect(cudaDeviceSynchronize());
    expect(cudaMemcpy(values.data(), data, count * sizeof(T), cudaMemcpyDeviceToHost));
    return values;
  }
};

template <class R>
std::vector<double> reals(const Array<R>& array) {
  const std::vector<R> values = array.host();
  return std::vector<double>(values.begin(), values.end());
}

/// By columns that lie two elements apart from each other.
template <class T>
struct Matrix : Array<T> {
  int rows, columns, ld;

  Matrix(int m, int n) : Array<T>(static_cast<size_t>(m + 2) * n), rows(m), columns(n), ld(m + 2) {
    expect(cudaMemset(this->data, 0, this->count * sizeof(T)));
  }
  explicit Matrix(const Dense& from) : Matrix(from.rows, from.columns) {
    std::vector<T> values(this->count);
    for (int j = 0; j < columns; ++j) {
      for (int i = 0; i < ld; ++i) put(values[i + static_cast<size_t>(j) * ld], i < rows ? from(i, j) : Number(777));
    }
    expect(cudaMemcpy(this->data, values.data(), this->count * sizeof(T), cudaMemcpyHostToDevice));
  }
  Dense dense() const {
    const std::vector<T> values = this->host();
    Dense c(rows, columns);
    for (int j = 0; j < columns; ++j) {
      for (int i = 0; i < rows; ++i) c(i, j) = number_of(values[i + static_cast<size_t>(j) * ld]);
    }
    return c;
  }
};

// ---- What is checked ----

inline int checks = 0, failures = 0;

inline void expect(bool good, const std::string& what) {
  ++checks;
  if (good) return;
  ++failures;
  std::printf("FAIL %s\n", what.c_str());
}

/// Whether two matrices are one, as near as the type has it.
template <class T>
void expect_same(const Dense& a, const Dense& b, const char* what, double looser = 1) {
  const double bound = (sizeof(typename Of<T>::Real) == 4 ? 2e-4 : 1e-11) * looser;
  const double distance = norm(a - b) / std::max(1.0, norm(b));
  expect(distance < bound, std::string(Of<T>::name) + " " + what + ": " + std::to_string(distance / bound) +
                               " times as far apart as they may be");
}

inline void call(cusolverStatus_t status, const char* what) {
  if (status != CUSOLVER_STATUS_SUCCESS) expect(false, std::string(what) + " answers " + std::to_string(status));
}
/// A call's answer, which is expected to be good.
#define CALL(expression) call(expression, #expression)

/// What a call leaves in devInfo.
struct Info : Array<int> {
  Info() : Array<int>(1) { expect(cudaMemset(data, 0x55, sizeof(int))); }
  int value() const { return host()[0]; }
};
template <class T>
void expect_info(const Info& info, const char* what, int wanted = 0) {
  expect(info.value() == wanted,
         std::string(Of<T>::name) + " " + what + ": devInfo is " + std::to_string(info.value()));
}

/// Workspaces of a call that names its types.
struct Spaces {
  size_t on_device = 0, on_host = 0;
  void* device = nullptr;
  std::vector<char> host;
  void make() {
    expect(cudaMalloc(&device, std::max<size_t>(on_device, 1)));
    host.resize(std::max<size_t>(on_host, 1));
  }
  Spaces() = default;
  Spaces(const Spaces&) = delete;
  Spaces& operator=(const Spaces&) = delete;
  ~Spaces() { cudaFree(device); }
};

/// Numbers between -1 and 1, of a generator of the program's own.
template <class T>
Dense random_matrix(int m, int n) {
  static uint64_t state = 12345;
  const auto next = [] {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return static_cast<double>(state >> 33) / (1u << 30) - 1;
  };
  Dense a(m, n);
  for (Number& value : a.all) {
    value = Of<T>::pairs ? Number(next(), next()) : Number(next());
    T rounded;
    put(rounded, value);
    value = number_of(rounded);
  }
  return a;
}
template <class T>
Dense random_symmetric(int n, bool conjugates = true) {
  Dense a = random_matrix<T>(n, n);
  if (conjugates) {
    for (int i = 0; i < n; ++i) a(i, i) = a(i, i).real();
  }
  return mirrored(CUBLAS_FILL_MODE_LOWER, a, conjugates);
}
template <class T>
Dense random_positive(int n) {
  Dense a = random_symmetric<T>(n);
  for (int i = 0; i < n; ++i) a(i, i) += 2.0 * n;
  return a;
}

/// Whether columns are at right angles to each other and of length 1.
template <class T>
void expect_orthogonal(const Dense& q, const char* what) {
  expect_same<T>(adjoint(q) * q, identity(q.columns), what);
}

inline int finish(const char* program) {
  if (failures == 0) std::printf("PASS %s: %d checks\n", program, checks);
  return failures == 0 ? 0 : 1;
}
