// Divisions and roots for which the assembler calls a routine where sources are rare: what it loads and stores around
// them. Moments are what such code computes most often.
#include <cmath>
#include <cstdio>
#include <vector>

#include "check.hpp"

constexpr unsigned kThreads = 64;

struct Moments {
  float count, mean, m2, m3;
};

/// Chan's formula: five divisions between four loads.
__host__ __device__ __forceinline__ Moments together(const Moments& a, const Moments& b) {
  const float n = a.count + b.count;
  const float delta = b.mean - a.mean;
  Moments r;
  r.count = n;
  r.mean = a.mean + delta * b.count / n;
  r.m2 = a.m2 + b.m2 + delta * delta * a.count * b.count / n;
  r.m3 = a.m3 + b.m3 + delta * delta * delta * a.count * b.count * (a.count - b.count) / (n * n) +
         3.0f * delta * (a.count * b.m2 - b.count * a.m2) / n;
  return r;
}

__global__ void moments(const float* in, Moments* out) {
  __shared__ Moments of[kThreads];
  const unsigned t = threadIdx.x;
  of[t] = {1.0f, in[t], 0.0f, 0.0f};
  for (unsigned half = kThreads / 2; half > 0; half /= 2) {
    __syncthreads();
    if (t < half) of[t] = together(of[t], of[t + half]);
  }
  if (t == 0) *out = of[0];
}

/// One operation between the loads of four neighbours, and between the stores to four.
template <class T, class Operation>
__device__ __forceinline__ void between(const T* in, T* out, Operation operation) {
  __shared__ T row[4];
  const unsigned t = threadIdx.x;
  if (t < 4) row[t] = in[t];
  __syncthreads();
  T r = in[4 + t];
  r = operation(r, row[0]);
  r = operation(r, row[1]);
  r = operation(r, row[2]);
  r = operation(r, row[3]);
  __syncthreads();
  if (t == 0) {
    row[0] = r;
    row[1] = operation(r, r + T(1));
    row[2] = r;
    row[3] = r;
  }
  __syncthreads();
  out[t] = r + row[t % 4];
}

#define BETWEEN(Name, T, ...)                                    \
  __global__ void Name(const T* in, T* out) {                    \
    between(in, out, [](T a, T b) -> T { return __VA_ARGS__; }); \
  }

BETWEEN(divided, float, a / b)
BETWEEN(rooted, float, sqrtf(a + b))
BETWEEN(reciprocals, float, a + 1.0f / b)
BETWEEN(approximately, float, __fdividef(a, b))
BETWEEN(inverse_roots, float, a + rsqrtf(b))
BETWEEN(divided_doubles, double, a / b)
BETWEEN(rooted_doubles, double, sqrt(a + b))
BETWEEN(inverse_roots_of_doubles, double, a + rsqrt(b))
BETWEEN(divided_words, int, (a + 1000) / b)
BETWEEN(remainders, long long, (a + 1000) % b)
BETWEEN(multiplied, double, a* b)

/// A load that is known already is made again behind a division, and a branch around one stays a branch.
__global__ void again(const float* in, float* __restrict__ out, float limit) {
  const unsigned t = threadIdx.x;
  float r = in[t] / limit;
  out[t] = r;
  r += in[t];
  if (r > limit) r = in[t + 1] / r;
  out[t + kThreads] = r;
}

/// Close to what the host computes, which rounds in other places.
template <class T>
void expect(const char* name, const std::vector<T>& got, const std::vector<T>& wanted) {
  ++check::cases;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (std::abs(double(got[i]) - double(wanted[i])) <= 1e-4 * std::abs(double(wanted[i]))) continue;
    std::printf("%s: element %zu is wrong\n", name, i);
    ++check::failures;
    return;
  }
}

template <class T>
std::vector<T> from_device(const T* device, std::size_t count) {
  std::vector<T> host(count);
  cudaMemcpy(host.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost);
  return host;
}

template <class T>
T value(int i) {
  return T(3 + i % 7);
}

template <class T, class Operation>
void run(const char* name, void (*kernel)(const T*, T*), Operation operation) {
  const T* in = check::array<T>(4 + kThreads, value<T>);
  T* out = check::array<T>(kThreads, value<T>);
  kernel<<<1, kThreads>>>(in, out);
  std::vector<T> wanted;
  for (unsigned t = 0; t < kThreads; ++t) {
    T r = value<T>(4 + t);
    for (int i = 0; i < 4; ++i) r = operation(r, value<T>(i));
    wanted.push_back(r);
  }
  const T first = wanted[0];
  for (unsigned t = 0; t < kThreads; ++t) wanted[t] += t % 4 == 1 ? operation(first, first + T(1)) : first;
  expect(name, from_device(out, kThreads), wanted);
}

int main() {
#define RUN(Name, T, ...) run<T>(#Name, Name, [](T a, T b) -> T { return __VA_ARGS__; })
  RUN(divided, float, a / b);
  RUN(rooted, float, std::sqrt(a + b));
  RUN(reciprocals, float, a + 1.0f / b);
  RUN(approximately, float, a / b);
  RUN(inverse_roots, float, a + 1.0f / std::sqrt(b));
  RUN(divided_doubles, double, a / b);
  RUN(rooted_doubles, double, std::sqrt(a + b));
  RUN(inverse_roots_of_doubles, double, a + 1.0 / std::sqrt(b));
  RUN(divided_words, int, (a + 1000) / b);
  RUN(remainders, long long, (a + 1000) % b);
  RUN(multiplied, double, a* b);

  const float* in = check::array<float>(2 * kThreads, value<float>);
  auto* all = check::array<Moments>(1, [](int) { return Moments{}; });
  moments<<<1, kThreads>>>(in, all);
  Moments wanted[kThreads];
  for (unsigned t = 0; t < kThreads; ++t) wanted[t] = {1.0f, value<float>(t), 0.0f, 0.0f};
  for (unsigned half = kThreads / 2; half > 0; half /= 2)
    for (unsigned t = 0; t < half; ++t) wanted[t] = together(wanted[t], wanted[t + half]);
  const Moments got = from_device(all, 1)[0];
  expect<float>("moments", {got.count, got.mean, got.m2, got.m3 + 1000.0f},
                {wanted[0].count, wanted[0].mean, wanted[0].m2, wanted[0].m3 + 1000.0f});

  float* out = check::array<float>(2 * kThreads, value<float>);
  again<<<1, kThreads>>>(in, out, 2.0f);
  std::vector<float> twice;
  for (unsigned t = 0; t < kThreads; ++t) twice.push_back(value<float>(t) / 2.0f);
  for (unsigned t = 0; t < kThreads; ++t) {
    const float r = twice[t] + value<float>(t);
    twice.push_back(r > 2.0f ? value<float>(t + 1) / r : r);
  }
  expect("again", from_device(out, 2 * kThreads), twice);
  return check::finish("routines");
}
