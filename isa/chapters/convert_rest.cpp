// Conversions that programs seldom ask for: .sat of anything but f32, integers of other widths than their registers',
// those of 8 and 64 bits as halves. Integers are taken as 64 bits, whatever their width.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "isa/chapters/convert_rest.cpp"
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

/// A register of an integer, in 64 bits with the sign of S.
template <class S>
struct Register {
  using Lane = std::conditional_t<std::is_signed_v<S>, s64, u64>;
  using Storage = S;
  static constexpr std::size_t kParts = 1;

  template <std::size_t N>
  static HWY_INLINE auto load(const std::byte* row, std::size_t lane) {
    const hn::FixedTag<S, N> d;
    return std::array{widened_to_64<N>(hn::LoadU(d, reinterpret_cast<const S*>(row) + lane))};
  }

 private:
  template <std::size_t N, class V>
  static HWY_INLINE auto widened_to_64(V v) {
    using T = hn::TFromV<V>;
    if constexpr (sizeof(T) == 8)
      return v;
    else
      return widened_to_64<N>(hn::PromoteTo(hn::FixedTag<hwy::MakeWide<T>, N>(), v));
  }
};

/// The type's bits in the register's, where Op::imm are those above them.
template <class S, class V>
HWY_INLINE V value_in(V v, int above) {
  const int shift = above + 64 - 8 * static_cast<int>(sizeof(S));
  return hn::ShiftRightSame(hn::ShiftLeftSame(v, shift), shift);
}

/// The low bits of 64.
template <class D, class V>
HWY_INLINE auto low_bits_in(D d, V v) {
  const hn::RebindToUnsigned<hn::DFromV<V>> du;
  const hn::RebindToUnsigned<D> to;
  if constexpr (sizeof(hn::TFromD<D>) == 8)
    return hn::BitCast(d, v);
  else
    return hn::BitCast(d, hn::TruncateTo(to, hn::BitCast(du, v)));
}

// ---- Integer to integer with .sat ----

/// Op::mode: bits of the result's register above its type, which has the sign of D.
template <class D, class S>
const sim::Op* run_clamped(sim::Warp& warp, const sim::Op* op) {
  using Wide = typename Register<S>::Lane;
  const int above = op->imm;
  const auto digits = static_cast<unsigned>(std::numeric_limits<D>::digits) - op->mode;
  const u64 end = digits == 64 ? ~u64{0} : (u64{1} << digits) - 1;
  const auto highest = static_cast<Wide>(std::min(end, static_cast<u64>(std::numeric_limits<Wide>::max())));
  const auto lowest = static_cast<Wide>(std::is_signed_v<D> && std::is_signed_v<S> ? ~end : 0);
  return apply<D, Register<S>>(warp, op, [=](auto d, auto a) HWY_ATTR {
    const hn::DFromV<decltype(a)> dw;
    const auto value = value_in<S>(a, above);
    return low_bits_in(d, hn::Min(hn::Max(value, hn::Set(dw, lowest)), hn::Set(dw, highest)));
  });
}

// ---- Integer to floating point with .sat: 0 or 1 ----

template <class D, u64 kOne, class S>
const sim::Op* run_zero_or_one(sim::Warp& warp, const sim::Op* op) {
  const int above = op->imm;
  return apply<D, Register<S>>(warp, op, [=](auto d, auto a) HWY_ATTR {
    const hn::DFromV<decltype(a)> dw;
    const auto value = value_in<S>(a, above);
    return low_bits_in(d, hn::IfThenElseZero(hn::Gt(value, hn::Zero(dw)), hn::Set(dw, hn::TFromD<decltype(dw)>(kOne))));
  });
}

// ---- Integer to floating point ----

