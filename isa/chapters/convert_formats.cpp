// Conversions to and from floating-point formats that hosts do not have, or under modifiers that they do not have: the
// exact way of isa/conversion.hpp, on vectors.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "isa/chapters/convert_formats.cpp"
#include <hwy/foreach_target.h>
//
#include "isa/chapters/convert.hpp"
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

// ---- One number ----

template <const FloatFormat& kTo, class How>
constexpr sim::Handler kOfSingle = lanewise<u16, f32>(
    [](auto d, auto a) HWY_ATTR { return as_register(d, narrowed<kTo, How>(hn::DFromV<decltype(a)>(), a)); });
template <const FloatFormat& kTo>
constexpr sim::Handler kOfSaturated = lanewise<u16, f32>([](auto d, auto a) HWY_ATTR {
  const hn::DFromV<decltype(a)> df;
  return as_register(d, narrowed<kTo, ToNearest>(df, saturate(df, a)));
});
template <const FloatFormat& kTo, class Format, class How>
constexpr sim::Handler kOfShort = lanewise<u16, Single<Format>>(
    [](auto d, auto a) HWY_ATTR { return as_register(d, narrowed<kTo, How>(hn::DFromV<decltype(a)>(), a)); });

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
template <const FloatFormat& kTo, class How>
constexpr sim::Handler kOfDouble = lanewise<u16, f64>([](auto d, auto a) HWY_ATTR {
  const auto single = odd_single_of(a);
  return as_register(d, narrowed<kTo, How, true>(hn::DFromV<decltype(single)>(), single));
});
/// Both parts of an integer are exact.
template <const FloatFormat& kTo, class How, class S>
constexpr sim::Handler kOfInteger = lanewise<u16, S>([](auto d, auto a) HWY_ATTR {
  const hn::DFromV<decltype(a)> ds;
  const hn::RebindToSigned<decltype(ds)> di;
  const hn::RebindToFloat<decltype(ds)> df;
  const auto upper = hn::ConvertTo(df, hn::BitCast(di, hn::ShiftRight<8>(a)));
  const auto lower = hn::ConvertTo(df, hn::BitCast(di, hn::And(a, hn::Set(ds, S{0xff}))));
  const auto odd = add_to_odd(df, hn::Mul(upper, hn::Set(df, 256.0f)), lower);
  return as_register(d, narrowed<kTo, How>(df, odd));
});
/// Integers of 16 bits as f32, which has all of them.
template <class S>
struct ShortInteger {
  using Lane = f32;
  using Storage = S;
  static constexpr std::size_t kParts = 1;

  template <std::size_t N>
  static HWY_INLINE auto load(const std::byte* row, std::size_t lane) {
    const hn::FixedTag<S, N> d;
    const hn::FixedTag<s32, N> di;
    return std::array{
        hn::ConvertTo(hn::FixedTag<f32, N>(), hn::PromoteTo(di, hn::LoadU(d, reinterpret_cast<const S*>(row) + lane)))};
  }
};
template <const FloatFormat& kTo, class How, class S>
constexpr sim::Handler kOfShortInteger = lanewise<u16, ShortInteger<S>>(
    [](auto d, auto a) HWY_ATTR { return as_register(d, narrowed<kTo, How>(hn::DFromV<decltype(a)>(), a)); });
template <class Format>
constexpr sim::Handler kDoubleOf =
    lanewise<f64, Single<Format>>([](auto d, auto a) HWY_ATTR { return hn::PromoteTo(d, a); });

// ---- Two numbers, the first above the second ----

template <const FloatFormat& kTo>
constexpr int kBitsInPair = kTo.bits() == 6 ? 8 : kTo.bits();
template <const FloatFormat& kTo>
using Pair = std::conditional_t<kBitsInPair<kTo> == 16, u32, std::conditional_t<kBitsInPair<kTo> == 8, u16, u8>>;

template <const FloatFormat& kTo, class D, class V>
HWY_INLINE auto as_pair(D d, V upper, V lower) {
  return as_register(d, hn::Or(hn::ShiftLeft<kBitsInPair<kTo>>(upper), lower));
}
template <const FloatFormat& kTo, class How>
constexpr sim::Handler kPairOfSingles = lanewise<Pair<kTo>, f32, f32>([](auto d, auto a, auto b) HWY_ATTR {
  const hn::DFromV<decltype(a)> df;
  return as_pair<kTo>(d, narrowed<kTo, How>(df, a), narrowed<kTo, How>(df, b));
});
template <const FloatFormat& kTo, class How>
constexpr sim::Handler kPairOfHalves = lanewise<Pair<kTo>, u32>([](auto d, auto a) HWY_ATTR {
  const hn::DFromV<decltype(a)> du;
  const hn::RebindToFloat<decltype(du)> df;
  const auto half = hn::Set(du, 0xffffu);
  return as_pair<kTo>(d, narrowed<kTo, How>(df, Half<>::widen(du, hn::ShiftRight<16>(a))),
                      narrowed<kTo, How>(df, Half<>::widen(du, hn::And(a, half))));
});
template <const FloatFormat& kFrom, class How>
constexpr sim::Handler kHalvesOfPair = lanewise<u32, Pair<kFrom>>([](auto d, auto a) HWY_ATTR {
  const hn::RebindToFloat<decltype(d)> df;
  const auto both = hn::PromoteTo(d, a);
  const auto upper = narrowed<kF16, How>(df, widened<kFrom>(d, hn::ShiftRight<kBitsInPair<kFrom>>(both)));
  const auto one = hn::Set(d, (1u << kBitsInPair<kFrom>)-1);
  return as_pair<kF16>(d, upper, narrowed<kF16, How>(df, widened<kFrom>(d, hn::And(both, one))));
});

