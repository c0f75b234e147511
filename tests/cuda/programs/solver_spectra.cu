// Eigenvalues and singular values in the four types of numbers, against products in double precision.
#include "solver_common.h"

namespace {

cusolverDnHandle_t handle = nullptr;
cusolverDnParams_t params = nullptr;
syevjInfo_t syevj_info = nullptr;
gesvdjInfo_t gesvdj_info = nullptr;

constexpr cublasFillMode_t kTriangles[] = {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER};
constexpr cusolverEigType_t kTypes[] = {CUSOLVER_EIG_TYPE_1, CUSOLVER_EIG_TYPE_2, CUSOLVER_EIG_TYPE_3};
constexpr cusolverEigMode_t kModes[] = {CUSOLVER_EIG_MODE_VECTOR, CUSOLVER_EIG_MODE_NOVECTOR};

// The calls by the type of their numbers.
template <class T>
struct Api;
#define API(T, L, OR, SY)                                                                \
  template <>                                                                            \
  struct Api<T> {                                                                        \
    static constexpr auto gebrd_size = cusolverDn##L##gebrd_bufferSize;                  \
    static constexpr auto gebrd = cusolverDn##L##gebrd;                                  \
    static constexpr auto orgbr_size = cusolverDn##L##OR##gbr_bufferSize;                \
    static constexpr auto orgbr = cusolverDn##L##OR##gbr;                                \
    static constexpr auto sytrd_size = cusolverDn##L##SY##trd_bufferSize;                \
    static constexpr auto sytrd = cusolverDn##L##SY##trd;                                \
    static constexpr auto orgtr_size = cusolverDn##L##OR##gtr_bufferSize;                \
    static constexpr auto orgtr = cusolverDn##L##OR##gtr;                                \
    static constexpr auto ormtr_size = cusolverDn##L##OR##mtr_bufferSize;                \
    static constexpr auto ormtr = cusolverDn##L##OR##mtr;                                \
    static constexpr auto syevd_size = cusolverDn##L##SY##evd_bufferSize;                \
    static constexpr auto syevd = cusolverDn##L##SY##evd;                                \
    static constexpr auto syevdx_size = cusolverDn##L##SY##evdx_bufferSize;              \
    static constexpr auto syevdx = cusolverDn##L##SY##evdx;                              \
    static constexpr auto sygvd_size = cusolverDn##L##SY##gvd_bufferSize;                \
    static constexpr auto sygvd = cusolverDn##L##SY##gvd;                                \
    static constexpr auto sygvdx_size = cusolverDn##L##SY##gvdx_bufferSize;              \
    static constexpr auto sygvdx = cusolverDn##L##SY##gvdx;                              \
    static constexpr auto syevj_size = cusolverDn##L##SY##evj_bufferSize;                \
    static constexpr auto syevj = cusolverDn##L##SY##evj;                                \
    static constexpr auto syevj_batched_size = cusolverDn##L##SY##evjBatched_bufferSize; \
    static constexpr auto syevj_batched = cusolverDn##L##SY##evjBatched;                 \
    static constexpr auto sygvj_size = cusolverDn##L##SY##gvj_bufferSize;                \
    static constexpr auto sygvj = cusolverDn##L##SY##gvj;                                \
    static constexpr auto gesvd_size = cusolverDn##L##gesvd_bufferSize;                  \
    static constexpr auto gesvd = cusolverDn##L##gesvd;                                  \
    static constexpr auto gesvdj_size = cusolverDn##L##gesvdj_bufferSize;                \
    static constexpr auto gesvdj = cusolverDn##L##gesvdj;                                \
    static constexpr auto gesvdj_batched_size = cusolverDn##L##gesvdjBatched_bufferSize; \
    static constexpr auto gesvdj_batched = cusolverDn##L##gesvdjBatched;                 \
    static constexpr auto gesvda_size = cusolverDn##L##gesvdaStridedBatched_bufferSize;  \
    static constexpr auto gesvda = cusolverDn##L##gesvdaStridedBatched;                  \
  };
API(float, S, or, sy)
API(double, D, or, sy)
API(cuComplex, C, un, he)
API(cuDoubleComplex, Z, un, he)
#undef API

template <class T>
using Real = typename Of<T>::Real;

bool ascends(const std::vector<double>& values) { return std::is_sorted(values.begin(), values.end()); }
bool descends(const std::vector<double>& values) { return std::is_sorted(values.rbegin(), values.rend()); }

template <class T>
void expect_values(const std::vector<double>& a, const std::vector<double>& b, const char* what, double looser = 1) {
  expect_same<T>(diagonal(a, static_cast<int>(a.size()), 1 + static_cast<int>(a.size())),
                 diagonal(b, static_cast<int>(a.size()), 1 + static_cast<int>(a.size())), what, looser);
}

/// A V = V W, for as many as there are.
template <class T>
void expect_eigen(const Dense& a, const Dense& v, const std::vector<double>& w, const char* what) {
  expect(ascends(w), std::string(Of<T>::name) + " " + what + ": order");
  expect_same<T>(a * v, v * diagonal(w, v.columns, v.columns), what);
  expect_orthogonal<T>(v, what);
}

std::vector<double> some(const std::vector<double>& all, int first, int count) {
  return std::vector<double>(all.begin() + first, all.begin() + first + count);
}

template <class T>
void eigenvalues(cublasFillMode_t uplo) {
  const int n = 33;
  const Dense a = random_symmetric<T>(n), given = triangle(uplo, a);
  std::vector<double> values;
  Info info;
  int size = 0;
  for (const cusolverEigMode_t mode : kModes) {
    Matrix<T> da(given), dj(given), dx(given);
    Array<Real<T>> w(n);
    CALL(Api<T>::syevd_size(handle, mode, uplo, n, da, da.ld, w, &size));
    Array<T> work(size);
    CALL(Api<T>::syevd(handle, mode, uplo, n, da, da.ld, w, work, size, info));
    expect_info<T>(info, "syevd");
    if (mode == CUSOLVER_EIG_MODE_VECTOR) {
      values = reals(w);
      expect_eigen<T>(a, da.dense(), values, "syevd");
    } else {
      expect_values<T>(reals(w), values, "syevd without vectors");
    }

    CALL(Api<T>::syevj_size(handle, mode, uplo, n, dj, dj.ld, w, &size, syevj_info));
    Array<T> more(size);
    CALL(Api<T>::syevj(handle, mode, uplo, n, dj, dj.ld, w, more, size, info, syevj_info));
    expect_info<T>(info, "syevj");
    expect_values<T>(reals(w), values, "syevj's values");
    if (mode == CUSOLVER_EIG_MODE_VECTOR) {
      expect_eigen<T>(a, dj.dense(), reals(w), "syevj");
      double residual = -1;
      int sweeps = -1;
      CALL(cusolverDnXsyevjGetResidual(handle, syevj_info, &residual));
      CALL(cusolverDnXsyevjGetSweeps(handle, syevj_info, &sweeps));
      expect(residual >= 0 && residual < (sizeof(Real<T>) == 4 ? 1e-2 : 1e-9) && sweeps >= 1, "syevj's residual");
    }

    Spaces spaces;
    CALL(cusolverDnXsyevd_bufferSize(handle, params, mode, uplo, n, Of<T>::type, dx, dx.ld, Of<T>::real, w, Of<T>::type,
                                     &spaces.on_device, &spaces.on_host));
    spaces.make();
    CALL(cusolverDnXsyevd(handle, params, mode, uplo, n, Of<T>::type, dx, dx.ld, Of<T>::real, w, Of<T>::type,
                          spaces.device, spaces.on_device, spaces.host.data(), spaces.on_host, info));
    expect_info<T>(info, "Xsyevd");
    expect_values<T>(reals(w), values, "Xsyevd's values");
    if (mode == CUSOLVER_EIG_MODE_VECTOR) expect_eigen<T>(a, dx.dense(), reals(w), "Xsyevd");
  }

  // From the fourth to the tenth, and those between two bounds.
  const int il = 4, iu = 10;
  Real<T> vl = static_cast<Real<T>>((values[11] + values[12]) / 2),
          vu = static_cast<Real<T>>((values[20] + values[21]) / 2);
  for (const cusolverEigRange_t range : {CUSOLVER_EIG_RANGE_ALL, CUSOLVER_EIG_RANGE_I, CUSOLVER_EIG_RANGE_V}) {
    const int first = range == CUSOLVER_EIG_RANGE_ALL ? 0 : range == CUSOLVER_EIG_RANGE_I ? il - 1 : 12;
    const int wanted = range == CUSOLVER_EIG_RANGE_ALL ? n : range == CUSOLVER_EIG_RANGE_I ? iu - il + 1 : 9;
    Matrix<T> da(given), dx(given);
    Array<Real<T>> w(n);
    int count = -1;
    const cusolverEigMode_t mode = CUSOLVER_EIG_MODE_VECTOR;
    CALL(Api<T>::syevdx_size(handle, mode, range, uplo, n, da, da.ld, vl, vu, il, iu, &count, w, &size));
    Array<T> work(size);
    CALL(Api<T>::syevdx(handle, mode, range, uplo, n, da, da.ld, vl, vu, il, iu, &count, w, work, size, info));
    expect_info<T>(info, "syevdx");
    expect(count == wanted, "syevdx: number of values");
    if (count != wanted) continue;
    expect_values<T>(some(reals(w), 0, count), some(values, first, count), "syevdx's values");
    expect_eigen<T>(a, corner(da.dense(), n, count), some(reals(w), 0, count), "syevdx");

    Spaces spaces;
    int64_t wide = -1;
    CALL(cusolverDnXsyevdx_bufferSize(handle, params, mode, range, uplo, n, Of<T>::type, dx, dx.ld, &vl, &vu, il, iu,
                                      &wide, Of<T>::real, w, Of<T>::type, &spaces.on_device, &spaces.on_host));
    spaces.make();
    CALL(cusolverDnXsyevdx(handle, params, mode, range, uplo, n, Of<T>::type, dx, dx.ld, &vl, &vu, il, iu, &wide,
                           Of<T>::real, w, Of<T>::type, spaces.device, spaces.on_device, spaces.host.data(),
                           spaces.on_host, info));
    expect(wide == wanted, "Xsyevdx: number of values");
    expect_eigen<T>(a, corner(dx.dense(), n, count), some(reals(w), 0, count), "Xsyevdx");
  }
}

/// A x = w B x, A B x = w x, B A x = w x.
template <class T>
void pairs(cublasFillMode_t uplo) {
  const int n = 21;
  const Dense a = random_symmetric<T>(n), b = random_positive<T>(n);
  const cusolverEigMode_t mode = CUSOLVER_EIG_MODE_VECTOR;
  const auto expect_pair = [&](cusolverEigType_t type, const Dense& v, const std::vector<double>& w, const char* what) {
    const Dense scaled = v * diagonal(w, v.columns, v.columns);
    if (type == CUSOLVER_EIG_TYPE_1) expect_same<T>(a * v, b * scaled, what);
    if (type == CUSOLVER_EIG_TYPE_2) expect_same<T>(a * (b * v), scaled, what, 10);
    if (type == CUSOLVER_EIG_TYPE_3) expect_same<T>(b * (a * v), scaled, what, 10);
  };
  for (const cusolverEigType_t type : kTypes) {
    Matrix<T> da(triangle(uplo, a)), db(triangle(uplo, b)), ja(da.dense()), jb(db.dense()), xa(da.dense()),
        xb(db.dense());
    Array<Real<T>> w(n);
    Info info;
    int size = 0, count = -1;
    CALL(Api<T>::sygvd_size(handle, type, mode, uplo, n, da, da.ld, db, db.ld, w, &size));
    Array<T> work(size);
    CALL(Api<T>::sygvd(handle, type, mode, uplo, n, da, da.ld, db, db.ld, w, work, size, info));
    expect_info<T>(info, "sygvd");
    const std::vector<double> values = reals(w);
    expect(ascends(values), "sygvd: order");
    expect_pair(type, da.dense(), values, "sygvd");
    const Dense factor = triangle(uplo, db.dense());
    expect_same<T>(uplo == CUBLAS_FILL_MODE_LOWER ? factor * adjoint(factor) : adjoint(factor) * factor, b,
                   "sygvd's factor");

    CALL(Api<T>::sygvj_size(handle, type, mode, uplo, n, ja, ja.ld, jb, jb.ld, w, &size, syevj_info));
    Array<T> more(size);
    CALL(Api<T>::sygvj(handle, type, mode, uplo, n, ja, ja.ld, jb, jb.ld, w, more, size, info, syevj_info));
    expect_info<T>(info, "sygvj");
    expect_pair(type, ja.dense(), reals(w), "sygvj");

    CALL(Api<T>::sygvdx_size(handle, type, mode, CUSOLVER_EIG_RANGE_I, uplo, n, xa, xa.ld, xb, xb.ld, 0, 0, 3, 8,
                             &count, w, &size));
    Array<T> most(size);
    CALL(Api<T>::sygvdx(handle, type, mode, CUSOLVER_EIG_RANGE_I, uplo, n, xa, xa.ld, xb, xb.ld, 0, 0, 3, 8, &count, w,
                        most, size, info));
    expect_info<T>(info, "sygvdx");
    expect(count == 6, "sygvdx: number of values");
    expect_values<T>(some(reals(w), 0, 6), some(values, 2, 6), "sygvdx's values", 10);
    expect_pair(type, corner(xa.dense(), n, 6), some(reals(w), 0, 6), "sygvdx");
  }
}

/// Matrices side by side.
template <class T>
void eigenvalues_batched() {
  const int n = 11, count = 4;
  std::vector<Dense> a;
  Dense all(n, n * count);
  for (int b = 0; b < count; ++b) {
    a.push_back(random_symmetric<T>(n));
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < n; ++i) all(i, b * n + j) = a[b](i, j);
    }
  }
  for (const bool typed : {false, true}) {
    const cusolverEigMode_t mode = CUSOLVER_EIG_MODE_VECTOR;
    const cublasFillMode_t uplo = CUBLAS_FILL_MODE_LOWER;
    Matrix<T> da(all);
    Array<Real<T>> w(n * count);
    Array<int> infos(count);
    if (typed) {
      Spaces spaces;
      CALL(cusolverDnXsyevBatched_bufferSize(handle, params, mode, uplo, n, Of<T>::type, da, da.ld, Of<T>::real, w,
                                             Of<T>::type, &spaces.on_device, &spaces.on_host, count));
      spaces.make();
      CALL(cusolverDnXsyevBatched(handle, params, mode, uplo, n, Of<T>::type, da, da.ld, Of<T>::real, w, Of<T>::type,
                                  spaces.device, spaces.on_device, spaces.host.data(), spaces.on_host, infos, count));
      expect(cudaDeviceSynchronize());
    } else {
      int size = 0;
      CALL(Api<T>::syevj_batched_size(handle, mode, uplo, n, da, da.ld, w, &size, syevj_info, count));
      Array<T> work(size);
      CALL(Api<T>::syevj_batched(handle, mode, uplo, n, da, da.ld, w, work, size, infos, syevj_info, count));
    }
    expect(infos.host() == std::vector<int>(count, 0), "syevjBatched: infos");
    const Dense vectors = da.dense();
    for (int b = 0; b < count; ++b) {
      Dense v(n, n);
      for (int j = 0; j < n; ++j) {
        for (int i = 0; i < n; ++i) v(i, j) = vectors(i, b * n + j);
      }
      expect_eigen<T>(a[b], v, some(reals(w), b * n, n), typed ? "XsyevBatched" : "syevjBatched");
    }
  }
}

