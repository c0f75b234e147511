// Level 3 of cuBLAS, and what it has beyond BLAS, against plain loops: all types, sides, triangles and operations, sizes
// on both sides of a block of 64, batches.
#include "blas_common.h"

namespace {

constexpr cublasOperation_t kOperations[] = {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C};

template <class T>
void products(cublasHandle_t handle) {
  using B = Blas<T>;
  const T alpha = number<T>(0.5, -1), beta = number<T>(-0.25, 0.5), none = number<T>(0);
  for (const auto op_a : kOperations) {
    for (const auto op_b : kOperations) {
      const int m = 33, n = 21, k = 45, ld = 50;
      Array<T> a(ld * 50), b(ld * 50), c(ld * n);
      auto wanted = numbers_of(c);
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < m; ++i) {
          Z sum = 0;
          for (int p = 0; p < k; ++p) sum += element(a, ld, op_a, i, p) * element(b, ld, op_b, p, j);
          wanted[i + j * ld] = wide(alpha) * sum + wide(beta) * wanted[i + j * ld];
        }
      Array<T> again(c.host);
      expect(B::gemm(handle, op_a, op_b, m, n, k, &alpha, a.device, ld, b.device, ld, &beta, c.device, ld) ==
                 CUBLAS_STATUS_SUCCESS,
             "gemm");
      expect_array(c, wanted, "gemm");
      B::gemm_64(handle, op_a, op_b, m, n, k, &alpha, a.device, ld, b.device, ld, &beta, again.device, ld);
      expect_array(again, wanted, "gemm_64");
      if constexpr (is_complex<T>) {
        again.up();
        B::gemm3m(handle, op_a, op_b, m, n, k, &alpha, a.device, ld, b.device, ld, &beta, again.device, ld);
        expect_array(again, wanted, "gemm3m");
      }
    }
  }
  // A beta of 0 reads nothing of C, whatever is there; scalars of the device.
  const int n = 5;
  Array<T> a(n * n), b(n * n), c(n * n), scalars(std::vector<T>{alpha, none});
  std::vector<Z> wanted(n * n);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i)
      for (int p = 0; p < n; ++p) wanted[i + j * n] += wide(alpha) * a[i + p * n] * b[p + j * n];
  cudaMemset(c.device, 0xff, n * n * sizeof(T));
  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
  B::gemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, scalars.device, a.device, n, b.device, n, scalars.device + 1,
          c.device, n);
  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST);
  expect_array(c, wanted, "gemm over NaN, by the device's scalars");
  // k of 0 scales C.
  Array<T> kept(n * n);
  auto scaled = numbers_of(kept);
  for (Z& v : scaled) v *= wide(beta);
  B::gemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, 0, &alpha, a.device, n, b.device, n, &beta, kept.device, n);
  expect_array(kept, scaled, "gemm of nothing");
}

template <class T>
Z mirrored(const Array<T>& a, int ld, bool upper, bool hermitian, int i, int j) {
  const Z v = upper == (i < j) || i == j ? a[i + j * ld] : a[j + i * ld];
  if (!hermitian) return v;
  return i == j ? Z(v.real()) : upper == (i < j) ? v : std::conj(v);
}

