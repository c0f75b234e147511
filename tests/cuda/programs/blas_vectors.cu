// Level 1 and 2 of cuBLAS against plain loops: all types, increments of both signs, triangles, bands, packed triangles.
#include "blas_common.h"

namespace {

size_t span(int n, int inc) { return static_cast<size_t>(n > 0 ? (n - 1) * std::abs(inc) + 1 : 0); }
size_t at(int i, int n, int inc) { return static_cast<size_t>(inc > 0 ? i * inc : (i - n + 1) * inc); }

template <class T>
void vectors(cublasHandle_t handle) {
  using B = Blas<T>;
  using R = typename B::Real;
  const int n = 37;
  for (const int incx : {1, 3, -2}) {
    for (const int incy : {1, 2, -3}) {
      const T alpha = number<T>(0.75, -0.5);
      {
        Array<T> x(span(n, incx)), y(span(n, incy));
        auto wanted = numbers_of(y);
        for (int i = 0; i < n; ++i) wanted[at(i, n, incy)] += wide(alpha) * x[at(i, n, incx)];
        expect(B::axpy(handle, n, &alpha, x.device, incx, y.device, incy) == CUBLAS_STATUS_SUCCESS, "axpy");
        expect_array(y, wanted, "axpy");
      }
      {
        Array<T> x(span(n, incx)), y(span(n, incy));
        auto wx = numbers_of(x), wy = numbers_of(y);
        for (int i = 0; i < n; ++i) std::swap(wx[at(i, n, incx)], wy[at(i, n, incy)]);
        B::swap(handle, n, x.device, incx, y.device, incy);
        expect_array(x, wx, "swap x");
        expect_array(y, wy, "swap y");
        for (int i = 0; i < n; ++i) wy[at(i, n, incy)] = wx[at(i, n, incx)];
        B::copy(handle, n, x.device, incx, y.device, incy);
        expect_array(y, wy, "copy");
      }
      {
        Array<T> x(span(n, incx)), y(span(n, incy));
        Z sum = 0, conjugated = 0;
        for (int i = 0; i < n; ++i) {
          sum += x[at(i, n, incx)] * y[at(i, n, incy)];
          conjugated += std::conj(x[at(i, n, incx)]) * y[at(i, n, incy)];
        }
        T got = number<T>(0), got_conjugated = number<T>(0);
        if constexpr (is_complex<T>) {
          B::dotu(handle, n, x.device, incx, y.device, incy, &got);
          B::dotc(handle, n, x.device, incx, y.device, incy, &got_conjugated);
          expect(near<T>(wide(got_conjugated), conjugated, 20), "dotc");
        } else {
          B::dot(handle, n, x.device, incx, y.device, incy, &got);
        }
        expect(near<T>(wide(got), sum, 20), "dot");
        const R c = R(0.6), s = R(0.8);
        auto wx = numbers_of(x), wy = numbers_of(y);
        for (int i = 0; i < n; ++i) {
          const Z a = wx[at(i, n, incx)], b = wy[at(i, n, incy)];
          wx[at(i, n, incx)] = Z(c) * a + Z(s) * b;
          wy[at(i, n, incy)] = Z(c) * b - Z(s) * a;
        }
        if constexpr (is_complex<T>) {
          B::real_rot(handle, n, x.device, incx, y.device, incy, &c, &s);
        } else {
          B::rot(handle, n, x.device, incx, y.device, incy, &c, &s);
        }
        expect_array(x, wx, "rot x");
        expect_array(y, wy, "rot y");
      }
    }
  }
  for (const int inc : {1, 3}) {
    Array<T> x(span(n, inc));
    double squares = 0, sizes = 0, most = -1, least = 1e9;
    int first_most = 0, first_least = 0;
    for (int i = 0; i < n; ++i) {
      const Z v = x[at(i, n, inc)];
      const double size = std::abs(v.real()) + std::abs(v.imag());
      squares += std::norm(v);
      sizes += size;
      if (size > most) most = size, first_most = i + 1;
      if (size < least) least = size, first_least = i + 1;
    }
    R length = 0, sum = 0;
    int largest = 0, smallest = 0;
    B::nrm2(handle, n, x.device, inc, &length);
    B::asum(handle, n, x.device, inc, &sum);
    B::amax(handle, n, x.device, inc, &largest);
    B::amin(handle, n, x.device, inc, &smallest);
    expect(near<T>(length, std::sqrt(squares)), "nrm2");
    expect(near<T>(sum, sizes), "asum");
    expect(largest == first_most && smallest == first_least, "amax, amin");
    // The same, with the answer in the device's memory.
    Array<int> place(std::vector<int>{0, 0});
    cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
    B::amax(handle, n, x.device, inc, place.device + 1);
    cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST);
    expect(place.down()[1] == first_most, "amax on the device");
    auto wanted = numbers_of(x);
    const T alpha = number<T>(-1.5, 0.25);
    for (int i = 0; i < n; ++i) wanted[at(i, n, inc)] *= wide(alpha);
    B::scal(handle, n, &alpha, x.device, inc);
    expect_array(x, wanted, "scal");
    if constexpr (is_complex<T>) {
      const R by = R(0.5);
      for (int i = 0; i < n; ++i) wanted[at(i, n, inc)] *= by;
      B::real_scal(handle, n, &by, x.device, inc);
      expect_array(x, wanted, "scal by a real number");
    }
  }
  // Lengths beyond what squares can be.
  const R huge = sizeof(R) == 4 ? R(1e30) : R(1e200);
  Array<T> x(std::vector<T>{number<T>(3 * huge), number<T>(4 * huge)});
  R length = 0;
  B::nrm2(handle, 2, x.device, 1, &length);
  expect(std::abs(length / huge - 5) < 1e-5, "nrm2 of large numbers");
}

