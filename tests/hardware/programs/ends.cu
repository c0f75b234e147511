// Atomics and reductions under a predicate, which the assembler branches around: what only one of them needs is loaded
// behind the branch, and nothing before it reaches a kernel's end. And values that are widened for a last store.
#include "check.hpp"

constexpr int kThreads = 128, kWanted = 40, kOthers = 70;

static __device__ void add(int* to, int value, bool wanted) {
  asm volatile("{ .reg .pred p; setp.ne.b32 p, %2, 0; @p red.global.add.s32 [%0], %1; }" ::"l"(to), "r"(value), "r"(static_cast<int>(wanted)));
}
static __device__ void add_shared(int* to, int value, bool wanted) {
  asm volatile("{ .reg .pred p; setp.ne.b32 p, %2, 0; @p red.shared.add.s32 [%0], %1; }" ::"l"(__cvta_generic_to_shared(to)), "r"(value),
               "r"(static_cast<int>(wanted)));
}
static __device__ int fetch_add(int* to, int value, bool wanted) {
  int old = -1;
  asm volatile("{ .reg .pred p; setp.ne.b32 p, %3, 0; @p atom.global.add.s32 %0, [%1], %2; }" : "+r"(old) : "l"(to), "r"(value), "r"(static_cast<int>(wanted)));
  return old;
}
static __device__ void swap(int* to, int expected, int value, bool wanted) {
  asm volatile("{ .reg .pred p; .reg .b32 old; setp.ne.b32 p, %3, 0; @p atom.global.cas.b32 old, [%0], %1, %2; }" ::"l"(to), "r"(expected), "r"(value),
               "r"(static_cast<int>(wanted)));
}
static __device__ void store(int* to, int value, bool wanted) {
  asm volatile("{ .reg .pred p; setp.ne.b32 p, %2, 0; @p st.global.b32 [%0], %1; }" ::"l"(to), "r"(value), "r"(static_cast<int>(wanted)));
}
static __device__ void store(long long* to, long long value, bool wanted) {
  asm volatile("{ .reg .pred p; setp.ne.b32 p, %2, 0; @p st.global.b64 [%0], %1; }" ::"l"(to), "l"(value), "r"(static_cast<int>(wanted)));
}
static __device__ void store(double* to, double value, bool wanted) {
  asm volatile("{ .reg .pred p; setp.ne.b32 p, %2, 0; @p st.global.f64 [%0], %1; }" ::"l"(to), "d"(value), "r"(static_cast<int>(wanted)));
}

#define END(name, T)                                                       \
  static __device__ void name##_of(T* out, const int* in, const int* s, int i); \
  static __global__ void name(T* out, const int* in) {                     \
    __shared__ int s[kThreads];                                            \
    const int i = static_cast<int>(threadIdx.x);                           \
    s[i] = in[i];                                                          \
    __syncthreads();                                                       \
    name##_of(out, in, s, i);                                              \
  }                                                                        \
  static __device__ __forceinline__ void name##_of(T* out, const int* in, const int* s, int i)

static __device__ void after(int* out, int i) { *reinterpret_cast<volatile int*>(out + kThreads + i) = i; }

END(one, int) { add(out + i % 8, s[i ^ 3], i < kWanted); after(out, i); }
END(one_of_global, int) { add(out + i % 8, in[i ^ 3], i < kWanted); after(out, i); }
END(one_scaled, int) { add(out + i % 8, s[i ^ 3] * 3 + 1, i < kWanted); after(out, i); }
END(one_of_two_words, int) { add(out + i % 8, s[i ^ 3] + s[i ^ 64], i < kWanted); after(out, i); }
END(place_loaded, int) { add(out + (s[i ^ 3] & 7), 5, i < kWanted); after(out, i); }
END(two, int) {
  const int a = s[i ^ 3], b = s[i ^ 64];
  add(out + i % 8, a, i < kWanted);
  add(out + 8 + i % 8, b, i < kOthers);
}
END(two_of_one_predicate, int) {
  const int a = s[i ^ 3], b = s[i ^ 64];
  add(out + i % 8, a, i < kWanted);
  add(out + 8 + i % 8, b, i < kWanted);
}
END(three_of_global, int) {
  const int a = in[i ^ 3], b = in[i ^ 64], c = in[i ^ 96];
  add(out + i % 8, a, i < kWanted);
  add(out + 8 + i % 8, b, i < kOthers);
  add(out + 16 + i % 8, c, i >= kOthers);
}
END(then_store, int) {
  const int a = s[i ^ 3], b = s[i ^ 64];
  add(out + i % 8, a, i < kWanted);
  store(out + kThreads + i, b, i < kOthers);
}
END(store_then, int) {
  const int a = s[i ^ 3], b = s[i ^ 64];
  store(out + kThreads + i, a, i < kOthers);
  add(out + i % 8, b, i < kWanted);
}
END(used, int) { out[kThreads + i] = fetch_add(out + i, s[i ^ 3], i < kWanted); }
END(swapped, int) { swap(out + i, 0, s[i ^ 3], i < kWanted); after(out, i); }
END(twice_needed, int) {
  const int a = s[i ^ 3];
  add(out + i % 8, a, i < kWanted);
  *reinterpret_cast<volatile int*>(out + kThreads + i) = a;
}
END(widened, long long) { store(out + i, static_cast<long long>(s[i ^ 3]), i < kWanted); }
END(widened_unsigned, long long) { store(out + i, static_cast<long long>(static_cast<unsigned>(s[i ^ 3])), i < kWanted); }
END(widened_short, long long) { store(out + i, static_cast<long long>(reinterpret_cast<const short*>(s)[i ^ 3]), i < kWanted); }
END(widened_of_global, long long) { store(out + i, static_cast<long long>(in[i ^ 3]), i < kWanted); }
END(as_double, double) { store(out + i, static_cast<double>(__int_as_float(s[i ^ 3])), i < kWanted); }
END(eight_bytes, long long) { store(out + i, reinterpret_cast<const long long*>(s)[(i ^ 3) & 63], i < kWanted); }

