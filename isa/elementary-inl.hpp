// Elementary functions for the approximate instructions, in f64 lanes and plain sums and products: the same answer on
// every instruction set, and within the last bit of f32 of the true value, which is nearer than the machines promise.
// Series stop where what is left out is some 10^-9 of the result, a tenth of what rounding to f32 may lose.
#if defined(WARPGLASS_ISA_ELEMENTARY_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WARPGLASS_ISA_ELEMENTARY_INL_HPP
#undef WARPGLASS_ISA_ELEMENTARY_INL_HPP
#else
#define WARPGLASS_ISA_ELEMENTARY_INL_HPP
#endif

#include "isa/float-inl.hpp"
#include "isa/lanewise-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpglass::isa {
namespace HWY_NAMESPACE {
namespace {

/// Element types of lanewise computed in f64 lanes: an f32 row, or halves (half-inl.hpp) by way of f32.
struct Plain {
  using Lane = f32;
  using Storage = f32;
  static constexpr std::size_t kParts = 1;

  template <std::size_t N>
  static HWY_INLINE auto load(const std::byte* row, std::size_t lane) {
    return std::array{hn::LoadU(hn::FixedTag<f32, N>(), reinterpret_cast<const f32*>(row) + lane)};
  }
  template <std::size_t N, class V>
  static HWY_INLINE V stored(const std::array<V, 1>& values) {
    return canonical_nan(hn::FixedTag<f32, N>(), values[0]);
  }
};
template <class Narrow>
struct InDouble {
  using Lane = f64;
  using Storage = typename Narrow::Storage;
  static constexpr std::size_t kParts = Narrow::kParts;

