// Transforms of cuFFT beside sums of their own: all types, one to three dimensions, batches, in place and apart, rows
// that are padded and elements that lie apart.
#include <cuda_runtime.h>
#include <cufft.h>
#include <cufftXt.h>

#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

using Complex = std::complex<double>;

int checks = 0;

void fail(const char* what, const char* why) {
  std::printf("FAIL %s: %s\n", what, why);
  std::exit(1);
}

void expect(const char* what, cufftResult result) {
  if (result != CUFFT_SUCCESS) fail(what, "the call was refused");
}

/// Sizes of up to three dimensions, the last one fastest.
struct Shape {
  std::vector<int> n;
  int batch = 1;

  long long count() const {
    long long all = 1;
    for (const int one : n) all *= one;
    return all;
  }
};

/// Every output is the sum of all inputs.
std::vector<Complex> transformed(const Shape& shape, const std::vector<Complex>& in, int direction) {
  std::vector<Complex> values = in;
  const long long all = shape.count();
  long long stride = 1;
  for (std::size_t d = shape.n.size(); d-- > 0;) {
    const long long n = shape.n[d];
    std::vector<Complex> roots(n);
    for (long long i = 0; i < n; ++i) roots[i] = std::polar(1.0, direction * 2 * M_PI * double(i) / double(n));
    std::vector<Complex> next(values.size());
    for (long long i = 0; i < all * shape.batch; ++i) {
      const long long k = i / stride % n;
      const long long first = i - k * stride;
      Complex sum = 0;
      for (long long j = 0; j < n; ++j) sum += values[first + j * stride] * roots[j * k % n];
      next[i] = sum;
    }
    values = next;
    stride *= n;
  }
  return values;
}

/// How elements lie: as cufftPlanMany has it.
struct Layout {
  std::vector<int> embed;
  int stride = 1;
  int distance = 0;

  long long place(const std::vector<int>& at, int batch) const {
    long long index = 0;
    for (std::size_t d = 0; d < at.size(); ++d) index = index * embed[d] + at[d];
    return index * stride + static_cast<long long>(batch) * distance;
  }
};

Layout dense(std::vector<int> n) {
  int all = 1;
  for (const int one : n) all *= one;
  return {.embed = n, .stride = 1, .distance = all};
}

template <class Body>
void for_each_place(const std::vector<int>& n, int batch, Body&& body) {
  for (int b = 0; b < batch; ++b) {
    std::vector<int> at(n.size(), 0);
    for (;;) {
      body(at, b);
      std::size_t d = n.size();
      while (d > 0 && ++at[d - 1] == n[d - 1]) at[--d] = 0;
      if (d == 0) break;
    }
  }
}

std::vector<int> half_of(std::vector<int> n) {
  n.back() = n.back() / 2 + 1;
  return n;
}

long long index_of(const std::vector<int>& n, const std::vector<int>& at, int batch) {
  long long index = batch;
  for (std::size_t d = 0; d < n.size(); ++d) index = index * n[d] + at[d];
  return index;
}

