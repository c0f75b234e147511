// Conversions that programs seldom ask for: floating-point results with .sat, integers of other widths than their
// registers', those of 8 and 64 bits as halves; and all to tf32. Integers are taken as 64 bits, whatever their width.
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

constexpr std::size_t N64 = step_lanes<u64>();
template <bool kSigned>
using Integers = hn::FixedTag<std::conditional_t<kSigned, s64, u64>, N64>;

/// 64 bits for each lane of a warp.
struct Wide {
  HWY_ALIGN u64 lanes[kWarpSize];
};

/// What Op::mode says beside the bits above the result's type (convert.hpp).
struct Registers {
  int source_bytes;
  int result_bytes;

  explicit Registers(const sim::Op* op)
      : source_bytes(static_cast<int>(op->mode >> 8 & 0xf)), result_bytes(static_cast<int>(op->mode >> 12 & 0xf)) {}
};

template <class S>
HWY_INLINE void widen_row(const std::byte* row, int shift, Wide& to) {
  const auto widened = []<class V>(const auto& self, V v) HWY_ATTR {
    using T = hn::TFromV<V>;
    if constexpr (sizeof(T) == 8)
      return v;
    else
      return self(self, hn::PromoteTo(hn::FixedTag<hwy::MakeWide<T>, N64>(), v));
  };
  const Integers<false> d;
  for (std::size_t lane = 0; lane < kWarpSize; lane += N64) {
    const auto value = hn::ShiftLeftSame(widened(widened, load<S, N64>(row, lane)), shift);
    hn::Store(hn::BitCast(d, hn::ShiftRightSame(value, shift)), d, to.lanes + lane);
  }
}

/// The source's integers. Op::imm: bits of its register above the type, which has the sign.
template <bool kSigned>
void load_integers(const sim::Warp& warp, const sim::Op* op, Wide& to) {
  const int bytes = Registers(op).source_bytes;
  const std::byte* const row = warp.rows + op->a;
  const int shift = op->imm + 64 - 8 * bytes;
  switch (bytes) {
    case 1: return widen_row<std::conditional_t<kSigned, s8, u8>>(row, shift, to);
    case 2: return widen_row<std::conditional_t<kSigned, s16, u16>>(row, shift, to);
    case 4: return widen_row<std::conditional_t<kSigned, s32, u32>>(row, shift, to);
    default: return widen_row<std::conditional_t<kSigned, s64, u64>>(row, shift, to);
  }
}

template <class T>
HWY_INLINE void store_low(std::byte* row, LaneMask lanes, const Wide& from) {
  HWY_ALIGN T values[kWarpSize];
  for (std::size_t lane = 0; lane < kWarpSize; lane += N64) {
    const auto value = hn::Load(Integers<false>(), from.lanes + lane);
    if constexpr (sizeof(T) == 8)
      hn::Store(value, hn::FixedTag<T, N64>(), values + lane);
    else
      hn::StoreU(hn::TruncateTo(hn::FixedTag<T, N64>(), value), hn::FixedTag<T, N64>(), values + lane);
  }
  if (lanes == kFullMask)
    std::memcpy(row, values, sizeof values);
  else if (lanes != 0)
    write_blended(row, lanes, values);
}

/// The low bits of each as the result.
const sim::Op* store_results(sim::Warp& warp, const sim::Op* op, const Wide& results) {
  std::byte* const row = warp.rows + op->d;
  const LaneMask lanes = exec_lanes(warp, op);
  switch (Registers(op).result_bytes) {
    case 1: store_low<u8>(row, lanes, results); break;
    case 2: store_low<u16>(row, lanes, results); break;
    case 4: store_low<u32>(row, lanes, results); break;
    default: store_low<u64>(row, lanes, results);
  }
  return op + 1;
}

/// Each vector of integers becomes what `meaning` says of it, 64 bits.
template <bool kSigned, class Meaning>
HWY_INLINE const sim::Op* apply_wide(sim::Warp& warp, const sim::Op* op, const Meaning& meaning) {
  Wide values;
  load_integers<kSigned>(warp, op, values);
  const Integers<false> d;
  for (std::size_t lane = 0; lane < kWarpSize; lane += N64) {
    const auto value = hn::BitCast(Integers<kSigned>(), hn::Load(d, values.lanes + lane));
    hn::Store(hn::BitCast(d, meaning(value)), d, values.lanes + lane);
  }
  return store_results(warp, op, values);
}

// ---- Integer to integer with .sat ----

template <bool kToSigned, bool kFromSigned>
const sim::Op* run_clamped(sim::Warp& warp, const sim::Op* op) {
  using From = std::conditional_t<kFromSigned, s64, u64>;
  const int bits = 8 * Registers(op).result_bytes - static_cast<int>(op->mode & 0xff);
  const int digits = kToSigned ? bits - 1 : bits;
  const u64 end = digits == 64 ? ~u64{0} : (u64{1} << digits) - 1;
  const auto highest = static_cast<From>(std::min(end, static_cast<u64>(std::numeric_limits<From>::max())));
  const auto lowest = static_cast<From>(kToSigned && kFromSigned ? ~end : 0);
  const Integers<kFromSigned> d;
  return apply_wide<kFromSigned>(
      warp, op, [=](auto value) HWY_ATTR { return hn::Min(hn::Max(value, hn::Set(d, lowest)), hn::Set(d, highest)); });
}