/// Of two parts, which both are exact.
template <class V>
HWY_INLINE auto parts_in_double(V value) {
  const hn::DFromV<V> dw;
  const hn::RebindToSigned<decltype(dw)> di;
  const hn::RebindToFloat<decltype(dw)> df;
  const auto upper = hn::ConvertTo(df, hn::BitCast(di, hn::ShiftRight<32>(value)));
  const auto lower =
      hn::ConvertTo(df, hn::BitCast(di, hn::And(value, hn::Set(dw, hn::TFromD<decltype(dw)>(0xffffffff)))));
  return std::array{hn::Mul(upper, hn::Set(df, 0x1p32)), lower};
}

template <const FloatFormat& kTo, class How, class S>
const sim::Op* run_short_of_integer(sim::Warp& warp, const sim::Op* op) {
  const int above = op->imm;
  return apply<u16, Register<S>>(warp, op, [=](auto d, auto a) HWY_ATTR {
    const auto [upper, lower] = parts_in_double(value_in<S>(a, above));
    const auto single = odd_single_of(add_to_odd(hn::RebindToFloat<hn::DFromV<decltype(a)>>(), upper, lower));
    return as_register(d, narrowed<kTo, How>(hn::DFromV<decltype(single)>(), single));
  });
}

/// At most 32 bits in a wider register: exact as f64. Zero is +0, whichever way is rounded.
template <class F, class S>
const sim::Op* run_float_of_integer(sim::Warp& warp, const sim::Op* op) {
  const int above = op->imm;
  return apply<F, Register<S>>(warp, op, [=](auto d, auto a) HWY_ATTR {
    const hn::DFromV<decltype(a)> dw;
    const hn::RebindToFloat<decltype(dw)> df;
    const auto integer = value_in<S>(a, above);
    const auto [upper, lower] = parts_in_double(integer);
    const auto is_zero = hn::RebindMask(df, hn::Eq(integer, hn::Zero(dw)));
    const auto value = hn::IfThenZeroElse(is_zero, hn::Add(upper, lower));
    if constexpr (sizeof(F) == 8)
      return value;
    else
      return hn::DemoteTo(d, value);
  });
}

// ---- Floating point to integer ----

/// As at most 32 bits, in a register that is wider or not: Op::mode bits less than D, whose sign is the type's. A NaN
/// of f64 is the top bit alone, others 0.
template <class D, class F, Rounding kRounding, bool kFlush>
const sim::Op* run_integer_of_float(sim::Warp& warp, const sim::Op* op) {
  const int digits = std::numeric_limits<D>::digits - static_cast<int>(op->mode);
  const f64 end = static_cast<f64>(u64{1} << digits);
  const f64 lowest = std::is_signed_v<D> ? -end : 0;
  const f64 of_nan = !std::is_same_v<F, f64> ? 0 : std::is_signed_v<D> ? -end : end / 2;
  return apply<D, F>(warp, op, [=](auto d, auto a) HWY_ATTR {
    const hn::Rebind<f64, decltype(d)> df;
    const hn::Rebind<s64, decltype(d)> di;
    const auto number = [&]() HWY_ATTR {
      const auto integral = integral_value<kRounding, kFlush>(a);
      if constexpr (std::is_same_v<F, f64>)
        return integral;
      else
        return hn::PromoteTo(df, integral);
    }();
    const auto known = hn::IfThenElse(hn::Eq(number, number), number, hn::Set(df, of_nan));
    const auto clamped = hn::Min(hn::Max(known, hn::Set(df, lowest)), hn::Set(df, end - 1));
    return low_bits_in(d, hn::ConvertTo(di, clamped));
  });
}

// ---- Floating point to floating point ----

template <Rounding kRounding, bool kIntegral, bool kFlush, class V>
HWY_INLINE auto saturated(V v) {
  const hn::DFromV<V> d;
  if constexpr (kIntegral)
    return saturate(d, integral_value<kRounding, kFlush>(v));
  else if constexpr (kFlush)
    return saturate(d, flush(d, v));
  else
    return saturate(d, v);
}