/// Without a form: values as complex numbers, of real matrices also as real ones, and the vectors to them.
template <class T>
void eigenvalues_of_any() {
  const int n = 17;
  const Dense a = random_matrix<T>(n, n);
  const cudaDataType pair = sizeof(Real<T>) == 4 ? CUDA_C_32F : CUDA_C_64F;
  for (const cudaDataType type : {pair, Of<T>::type}) {
    Matrix<T> da(a), vr(n, n);
    Array<Real<T>> w(2 * n);
    Info info;
    Spaces spaces;
    CALL(cusolverDnXgeev_bufferSize(handle, params, CUSOLVER_EIG_MODE_NOVECTOR, CUSOLVER_EIG_MODE_VECTOR, n,
                                    Of<T>::type, da, da.ld, type, w, Of<T>::type, nullptr, 1, Of<T>::type, vr, vr.ld,
                                    Of<T>::type, &spaces.on_device, &spaces.on_host));
    spaces.make();
    CALL(cusolverDnXgeev(handle, params, CUSOLVER_EIG_MODE_NOVECTOR, CUSOLVER_EIG_MODE_VECTOR, n, Of<T>::type, da,
                         da.ld, type, w, Of<T>::type, nullptr, 1, Of<T>::type, vr, vr.ld, Of<T>::type, spaces.device,
                         spaces.on_device, spaces.host.data(), spaces.on_host, info));
    expect_info<T>(info, "Xgeev");
    const std::vector<double> parts = reals(w);
    const bool apart = type != pair;
    Dense v = vr.dense(), values(n, n);
    for (int i = 0; i < n; ++i)
      values(i, i) = apart ? Number(parts[i], parts[n + i]) : Number(parts[2 * i], parts[2 * i + 1]);
    if (!Of<T>::pairs) {  // two columns hold a vector and its conjugate
      for (int j = 0; j < n; ++j) {
        if (values(j, j).imag() <= 0) continue;
        for (int i = 0; i < n; ++i) {
          const Number one(v(i, j).real(), v(i, j + 1).real());
          v(i, j) = one;
          v(i, j + 1) = std::conj(one);
        }
      }
    }
    expect_same<T>(a * v, v * values, "Xgeev", 10);
  }
}

