// The library's answer is the float next to the true value, unless that lies close to the middle of two floats: its
// doubles are off by 0.002 of a float's last digit (glibc, which states 0.502), of sines and cosines by 0.06; those of
// half turns (special_functions.hpp) are rounded from longer ones. Here doubles are off by a tenth of that or less, or
// by 2^-11 of it, so whatever is farther from the middle comes out alike on vectors. The rest, one lane in a hundred,
// of sines and cosines one in eight, of half turns one in a thousand, and what is no normal number are asked of the
// library.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "isa/external/vector_math.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>
#include <math.h>

#include <bit>
#include <cmath>
#include <cstdint>

#include "isa/external/special_functions.hpp"
#include "isa/external/vector_math.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpglass::isa::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using D = hn::CappedTag<double, kWarpSize>;
using Doubles = hn::Vec<D>;

/// 2^k e^r for a whole k and |r| <= ln 2 / 2, to 2^-37 of it. \param shifted_k  k + 2^52 + 2^51
HWY_INLINE Doubles scaled_exponential(Doubles shifted_k, Doubles r) {
  const D d;
  const hn::Rebind<std::uint64_t, D> bits;
  constexpr double kInverseFactorials[] = {1.0 / 362880, 1.0 / 40320, 1.0 / 5040, 1.0 / 720, 1.0 / 120,
                                           1.0 / 24,     1.0 / 6,     1.0 / 2,    1.0,       1.0};
  auto sum = hn::Set(d, kInverseFactorials[0]);
  for (std::size_t i = 1; i < std::size(kInverseFactorials); ++i)
    sum = hn::MulAdd(sum, r, hn::Set(d, kInverseFactorials[i]));
  // The low bits of the shifted number are k, which is added to the exponent.
  return hn::BitCast(d, hn::Add(hn::BitCast(bits, sum), hn::ShiftLeft<52>(hn::BitCast(bits, shifted_k))));
}

// How far the library's doubles may be off, in 2^-29 of a float's last digit: 0.002 of it, or 0.0607 (glibc's sinf and
// cosf, which state 0.5607).
constexpr std::uint64_t kNearOfExponentials = std::uint64_t{1} << 21;
constexpr std::uint64_t kNearOfWaves = std::uint64_t{1} << 25;
// Here only the vectors' own doubles are off: by 2^-36 of the result, which is 2^17.
constexpr std::uint64_t kNearOfHalfTurns = std::uint64_t{1} << 18;

struct Exponential {
  static constexpr double kReach = 87;
  static constexpr std::uint64_t kNear = kNearOfExponentials;
  static HWY_INLINE Doubles of(Doubles x) {
    const D d;
    const auto shift = hn::Set(d, 0x1.8p52);
    const auto shifted = hn::MulAdd(x, hn::Set(d, 0x1.71547652b82fep0), shift);
    const auto k = hn::Sub(shifted, shift);
    const auto high = hn::NegMulAdd(k, hn::Set(d, 0x1.62e42fefa0000p-1), x);
    return scaled_exponential(shifted, hn::NegMulAdd(k, hn::Set(d, 0x1.cf79abc9e3b3ap-40), high));
  }
};

struct PowerOfTwo {
  static constexpr double kReach = 126;
  static constexpr std::uint64_t kNear = kNearOfExponentials;
  static HWY_INLINE Doubles of(Doubles x) {
    const D d;
    const auto shift = hn::Set(d, 0x1.8p52);
    const auto shifted = hn::Add(x, shift);
    const auto rest = hn::Sub(x, hn::Sub(shifted, shift));
    return scaled_exponential(shifted, hn::Mul(rest, hn::Set(d, 0x1.62e42fefa39efp-1)));
  }
};