static __global__ void into_shared(int* out, const int* in) {
  __shared__ int sums[8];
  const int i = static_cast<int>(threadIdx.x);
  if (i < 8) sums[i] = 0;
  __syncthreads();
  add_shared(sums + i % 8, in[i ^ 3], i < kWanted);
  __syncthreads();
  if (i < 8) out[i] = sums[i];
}

int main() {
  const auto word = [](int i) { return (i * 29 + 3) % 128; };
  const int* in = check::array<int>(kThreads, word);
  const auto sum = [=](int at, int from, int to, auto of) {
    int all = 0;
    for (int k = from; k < to; ++k)
      if (k % 8 == at) all += of(k);
    return all;
  };
  const auto three = [=](int k) { return word(k ^ 3); };
  const auto far = [=](int k) { return word(k ^ 64); };
  const auto run = [&](const char* name, auto kernel, auto of) {
    check::words(name, kernel, 1, kThreads, 2 * kThreads, [=](int i) { return i >= kThreads ? i - kThreads : i < 8 ? sum(i, 0, kWanted, of) : 0; }, in);
  };
  run("one", one, three);
  run("one_of_global", one_of_global, three);
  run("one_scaled", one_scaled, [=](int k) { return three(k) * 3 + 1; });
  run("one_of_two_words", one_of_two_words, [=](int k) { return three(k) + far(k); });
  check::words("place_loaded", place_loaded, 1, kThreads, 2 * kThreads, [=](int i) {
    int all = 0;
    for (int k = 0; k < kWanted; ++k) all += (word(k ^ 3) & 7) == i ? 5 : 0;
    return i >= kThreads ? i - kThreads : all;
  }, in);
  const auto sums = [=](int i, int second) { return i < 8 ? sum(i, 0, kWanted, three) : i < 16 ? sum(i - 8, 0, second, far) : 0; };
  check::words("two", two, 1, kThreads, 2 * kThreads, [=](int i) { return sums(i, kOthers); }, in);
  check::words("two_of_one_predicate", two_of_one_predicate, 1, kThreads, 2 * kThreads, [=](int i) { return sums(i, kWanted); }, in);
  check::words("three_of_global", three_of_global, 1, kThreads, 2 * kThreads, [=](int i) {
    return i < 16 ? sums(i, kOthers) : i < 24 ? sum(i - 16, kOthers, kThreads, [=](int k) { return word(k ^ 96); }) : 0;
  }, in);
  check::words("then_store", then_store, 1, kThreads, 2 * kThreads, [=](int i) {
    return i < 8 ? sum(i, 0, kWanted, three) : i >= kThreads && i < kThreads + kOthers ? far(i - kThreads) : 0;
  }, in);
  check::words("store_then", store_then, 1, kThreads, 2 * kThreads, [=](int i) {
    return i < 8 ? sum(i, 0, kWanted, far) : i >= kThreads && i < kThreads + kOthers ? three(i - kThreads) : 0;
  }, in);
  check::words("used", used, 1, kThreads, 2 * kThreads, [=](int i) {
    return i < kWanted ? three(i) : i < kThreads ? 0 : i < kThreads + kWanted ? 0 : -1;
  }, in);
  check::words("swapped", swapped, 1, kThreads, 2 * kThreads, [=](int i) { return i >= kThreads ? i - kThreads : i < kWanted ? three(i) : 0; }, in);
  check::words("twice_needed", twice_needed, 1, kThreads, 2 * kThreads, [=](int i) { return i >= kThreads ? three(i - kThreads) : i < 8 ? sum(i, 0, kWanted, three) : 0; }, in);
  const auto wide = [&](const char* name, auto kernel, auto of) {
    check::words(name, kernel, 1, kThreads, kThreads, [=](int i) { return i < kWanted ? of(i ^ 3) : 0; }, in);
  };
  wide("widened", widened, word);
  wide("widened_unsigned", widened_unsigned, word);
  wide("widened_short", widened_short, [=](int i) { return i % 2 ? 0 : word(i / 2); });
  wide("widened_of_global", widened_of_global, word);
  check::words("as_double", as_double, 1, kThreads, kThreads, [=](int i) {
    const int bits = word(i ^ 3);
    float f;
    __builtin_memcpy(&f, &bits, sizeof f);
    return i < kWanted ? static_cast<double>(f) : 0.0;
  }, in);
  check::words("eight_bytes", eight_bytes, 1, kThreads, kThreads, [=](int i) {
    const int at = ((i ^ 3) & 63) * 2;
    return i < kWanted ? word(at) + (static_cast<long long>(word(at + 1)) << 32) : 0ll;
  }, in);
  check::words("into_shared", into_shared, 1, kThreads, 8, [=](int i) { return sum(i, 0, kWanted, three); }, in);
  return check::finish("ends");
}