template <class T>
void expect_singular(const Dense& a, const Dense& u, const std::vector<double>& s, const Dense& v, const char* what,
                     double looser = 1) {
  expect(descends(s) && s.back() >= 0, std::string(Of<T>::name) + " " + what + ": order");
  expect_same<T>(u * diagonal(s, u.columns, v.columns) * adjoint(v), a, what, looser);
  expect_orthogonal<T>(u, what);
  expect_orthogonal<T>(v, what);
}

/// As LAPACK has it.
template <class T>
void singular_values() {
  const int m = 29, n = 18;
  const Dense a = random_matrix<T>(m, n);
  std::vector<double> values;
  Info info;
  int size = 0;
  for (const char job : {'A', 'S', 'O', 'N'}) {
    const signed char jobu = static_cast<signed char>(job), jobvt = job == 'N' ? 'N' : job == 'S' ? 'S' : 'A';
    Matrix<T> da(a), du(m, m), dvt(n, n);
    Array<Real<T>> s(n), real(n);
    CALL(Api<T>::gesvd_size(handle, m, n, &size));
    Array<T> work(size);
    CALL(Api<T>::gesvd(handle, jobu, jobvt, m, n, da, da.ld, s, du, du.ld, dvt, dvt.ld, work, size, real, info));
    expect_info<T>(info, "gesvd");
    if (job == 'A') values = reals(s);
    expect_values<T>(reals(s), values, "gesvd's values");
    const Dense u = job == 'A' ? du.dense() : job == 'S' ? corner(du.dense(), m, n) : da.dense();
    if (job != 'N') expect_singular<T>(a, u, reals(s), adjoint(dvt.dense()), "gesvd");
  }

  Matrix<T> xa(a), xu(m, n), xvt(n, n);
  Array<Real<T>> s(n);
  Spaces spaces;
  CALL(cusolverDnXgesvd_bufferSize(handle, params, 'S', 'S', m, n, Of<T>::type, xa, xa.ld, Of<T>::real, s, Of<T>::type,
                                   xu, xu.ld, Of<T>::type, xvt, xvt.ld, Of<T>::type, &spaces.on_device,
                                   &spaces.on_host));
  spaces.make();
  CALL(cusolverDnXgesvd(handle, params, 'S', 'S', m, n, Of<T>::type, xa, xa.ld, Of<T>::real, s, Of<T>::type, xu, xu.ld,
                        Of<T>::type, xvt, xvt.ld, Of<T>::type, spaces.device, spaces.on_device, spaces.host.data(),
                        spaces.on_host, info));
  expect_info<T>(info, "Xgesvd");
  expect_singular<T>(a, xu.dense(), reals(s), adjoint(xvt.dense()), "Xgesvd");
}

