// Words of which a half of 16 bits is used: where it is taken by itself (`mov.b32 {l, h}`) that half is loaded, from any
// memory, and joined with no neighbour; where it is cut, masked or shifted out, the word is. And halves of four words
// that a pragma says are used.
#include "check.hpp"

constexpr int kThreads = 64, kWords = 4 * kThreads;

static __device__ unsigned low(unsigned word) {
  [[maybe_unused]] unsigned short l, h;
  asm("mov.b32 {%0, %1}, %2;" : "=h"(l), "=h"(h) : "r"(word));
  return l;
}
static __device__ unsigned high(unsigned word) {
  [[maybe_unused]] unsigned short l, h;
  asm("mov.b32 {%0, %1}, %2;" : "=h"(l), "=h"(h) : "r"(word));
  return h;
}
static __device__ unsigned part(unsigned long long word, int which) {
  unsigned short p[4];
  asm("mov.b64 {%0, %1, %2, %3}, %4;" : "=h"(p[0]), "=h"(p[1]), "=h"(p[2]), "=h"(p[3]) : "l"(word));
  return p[which];
}
static __device__ unsigned twice(unsigned a) {  // of two halves side by side
  unsigned r;
  asm("add.f16x2 %0, %1, %1;" : "=r"(r) : "r"(a));
  return r;
}
static __device__ unsigned scaled(unsigned a, unsigned b) {
  unsigned r;
  asm("fma.rn.f16x2 %0, %1, %2, %1;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}

#define PART(name, result)                                                           \
  static __global__ void name(unsigned* out, const unsigned* in, unsigned wanted) {    \
    __shared__ alignas(16) unsigned s[kWords];                                        \
    const unsigned i = threadIdx.x;                                                   \
    for (unsigned k = i; k < kWords; k += kThreads) s[k] = in[k];                     \
    __syncthreads();                                                                  \
    const unsigned* const g = in + 4 * i;                                             \
    const unsigned* const t = s + 4 * i;                                              \
    const volatile unsigned* const v = g;                                             \
    const uint2* const g2 = reinterpret_cast<const uint2*>(g);                        \
    const uint4* const g4 = reinterpret_cast<const uint4*>(g);                        \
    const unsigned long long* const l = reinterpret_cast<const unsigned long long*>(g); \
    (void)t, (void)v, (void)g2, (void)g4, (void)l;                                     \
    out[i] = result;                                                                  \
  }

PART(lows, low(g[1]))
PART(highs, high(g[1]))
PART(lows_of_shared, low(t[1]))
PART(highs_of_shared, high(t[1]))
PART(lows_read_only, low(__ldg(g + 1)))
PART(lows_at_once, low(v[1]))
PART(highs_at_once, high(v[1]))
PART(low_of_two, low(g[1]) + low(g[2]))
PART(low_beside_word, low(g[1]) + g[0])
PART(word_beside_low, g[0] + low(g[1]))
PART(low_beside_word_of_shared, low(t[1]) + t[0])
PART(two_lows_of_shared, low(t[0]) + low(t[1]))
PART(low_and_high, low(g[1]) ^ high(g[1]) * 3)
PART(low_and_word, low(g[1]) + (g[1] ^ 5))
PART(vector_low, low(g2->y))
PART(vector_low_and_word, low(g2->y) + g2->x)
PART(vector_of_lows, low(g2->y) + low(g2->x))
PART(four_word_and_low, low(g4->z) + g4->x)
PART(four_two_lows, low(g4->z) + low(g4->w))
PART(four_three, low(g4->z) + g4->x + g4->y)
PART(long_first, part(l[0], 0))
PART(long_second, part(l[0], 1))
PART(long_last, part(l[1], 3))
PART(long_two, part(l[0], 0) + part(l[0], 1))
PART(long_ends, part(l[0], 0) + part(l[0], 3))
PART(long_cut, static_cast<unsigned short>(l[0]))
PART(long_low_of_low, low(static_cast<unsigned>(l[0])))
PART(masked, g[1] & 0xffff)
PART(masked_high, g[1] & 0xffff0000)
PART(shifted, g[1] >> 16)
PART(shifted_up, g[1] << 16)
PART(cut, static_cast<unsigned short>(g[1]))
PART(cut_signed, static_cast<unsigned>(static_cast<short>(g[1])))
PART(byte, static_cast<unsigned char>(g[1]))
PART(masked_also, low(g[1]) + (g[1] & 0xffff))
PART(chosen, low(i < wanted ? g[1] : wanted))
PART(of_halves, low(twice(g[1])))
PART(high_of_halves, high(twice(g[1])))
PART(of_halves_of_shared, low(scaled(t[1], t[2])))
PART(both_of_halves, low(twice(g[1])) + high(twice(g[1])))

// A word of which some lanes need the low half.
static __global__ void low_on_one_way(unsigned* out, const unsigned* in, unsigned wanted) {
  const unsigned i = threadIdx.x, word = in[4 * i + 1];
  unsigned result = 7;
  if (i < wanted) {
    result = low(word);
    for (unsigned k = 0; k < 3; ++k) out[kThreads * (k + 1) + i] = result ^ k, __syncwarp(__activemask());
  }
  out[i] = result;
}

// Halves of four words of shared memory.
#define HALVES(name, mask, a, b, c, d, rest)                                                                        \
  static __global__ void name(unsigned* out, const unsigned* in, unsigned) {                                         \
    __shared__ alignas(16) unsigned s[kWords];                                                                      \
    const unsigned i = threadIdx.x;                                                                                 \
    for (unsigned k = i; k < kWords; k += kThreads) s[k] = in[k];                                                   \
    __syncthreads();                                                                                                \
    const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(s + 4 * i));                                 \
    unsigned x, y, z, w;                                                                                            \
    asm volatile("{ .reg .b32 u; .pragma \"used_bytes_mask " mask "\"; ld.shared.v4.b32 {" a "," b "," c "," d "}, [%4]; " rest " }" \
                 : "=r"(x), "=r"(y), "=r"(z), "=r"(w) : "r"(at));                                                   \
    out[i] = x ^ y * 3 ^ z * 5 ^ w * 7;                                                                             \
  }

HALVES(first_half_and_other, "255", "%0", "%1", "u", "u", "ld.shared.v2.b32 {%2,%3}, [%4+8];")
HALVES(second_half_and_other, "65280", "u", "u", "%2", "%3", "ld.shared.v2.b32 {%0,%1}, [%4];")
HALVES(first_half_and_words, "255", "%0", "%1", "u", "u", "ld.shared.b32 %2, [%4+8]; ld.shared.b32 %3, [%4+12];")
HALVES(first_half_and_word, "255", "%0", "%1", "u", "u", "ld.shared.b32 %2, [%4+8]; mov.b32 %3, 1;")
HALVES(first_half_and_again, "255", "%0", "%1", "u", "u", "ld.shared.v2.b32 {%2,%3}, [%4];")
HALVES(three_and_word, "4095", "%0", "%1", "%2", "u", "ld.shared.b32 %3, [%4+12];")

int main() {
  const auto word = [](int i) { return 0x3c003c00u + static_cast<unsigned>(i) * 0x00110007u; };
  const unsigned* const in = check::array<unsigned>(kWords + 4, word);
  const auto l = [](unsigned x) { return x & 0xffffu; };
  const auto h = [](unsigned x) { return x >> 16; };
  const auto run = [&](const char* name, auto kernel, auto of) {
    check::words(name, kernel, 1, kThreads, kThreads, [=](int i) { return of(word(4 * i), word(4 * i + 1), word(4 * i + 2), word(4 * i + 3), i); }, in, 40u);
  };
#define CHECK(name, result) run(#name, name, [=](unsigned a, unsigned b, unsigned c, unsigned d, int i) { (void)a, (void)b, (void)c, (void)d, (void)i; return static_cast<unsigned>(result); })
  CHECK(lows, l(b));
  CHECK(highs, h(b));
  CHECK(lows_of_shared, l(b));
  CHECK(highs_of_shared, h(b));
  CHECK(lows_read_only, l(b));
  CHECK(lows_at_once, l(b));
  CHECK(highs_at_once, h(b));
  CHECK(low_of_two, l(b) + l(c));
  CHECK(low_beside_word, l(b) + a);
  CHECK(word_beside_low, l(b) + a);
  CHECK(low_beside_word_of_shared, l(b) + a);
  CHECK(two_lows_of_shared, l(a) + l(b));
  CHECK(low_and_high, l(b) ^ h(b) * 3);
  CHECK(low_and_word, l(b) + (b ^ 5));
  CHECK(vector_low, l(b));
  CHECK(vector_low_and_word, l(b) + a);
  CHECK(vector_of_lows, l(b) + l(a));
  CHECK(four_word_and_low, l(c) + a);
  CHECK(four_two_lows, l(c) + l(d));
  CHECK(four_three, l(c) + a + b);
  CHECK(long_first, l(a));
  CHECK(long_second, h(a));
  CHECK(long_last, h(d));
  CHECK(long_two, l(a) + h(a));
  CHECK(long_ends, l(a) + h(b));
  CHECK(long_cut, l(a));
  CHECK(long_low_of_low, l(a));
  CHECK(masked, l(b));
  CHECK(masked_high, b & 0xffff0000u);
  CHECK(shifted, h(b));
  CHECK(shifted_up, b << 16);
  CHECK(cut, l(b));
  CHECK(cut_signed, static_cast<short>(b));
  CHECK(byte, b & 0xff);
  CHECK(masked_also, 2 * l(b));
  CHECK(chosen, i < 40 ? l(b) : 40);
  const auto doubled = [](unsigned x) { return (x + 0x400u) & 0xffffu; };  // a binary16, of an exponent that can grow
  CHECK(of_halves, doubled(l(b)));
  CHECK(high_of_halves, doubled(h(b)));
  CHECK(both_of_halves, doubled(l(b)) + doubled(h(b)));
  check::words("low_on_one_way", low_on_one_way, 1, kThreads, 4 * kThreads, [=](int i) {
    const int k = i / kThreads - 1, of = i % kThreads;
    return of >= 40 ? (k < 0 ? 7u : 0u) : l(word(4 * of + 1)) ^ static_cast<unsigned>(k < 0 ? 0 : k);
  }, in, 40u);
  {
    unsigned* out = nullptr;  // the sum is not worked out again here
    cudaMalloc(&out, kThreads * sizeof(unsigned));
    of_halves_of_shared<<<1, kThreads>>>(out, in, 40u);
    cudaFree(out);
  }
  CHECK(first_half_and_other, a ^ b * 3 ^ c * 5 ^ d * 7);
  CHECK(second_half_and_other, a ^ b * 3 ^ c * 5 ^ d * 7);
  CHECK(first_half_and_words, a ^ b * 3 ^ c * 5 ^ d * 7);
  CHECK(first_half_and_word, a ^ b * 3 ^ c * 5 ^ 7);
  CHECK(first_half_and_again, a ^ b * 3 ^ a * 5 ^ b * 7);
  CHECK(three_and_word, a ^ b * 3 ^ c * 5 ^ d * 7);
  return check::finish("parts");
}