// ---- Choosing ----

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
/// The same of formats that have only this.
template <class Make>
sim::Handler with_relu(const Conversion& c, Make make) {
  if (c.rounding != Rounding::nearest) return nullptr;
  return c.relu ? make(Modes<Rounding::nearest, true, true>()) : make(Modes<Rounding::nearest, true, false>());
}

template <const FloatFormat& kTo, class Other>
sim::Handler short_format(const Conversion& c, Number other) {
  if (c.saturate) return c.from == Number::f32 && c.rounding == Rounding::nearest ? kOfSaturated<kTo> : nullptr;
  return with_modes(c, [&](auto modes) -> sim::Handler {
    using How = decltype(modes);
    if (c.from == Number::f32) return kOfSingle<kTo, How>;
    if constexpr (!How::kSatfinite && !How::kRelu) {
      if (c.from == other) return kOfShort<kTo, Other, How>;
      if (c.from == Number::f64) return kOfDouble<kTo, How>;
      if (c.from == Number::s32) return kOfInteger<kTo, How, s32>;
      if (c.from == Number::u32) return kOfInteger<kTo, How, u32>;
      if (c.from == Number::s16) return kOfShortInteger<kTo, How, s16>;
      if (c.from == Number::u16) return kOfShortInteger<kTo, How, u16>;
    }
    return nullptr;
  });
}

sim::Handler format_conversion(const Conversion& c, int to_bytes, int from_bytes) {
  if (c.to_integral || bits_of(c.to) != 8 * to_bytes || bits_of(c.from) != 8 * from_bytes) return nullptr;
  if (c.to == Number::f64 && !c.saturate && !c.flush) {
    if (c.from == Number::f16) return kDoubleOf<Half<>>;
    return c.from == Number::bf16 ? kDoubleOf<Brain> : nullptr;
  }
  // .ftz says nothing where the result is a half.
  if (c.to == Number::f16) return short_format<kF16, Brain>(c, Number::bf16);
  return c.to == Number::bf16 && !c.flush ? short_format<kBf16, Half<>>(c, Number::f16) : nullptr;
}

template <const FloatFormat& kTo>
sim::Handler packing(const Conversion& c) {
  if constexpr (kTo.bits() == 16)
    return with_modes(c, [](auto modes) -> sim::Handler { return kPairOfSingles<kTo, decltype(modes)>; });
  else
    return with_relu(c, [](auto modes) -> sim::Handler { return kPairOfSingles<kTo, decltype(modes)>; });
}
sim::Handler format_packing(const Conversion& c) {
  if (c.from != Number::f32) return nullptr;
  if (c.to == Number::f16) return packing<kF16>(c);
  if (c.to == Number::bf16) return packing<kBf16>(c);
  if (c.to == Number::e4m3) return packing<kE4m3>(c);
  if (c.to == Number::e5m2) return packing<kE5m2>(c);
  if (c.to == Number::e2m3) return packing<kE2m3>(c);
  if (c.to == Number::e3m2) return packing<kE3m2>(c);
  return c.to == Number::e2m1 ? packing<kE2m1>(c) : nullptr;
}

template <const FloatFormat& kTo>
sim::Handler of_halves(const Conversion& c) {
  return with_relu(c, [](auto modes) -> sim::Handler { return kPairOfHalves<kTo, decltype(modes)>; });
}
template <const FloatFormat& kFrom>
sim::Handler to_halves(const Conversion& c) {
  return c.relu ? kHalvesOfPair<kFrom, Modes<Rounding::nearest, false, true>> : kHalvesOfPair<kFrom, ToNearest>;
}
sim::Handler fast_pair(const Conversion& c) {
  if (c.from == Number::f16) {
    if (c.to == Number::e4m3) return of_halves<kE4m3>(c);
    return c.to == Number::e5m2 ? of_halves<kE5m2>(c) : nullptr;
  }
  if (c.to != Number::f16 || c.rounding != Rounding::nearest || c.satfinite) return nullptr;
  if (c.from == Number::e4m3) return to_halves<kE4m3>(c);
  if (c.from == Number::e5m2) return to_halves<kE5m2>(c);
  if (c.from == Number::e2m3) return to_halves<kE2m3>(c);
  if (c.from == Number::e3m2) return to_halves<kE3m2>(c);
  return c.from == Number::e2m1 ? to_halves<kE2m1>(c) : nullptr;
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace warpglass::isa
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace warpglass::isa {

HWY_EXPORT(format_conversion);
HWY_EXPORT(format_packing);
HWY_EXPORT(fast_pair);

sim::Handler format_conversion(const Conversion& conversion, int to_bytes, int from_bytes) {
  return HWY_DYNAMIC_DISPATCH(format_conversion)(conversion, to_bytes, from_bytes);
}
sim::Handler format_packing(const Conversion& conversion) { return HWY_DYNAMIC_DISPATCH(format_packing)(conversion); }
sim::Handler fast_pair(const Conversion& conversion) { return HWY_DYNAMIC_DISPATCH(fast_pair)(conversion); }

}  // namespace warpglass::isa
#endif
