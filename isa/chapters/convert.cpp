// cvt between two numbers. Any pair and any modifiers are answered exactly by isa/conversion.hpp, a number at a time;
// the pairs that compilers write have vector code here. A register may be wider than the type: the low bits are read,
// and a result is extended to the register's width, with its sign when the type has one.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "isa/chapters/convert.cpp"
#include <hwy/foreach_target.h>
//
#include <cmath>

#include "isa/chapters/chapters.hpp"
#include "isa/chapters/convert.hpp"
#include "isa/chapters/formats-inl.hpp"
#include "isa/chapters/lanes.hpp"
#include "isa/conversion.hpp"
#include "isa/half-inl.hpp"
#include "isa/lanewise-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpglass::isa {
namespace HWY_NAMESPACE {
namespace {

// ---- Integer to integer, without .sat ----

/// Lanes of one integer width to another; a wider lane is filled by the sign of S.
template <class D, class S>
HWY_INLINE auto resized(hn::FixedTag<D, step_lanes<D, S>()> d, hn::VFromD<hn::FixedTag<S, step_lanes<D, S>()>> v) {
  constexpr std::size_t N = step_lanes<D, S>();
  if constexpr (sizeof(D) == sizeof(S)) {
    return hn::BitCast(d, v);
  } else if constexpr (sizeof(D) < sizeof(S)) {
    const hn::FixedTag<std::make_unsigned_t<S>, N> du;
    return hn::BitCast(d, hn::TruncateTo(hn::FixedTag<std::make_unsigned_t<D>, N>(), hn::BitCast(du, v)));
  } else {
    using Wide = std::conditional_t<hwy::IsSigned<S>(), std::make_signed_t<D>, std::make_unsigned_t<D>>;
    if constexpr (sizeof(D) == 8 && sizeof(S) == 2) {
      using Middle = std::conditional_t<hwy::IsSigned<S>(), s32, u32>;
      return hn::BitCast(d, hn::PromoteTo(hn::FixedTag<Wide, N>(), hn::PromoteTo(hn::FixedTag<Middle, N>(), v)));
    } else {
      return hn::BitCast(d, hn::PromoteTo(hn::FixedTag<Wide, N>(), v));
    }
  }
}

/// Types as wide as their registers.
template <class D, class S>
const sim::Op* run_resize(sim::Warp& warp, const sim::Op* op) {
  return apply<D, S>(warp, op, [](auto d, auto a) HWY_ATTR { return resized<D, S>(d, a); });
}

/// Types narrower than their registers. Op::imm: bits of the source register above its type; Op::mode: the same of
/// the result. D and S have the signs of the types.
template <class D, class S>
const sim::Op* run_resize_narrow(sim::Warp& warp, const sim::Op* op) {
  const int above_source = op->imm;
  const auto above_result = static_cast<int>(op->mode & 0xff);
  return apply<D, S>(warp, op, [=](auto d, auto a) HWY_ATTR {
    const auto value = hn::ShiftRightSame(hn::ShiftLeftSame(a, above_source), above_source);
    return hn::ShiftRightSame(hn::ShiftLeftSame(resized<D, S>(d, value), above_result), above_result);
  });
}

template <class D, class S>
sim::Handler resize(bool narrow) {
  return narrow ? &run_resize_narrow<D, S> : &run_resize<D, S>;
}
template <class D>
sim::Handler resize_from(int bytes, bool is_signed, bool narrow) {
  switch (bytes) {
    case 2: return is_signed ? resize<D, s16>(narrow) : resize<D, u16>(narrow);
    case 4: return is_signed ? resize<D, s32>(narrow) : resize<D, u32>(narrow);
    case 8: return is_signed ? resize<D, s64>(narrow) : resize<D, u64>(narrow);
    default: return nullptr;
  }
}

/// nullptr when a register is of another width than 2, 4 or 8 bytes.
sim::Handler integer_handler(const Conversion& c, int to_bytes, int from_bytes) {
  const bool narrow = bits_of(c.to) != 8 * to_bytes || bits_of(c.from) != 8 * from_bytes;
  const bool from_signed = is_signed_integer(c.from);
  // Without an extension of its own the result only takes its low bits, whatever its sign.
  const bool to_signed = narrow && is_signed_integer(c.to);
  switch (to_bytes) {
    case 2:
      return to_signed ? resize_from<s16>(from_bytes, from_signed, narrow)
                       : resize_from<u16>(from_bytes, from_signed, narrow);
    case 4:
      return to_signed ? resize_from<s32>(from_bytes, from_signed, narrow)
                       : resize_from<u32>(from_bytes, from_signed, narrow);
    case 8:
      return to_signed ? resize_from<s64>(from_bytes, from_signed, narrow)
                       : resize_from<u64>(from_bytes, from_signed, narrow);
    default: return nullptr;
  }
}

// ---- Integer to integer with .sat, from 32 bits ----

/// The range of the result's type, which has the sign of D and Op::mode bits less, as far as S reaches.
template <class D, class S>
struct Range {
  S lowest;
  S highest;

