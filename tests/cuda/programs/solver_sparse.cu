// Systems of sparse matrices and what else there is for them, in the four types of numbers, against products in double
// precision.
#include <numeric>

#include "solver_sparse_common.h"

namespace {

cusolverSpHandle_t handle = nullptr;

template <class T>
struct Api;
#define API(T, L)                                                     \
  template <>                                                         \
  struct Api<T> {                                                     \
    static constexpr auto lu_host = cusolverSp##L##csrlsvluHost;      \
    static constexpr auto qr = cusolverSp##L##csrlsvqr;               \
    static constexpr auto qr_host = cusolverSp##L##csrlsvqrHost;      \
    static constexpr auto chol = cusolverSp##L##csrlsvchol;           \
    static constexpr auto chol_host = cusolverSp##L##csrlsvcholHost;  \
    static constexpr auto least_host = cusolverSp##L##csrlsqvqrHost;  \
    static constexpr auto eigen = cusolverSp##L##csreigvsi;           \
    static constexpr auto eigen_host = cusolverSp##L##csreigvsiHost;  \
    static constexpr auto count_host = cusolverSp##L##csreigsHost;    \
    static constexpr auto zfd_host = cusolverSp##L##csrzfdHost;       \
    static constexpr auto sizes = cusolverSp##L##csrqrBufferInfoBatched; \
    static constexpr auto batched = cusolverSp##L##csrqrsvBatched;    \
  };
API(float, S)
API(double, D)
API(cuComplex, C)
API(cuDoubleComplex, Z)
#undef API

template <class T>
using Solver = decltype(Api<T>::qr);

template <class T>
void expect_solution(Solver<T> solver, bool on_device, const Sparse<T>& a, const Dense& dense, int reorder,
                     const char* what) {
  const Dense b = random_matrix<T>(a.rows, 1);
  const std::vector<T> sides = vector_of<T>(b);
  std::vector<T> x(sides.size());
  int singular = 77;
  if (on_device) {
    Matrix<T> device_b(b), device_x(Dense(a.rows, 1));
    CALL(solver(handle, a.rows, a.count(), a.descriptor, a.device_values.data, a.device_offsets.data,
                a.device_indices.data, device_b, 1e-9, reorder, device_x, &singular));
    x = vector_of<T>(device_x.dense());
  } else {
    CALL(solver(handle, a.rows, a.count(), a.descriptor, a.values.data(), a.offsets.data(), a.indices.data(),
                sides.data(), 1e-9, reorder, x.data(), &singular));
  }
  expect(singular == -1, std::string(Of<T>::name) + " " + what + ": singularity is " + std::to_string(singular));
  expect_same<T>(dense * column_of(x), b, what, 10);
}

template <class T>
void systems(int base) {
  const Dense grid = laplacian(20), random = scattered<T>(60);
  const Sparse<T> a(grid, base), c(random, base);
  for (int reorder = 0; reorder <= 3; ++reorder) {
    expect_solution<T>(Api<T>::lu_host, false, a, grid, reorder, "csrlsvluHost of a grid");
    expect_solution<T>(Api<T>::lu_host, false, c, random, reorder, "csrlsvluHost");
    expect_solution<T>(Api<T>::qr_host, false, a, grid, reorder, "csrlsvqrHost of a grid");
    expect_solution<T>(Api<T>::qr_host, false, c, random, reorder, "csrlsvqrHost");
    expect_solution<T>(Api<T>::qr, true, a, grid, reorder, "csrlsvqr of a grid");
    expect_solution<T>(Api<T>::qr, true, c, random, reorder, "csrlsvqr");
    expect_solution<T>(Api<T>::chol_host, false, a, grid, reorder, "csrlsvcholHost");
    expect_solution<T>(Api<T>::chol, true, a, grid, reorder, "csrlsvchol");
  }
  // Of complex numbers that are their own adjoint, of which the upper triangle is not read.
  Dense hermitian = laplacian(5);
  for (int i = 1; i < hermitian.rows; ++i) {
    if (Of<T>::pairs) hermitian(i, i - 1) *= Number(0.6, 0.8);
    hermitian(i - 1, i) = std::conj(hermitian(i, i - 1));
  }
  for (Number& value : hermitian.all) value = number_of(rounded<T>(value));
  for (const int reorder : {0, 2}) {
    expect_solution<T>(Api<T>::chol, true, Sparse<T>(hermitian, base), hermitian, reorder, "csrlsvchol of pairs");
    expect_solution<T>(Api<T>::chol_host, false, Sparse<T>(hermitian, base), hermitian, reorder,
                       "csrlsvcholHost of pairs");
  }
}

template <class T>
void expect_singular(Solver<T> solver, bool on_device, const Sparse<T>& a, int wanted, const char* what) {
  std::vector<T> sides = vector_of<T>(random_matrix<T>(a.rows, 1)), x(sides.size());
  int singular = 77;
  if (on_device) {
    Matrix<T> b(column_of(sides)), device_x(Dense(a.rows, 1));
    CALL(solver(handle, a.rows, a.count(), a.descriptor, a.device_values.data, a.device_offsets.data,
                a.device_indices.data, b, 1e-5, 0, device_x, &singular));
  } else {
    CALL(solver(handle, a.rows, a.count(), a.descriptor, a.values.data(), a.offsets.data(), a.indices.data(),
                sides.data(), 1e-5, 0, x.data(), &singular));
  }
  expect(singular == wanted, std::string(Of<T>::name) + " " + what + ": singularity is " + std::to_string(singular) +
                                 ", not " + std::to_string(wanted));
}

template <class T>
void singularities(int base) {
  // The column 13 is the sum of 4 and 5.
  Dense dependent = laplacian(5);
  for (int i = 0; i < dependent.rows; ++i) dependent(i, 13) = dependent(i, 4) + dependent(i, 5);
  const Sparse<T> a(dependent, base);
  expect_singular<T>(Api<T>::lu_host, false, a, 13, "csrlsvluHost");
  expect_singular<T>(Api<T>::qr_host, false, a, 13, "csrlsvqrHost");
  expect_singular<T>(Api<T>::qr, true, a, 13, "csrlsvqr");
  Dense negative = laplacian(5);
  negative(11, 11) = -1;
  const Sparse<T> c(negative, base);
  expect_singular<T>(Api<T>::chol_host, false, c, 11, "csrlsvcholHost");
  expect_singular<T>(Api<T>::chol, true, c, 12, "csrlsvchol");  // counted from 1 there
}

template <class T>
void least_squares(int base) {
  Dense tall(30, 12);
  const Dense all = random_matrix<T>(30, 12);
  for (int i = 0; i < tall.rows; ++i) {
    for (const int j : {i % 12, (i * 5 + 2) % 12, (i * 7 + 1) % 12}) tall(i, j) = all(i, j);
  }
  const Sparse<T> a(tall, base);
  const Dense b = random_matrix<T>(30, 1);
  const std::vector<T> sides = vector_of<T>(b);
  std::vector<T> x(12);
  std::vector<int> p(12);
  int rank = 0;
  typename Of<T>::Real distance = -1;
  CALL(Api<T>::least_host(handle, 30, 12, a.count(), a.descriptor, a.values.data(), a.offsets.data(),
                          a.indices.data(), sides.data(), 1e-6, &rank, x.data(), p.data(), &distance));
  const Dense left = tall * column_of(x) - b;
  expect(rank == 12, "csrlsqvqrHost's rank");
  expect_same<T>(adjoint(tall) * left, Dense(12, 1), "csrlsqvqrHost", 10);
  expect(std::abs(norm(left) - distance) < 1e-4, "csrlsqvqrHost's distance");
  std::sort(p.begin(), p.end());
  for (int i = 0; i < 12; ++i) expect(p[i] == i, "csrlsqvqrHost's order");

  // Many of one pattern, square and tall.
  for (const bool is_tall : {false, true}) {
    constexpr int kBatch = 3;
    std::vector<Dense> matrices, vectors;
    Dense together(0, 1), all_sides(0, 1);
    const Dense one = is_tall ? tall : scattered<T>(12);
    const Sparse<T> pattern(one, base);
    for (int i = 0; i < kBatch; ++i) {
      Dense matrix = one;
      for (Number& value : matrix.all) value *= 1 << i;
      const Dense vector = random_matrix<T>(one.rows, 1);
      for (const T& value : pattern.values) together.all.push_back(number_of(value) * (1.0 * (1 << i)));
      all_sides.all.insert(all_sides.all.end(), vector.all.begin(), vector.all.end());
      matrices.push_back(matrix);
      vectors.push_back(vector);
    }
    together.rows = static_cast<int>(together.all.size());
    all_sides.rows = static_cast<int>(all_sides.all.size());
    const Matrix<T> values(together), device_b(all_sides);
    Matrix<T> device_x(Dense(12 * kBatch, 1));
    csrqrInfo_t info = nullptr;
    CALL(cusolverSpCreateCsrqrInfo(&info));
    CALL(cusolverSpXcsrqrAnalysisBatched(handle, one.rows, 12, pattern.count(), pattern.descriptor,
                                         pattern.device_offsets.data, pattern.device_indices.data, info));
    size_t internal = 0, size = 0;
    CALL(Api<T>::sizes(handle, one.rows, 12, pattern.count(), pattern.descriptor, values, pattern.device_offsets.data,
                       pattern.device_indices.data, kBatch, info, &internal, &size));
    Array<char> work(size);
    CALL(Api<T>::batched(handle, one.rows, 12, pattern.count(), pattern.descriptor, values,
                         pattern.device_offsets.data, pattern.device_indices.data, device_b, device_x, kBatch, info,
                         work.data));
    expect(cudaDeviceSynchronize());
    const Dense solutions = device_x.dense();
    for (int i = 0; i < kBatch; ++i) {
      Dense solution(12, 1);
      std::copy_n(solutions.all.begin() + 12 * i, 12, solution.all.begin());
      expect_same<T>(adjoint(matrices[i]) * (matrices[i] * solution), adjoint(matrices[i]) * vectors[i],
                     "csrqrsvBatched", 20);
    }
    CALL(cusolverSpDestroyCsrqrInfo(info));
  }
}

template <class T>
void eigenvalues(int base) {
  // Those of a chain of n are 2 - 2 cos(k pi / (n + 1)).
  constexpr int n = 24;
  Dense chain(n, n);
  for (int i = 0; i < n; ++i) {
    chain(i, i) = 2;
    if (i > 0) chain(i, i - 1) = chain(i - 1, i) = -1;
  }
  const Sparse<T> a(chain, base);
  const auto value = [](int k) { return 2 - 2 * std::cos(k * std::acos(-1.0) / (n + 1)); };
  const Dense start = random_matrix<T>(n, 1);
  const std::vector<T> x0 = vector_of<T>(start);
  std::vector<T> x(n);
  T mu = rounded<T>(0);
  const double tolerance = sizeof(typename Of<T>::Real) == 4 ? 1e-5 : 1e-10;
  const T near = rounded<T>(value(5) + 0.01);
  const auto expect_pair = [&](const char* what) {
    expect(std::abs(number_of(mu) - value(5)) < 100 * tolerance, std::string(Of<T>::name) + " " + what);
    const Dense vector = column_of(x);
    const double distance = norm(chain * vector - vector * Dense(diagonal({value(5)}, 1, 1)));
    expect(distance < 1000 * tolerance && std::abs(norm(vector) - 1) < 1e-3,
           std::string(Of<T>::name) + " " + what + "'s vector: " + std::to_string(distance));
  };
  CALL(Api<T>::eigen_host(handle, n, a.count(), a.descriptor, a.values.data(), a.offsets.data(), a.indices.data(),
                          near, x0.data(), 100, tolerance, &mu, x.data()));
  expect_pair("csreigvsiHost");
  const Matrix<T> device_x0(start);
  Matrix<T> device_mu(Dense(1, 1)), device_x(Dense(n, 1));
  CALL(Api<T>::eigen(handle, n, a.count(), a.descriptor, a.device_values.data, a.device_offsets.data,
                     a.device_indices.data, near, device_x0, 100, tolerance, device_mu, device_x));
  expect(cudaDeviceSynchronize());
  mu = vector_of<T>(device_mu.dense())[0];
  x = vector_of<T>(device_x.dense());
  expect_pair("csreigvsi");

  using Pair = std::conditional_t<sizeof(typename Of<T>::Real) == 4, cuComplex, cuDoubleComplex>;
  int count = -1;
  CALL(Api<T>::count_host(handle, n, a.count(), a.descriptor, a.values.data(), a.offsets.data(), a.indices.data(),
                          rounded<Pair>(Number((value(3) + value(4)) / 2, -1)),
                          rounded<Pair>(Number((value(9) + value(10)) / 2, 1)), &count));
  expect(count == 6, std::string(Of<T>::name) + " csreigsHost: " + std::to_string(count));
}

void expect_permutation(std::vector<int> p, const char* what) {
  std::sort(p.begin(), p.end());
  bool is_one = true;
  for (size_t i = 0; i < p.size(); ++i) is_one = is_one && p[i] == static_cast<int>(i);
  expect(is_one, std::string(what) + " is a permutation");
}

void orders(int base) {
  const Dense grid = laplacian(9);
  const Sparse<double> a(grid, base);
  const int n = a.rows;
  std::vector<int> p(n, -1);
  // A grid whose points are out of order has a narrow band again.
  Dense shuffled(n, n);
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) shuffled(i * 32 % n, j * 32 % n) = grid(i, j);
  }
  const Sparse<double> c(shuffled, base);
  CALL(cusolverSpXcsrsymrcmHost(handle, n, c.count(), c.descriptor, c.offsets.data(), c.indices.data(), p.data()));
  expect_permutation(p, "csrsymrcmHost");
  int band = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      if (shuffled(p[i], p[j]) != 0.0) band = std::max(band, std::abs(i - j));
    }
  }
  expect(band <= 14, "csrsymrcmHost's band: " + std::to_string(band));
  CALL(cusolverSpXcsrsymmdqHost(handle, n, a.count(), a.descriptor, a.offsets.data(), a.indices.data(), p.data()));
  expect_permutation(p, "csrsymmdqHost");
  CALL(cusolverSpXcsrsymamdHost(handle, n, a.count(), a.descriptor, a.offsets.data(), a.indices.data(), p.data()));
  expect_permutation(p, "csrsymamdHost");
  CALL(cusolverSpXcsrmetisndHost(handle, n, a.count(), a.descriptor, a.offsets.data(), a.indices.data(), nullptr,
                                 p.data()));
  expect_permutation(p, "csrmetisndHost");

  int symmetric = -1;
  CALL(cusolverSpXcsrissymHost(handle, n, a.count(), a.descriptor, a.offsets.data(), a.offsets.data() + 1,
                               a.indices.data(), &symmetric));
  expect(symmetric == 1, "csrissymHost of one that is");
  const Sparse<double> b(scattered<double>(n), base);
  CALL(cusolverSpXcsrissymHost(handle, n, b.count(), b.descriptor, b.offsets.data(), b.offsets.data() + 1,
                               b.indices.data(), &symmetric));
  expect(symmetric == 0, "csrissymHost of one that is not");

  // B(i, j) is A(p[i], q[j]).
  const Dense random = scattered<double>(30);
  Sparse<double> d(random, base);
  std::vector<int> rows(30), columns(30), map(d.count());
  for (int i = 0; i < 30; ++i) {
    rows[i] = (i * 7 + 2) % 30;
    columns[i] = (i * 11 + 5) % 30;
  }
  std::iota(map.begin(), map.end(), 0);
  size_t size = 0;
  CALL(cusolverSpXcsrperm_bufferSizeHost(handle, 30, 30, d.count(), d.descriptor, d.offsets.data(), d.indices.data(),
                                         rows.data(), columns.data(), &size));
  std::vector<char> work(size);
  CALL(cusolverSpXcsrpermHost(handle, 30, 30, d.count(), d.descriptor, d.offsets.data(), d.indices.data(),
                              rows.data(), columns.data(), map.data(), work.data()));
  Dense permuted(30, 30), wanted(30, 30);
  for (int i = 0; i < 30; ++i) {
    for (int at = d.offsets[i] - base; at < d.offsets[i + 1] - base; ++at)
      permuted(i, d.indices[at] - base) = d.values[map[at]];
    for (int j = 0; j < 30; ++j) wanted(i, j) = random(rows[i], columns[j]);
  }
  expect_same<double>(permuted, wanted, "csrpermHost");
}