/// The largest few, of a matrix in which the others are small: there random products find them.
template <class T>
void largest_values(const Dense& u, const Dense& v) {
  const int m = u.rows, n = v.rows, k = 4;
  std::vector<double> values;
  for (int i = 0; i < u.columns; ++i) values.push_back(i < k ? 8 - i : 1e-9);
  const Dense a = u * diagonal(values, u.columns, v.columns) * adjoint(v);
  Matrix<T> da(a), du(m, k), dv(n, k);
  Array<Real<T>> s(std::min(m, n));
  Info info;
  Spaces spaces;
  CALL(cusolverDnXgesvdr_bufferSize(handle, params, 'S', 'S', m, n, k, 4, 4, Of<T>::type, da, da.ld, Of<T>::real, s,
                                    Of<T>::type, du, du.ld, Of<T>::type, dv, dv.ld, Of<T>::type, &spaces.on_device,
                                    &spaces.on_host));
  spaces.make();
  CALL(cusolverDnXgesvdr(handle, params, 'S', 'S', m, n, k, 4, 4, Of<T>::type, da, da.ld, Of<T>::real, s, Of<T>::type,
                         du, du.ld, Of<T>::type, dv, dv.ld, Of<T>::type, spaces.device, spaces.on_device,
                         spaces.host.data(), spaces.on_host, info));
  expect_info<T>(info, "Xgesvdr");
  expect_same<T>(du.dense() * diagonal(some(reals(s), 0, k), k, k) * adjoint(dv.dense()), a, "Xgesvdr", 1000);
}