/// One format into itself, f32 into f64 and halves into anything: exact.
template <class D, class S, Rounding kRounding, bool kIntegral, bool kFlush>
constexpr sim::Handler kSaturated = lanewise<D, S>([](auto d, auto a) HWY_ATTR {
  const auto value = saturated<kRounding, kIntegral, kFlush>(a);
  if constexpr (sizeof(hn::TFromD<decltype(d)>) > sizeof(hn::TFromV<decltype(value)>))
    return hn::PromoteTo(d, value);
  else
    return value;
});

template <class How, class F>
constexpr sim::Handler kSaturatedHalf = lanewise<u16, F>([](auto d, auto a) HWY_ATTR {
  auto single = [&]() HWY_ATTR {
    const auto value = saturate(hn::DFromV<decltype(a)>(), a);
    if constexpr (std::is_same_v<F, f64>)
      return odd_single_of(value);
    else
      return value;
  }();
  return as_register(d, narrowed<kF16, How>(hn::DFromV<decltype(single)>(), single));
});

/// Flushed is what would be less than the least normal number if exponents had no end.
template <Rounding kRounding, bool kSaturate, bool kFlush>
constexpr sim::Handler kSingleOfDouble = lanewise<f32, f64>([](auto d, auto a) HWY_ATTR {
  const hn::DFromV<decltype(a)> dd;
  auto value = a;
  if constexpr (kSaturate) value = saturate(dd, value);
  if constexpr (kFlush) {
    const auto magnitude = hn::Abs(value);
    const auto below = hn::Lt(magnitude, hn::Set(dd, 0x1p-126));
    const auto nearly = hn::Gt(magnitude, hn::Set(dd, 0x1p-126 - 0x1p-150));
    auto is_flushed = below;
    if constexpr (kRounding == Rounding::nearest) is_flushed = hn::Lt(magnitude, hn::Set(dd, 0x1p-126 - 0x1p-151));
    if constexpr (kRounding == Rounding::up)
      is_flushed = hn::AndNot(hn::And(nearly, hn::Gt(value, hn::Zero(dd))), below);
    if constexpr (kRounding == Rounding::down)
      is_flushed = hn::AndNot(hn::And(nearly, hn::Lt(value, hn::Zero(dd))), below);
    value = hn::IfThenElse(is_flushed, hn::And(value, sign_bit(dd)), value);
  }
  return hn::DemoteTo(d, value);
});

/// The format's own NaN; else as it is.
template <class Format>
constexpr sim::Handler kSame = lanewise<Single<Format>>([](auto, auto a) HWY_ATTR { return a; });

// ---- tf32 ----

/// \param kAway  rounded away from zero and never beyond the largest number; else no number is negative
template <Rounding kRounding, bool kAway>
constexpr sim::Handler kTf32 = lanewise<u32, f32>([](auto du, auto a) HWY_ATTR {
  const auto bits = hn::BitCast(du, a);
  const auto is_nan = hn::RebindMask(du, hn::IsNaN(a));
  const auto kept = hn::Set(du, ~u32{0x1fff});
  const auto magnitude = hn::Set(du, 0x7fffffffu);
  if constexpr (kAway) {
    const auto rounded = hn::And(kept, hn::Add(bits, hn::IfThenZeroElse(is_nan, hn::Set(du, 0x1000u))));
    const auto beyond = hn::Gt(hn::And(rounded, magnitude), hn::Set(du, 0x7f7fffffu));
    return hn::Sub(rounded, hn::IfThenElseZero(beyond, hn::Set(du, 0x2000u)));
  } else {
    const auto odd = hn::And(hn::ShiftRight<13>(bits), hn::Set(du, 1u));
    const auto up = kRounding == Rounding::nearest ? hn::Add(odd, hn::Set(du, 0xfffu)) : hn::Zero(du);
    const auto negative = hn::Gt(bits, magnitude);
    const auto rounded = hn::IfThenZeroElse(negative, hn::And(kept, hn::Add(bits, up)));
    return hn::IfThenElse(is_nan, hn::Set(du, 0x7fffe000u), rounded);
  }
});

