// Of two values one is chosen by a predicate: where the assembler makes the second one's load under the predicate, lanes
// that choose the first do not execute it.
#include "check.hpp"

constexpr int kThreads = 128;

static __device__ float choose(int first, float a, float b) {
  float chosen;
  asm("{ .reg .pred p; setp.ne.s32 p, %1, 0; selp.f32 %0, %2, %3, p; }" : "=f"(chosen) : "r"(first), "f"(a), "f"(b));
  return chosen;
}

static __device__ int choose(int first, int a, int b) {
  int chosen;
  asm("{ .reg .pred p; setp.ne.s32 p, %1, 0; selp.b32 %0, %2, %3, p; }" : "=r"(chosen) : "r"(first), "r"(a), "r"(b));
  return chosen;
}

static __device__ double choose(int first, double a, double b) {
  double chosen;
  asm("{ .reg .pred p; setp.ne.s32 p, %1, 0; selp.f64 %0, %2, %3, p; }" : "=d"(chosen) : "r"(first), "d"(a), "d"(b));
  return chosen;
}

// Loads that stay where they are written and are not moved together.
template <class T>
static __device__ T load(const T* from);
template <>
__device__ float load(const float* from) {
  float value;
  asm volatile("ld.global.f32 %0, [%1];" : "=f"(value) : "l"(__cvta_generic_to_global(from)));
  return value;
}
template <>
__device__ int load(const int* from) {
  int value;
  asm volatile("ld.global.b32 %0, [%1];" : "=r"(value) : "l"(__cvta_generic_to_global(from)));
  return value;
}
template <>
__device__ double load(const double* from) {
  double value;
  asm volatile("ld.global.f64 %0, [%1];" : "=d"(value) : "l"(__cvta_generic_to_global(from)));
  return value;
}
static __device__ int load_byte(const int* from) {
  int value;
  asm volatile("ld.global.u8 %0, [%1];" : "=r"(value) : "l"(__cvta_generic_to_global(from)));
  return value;
}

#define CHOICE(name, T) static __global__ void name(T* out, const int* flags, const T* x, const T* y)
#define PLACE const int i = static_cast<int>(blockIdx.x * kThreads + threadIdx.x)

