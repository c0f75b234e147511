// Loads in front of a branch of which only one way needs the value: where the assembler makes them, and for which
// lanes.
#include "check.hpp"

constexpr unsigned kThreads = 128, kSome = 40;

static __device__ unsigned load(const unsigned* s) {
  unsigned value;
  asm volatile("ld.shared.b32 %0, [%1];" : "=r"(value) : "r"(static_cast<unsigned>(__cvta_generic_to_shared(s))));
  return value;
}

static __device__ unsigned load_global(const unsigned* p) {
  unsigned value;
  asm volatile("ld.global.b32 %0, [%1];" : "=r"(value) : "l"(p));
  return value;
}

/// More than is predicated.
static __host__ __device__ unsigned mix(unsigned x) {
  for (int i = 0; i < 8; ++i) x = (x ^ x >> 7) * (2 * x + 1);
  return x;
}

/// A store that stays where it is.
static __device__ void store(unsigned* to, unsigned value) {
  asm volatile("st.global.b32 [%0], %1;" ::"l"(to), "r"(value));
}
static __device__ void store_shared(unsigned* to, unsigned value) {
  asm volatile("st.shared.b32 [%0], %1;" ::"r"(static_cast<unsigned>(__cvta_generic_to_shared(to))), "r"(value));
}

/// Every kernel has the thread's number, plus 5, in s[t], and two words a thread to write, the second of which
/// everybody writes.
#define KERNEL(Name, ...)                                                  \
  __global__ void Name(unsigned* out, unsigned some, const unsigned* in) { \
    [[maybe_unused]] __shared__ unsigned s[2 * kThreads];                  \
    const unsigned t = threadIdx.x;                                        \
    s[t] = t + 5;                                                          \
    s[t + kThreads] = t;                                                   \
    __syncthreads();                                                       \
    unsigned* const own = out + 2 * t;                                     \
    __VA_ARGS__                                                            \
  }

KERNEL(behind_branch, const unsigned v = load(s + t); if (t < some) store(own, mix(v)); store(own + 1, 1);)
KERNEL(of_global_memory, const unsigned v = load_global(in + t); if (t < some) store(own, mix(v)); store(own + 1, 1);)
KERNEL(used_by_all, const unsigned v = load(s + t); if (t < some) store(own, mix(v)); store(own + 1, v - t - 4);)
KERNEL(store_to_shared_between, const unsigned v = load(s + t); store_shared(s + t + kThreads, 1);
       if (t < some) store(own, mix(v)); store(own + 1, 1);)
KERNEL(store_to_global_between, const unsigned v = load(s + t); store(own, 7); if (t < some) store(own, mix(v));
       store(own + 1, 1);)
KERNEL(barrier_between, const unsigned v = load(s + t); __syncthreads(); if (t < some) store(own, mix(v));
       store(own + 1, 1);)
KERNEL(two_loads, const unsigned v = load(s + t); const unsigned w = load(s + (t ^ 1));
       if (t < some) store(own, mix(v + w)); store(own + 1, 1);)
KERNEL(short_way, const unsigned v = load(s + t); if (t < some) store(own, v); store(own + 1, 1);)
KERNEL(before_exit, const unsigned v = load(s + t); store(own + 1, 1); if (t >= some) return; store(own, mix(v));)
KERNEL(before_short_exit, const unsigned v = load(s + t); store(own + 1, 1); if (t >= some) return; store(own, v);)
KERNEL(
    nested, const unsigned v = load(s + t); if (t < some) {
      store(own + 1, 1);
      if (mix(t) % 2 == 0) store(own, mix(v));
    })
KERNEL(predicates_between, const unsigned v = load(s + t); unsigned w = 1; if (in[t] > 9) w = in[t + kThreads];
       if (t < some) store(own, mix(v)); store(own + 1, w);)
KERNEL(branch_between, const unsigned v = load(s + t); if (in[t] > 9) store(own + 1, mix(t));
       if (t < some) store(own, mix(v));)