template <class T>
void triangles(cublasHandle_t handle) {
  using B = Blas<T>;
  using R = typename B::Real;
  const T alpha = number<T>(0.5, -1), beta = number<T>(-0.25, 0.5);
  const R real_alpha = R(0.75), real_beta = R(-0.5);
  for (const auto uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) {
    const bool upper = uplo == CUBLAS_FILL_MODE_UPPER;
    const auto in_triangle = [&](int i, int j) { return upper ? i <= j : i >= j; };
    for (const auto op : kOperations) {
      for (const bool hermitian : {false, true}) {
        if (hermitian && (!is_complex<T> || op == CUBLAS_OP_T)) continue;
        if (!hermitian && is_complex<T> && op == CUBLAS_OP_C) continue;
        const int n = 150, k = 20, ld = 151;
        Array<T> a(ld * n), b(ld * n), c(ld * n), c2(c.host), cx(c.host);
        const auto across = hermitian ? CUBLAS_OP_C : CUBLAS_OP_T;
        const auto row = [&](const Array<T>& from, int i, int p) {
          return op == CUBLAS_OP_N ? from[i + p * ld] : element(from, ld, across, i, p);
        };
        const auto other = [&](Z v) { return hermitian ? std::conj(v) : v; };
        auto one = numbers_of(c), both = one, mixed = one;
        for (int j = 0; j < n; ++j)
          for (int i = 0; i < n; ++i) {
            if (!in_triangle(i, j)) continue;
            Z aa = 0, ab = 0, ba = 0;
            for (int p = 0; p < k; ++p) {
              aa += row(a, i, p) * other(row(a, j, p));
              ab += row(a, i, p) * other(row(b, j, p));
              ba += row(b, i, p) * other(row(a, j, p));
            }
            const Z was = one[i + j * ld];
            const auto real = [&](Z v) { return hermitian && i == j ? Z(v.real()) : v; };
            one[i + j * ld] = real(hermitian ? Z(real_alpha) * aa + Z(real_beta) * was
                                             : wide(alpha) * aa + wide(beta) * was);
            const Z kept = hermitian ? Z(real_beta) * was : wide(beta) * was;
            both[i + j * ld] = real(wide(alpha) * ab + other(wide(alpha)) * ba + kept);
            mixed[i + j * ld] = real(wide(alpha) * ab + kept);
          }
        if constexpr (is_complex<T>) {
          if (hermitian) {
            B::herk(handle, uplo, op, n, k, &real_alpha, a.device, ld, &real_beta, c.device, ld);
            B::her2k(handle, uplo, op, n, k, &alpha, a.device, ld, b.device, ld, &real_beta, c2.device, ld);
            B::herkx(handle, uplo, op, n, k, &alpha, a.device, ld, b.device, ld, &real_beta, cx.device, ld);
          }
        }
        if (!hermitian) {
          expect(B::syrk(handle, uplo, op, n, k, &alpha, a.device, ld, &beta, c.device, ld) == CUBLAS_STATUS_SUCCESS,
                 "syrk");
          B::syr2k(handle, uplo, op, n, k, &alpha, a.device, ld, b.device, ld, &beta, c2.device, ld);
          B::syrkx(handle, uplo, op, n, k, &alpha, a.device, ld, b.device, ld, &beta, cx.device, ld);
        }
        expect_array(c, one, "syrk, herk");
        expect_array(c2, both, "syr2k, her2k");
        expect_array(cx, mixed, "syrkx, herkx");
      }
    }
    for (const auto side : {CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT}) {
      const bool left = side == CUBLAS_SIDE_LEFT;
      const int m = left ? 135 : 14, n = left ? 14 : 135, order = 135, ld = 140;
      Array<T> a(ld * order), b(ld * n), c(ld * n);
      for (const bool hermitian : {false, true}) {
        if (hermitian && !is_complex<T>) continue;
        auto wanted = numbers_of(c);
        for (int j = 0; j < n; ++j)
          for (int i = 0; i < m; ++i) {
            Z sum = 0;
            for (int p = 0; p < order; ++p)
              sum += left ? mirrored(a, ld, upper, hermitian, i, p) * b[p + j * ld]
                          : b[i + p * ld] * mirrored(a, ld, upper, hermitian, p, j);
            wanted[i + j * ld] = wide(alpha) * sum + wide(beta) * wanted[i + j * ld];
          }
        c.up();
        if constexpr (is_complex<T>) {
          if (hermitian)
            B::hemm(handle, side, uplo, m, n, &alpha, a.device, ld, b.device, ld, &beta, c.device, ld);
        }
        if (!hermitian) B::symm(handle, side, uplo, m, n, &alpha, a.device, ld, b.device, ld, &beta, c.device, ld);
        expect_array(c, wanted, "symm, hemm", 200);
      }
      for (int j = 0; j < order; ++j)
        for (int i = 0; i < order; ++i) set(a.host[i + j * ld], a[i + j * ld] * 0.01 + Z(i == j ? 2 : 0));
      a.up();
      for (const auto op : kOperations) {
        for (const auto diag : {CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT}) {
          const auto of_op = [&](int i, int j) -> Z {
            const int row = op == CUBLAS_OP_N ? i : j, column = op == CUBLAS_OP_N ? j : i;
            if (!in_triangle(row, column)) return 0;
            if (row == column && diag == CUBLAS_DIAG_UNIT) return 1;
            return element(a, ld, op, i, j);
          };
          auto wanted = numbers_of(c), solved = numbers_of(b);
          for (int j = 0; j < n; ++j)
            for (int i = 0; i < m; ++i) {
              Z sum = 0;
              for (int p = 0; p < order; ++p)
                sum += left ? of_op(i, p) * b[p + j * ld] : b[i + p * ld] * of_op(p, j);
              wanted[i + j * ld] = wide(alpha) * sum;
              solved[i + j * ld] *= wide(alpha) * wide(alpha);
            }
          c.up();
          B::trmm(handle, side, uplo, op, diag, m, n, &alpha, a.device, ld, b.device, ld, c.device, ld);
          expect_array(c, wanted, "trmm", 200);
          // Back again; in place.
          B::trsm(handle, side, uplo, op, diag, m, n, &alpha, a.device, ld, c.device, ld);
          for (int j = 0; j < n; ++j)
            for (int i = m; i < ld; ++i) solved[i + j * ld] = wanted[i + j * ld];
          expect_array(c, solved, "trsm", 200);
          Array<T> in_place(b.host);
          for (int j = 0; j < n; ++j)
            for (int i = m; i < ld; ++i) wanted[i + j * ld] = b[i + j * ld];
          B::trmm(handle, side, uplo, op, diag, m, n, &alpha, a.device, ld, in_place.device, ld, in_place.device, ld);
          expect_array(in_place, wanted, "trmm in place", 200);
        }
      }
    }
    const int n = 9, ld = 11;
    Array<T> packed(n * (n + 1) / 2), whole(ld * n), back(n * (n + 1) / 2);
    auto wanted = numbers_of(whole);
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i)
        if (in_triangle(i, j))
          wanted[i + j * ld] = packed[upper ? i + j * (j + 1) / 2 : i + (2 * n - j - 1) * j / 2];
    B::tpttr(handle, uplo, n, packed.device, whole.device, ld);
    expect_array(whole, wanted, "tpttr");
    B::trttp(handle, uplo, n, whole.device, ld, back.device);
    expect_array(back, numbers_of(packed), "trttp");
  }
}

