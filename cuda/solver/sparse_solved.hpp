// Systems of sparse equations, least squares and eigenvalues, of the device's arrays and of the host's.
#pragma once

#include <cmath>
#include <complex>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "cuda/solver/least_squares.hpp"
#include "cuda/solver/objects.hpp"
#include "cuda/solver/orderings.hpp"
#include "cuda/solver/sparse_call.hpp"
#include "cuda/solver/sparse_factors.hpp"

namespace warpglass::solver::sparse {

enum class Factors : std::uint8_t { lu, cholesky };

/// What a program asks for.
enum Reorder : int { kNatural = 0, kBandwidth = 1 };

template <class Number>
struct Solved {
  std::vector<Number> x;  // empty where the matrix is singular
  int singular = kRegular;
};

template <Factors kFactors, class Number>
[[nodiscard]] auto factors_of(const Matrix<Number>& a, Indices order, double tolerance) {
  if constexpr (kFactors == Factors::lu)
    return LowerUpper<Number>(transposed(a), std::move(order), tolerance);
  else
    return Cholesky<Number>(a, std::move(order), tolerance);
}

/// A good order is taken where the program wants none as well: its own is only needed to say which column is in the
/// way.
template <Factors kFactors, class Number>
Solved<Number> solved(const Matrix<Number>& a, const std::vector<Number>& b, double tolerance, int reorder) {
  const Indices order = reorder == kBandwidth     ? ordering(a, Ordering::bandwidth)
                        : kFactors == Factors::lu ? column_ordering(a)
                                                  : ordering(a, Ordering::fill);
  auto factors = factors_of<kFactors>(a, order, tolerance);
  if (factors.singular() != kRegular && reorder == kNatural)
    factors = factors_of<kFactors>(a, natural(a.rows), tolerance);
  if (factors.singular() != kRegular) return {.x = {}, .singular = factors.singular()};
  return {.x = factors.solve(b)};
}

template <class T>
[[nodiscard]] Status checked_system(const Given<T>& given, const T* b, const T* x, const void* told) {
  if (const Status status = checked(given); status != kDone) return status;
  return b == nullptr || x == nullptr || told == nullptr ? kInvalid : kDone;
}

template <Factors kFactors, class T, class R>
Status solve_on_host(const SparseCall&, const Given<T>& given, const T* b, R tol, int reorder, T* x, int* singularity) {
  if (const Status status = checked_system(given, b, x, singularity); status != kDone) return status;
  const auto a = matrix_of(given, base_of(given.pattern()));
  if (!a) return kInvalid;
  const auto result = solved<kFactors>(*a, widened(b, given.rows), tol, reorder);
  narrow(result.x, x);
  *singularity = result.singular;
  return kDone;
}

template <Factors kFactors, class T, class R>
Status solve_on_device(const SparseCall& call, const Given<T>& given, const T* b, R tol, int reorder, T* x,
                       int* singularity) {
  if (const Status status = checked_system(given, b, x, singularity); status != kDone) return status;
  return call.waits([=, base = base_of(given.pattern())](const Memory& memory) {
    const auto a = reached(memory, given, base);
    memory.array(Use::read, "vector b", b, given.rows);
    memory.array(Use::write, "vector x", x, given.rows);
    const auto result = solved<kFactors>(a, widened(b, given.rows), tol, reorder);
    narrow(result.x, x);
    // An H200 counts the rows of csrlsvchol from 1, those of its like on the host from 0.
    const bool from_one = kFactors == Factors::cholesky && result.singular != kRegular;
    *singularity = result.singular + (from_one ? 1 : 0);
  });
}

template <class T, class R>
Status least_squares(const SparseCall&, const Given<T>& given, const T* b, R tol, int* rankA, T* x, int* p,
                     R* min_norm) {
  if (const Status status = checked_system(given, b, x, rankA); status != kDone) return status;
  if (given.rows < given.columns || p == nullptr || min_norm == nullptr) return kInvalid;
  const auto a = matrix_of(given, base_of(given.pattern()));
  if (!a) return kInvalid;
  const auto result = nearest(*a, widened(b, given.rows), tol);
  narrow(result.x, x);
  std::ranges::copy(result.order, p);
  *rankA = result.rank;
  *min_norm = static_cast<R>(result.distance);
  return kDone;
}

// ---- Eigenvalues ----

template <class Number>
struct Eigenpair {
  Number value;
  std::vector<Number> vector;
};

/// The matrix less a multiple of the identity, whose diagonal is there.
template <class Number>
Matrix<Number> shifted(const Matrix<Number>& a, Number by) {
  Matrix<Number> result{{a.rows, a.columns, {0}, {}}, {}};
  for (int i = 0; i < a.rows; ++i) {
    result.indices.insert(result.indices.end(), a.indices.begin() + a.offsets[i], a.indices.begin() + a.offsets[i + 1]);
    result.values.insert(result.values.end(), a.values.begin() + a.offsets[i], a.values.begin() + a.offsets[i + 1]);
    result.indices.push_back(i);
    result.values.push_back(-by);
    result.offsets.push_back(static_cast<int>(result.indices.size()));
  }
  return result;
}

/// Of the eigenvalue nearest to `near`, from `x`: what is left of A x - value x becomes no more than the tolerance, in
/// units of the value.
template <class Number>
Eigenpair<Number> eigenpair(const Matrix<Number>& a, Number near, std::vector<Number> x, int steps, double tolerance) {
  // Beside an eigenvalue, where the program has hit one.
  const double aside = std::numeric_limits<double>::epsilon() * std::max(1.0, norm(a.values));
  const Indices order = column_ordering(a);
  std::optional<LowerUpper<Number>> factors;
  do {
    factors.emplace(transposed(shifted(a, near)), order, 0);
    if (factors->singular() != kRegular) near += aside;
  } while (factors->singular() != kRegular);
  Number value = near;
  const auto scale = [&] {
    if (const double length = norm(x); length > 0)
      for (Number& element : x) element /= length;
  };
  scale();
  for (int step = 0; step < steps; ++step) {
    x = factors->solve(std::move(x));
    scale();
    std::vector<Number> left = a * x;
    value = 0;
    for (std::size_t i = 0; i < x.size(); ++i) value += blas::conjugate(x[i]) * left[i];
    for (std::size_t i = 0; i < x.size(); ++i) left[i] -= value * x[i];
    if (norm(left) <= tolerance * std::max(1.0, std::abs(value))) break;
  }
  return {value, std::move(x)};
}

template <class T, class R>
Status eigenvalue_on_host(const SparseCall&, const Given<T>& given, T mu0, const T* x0, int maxite, R tol, T* mu,
                          T* x) {
  if (const Status status = checked_system(given, x0, x, mu); status != kDone) return status;
  if (maxite < 1) return kInvalid;
  const auto a = matrix_of(given, base_of(given.pattern()));
  if (!a) return kInvalid;
  const auto found = eigenpair(*a, Wide<T>(mu0), widened(x0, given.rows), maxite, tol);
  *mu = static_cast<T>(found.value);
  narrow(found.vector, x);
  return kDone;
}

template <class T, class R>
Status eigenvalue_on_device(const SparseCall& call, const Given<T>& given, T mu0, const T* x0, int maxite, R eps, T* mu,
                            T* x) {
  if (const Status status = checked_system(given, x0, x, mu); status != kDone) return status;
  if (maxite < 1) return kInvalid;
  return call.does([=, base = base_of(given.pattern())](const Memory& memory) {
    const auto a = reached(memory, given, base);
    memory.array(Use::read, "vector x0", x0, given.rows);
    memory.array(Use::write, "vector x", x, given.rows);
    memory.array(Use::write, "eigenvalue mu", mu, 1);
    const auto found = eigenpair(a, Wide<T>(mu0), widened(x0, given.rows), maxite, eps);
    *mu = static_cast<T>(found.value);
    narrow(found.vector, x);
  });
}

/// All eigenvalues of a matrix that is made dense. \throws library::Refused  there is no LAPACK
[[nodiscard]] std::vector<DoubleComplex> eigenvalues(std::vector<DoubleComplex> dense, int n);

template <class T, class C>
Status count_eigenvalues(const SparseCall& call, const Given<T>& given, C left_bottom, C right_upper, int* num_eigs) {
  if (const Status status = checked(given); status != kDone) return status;
  const auto a = num_eigs == nullptr ? std::nullopt : matrix_of(given, base_of(given.pattern()));
  if (!a) return kInvalid;
  constexpr int kMost = 2048;  // which take a minute
  if (a->rows > kMost || !has_lapack())
    return not_supported(call.name, "eigenvalues are counted by LAPACK, of matrices of up to 2048 rows");
  const auto n = static_cast<std::size_t>(a->rows);
  std::vector<DoubleComplex> dense(n * n);
  const Indices rows = rows_of(*a);
  for (std::size_t at = 0; at < a->values.size(); ++at) dense[rows[at] + a->indices[at] * n] += a->values[at];
  const std::vector<DoubleComplex> values = eigenvalues(std::move(dense), a->rows);
  *num_eigs = static_cast<int>(std::ranges::count_if(values, [&](const DoubleComplex& value) {
    return value.real() >= left_bottom.real() && value.real() <= right_upper.real() &&
           value.imag() >= left_bottom.imag() && value.imag() <= right_upper.imag();
  }));
  return kDone;
}

// ---- Many systems of one pattern ----

inline Status analyse_batch(const SparseCall&, const GivenPattern& given, csrqrInfo_t info) {
  const Status status = checked(given);
  return status == kDone && !is_there(info) ? kInvalid : status;
}

template <class T>
Status batch_sizes(const SparseCall&, const Given<T>& given, int batch, csrqrInfo_t info, std::size_t* internal,
                   std::size_t* workspace) {
  if (const Status status = checked(given.pattern()); status != kDone) return status;
  if (batch < 1 || !is_there(info) || internal == nullptr || workspace == nullptr) return kInvalid;
  *internal = *workspace = 1;
  return kDone;
}

template <class T>
Status solve_batch(const SparseCall& call, const Given<T>& given, const T* b, T* x, int batch, csrqrInfo_t info) {
  if (const Status status = checked_system(given, b, x, info); status != kDone) return status;
  if (given.rows < given.columns || batch < 1 || !is_there(info)) return kInvalid;
  return call.does([=, base = base_of(given.pattern())](const Memory& memory) {
    auto a = reached(memory, given, base, batch);
    memory.array(Use::read, "array of vectors b", b, Index{given.rows} * batch);
    memory.array(Use::write, "array of vectors x", x, Index{given.columns} * batch);
    for (Index i = 0; i < batch; ++i) {
      a.values = widened(given.values + i * given.count, given.count);
      const auto sides = widened(b + i * given.rows, given.rows);
      T* const to = x + i * given.columns;
      if (given.rows == given.columns) {
        if (const auto result = solved<Factors::lu>(a, sides, 0, kBandwidth + 1); result.singular == kRegular) {
          narrow(result.x, to);
          continue;
        }
      }
      narrow(nearest(a, sides, 0).x, to);
    }
  });
}

}  // namespace warpglass::solver::sparse
