// Ways out of a loop that end the kernel: at which of them lanes that leave in different rounds wait for each other.
#include "check.hpp"

#define IN_ROUNDS _Pragma("unroll 1")
#define ALONG(Name, ...)                                                             \
  __host__ __device__ __forceinline__ void Name##_of(unsigned t, unsigned* out, int n) { \
    unsigned s = next(t);                                                            \
    (void)n;                                                                         \
    __VA_ARGS__                                                                      \
  }                                                                                  \
  __global__ void Name(unsigned* out, int n) { Name##_of(blockIdx.x * blockDim.x + threadIdx.x, out, n); }

constexpr unsigned kThreads = 512;
constexpr unsigned kWords = 4 * kThreads;

__host__ __device__ __forceinline__ unsigned next(unsigned s) { return s * 1664525u + 1013904223u; }
__host__ __device__ __forceinline__ unsigned low(unsigned s) { return (s >> 16) & 31; }

ALONG(one, IN_ROUNDS for (int i = 0; i < n; ++i) {
  s = next(s);
  if (low(s) == 3) {
    out[t] = i;
    return;
  }
})

ALONG(one_in_two_loops, IN_ROUNDS for (int i = 0; i < n; ++i) {
  IN_ROUNDS for (int j = 0; j < 8; ++j) {
    s = next(s);
    if (low(s) == 5) break;
  }
  if (low(s) == 5 && (s & 0x1000000) != 0) {
    out[t + kThreads] = i;
    return;
  }
})

ALONG(one_or_nothing, IN_ROUNDS for (;;) {
  s = next(s);
  if (low(s) == 3) {
    out[t] = s;
    return;
  }
  if (low(s) == 4) return;
})

ALONG(behind_both_ways, int i = 0; IN_ROUNDS for (; i < n; ++i) {
  s = next(s);
  if (low(s) == 3) break;
  if (low(s) == 9) {
    out[t + kThreads] = i;
    break;
  }
} out[t] = i + 1;)

ALONG(and_its_end, IN_ROUNDS while (n-- > 0) {
  s = next(s);
  if (low(s) == 7) {
    out[t] = s;
    return;
  }
  s += 3;
} out[t + kThreads] = s;)

ALONG(three, IN_ROUNDS for (int i = 0; i < n; ++i) {
  s = next(s);
  const unsigned v = low(s);
  if (v == 3) {
    out[t] = i;
    return;
  }
  if (v == 9) {
    out[t + kThreads] = i;
    return;
  }
  if (v == 12) {
    out[t + 2 * kThreads] = i;
    return;
  }
})

ALONG(two_loops, IN_ROUNDS for (int i = 0; i < n; ++i) {
  s = next(s);
  if (low(s) == 3) {
    out[t] = i;
    return;
  }
} out[t + kThreads] = s; IN_ROUNDS for (int i = 0; i < n; ++i) {
  s = next(s) ^ 9;
  if (low(s) == 4) {
    out[t + 2 * kThreads] = i;
    return;
  }
})

ALONG(a_loop_for_each, if ((s & 0x80000) != 0) {
  IN_ROUNDS for (int i = 0; i < n; ++i) {
    s = next(s);
    if (low(s) == 5) {
      out[t] = i;
      return;
    }
  }
} else {
  IN_ROUNDS for (int i = 0; i < n; ++i) {
    s = next(s) ^ 5;
    if (low(s) == 6) {
      out[t + kThreads] = i;
      return;
    }
  }
} out[t + 2 * kThreads] = s;)

ALONG(behind_guards, if (t >= 500) return; if ((s & 0x10000) != 0) {
  out[t + kThreads] = s;
  return;
} IN_ROUNDS for (int i = 0; i < n; ++i) {
  s = next(s);
  if (low(s) == 3) {
    out[t] = i;
    return;
  }
} out[t + 2 * kThreads] = s;)

bool run(const char* name, void (*kernel)(unsigned*, int), void (*same)(unsigned, unsigned*, int)) {
  constexpr int kRounds = 40;
  std::vector<unsigned> expected(kWords);
  for (unsigned t = 0; t < kThreads; ++t) same(t, expected.data(), kRounds);
  check::words(name, kernel, dim3(4), dim3(kThreads / 4), static_cast<int>(kWords), [&](int i) { return expected[i]; }, kRounds);
  return true;
}

int main() {
#define RUN(Name) run(#Name, Name, Name##_of)
  RUN(one);
  RUN(one_in_two_loops);
  RUN(one_or_nothing);
  RUN(behind_both_ways);
  RUN(and_its_end);
  RUN(three);
  RUN(two_loops);
  RUN(a_loop_for_each);
  RUN(behind_guards);
  return check::finish("exits");
}
