// Matrices with vectors.
#pragma once

#include <cstdint>
#include <vector>

#include "cuda/blas/storage.hpp"

namespace warpglass::blas {

// ---- y = alpha op(A) x + beta y ----

/// Adds alpha op(A) x to `sums`. \param columns  of A
template <class Shape, class T>
void add_product(const Shape& a, Index columns, cublasOperation_t trans, const std::vector<Wide<T>>& x,
                 std::vector<Wide<T>>& sums) {
  for (Index j = 0; j < columns; ++j) {
    const Index begin = a.begin(j), end = a.end(j);
    if (trans == CUBLAS_OP_N) {
      const Wide<T> factor = x[static_cast<std::size_t>(j)];
      for (Index i = begin; i < end; ++i) sums[static_cast<std::size_t>(i)] += times(wide(T(a(i, j))), factor);
    } else {
      Wide<T> sum{};
      for (Index i = begin; i < end; ++i)
        sum += times(wide(conjugate(T(a(i, j)), trans == CUBLAS_OP_C)), x[static_cast<std::size_t>(i)]);
      sums[static_cast<std::size_t>(j)] += sum;
    }
  }
}

/// Whether A and x are read where alpha is 0: as an H200 does it, tests/cuda/programs/blas_zero_scalars.expected.
enum class ZeroAlpha : std::uint8_t { skips, skips_of_host, counts };

/// \tparam Y  of y, where A and x are of half the precision \param shape_of  (memory) -> A
/// \param zero_counts  alpha is multiplied by, even if it is 0
template <class T, class Y, class F, class ShapeOf>
void multiply(const Memory& memory, cublasOperation_t trans, Index m, Index n, const F& alpha, const T* x, Index incx,
              const F& beta, Y* y, Index incy, const ShapeOf& shape_of, bool zero_counts = false) {
  const Index from = trans == CUBLAS_OP_N ? n : m, to = trans == CUBLAS_OP_N ? m : n;
  const auto result = memory.vector(beta == F{} ? Use::write : Use::update, "vector y", y, incy, to);
  std::vector<Wide<T>> sums(static_cast<std::size_t>(to));
  if (alpha != F{} || zero_counts) {
    const auto given = memory.vector(Use::read, "vector x", x, incx, from);
    std::vector<Wide<T>> operand(static_cast<std::size_t>(from));
    for (Index i = 0; i < from; ++i) operand[static_cast<std::size_t>(i)] = wide(T(given[i]));
    add_product<decltype(shape_of(memory)), T>(shape_of(memory), n, trans, operand, sums);
  }
  for (Index i = 0; i < to; ++i) {
    const Wide<T> product = times(wide(alpha), sums[static_cast<std::size_t>(i)]);
    result[i] = narrow<Y>(beta == F{} ? product : product + times(wide(beta), wide(Y(result[i]))));
  }
}

template <class T, class ShapeOf>
cublasStatus_t multiply_in_stream(cublasHandle_t handle, cublasOperation_t trans, Index m, Index n, const T* alpha,
                                  const T* x, Index incx, const T* beta, T* y, Index incy, ZeroAlpha zero,
                                  ShapeOf shape_of) {
  const Scalar<T> a(handle, alpha), b(handle, beta);
  const bool zero_counts = zero == ZeroAlpha::counts || (zero == ZeroAlpha::skips_of_host && a.is_devices());
  if (a.missing() || b.missing()) return kInvalid;
  if (m == 0 || n == 0) return kDone;
  return in_stream(handle, [=](const Memory& memory) {
    multiply(memory, trans, m, n, a.get(memory, "alpha"), x, incx, b.get(memory, "beta"), y, incy, shape_of,
             zero_counts);
  });
}

/// A matrix that is all there.
template <class T>
struct Whole {
  Matrix<const T> elements;
  Index m = 0;
  [[nodiscard]] Index begin(Index) const { return 0; }
  [[nodiscard]] Index end(Index) const { return m; }
  T operator()(Index i, Index j) const { return elements(i, j); }
};

template <class T>
cublasStatus_t gemv(cublasHandle_t handle, cublasOperation_t trans, Index m, Index n, const T* alpha, const T* A,
                    Index lda, const T* x, Index incx, const T* beta, T* y, Index incy) {
  if (!is_operation(trans) || m < 0 || n < 0 || !is_leading(lda, m)) return kInvalid;
  return multiply_in_stream(
      handle, trans, m, n, alpha, x, incx, beta, y, incy, ZeroAlpha::skips,
      [=](const Memory& memory) { return Whole<T>{memory.matrix(Use::read, "matrix A", A, lda, m, n), m}; });
}

template <class T>
cublasStatus_t gbmv(cublasHandle_t handle, cublasOperation_t trans, Index m, Index n, Index kl, Index ku,
                    const T* alpha, const T* A, Index lda, const T* x, Index incx, const T* beta, T* y, Index incy) {
  if (!is_operation(trans) || m < 0 || n < 0 || kl < 0 || ku < 0 || lda < kl + ku + 1) return kInvalid;
  return multiply_in_stream(handle, trans, m, n, alpha, x, incx, beta, y, incy, ZeroAlpha::skips_of_host,
                            [=](const Memory& memory) {
                              return Band<T>{memory.matrix(Use::read, "matrix A", A, lda, kl + ku + 1, n), m, kl, ku};
                            });
}

template <bool kHermitian, class T>
cublasStatus_t mirrored_mv(cublasHandle_t handle, cublasFillMode_t uplo, Index n, const T* alpha, const T* A, Index lda,
                           const T* x, Index incx, const T* beta, T* y, Index incy) {
  const bool upper = uplo == CUBLAS_FILL_MODE_UPPER;
  if (!is_triangle(uplo) || n < 0 || !is_leading(lda, n)) return kInvalid;
  return multiply_in_stream(handle, CUBLAS_OP_N, n, n, alpha, x, incx, beta, y, incy, ZeroAlpha::counts,
                            [=](const Memory& memory) {
                              using Triangle = WholeTriangle<const T>;
                              const Triangle triangle{memory.matrix(Use::read, "matrix A", A, lda, n, n)};
                              return Mirrored<T, Triangle, kHermitian>{triangle, upper, n, n};
                            });
}
template <class T>
cublasStatus_t symv(cublasHandle_t handle, cublasFillMode_t uplo, Index n, const T* alpha, const T* A, Index lda,
                    const T* x, Index incx, const T* beta, T* y, Index incy) {
  return mirrored_mv<false>(handle, uplo, n, alpha, A, lda, x, incx, beta, y, incy);
}
template <class T>
cublasStatus_t hemv(cublasHandle_t handle, cublasFillMode_t uplo, Index n, const T* alpha, const T* A, Index lda,
                    const T* x, Index incx, const T* beta, T* y, Index incy) {
  return mirrored_mv<true>(handle, uplo, n, alpha, A, lda, x, incx, beta, y, incy);
}

template <bool kHermitian, class T>
cublasStatus_t mirrored_band_mv(cublasHandle_t handle, cublasFillMode_t uplo, Index n, Index k, const T* alpha,
                                const T* A, Index lda, const T* x, Index incx, const T* beta, T* y, Index incy) {
  const bool upper = uplo == CUBLAS_FILL_MODE_UPPER;
  if (!is_triangle(uplo) || n < 0 || k < 0 || lda < k + 1) return kInvalid;
  return multiply_in_stream(handle, CUBLAS_OP_N, n, n, alpha, x, incx, beta, y, incy, ZeroAlpha::skips_of_host,
                            [=](const Memory& memory) {
                              using Triangle = BandTriangle<const T>;
                              const Triangle triangle{memory.matrix(Use::read, "matrix A", A, lda, k + 1, n), upper, k};
                              return Mirrored<T, Triangle, kHermitian>{triangle, upper, n, k};
                            });
}
template <class T>
cublasStatus_t sbmv(cublasHandle_t handle, cublasFillMode_t uplo, Index n, Index k, const T* alpha, const T* A,
                    Index lda, const T* x, Index incx, const T* beta, T* y, Index incy) {
  return mirrored_band_mv<false>(handle, uplo, n, k, alpha, A, lda, x, incx, beta, y, incy);
}
template <class T>
cublasStatus_t hbmv(cublasHandle_t handle, cublasFillMode_t uplo, Index n, Index k, const T* alpha, const T* A,
                    Index lda, const T* x, Index incx, const T* beta, T* y, Index incy) {
  return mirrored_band_mv<true>(handle, uplo, n, k, alpha, A, lda, x, incx, beta, y, incy);
}

template <bool kHermitian, class T>
cublasStatus_t mirrored_packed_mv(cublasHandle_t handle, cublasFillMode_t uplo, Index n, const T* alpha, const T* AP,
                                  const T* x, Index incx, const T* beta, T* y, Index incy) {
  const bool upper = uplo == CUBLAS_FILL_MODE_UPPER;
  if (!is_triangle(uplo) || n < 0) return kInvalid;
  return multiply_in_stream(
      handle, CUBLAS_OP_N, n, n, alpha, x, incx, beta, y, incy, ZeroAlpha::skips_of_host, [=](const Memory& memory) {
        using Triangle = PackedTriangle<const T>;
        const Triangle triangle{memory.array(Use::read, "matrix AP", AP, packed_size(n)), upper, n};
        return Mirrored<T, Triangle, kHermitian>{triangle, upper, n, n};
      });
}
template <class T>
cublasStatus_t spmv(cublasHandle_t handle, cublasFillMode_t uplo, Index n, const T* alpha, const T* AP, const T* x,
                    Index incx, const T* beta, T* y, Index incy) {
  return mirrored_packed_mv<false>(handle, uplo, n, alpha, AP, x, incx, beta, y, incy);
}
template <class T>
cublasStatus_t hpmv(cublasHandle_t handle, cublasFillMode_t uplo, Index n, const T* alpha, const T* AP, const T* x,
                    Index incx, const T* beta, T* y, Index incy) {
  return mirrored_packed_mv<true>(handle, uplo, n, alpha, AP, x, incx, beta, y, incy);
}

// ---- Triangular matrices: x = op(A) x, and op(A) x = b solved ----

template <class Shape, class T>
void solve(const Shape& a, cublasOperation_t trans, std::vector<Wide<T>>& x) {
  const bool forward = a.upper == (trans != CUBLAS_OP_N);
  for (Index step = 0; step < a.n; ++step) {
    const Index j = forward ? step : a.n - 1 - step;
    auto& own = x[static_cast<std::size_t>(j)];
    const auto element = [&](Index i) { return wide(conjugate(T(a(i, j)), trans == CUBLAS_OP_C)); };
    if (trans == CUBLAS_OP_N) {
      if (!a.unit) own /= element(j);
      for (Index i = a.begin(j); i < a.end(j); ++i)
        if (i != j) x[static_cast<std::size_t>(i)] -= times(own, element(i));
    } else {
      for (Index i = a.begin(j); i < a.end(j); ++i)
        if (i != j) own -= times(element(i), x[static_cast<std::size_t>(i)]);
      if (!a.unit) own /= element(j);
    }
  }
}

template <bool kSolves, class T, class ShapeOf>
cublasStatus_t with_triangle(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                             cublasDiagType_t diag, Index n, T* x, Index incx, ShapeOf shape_of) {
  if (!is_triangle(uplo) || !is_operation(trans) || !is_diagonal(diag) || n < 0 || incx == 0) return kInvalid;
  if (n == 0) return kDone;
  return in_stream(handle, [=](const Memory& memory) {
    const auto shape = shape_of(memory);
    const auto vector = memory.vector(Use::update, "vector x", x, incx, n);
    std::vector<Wide<T>> from(static_cast<std::size_t>(n)), to(static_cast<std::size_t>(n));
    for (Index i = 0; i < n; ++i) from[static_cast<std::size_t>(i)] = wide(T(vector[i]));
    if constexpr (kSolves) {
      solve<decltype(shape), T>(shape, trans, from);
      to.swap(from);
    } else {
      add_product<decltype(shape), T>(shape, n, trans, from, to);
    }
    for (Index i = 0; i < n; ++i) vector[i] = narrow<T>(to[static_cast<std::size_t>(i)]);
  });
}

template <bool kSolves, class T>
cublasStatus_t with_whole_triangle(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                                   cublasDiagType_t diag, Index n, const T* A, Index lda, T* x, Index incx) {
  if (!is_leading(lda, n)) return kInvalid;
  const bool upper = uplo == CUBLAS_FILL_MODE_UPPER, unit = diag == CUBLAS_DIAG_UNIT;
  return with_triangle<kSolves>(handle, uplo, trans, diag, n, x, incx, [=](const Memory& memory) {
    using Triangle = WholeTriangle<const T>;
    return Triangular<T, Triangle>{{memory.matrix(Use::read, "matrix A", A, lda, n, n)}, upper, unit, n, n};
  });
}
template <bool kSolves, class T>
cublasStatus_t with_band_triangle(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                                  cublasDiagType_t diag, Index n, Index k, const T* A, Index lda, T* x, Index incx) {
  if (k < 0 || lda < k + 1) return kInvalid;
  const bool upper = uplo == CUBLAS_FILL_MODE_UPPER, unit = diag == CUBLAS_DIAG_UNIT;
  return with_triangle<kSolves>(handle, uplo, trans, diag, n, x, incx, [=](const Memory& memory) {
    using Triangle = BandTriangle<const T>;
    const Triangle triangle{memory.matrix(Use::read, "matrix A", A, lda, k + 1, n), upper, k};
    return Triangular<T, Triangle>{triangle, upper, unit, n, k};
  });
}
template <bool kSolves, class T>
cublasStatus_t with_packed_triangle(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                                    cublasDiagType_t diag, Index n, const T* AP, T* x, Index incx) {
  const bool upper = uplo == CUBLAS_FILL_MODE_UPPER, unit = diag == CUBLAS_DIAG_UNIT;
  return with_triangle<kSolves>(handle, uplo, trans, diag, n, x, incx, [=](const Memory& memory) {
    using Triangle = PackedTriangle<const T>;
    const Triangle triangle{memory.array(Use::read, "matrix AP", AP, packed_size(n)), upper, n};
    return Triangular<T, Triangle>{triangle, upper, unit, n, n};
  });
}

template <class T>
cublasStatus_t trmv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag,
                    Index n, const T* A, Index lda, T* x, Index incx) {
  return with_whole_triangle<false>(handle, uplo, trans, diag, n, A, lda, x, incx);
}
template <class T>
cublasStatus_t trsv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag,
                    Index n, const T* A, Index lda, T* x, Index incx) {
  return with_whole_triangle<true>(handle, uplo, trans, diag, n, A, lda, x, incx);
}
template <class T>
cublasStatus_t tbmv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag,
                    Index n, Index k, const T* A, Index lda, T* x, Index incx) {
  return with_band_triangle<false>(handle, uplo, trans, diag, n, k, A, lda, x, incx);
}
template <class T>
cublasStatus_t tbsv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag,
                    Index n, Index k, const T* A, Index lda, T* x, Index incx) {
  return with_band_triangle<true>(handle, uplo, trans, diag, n, k, A, lda, x, incx);
}
template <class T>
cublasStatus_t tpmv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag,
                    Index n, const T* AP, T* x, Index incx) {
  return with_packed_triangle<false>(handle, uplo, trans, diag, n, AP, x, incx);
}
template <class T>
cublasStatus_t tpsv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag,
                    Index n, const T* AP, T* x, Index incx) {
  return with_packed_triangle<true>(handle, uplo, trans, diag, n, AP, x, incx);
}