// ---- Choosing ----

/// make(S{}), of the source register's width and the type's sign; nullptr where there is none.
template <class Make>
sim::Handler of_register(int bytes, bool is_signed, Make make) {
  switch (bytes) {
    case 1: return is_signed ? make(s8{}) : make(u8{});
    case 2: return is_signed ? make(s16{}) : make(u16{});
    case 4: return is_signed ? make(s32{}) : make(u32{});
    case 8: return is_signed ? make(s64{}) : make(u64{});
    default: return nullptr;
  }
}

/// make(std::integral_constant) of the rounding.
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

sim::Handler clamped_integer(const Conversion& c, int to_bytes, int from_bytes) {
  return of_register(to_bytes, is_signed_integer(c.to), [&](auto to) {
    return of_register(from_bytes, is_signed_integer(c.from),
                       [](auto from) -> sim::Handler { return run_clamped<decltype(to), decltype(from)>; });
  });
}

sim::Handler float_of_integer(const Conversion& c, int from_bytes) {
  return of_register(from_bytes, is_signed_integer(c.from), [&](auto from) -> sim::Handler {
    using S = decltype(from);
    if (c.saturate) {
      if (c.to == Number::f16) return run_zero_or_one<u16, 0x3c00, S>;
      if (c.to == Number::bf16) return run_zero_or_one<u16, 0x3f80, S>;
      if (c.to == Number::f32) return run_zero_or_one<u32, 0x3f800000, S>;
      return c.to == Number::f64 ? run_zero_or_one<u64, 0x3ff0000000000000, S> : nullptr;
    }
    if (c.to == Number::f16 || c.to == Number::bf16) {
      return with_modes(c, [&](auto modes) -> sim::Handler {
        using How = decltype(modes);
        if constexpr (How::kRelu || How::kSatfinite)
          return nullptr;
        else
          return c.to == Number::f16 ? run_short_of_integer<kF16, How, S> : run_short_of_integer<kBf16, How, S>;
      });
    }
    if (bits_of(c.from) > 32) return nullptr;
    if (c.to == Number::f64) return run_float_of_integer<f64, S>;
    static constexpr auto kHandlers = in_each_rounding<run_float_of_integer<f32, S>>();
    return c.to == Number::f32 ? kHandlers[static_cast<std::size_t>(c.rounding)] : nullptr;
  });
}

template <class D>
sim::Handler integer_of_float(const Conversion& c) {
  return of_rounding(c.rounding, [&](auto rounding) -> sim::Handler {
    constexpr Rounding kRounding = decltype(rounding)::value;
    if (c.from == Number::f64) return run_integer_of_float<D, f64, kRounding, false>;
    // Other widths have ways of their own.
    if constexpr (sizeof(D) == 8) {
      if (c.from == Number::f16) return run_integer_of_float<D, Single<Half<>>, kRounding, false>;
      if (c.from == Number::bf16) return run_integer_of_float<D, Single<Brain>, kRounding, false>;
      if (c.from == Number::f32)
        return c.flush ? run_integer_of_float<D, f32, kRounding, true> : run_integer_of_float<D, f32, kRounding, false>;
    }
    return nullptr;
  });
}

template <class D, class S>
sim::Handler saturated_exactly(const Conversion& c) {
  if (!c.to_integral)
    return c.flush ? kSaturated<D, S, Rounding::nearest, false, true>
                   : kSaturated<D, S, Rounding::nearest, false, false>;
  return of_rounding(c.rounding, [&](auto rounding) -> sim::Handler {
    constexpr Rounding kRounding = decltype(rounding)::value;
    return c.flush ? kSaturated<D, S, kRounding, true, true> : kSaturated<D, S, kRounding, true, false>;
  });
}

