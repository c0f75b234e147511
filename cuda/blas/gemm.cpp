#include "cuda/blas/gemm.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "cuda/blas/host_blas.hpp"

namespace warpglass::blas {
namespace {

char letter_of(cublasOperation_t operation) {
  return operation == CUBLAS_OP_N ? 'N' : operation == CUBLAS_OP_T ? 'T' : 'C';
}

bool fits(std::initializer_list<Index> values) {
  return std::ranges::all_of(values, [](Index value) { return value <= std::numeric_limits<int>::max(); });
}

template <class T>
void scale(const Shape& shape, T beta, Matrix<T> c) {
  if (beta == T(1)) return;
  for (Index j = 0; j < shape.n; ++j) {
    for (Index i = 0; i < shape.m; ++i) c(i, j) = beta == T{} ? T{} : times(beta, c(i, j));
  }
}

/// A column of C at a time, by rows of op(A) that lie in one piece.
template <class T>
void multiply_plainly(const Shape& shape, T alpha, Matrix<const T> a, Matrix<const T> b, T beta, Matrix<T> c) {
  scale(shape, beta, c);
  if (alpha == T{} && !shape.zero_counts) return;
  std::vector<T> columns;  // of op(A), where those of A are its rows
  if (shape.transa != CUBLAS_OP_N) {
    columns.resize(static_cast<std::size_t>(shape.m * shape.k));
    for (Index i = 0; i < shape.m; ++i) {
      for (Index p = 0; p < shape.k; ++p)
        columns[static_cast<std::size_t>(i + p * shape.m)] = conjugate(T(a(p, i)), shape.transa == CUBLAS_OP_C);
    }
    a = {columns.data(), shape.m};
  }
  for (Index j = 0; j < shape.n; ++j) {
    for (Index p = 0; p < shape.k; ++p) {
      const T other = shape.transb == CUBLAS_OP_N ? T(b(p, j)) : conjugate(T(b(j, p)), shape.transb == CUBLAS_OP_C);
      const T factor = times(alpha, other);
      const T* const from = a.at(0, p);
      T* const to = c.at(0, j);
      for (Index i = 0; i < shape.m; ++i) to[i] += times(from[i], factor);
    }
  }
}

template <class T>
void multiply_by(HostGemm<T> gemm, const Shape& shape, T alpha, Matrix<const T> a, Matrix<const T> b, T beta,
                 Matrix<T> c) {
  if (shape.m == 0 || shape.n == 0) return;
  if (shape.k == 0 || (alpha == T{} && !shape.zero_counts)) return scale(shape, beta, c);
  if (gemm == nullptr || alpha == T{} || !fits({shape.m, shape.n, shape.k, a.leading, b.leading, c.leading}))
    return multiply_plainly(shape, alpha, a, b, beta, c);
  // A beta of 0 leaves nothing of what C held, also where that was no number.
  if (beta == T{}) scale(shape, beta, c);
  const char transa = letter_of(shape.transa), transb = letter_of(shape.transb);
  const auto narrowed = [](Index value) { return static_cast<int>(value); };
  const int m = narrowed(shape.m), n = narrowed(shape.n), k = narrowed(shape.k);
  // A leading dimension that is never used may be anything to CUDA, and not to BLAS.
  const int lda = narrowed(std::max(a.leading, shape.rows_of_a())),
            ldb = narrowed(std::max(b.leading, shape.rows_of_b())), ldc = narrowed(std::max(c.leading, shape.m));
  gemm(&transa, &transb, &m, &n, &k, &alpha, a.first, &lda, b.first, &ldb, &beta, c.first, &ldc);
}

}  // namespace

void multiply(const Shape& shape, float alpha, Matrix<const float> a, Matrix<const float> b, float beta,
              Matrix<float> c) {
  multiply_by(HostBlas::get().sgemm, shape, alpha, a, b, beta, c);
}
void multiply(const Shape& shape, double alpha, Matrix<const double> a, Matrix<const double> b, double beta,
              Matrix<double> c) {
  multiply_by(HostBlas::get().dgemm, shape, alpha, a, b, beta, c);
}
void multiply(const Shape& shape, Complex alpha, Matrix<const Complex> a, Matrix<const Complex> b, Complex beta,
              Matrix<Complex> c) {
  multiply_by(HostBlas::get().cgemm, shape, alpha, a, b, beta, c);
}
void multiply(const Shape& shape, DoubleComplex alpha, Matrix<const DoubleComplex> a, Matrix<const DoubleComplex> b,
              DoubleComplex beta, Matrix<DoubleComplex> c) {
  multiply_by(HostBlas::get().zgemm, shape, alpha, a, b, beta, c);
}

void multiply(const Shape& shape, std::int32_t alpha, Matrix<const std::int32_t> a, Matrix<const std::int32_t> b,
              std::int32_t beta, Matrix<std::int32_t> c) {
  // Unsigned numbers wrap around without a word.
  const auto element = [](Matrix<const std::int32_t> from, bool across, Index i, Index j) {
    return static_cast<std::uint32_t>(across ? from(j, i) : from(i, j));
  };
  std::vector<std::uint32_t> column(static_cast<std::size_t>(shape.m));
  std::vector<std::uint32_t> columns(static_cast<std::size_t>(shape.m * shape.k));
  for (Index p = 0; p < shape.k; ++p) {
    for (Index i = 0; i < shape.m; ++i)
      columns[static_cast<std::size_t>(i + p * shape.m)] = element(a, shape.transa != CUBLAS_OP_N, i, p);
  }
  for (Index j = 0; j < shape.n; ++j) {
    std::ranges::fill(column, 0u);
    for (Index p = 0; p < shape.k; ++p) {
      const std::uint32_t factor = element(b, shape.transb != CUBLAS_OP_N, p, j);
      const std::uint32_t* const from = columns.data() + p * shape.m;
      for (Index i = 0; i < shape.m; ++i) column[static_cast<std::size_t>(i)] += from[i] * factor;
    }
    for (Index i = 0; i < shape.m; ++i) {
      const std::uint32_t product = static_cast<std::uint32_t>(alpha) * column[static_cast<std::size_t>(i)];
      const std::uint32_t kept = beta == 0 ? 0 : static_cast<std::uint32_t>(beta) * static_cast<std::uint32_t>(c(i, j));
      c(i, j) = static_cast<std::int32_t>(product + kept);
    }
  }
}

}  // namespace warpglass::blas
