// What the programs that call cuBLAS share: the calls by type, numbers, and matrices on both sides.
#pragma once

#include <cublas_v2.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <vector>

using Z = std::complex<double>;

inline int checks = 0, failures = 0;

inline void expect(bool good, const char* what, const char* type = "") {
  ++checks;
  if (good) return;
  ++failures;
  std::printf("FAIL %s %s\n", what, type);
}

inline int finish(const char* name) {
  std::printf("%s %s: %d checks\n", failures == 0 ? "PASS" : "FAIL", name, checks);
  return failures == 0 ? 0 : 1;
}

// ---- Numbers ----

inline Z wide(float v) { return v; }
inline Z wide(double v) { return v; }
inline Z wide(int v) { return v; }
inline Z wide(cuComplex v) { return {v.x, v.y}; }
inline Z wide(cuDoubleComplex v) { return {v.x, v.y}; }
inline void set(float& to, Z v) { to = static_cast<float>(v.real()); }
inline void set(double& to, Z v) { to = v.real(); }
inline void set(int& to, Z v) { to = static_cast<int>(v.real()); }
inline void set(cuComplex& to, Z v) { to = make_cuComplex(static_cast<float>(v.real()), static_cast<float>(v.imag())); }
inline void set(cuDoubleComplex& to, Z v) { to = make_cuDoubleComplex(v.real(), v.imag()); }
template <class T>
T number(double re, double im = 0) {
  T v;
  set(v, {re, im});
  return v;
}
template <class T>
inline constexpr bool is_complex = false;
template <>
inline constexpr bool is_complex<cuComplex> = true;
template <>
inline constexpr bool is_complex<cuDoubleComplex> = true;
template <class T>
inline constexpr double tolerance = 1e-12;
template <>
inline constexpr double tolerance<float> = 2e-5;
template <>
inline constexpr double tolerance<cuComplex> = 2e-5;

inline unsigned state = 1;
inline double draw() {
  state = state * 1664525u + 1013904223u;
  return static_cast<int>(state >> 8) % 2000 / 1000.0;
}

/// An array on both sides.
template <class T>
struct Array {
  std::vector<T> host;
  T* device = nullptr;

  explicit Array(size_t n) : host(n) {
    for (T& v : host) set(v, {draw(), draw()});
    cudaMalloc(&device, std::max<size_t>(n, 1) * sizeof(T));
    up();
  }
  explicit Array(const std::vector<T>& values) : host(values) {
    cudaMalloc(&device, std::max<size_t>(host.size(), 1) * sizeof(T));
    up();
  }
  Array(const Array&) = delete;
  ~Array() { cudaFree(device); }
  void up() { cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice); }
  std::vector<T> down() const {
    std::vector<T> values(host.size());
    cudaMemcpy(values.data(), device, host.size() * sizeof(T), cudaMemcpyDeviceToHost);
    return values;
  }
  Z operator[](size_t i) const { return wide(host[i]); }
};

template <class T>
bool near(Z got, Z wanted, double scale = 1) {
  return std::abs(got - wanted) <= tolerance<T> * (scale + std::abs(wanted));
}

/// What an array holds now against numbers.
template <class T>
void expect_array(const Array<T>& got, const std::vector<Z>& wanted, const char* what, double scale = 20) {
  const auto values = got.down();
  bool good = true;
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (!near<T>(wide(values[i]), wanted[i], scale)) {
      if (good)
        std::printf("  %s: [%zu] is %g%+gi, not %g%+gi\n", what, i, wide(values[i]).real(), wide(values[i]).imag(),
                    wanted[i].real(), wanted[i].imag());
      good = false;
    }
  }
  expect(good, what, is_complex<T> ? "complex" : "real");
}
template <class T>
std::vector<Z> numbers_of(const Array<T>& a) {
  std::vector<Z> values;
  for (const T& v : a.host) values.push_back(wide(v));
  return values;
}

/// op(A)(i, j) of a matrix with a leading dimension.
template <class T>
Z element(const Array<T>& a, int ld, cublasOperation_t op, int i, int j) {
  if (op == CUBLAS_OP_N) return a[static_cast<size_t>(i) + static_cast<size_t>(j) * ld];
  const Z v = a[static_cast<size_t>(j) + static_cast<size_t>(i) * ld];
  return op == CUBLAS_OP_C && is_complex<T> ? std::conj(v) : v;
}

// ---- Calls by type ----

template <class T>
struct Blas;