/// With V itself, of all shapes.
template <class T>
void singular_values_of(int m, int n) {
  const Dense a = random_matrix<T>(m, n);
  const int least = std::min(m, n);
  const cusolverEigMode_t mode = CUSOLVER_EIG_MODE_VECTOR;
  for (const int econ : {0, 1}) {
    Matrix<T> da(a), du(m, econ == 1 ? least : m), dv(n, econ == 1 ? least : n), xa(a), xu(m, du.columns),
        xv(n, dv.columns);
    Array<Real<T>> s(least), xs(least);
    Info info;
    int size = 0;
    CALL(Api<T>::gesvdj_size(handle, mode, econ, m, n, da, da.ld, s, du, du.ld, dv, dv.ld, &size, gesvdj_info));
    Array<T> work(size);
    CALL(Api<T>::gesvdj(handle, mode, econ, m, n, da, da.ld, s, du, du.ld, dv, dv.ld, work, size, info, gesvdj_info));
    expect_info<T>(info, "gesvdj");
    expect_singular<T>(a, du.dense(), reals(s), dv.dense(), "gesvdj");
    double residual = -1;
    int sweeps = -1;
    CALL(cusolverDnXgesvdjGetResidual(handle, gesvdj_info, &residual));
    CALL(cusolverDnXgesvdjGetSweeps(handle, gesvdj_info, &sweeps));
    expect(residual >= 0 && residual < (sizeof(Real<T>) == 4 ? 1e-2 : 1e-9) && sweeps >= 1, "gesvdj's residual");

    Spaces spaces;
    double error = -1;
    CALL(cusolverDnXgesvdp_bufferSize(handle, params, mode, econ, m, n, Of<T>::type, xa, xa.ld, Of<T>::real, xs,
                                      Of<T>::type, xu, xu.ld, Of<T>::type, xv, xv.ld, Of<T>::type, &spaces.on_device,
                                      &spaces.on_host));
    spaces.make();
    CALL(cusolverDnXgesvdp(handle, params, mode, econ, m, n, Of<T>::type, xa, xa.ld, Of<T>::real, xs, Of<T>::type, xu,
                           xu.ld, Of<T>::type, xv, xv.ld, Of<T>::type, spaces.device, spaces.on_device,
                           spaces.host.data(), spaces.on_host, info, &error));
    expect_info<T>(info, "Xgesvdp");
    expect_singular<T>(a, xu.dense(), reals(xs), xv.dense(), "Xgesvdp", 10);
    expect(error >= 0 && error < 1e-3, "Xgesvdp's error");
    if (econ == 1 && m >= n) largest_values<T>(du.dense(), dv.dense());
  }
}

