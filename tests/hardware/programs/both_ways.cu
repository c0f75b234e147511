// Equal loads on both ways of a branch, or on one and behind it: where the branch becomes predicates one is made, for all
// lanes; two where they stand on one way of two branches, under predicates that have nothing to do with each other, or
// behind a store; and two where the branch stays. In PTX, so that no compiler moves them before.
#include "check.hpp"

constexpr int kThreads = 64, kWords = 4 * kThreads, kWanted = 40;

// %0: the result; %1: global words of the thread; %2: shared words; %3: the thread; %4: how many go one way;
// %5: the thread's place in a second array; %6, %7: bases, and %8: the offset that leads from them to %1 and %2.
#define WAYS(name, text)                                                                                                    \
  static __global__ void name(unsigned* out, const unsigned* in, unsigned wanted) {                                          \
    __shared__ alignas(16) unsigned s[kWords];                                                                              \
    const unsigned i = threadIdx.x;                                                                                         \
    for (unsigned k = i; k < kWords; k += kThreads) s[k] = in[k];                                                           \
    __syncthreads();                                                                                                        \
    unsigned result = i + 100;                                                                                              \
    asm volatile("{ .reg .pred p, q; .reg .b32 a, b, c, d, e, x, y; .reg .b64 f, g; setp.ge.u32 p, %3, %4; " text " }"       \
                 : "+r"(result)                                                                                             \
                 : "l"(in + 4 * i), "r"(static_cast<unsigned>(__cvta_generic_to_shared(s + 4 * i))), "r"(i), "r"(wanted),   \
                   "l"(out + kThreads + i), "l"(in), "r"(static_cast<unsigned>(__cvta_generic_to_shared(s))), "r"(16 * i));  \
    out[i] = result;                                                                                                        \
  }

#define LONG "mul.lo.u32 %0, %0, %0; add.u32 %0, %0, 3; mul.lo.u32 %0, %0, %3; xor.b32 %0, %0, %3; mul.lo.u32 %0, %0, %0; add.u32 %0, %0, %3; "
#define TWO(near, far) "@p bra X; " near "bra.uni Y; X: " far "Y: "

