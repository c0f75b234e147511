// Conversions to and from floating-point formats that hosts do not have, or under modifiers that they do not have: the
// exact way of isa/conversion.hpp, on vectors.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "isa/chapters/convert_formats.cpp"
#include <hwy/foreach_target.h>
//
#include "isa/chapters/convert.hpp"
#include "isa/chapters/formats-inl.hpp"
#include "isa/half-inl.hpp"
#include "isa/lanewise-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpglass::isa {
namespace HWY_NAMESPACE {
namespace {

// ---- One number ----

template <const FloatFormat& kTo, class How>
constexpr sim::Handler kOfSingle = lanewise<u16, f32>(
    [](auto d, auto a) HWY_ATTR { return as_register(d, narrowed<kTo, How>(hn::DFromV<decltype(a)>(), a)); });
template <const FloatFormat& kTo, class Format, class How>
constexpr sim::Handler kOfShort = lanewise<u16, Single<Format>>(
    [](auto d, auto a) HWY_ATTR { return as_register(d, narrowed<kTo, How>(hn::DFromV<decltype(a)>(), a)); });

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

// ---- Powers of two (ue8m0): 2^(code - 127), 255 is NaN. What has no such power below it is 0 ----

/// The power of two at or below each lane's magnitude, or at or above it.
template <bool kUp, bool kSatfinite, class DU, class V>
HWY_INLINE auto power_at(DU du, V bits) {
  const auto magnitude = hn::And(bits, hn::Set(du, 0x7fffffffu));
  auto code = hn::ShiftRight<23>(magnitude);
  if constexpr (kUp) {
    const auto inexact = hn::Ne(hn::And(magnitude, hn::Set(du, 0x7fffffu)), hn::Zero(du));
    const auto beyond = hn::And(inexact, hn::Gt(magnitude, hn::Set(du, 0x400000u)));  // 2^-127
    code = hn::Add(code, hn::IfThenElseZero(beyond, hn::Set(du, 1u)));
  }
  code = hn::Min(code, hn::Set(du, kSatfinite ? 254u : 255u));
  return hn::IfThenElse(hn::Gt(magnitude, hn::Set(du, 0x7f800000u)), hn::Set(du, 255u), code);
}
template <bool kUp, bool kSatfinite>
constexpr sim::Handler kPowersOfSingles = lanewise<u16, f32, f32>([](auto d, auto a, auto b) HWY_ATTR {
  const hn::RebindToUnsigned<hn::DFromV<decltype(a)>> du;
  const auto upper = power_at<kUp, kSatfinite>(du, hn::BitCast(du, a));
  return as_register(d, hn::Or(hn::ShiftLeft<8>(upper), power_at<kUp, kSatfinite>(du, hn::BitCast(du, b))));
});
template <bool kUp, bool kSatfinite>
constexpr sim::Handler kPowersOfBrains = lanewise<u16, u32>([](auto d, auto a) HWY_ATTR {
  const hn::DFromV<decltype(a)> du;
  const auto upper = power_at<kUp, kSatfinite>(du, hn::And(a, hn::Set(du, 0xffff0000u)));
  return as_register(d, hn::Or(hn::ShiftLeft<8>(upper), power_at<kUp, kSatfinite>(du, hn::ShiftLeft<16>(a))));
});
constexpr sim::Handler kBrainsOfPowers = lanewise<u32, u16>([](auto du, auto a) HWY_ATTR {
  const auto both = hn::PromoteTo(du, a);
  const auto number = [&](auto code) HWY_ATTR {
    const auto power = hn::IfThenElse(hn::Eq(code, hn::Zero(du)), hn::Set(du, 0x40u), hn::ShiftLeft<7>(code));
    return hn::IfThenElse(hn::Eq(code, hn::Set(du, 255u)), hn::Set(du, static_cast<u32>(kBf16.nan)), power);
  };
  return hn::Or(hn::ShiftLeft<16>(number(hn::ShiftRight<8>(both))), number(hn::And(both, hn::Set(du, 0xffu))));
});

// ---- Choosing ----

/// The same of formats that have only this.
template <class Make>
sim::Handler with_relu(const Conversion& c, Make make) {
  if (c.rounding != Rounding::nearest) return nullptr;
  return c.relu ? make(Modes<Rounding::nearest, true, true>()) : make(Modes<Rounding::nearest, true, false>());
}

template <const FloatFormat& kTo, class Other>
sim::Handler short_format(const Conversion& c, Number other) {
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
  if (c.saturate || c.to_integral || bits_of(c.to) != 8 * to_bytes || bits_of(c.from) != 8 * from_bytes) return nullptr;
  if (c.to == Number::f64 && !c.flush) {
    if (c.from == Number::f16) return kDoubleOf<Half<>>;
    return c.from == Number::bf16 ? kDoubleOf<Brain> : nullptr;
  }
  // .ftz says nothing where the result is a half.
  if (c.to == Number::f16) return short_format<kF16, Brain>(c, Number::bf16);
  return c.to == Number::bf16 && !c.flush ? short_format<kBf16, Half<>>(c, Number::f16) : nullptr;
}

/// Towards zero or up, of magnitudes.
template <class Make>
sim::Handler with_direction(const Conversion& c, Make make) {
  if (c.rounding != Rounding::zero && c.rounding != Rounding::up) return nullptr;
  if (c.rounding == Rounding::up)
    return c.satfinite ? make(std::true_type(), std::true_type()) : make(std::true_type(), std::false_type());
  return c.satfinite ? make(std::false_type(), std::true_type()) : make(std::false_type(), std::false_type());
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
  if (c.to == Number::ue8m0)
    return with_direction(
        c, [](auto up, auto satfinite) { return kPowersOfSingles<decltype(up)::value, decltype(satfinite)::value>; });
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
  if (c.from == Number::bf16 && c.to == Number::ue8m0)
    return with_direction(
        c, [](auto up, auto satfinite) { return kPowersOfBrains<decltype(up)::value, decltype(satfinite)::value>; });
  if (c.from == Number::ue8m0) return c.to == Number::bf16 ? kBrainsOfPowers : nullptr;
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