// ---- Products of two vectors added to a matrix ----

template <bool kConjugates, class T>
cublasStatus_t add_outer(cublasHandle_t handle, Index m, Index n, const T* alpha, const T* x, Index incx, const T* y,
                         Index incy, T* A, Index lda) {
  const Scalar<T> factor(handle, alpha);
  if (factor.missing() || m < 0 || n < 0 || incx == 0 || incy == 0 || !is_leading(lda, m)) return kInvalid;
  if (m == 0 || n == 0) return kDone;
  return in_stream(handle, [=](const Memory& memory) {
    const T a = factor.get(memory, "alpha");
    if (a == T{}) return;
    const auto one = memory.vector(Use::read, "vector x", x, incx, m);
    const auto other = memory.vector(Use::read, "vector y", y, incy, n);
    const auto to = memory.matrix(Use::update, "matrix A", A, lda, m, n);
    for (Index j = 0; j < n; ++j) {
      const T scaled = times(a, conjugate(T(other[j]), kConjugates));
      for (Index i = 0; i < m; ++i) to(i, j) += times(T(one[i]), scaled);
    }
  });
}
template <class T>
cublasStatus_t ger(cublasHandle_t handle, Index m, Index n, const T* alpha, const T* x, Index incx, const T* y,
                   Index incy, T* A, Index lda) {
  return add_outer<false>(handle, m, n, alpha, x, incx, y, incy, A, lda);
}
template <class T>
cublasStatus_t geru(cublasHandle_t handle, Index m, Index n, const T* alpha, const T* x, Index incx, const T* y,
                    Index incy, T* A, Index lda) {
  return add_outer<false>(handle, m, n, alpha, x, incx, y, incy, A, lda);
}
template <class T>
cublasStatus_t gerc(cublasHandle_t handle, Index m, Index n, const T* alpha, const T* x, Index incx, const T* y,
                    Index incy, T* A, Index lda) {
  return add_outer<true>(handle, m, n, alpha, x, incx, y, incy, A, lda);
}