#define BLAS_OF_EVERY(L)                                     \
  static constexpr auto copy = cublas##L##copy;              \
  static constexpr auto swap = cublas##L##swap;              \
  static constexpr auto axpy = cublas##L##axpy;              \
  static constexpr auto scal = cublas##L##scal;              \
  static constexpr auto gemv = cublas##L##gemv;              \
  static constexpr auto gbmv = cublas##L##gbmv;              \
  static constexpr auto symv = cublas##L##symv;              \
  static constexpr auto trmv = cublas##L##trmv;              \
  static constexpr auto tbmv = cublas##L##tbmv;              \
  static constexpr auto tpmv = cublas##L##tpmv;              \
  static constexpr auto trsv = cublas##L##trsv;              \
  static constexpr auto tbsv = cublas##L##tbsv;              \
  static constexpr auto tpsv = cublas##L##tpsv;              \
  static constexpr auto syr = cublas##L##syr;                \
  static constexpr auto syr2 = cublas##L##syr2;              \
  static constexpr auto gemm = cublas##L##gemm;              \
  static constexpr auto gemm_64 = cublas##L##gemm_64;        \
  static constexpr auto symm = cublas##L##symm;              \
  static constexpr auto syrk = cublas##L##syrk;              \
  static constexpr auto syr2k = cublas##L##syr2k;            \
  static constexpr auto syrkx = cublas##L##syrkx;            \
  static constexpr auto trsm = cublas##L##trsm;              \
  static constexpr auto trmm = cublas##L##trmm;              \
  static constexpr auto geam = cublas##L##geam;              \
  static constexpr auto dgmm = cublas##L##dgmm;              \
  static constexpr auto tpttr = cublas##L##tpttr;            \
  static constexpr auto trttp = cublas##L##trttp;            \
  static constexpr auto gemm_batched = cublas##L##gemmBatched;        \
  static constexpr auto gemm_strided = cublas##L##gemmStridedBatched; \
  static constexpr auto gemv_batched = cublas##L##gemvBatched;        \
  static constexpr auto gemv_strided = cublas##L##gemvStridedBatched; \
  static constexpr auto trsm_batched = cublas##L##trsmBatched;        \
  static constexpr auto getrf = cublas##L##getrfBatched;     \
  static constexpr auto getri = cublas##L##getriBatched;     \
  static constexpr auto getrs = cublas##L##getrsBatched;     \
  static constexpr auto geqrf = cublas##L##geqrfBatched;     \
  static constexpr auto gels = cublas##L##gelsBatched;       \
  static constexpr auto matinv = cublas##L##matinvBatched;
#define BLAS_OF_REAL(L, l)                                   \
  static constexpr auto dot = cublas##L##dot;                \
  static constexpr auto nrm2 = cublas##L##nrm2;              \
  static constexpr auto asum = cublas##L##asum;              \
  static constexpr auto amax = cublasI##l##amax;             \
  static constexpr auto amin = cublasI##l##amin;             \
  static constexpr auto rot = cublas##L##rot;                \
  static constexpr auto rotg = cublas##L##rotg;              \
  static constexpr auto rotm = cublas##L##rotm;              \
  static constexpr auto rotmg = cublas##L##rotmg;            \
  static constexpr auto ger = cublas##L##ger;                \
  static constexpr auto spr = cublas##L##spr;                \
  static constexpr auto spr2 = cublas##L##spr2;              \
  static constexpr auto sbmv = cublas##L##sbmv;              \
  static constexpr auto spmv = cublas##L##spmv;
#define BLAS_OF_COMPLEX(L, l, M)                             \
  static constexpr auto dotu = cublas##L##dotu;              \
  static constexpr auto dotc = cublas##L##dotc;              \
  static constexpr auto nrm2 = cublas##M##nrm2;              \
  static constexpr auto asum = cublas##M##asum;              \
  static constexpr auto amax = cublasI##l##amax;             \
  static constexpr auto amin = cublasI##l##amin;             \
  static constexpr auto rotg = cublas##L##rotg;              \
  static constexpr auto rot = cublas##L##rot;                \
  static constexpr auto ger = cublas##L##geru;               \
  static constexpr auto gerc = cublas##L##gerc;              \
  static constexpr auto her = cublas##L##her;                \
  static constexpr auto hpr = cublas##L##hpr;                \
  static constexpr auto her2 = cublas##L##her2;              \
  static constexpr auto hpr2 = cublas##L##hpr2;              \
  static constexpr auto hemv = cublas##L##hemv;              \
  static constexpr auto hbmv = cublas##L##hbmv;              \
  static constexpr auto hpmv = cublas##L##hpmv;              \
  static constexpr auto hemm = cublas##L##hemm;              \
  static constexpr auto herk = cublas##L##herk;              \
  static constexpr auto her2k = cublas##L##her2k;            \
  static constexpr auto herkx = cublas##L##herkx;            \
  static constexpr auto gemm3m = cublas##L##gemm3m;

template <>
struct Blas<float> {
  using Real = float;
  BLAS_OF_EVERY(S)
  BLAS_OF_REAL(S, s)
};
template <>
struct Blas<double> {
  using Real = double;
  BLAS_OF_EVERY(D)
  BLAS_OF_REAL(D, d)
};
template <>
struct Blas<cuComplex> {
  using Real = float;
  BLAS_OF_EVERY(C)
  BLAS_OF_COMPLEX(C, c, Sc)
  static constexpr auto real_scal = cublasCsscal;
  static constexpr auto real_rot = cublasCsrot;
};
template <>
struct Blas<cuDoubleComplex> {
  using Real = double;
  BLAS_OF_EVERY(Z)
  BLAS_OF_COMPLEX(Z, z, Dz)
  static constexpr auto real_scal = cublasZdscal;
  static constexpr auto real_rot = cublasZdrot;
};

/// `test<T>(handle)` for all four.
#define FOR_EVERY_TYPE(test, handle) \
  test<float>(handle);               \
  test<double>(handle);              \
  test<cuComplex>(handle);           \
  test<cuDoubleComplex>(handle);
