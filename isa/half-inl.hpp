// Halves and bfloat16 as element types of lanewise: computed in f32 lanes, rounded once when stored. Sums, differences
// and half products are exact enough in f32 that rounding again cannot go wrong; fused products are rounded to odd in
// between (the last bit is set when anything was lost), which makes the second rounding right.
#if defined(WARPGLASS_ISA_HALF_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WARPGLASS_ISA_HALF_INL_HPP
#undef WARPGLASS_ISA_HALF_INL_HPP
#else
#define WARPGLASS_ISA_HALF_INL_HPP
#endif

#include "isa/float-inl.hpp"
#include "isa/lanewise-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpglass::isa {
namespace HWY_NAMESPACE {
namespace {

#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX2
constexpr bool kConvertsHalves = true;  // F16C
#else
constexpr bool kConvertsHalves = false;
#endif

/// The vector, of which the compiler does not know where it comes from. Clang compares and chooses among halves that it
/// sees widened as halves, and where the processor has no such instruction one after the other.
template <class V>
HWY_INLINE V of_unknown_origin(V v) {
#if defined(__clang__) && HWY_ARCH_X86
  __asm__("" : "+x"(v.raw));
#endif
  return v;
}

/// binary16 in the low bits of 32-bit lanes. kFlush: subnormals are zeros, coming and going (.ftz).
template <bool kFlush = false>
struct Half {
  template <class DU, class V>
  static HWY_INLINE auto widen(DU du, V bits) {
    const hn::RebindToFloat<DU> df;
    const auto magnitude = hn::And(bits, hn::Set(du, 0x7fffu));
    if constexpr (kFlush)
      bits = hn::IfThenElse(hn::Lt(magnitude, hn::Set(du, 0x0400u)), hn::And(bits, hn::Set(du, 0x8000u)), bits);
    if constexpr (kConvertsHalves) {
      const hn::Rebind<u16, DU> d16;
      const hn::Rebind<hwy::float16_t, DU> dh;
      return of_unknown_origin(hn::PromoteTo(df, hn::BitCast(dh, hn::TruncateTo(d16, bits))));
    } else {
      const auto rest = hn::And(bits, hn::Set(du, 0x7fffu));
      const auto sign = hn::ShiftLeft<16>(hn::And(bits, hn::Set(du, 0x8000u)));
      const auto scaled = hn::Mul(hn::BitCast(df, hn::ShiftLeft<13>(rest)), hn::Set(df, 0x1p112f));
      const auto special = hn::Or(hn::ShiftLeft<13>(rest), hn::Set(du, 0x7f800000u));
      const auto value = hn::IfThenElse(hn::Lt(rest, hn::Set(du, 0x7c00u)), hn::BitCast(du, scaled), special);
      return hn::BitCast(df, hn::Or(value, sign));
    }
  }

  /// The same of 16-bit lanes.
  template <class D16, class V>
  static HWY_INLINE auto widen_short(D16 d16, V bits) {
    const hn::Rebind<f32, D16> df;
    if constexpr (kConvertsHalves) {
      if constexpr (kFlush) {
        const auto magnitude = hn::And(bits, hn::Set(d16, 0x7fff));
        bits = hn::IfThenElse(hn::Lt(magnitude, hn::Set(d16, 0x0400)), hn::And(bits, hn::Set(d16, 0x8000)), bits);
      }
      return of_unknown_origin(hn::PromoteTo(df, hn::BitCast(hn::Rebind<hwy::float16_t, D16>(), bits)));
    } else {
      const hn::Rebind<u32, D16> du;
      return widen(du, hn::PromoteTo(du, bits));
    }
  }

  /// narrow() to 16-bit lanes.
  template <class DF, class V>
  static HWY_INLINE auto narrow_short(DF df, V v) {
    const hn::Rebind<u16, DF> d16;
    if constexpr (kConvertsHalves && !kFlush) {
      const auto bits = hn::BitCast(d16, hn::DemoteTo(hn::Rebind<hwy::float16_t, DF>(), v));
      const auto is_nan = hn::Gt(hn::And(bits, hn::Set(d16, 0x7fff)), hn::Set(d16, 0x7c00));
      return hn::IfThenElse(is_nan, hn::Set(d16, 0x7fff), bits);
    } else {
      return hn::TruncateTo(d16, narrow(df, v));
    }
  }