/// The sine of r + (kQuarters + k) pi / 2 for a whole k and |r| <= pi / 4. \param shifted_k  k + 2^52 + 2^51
template <int kQuarters>
HWY_INLINE Doubles wave(Doubles r, Doubles shifted_k) {
  const D d;
  const hn::Rebind<std::uint64_t, D> bits;
  const auto square = hn::Mul(r, r);
  constexpr double kOfSine[] = {1.0 / 6227020800, -1.0 / 39916800, 1.0 / 362880, -1.0 / 5040, 1.0 / 120, -1.0 / 6, 1.0};
  constexpr double kOfCosine[] = {1.0 / 479001600, -1.0 / 3628800, 1.0 / 40320, -1.0 / 720, 1.0 / 24, -1.0 / 2, 1.0};
  auto sine = hn::Set(d, kOfSine[0]);
  for (std::size_t i = 1; i < std::size(kOfSine); ++i) sine = hn::MulAdd(sine, square, hn::Set(d, kOfSine[i]));
  sine = hn::Mul(sine, r);
  auto cosine = hn::Set(d, kOfCosine[0]);
  for (std::size_t i = 1; i < std::size(kOfCosine); ++i) cosine = hn::MulAdd(cosine, square, hn::Set(d, kOfCosine[i]));
  // The low bits of shifted_k are k: which of the two it is, and with which sign.
  const auto quarter = hn::Add(hn::BitCast(bits, shifted_k), hn::Set(bits, kQuarters));
  const auto is_cosine = hn::RebindMask(d, hn::Ne(hn::And(quarter, hn::Set(bits, 1)), hn::Zero(bits)));
  const auto sign = hn::ShiftLeft<62>(hn::And(quarter, hn::Set(bits, 2)));
  return hn::Xor(hn::IfThenElse(is_cosine, cosine, sine), hn::BitCast(d, sign));
}

/// The sine of x + kQuarters * pi / 2, for |x| < kReach: to 2^-36 of it, as near as a float comes to a multiple of pi
/// / 2.
template <int kQuarters>
struct Wave {
  static constexpr double kReach = 65536;
  static constexpr std::uint64_t kNear = kNearOfWaves;
  static HWY_INLINE Doubles of(Doubles x) {
    const D d;
    const auto shift = hn::Set(d, 0x1.8p52);
    const auto shifted = hn::MulAdd(x, hn::Set(d, 0x1.45f306dc9c883p-1), shift);
    const auto k = hn::Sub(shifted, shift);
    // k times the first 33 bits of pi / 2 is exact, and so is the difference.
    const auto high = hn::NegMulAdd(k, hn::Set(d, 0x1.921fb544p+0), x);
    const auto r = hn::NegMulAdd(k, hn::Set(d, 0x1.0b4611a626331p-34), high);
    return wave<kQuarters>(r, shifted);
  }
};

/// The sine of pi (x + kQuarters / 2), to 2^-36 of it. A sine of whole x is a zero of its sign, a cosine never -0.
template <int kQuarters>
struct WaveOfHalfTurns {
  static constexpr double kReach = 0x1p22;  // a float's last digit is a quarter there
  static constexpr std::uint64_t kNear = kNearOfHalfTurns;
  static HWY_INLINE Doubles of(Doubles x) {
    const D d;
    const auto shift = hn::Set(d, 0x1.8p52);
    const auto quarters = hn::Add(x, x);
    const auto shifted = hn::Add(quarters, shift);
    const auto rest = hn::Sub(quarters, hn::Sub(shifted, shift));  // exact
    const auto result = wave<kQuarters>(hn::Mul(rest, hn::Set(d, 0x1.921fb54442d18p+0)), shifted);
    const auto zero = kQuarters == 0 ? hn::CopySign(hn::Zero(d), x) : hn::Zero(d);
    return hn::IfThenElse(hn::Eq(result, hn::Zero(d)), zero, result);
  }
};