sim::Handler single_of_double(const Conversion& c) {
  return of_rounding(c.rounding, [&](auto rounding) -> sim::Handler {
    constexpr Rounding kRounding = decltype(rounding)::value;
    constexpr auto kAt = static_cast<std::size_t>(kRounding);
    static constexpr sim::Handler kHandlers[2][2] = {{in_each_rounding<kSingleOfDouble<kRounding, false, false>>()[kAt],
                                                      in_each_rounding<kSingleOfDouble<kRounding, false, true>>()[kAt]},
                                                     {in_each_rounding<kSingleOfDouble<kRounding, true, false>>()[kAt],
                                                      in_each_rounding<kSingleOfDouble<kRounding, true, true>>()[kAt]}};
    return kHandlers[c.saturate][c.flush];
  });
}

sim::Handler saturated_float(const Conversion& c) {
  if (c.to == Number::f32 && c.from == Number::f32) return saturated_exactly<f32, f32>(c);
  if (c.to == Number::f64 && c.from == Number::f64) return saturated_exactly<f64, f64>(c);
  if (c.to == Number::f64 && c.from == Number::f32) return saturated_exactly<f64, f32>(c);
  // .ftz says nothing where one of them is a half.
  Conversion plain = c;
  plain.flush = false;
  if (c.to == Number::f16 && c.from == Number::f16) return saturated_exactly<Single<Half<>>, Single<Half<>>>(plain);
  if (c.to == Number::f32 && c.from == Number::f16) return saturated_exactly<f32, Single<Half<>>>(plain);
  if (c.to == Number::f64 && c.from == Number::f16) return saturated_exactly<f64, Single<Half<>>>(plain);
  if (c.to != Number::f16) return nullptr;
  return with_modes(c, [&](auto modes) -> sim::Handler {
    if (c.from == Number::f32) return kSaturatedHalf<decltype(modes), f32>;
    return c.from == Number::f64 ? kSaturatedHalf<decltype(modes), f64> : nullptr;
  });
}

sim::Handler tf32_of_single(const Conversion& c) {
  if (c.satfinite)
    return c.rounding == Rounding::nearest_away && !c.relu ? kTf32<Rounding::nearest_away, true> : nullptr;
  if (!c.relu) return nullptr;
  if (c.rounding == Rounding::nearest) return kTf32<Rounding::nearest, false>;
  return c.rounding == Rounding::zero ? kTf32<Rounding::zero, false> : nullptr;
}

sim::Handler rest_conversion(const Conversion& c, int to_bytes, int from_bytes) {
  if (c.to == Number::tf32) return c.from == Number::f32 ? tf32_of_single(c) : nullptr;
  if (c.relu || c.satfinite) return nullptr;
  if (is_integer(c.to)) {
    if (!is_integer(c.from)) {
      if (bits_of(c.to) > 32) return nullptr;
      return of_register(to_bytes, is_signed_integer(c.to), [&](auto to) { return integer_of_float<decltype(to)>(c); });
    }
    return c.saturate ? clamped_integer(c, to_bytes, from_bytes) : nullptr;
  }
  if (is_integer(c.from)) return float_of_integer(c, from_bytes);
  if (c.to == Number::f32 && c.from == Number::f64) return single_of_double(c);
  if (c.saturate) return saturated_float(c);
  if (c.to != c.from || c.flush || c.to_integral) return nullptr;
  if (c.to == Number::f16) return kSame<Half<>>;
  if (c.to == Number::bf16) return kSame<Brain>;
  if (c.to == Number::f32) return lanewise<u32>([](auto, auto a) HWY_ATTR { return a; });
  return c.to == Number::f64 ? lanewise<u64>([](auto, auto a) HWY_ATTR { return a; }) : nullptr;
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace warpglass::isa
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace warpglass::isa {

HWY_EXPORT(rest_conversion);

sim::Handler rest_conversion(const Conversion& conversion, int to_bytes, int from_bytes) {
  return HWY_DYNAMIC_DISPATCH(rest_conversion)(conversion, to_bytes, from_bytes);
}

}  // namespace warpglass::isa
#endif