template <class T>
void additions(cublasHandle_t handle) {
  using B = Blas<T>;
  const int m = 12, n = 7, ld = 15;
  const T alpha = number<T>(0.5, -1), beta = number<T>(-0.25, 0.5);
  for (const auto op_a : kOperations)
    for (const auto op_b : kOperations) {
      Array<T> a(ld * 15), b(ld * 15), c(ld * n);
      auto wanted = numbers_of(c);
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < m; ++i)
          wanted[i + j * ld] = wide(alpha) * element(a, ld, op_a, i, j) + wide(beta) * element(b, ld, op_b, i, j);
      B::geam(handle, op_a, op_b, m, n, &alpha, a.device, ld, &beta, b.device, ld, c.device, ld);
      expect_array(c, wanted, "geam");
    }
  for (const auto side : {CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT}) {
    Array<T> a(ld * n), x(40), c(ld * n);
    auto wanted = numbers_of(c);
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < m; ++i) wanted[i + j * ld] = a[i + j * ld] * x[2 * (side == CUBLAS_SIDE_LEFT ? i : j)];
    B::dgmm(handle, side, m, n, a.device, ld, x.device, 2, c.device, ld);
    expect_array(c, wanted, "dgmm");
  }
}

/// Pointers into an array, in the device's memory.
template <class T>
struct Pointers {
  T** device = nullptr;
  Pointers(const Array<T>& array, size_t stride, int count) {
    std::vector<T*> host;
    for (int i = 0; i < count; ++i) host.push_back(array.device + i * stride);
    cudaMalloc(&device, count * sizeof(T*));
    cudaMemcpy(device, host.data(), count * sizeof(T*), cudaMemcpyHostToDevice);
  }
  ~Pointers() { cudaFree(device); }
};

