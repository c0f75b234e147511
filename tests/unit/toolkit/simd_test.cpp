// The functions on four bytes or two halfwords, lane by lane against what they mean. The header is device code, but
// plain arithmetic; byte permutation is the one instruction it uses.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <type_traits>

namespace {

unsigned __nvvm_prmt(unsigned a, unsigned b, unsigned selector) {
  const std::uint64_t bytes = a | static_cast<std::uint64_t>(b) << 32;
  unsigned result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned pick = selector >> (4 * i) & 15;
    const unsigned byte = static_cast<unsigned>(bytes >> (8 * (pick & 7))) & 255;
    result |= (pick & 8 ? (byte & 128 ? 255u : 0u) : byte) << (8 * i);
  }
  return result;
}

#define WG_CONST [[maybe_unused]] static inline
#include "warpglass/libdevice_simd.h"

constexpr int kRounds = 20000;

// Calls visit(lane of a, lane of b, lane of result, lane's width) for words that hold the borders often.
template <class Function, class Visit>
void for_lanes(int width, Function function, Visit visit) {
  std::mt19937 random(width);
  constexpr unsigned kBorders[] = {0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff};
  for (int round = 0; round < kRounds; ++round) {
    unsigned a = static_cast<unsigned>(random()), b = static_cast<unsigned>(random());
    if (round % 3 == 0) a = kBorders[random() % 8] | kBorders[random() % 8] << 16;
    if (round % 5 == 0) b = kBorders[random() % 8] << 8 | kBorders[random() % 8] << 24;
    if (round % 7 == 0) b = a ^ (1u << random() % 32);
    const unsigned result = function(a, b);
    const unsigned mask = width == 8 ? 0xff : 0xffff;
    for (int at = 0; at < 32; at += width) visit(a >> at & mask, b >> at & mask, result >> at & mask);
  }
}

template <class Signed, class Expected>
void check(int width, unsigned (*function)(unsigned, unsigned), Expected expected) {
  using Unsigned = std::make_unsigned_t<Signed>;
  for_lanes(width, function, [&](unsigned a, unsigned b, unsigned result) {
    const auto want = static_cast<Unsigned>(expected(static_cast<int>(static_cast<Signed>(a)),
                                                     static_cast<int>(static_cast<Signed>(b)), static_cast<int>(a),
                                                     static_cast<int>(b)));
    ASSERT_EQ(result, want) << std::hex << a << " " << b;
  });
}

// Both widths; `a`, `b` are the signed lanes, `ua`, `ub` the unsigned ones, `low`, `high` the ends of the signed range.
#define EXPECT_LANES(name, expression)                                                                       \
  check<std::int8_t>(                                                                                        \
      8, __nv_##name##4,                                                                                     \
      []([[maybe_unused]] int a, [[maybe_unused]] int b, [[maybe_unused]] int ua, [[maybe_unused]] int ub) { \
        [[maybe_unused]] constexpr int low = -128, high = 127, all = 255;                                    \
        return expression;                                                                                   \
      });                                                                                                    \
  check<std::int16_t>(                                                                                       \
      16, __nv_##name##2,                                                                                    \
      []([[maybe_unused]] int a, [[maybe_unused]] int b, [[maybe_unused]] int ua, [[maybe_unused]] int ub) { \
        [[maybe_unused]] constexpr int low = -32768, high = 32767, all = 65535;                              \
        return expression;                                                                                   \
      })

TEST(Simd, SumsAndDifferences) {
  EXPECT_LANES(vadd, a + b);
  EXPECT_LANES(vsub, a - b);
  EXPECT_LANES(vaddss, std::clamp(a + b, low, high));
  EXPECT_LANES(vsubss, std::clamp(a - b, low, high));
  EXPECT_LANES(vaddus, std::min(ua + ub, all));
  EXPECT_LANES(vsubus, std::max(ua - ub, 0));
  EXPECT_LANES(vabsdiffu, std::abs(ua - ub));
  EXPECT_LANES(vabsdiffs, std::abs(a - b));
}

TEST(Simd, AveragesRoundAsTheirNamesSay) {
  EXPECT_LANES(vhaddu, (ua + ub) >> 1);
  EXPECT_LANES(vavgu, (ua + ub + 1) >> 1);
  EXPECT_LANES(vavgs, (a + b + (a + b >= 0 ? 1 : 0)) >> 1);
}

TEST(Simd, Extremes) {
  EXPECT_LANES(vmaxs, std::max(a, b));
  EXPECT_LANES(vmins, std::min(a, b));
  EXPECT_LANES(vmaxu, std::max(ua, ub));
  EXPECT_LANES(vminu, std::min(ua, ub));
}

#define EXPECT_COMPARE(name, condition)            \
  EXPECT_LANES(vcmp##name, (condition) ? all : 0); \
  EXPECT_LANES(vset##name, (condition) ? 1 : 0)

TEST(Simd, Comparisons) {
  EXPECT_COMPARE(eq, a == b);
  EXPECT_COMPARE(ne, a != b);
  EXPECT_COMPARE(lts, a < b);
  EXPECT_COMPARE(les, a <= b);
  EXPECT_COMPARE(gts, a > b);
  EXPECT_COMPARE(ges, a >= b);
  EXPECT_COMPARE(ltu, ua < ub);
  EXPECT_COMPARE(leu, ua <= ub);
  EXPECT_COMPARE(gtu, ua > ub);
  EXPECT_COMPARE(geu, ua >= ub);
}

#define FIRST(name) [](unsigned a, unsigned) { return __nv_##name(a); }

TEST(Simd, OfOneOperand) {
  check<std::int8_t>(8, FIRST(vneg4), [](int a, int, int, int) { return -a; });
  check<std::int16_t>(16, FIRST(vneg2), [](int a, int, int, int) { return -a; });
  check<std::int8_t>(8, FIRST(vabs4), [](int a, int, int, int) { return std::abs(a); });
  check<std::int16_t>(16, FIRST(vabs2), [](int a, int, int, int) { return std::abs(a); });
  check<std::int8_t>(8, FIRST(vnegss4), [](int a, int, int, int) { return std::min(-a, 127); });
  check<std::int16_t>(16, FIRST(vnegss2), [](int a, int, int, int) { return std::min(-a, 32767); });
  check<std::int8_t>(8, FIRST(vabsss4), [](int a, int, int, int) { return std::min(std::abs(a), 127); });
  check<std::int16_t>(16, FIRST(vabsss2), [](int a, int, int, int) { return std::min(std::abs(a), 32767); });
}

TEST(Simd, SumsOfDifferences) {
  EXPECT_EQ(__nv_vsadu4(0x01ff0380, 0x02010380), 1u + 254u);
  EXPECT_EQ(__nv_vsads4(0x017f0080, 0x02800080), 1u + 255u);
  EXPECT_EQ(__nv_vsadu2(0x0001ffff, 0x00030000), 2u + 65535u);
  EXPECT_EQ(__nv_vsads2(0x7fff8000, 0x80007fff), 65535u + 65535u);
}

}  // namespace
