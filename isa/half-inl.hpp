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
      return hn::PromoteTo(df, hn::BitCast(dh, hn::TruncateTo(d16, bits)));
    } else {
      const auto rest = hn::And(bits, hn::Set(du, 0x7fffu));
      const auto sign = hn::ShiftLeft<16>(hn::And(bits, hn::Set(du, 0x8000u)));
      const auto scaled = hn::Mul(hn::BitCast(df, hn::ShiftLeft<13>(rest)), hn::Set(df, 0x1p112f));
      const auto special = hn::Or(hn::ShiftLeft<13>(rest), hn::Set(du, 0x7f800000u));
      const auto value = hn::IfThenElse(hn::Lt(rest, hn::Set(du, 0x7c00u)), hn::BitCast(du, scaled), special);
      return hn::BitCast(df, hn::Or(value, sign));
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
    const hn::FixedTag<u32, N> du;
    const auto bits = hn::PromoteTo(du, hn::LoadU(hn::FixedTag<u16, N>(), reinterpret_cast<const u16*>(row) + lane));
    return std::array{Format::widen(du, bits)};
  }
  template <std::size_t N, class V>
  static HWY_INLINE auto stored(const std::array<V, 1>& values) {
    return hn::TruncateTo(hn::FixedTag<u16, N>(), Format::narrow(hn::FixedTag<f32, N>(), values[0]));
  }
};

/// Two numbers a lane, in a 32-bit row.
template <class Format>
struct Packed {
  using Lane = f32;
  using Storage = u32;
  static constexpr std::size_t kParts = 2;

  template <std::size_t N>
  static HWY_INLINE auto load(const std::byte* row, std::size_t lane) {
    const hn::FixedTag<u32, N> du;
    const auto both = hn::LoadU(du, reinterpret_cast<const u32*>(row) + lane);
    return std::array{Format::widen(du, hn::And(both, hn::Set(du, 0xffffu))),
                      Format::widen(du, hn::ShiftRight<16>(both))};
  }
  template <std::size_t N, class V>
  static HWY_INLINE auto stored(const std::array<V, 2>& values) {
    const hn::FixedTag<f32, N> df;
    return hn::Or(Format::narrow(df, values[0]), hn::ShiftLeft<16>(Format::narrow(df, values[1])));
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