// ---- Integer to floating point ----

/// With .sat: 0 or 1.
template <u64 kOne, bool kSigned>
const sim::Op* run_zero_or_one(sim::Warp& warp, const sim::Op* op) {
  const Integers<kSigned> d;
  return apply_wide<kSigned>(warp, op, [=](auto value) HWY_ATTR {
    return hn::IfThenElseZero(hn::Gt(value, hn::Zero(d)), hn::Set(d, hn::TFromD<decltype(d)>(kOne)));
  });
}

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

template <const FloatFormat& kTo, class How, bool kSigned>
const sim::Op* run_short_of_integer(sim::Warp& warp, const sim::Op* op) {
  return apply_wide<kSigned>(warp, op, [](auto value) HWY_ATTR {
    const auto [upper, lower] = parts_in_double(value);
    const auto single = odd_single_of(add_to_odd(hn::FixedTag<f64, N64>(), upper, lower));
    return hn::PromoteTo(Integers<false>(), narrowed<kTo, How>(hn::DFromV<decltype(single)>(), single));
  });
}

/// At most 32 bits in a wider register: exact as f64. Zero is +0, whichever way is rounded.
template <class F, bool kSigned>
const sim::Op* run_float_of_integer(sim::Warp& warp, const sim::Op* op) {
  return apply_wide<kSigned>(warp, op, [](auto value) HWY_ATTR {
    const hn::FixedTag<f64, N64> df;
    const Integers<false> du;
    const auto [upper, lower] = parts_in_double(value);
    const auto is_zero = hn::RebindMask(df, hn::Eq(value, hn::Zero(Integers<kSigned>())));
    const auto number = hn::IfThenZeroElse(is_zero, hn::Add(upper, lower));
    if constexpr (sizeof(F) == 8)
      return hn::BitCast(du, number);
    else
      return hn::PromoteTo(du, hn::BitCast(hn::FixedTag<u32, N64>(), hn::DemoteTo(hn::FixedTag<f32, N64>(), number)));
  });
}

// ---- Floating point to integer ----