template <class T>
void singular_values_batched() {
  const int m = 14, n = 9, count = 3;
  const Dense all = random_matrix<T>(m, n * count);
  const auto part = [](const Dense& from, int b, int columns) {
    Dense c(from.rows, columns);
    for (int j = 0; j < columns; ++j) {
      for (int i = 0; i < from.rows; ++i) c(i, j) = from(i, b * columns + j);
    }
    return c;
  };
  const cusolverEigMode_t mode = CUSOLVER_EIG_MODE_VECTOR;
  Matrix<T> da(all), du(m, m * count), dv(n, n * count), ea(all), eu(m, n * count), ev(n, n * count);
  Array<Real<T>> s(n * count), es(n * count);
  Array<int> infos(count);
  int size = 0;
  CALL(Api<T>::gesvdj_batched_size(handle, mode, m, n, da, da.ld, s, du, du.ld, dv, dv.ld, &size, gesvdj_info, count));
  Array<T> work(size);
  CALL(Api<T>::gesvdj_batched(handle, mode, m, n, da, da.ld, s, du, du.ld, dv, dv.ld, work, size, infos, gesvdj_info,
                              count));
  expect(infos.host() == std::vector<int>(count, 0), "gesvdjBatched: infos");
  for (int b = 0; b < count; ++b)
    expect_singular<T>(part(all, b, n), part(du.dense(), b, m), some(reals(s), b * n, n), part(dv.dense(), b, n),
                       "gesvdjBatched");

  double norms[count] = {-1, -1, -1};
  CALL(Api<T>::gesvda_size(handle, mode, n, m, n, ea, ea.ld, ea.ld * n, es, n, eu, eu.ld, eu.ld * n, ev, ev.ld,
                           ev.ld * n, &size, count));
  Array<T> more(size);
  CALL(Api<T>::gesvda(handle, mode, n, m, n, ea, ea.ld, ea.ld * n, es, n, eu, eu.ld, eu.ld * n, ev, ev.ld, ev.ld * n,
                      more, size, infos, norms, count));
  expect(infos.host() == std::vector<int>(count, 0), "gesvdaStridedBatched: infos");
  for (int b = 0; b < count; ++b) {
    expect(norms[b] >= 0 && norms[b] < 1e-2, "gesvdaStridedBatched: what is left");
    expect_singular<T>(part(all, b, n), part(eu.dense(), b, n), some(reals(es), b * n, n), part(ev.dense(), b, n),
                       "gesvdaStridedBatched", 100);
  }
}