KERNEL(compared, const bool b = load(s + t) > 20; if (t < some) store(own, b ? mix(t) : mix(t + 1)); store(own + 1, 1);)
KERNEL(bytes_of_global, const unsigned v = load_global(in + (load(s + t) & 63)); if (t < some) store(own, mix(v));
       store(own + 1, 1);)

/// Each way needs a load of its own.
__global__ void both_ways(unsigned* out, unsigned some, const unsigned* in) {
  __shared__ unsigned s[2 * kThreads];
  const unsigned t = threadIdx.x;
  s[t] = t + 5;
  s[t + kThreads] = t;
  __syncthreads();
  unsigned* const own = out + 2 * t;
  const unsigned v = load(s + t);
  const unsigned w = load(s + t + kThreads);
  if (t < some) {
    store(own, mix(v));
  } else {
    store(own + 1, mix(w));
  }
  if (in[t] == 0x7fffffff) store(own, 1);
}

/// In a loop, whose rounds have branches.
__global__ void in_a_loop(unsigned* out, unsigned some, const unsigned* in) {
  __shared__ unsigned s[2 * kThreads];
  const unsigned t = threadIdx.x;
  s[t] = t + 5;
  s[t + kThreads] = t;
  __syncthreads();
  unsigned* const own = out + 2 * t;
  unsigned sum = 0;
  for (unsigned k = 0; k < some / 8; ++k) {
    const unsigned v = load(s + (t ^ k));
    if ((t + k & 63) < some) sum += mix(v + in[k]);
    __syncthreads();
  }
  store(own, sum);
}

static unsigned rounds(unsigned t) {
  unsigned sum = 0;
  for (unsigned k = 0; k < kSome / 8; ++k) {
    if (((t + k) & 63) < kSome) sum += mix((t ^ k) + 5 + k);
  }
  return sum;
}

int main() {
  const unsigned* const in = check::array<unsigned>(2 * kThreads, [](int i) { return unsigned(i); });
#define RUN(Name, first, second)                                \
  check::words(                                                 \
      #Name, Name, dim3(1), dim3(kThreads), int(2 * kThreads),  \
      [](int i) {                                               \
        const unsigned t = unsigned(i) / 2;                     \
        const bool is_some = t < kSome;                         \
        return i % 2 == 0 ? unsigned(first) : unsigned(second); \
      },                                                        \
      kSome, in)
  RUN(behind_branch, is_some ? mix(t + 5) : 0, 1);
  RUN(of_global_memory, is_some ? mix(t) : 0, 1);
  RUN(used_by_all, is_some ? mix(t + 5) : 0, 1);
  RUN(store_to_shared_between, is_some ? mix(t + 5) : 0, 1);
  RUN(store_to_global_between, is_some ? mix(t + 5) : 7, 1);
  RUN(barrier_between, is_some ? mix(t + 5) : 0, 1);
  RUN(two_loads, is_some ? mix(t + 5 + (t ^ 1) + 5) : 0, 1);
  RUN(short_way, is_some ? t + 5 : 0, 1);
  RUN(before_exit, is_some ? mix(t + 5) : 0, 1);
  RUN(before_short_exit, is_some ? t + 5 : 0, 1);
  RUN(nested, is_some && mix(t) % 2 == 0 ? mix(t + 5) : 0, is_some);
  RUN(predicates_between, is_some ? mix(t + 5) : 0, t > 9 ? t + kThreads : 1);
  RUN(branch_between, is_some ? mix(t + 5) : 0, t > 9 ? mix(t) : 0);
  RUN(compared, is_some ? mix(t + 5 > 20 ? t : t + 1) : 0, 1);
  RUN(bytes_of_global, is_some ? mix((t + 5) & 63) : 0, 1);
  RUN(both_ways, is_some ? mix(t + 5) : 0, is_some ? 0 : mix(t));
  RUN(in_a_loop, rounds(t), 0);
  return check::finish("sinking");
}