/// To one triangle: alpha x y^H + conj(alpha) y x^H, or without the conjugates, or alpha x x^H where there is no y.
/// \param triangle_of  (memory, upper) -> where the triangle is
template <bool kHermitian, class T, class F, class TriangleOf>
cublasStatus_t add_to_triangle(cublasHandle_t handle, cublasFillMode_t uplo, Index n, const F* alpha, const T* x,
                               Index incx, const T* y, Index incy, TriangleOf triangle_of) {
  const Scalar<F> factor(handle, alpha);
  if (!is_triangle(uplo) || factor.missing() || n < 0 || incx == 0 || incy == 0) return kInvalid;
  if (n == 0) return kDone;
  const bool upper = uplo == CUBLAS_FILL_MODE_UPPER;
  return in_stream(handle, [=](const Memory& memory) {
    const T a = T(factor.get(memory, "alpha"));
    if (a == T{} && !factor.is_devices()) return;
    const auto one = memory.vector(Use::read, "vector x", x, incx, n);
    const auto triangle = triangle_of(memory, upper);
    const auto other = y == nullptr ? one : memory.vector(Use::read, "vector y", y, incy, n);
    for (Index j = 0; j < n; ++j) {
      const T by_x = times(a, conjugate(T(other[j]), kHermitian));
      const T by_y = times(conjugate(a, kHermitian), conjugate(T(one[j]), kHermitian));
      for (Index i = upper ? 0 : j; i < (upper ? j + 1 : n); ++i) {
        T& to = triangle(i, j);
        to += times(T(one[i]), by_x);
        if (y != nullptr) to += times(T(other[i]), by_y);
        if constexpr (kHermitian) {
          if (i == j) to = T(to.real());
        }
      }
    }
  });
}