WAYS(of_global, TWO("ld.global.b32 a, [%1+4]; add.u32 %0, a, 7; ", "ld.global.b32 b, [%1+4]; xor.b32 %0, b, 9; "))
WAYS(of_shared, TWO("ld.shared.b32 a, [%2+4]; add.u32 %0, a, 7; ", "ld.shared.b32 b, [%2+4]; xor.b32 %0, b, 9; "))
WAYS(read_only, TWO("ld.global.nc.b32 a, [%1+4]; add.u32 %0, a, 7; ", "ld.global.nc.b32 b, [%1+4]; xor.b32 %0, b, 9; "))
WAYS(of_one_register, TWO("ld.shared.b32 a, [%2+4]; add.u32 %0, a, 7; ", "ld.shared.b32 a, [%2+4]; xor.b32 %0, a, 9; ") "add.u32 %0, %0, a; ")
WAYS(far_is_next, "@p bra X; bra.uni Z; X: ld.shared.b32 b, [%2+4]; xor.b32 %0, b, 9; bra.uni Y; Z: ld.shared.b32 a, [%2+4]; add.u32 %0, a, 7; Y: ")
WAYS(own_addresses, TWO("add.u32 x, %7, %8; ld.shared.b32 a, [x+4]; add.u32 %0, a, 7; ", "add.u32 y, %7, %8; ld.shared.b32 b, [y+4]; xor.b32 %0, b, 9; "))
WAYS(vectors, TWO("ld.shared.v2.b32 {a, c}, [%2]; add.u32 %0, a, c; ", "ld.shared.v2.b32 {b, d}, [%2]; sub.u32 %0, b, d; "))
WAYS(pairs, TWO("ld.shared.b32 a, [%2]; ld.shared.b32 c, [%2+4]; add.u32 %0, a, c; ", "ld.shared.b32 b, [%2]; ld.shared.b32 d, [%2+4]; sub.u32 %0, b, d; "))
WAYS(pair_and_word, TWO("ld.shared.b32 a, [%2]; ld.shared.b32 c, [%2+4]; add.u32 %0, a, c; ", "ld.shared.b32 b, [%2]; sub.u32 %0, b, %3; "))
WAYS(words_of_two_widths, TWO("ld.shared.b32 a, [%2]; add.u32 %0, a, 7; ", "ld.shared.u16 b, [%2]; xor.b32 %0, b, 9; "))
WAYS(one_more, TWO("ld.shared.b32 a, [%2+4]; add.u32 %0, a, 7; ", "ld.shared.b32 c, [%2+12]; ld.shared.b32 b, [%2+4]; xor.b32 %0, b, c; "))
WAYS(two_of_each, TWO("ld.shared.b32 a, [%2+4]; ld.shared.b32 c, [%2+12]; add.u32 %0, a, c; ", "ld.shared.b32 d, [%2+12]; ld.shared.b32 b, [%2+4]; xor.b32 %0, b, d; "))
WAYS(stores_behind, TWO("ld.global.nc.b32 a, [%1+4]; add.u32 %0, a, 7; st.global.b32 [%5], %0; ", "ld.global.nc.b32 b, [%1+4]; xor.b32 %0, b, 9; st.global.b32 [%5], %3; "))
WAYS(store_before, TWO("st.shared.b32 [%2+8], %3; ld.shared.b32 a, [%2+4]; add.u32 %0, a, 7; ", "ld.shared.b32 b, [%2+4]; xor.b32 %0, b, 9; "))
WAYS(long_ways, TWO("ld.shared.b32 a, [%2+4]; add.u32 %0, a, 7; " LONG LONG, "ld.shared.b32 b, [%2+4]; xor.b32 %0, b, 9; " LONG LONG "add.u32 %0, %0, 5; "))
WAYS(behind_too, TWO("ld.shared.b32 a, [%2+4]; add.u32 %0, a, 7; ", "ld.shared.b32 b, [%2+4]; xor.b32 %0, b, 9; ") "ld.shared.b32 c, [%2+4]; add.u32 %0, %0, c; ")
WAYS(one_way_and_behind, "mov.b32 a, 0; @p bra X; ld.shared.b32 a, [%2]; X: ld.shared.b32 b, [%2]; sub.u32 %0, b, a; ")
WAYS(one_way_and_behind_of_global, "@p bra X; ld.global.b32 a, [%1]; add.u32 %0, a, 7; X: ld.global.b32 b, [%1]; xor.b32 %0, b, %0; ")
WAYS(long_way_and_behind, "@p bra X; ld.shared.b32 a, [%2]; add.u32 %0, a, 7; " LONG LONG "X: ld.shared.b32 b, [%2]; xor.b32 %0, b, %0; ")
WAYS(one_way_twice, "mov.b32 a, 0; mov.b32 b, 1; @p bra X; ld.shared.b32 a, [%2]; X: add.u32 %0, a, 7; @p bra Y; ld.shared.b32 b, [%2]; Y: add.u32 %0, %0, b; ")
WAYS(unrelated, "setp.ge.u32 q, %3, 9; mov.b32 a, 0; mov.b32 b, 1; @p bra X; ld.shared.b32 a, [%2]; X: add.u32 %0, a, 7; @q bra Y; ld.shared.b32 b, [%2]; Y: add.u32 %0, %0, b; ")
WAYS(guarded_and_all, "mov.b32 a, 0; @p ld.shared.b32 a, [%2]; ld.shared.b32 b, [%2]; sub.u32 %0, b, a; ")
WAYS(chosen_again, TWO("ld.shared.b32 a, [%2+4]; add.u32 %0, a, 7; ", "ld.shared.b32 c, [%2+12]; ld.shared.b32 a, [%2+4]; xor.b32 %0, a, c; ")
     "mul.lo.u32 %0, %0, 5; @p bra W; and.b32 b, a, 255; bra.uni V; W: shr.b32 b, a, 3; V: add.u32 %0, %0, b; ")