/// \returns lanes whose answer is not certain
template <class F>
HWY_INLINE LaneMask evaluate(const float* x, float* y) {
  const D d;
  const hn::Rebind<float, D> narrow;
  const hn::Rebind<std::uint64_t, D> bits;
  LaneMask uncertain = 0;
  for (std::size_t i = 0; i < kWarpSize; i += hn::Lanes(d)) {
    const auto arguments = hn::LoadU(narrow, x + i);
    const auto exact = F::of(hn::PromoteTo(d, arguments));
    hn::StoreU(hn::DemoteTo(narrow, exact), narrow, y + i);
    // How far the bits that a float has not lie from the middle, in 2^-29 of its last digit.
    constexpr std::uint64_t kMiddle = std::uint64_t{1} << 28;
    constexpr std::uint64_t kNear = F::kNear;
    const auto cut = hn::And(hn::BitCast(bits, exact), hn::Set(bits, 2 * kMiddle - 1));
    const auto from_near = hn::Sub(cut, hn::Set(bits, kMiddle - kNear));
    const auto outside = hn::And(from_near, hn::Set(bits, ~(2 * kNear - 1)));
    const auto near = hn::Eq(outside, hn::Zero(bits));
    // Of larger arguments the results are no normal floats, or not near enough; of the smallest they may be none
    // either.
    const auto size = hn::Abs(hn::PromoteTo(d, arguments));
    const auto tiny = hn::And(hn::Gt(size, hn::Zero(d)), hn::Lt(size, hn::Set(d, 0x1p-125)));
    const auto far = hn::Or(hn::Not(hn::Lt(size, hn::Set(d, F::kReach))), tiny);
    std::uint8_t mask[8] = {};
    hn::StoreMaskBits(d, hn::Or(hn::RebindMask(d, near), far), mask);
    uncertain |= static_cast<LaneMask>(mask[0]) << i;
  }
  return uncertain;
}

LaneMask exponentials(const float* x, float* y) { return evaluate<Exponential>(x, y); }
LaneMask powers_of_two(const float* x, float* y) { return evaluate<PowerOfTwo>(x, y); }
LaneMask sines(const float* x, float* y) { return evaluate<Wave<0>>(x, y); }
LaneMask cosines(const float* x, float* y) { return evaluate<Wave<1>>(x, y); }
LaneMask sines_of_half_turns(const float* x, float* y) { return evaluate<WaveOfHalfTurns<0>>(x, y); }
LaneMask cosines_of_half_turns(const float* x, float* y) { return evaluate<WaveOfHalfTurns<1>>(x, y); }

}  // namespace
}  // namespace warpglass::isa::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace warpglass::isa {

HWY_EXPORT(exponentials);
HWY_EXPORT(powers_of_two);
HWY_EXPORT(sines);
HWY_EXPORT(cosines);
HWY_EXPORT(sines_of_half_turns);
HWY_EXPORT(cosines_of_half_turns);

namespace {

template <class F>
void ask(LaneMask uncertain, Row x, ResultRow y, F&& library) {
  for_each_lane(uncertain, [&](int lane) {
    const auto i = static_cast<std::size_t>(lane);
    y[i] = library(x[i]);
  });
}

}  // namespace

void exponentials(Row x, ResultRow y) { ask(HWY_DYNAMIC_DISPATCH(exponentials)(x.data(), y.data()), x, y, ::expf); }
void powers_of_two(Row x, ResultRow y) { ask(HWY_DYNAMIC_DISPATCH(powers_of_two)(x.data(), y.data()), x, y, ::exp2f); }
void sines(Row x, ResultRow y) { ask(HWY_DYNAMIC_DISPATCH(sines)(x.data(), y.data()), x, y, ::sinf); }
void cosines(Row x, ResultRow y) { ask(HWY_DYNAMIC_DISPATCH(cosines)(x.data(), y.data()), x, y, ::cosf); }
void sines_of_half_turns(Row x, ResultRow y) {
  ask(HWY_DYNAMIC_DISPATCH(sines_of_half_turns)(x.data(), y.data()), x, y,
      [](float value) { return static_cast<float>(sinpi(double{value})); });
}
void cosines_of_half_turns(Row x, ResultRow y) {
  ask(HWY_DYNAMIC_DISPATCH(cosines_of_half_turns)(x.data(), y.data()), x, y,
      [](float value) { return static_cast<float>(cospi(double{value})); });
}

}  // namespace warpglass::isa
#endif