template <class T>
T* on_device(const std::vector<T>& values) {
  T* device = nullptr;
  cudaMalloc(&device, values.size() * sizeof(T));
  cudaMemcpy(device, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
  return device;
}

template <class Real>
struct Calls;
template <>
struct Calls<float> {
  static constexpr cufftType c2c = CUFFT_C2C, r2c = CUFFT_R2C, c2r = CUFFT_C2R;
  using Pair = cufftComplex;
  static cufftResult complex(cufftHandle p, Pair* i, Pair* o, int d) { return cufftExecC2C(p, i, o, d); }
  static cufftResult forward(cufftHandle p, float* i, Pair* o) { return cufftExecR2C(p, i, o); }
  static cufftResult inverse(cufftHandle p, Pair* i, float* o) { return cufftExecC2R(p, i, o); }
};
template <>
struct Calls<double> {
  static constexpr cufftType c2c = CUFFT_Z2Z, r2c = CUFFT_D2Z, c2r = CUFFT_Z2D;
  using Pair = cufftDoubleComplex;
  static cufftResult complex(cufftHandle p, Pair* i, Pair* o, int d) { return cufftExecZ2Z(p, i, o, d); }
  static cufftResult forward(cufftHandle p, double* i, Pair* o) { return cufftExecD2Z(p, i, o); }
  static cufftResult inverse(cufftHandle p, Pair* i, double* o) { return cufftExecZ2D(p, i, o); }
};

template <class Real>
void expect_near(const char* what, const Shape& shape, const Layout& layout, const std::vector<int>& extent,
                 const std::vector<Complex>& wanted, const std::vector<Real>& found, bool pairs) {
  const double scale = std::sqrt(double(shape.count())) * 4;
  const double bound = scale * (sizeof(Real) == 4 ? 2e-6 : 4e-15) * (1 + std::log2(double(shape.count()) + 1));
  for_each_place(extent, shape.batch, [&](const std::vector<int>& at, int b) {
    const long long place = layout.place(at, b);
    const Complex want = wanted[index_of(shape.n, at, b)];
    const double real = pairs ? found[2 * place] : found[place];
    const double imaginary = pairs ? found[2 * place + 1] : want.imag();
    if (std::abs(real - want.real()) > bound || std::abs(imaginary - want.imag()) > bound) {
      std::printf("%g + %g i in place of %g + %g i, within %g\n", real, imaginary, want.real(), want.imag(), bound);
      fail(what, "differs from the sum");
    }
  });
  ++checks;
}

double number(long long i) { return double((i * 7919 + 13) % 101) / 50.5 - 1; }

template <class Real>
std::vector<Real> downloaded(const void* device, std::size_t count) {
  std::vector<Real> values(count);
  cudaMemcpy(values.data(), device, count * sizeof(Real), cudaMemcpyDeviceToHost);
  return values;
}

constexpr long long kUntouched = 12345;

template <class Real>
void complex_transform(const char* what, const Shape& shape, Layout in, Layout out, bool in_place, bool basic) {
  using Call = Calls<Real>;
  for (const int direction : {CUFFT_FORWARD, CUFFT_INVERSE}) {
    std::vector<Complex> values(shape.count() * shape.batch);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = {number(2 * i), number(2 * i + 1)};
    const std::vector<Complex> wanted = transformed(shape, values, direction);
    const auto size = [&](const Layout& layout) {
      std::vector<int> last = shape.n;
      for (int& one : last) --one;
      return 2 * static_cast<std::size_t>(layout.place(last, shape.batch - 1) + 1);
    };
    std::vector<Real> from(size(in), Real(kUntouched));
    for_each_place(shape.n, shape.batch, [&](const std::vector<int>& at, int b) {
      const Complex value = values[index_of(shape.n, at, b)];
      from[2 * in.place(at, b)] = Real(value.real());
      from[2 * in.place(at, b) + 1] = Real(value.imag());
    });
    auto* const source = reinterpret_cast<typename Call::Pair*>(on_device(from));
    auto* const target = in_place ? source
                                  : reinterpret_cast<typename Call::Pair*>(
                                        on_device(std::vector<Real>(size(out), Real(kUntouched))));
    cufftHandle plan;
    std::vector<int> n = shape.n;
    expect(what, cufftPlanMany(&plan, int(n.size()), n.data(), basic ? nullptr : in.embed.data(), in.stride, in.distance,
                               basic ? nullptr : out.embed.data(), out.stride, out.distance, Call::c2c, shape.batch));
    expect(what, Call::complex(plan, source, target, direction));
    const std::vector<Real> found = downloaded<Real>(target, size(out));
    expect_near<Real>(what, shape, out, shape.n, wanted, found, true);
    // What lies between is not touched.
    std::vector<bool> used(found.size());
    for_each_place(shape.n, shape.batch, [&](const std::vector<int>& at, int b) {
      used[2 * out.place(at, b)] = used[2 * out.place(at, b) + 1] = true;
    });
    for (std::size_t i = 0; i < found.size(); ++i)
      if (!used[i] && found[i] != Real(kUntouched)) fail(what, "something else was written");
    cufftDestroy(plan);
    cudaFree(source);
    if (!in_place) cudaFree(target);
  }
}

/// Forward and back again, which multiplies by the number of elements.
template <class Real>
void real_transform(const char* what, const Shape& shape, bool in_place) {
  using Call = Calls<Real>;
  const std::vector<int> half = half_of(shape.n);
  Layout complex = dense(half);
  std::vector<int> rows = shape.n;
  if (in_place) rows.back() = 2 * half.back();
  Layout real = dense(rows);
  std::vector<Complex> values(shape.count() * shape.batch);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = number(i);
  std::vector<Real> from(static_cast<std::size_t>(real.distance) * shape.batch, Real(kUntouched));
  for_each_place(shape.n, shape.batch, [&](const std::vector<int>& at, int b) {
    from[real.place(at, b)] = Real(values[index_of(shape.n, at, b)].real());
  });
  Real* const source = on_device(from);
  const std::size_t pairs = static_cast<std::size_t>(complex.distance) * shape.batch;
  auto* const middle = in_place ? reinterpret_cast<typename Call::Pair*>(source)
                                : reinterpret_cast<typename Call::Pair*>(on_device(std::vector<Real>(2 * pairs)));
  std::vector<int> n = shape.n;
  cufftHandle forward, inverse;
  expect(what, cufftPlanMany(&forward, int(n.size()), n.data(), nullptr, 1, 0, nullptr, 1, 0, Call::r2c, shape.batch));
  expect(what, cufftPlanMany(&inverse, int(n.size()), n.data(), nullptr, 1, 0, nullptr, 1, 0, Call::c2r, shape.batch));
  expect(what, Call::forward(forward, source, middle));
  expect_near<Real>(what, shape, complex, half, transformed(shape, values, CUFFT_FORWARD),
                    downloaded<Real>(middle, 2 * pairs), true);
  if (!in_place) cudaMemset(source, 0, from.size() * sizeof(Real));
  expect(what, Call::inverse(inverse, middle, source));
  std::vector<Complex> wanted = values;
  for (Complex& one : wanted) one *= double(shape.count());
  expect_near<Real>(what, shape, real, shape.n, wanted, downloaded<Real>(source, from.size()), false);
  cufftDestroy(forward);
  cufftDestroy(inverse);
  cudaFree(source);
  if (!in_place) cudaFree(middle);
}

template <class Real>
void all_transforms() {
  for (const int n : {1, 2, 3, 8, 12, 17, 64, 100, 1009}) {
    const Shape one{{n}, 3};
    complex_transform<Real>("one dimension", one, dense({n}), dense({n}), false, true);
    complex_transform<Real>("one dimension in place", one, dense({n}), dense({n}), true, true);
    real_transform<Real>("real numbers", one, false);
    real_transform<Real>("real numbers in place", one, true);
  }
  for (const std::vector<int>& n : {std::vector<int>{8, 16}, {6, 10}, {5, 7}, {4, 6, 8}, {3, 5, 7}, {16, 1}, {1, 1, 4}}) {
    const Shape several{n, 2};
    complex_transform<Real>("several dimensions", several, dense(n), dense(n), false, true);
    complex_transform<Real>("several dimensions in place", several, dense(n), dense(n), true, true);
    real_transform<Real>("several dimensions of real numbers", several, false);
    real_transform<Real>("several dimensions of real numbers in place", several, true);
  }
  complex_transform<Real>("columns", {{12}, 5}, {{12}, 5, 1}, {{12}, 5, 1}, false, false);
  complex_transform<Real>("columns in place", {{12}, 5}, {{12}, 5, 1}, {{12}, 5, 1}, true, false);
  complex_transform<Real>("rows to columns", {{8}, 6}, {{8}, 1, 8}, {{8}, 6, 1}, false, false);
  complex_transform<Real>("padded rows", {{6, 10}, 2}, {{8, 12}, 1, 100}, {{6, 11}, 2, 140}, false, false);
  complex_transform<Real>("padded planes", {{3, 4, 6}, 2}, {{3, 5, 7}, 1, 120}, {{3, 4, 9}, 3, 400}, false, false);
}

}  // namespace