int main() {
  const auto word = [](int i) { return static_cast<unsigned>(i) * 2654435761u >> 3; };
  const unsigned* const in = check::array<unsigned>(kWords + 4, word);
  const auto run = [&](const char* name, auto kernel, auto near, auto far) {
    check::words(name, kernel, 1, kThreads, 2 * kThreads, [=](int i) {
      if (i >= kThreads) return 0u;
      return i < kWanted ? near(word(4 * i), word(4 * i + 1), word(4 * i + 3), static_cast<unsigned>(i)) : far(word(4 * i), word(4 * i + 1), word(4 * i + 3), static_cast<unsigned>(i));
    }, in, static_cast<unsigned>(kWanted));
  };
#define OF(result) [](unsigned a, unsigned b, unsigned d, unsigned i) { (void)a, (void)b, (void)d, (void)i; return static_cast<unsigned>(result); }
  run("of_global", of_global, OF(b + 7), OF(b ^ 9));
  run("of_shared", of_shared, OF(b + 7), OF(b ^ 9));
  run("read_only", read_only, OF(b + 7), OF(b ^ 9));
  run("far_is_next", far_is_next, OF(b + 7), OF(b ^ 9));
  run("own_addresses", own_addresses, OF(b + 7), OF(b ^ 9));
  run("store_before", store_before, OF(b + 7), OF(b ^ 9));
  run("of_one_register", of_one_register, OF(b + 7 + b), OF((b ^ 9) + b));
  run("vectors", vectors, OF(a + b), OF(a - b));
  run("pairs", pairs, OF(a + b), OF(a - b));
  run("pair_and_word", pair_and_word, OF(a + b), OF(a - i));
  run("words_of_two_widths", words_of_two_widths, OF(a + 7), OF((a & 0xffff) ^ 9));
  run("one_more", one_more, OF(b + 7), OF(b ^ d));
  run("two_of_each", two_of_each, OF(b + d), OF(b ^ d));
  check::words("stores_behind", stores_behind, 1, kThreads, 2 * kThreads, [=](int i) {
    const int of = i % kThreads;
    const unsigned b = word(4 * of + 1);
    return of < kWanted ? b + 7 : i < kThreads ? b ^ 9 : static_cast<unsigned>(of);
  }, in, static_cast<unsigned>(kWanted));
  const auto longer = [](unsigned r, unsigned i) {
    for (int k = 0; k < 2; ++k) r = r * r + 3, r = r * i ^ i, r = r * r + i;
    return r;
  };
  run("long_ways", long_ways, [=](unsigned, unsigned b, unsigned, unsigned i) { return longer(b + 7, i); }, [=](unsigned, unsigned b, unsigned, unsigned i) { return longer(b ^ 9, i) + 5; });
  run("behind_too", behind_too, OF(b + 7 + b), OF((b ^ 9) + b));
  run("one_way_and_behind", one_way_and_behind, OF(0), OF(a));
  run("one_way_and_behind_of_global", one_way_and_behind_of_global, OF((a + 7) ^ a), OF(a ^ (i + 100)));
  run("long_way_and_behind", long_way_and_behind, [=](unsigned a, unsigned, unsigned, unsigned i) { return longer(a + 7, i) ^ a; }, OF(a ^ (i + 100)));
  run("one_way_twice", one_way_twice, OF(a + 7 + a), OF(8));
  check::words("unrelated", unrelated, 1, kThreads, kThreads, [=](int i) { return (i < kWanted ? word(4 * i) : 0u) + 7 + (i < 9 ? word(4 * i) : 1u); }, in, static_cast<unsigned>(kWanted));
  run("guarded_and_all", guarded_and_all, OF(a), OF(0));
  run("chosen_again", chosen_again, OF((b + 7) * 5 + (b & 255)), OF((b ^ d) * 5 + (b >> 3)));
  return check::finish("both_ways");
}