template <class T>
void batches(cublasHandle_t handle) {
  using B = Blas<T>;
  const int n = 6, count = 4, size = n * n;
  const T alpha = number<T>(0.5, -1), beta = number<T>(-0.25, 0.5), one = number<T>(1), none = number<T>(0);
  Array<T> a(size * count), b(size * count), c(size * count), x(n * count), y(n * count);
  Array<T> c2(c.host), y2(y.host);
  Pointers<T> as(a, size, count), bs(b, size, count), cs(c, size, count), xs(x, n, count), ys(y, n, count);
  auto wanted = numbers_of(c), vectors = numbers_of(y);
  for (int batch = 0; batch < count; ++batch)
    for (int j = 0; j < n; ++j) {
      Z by_vector = 0;
      for (int i = 0; i < n; ++i) {
        Z sum = 0;
        for (int p = 0; p < n; ++p) sum += a[batch * size + i + p * n] * b[batch * size + j + p * n];
        Z& to = wanted[batch * size + i + j * n];
        to = wide(alpha) * sum + wide(beta) * to;
        by_vector += a[batch * size + j + i * n] * x[batch * n + i];
      }
      vectors[batch * n + j] = wide(alpha) * by_vector + wide(beta) * vectors[batch * n + j];
    }
  B::gemm_batched(handle, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, &alpha, as.device, n, bs.device, n, &beta, cs.device, n,
                  count);
  expect_array(c, wanted, "gemmBatched");
  B::gemm_strided(handle, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, &alpha, a.device, n, size, b.device, n, size, &beta,
                  c2.device, n, size, count);
  expect_array(c2, wanted, "gemmStridedBatched");
  B::gemv_batched(handle, CUBLAS_OP_N, n, n, &alpha, as.device, n, xs.device, 1, &beta, ys.device, 1, count);
  expect_array(y, vectors, "gemvBatched");
  B::gemv_strided(handle, CUBLAS_OP_N, n, n, &alpha, a.device, n, size, x.device, 1, n, &beta, y2.device, 1, n, count);
  expect_array(y2, vectors, "gemvStridedBatched");

  // LU: what it solves, and the inverse, multiplied with A.
  Array<int> pivots(std::vector<int>(n * count)), infos(std::vector<int>(count, -1));
  Array<T> lu(a.host), inverse(size * count), product(size * count), right(b.host), direct(size * count);
  Pointers<T> lus(lu, size, count), inverses(inverse, size, count), rights(right, size, count),
      directs(direct, size, count);
  expect(B::getrf(handle, n, lus.device, n, pivots.device, infos.device, count) == CUBLAS_STATUS_SUCCESS, "getrf");
  for (const int info : infos.down()) expect(info == 0, "getrf info");
  B::getri(handle, n, lus.device, n, pivots.device, inverses.device, n, infos.device, count);
  B::gemm_strided(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a.device, n, size, inverse.device, n, size, &none,
                  product.device, n, size, count);
  std::vector<Z> identity(size * count);
  for (int batch = 0; batch < count; ++batch)
    for (int i = 0; i < n; ++i) identity[batch * size + i + i * n] = 1;
  expect_array(product, identity, "getri", 100);
  B::matinv(handle, n, as.device, n, directs.device, n, infos.device, count);
  B::gemm_strided(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, direct.device, n, size, a.device, n, size, &none,
                  product.device, n, size, count);
  expect_array(product, identity, "matinv", 100);
  for (const auto op : kOperations) {
    int info = -1;
    right.up();
    B::getrs(handle, op, n, n, lus.device, n, pivots.device, rights.device, n, &info, count);
    expect(info == 0, "getrs info");
    B::gemm_strided(handle, op, CUBLAS_OP_N, n, n, n, &one, a.device, n, size, right.device, n, size, &none,
                    product.device, n, size, count);
    expect_array(product, numbers_of(b), "getrs", 100);
  }
  // A matrix without an inverse.
  Array<T> zeros(std::vector<T>(size, none));
  Pointers<T> zero(zeros, size, 1);
  B::getrf(handle, n, zero.device, n, pivots.device, infos.device, 1);
  expect(infos.down()[0] == 1, "getrf of a singular matrix");

  B::trsm_batched(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, n, n, &alpha,
                  lus.device, n, rights.device, n, count);
  Array<T> solved(right.down());
  Array<T> again(b.host);
  for (int batch = 0; batch < count; ++batch)
    B::trmm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, n, n, &one,
            lu.device + batch * size, n, solved.device + batch * size, n, again.device + batch * size, n);
  right.host = again.down();
  expect(std::isfinite(std::abs(wide(right.host[0]))), "trsmBatched");

  // Least squares: A of more rows than columns, so that A^H (A x - b) is 0.
  const int m = 11, k = 4;
  Array<T> tall(m * k), target(m), kept(tall.host), goal(target.host), tau(k);
  Pointers<T> talls(tall, m * k, 1), targets(target, m, 1), keeps(kept, m * k, 1), taus(tau, k, 1);
  int info = -1;
  expect(B::gels(handle, CUBLAS_OP_N, m, k, 1, talls.device, m, targets.device, m, &info, infos.device, 1) ==
             CUBLAS_STATUS_SUCCESS,
         "gels");
  const T minus = number<T>(-1);
  Array<T> normal(k);
  B::gemv(handle, CUBLAS_OP_N, m, k, &one, kept.device, m, target.device, 1, &minus, goal.device, 1);
  B::gemv(handle, CUBLAS_OP_C, m, k, &one, kept.device, m, goal.device, 1, &none, normal.device, 1);
  expect_array(normal, std::vector<Z>(k), "gels", 100);
  // R^H R = A^H A
  Array<T> squares(k * k), by_r(k * k), r(k * k);
  B::gemm(handle, CUBLAS_OP_C, CUBLAS_OP_N, k, k, m, &one, kept.device, m, kept.device, m, &none, squares.device, k);
  B::geqrf(handle, m, k, keeps.device, m, taus.device, &info, 1);
  const auto factors = kept.down();
  for (int j = 0; j < k; ++j)
    for (int i = 0; i < k; ++i) set(r.host[i + j * k], i <= j ? wide(factors[i + j * m]) : Z(0));
  r.up();
  B::gemm(handle, CUBLAS_OP_C, CUBLAS_OP_N, k, k, k, &one, r.device, k, r.device, k, &none, by_r.device, k);
  Array<T> wanted_squares(squares.down());
  expect_array(by_r, numbers_of(wanted_squares), "geqrf", 100);
}

}  // namespace

int main() {
  cublasHandle_t handle = nullptr;
  if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS) return 2;
  FOR_EVERY_TYPE(products, handle)
  FOR_EVERY_TYPE(triangles, handle)
  FOR_EVERY_TYPE(additions, handle)
  FOR_EVERY_TYPE(batches, handle)
  cublasDestroy(handle);
  return finish("blas_matrices");
}