/// As at most 32 bits, in a register that is wider or not. A NaN of f64 is the top bit alone, others 0.
template <class F, Rounding kRounding, bool kFlush, bool kSigned>
const sim::Op* run_integer_of_float(sim::Warp& warp, const sim::Op* op) {
  const int bits = 8 * Registers(op).result_bytes - static_cast<int>(op->mode & 0xff);
  const f64 end = static_cast<f64>(u64{1} << (kSigned ? bits - 1 : bits));
  const f64 lowest = kSigned ? -end : 0;
  const f64 of_nan = !std::is_same_v<F, f64> ? 0 : kSigned ? -end : end / 2;
  const hn::FixedTag<f64, N64> df;
  const hn::FixedTag<s64, N64> di;
  const Integers<false> du;
  Wide results;
  for (std::size_t lane = 0; lane < kWarpSize; lane += N64) {
    const auto integral = integral_value<kRounding, kFlush>(load_source<f64, F, N64>(warp.rows + op->a, lane)[0]);
    const auto number = [&]() HWY_ATTR {
      if constexpr (std::is_same_v<F, f64>)
        return integral;
      else
        return hn::PromoteTo(df, integral);
    }();
    const auto known = hn::IfThenElse(hn::Eq(number, number), number, hn::Set(df, of_nan));
    const auto clamped = hn::Min(hn::Max(known, hn::Set(df, lowest)), hn::Set(df, end - 1));
    hn::Store(hn::BitCast(du, hn::ConvertTo(di, clamped)), du, results.lanes + lane);
  }
  return store_results(warp, op, results);
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

/// The 19 bits of a tf32; a NaN keeps those it has when rounded away from zero, else it is the format's own.
/// \param kModified  rounded away from zero: never beyond the largest number (.satfinite); else: never negative (.relu)
template <Rounding kRounding, bool kModified>
constexpr sim::Handler kTf32 = lanewise<u32, f32>([](auto du, auto a) HWY_ATTR {
  const auto bits = hn::BitCast(du, a);
  const auto is_nan = hn::RebindMask(du, hn::IsNaN(a));
  const auto kept = hn::Set(du, ~u32{0x1fff});
  const auto magnitude = hn::Set(du, 0x7fffffffu);
  if constexpr (kRounding == Rounding::nearest_away) {
    const auto rounded = hn::And(kept, hn::Add(bits, hn::IfThenZeroElse(is_nan, hn::Set(du, 0x1000u))));
    if constexpr (!kModified) return rounded;
    const auto beyond = hn::Gt(hn::And(rounded, magnitude), hn::Set(du, 0x7f7fffffu));
    return hn::Sub(rounded, hn::IfThenElseZero(beyond, hn::Set(du, 0x2000u)));
  } else {
    const auto odd = hn::And(hn::ShiftRight<13>(bits), hn::Set(du, 1u));
    const auto up = kRounding == Rounding::nearest ? hn::Add(odd, hn::Set(du, 0xfffu)) : hn::Zero(du);
    auto rounded = hn::And(kept, hn::Add(bits, up));
    if constexpr (kModified) rounded = hn::IfThenZeroElse(hn::Gt(bits, magnitude), rounded);
    return hn::IfThenElse(is_nan, hn::Set(du, 0x7fffe000u), rounded);
  }
});

// ---- Choosing ----

/// make(std::bool_constant) of whether the type is signed.
template <class Make>
sim::Handler of_sign(Number number, Make make) {
  return is_signed_integer(number) ? make(std::true_type()) : make(std::false_type());
}

sim::Handler clamped_integer(const Conversion& c) {
  return of_sign(c.to, [&](auto to) {
    return of_sign(c.from,
                   [](auto from) -> sim::Handler { return run_clamped<decltype(to)::value, decltype(from)::value>; });
  });
}

sim::Handler float_of_integer(const Conversion& c) {
  return of_sign(c.from, [&](auto sign) -> sim::Handler {
    constexpr bool kSigned = decltype(sign)::value;
    if (c.saturate) {
      if (c.to == Number::f16) return run_zero_or_one<0x3c00, kSigned>;
      if (c.to == Number::bf16) return run_zero_or_one<0x3f80, kSigned>;
      if (c.to == Number::f32) return run_zero_or_one<0x3f800000, kSigned>;
      return c.to == Number::f64 ? run_zero_or_one<0x3ff0000000000000, kSigned> : nullptr;
    }
    if (c.to == Number::f16 || c.to == Number::bf16) {
      return with_modes(c, [&](auto modes) -> sim::Handler {
        using How = decltype(modes);
        if constexpr (How::kRelu || How::kSatfinite)
          return nullptr;
        else
          return c.to == Number::f16 ? run_short_of_integer<kF16, How, kSigned>
                                     : run_short_of_integer<kBf16, How, kSigned>;
      });
    }
    if (bits_of(c.from) > 32) return nullptr;
    if (c.to == Number::f64) return run_float_of_integer<f64, kSigned>;
    static constexpr auto kHandlers = in_each_rounding<run_float_of_integer<f32, kSigned>>();
    return c.to == Number::f32 ? kHandlers[static_cast<std::size_t>(c.rounding)] : nullptr;
  });
}

sim::Handler integer_of_float(const Conversion& c) {
  return of_sign(c.to, [&](auto sign) {
    return of_rounding(c.rounding, [&](auto rounding) -> sim::Handler {
      constexpr bool kSigned = decltype(sign)::value;
      constexpr Rounding kRounding = decltype(rounding)::value;
      if (c.from == Number::f64) return run_integer_of_float<f64, kRounding, false, kSigned>;
      if (c.from == Number::f16) return run_integer_of_float<Single<Half<>>, kRounding, false, kSigned>;
      if (c.from == Number::bf16) return run_integer_of_float<Single<Brain>, kRounding, false, kSigned>;
      if (c.from != Number::f32) return nullptr;
      return c.flush ? run_integer_of_float<f32, kRounding, true, kSigned>
                     : run_integer_of_float<f32, kRounding, false, kSigned>;
    });
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
    // Without either convert.cpp has it.
    static constexpr sim::Handler kHandlers[2][2] = {
        {nullptr, in_each_rounding<kSingleOfDouble<kRounding, false, true>>()[kAt]},
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
  constexpr Rounding kAway = Rounding::nearest_away;
  if (c.rounding == kAway) {
    if (c.relu) return nullptr;
    return c.satfinite ? kTf32<kAway, true> : kTf32<kAway, false>;
  }
  if (c.satfinite) return nullptr;
  if (c.rounding == Rounding::nearest) return c.relu ? kTf32<Rounding::nearest, true> : kTf32<Rounding::nearest, false>;
  if (c.rounding != Rounding::zero) return nullptr;
  return c.relu ? kTf32<Rounding::zero, true> : kTf32<Rounding::zero, false>;
}

sim::Handler rest_conversion(const Conversion& c) {
  if (c.to == Number::tf32) return c.from == Number::f32 ? tf32_of_single(c) : nullptr;
  if (c.relu || c.satfinite) return nullptr;
  if (is_integer(c.to)) {
    if (is_integer(c.from)) return c.saturate ? clamped_integer(c) : nullptr;
    return bits_of(c.to) <= 32 ? integer_of_float(c) : nullptr;
  }
  if (is_integer(c.from)) return float_of_integer(c);
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

sim::Handler rest_conversion(const Conversion& conversion) { return HWY_DYNAMIC_DISPATCH(rest_conversion)(conversion); }

}  // namespace warpglass::isa
#endif
