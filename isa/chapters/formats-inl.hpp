// Numbers of floating-point formats that hosts do not have, on vectors of f32, and rounding to them as
// isa/conversion.hpp says. Included by chapters that compile themselves once per instruction set.
#if defined(WARPGLASS_ISA_CHAPTERS_FORMATS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WARPGLASS_ISA_CHAPTERS_FORMATS_INL_HPP
#undef WARPGLASS_ISA_CHAPTERS_FORMATS_INL_HPP
#else
#define WARPGLASS_ISA_CHAPTERS_FORMATS_INL_HPP
#endif

#include <bit>

#include "isa/conversion.hpp"
#include "isa/half-inl.hpp"
#include "isa/lanewise-inl.hpp"
#include "isa/soft_float.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpglass::isa {
namespace HWY_NAMESPACE {
namespace {

template <Rounding kRoundingOf, bool kSatfiniteOf, bool kReluOf>
struct Modes {
  static constexpr Rounding kRounding = kRoundingOf;
  static constexpr bool kSatfinite = kSatfiniteOf;
  static constexpr bool kRelu = kReluOf;
};
using ToNearest = Modes<Rounding::nearest, false, false>;

constexpr u32 fields_of(const FloatFormat& format) { return static_cast<u32>(format.sign_bit()) - 1; }

/// 2^power, a normal number.
constexpr f32 power_of_two(int power) { return std::bit_cast<f32>(static_cast<u32>(power + 127) << 23); }

/// f32 lanes in a format of at most 16 bits, which are the low ones of each lane.
/// \param kKeepsPayload  a NaN keeps its upper bits; else it is the format's own
template <const FloatFormat& kTo, class How, bool kKeepsPayload = false, class DF, class V>
HWY_INLINE auto narrowed(DF df, V x) {
  const hn::RebindToUnsigned<DF> du;
  const hn::RebindToSigned<DF> di;
  constexpr int kLost = 23 - kTo.fraction_bits;
  constexpr Rounding kRounding = How::kRounding;
  constexpr bool kEnds = How::kSatfinite || kTo.specials == FloatFormat::Specials::none;  // at the largest number
  constexpr bool kDirected = kRounding == Rounding::up || kRounding == Rounding::down;
  static_assert(kEnds || kTo.specials == FloatFormat::Specials::ieee);
  const auto largest = hn::Set(du, static_cast<u32>(kTo.largest()));
  const auto infinity = hn::Set(du, static_cast<u32>(kTo.largest()) + (kEnds ? 0 : 1));
  const auto bits = hn::BitCast(du, x);
  const auto magnitude = hn::And(bits, hn::Set(du, 0x7fffffffu));
  const auto negative = hn::Ne(magnitude, bits);
  // Whether what is lost moves a number away from zero.
  const auto away = kRounding == Rounding::up ? hn::Not(negative) : negative;
  const auto own_exponents = [&]() HWY_ATTR {
    auto added = hn::Zero(du);
    if constexpr (kRounding == Rounding::nearest)
      added = hn::Add(hn::And(hn::ShiftRight<kLost>(magnitude), hn::Set(du, 1u)), hn::Set(du, (1u << (kLost - 1)) - 1));
    if constexpr (kDirected) added = hn::IfThenElseZero(away, hn::Set(du, (1u << kLost) - 1));
    constexpr u32 kBias = static_cast<u32>(127 - kTo.bias()) << kTo.fraction_bits;
    return hn::Sub(hn::ShiftRight<kLost>(hn::Add(magnitude, added)), hn::Set(du, kBias));
  };
  auto code = own_exponents();
  if constexpr (kTo.bias() != 127) {  // numbers without a leading one
    const auto units =
        hn::Mul(hn::BitCast(df, magnitude), hn::Set(df, power_of_two(kTo.bias() - 1 + kTo.fraction_bits)));
    auto whole = kRounding == Rounding::nearest ? hn::NearestInt(units) : small_integers(units);
    if constexpr (kDirected) {
      const auto inexact = hn::RebindMask(du, hn::Ne(hn::ConvertTo(df, whole), units));
      whole = hn::Add(whole, hn::IfThenElseZero(hn::RebindMask(di, hn::And(inexact, away)), hn::Set(di, 1)));
    }
    const auto small = hn::Lt(magnitude, hn::Set(du, static_cast<u32>(128 - kTo.bias()) << 23));
    code = hn::IfThenElse(small, hn::BitCast(du, whole), code);
  }
  auto beyond = kRounding == Rounding::nearest ? infinity : largest;
  if constexpr (kDirected) beyond = hn::IfThenElse(away, infinity, largest);
  code = hn::IfThenElse(hn::Gt(code, largest), beyond, code);
  if constexpr (kRounding != Rounding::nearest)
    code = hn::IfThenElse(hn::Eq(magnitude, hn::Set(du, 0x7f800000u)), infinity, code);
  const auto sign = hn::ShiftRight<32 - kTo.bits()>(hn::Xor(magnitude, bits));
  code = How::kRelu ? hn::IfThenZeroElse(negative, code) : hn::Or(code, sign);
  auto nan = hn::Set(du, static_cast<u32>(kTo.nan));
  if constexpr (kKeepsPayload) {
    constexpr u32 kQuiet = static_cast<u32>(kTo.infinity()) | 1u << (kTo.fraction_bits - 1);
    nan = hn::Or(hn::Or(sign, hn::Set(du, kQuiet)),
                 hn::And(hn::ShiftRight<kLost>(magnitude), hn::Set(du, fields_of(kTo))));
  }
  return hn::IfThenElse(hn::Gt(magnitude, hn::Set(du, 0x7f800000u)), nan, code);
}

/// The low bits of each lane, a number of the format, as f32.
template <const FloatFormat& kFrom, class DU, class V>
HWY_INLINE auto widened(DU du, V code) {
  const hn::RebindToFloat<DU> df;
  const hn::RebindToSigned<DU> di;
  constexpr int kFraction = kFrom.fraction_bits;
  const auto magnitude = hn::And(code, hn::Set(du, fields_of(kFrom)));
  const auto raised = hn::ShiftLeft<23 - kFraction>(magnitude);
  const auto normal = hn::Add(raised, hn::Set(du, static_cast<u32>(127 - kFrom.bias()) << 23));
  const auto small =
      hn::Mul(hn::ConvertTo(df, hn::BitCast(di, magnitude)), hn::Set(df, power_of_two(1 - kFrom.bias() - kFraction)));
  auto value = hn::IfThenElse(hn::Lt(magnitude, hn::Set(du, 1u << kFraction)), hn::BitCast(du, small), normal);
  if constexpr (kFrom.specials != FloatFormat::Specials::none) {
    const auto no_number = hn::Gt(magnitude, hn::Set(du, static_cast<u32>(kFrom.largest())));
    constexpr bool kHasInfinity = kFrom.specials == FloatFormat::Specials::ieee;
    const auto special = hn::Or(raised, hn::Set(du, kHasInfinity ? 0x7f800000u : 0x7fffffffu));
    value = hn::IfThenElse(no_number, special, value);
  }
  return hn::BitCast(df,
                     hn::Or(value, hn::ShiftLeft<32 - kFrom.bits()>(hn::AndNot(hn::Set(du, fields_of(kFrom)), code))));
}

/// Lanes of 32 bits as a register of the type has them.
template <class D, class V>
HWY_INLINE auto as_register(D d, V lanes) {
  if constexpr (sizeof(hn::TFromD<D>) == 4)
    return lanes;
  else
    return hn::TruncateTo(d, lanes);
}

/// f64 as f32, rounded to odd: rounding again is right.
template <class V>
HWY_INLINE auto odd_single_of(V x) {
  const hn::DFromV<V> d64;
  const hn::Rebind<f32, decltype(d64)> df;
  const hn::RebindToSigned<decltype(df)> di;
  const hn::RebindToUnsigned<decltype(df)> du;
  const auto near = hn::DemoteTo(df, x);
  const auto back = hn::PromoteTo(d64, near);
  const auto lanes_of = [&](auto mask) HWY_ATTR {
    const auto wide = hn::BitCast(hn::RebindToUnsigned<decltype(d64)>(), hn::VecFromMask(d64, mask));
    return hn::BitCast(di, hn::TruncateTo(du, wide));
  };
  const auto other = lanes_of(hn::Or(hn::Lt(back, x), hn::Gt(back, x)));
  const auto beyond = lanes_of(hn::Gt(hn::Abs(back), hn::Abs(x)));  // all ones, which is -1
  return hn::BitCast(df, hn::Or(hn::Add(hn::BitCast(di, near), beyond), hn::And(other, hn::Set(di, 1))));
}

template <Rounding kRounding, class V>
HWY_INLINE V to_integral(V v) {
  if constexpr (kRounding == Rounding::nearest)
    return hn::Round(v);
  else if constexpr (kRounding == Rounding::zero)
    return hn::Trunc(v);
  else if constexpr (kRounding == Rounding::down)
    return hn::Floor(v);
  else
    return hn::Ceil(v);
}
/// The integral value of a source. kFlush: subnormals are zeros first, which matters where they would be
/// rounded away from zero.
template <Rounding kRounding, bool kFlush, class V>
HWY_INLINE V integral_value(V v) {
  if constexpr (kFlush && (kRounding == Rounding::down || kRounding == Rounding::up))
    return to_integral<kRounding>(flush(hn::DFromV<V>(), v));
  else
    return to_integral<kRounding>(v);
}

/// make(std::integral_constant) of a rounding of the host's; nullptr of another.
template <class Make>
sim::Handler of_rounding(Rounding rounding, Make make) {
  switch (rounding) {
    case Rounding::nearest: return make(std::integral_constant<Rounding, Rounding::nearest>());
    case Rounding::zero: return make(std::integral_constant<Rounding, Rounding::zero>());
    case Rounding::down: return make(std::integral_constant<Rounding, Rounding::down>());
    case Rounding::up: return make(std::integral_constant<Rounding, Rounding::up>());
    case Rounding::nearest_away: break;
  }
  return nullptr;
}

/// make(Modes) of the conversion's; nullptr where PTX has none such.
template <Rounding kRounding, class Make>
sim::Handler with_flags(const Conversion& c, Make make) {
  if (c.satfinite) return c.relu ? make(Modes<kRounding, true, true>()) : make(Modes<kRounding, true, false>());
  return c.relu ? make(Modes<kRounding, false, true>()) : make(Modes<kRounding, false, false>());
}
template <class Make>
sim::Handler with_modes(const Conversion& c, Make make) {
  if (c.rounding == Rounding::nearest) return with_flags<Rounding::nearest>(c, make);
  if (c.rounding == Rounding::zero) return with_flags<Rounding::zero>(c, make);
  if (c.relu || c.satfinite) return nullptr;
  if (c.rounding == Rounding::down) return make(Modes<Rounding::down, false, false>());
  return c.rounding == Rounding::up ? make(Modes<Rounding::up, false, false>()) : nullptr;
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace warpglass::isa
HWY_AFTER_NAMESPACE();

#endif  // per target