int main() {
  all_transforms<float>();
  all_transforms<double>();

  // By their short forms, and with types named as arguments.
  std::vector<float> ones(2 * 64, 1.0f);
  auto* const data = reinterpret_cast<cufftComplex*>(on_device(ones));
  cufftHandle plan;
  expect("plan of two dimensions", cufftPlan2d(&plan, 4, 16, CUFFT_C2C));
  expect("two dimensions", cufftExecC2C(plan, data, data, CUFFT_FORWARD));
  std::vector<float> found = downloaded<float>(data, 2);
  if (found[0] != 64 || found[1] != 64) fail("two dimensions", "the sum of ones");
  cufftDestroy(plan);
  long long n[1] = {8};
  size_t work = 0;
  expect("create", cufftCreate(&plan));
  expect("types as arguments",
         cufftXtMakePlanMany(plan, 1, n, nullptr, 1, 0, CUDA_C_32F, nullptr, 1, 0, CUDA_C_32F, 2, &work, CUDA_C_32F));
  cudaMemcpy(data, ones.data(), ones.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  expect("stream", cufftSetStream(plan, stream));
  expect("in a stream", cufftXtExec(plan, data, data, CUFFT_INVERSE));
  cudaStreamSynchronize(stream);
  found = downloaded<float>(data, 20);
  if (found[0] != 8 || found[2] != 0 || found[16] != 8 || found[18] != 0) fail("types as arguments", "the sum of ones");
  cufftDestroy(plan);
  cudaStreamDestroy(stream);
  cudaFree(data);
  std::printf("PASS fft_transforms: %d checks\n", checks);
  return 0;
}