  /// To nearest, ties to even; 0x7fff for a NaN.
  template <class DF, class V>
  static HWY_INLINE auto narrow(DF df, V v) {
    const hn::RebindToUnsigned<DF> du;
    auto bits = nearest(df, v);
    if constexpr (kFlush) {  // what would be subnormal if rounded to 11 digits at any exponent
      const auto is_small = hn::RebindMask(du, hn::Lt(hn::Abs(v), hn::Set(df, 0x1p-14f - 0x1p-26f)));
      bits = hn::IfThenElse(is_small, hn::And(bits, hn::Set(du, 0x8000u)), bits);
    }
    return hn::IfThenElse(hn::RebindMask(du, hn::IsNaN(v)), hn::Set(du, 0x7fffu), bits);
  }

 private:
  template <class DF, class V>
  static HWY_INLINE auto nearest(DF df, V v) {
    const hn::RebindToUnsigned<DF> du;
    if constexpr (kConvertsHalves) {
      const hn::Rebind<u16, DF> d16;
      const hn::Rebind<hwy::float16_t, DF> dh;
      return hn::PromoteTo(du, hn::BitCast(d16, hn::DemoteTo(dh, v)));
    } else {
      const auto all = hn::BitCast(du, v);
      const auto rest = hn::And(all, hn::Set(du, 0x7fffffffu));
      const auto sign = hn::And(hn::ShiftRight<16>(all), hn::Set(du, 0x8000u));
      // Adding 0.5 leaves the rounded multiple of 2^-24 in the low bits; elsewhere the exponent moves and ties go even.
      const auto shifted = hn::Add(hn::BitCast(df, rest), hn::Set(df, 0.5f));
      const auto small = hn::Sub(hn::BitCast(du, shifted), hn::Set(du, 0x3f000000u));
      const auto odd = hn::And(hn::ShiftRight<13>(rest), hn::Set(du, 1u));
      const auto moved = hn::Add(hn::Sub(rest, hn::Set(du, 112u << 23)), hn::Add(odd, hn::Set(du, 0xfffu)));
      auto result = hn::IfThenElse(hn::Lt(rest, hn::Set(du, 0x38800000u)), small, hn::ShiftRight<13>(moved));
      result = hn::IfThenElse(hn::Lt(rest, hn::Set(du, 0x477ff000u)), result, hn::Set(du, 0x7c00u));
      return hn::Or(result, sign);
    }
  }
};

/// bfloat16 in the low bits of 32-bit lanes: the upper half of an f32.
struct Brain {
  template <class DU, class V>
  static HWY_INLINE auto widen(DU, V bits) {
    return hn::BitCast(hn::RebindToFloat<DU>(), hn::ShiftLeft<16>(bits));
  }
  template <class D16, class V>
  static HWY_INLINE auto widen_short(D16, V bits) {
    const hn::Rebind<u32, D16> du;
    return widen(du, hn::PromoteTo(du, bits));
  }
  template <class DF, class V>
  static HWY_INLINE auto narrow_short(DF df, V v) {
    return hn::TruncateTo(hn::Rebind<u16, DF>(), narrow(df, v));
  }

  /// To nearest, ties to even; 0x7fff for a NaN.
  template <class DF, class V>
  static HWY_INLINE auto narrow(DF, V v) {
    const hn::RebindToUnsigned<DF> du;
    const auto bits = hn::BitCast(du, v);
    const auto odd = hn::And(hn::ShiftRight<16>(bits), hn::Set(du, 1u));
    const auto rounded = hn::ShiftRight<16>(hn::Add(bits, hn::Add(odd, hn::Set(du, 0x7fffu))));
    return hn::IfThenElse(hn::RebindMask(du, hn::IsNaN(v)), hn::Set(du, 0x7fffu), rounded);
  }
};

/// One number a lane, in a 16-bit row.
template <class Format>
struct Single {
  using Lane = f32;
  using Storage = u16;
  static constexpr std::size_t kParts = 1;