  template <std::size_t N>
  static HWY_INLINE auto load(const std::byte* row, std::size_t lane) {
    const hn::FixedTag<f64, N> d;
    const auto values = Narrow::template load<N>(row, lane);
    if constexpr (kParts == 1)
      return std::array{hn::PromoteTo(d, values[0])};
    else
      return std::array{hn::PromoteTo(d, values[0]), hn::PromoteTo(d, values[1])};
  }
  template <std::size_t N, class V>
  static HWY_INLINE auto stored(const std::array<V, kParts>& values) {
    const hn::FixedTag<f32, N> d;
    if constexpr (kParts == 1)
      return Narrow::template stored<N>(std::array{hn::DemoteTo(d, values[0])});
    else
      return Narrow::template stored<N>(std::array{hn::DemoteTo(d, values[0]), hn::DemoteTo(d, values[1])});
  }
};

/// c[0] + x c[1] + x^2 c[2] + ...
template <class D, class V, std::size_t kTerms>
HWY_INLINE V polynomial(D d, V x, const f64 (&c)[kTerms]) {
  V sum = hn::Set(d, c[kTerms - 1]);
  for (std::size_t i = kTerms - 1; i-- > 0;) sum = hn::Add(hn::Mul(sum, x), hn::Set(d, c[i]));
  return sum;
}

/// 2^n of integers n in -1022..1023.
template <class D, class V>
HWY_INLINE V power_of_two(D d, V n) {
  const hn::RebindToSigned<D> di;
  // 1.5 x 2^52 puts the integer into the low bits of the fraction.
  const auto shifted = hn::BitCast(di, hn::Add(n, hn::Set(d, 0x1.8p52)));
  return hn::BitCast(d, hn::ShiftLeft<52>(hn::Add(shifted, hn::Set(di, s64{1023}))));
}

/// 2^x; x is clamped to -1000..1000, NaN stays.
template <class D, class V>
HWY_INLINE V exp2_of(D d, V x) {
  static constexpr f64 kTaylor[] = {// ln(2)^i / i!
                                    1.0,
                                    0.6931471805599453,
                                    0.2402265069591007,
                                    0.055504108664821576,
                                    0.009618129107628477,
                                    0.0013333558146428441,
                                    0.00015403530393381606,
                                    1.5252733804059838e-05};
  const auto is_nan = hn::IsNaN(x);
  const auto clamped = hn::Max(hn::Min(hn::IfThenZeroElse(is_nan, x), hn::Set(d, 1000.0)), hn::Set(d, -1000.0));
  const auto whole = hn::Round(clamped);
  const auto result = hn::Mul(polynomial(d, hn::Sub(clamped, whole), kTaylor), power_of_two(d, whole));
  return hn::IfThenElse(is_nan, x, result);
}

/// log2(x) of positive finite numbers that are no f64 subnormals.
template <class D, class V>
HWY_INLINE V log2_of_positive(D d, V x) {
  static constexpr f64 kSeries[] = {
      // 2 / (ln(2) (2 i + 1))
      2.8853900817779268, 0.9617966939259757, 0.5770780163555853, 0.41219858311113244, 0.3205988979753252};
  const hn::RebindToSigned<D> di;
  const auto bits = hn::BitCast(di, x);
  // The exponent is counted from sqrt(1/2), so that the fraction lies around 1.
  const auto offset = hn::Set(di, s64{0x3fe6a09e667f3bcd});
  const auto exponent = hn::ShiftRight<52>(hn::Sub(bits, offset));
  const auto fraction = hn::BitCast(d, hn::Sub(bits, hn::ShiftLeft<52>(exponent)));
  const auto one = hn::Set(d, 1.0);
  const auto z = hn::Div(hn::Sub(fraction, one), hn::Add(fraction, one));
  const auto whole =
      hn::Sub(hn::BitCast(d, hn::Add(exponent, hn::Set(di, s64{0x4338000000000000}))), hn::Set(d, 0x1.8p52));
  return hn::Add(whole, hn::Mul(z, polynomial(d, hn::Mul(z, z), kSeries)));
}

/// sin(2 pi t) or cos(2 pi t).
template <bool kCosine, class D, class V>
HWY_INLINE V wave(D d, V t) {
  static constexpr f64 kSineTerms[] = {
      // of 2 pi v: coefficients of v, v^3, ...
      6.283185307179586, -41.341702240399755, 81.60524927607504, -76.70585975306136, 42.058693944897634};
  static constexpr f64 kCosineTerms[] = {
      // coefficients of 1, v^2, ...
      1.0, -19.739208802178716, 64.93939402266828, -85.45681720669371, 60.24464137187664, -26.426256783374388};
  const hn::RebindToSigned<D> di;
  const auto turns = hn::Sub(t, hn::Round(t));
  const auto quarters = hn::Round(hn::Mul(turns, hn::Set(d, 4.0)));
  const auto v = hn::Sub(turns, hn::Mul(quarters, hn::Set(d, 0.25)));
  const auto square = hn::Mul(v, v);
  const auto sine = hn::Mul(v, polynomial(d, square, kSineTerms));
  const auto cosine = polynomial(d, square, kCosineTerms);
  // Quarter turns in the low bits: odd ones swap sine and cosine, the second bit is the sign.
  auto quarter = hn::BitCast(di, hn::Add(quarters, hn::Set(d, 0x1.8p52)));
  const auto one = hn::Set(di, s64{1});
  const auto odd = hn::RebindMask(d, hn::Eq(hn::And(quarter, one), one));
  if constexpr (kCosine) quarter = hn::Add(quarter, one);
  const auto sign = hn::BitCast(d, hn::ShiftLeft<62>(hn::And(quarter, hn::Set(di, s64{2}))));
  const auto value = kCosine ? hn::IfThenElse(odd, sine, cosine) : hn::IfThenElse(odd, cosine, sine);
  return hn::Xor(value, sign);
}

/// Hyperbolic tangent.
template <class D, class V>
HWY_INLINE V tanh_of(D d, V x) {
  const auto one = hn::Set(d, 1.0);
  const auto power = exp2_of(d, hn::Mul(hn::Min(hn::Abs(x), hn::Set(d, 30.0)), hn::Set(d, 2.8853900817779268)));
  const auto large = hn::Div(hn::Sub(power, one), hn::Add(power, one));
  const auto square = hn::Mul(x, x);
  const auto small = hn::Mul(hn::Abs(x), hn::Sub(one, hn::Mul(square, hn::Set(d, 1.0 / 3.0))));
  const auto magnitude = hn::IfThenElse(hn::Lt(hn::Abs(x), hn::Set(d, 0x1p-10)), small, large);
  return hn::IfThenElse(hn::IsNaN(x), x, hn::CopySignToAbs(magnitude, x));
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace warpglass::isa
HWY_AFTER_NAMESPACE();

#endif  // per target