/// On the way to values: matrices of two and of three diagonals.
template <class T>
void diagonals(cublasFillMode_t uplo) {
  const int m = 27, n = 16;
  Info info;
  int size = 0;
  {
    const Dense a = random_matrix<T>(m, n);
    Matrix<T> da(a);
    Array<Real<T>> d(n), e(n);
    Array<T> tauq(n), taup(n);
    CALL(Api<T>::gebrd_size(handle, m, n, &size));
    Array<T> work(size);
    CALL(Api<T>::gebrd(handle, m, n, da, da.ld, d, e, tauq, taup, work, size, info));
    expect_info<T>(info, "gebrd");
    Matrix<T> dq(da.dense()), dp(corner(da.dense(), n, n));
    CALL(Api<T>::orgbr_size(handle, CUBLAS_SIDE_LEFT, m, n, n, dq, dq.ld, tauq, &size));
    Array<T> more(size);
    CALL(Api<T>::orgbr(handle, CUBLAS_SIDE_LEFT, m, n, n, dq, dq.ld, tauq, more, size, info));
    expect_info<T>(info, "orgbr");
    CALL(Api<T>::orgbr_size(handle, CUBLAS_SIDE_RIGHT, n, n, m, dp, dp.ld, taup, &size));
    Array<T> most(size);
    CALL(Api<T>::orgbr(handle, CUBLAS_SIDE_RIGHT, n, n, m, dp, dp.ld, taup, most, size, info));
    expect_info<T>(info, "orgbr");
    Dense b = diagonal(reals(d), n, n);
    const std::vector<double> beside = reals(e);
    for (int i = 0; i + 1 < n; ++i) b(i, i + 1) = beside[i];
    expect_same<T>(dq.dense() * b * dp.dense(), a, "gebrd");
  }
  const Dense a = random_symmetric<T>(n), c = random_matrix<T>(n, 5);
  Matrix<T> da(triangle(uplo, a)), dc(c);
  Array<Real<T>> d(n), e(n);
  Array<T> tau(n);
  CALL(Api<T>::sytrd_size(handle, uplo, n, da, da.ld, d, e, tau, &size));
  Array<T> work(size);
  CALL(Api<T>::sytrd(handle, uplo, n, da, da.ld, d, e, tau, work, size, info));
  expect_info<T>(info, "sytrd");
  Matrix<T> dq(da.dense());
  CALL(Api<T>::orgtr_size(handle, uplo, n, dq, dq.ld, tau, &size));
  Array<T> more(size);
  CALL(Api<T>::orgtr(handle, uplo, n, dq, dq.ld, tau, more, size, info));
  expect_info<T>(info, "orgtr");
  Dense t = diagonal(reals(d), n, n);
  const std::vector<double> beside = reals(e);
  for (int i = 0; i + 1 < n; ++i) t(i, i + 1) = t(i + 1, i) = beside[i];
  const Dense q = dq.dense();
  expect_same<T>(q * t * adjoint(q), a, "sytrd");
  const cublasOperation_t across = Of<T>::pairs ? CUBLAS_OP_C : CUBLAS_OP_T;
  CALL(Api<T>::ormtr_size(handle, CUBLAS_SIDE_LEFT, uplo, across, n, 5, da, da.ld, tau, dc, dc.ld, &size));
  Array<T> most(size);
  CALL(Api<T>::ormtr(handle, CUBLAS_SIDE_LEFT, uplo, across, n, 5, da, da.ld, tau, dc, dc.ld, most, size, info));
  expect_info<T>(info, "ormtr");
  expect_same<T>(dc.dense(), adjoint(q) * c, "ormtr");
}