  template <std::size_t N>
  static HWY_INLINE auto load(const std::byte* row, std::size_t lane) {
    const hn::FixedTag<u16, N> d16;
    return std::array{Format::widen_short(d16, hn::LoadU(d16, reinterpret_cast<const u16*>(row) + lane))};
  }
  template <std::size_t N, class V>
  static HWY_INLINE auto stored(const std::array<V, 1>& values) {
    return Format::narrow_short(hn::FixedTag<f32, N>(), values[0]);
  }
};

/// Two numbers a lane, in a 32-bit row. A meaning is applied to them as they lie: first those of the lower lanes.
template <class Format>
struct Packed {
  using Lane = f32;
  using Storage = u32;
  static constexpr std::size_t kParts = 2;

  template <std::size_t N>
  static HWY_INLINE auto load(const std::byte* row, std::size_t lane) {
    const hn::FixedTag<u16, N> d16;
    const u16* const first = reinterpret_cast<const u16*>(row) + 2 * lane;
    return std::array{Format::widen_short(d16, hn::LoadU(d16, first)),
                      Format::widen_short(d16, hn::LoadU(d16, first + N))};
  }
  template <std::size_t N, class V>
  static HWY_INLINE auto stored(const std::array<V, 2>& values) {
    const hn::FixedTag<f32, N> df;
    const auto both = hn::Combine(hn::FixedTag<u16, 2 * N>(), Format::narrow_short(df, values[1]),
                                  Format::narrow_short(df, values[0]));
    return hn::BitCast(hn::FixedTag<u32, N>(), both);
  }
  /// The lower numbers (kPart 0) or the upper ones of the lanes.
  template <std::size_t N, std::size_t kPart>
  static HWY_INLINE auto part(const std::byte* row, std::size_t lane) {
    const hn::FixedTag<u32, N> du;
    const auto both = hn::LoadU(du, reinterpret_cast<const u32*>(row) + lane);
    return Format::widen(du, kPart == 0 ? hn::And(both, hn::Set(du, 0xffffu)) : hn::ShiftRight<16>(both));
  }
};

/// sum + error is the exact value of a sum; the same rounded to odd: inexact results get their last bit set.
template <class D, class V>
HWY_INLINE V rounded_to_odd(D d, V sum, V error) {
  const hn::RebindToUnsigned<D> du;
  const hn::RebindToSigned<D> ds;
  using U = hn::TFromD<decltype(du)>;
  using S = hn::TFromD<decltype(ds)>;
  const auto zero = hn::Zero(d);
  const auto inexact = hn::Or(hn::Lt(error, zero), hn::Gt(error, zero));  // false for the NaN of an infinite sum
  const auto bits = hn::BitCast(du, sum);
  const auto even = hn::Eq(hn::And(bits, hn::Set(du, U{1})), hn::Zero(du));
  const auto toward_zero = hn::Lt(hn::BitCast(ds, hn::Xor(sum, error)), hn::Zero(ds));
  const auto step =
      hn::IfThenElse(hn::RebindMask(du, toward_zero), hn::Set(du, static_cast<U>(S{-1})), hn::Set(du, U{1}));
  const auto moves = hn::And(hn::RebindMask(du, inexact), even);
  return hn::BitCast(d, hn::Add(bits, hn::IfThenElseZero(moves, step)));
}

/// f32 lanes whose rounding to a half may depend on what was lost in front: halfway between two halves, or so small
/// that the halves lie elsewhere.
template <class D, class V>
HWY_INLINE auto may_lie_halfway(D d, V v) {
  const hn::RebindToSigned<D> ds;
  const auto magnitude = hn::BitCast(ds, hn::Abs(v));
  const auto halfway = hn::Eq(hn::And(magnitude, hn::Set(ds, 0x1fff)), hn::Set(ds, 0x1000));
  const auto is_small = hn::And(hn::Lt(magnitude, hn::Set(ds, 0x38800000)), hn::Gt(magnitude, hn::Zero(ds)));
  return hn::RebindMask(d, hn::Or(halfway, is_small));
}

/// product + c rounded to odd, where the product is exact.
template <class D, class V>
HWY_INLINE V add_to_odd(D d, V product, V c) {
  const V sum = hn::Add(product, c);
  const V part = hn::Sub(sum, product);
  const V error = hn::Add(hn::Sub(product, hn::Sub(sum, part)), hn::Sub(c, part));
  return rounded_to_odd(d, sum, error);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace warpglass::isa
HWY_AFTER_NAMESPACE();

#endif  // per target