template <class T>
void rotations(cublasHandle_t handle) {
  using B = Blas<T>;
  if constexpr (is_complex<T>) {
    using R = typename B::Real;
    T a = number<T>(1, 2), b = number<T>(-0.5, 3), s = number<T>(0);
    const Z a0 = wide(a), b0 = wide(b);
    R c = 0;
    expect(B::rotg(handle, &a, &b, &c, &s) == CUBLAS_STATUS_SUCCESS, "rotg");
    expect(near<T>(Z(c) * a0 + wide(s) * b0, wide(a)), "rotg r");
    expect(near<T>(Z(c) * b0 - std::conj(wide(s)) * a0, 0), "rotg 0");
  } else {
    T a = 3, b = -4, c = 0, s = 0;
    B::rotg(handle, &a, &b, &c, &s);
    expect(near<T>(a, -5) && near<T>(c, -0.6) && near<T>(s, 0.8) && near<T>(b, -1 / 0.6), "rotg");
    T d1 = 2, d2 = 3, x1 = 1.5, y1 = -0.75, param[5];
    const T e1 = d1, e2 = d2, u1 = x1;
    B::rotmg(handle, &d1, &d2, &x1, &y1, param);
    Array<T> x(std::vector<T>{u1}), y(std::vector<T>{y1});
    B::rotm(handle, 1, x.device, 1, y.device, 1, param);
    // The second component goes, and the length by the weights stays.
    expect(near<T>(y.down()[0], 0), "rotm 0");
    expect(near<T>(x.down()[0], x1), "rotm x");
    expect(near<T>(d1 * x1 * x1, e1 * u1 * u1 + e2 * y1 * y1), "rotmg");
  }
}

/// The element of a matrix of which one triangle says all.
template <class T>
Z mirrored(const Array<T>& a, int ld, bool upper, bool hermitian, int i, int j) {
  const Z v = upper == (i < j) || i == j ? a[i + j * ld] : a[j + i * ld];
  if (!hermitian) return v;
  return i == j ? Z(v.real()) : upper == (i < j) ? v : std::conj(v);
}

