// Incomplete factors of matrices of blocks, and matrices without what is small in them, beside plain loops of its own.
#include <cuda_runtime.h>
#include <cusparse.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

using Complex = std::complex<double>;

int checks = 0;
cusparseHandle_t handle = nullptr;

void good(const char* what, cusparseStatus_t status, cusparseStatus_t wanted = CUSPARSE_STATUS_SUCCESS) {
  ++checks;
  if (status == wanted) return;
  std::printf("FAIL %s: %s\n", what, cusparseGetErrorName(status));
  std::exit(1);
}
void expect(const char* what, bool holds) {
  ++checks;
  if (holds) return;
  std::printf("FAIL %s\n", what);
  std::exit(1);
}

template <class T>
struct Api;
#define API(LETTER, TYPE, COMPLEX, BOUND, MAKE, VALUE)                             \
  template <>                                                                      \
  struct Api<TYPE> {                                                               \
    static constexpr bool is_complex = COMPLEX;                                    \
    static constexpr double bound = BOUND;                                         \
    static TYPE make(Complex x) { return MAKE; }                                   \
    static Complex value(TYPE x) { return VALUE; }                                 \
    static constexpr auto lu_size = cusparse##LETTER##bsrilu02_bufferSize;         \
    static constexpr auto lu_analysis = cusparse##LETTER##bsrilu02_analysis;       \
    static constexpr auto lu = cusparse##LETTER##bsrilu02;                         \
    static constexpr auto boost = cusparse##LETTER##bsrilu02_numericBoost;         \
    static constexpr auto ic_size = cusparse##LETTER##bsric02_bufferSize;          \
    static constexpr auto ic_analysis = cusparse##LETTER##bsric02_analysis;        \
    static constexpr auto ic = cusparse##LETTER##bsric02;                          \
    static constexpr auto count = cusparse##LETTER##nnz_compress;                  \
    static constexpr auto compress = cusparse##LETTER##csr2csr_compress;           \
  };
API(S, float, false, 2e-5, float(x.real()), x)
API(D, double, false, 1e-13, x.real(), x)
API(C, cuComplex, true, 2e-5, (cuComplex{float(x.real()), float(x.imag())}), (Complex{x.x, x.y}))
API(Z, cuDoubleComplex, true, 1e-13, (cuDoubleComplex{x.real(), x.imag()}), (Complex{x.x, x.y}))

template <class T>
struct Array {
  T* at = nullptr;
  explicit Array(const std::vector<T>& values) {
    cudaMalloc(&at, sizeof(T) * std::max<size_t>(values.size(), 1));
    cudaMemcpy(at, values.data(), sizeof(T) * values.size(), cudaMemcpyHostToDevice);
  }
  ~Array() { cudaFree(at); }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;
  [[nodiscard]] std::vector<T> get(size_t count) const {
    std::vector<T> values(count);
    cudaMemcpy(values.data(), at, sizeof(T) * count, cudaMemcpyDeviceToHost);
    return values;
  }
};

double number() { return double(std::rand()) / RAND_MAX - 0.5; }

/// Square, by rows.
struct Matrix {
  int n;
  std::vector<Complex> value;
  explicit Matrix(int size) : n(size), value(size_t(size) * size) {}
  Complex& at(int i, int j) { return value[size_t(i) * n + j]; }
  [[nodiscard]] Complex at(int i, int j) const { return value[size_t(i) * n + j]; }
};

/// Three diagonals of blocks, whose factors take no more; numbers are those that T has.
template <class T>
Matrix band(int blocks, int size, bool hermitian) {
  Matrix a(blocks * size);
  for (int i = 0; i < a.n; ++i) {
    for (int j = 0; j <= i; ++j) {
      if (i / size - j / size > 1) continue;
      a.at(i, j) = Api<T>::value(Api<T>::make({number(), number()}));
      a.at(j, i) = hermitian ? std::conj(a.at(i, j)) : Api<T>::value(Api<T>::make({number(), number()}));
    }
    a.at(i, i) = Api<T>::value(Api<T>::make(3.0 * size + number()));
  }
  return a;
}

template <class T>
struct Blocks {
  std::vector<int> offsets, columns;
  std::vector<T> values;