CHOICE(of_two, float) { PLACE; const int c = load(flags + i); const float a = load(x + i), b = load(y + i); out[i] = choose(c, a, b); }
CHOICE(second_first, float) { PLACE; const int c = load(flags + i); const float b = load(y + i), a = load(x + i); out[i] = choose(c, a, b); }
CHOICE(flag_last, float) { PLACE; const float a = load(x + i), b = load(y + i); const int c = load(flags + i); out[i] = choose(c, a, b); }
CHOICE(by_thread, float) { PLACE; const float a = load(x + i), b = load(y + i); out[i] = choose(i & 4, a, b); }
CHOICE(by_first, float) { PLACE; const float a = load(x + i), b = load(y + i); out[i] = choose(a < 100.0f, a, b); }
CHOICE(by_second, float) { PLACE; const float a = load(x + i), b = load(y + i); out[i] = choose(b < 400.0f, a, b); }
CHOICE(by_both, float) { PLACE; const float a = load(x + i), b = load(y + i); out[i] = choose(a < b - 200.0f, a, b); }
CHOICE(of_words, int) { PLACE; const int c = load(flags + i); const int a = load(x + i), b = load(y + i); out[i] = choose(c, a, b); }
CHOICE(of_doubles, double) { PLACE; const int c = load(flags + i); const double a = load(x + i), b = load(y + i); out[i] = choose(c, a, b); }
CHOICE(of_bytes, int) { PLACE; const int c = load(flags + i); const int a = load_byte(x + i), b = load_byte(y + i); out[i] = choose(c, a, b); }
CHOICE(first_lives_on, float) { PLACE; const int c = load(flags + i); const float a = load(x + i), b = load(y + i); out[i] = choose(c, a, b) + 2 * a; }
CHOICE(second_lives_on, float) { PLACE; const int c = load(flags + i); const float a = load(x + i), b = load(y + i); out[i] = choose(c, a, b) + 2 * b; }
CHOICE(both_ways, float) {
  PLACE;
  const int c = load(flags + i);
  const float a = load(x + i), b = load(y + i);
  out[i] = choose(c, a, b) - 3 * choose(c, b, a);
}
CHOICE(sum_first, float) { PLACE; const int c = load(flags + i); const float a = load(x + i), b = load(y + i); out[i] = choose(c, a + 1.0f, b); }
CHOICE(sum_second, float) { PLACE; const int c = load(flags + i); const float a = load(x + i), b = load(y + i); out[i] = choose(c, a, b + 1.0f); }
CHOICE(or_constant, float) { PLACE; const int c = load(flags + i); const float a = load(x + i); out[i] = choose(c, a, 7.0f); }
CHOICE(or_thread, int) { PLACE; const int c = load(flags + i); const int t = static_cast<int>(threadIdx.x); const int a = load(x + i); out[i] = choose(c, a, t); }
CHOICE(of_three, float) {
  PLACE;
  const int c = load(flags + i);
  const float a = load(x + i), b = load(y + i), d = load(x + (i ^ 64));
  out[i] = choose(c > 1, d, choose(c, a, b));
}
CHOICE(store_between, float) {
  PLACE;
  const int c = load(flags + i);
  const float a = load(x + i);
  asm volatile("st.global.f32 [%0], %1;" ::"l"(__cvta_generic_to_global(out + i)), "f"(a * 0.0f) : "memory");
  const float b = load(y + i);
  out[i] = choose(c, a, b);
}
CHOICE(store_after, float) {
  PLACE;
  const int c = load(flags + i);
  const float a = load(x + i), b = load(y + i);
  asm volatile("st.global.u32 [%0], %1;" ::"l"(__cvta_generic_to_global(out + i)), "r"(i) : "memory");
  out[i] = choose(c, a, b);
}
CHOICE(barrier_after, float) { PLACE; const int c = load(flags + i); const float a = load(x + i), b = load(y + i); __syncthreads(); out[i] = choose(c, a, b); }
CHOICE(warp_after, float) { PLACE; const int c = load(flags + i); const float a = load(x + i), b = load(y + i); __syncwarp(); out[i] = choose(c, a, b); }
CHOICE(of_shared, float) {
  PLACE;
  __shared__ float s[2 * kThreads];
  s[threadIdx.x] = x[i];
  s[kThreads + threadIdx.x] = y[i];
  const int c = load(flags + i);
  __syncthreads();
  float a, b;
  asm volatile("ld.shared.f32 %0, [%1];" : "=f"(a) : "l"(__cvta_generic_to_shared(s + (threadIdx.x * 2 & 127))));
  asm volatile("ld.shared.f32 %0, [%1];" : "=f"(b) : "l"(__cvta_generic_to_shared(s + kThreads + (threadIdx.x * 4 & 127))));
  out[i] = choose(c, a, b);
}
CHOICE(of_global_and_shared, float) {
  PLACE;
  __shared__ float s[kThreads];
  s[threadIdx.x] = y[i];
  const int c = load(flags + i);
  __syncthreads();
  const float a = load(x + i);
  float b;
  asm volatile("ld.shared.f32 %0, [%1];" : "=f"(b) : "l"(__cvta_generic_to_shared(s + (threadIdx.x * 4 & 127))));
  out[i] = choose(c, a, b);
}
// Vectors are loaded whole.
CHOICE(of_vectors, float) {
  PLACE;
  const int c = load(flags + i);
  const float2 a = reinterpret_cast<const float2*>(x)[i & 63], b = reinterpret_cast<const float2*>(y)[i & 63];
  out[i] = choose(c, a.x, b.x) + choose(c, a.y, b.y);
}
CHOICE(word_or_element, float) {
  PLACE;
  const int c = load(flags + i);
  const float a = load(x + i);
  const float2 b = reinterpret_cast<const float2*>(y)[i & 63];
  out[i] = choose(c, a, b.x) + b.y;
}
CHOICE(last_of_many, float) {
  PLACE;
  float kept = 0.0f;
#pragma unroll 1
  for (int k = 0; k < 4; ++k) {
    const int c = load(flags + (i + k * 16) % 256);
    const float a = load(x + (i ^ k));
    kept = choose(c, a, kept);
  }
  out[i] = kept;
}
CHOICE(one_of_many, float) {
  PLACE;
  const float b = load(y + i);
  float sum = 0.0f;
#pragma unroll 1
  for (int k = 0; k < 4; ++k) {
    const int c = load(flags + (i + k * 16) % 256);
    const float a = load(x + (i ^ k));
    sum += choose(c, a, b);
  }
  out[i] = sum;
}
CHOICE(each_round, float) {
  PLACE;
  float sum = 0.0f;
#pragma unroll 1
  for (int k = 0; k < 4; ++k) {
    const int c = load(flags + (i + k * 16) % 256);
    const float a = load(x + (i ^ k)), b = load(y + (i ^ k));
    sum += choose(c, a, b);
  }
  out[i] = sum;
}
// As a program has it: what is loaded before a condition.
CHOICE(plain, float) {
  PLACE;
  const float a = x[i], b = y[i];
  out[i] = flags[i] ? a : b;
}