template <class T>
void free_diagonal(int base) {
  // Rows that are exchanged two by two.
  Dense a(20, 20);
  for (int i = 0; i < 20; ++i) {
    a(i, i ^ 1) = 3;
    a(i, i / 2) = a(i, i / 2) + 1.0;
  }
  a(0, 0) = 0;
  const Sparse<T> given(a, base);
  std::vector<int> p(20, -1);
  int found = -1;
  CALL(Api<T>::zfd_host(handle, 20, given.count(), given.descriptor, given.values.data(), given.offsets.data(),
                        given.indices.data(), p.data(), &found));
  expect(found == 20, "csrzfdHost finds all");
  expect_permutation(p, "csrzfdHost");
  bool of_columns = true, of_rows = true;
  for (int i = 0; i < 20; ++i) {
    of_columns = of_columns && a(i, p[i]) != 0.0;
    of_rows = of_rows && a(p[i], i) != 0.0;
  }
  expect(of_columns || of_rows, "csrzfdHost frees the diagonal");
}

template <class T>
void all_of(int base) {
  systems<T>(base);
  singularities<T>(base);
  least_squares<T>(base);
  eigenvalues<T>(base);
  free_diagonal<T>(base);
}

}  // namespace

int main() {
  CALL(cusolverSpCreate(&handle));
  cudaStream_t stream = nullptr, given = nullptr;
  expect(cudaStreamCreate(&stream));
  CALL(cusolverSpSetStream(handle, stream));
  CALL(cusolverSpGetStream(handle, &given));
  expect(given == stream, "the stream is kept");
  for (const int base : {0, 1}) {
    all_of<float>(base);
    all_of<double>(base);
    all_of<cuComplex>(base);
    all_of<cuDoubleComplex>(base);
    orders(base);
  }
  CALL(cusolverSpDestroy(handle));
  return finish("solver_sparse");
}