template <class T>
void matrices(cublasHandle_t handle) {
  using B = Blas<T>;
  using R = typename B::Real;
  const int m = 23, n = 17, ld = 29, kl = 3, ku = 5;
  const T alpha = number<T>(0.5, -1), beta = number<T>(-0.25, 0.5), none = number<T>(0);
  for (const auto op : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C}) {
    for (const int inc : {1, -2}) {
      const int rows = op == CUBLAS_OP_N ? m : n, columns = op == CUBLAS_OP_N ? n : m;
      Array<T> a(ld * m), x(span(columns, inc)), y(span(rows, inc)), z(span(rows, inc));
      std::vector<Z> wanted = numbers_of(y), banded = numbers_of(z);
      for (int i = 0; i < rows; ++i) {
        Z sum = 0, band = 0;
        for (int j = 0; j < columns; ++j) {
          sum += element(a, ld, op, i, j) * x[at(j, columns, inc)];
          const int row = op == CUBLAS_OP_N ? i : j, column = op == CUBLAS_OP_N ? j : i;
          if (row - column > kl || column - row > ku) continue;
          const Z v = a[ku + row - column + column * ld];
          band += (op == CUBLAS_OP_C && is_complex<T> ? std::conj(v) : v) * x[at(j, columns, inc)];
        }
        wanted[at(i, rows, inc)] = wide(alpha) * sum + wide(beta) * wanted[at(i, rows, inc)];
        banded[at(i, rows, inc)] = wide(alpha) * band;
      }
      B::gemv(handle, op, m, n, &alpha, a.device, ld, x.device, inc, &beta, y.device, inc);
      expect_array(y, wanted, "gemv");
      B::gbmv(handle, op, m, n, kl, ku, &alpha, a.device, ld, x.device, inc, &none, z.device, inc);
      expect_array(z, banded, "gbmv");
    }
  }
  for (const auto uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) {
    const bool upper = uplo == CUBLAS_FILL_MODE_UPPER;
    const int k = 4;
    const auto in_packed = [&](int i, int j) { return upper ? i + j * (j + 1) / 2 : i + (2 * n - j - 1) * j / 2; };
    const auto in_band = [&](int i, int j) { return (upper ? k + i - j : i - j) + j * ld; };
    const auto of_triangle = [&](int i, int j) { return upper ? i <= j : i >= j; };
    for (const bool hermitian : {false, true}) {
      if (hermitian && !is_complex<T>) continue;
      Array<T> a(ld * n), x(n), y(n), y_band(n), y_packed(n), packed(n * (n + 1) / 2), band(ld * n);
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i)
          if (of_triangle(i, j)) {
            packed.host[in_packed(i, j)] = a.host[i + j * ld];
            if (std::abs(i - j) <= k) band.host[in_band(i, j)] = a.host[i + j * ld];
          }
      packed.up();
      band.up();
      y_packed.host = y_band.host = y.host;
      y_packed.up();
      y_band.up();
      auto wanted = numbers_of(y), banded = wanted;
      for (int i = 0; i < n; ++i) {
        Z sum = 0, near_sum = 0;
        for (int j = 0; j < n; ++j) {
          const Z product = mirrored(a, ld, upper, hermitian, i, j) * x[j];
          sum += product;
          if (std::abs(i - j) <= k) near_sum += product;
        }
        banded[i] = wide(alpha) * near_sum + wide(beta) * wanted[i];
        wanted[i] = wide(alpha) * sum + wide(beta) * wanted[i];
      }
      auto rank = numbers_of(a), rank_packed = numbers_of(packed), rank2 = rank, rank2_packed = rank_packed;
      const R real_alpha = R(0.75);
      const Z factor = hermitian ? Z(real_alpha) : wide(alpha);
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) {
          if (!of_triangle(i, j)) continue;
          const auto other = [&](Z v) { return hermitian ? std::conj(v) : v; };
          const auto real = [&](Z v) { return hermitian && i == j ? Z(v.real()) : v; };
          const Z one = factor * x[i] * other(x[j]);
          const Z both = wide(alpha) * x[i] * other(wide(y.host[j])) + other(wide(alpha)) * y[i] * other(x[j]);
          rank[i + j * ld] = real(rank[i + j * ld] + one);
          rank_packed[in_packed(i, j)] = real(rank_packed[in_packed(i, j)] + one);
          rank2[i + j * ld] = real(rank2[i + j * ld] + both);
          rank2_packed[in_packed(i, j)] = real(rank2_packed[in_packed(i, j)] + both);
        }
      Array<T> a2(a.host), packed2(packed.host), y0(y.host);
      if constexpr (is_complex<T>) {
        if (hermitian) {
          B::hemv(handle, uplo, n, &alpha, a.device, ld, x.device, 1, &beta, y.device, 1);
          B::hbmv(handle, uplo, n, k, &alpha, band.device, ld, x.device, 1, &beta, y_band.device, 1);
          B::hpmv(handle, uplo, n, &alpha, packed.device, x.device, 1, &beta, y_packed.device, 1);
          B::her(handle, uplo, n, &real_alpha, x.device, 1, a.device, ld);
          B::hpr(handle, uplo, n, &real_alpha, x.device, 1, packed.device);
          B::her2(handle, uplo, n, &alpha, x.device, 1, y0.device, 1, a2.device, ld);
          B::hpr2(handle, uplo, n, &alpha, x.device, 1, y0.device, 1, packed2.device);
          expect_array(y_band, banded, "hbmv");
          expect_array(y_packed, wanted, "hpmv");
          expect_array(packed, rank_packed, "hpr");
          expect_array(packed2, rank2_packed, "hpr2");
        }
      } else {
        B::sbmv(handle, uplo, n, k, &alpha, band.device, ld, x.device, 1, &beta, y_band.device, 1);
        B::spmv(handle, uplo, n, &alpha, packed.device, x.device, 1, &beta, y_packed.device, 1);
        B::spr(handle, uplo, n, &alpha, x.device, 1, packed.device);
        B::spr2(handle, uplo, n, &alpha, x.device, 1, y0.device, 1, packed2.device);
        expect_array(y_band, banded, "sbmv");
        expect_array(y_packed, wanted, "spmv");
        expect_array(packed, rank_packed, "spr");
        expect_array(packed2, rank2_packed, "spr2");
      }
      if (!hermitian) {
        B::symv(handle, uplo, n, &alpha, a.device, ld, x.device, 1, &beta, y.device, 1);
        B::syr(handle, uplo, n, &alpha, x.device, 1, a.device, ld);
        B::syr2(handle, uplo, n, &alpha, x.device, 1, y0.device, 1, a2.device, ld);
      }
      expect_array(y, wanted, "symv, hemv");
      expect_array(a, rank, "syr, her");
      expect_array(a2, rank2, "syr2, her2");
    }
    for (const auto op : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C}) {
      for (const auto diag : {CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT}) {
        Array<T> a(ld * n), packed(n * (n + 1) / 2), band(ld * n), x(n);
        // Well conditioned: a large diagonal, and small numbers beside it.
        for (int j = 0; j < n; ++j)
          for (int i = 0; i < n; ++i) {
            Z v = wide(a.host[i + j * ld]) * 0.1 + Z(i == j ? 3 : 0);
            set(a.host[i + j * ld], v);
            if (!of_triangle(i, j)) continue;
            packed.host[in_packed(i, j)] = a.host[i + j * ld];
            if (std::abs(i - j) <= k) band.host[in_band(i, j)] = a.host[i + j * ld];
          }
        a.up();
        packed.up();
        band.up();
        const auto of_op = [&](int i, int j) -> Z {
          const int row = op == CUBLAS_OP_N ? i : j, column = op == CUBLAS_OP_N ? j : i;
          if (!of_triangle(row, column)) return 0;
          if (row == column && diag == CUBLAS_DIAG_UNIT) return 1;
          return element(a, ld, op, i, j);
        };
        std::vector<Z> wanted(n), banded(n);
        for (int i = 0; i < n; ++i)
          for (int j = 0; j < n; ++j) {
            wanted[i] += of_op(i, j) * x[j];
            if (std::abs(i - j) <= k) banded[i] += of_op(i, j) * x[j];
          }
        const auto given = numbers_of(x);
        Array<T> whole(x.host), in_packed_form(x.host), in_band_form(x.host);
        B::trmv(handle, uplo, op, diag, n, a.device, ld, whole.device, 1);
        B::tpmv(handle, uplo, op, diag, n, packed.device, in_packed_form.device, 1);
        B::tbmv(handle, uplo, op, diag, n, k, band.device, ld, in_band_form.device, 1);
        expect_array(whole, wanted, "trmv");
        expect_array(in_packed_form, wanted, "tpmv");
        expect_array(in_band_form, banded, "tbmv");
        B::trsv(handle, uplo, op, diag, n, a.device, ld, whole.device, 1);
        B::tpsv(handle, uplo, op, diag, n, packed.device, in_packed_form.device, 1);
        B::tbsv(handle, uplo, op, diag, n, k, band.device, ld, in_band_form.device, 1);
        expect_array(whole, given, "trsv");
        expect_array(in_packed_form, given, "tpsv");
        expect_array(in_band_form, given, "tbsv");
      }
    }
  }
  Array<T> x(m), y(n), a(ld * n), b(ld * n);
  auto wanted = numbers_of(a), conjugated = numbers_of(b);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) {
      wanted[i + j * ld] += wide(alpha) * x[i] * y[j];
      conjugated[i + j * ld] += wide(alpha) * x[i] * std::conj(y[j]);
    }
  B::ger(handle, m, n, &alpha, x.device, 1, y.device, 1, a.device, ld);
  expect_array(a, wanted, "ger");
  if constexpr (is_complex<T>) {
    B::gerc(handle, m, n, &alpha, x.device, 1, y.device, 1, b.device, ld);
    expect_array(b, conjugated, "gerc");
  }
}

}  // namespace

int main() {
  cublasHandle_t handle = nullptr;
  if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS) return 2;
  FOR_EVERY_TYPE(vectors, handle)
  FOR_EVERY_TYPE(rotations, handle)
  FOR_EVERY_TYPE(matrices, handle)
  cublasDestroy(handle);
  return finish("blas_vectors");
}