template <class T>
auto whole_triangle(T* A, Index lda, Index n) {
  return [=](const Memory& memory, bool) {
    return WholeTriangle<T>{memory.matrix(Use::update, "matrix A", A, lda, n, n)};
  };
}
template <class T>
auto packed_triangle(T* AP, Index n) {
  return [=](const Memory& memory, bool upper) {
    return PackedTriangle<T>{memory.array(Use::update, "matrix AP", AP, packed_size(n)), upper, n};
  };
}

template <class T>
cublasStatus_t syr(cublasHandle_t handle, cublasFillMode_t uplo, Index n, const T* alpha, const T* x, Index incx, T* A,
                   Index lda) {
  if (!is_leading(lda, n)) return kInvalid;
  return add_to_triangle<false, T>(handle, uplo, n, alpha, x, incx, nullptr, 1, whole_triangle(A, lda, n));
}
template <class T>
cublasStatus_t her(cublasHandle_t handle, cublasFillMode_t uplo, Index n, const Real<T>* alpha, const T* x, Index incx,
                   T* A, Index lda) {
  if (!is_leading(lda, n)) return kInvalid;
  return add_to_triangle<true, T>(handle, uplo, n, alpha, x, incx, nullptr, 1, whole_triangle(A, lda, n));
}
template <class T>
cublasStatus_t spr(cublasHandle_t handle, cublasFillMode_t uplo, Index n, const T* alpha, const T* x, Index incx,
                   T* AP) {
  return add_to_triangle<false, T>(handle, uplo, n, alpha, x, incx, nullptr, 1, packed_triangle(AP, n));
}
template <class T>
cublasStatus_t hpr(cublasHandle_t handle, cublasFillMode_t uplo, Index n, const Real<T>* alpha, const T* x, Index incx,
                   T* AP) {
  return add_to_triangle<true, T>(handle, uplo, n, alpha, x, incx, nullptr, 1, packed_triangle(AP, n));
}
template <class T>
cublasStatus_t syr2(cublasHandle_t handle, cublasFillMode_t uplo, Index n, const T* alpha, const T* x, Index incx,
                    const T* y, Index incy, T* A, Index lda) {
  if (!is_leading(lda, n) || y == nullptr) return kInvalid;
  return add_to_triangle<false>(handle, uplo, n, alpha, x, incx, y, incy, whole_triangle(A, lda, n));
}
template <class T>
cublasStatus_t her2(cublasHandle_t handle, cublasFillMode_t uplo, Index n, const T* alpha, const T* x, Index incx,
                    const T* y, Index incy, T* A, Index lda) {
  if (!is_leading(lda, n) || y == nullptr) return kInvalid;
  return add_to_triangle<true>(handle, uplo, n, alpha, x, incx, y, incy, whole_triangle(A, lda, n));
}
template <class T>
cublasStatus_t spr2(cublasHandle_t handle, cublasFillMode_t uplo, Index n, const T* alpha, const T* x, Index incx,
                    const T* y, Index incy, T* AP) {
  if (y == nullptr) return kInvalid;
  return add_to_triangle<false>(handle, uplo, n, alpha, x, incx, y, incy, packed_triangle(AP, n));
}
template <class T>
cublasStatus_t hpr2(cublasHandle_t handle, cublasFillMode_t uplo, Index n, const T* alpha, const T* x, Index incx,
                    const T* y, Index incy, T* AP) {
  if (y == nullptr) return kInvalid;
  return add_to_triangle<true>(handle, uplo, n, alpha, x, incx, y, incy, packed_triangle(AP, n));
}

}  // namespace warpglass::blas