  explicit Range(const sim::Op* op) {
    const int digits = std::numeric_limits<D>::digits - static_cast<int>(op->mode & 0xff);
    const std::int64_t end = (std::int64_t{1} << digits) - 1;
    highest = static_cast<S>(std::min<std::int64_t>(end, std::numeric_limits<S>::max()));
    lowest = static_cast<S>(hwy::IsSigned<D>() && hwy::IsSigned<S>() ? -end - 1 : 0);
  }
  template <class DS, class V>
  HWY_INLINE V clamp(DS ds, V v) const {
    return hn::Min(hn::Max(v, hn::Set(ds, lowest)), hn::Set(ds, highest));
  }
};

template <class D, class S>
const sim::Op* run_clamped(sim::Warp& warp, const sim::Op* op) {
  const Range<D, S> range(op);
  return apply<D, S>(
      warp, op, [=](auto d, auto a) HWY_ATTR { return resized<D, S>(d, range.clamp(hn::DFromV<decltype(a)>(), a)); });
}

/// nullptr when the source is not the whole of a 32-bit register, or the result's register has not 2 or 4 bytes.
sim::Handler clamped_handler(const Conversion& c, int to_bytes, int from_bytes) {
  const bool from_signed = is_signed_integer(c.from);
  const bool to_signed = is_signed_integer(c.to);
  if (from_bytes != 4 || bits_of(c.from) != 32) return nullptr;
  if (to_bytes == 2) {
    if (from_signed) return to_signed ? run_clamped<s16, s32> : run_clamped<u16, s32>;
    return to_signed ? run_clamped<s16, u32> : run_clamped<u16, u32>;
  }
  if (to_bytes != 4) return nullptr;
  if (from_signed) return to_signed ? run_clamped<s32, s32> : run_clamped<u32, s32>;
  return to_signed ? run_clamped<s32, u32> : run_clamped<u32, u32>;
}

// ---- Integer to floating point: the host's conversion under the wanted rounding ----

template <class F, class S>
constexpr sim::Handler float_of = per_lane<F, S>([](S a) { return static_cast<F>(a); });
template <>
constexpr sim::Handler float_of<f32, s32> =
    lanewise<f32, s32>([](auto d, auto a) HWY_ATTR { return hn::ConvertTo(d, a); });
template <>
constexpr sim::Handler float_of<f64, s32> =
    lanewise<f64, s32>([](auto d, auto a) HWY_ATTR { return hn::PromoteTo(d, a); });

/// A byte in a wider register.
template <class F, class R, class S>
constexpr sim::Handler float_of_byte = per_lane<F, R>([](R a) { return static_cast<F>(static_cast<S>(a)); });

template <sim::Handler kHandler>
sim::Handler rounded(const Conversion& c) {
  static constexpr auto kHandlers = in_each_rounding<kHandler>();
  return kHandlers[static_cast<std::size_t>(c.rounding)];
}

/// Zero is +0, whichever way is rounded. Compilers may convert unsigned numbers by a subtraction, whose zero is -0 when
/// rounding downwards.
template <sim::Handler kHandler, class F, class U>
const sim::Op* with_positive_zero(sim::Warp& warp, const sim::Op* op) {
  const LaneMask zeros =
      lanes_where(exec_lanes(warp, op), [&](int lane) { return sim::lane_value<U>(warp, op->a, lane) == 0; });
  const sim::Op* const next = kHandler(warp, op);
  for_each_lane(zeros, [&](int lane) { sim::set_lane_value(warp, op->d, lane, F{0}); });
  return next;
}

template <class F, class U>
sim::Handler rounded_unsigned(const Conversion& c) {
  static constexpr auto kHandlers = in_each_rounding<float_of<F, U>>();
  if (c.rounding == Rounding::down)
    return with_positive_zero<kHandlers[static_cast<std::size_t>(Rounding::down)], F, U>;
  return kHandlers[static_cast<std::size_t>(c.rounding)];
}

template <class F>
sim::Handler float_handler(const Conversion& c, int from_bytes) {
  if (bits_of(c.from) == 8 && from_bytes == 2)
    return c.from == Number::u8 ? float_of_byte<F, u16, u8> : float_of_byte<F, u16, s8>;
  if (bits_of(c.from) == 8 && from_bytes == 4)
    return c.from == Number::u8 ? float_of_byte<F, u32, u8> : float_of_byte<F, u32, s8>;
  if (bits_of(c.from) != 8 * from_bytes) return nullptr;
  if (c.from == Number::u16) return rounded<float_of<F, u16>>(c);
  if (c.from == Number::s16) return rounded<float_of<F, s16>>(c);
  if (c.from == Number::u32) return rounded_unsigned<F, u32>(c);
  if (c.from == Number::s32) return rounded<float_of<F, s32>>(c);
  if (c.from == Number::u64) return rounded_unsigned<F, u64>(c);
  if (c.from == Number::s64) return rounded<float_of<F, s64>>(c);
  return nullptr;
}

/// To nearest: what f32 rounds is an infinity as a half.
constexpr sim::Handler kHalfOfSigned =
    lanewise<Single<Half<>>, s32>([](auto d, auto a) HWY_ATTR { return hn::ConvertTo(d, a); });
constexpr sim::Handler kHalfOfUnsigned = lanewise<Single<Half<>>, u32>([](auto d, auto a) HWY_ATTR {
  const hn::RebindToSigned<hn::DFromV<decltype(a)>> ds;
  return hn::ConvertTo(d, hn::BitCast(ds, hn::Min(a, hn::Set(hn::DFromV<decltype(a)>(), u32{0x7fffffff}))));
});

/// nullptr when the source is not the whole of a 32-bit register.
sim::Handler half_handler(const Conversion& c, int from_bytes) {
  if (from_bytes != 4 || bits_of(c.from) != 32 || c.rounding != Rounding::nearest) return nullptr;
  return c.from == Number::s32 ? kHalfOfSigned : kHalfOfUnsigned;
}

// ---- Floating point to integer ----

template <Rounding kRounding, class F>
F to_integral_scalar(F v) {
  if constexpr (kRounding == Rounding::nearest)
    return std::nearbyint(v);
  else if constexpr (kRounding == Rounding::zero)
    return std::trunc(v);
  else if constexpr (kRounding == Rounding::down)
    return std::floor(v);
  else
    return std::ceil(v);
}

/// Clamped to the type's range. A NaN is 0 from f32 into 32 bits, else the top bit alone.
template <class D, class F, Rounding kRounding>
D integer_from(F a) {
  constexpr F kBeyond = static_cast<F>(u64{1} << (std::numeric_limits<D>::digits - 1)) * 2;
  constexpr F kLowest = static_cast<F>(std::numeric_limits<D>::min());
  constexpr D kOfNan = sizeof(F) == 4 && sizeof(D) == 4 ? D{0} : static_cast<D>(u64{1} << (sizeof(D) * 8 - 1));
  const F v = to_integral_scalar<kRounding>(a);
  if (std::isnan(v)) return kOfNan;
  if (v >= kBeyond) return std::numeric_limits<D>::max();
  if (v < kLowest) return std::numeric_limits<D>::min();
  return static_cast<D>(v);
}

/// An integral f32, clamped; 0 for a NaN.
template <class DI, class V>
HWY_INLINE auto signed_of(DI di, V v) {
  const hn::Rebind<f32, DI> df;
  const auto converted = hn::ConvertTo(di, hn::IfThenElseZero(hn::Eq(v, v), v));
  const auto beyond = hn::RebindMask(di, hn::Ge(v, hn::Set(df, 0x1p31f)));
  return hn::IfThenElse(beyond, hn::Set(di, std::numeric_limits<s32>::max()), converted);
}
template <class DI, class V>
HWY_INLINE auto unsigned_of(DI di, V v) {
  const hn::Rebind<f32, DI> df;
  const auto half = hn::Set(df, 0x1p31f);
  const auto in_range = hn::IfThenElseZero(hn::Gt(v, hn::Zero(df)), v);  // NaN and what is below 0 are 0
  const auto upper = hn::Ge(in_range, half);
  const auto low = hn::ConvertTo(di, hn::Sub(in_range, hn::IfThenElseZero(upper, half)));
  const auto value = hn::Xor(low, hn::IfThenElseZero(hn::RebindMask(di, upper), hn::Set(di, INT32_MIN)));
  return hn::IfThenElse(hn::RebindMask(di, hn::Ge(in_range, hn::Set(df, 0x1p32f))), hn::Set(di, -1), value);
}

template <class D, class F, Rounding kRounding, bool kFlush>
constexpr sim::Handler integer_of = per_lane<D, F>([](F a) {
  constexpr bool kMatters = kFlush && (kRounding == Rounding::down || kRounding == Rounding::up);
  if (kMatters && std::abs(a) < std::numeric_limits<F>::min()) a = 0;
  return integer_from<D, F, kRounding>(a);
});
template <Rounding kRounding, bool kFlush>
constexpr sim::Handler integer_of<s32, f32, kRounding, kFlush> =
    lanewise<s32, f32>([](auto d, auto a) HWY_ATTR { return signed_of(d, integral_value<kRounding, kFlush>(a)); });
template <Rounding kRounding, bool kFlush>
constexpr sim::Handler integer_of<u32, f32, kRounding, kFlush> =
    lanewise<s32, f32>([](auto d, auto a) HWY_ATTR { return unsigned_of(d, integral_value<kRounding, kFlush>(a)); });
template <class Format, Rounding kRounding, bool kFlush>
constexpr sim::Handler integer_of<s32, Single<Format>, kRounding, kFlush> = lanewise<s32, Single<Format>>(
    [](auto d, auto a) HWY_ATTR { return signed_of(d, integral_value<kRounding, kFlush>(a)); });
template <class Format, Rounding kRounding, bool kFlush>
constexpr sim::Handler integer_of<u32, Single<Format>, kRounding, kFlush> = lanewise<s32, Single<Format>>(
    [](auto d, auto a) HWY_ATTR { return unsigned_of(d, integral_value<kRounding, kFlush>(a)); });
/// Widened together, converted one by one.
template <class D, class Format, Rounding kRounding>
constexpr sim::Handler long_of_short = lanewise<D, Single<Format>>([](auto d, auto a) HWY_ATTR {
  constexpr std::size_t N = hn::MaxLanes(decltype(d)());
  HWY_ALIGN f32 values[N];
  HWY_ALIGN D results[N];
  hn::Store(a, hn::DFromV<decltype(a)>(), values);
  for (std::size_t i = 0; i < N; ++i) results[i] = integer_from<D, f32, kRounding>(values[i]);
  return hn::Load(d, results);
});
template <class Format, Rounding kRounding, bool kFlush>
constexpr sim::Handler integer_of<s64, Single<Format>, kRounding, kFlush> = long_of_short<s64, Format, kRounding>;
template <class Format, Rounding kRounding, bool kFlush>
constexpr sim::Handler integer_of<u64, Single<Format>, kRounding, kFlush> = long_of_short<u64, Format, kRounding>;

/// Fewer than 32 bits, in a register of 1, 2 or 4 bytes: Op::mode bits less than D, whose sign is the type's.
template <class D, class F, Rounding kRounding, bool kFlush>
const sim::Op* run_narrow_integer(sim::Warp& warp, const sim::Op* op) {
  const Range<D, s32> range(op);
  return apply<D, F>(warp, op, [=](auto d, auto a) HWY_ATTR {
    const hn::Rebind<s32, decltype(d)> di;
    return resized<D, s32>(d, range.clamp(di, signed_of(di, integral_value<kRounding, kFlush>(a))));
  });
}

template <class F, Rounding kRounding, bool kFlush>
sim::Handler integer_handler(const Conversion& c, int to_bytes) {
  if (bits_of(c.to) == 8 * to_bytes) {
    if (c.to == Number::s32) return integer_of<s32, F, kRounding, kFlush>;
    if (c.to == Number::u32) return integer_of<u32, F, kRounding, kFlush>;
    if (c.to == Number::s64) return integer_of<s64, F, kRounding, kFlush>;
    if (c.to == Number::u64) return integer_of<u64, F, kRounding, kFlush>;
  }
  if constexpr (!std::is_same_v<F, f64>) {
    if (bits_of(c.to) > 16) return nullptr;
    const bool is_signed = is_signed_integer(c.to);
    if (to_bytes == 1)
      return is_signed ? run_narrow_integer<s8, F, kRounding, kFlush> : run_narrow_integer<u8, F, kRounding, kFlush>;
    if (to_bytes == 2)
      return is_signed ? run_narrow_integer<s16, F, kRounding, kFlush> : run_narrow_integer<u16, F, kRounding, kFlush>;
    if (to_bytes == 4)
      return is_signed ? run_narrow_integer<s32, F, kRounding, kFlush> : run_narrow_integer<u32, F, kRounding, kFlush>;
  }
  return nullptr;
}
template <class F, bool kFlush = false>
sim::Handler integer_in_mode(const Conversion& c, int to_bytes) {
  return of_rounding(c.rounding,
                     [&](auto rounding) { return integer_handler<F, decltype(rounding)::value, kFlush>(c, to_bytes); });
}
/// Results are clamped, .sat or not.
sim::Handler integer_from_float_handler(const Conversion& c, int to_bytes) {
  if (c.from == Number::f16) return integer_in_mode<Single<Half<>>>(c, to_bytes);
  if (c.from == Number::bf16) return integer_in_mode<Single<Brain>>(c, to_bytes);
  if (c.from == Number::f32)
    return c.flush ? integer_in_mode<f32, true>(c, to_bytes) : integer_in_mode<f32>(c, to_bytes);
  return c.from == Number::f64 ? integer_in_mode<f64>(c, to_bytes) : nullptr;
}

// ---- Floating point to floating point ----

template <class F, Rounding kRounding, bool kFlush>
constexpr sim::Handler integral =
    lanewise<F>([](auto d, auto a) HWY_ATTR { return canonical_nan(d, integral_value<kRounding, kFlush>(a)); });
template <class F, bool kFlush = false>
sim::Handler integral_in_mode(Rounding rounding) {
  return of_rounding(rounding, [](auto how) -> sim::Handler { return integral<F, decltype(how)::value, kFlush>; });
}

constexpr sim::Handler kSingleOfDouble = lanewise<f32, f64>([](auto d, auto a) HWY_ATTR { return hn::DemoteTo(d, a); });
constexpr sim::Handler kDoubleOfSingle =
    lanewise<f64, f32>([](auto d, auto a) HWY_ATTR { return hn::PromoteTo(d, a); });
constexpr sim::Handler kHalfOfSingle = lanewise<Single<Half<>>, f32>([](auto, auto a) HWY_ATTR { return a; });
constexpr sim::Handler kBrainOfSingle = lanewise<Single<Brain>, f32>([](auto, auto a) HWY_ATTR { return a; });
constexpr sim::Handler kSingleOfHalf =
    lanewise<f32, Single<Half<>>>([](auto d, auto a) HWY_ATTR { return canonical_nan(d, a); });
constexpr sim::Handler kSingleOfBrain = lanewise<f32, Single<Brain>>([](auto, auto a) HWY_ATTR { return a; });
constexpr sim::Handler kFlushed = lanewise<f32>([](auto d, auto a) HWY_ATTR { return canonical_nan(d, flush(d, a)); });
constexpr sim::Handler kFlushedOfBrain =
    lanewise<f32, Single<Brain>>([](auto d, auto a) HWY_ATTR { return canonical_nan(d, flush(d, a)); });
constexpr sim::Handler kDoubleOfFlushed = lanewise<f64, f32>([](auto d, auto a) HWY_ATTR {
  const hn::DFromV<decltype(a)> df;
  return hn::PromoteTo(d, canonical_nan(df, flush(df, a)));
});
sim::Handler float_to_float_handler(const Conversion& c) {
  const bool nearest = c.rounding == Rounding::nearest;
  const bool same = c.to == c.from;
  if (c.saturate) return nullptr;
  if (c.to == Number::f16 && same && c.to_integral) return integral_in_mode<Single<Half<>>>(c.rounding);
  if (c.to == Number::bf16 && same && c.to_integral) return integral_in_mode<Single<Brain>>(c.rounding);
  if (c.to == Number::f32 && same && c.to_integral)
    return c.flush ? integral_in_mode<f32, true>(c.rounding) : integral_in_mode<f32>(c.rounding);
  if (c.to == Number::f64 && same && c.to_integral) return integral_in_mode<f64>(c.rounding);
  if (c.to == Number::f32 && same && c.flush) return kFlushed;
  if (c.to == Number::f32 && c.from == Number::f64) return c.flush ? nullptr : rounded<kSingleOfDouble>(c);
  if (c.to == Number::f64 && c.from == Number::f32) return c.flush ? kDoubleOfFlushed : kDoubleOfSingle;
  // .ftz says nothing where one of them is a half.
  if (c.to == Number::f16 && c.from == Number::f32 && nearest) return kHalfOfSingle;
  if (c.to == Number::f32 && c.from == Number::f16) return kSingleOfHalf;
  if (c.to == Number::f32 && c.from == Number::bf16 && c.flush) return kFlushedOfBrain;
  if (c.flush) return nullptr;
  if (c.to == Number::bf16 && c.from == Number::f32 && nearest) return kBrainOfSingle;
  return c.to == Number::f32 && c.from == Number::bf16 ? kSingleOfBrain : nullptr;
}

// Two numbers into one packed register, the first above the second.
constexpr sim::Handler kHalvesOfSingles = lanewise<u32, f32, f32>([](auto, auto a, auto b) HWY_ATTR {
  const hn::DFromV<decltype(a)> df;
  return hn::Or(hn::ShiftLeft<16>(Half<>::narrow(df, a)), Half<>::narrow(df, b));
});
constexpr sim::Handler kBrainsOfSingles = lanewise<u32, f32, f32>([](auto, auto a, auto b) HWY_ATTR {
  const hn::DFromV<decltype(a)> df;
  return hn::Or(hn::ShiftLeft<16>(Brain::narrow(df, a)), Brain::narrow(df, b));
});

sim::Handler fast_packing(const Conversion& c) {
  if (c.from != Number::f32 || c.rounding != Rounding::nearest || c.relu || c.satfinite) return nullptr;
  if (c.to == Number::f16) return kHalvesOfSingles;
  return c.to == Number::bf16 ? kBrainsOfSingles : nullptr;
}

sim::Handler fast_conversion(const Conversion& c, int to_bytes, int from_bytes) {
  if (c.relu || c.satfinite) return nullptr;
  const bool from_whole = bits_of(c.from) == 8 * from_bytes;
  if (is_integer(c.to)) {
    if (is_integer(c.from))
      return c.saturate ? clamped_handler(c, to_bytes, from_bytes) : integer_handler(c, to_bytes, from_bytes);
    return from_whole ? integer_from_float_handler(c, to_bytes) : nullptr;
  }
  if (bits_of(c.to) != 8 * to_bytes) return nullptr;
  if (!is_integer(c.from)) return from_whole ? float_to_float_handler(c) : nullptr;
  if (c.saturate) return nullptr;
  if (c.to == Number::f32) return float_handler<f32>(c, from_bytes);
  if (c.to == Number::f64) return float_handler<f64>(c, from_bytes);
  return c.to == Number::f16 ? half_handler(c, from_bytes) : nullptr;
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace warpglass::isa
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace warpglass::isa {

HWY_EXPORT(fast_conversion);
HWY_EXPORT(fast_packing);

sim::Handler fast_conversion(const Conversion& conversion, int to_bytes, int from_bytes) {
  for (const auto part : {HWY_DYNAMIC_DISPATCH(fast_conversion), &format_conversion})
    if (const sim::Handler handler = part(conversion, to_bytes, from_bytes)) return handler;
  return rest_conversion(conversion);
}

sim::Handler fast_packing(const Conversion& conversion) {
  const sim::Handler own = HWY_DYNAMIC_DISPATCH(fast_packing)(conversion);
  return own != nullptr ? own : format_packing(conversion);
}

}  // namespace warpglass::isa
#endif