  Blocks(const Matrix& a, int size, cusparseDirection_t direction, int base) {
    const int rows = a.n / size;
    offsets.push_back(base);
    for (int r = 0; r < rows; ++r) {
      for (int c = std::max(r - 1, 0); c < std::min(r + 2, rows); ++c) {
        columns.push_back(c + base);
        for (int i = 0; i < size * size; ++i) {
          const int slow = i / size, fast = i % size;
          const bool by_rows = direction == CUSPARSE_DIRECTION_ROW;
          values.push_back(Api<T>::make(a.at(r * size + (by_rows ? slow : fast), c * size + (by_rows ? fast : slow))));
        }
      }
      offsets.push_back(int(columns.size()) + base);
    }
  }
};

template <class T>
Matrix matrix_of(const Blocks<T>& blocks, const std::vector<T>& values, int size, cusparseDirection_t direction,
                 int base) {
  const int rows = int(blocks.offsets.size()) - 1;
  Matrix a(rows * size);
  for (int r = 0; r < rows; ++r) {
    for (int at = blocks.offsets[r] - base; at < blocks.offsets[r + 1] - base; ++at) {
      for (int i = 0; i < size * size; ++i) {
        const int slow = i / size, fast = i % size;
        const bool by_rows = direction == CUSPARSE_DIRECTION_ROW;
        a.at(r * size + (by_rows ? slow : fast), (blocks.columns[at] - base) * size + (by_rows ? fast : slow)) =
            Api<T>::value(values[size_t(at) * size * size + i]);
      }
    }
  }
  return a;
}

/// \param zero  a block row of which nothing but zeros is left, -1: none
template <class T>
void factor(int size, cusparseDirection_t direction, int base, bool cholesky, int zero) {
  constexpr int kRows = 4;
  Matrix a = band<T>(kRows, size, cholesky);
  if (zero >= 0)
    for (int i = zero * size; i < (zero + 1) * size; ++i)
      for (int j = 0; j < a.n; ++j) a.at(i, j) = a.at(j, i) = 0;
  const Blocks<T> blocks(a, size, direction, base);
  const Array<int> offsets(blocks.offsets), columns(blocks.columns);
  const Array<T> values(blocks.values);
  const int count = int(blocks.columns.size());
  cusparseMatDescr_t descriptor = nullptr;
  cusparseCreateMatDescr(&descriptor);
  cusparseSetMatIndexBase(descriptor, cusparseIndexBase_t(base));
  bsrilu02Info_t lu_info = nullptr;
  bsric02Info_t ic_info = nullptr;
  good("info", cusparseCreateBsrilu02Info(&lu_info));
  good("info", cusparseCreateBsric02Info(&ic_info));
  int bytes = 0, position = 7;
  const auto call = [&](auto get_size, auto analysis, auto compute, auto info) {
    constexpr auto kPolicy = CUSPARSE_SOLVE_POLICY_NO_LEVEL;
    good("size", get_size(handle, direction, kRows, count, descriptor, values.at, offsets.at, columns.at, size, info,
                          &bytes));
    const Array<char> buffer(std::vector<char>(size_t(bytes), 0));
    good("analysis", analysis(handle, direction, kRows, count, descriptor, values.at, offsets.at, columns.at, size, info,
                              kPolicy, buffer.at));
    good("factors", compute(handle, direction, kRows, count, descriptor, values.at, offsets.at, columns.at, size, info,
                            kPolicy, buffer.at));
    cudaDeviceSynchronize();
  };
  const cusparseStatus_t wanted = zero < 0 ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ZERO_PIVOT;
  if (cholesky) {
    call(Api<T>::ic_size, Api<T>::ic_analysis, Api<T>::ic, ic_info);
    good("zero pivot", cusparseXbsric02_zeroPivot(handle, ic_info, &position), wanted);
  } else {
    call(Api<T>::lu_size, Api<T>::lu_analysis, Api<T>::lu, lu_info);
    good("zero pivot", cusparseXbsrilu02_zeroPivot(handle, lu_info, &position), wanted);
  }
  expect("position of the zero pivot", position == (zero < 0 ? -1 : zero + base));
  cusparseDestroyBsrilu02Info(lu_info);
  cusparseDestroyBsric02Info(ic_info);
  cusparseDestroyMatDescr(descriptor);
  if (zero >= 0) return;

  const Matrix found = matrix_of(blocks, values.get(blocks.values.size()), size, direction, base);
  Matrix lower(a.n), upper(a.n);
  for (int i = 0; i < a.n; ++i) {
    for (int j = 0; j < a.n; ++j) {
      if (cholesky ? j <= i : j < i) lower.at(i, j) = found.at(i, j);
      if (!cholesky && j >= i) upper.at(i, j) = found.at(i, j);
    }
    if (!cholesky) lower.at(i, i) = 1;
  }
  if (cholesky)
    for (int i = 0; i < a.n; ++i)
      for (int j = 0; j < a.n; ++j) upper.at(i, j) = std::conj(lower.at(j, i));
  double worst = 0;
  for (int i = 0; i < a.n; ++i) {
    for (int j = 0; j < a.n; ++j) {
      Complex sum = 0;
      for (int k = 0; k < a.n; ++k) sum += lower.at(i, k) * upper.at(k, j);
      worst = std::max(worst, std::abs(sum - a.at(i, j)));
    }
  }
  expect(cholesky ? "bsric02" : "bsrilu02", worst <= Api<T>::bound * 10);
}

