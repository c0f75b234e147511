// Vectors of which some words are used, and loads of words beside them. nvcc writes into its PTX which bytes are used.
#include "check.hpp"

constexpr unsigned kThreads = 64;

static __device__ unsigned word(const unsigned* s) {
  unsigned value;
  asm volatile("ld.shared.b32 %0, [%1];" : "=r"(value) : "r"(static_cast<unsigned>(__cvta_generic_to_shared(s))));
  return value;
}

static __device__ unsigned word_of_global(const unsigned* p) {
  unsigned value;
  asm volatile("ld.global.b32 %0, [%1];" : "=r"(value) : "l"(p));
  return value;
}

/// Four words of shared memory, v, which nvcc loads as a vector, and the words w(0) to w(3) by themselves.
#define KERNEL(Name, Sum)                                                   \
  __global__ void Name(unsigned* out) {                                     \
    __shared__ __align__(16) unsigned s[16];                                \
    const unsigned t = threadIdx.x;                                         \
    if (t < 16) s[t] = 1u << t;                                             \
    __syncthreads();                                                        \
    struct {                                                                \
      const unsigned &x, &y, &z, &w;                                        \
    } const v{s[4], s[5], s[6], s[7]};                                      \
    [[maybe_unused]] const auto w = [&](int i) { return word(s + 4 + i); }; \
    out[t] = (Sum) + t;                                                     \
  }

KERNEL(three_words, v.x + v.y + v.w)
KERNEL(three_and_the_fourth, v.x + v.y + v.w + w(2))
KERNEL(three_and_one_again, v.x + v.y + v.z + w(1))
KERNEL(the_last_three_and_the_first, v.y + v.z + v.w + w(0))
KERNEL(two_and_two, v.y + v.w + w(0) + w(2))
KERNEL(two_and_one, v.y + v.w + w(0))
KERNEL(a_half_and_a_word, v.x + v.y + w(2))
KERNEL(a_half_and_one_again, v.x + v.y + w(1))
KERNEL(all_and_one_again, v.x + v.y + v.z + v.w + w(2))

/// Of 64 bits the half that somebody reads.
__global__ void halves_of_words(unsigned* out, const unsigned long long* in, const unsigned* table) {
  const unsigned t = threadIdx.x;
  out[t] = table[static_cast<int>(in[2 * t])] + static_cast<unsigned>(in[2 * t + 1] >> 32);
}

/// Of global memory, a vector and a word of it.
__global__ void of_global_memory(unsigned* out, const unsigned* in) {
  const unsigned t = threadIdx.x;
  const uint4 v = *reinterpret_cast<const uint4*>(in + 4 * t);
  out[t] = v.x + v.y + v.z + v.w + word_of_global(in + 4 * t + 2);
}

__global__ void three_of_global_memory(unsigned* out, const unsigned* in) {
  const unsigned t = threadIdx.x;
  const uint4 v = *reinterpret_cast<const uint4*>(in + 4 * t);
  out[t] = v.x + v.z + v.w + word_of_global(in + 4 * t + 1);
}

/// Each thread stores a vector and loads a word of it again.
__global__ void stored_and_loaded(unsigned* out, uint4* between) {
  const unsigned t = threadIdx.x;
  between[t] = make_uint4(t, t + 1, t + 2, t + 3);
  out[t] = word_of_global(&between[t].y);
}

int main() {
#define RUN(Name, value) \
  check::words(#Name, Name, dim3(1), dim3(kThreads), int(kThreads), [](int t) { return unsigned(value) + unsigned(t); })
  RUN(three_words, 0xb0);
  RUN(three_and_the_fourth, 0xf0);
  RUN(three_and_one_again, 0x90);
  RUN(the_last_three_and_the_first, 0xf0);
  RUN(two_and_two, 0xf0);
  RUN(two_and_one, 0xb0);
  RUN(a_half_and_a_word, 0x70);
  RUN(a_half_and_one_again, 0x50);
  RUN(all_and_one_again, 0x130);
  const auto* const wide = check::array<unsigned long long>(2 * kThreads, [](int i) { return (7ull << 32) + i % 32; });
  const unsigned* const table = check::array<unsigned>(32, [](int i) { return unsigned(i); });
  check::words(
      "halves_of_words", halves_of_words, dim3(1), dim3(kThreads), int(kThreads),
      [](int t) { return unsigned(2 * t % 32 + 7); }, wide, table);
  const unsigned* const in = check::array<unsigned>(4 * kThreads, [](int i) { return unsigned(i); });
  check::words(
      "of_global_memory", of_global_memory, dim3(1), dim3(kThreads), int(kThreads),
      [](int t) { return unsigned(4 * t * 5 + 8); }, in);
  check::words(
      "three_of_global_memory", three_of_global_memory, dim3(1), dim3(kThreads), int(kThreads),
      [](int t) { return unsigned(4 * t * 4 + 6); }, in);
  uint4* const between = check::array<uint4>(kThreads, [](int) { return uint4{}; });
  check::words(
      "stored_and_loaded", stored_and_loaded, dim3(1), dim3(kThreads), int(kThreads),
      [](int t) { return unsigned(t + 1); }, between);
  return check::finish("used_words");
}