int main() {
  const int count = 256;
  const auto flag = [](int i) { return i < 32 ? 0 : i < 64 ? 1 : i < 96 ? i % 3 : i < 192 ? int(i % 16 < 8) : 2 * int(i % 5 == 0); };
  const auto x = [](int i) { return i % 200; };
  const auto y = [](int i) { return 300 + i; };
  const int* flags = check::array<int>(count, flag);
  const float* fx = check::array<float>(count, x);
  const float* fy = check::array<float>(count, y);
  const double* dx = check::array<double>(count, x);
  const double* dy = check::array<double>(count, y);
  const int* ix = check::array<int>(count, x);
  const int* iy = check::array<int>(count, y);
  const auto floats = [&](const char* name, auto kernel, auto expected) { check::words(name, kernel, 2, kThreads, count, expected, flags, fx, fy); };
  const auto words = [&](const char* name, auto kernel, auto expected) { check::words(name, kernel, 2, kThreads, count, expected, flags, ix, iy); };
  const auto chosen = [=](int i) { return flag(i) ? x(i) : y(i); };
  floats("of_two", of_two, chosen);
  floats("second_first", second_first, chosen);
  floats("flag_last", flag_last, chosen);
  floats("by_thread", by_thread, [=](int i) { return i & 4 ? x(i) : y(i); });
  floats("by_first", by_first, [=](int i) { return x(i) < 100 ? x(i) : y(i); });
  floats("by_second", by_second, [=](int i) { return y(i) < 400 ? x(i) : y(i); });
  floats("by_both", by_both, [=](int i) { return x(i) < y(i) - 200 ? x(i) : y(i); });
  words("of_words", of_words, chosen);
  check::words("of_doubles", of_doubles, 2, kThreads, count, chosen, flags, dx, dy);
  words("of_bytes", of_bytes, [=](int i) { return chosen(i) & 255; });
  floats("first_lives_on", first_lives_on, [=](int i) { return chosen(i) + 2 * x(i); });
  floats("second_lives_on", second_lives_on, [=](int i) { return chosen(i) + 2 * y(i); });
  floats("both_ways", both_ways, [=](int i) { return chosen(i) - 3 * (flag(i) ? y(i) : x(i)); });
  floats("sum_first", sum_first, [=](int i) { return flag(i) ? x(i) + 1 : y(i); });
  floats("sum_second", sum_second, [=](int i) { return flag(i) ? x(i) : y(i) + 1; });
  floats("or_constant", or_constant, [=](int i) { return flag(i) ? x(i) : 7; });
  words("or_thread", or_thread, [=](int i) { return flag(i) ? x(i) : i % kThreads; });
  floats("of_three", of_three, [=](int i) { return flag(i) > 1 ? x(i ^ 64) : chosen(i); });
  floats("store_between", store_between, chosen);
  floats("store_after", store_after, chosen);
  floats("barrier_after", barrier_after, chosen);
  floats("warp_after", warp_after, chosen);
  const auto in_block = [](int i, int at) { return i / kThreads * kThreads + at; };
  floats("of_shared", of_shared, [=](int i) { return flag(i) ? x(in_block(i, i * 2 & 127)) : y(in_block(i, i * 4 & 127)); });
  floats("of_global_and_shared", of_global_and_shared, [=](int i) { return flag(i) ? x(i) : y(in_block(i, i * 4 & 127)); });
  floats("of_vectors", of_vectors, [=](int i) {
    const int at = (i & 63) * 2;
    return flag(i) ? x(at) + x(at + 1) : y(at) + y(at + 1);
  });
  floats("word_or_element", word_or_element, [=](int i) { return (flag(i) ? x(i) : y((i & 63) * 2)) + y((i & 63) * 2 + 1); });
  floats("last_of_many", last_of_many, [=](int i) {
    int kept = 0;
    for (int k = 0; k < 4; ++k) kept = flag((i + k * 16) % 256) ? x(i ^ k) : kept;
    return kept;
  });
  floats("one_of_many", one_of_many, [=](int i) {
    int sum = 0;
    for (int k = 0; k < 4; ++k) sum += flag((i + k * 16) % 256) ? x(i ^ k) : y(i);
    return sum;
  });
  floats("each_round", each_round, [=](int i) {
    int sum = 0;
    for (int k = 0; k < 4; ++k) sum += flag((i + k * 16) % 256) ? x(i ^ k) : y(i ^ k);
    return sum;
  });
  floats("plain", plain, chosen);
  return check::finish("choices");
}