template <class T>
void compress(int base, bool on_device) {
  constexpr int kRows = 9, kColumns = 7;
  std::vector<int> offsets{base}, columns;
  std::vector<T> values;
  std::vector<int> offsets_left{base}, columns_left, counts_wanted;
  std::vector<Complex> values_left;
  const double tolerance = 0.25;
  for (int i = 0; i < kRows; ++i) {
    int count = 0;
    for (int j = 0; j < kColumns; ++j) {
      if (std::rand() % 3 == 0) continue;
      // Some are as large as the tolerance, which are dropped. Real ones below zero NVIDIA's library counts and leaves out.
      const Complex x = std::rand() % 4 == 0 ? Complex(0.25) : Complex(std::abs(number()), number());
      columns.push_back(j + base);
      values.push_back(Api<T>::make(x));
      if (!(std::abs(Api<T>::value(values.back())) > tolerance)) continue;
      ++count;
      columns_left.push_back(j + base);
      values_left.push_back(Api<T>::value(values.back()));
    }
    offsets.push_back(int(columns.size()) + base);
    offsets_left.push_back(int(columns_left.size()) + base);
    counts_wanted.push_back(count);
  }
  const Array<int> from_offsets(offsets), from_columns(columns);
  const Array<T> from_values(values);
  const Array<int> counts(std::vector<int>(kRows, -1)), device_total(std::vector<int>(1, -1));
  cusparseMatDescr_t descriptor = nullptr;
  cusparseCreateMatDescr(&descriptor);
  cusparseSetMatIndexBase(descriptor, cusparseIndexBase_t(base));
  cusparseSetPointerMode(handle, on_device ? CUSPARSE_POINTER_MODE_DEVICE : CUSPARSE_POINTER_MODE_HOST);
  int total = -1;
  const T by = Api<T>::make(tolerance);
  good("nnz_compress", Api<T>::count(handle, kRows, descriptor, from_values.at, from_offsets.at, counts.at,
                                     on_device ? device_total.at : &total, by));
  if (on_device) total = device_total.get(1)[0];
  cusparseSetPointerMode(handle, CUSPARSE_POINTER_MODE_HOST);
  expect("number of those left", total == int(columns_left.size()));
  expect("numbers of those left", counts.get(kRows) == counts_wanted);
  const Array<int> to_offsets(std::vector<int>(kRows + 1, -1)), to_columns(std::vector<int>(columns_left.size(), -1));
  const Array<T> to_values(std::vector<T>(columns_left.size()));
  good("csr2csr_compress",
       Api<T>::compress(handle, kRows, kColumns, descriptor, from_values.at, from_columns.at, from_offsets.at,
                        int(columns.size()), counts.at, to_values.at, to_columns.at, to_offsets.at, by));
  expect("offsets", to_offsets.get(kRows + 1) == offsets_left);
  expect("columns", to_columns.get(columns_left.size()) == columns_left);
  const std::vector<T> found = to_values.get(columns_left.size());
  bool same = true;
  for (size_t i = 0; i < found.size(); ++i) same &= Api<T>::value(found[i]) == values_left[i];
  expect("values", same);
  cusparseDestroyMatDescr(descriptor);
}

template <class T>
void try_type() {
  for (const int size : {1, 2, 3, 5}) {
    for (const auto direction : {CUSPARSE_DIRECTION_ROW, CUSPARSE_DIRECTION_COLUMN}) {
      for (const int base : {0, 1}) {
        factor<T>(size, direction, base, false, -1);
        factor<T>(size, direction, base, true, -1);
        factor<T>(size, direction, base, false, 2);
      }
    }
  }
  for (const int base : {0, 1})
    for (const bool on_device : {false, true}) compress<T>(base, on_device);
}

}  // namespace

int main() {
  good("handle", cusparseCreate(&handle));
  try_type<float>();
  try_type<double>();
  try_type<cuComplex>();
  try_type<cuDoubleComplex>();
  std::printf("PASS sparse_blocks: %d checks\n", checks);
}