template <class T>
void all() {
  for (const cublasFillMode_t uplo : kTriangles) {
    eigenvalues<T>(uplo);
    pairs<T>(uplo);
    diagonals<T>(uplo);
  }
  eigenvalues_batched<T>();
  eigenvalues_of_any<T>();
  singular_values<T>();
  singular_values_of<T>(23, 23);
  singular_values_of<T>(30, 17);
  singular_values_of<T>(17, 30);
  singular_values_batched<T>();
}

}  // namespace

int main() {
  cudaStream_t stream;
  expect(cudaStreamCreate(&stream));
  CALL(cusolverDnCreate(&handle));
  CALL(cusolverDnSetStream(handle, stream));
  CALL(cusolverDnCreateParams(&params));
  CALL(cusolverDnCreateSyevjInfo(&syevj_info));
  CALL(cusolverDnCreateGesvdjInfo(&gesvdj_info));
  all<float>();
  all<double>();
  all<cuComplex>();
  all<cuDoubleComplex>();
  CALL(cusolverDnDestroyGesvdjInfo(gesvdj_info));
  CALL(cusolverDnDestroySyevjInfo(syevj_info));
  CALL(cusolverDnDestroyParams(params));
  CALL(cusolverDnDestroy(handle));
  expect(cudaStreamDestroy(stream));
  return finish("solver_spectra");
}
