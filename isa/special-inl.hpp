// The functions of the special function unit on f32: where their arguments lie and what becomes of exponents and
// special cases (an H200's, tests/hardware/approximate). What the assembler puts around them is in the instructions'
// chapter.
#if defined(WARPGLASS_ISA_SPECIAL_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WARPGLASS_ISA_SPECIAL_INL_HPP
#undef WARPGLASS_ISA_SPECIAL_INL_HPP
#else
#define WARPGLASS_ISA_SPECIAL_INL_HPP
#endif

#include "isa/interpolation-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpglass::isa {
namespace HWY_NAMESPACE {
namespace {

constexpr s32 kInfinityBits = 0x7f800000;
constexpr s32 kLeastNormalBits = 0x00800000;
constexpr s32 kNanBits = 0x7fffffff;

/// An exponent's field.
constexpr s32 exponent_bits(int field) { return field << 23; }

template <class D, class V>
HWY_INLINE V magnitude(D d, V bits) {
  return hn::And(bits, hn::Set(d, s32{0x7fffffff}));
}
template <class D, class V>
HWY_INLINE V sign_of(D d, V bits) {
  return hn::And(bits, hn::Set(d, s32{-0x7fffffff - 1}));
}
/// Zeros and subnormal numbers.
template <class D, class V>
HWY_INLINE auto is_zero(D d, V size) {
  return hn::Lt(size, hn::Set(d, kLeastNormalBits));
}
template <class D, class V>
HWY_INLINE auto is_outside(D d, V bits, s32 first, s32 end) {
  const hn::RebindToUnsigned<D> du;
  const auto above = hn::BitCast(du, hn::Sub(bits, hn::Set(d, first)));
  return hn::RebindMask(d, hn::Gt(above, hn::Set(du, static_cast<u32>(end - first - 1))));
}
/// Bits of a result: NaN where the argument is one.
template <class D, class V>
HWY_INLINE V unless_nan(D d, V bits, V result) {
  return hn::IfThenElse(hn::Gt(magnitude(d, bits), hn::Set(d, kInfinityBits)), hn::Set(d, kNanBits), result);
}

/// Where the 23 bits of a fraction lie in 64 segments; with the exponent's last bit in 128, so that of the halves the
/// lower is for even fields.
template <int kSegmentBits, class D, class V>
HWY_INLINE Place<V> place_of(D d, V bits) {
  const auto segment = hn::And(hn::ShiftRight<17>(bits), hn::Set(d, s32{(1 << kSegmentBits) - 1}));
  const auto x = hn::And(bits, hn::Set(d, s32{0x1ffff}));
  return {segment, x, x};
}

struct ReciprocalUnit {
  static constexpr const auto& kSegments = kReciprocalSegments;
  static constexpr Interpolation kShared = kReciprocal;

  template <class D, class V>
  static HWY_INLINE Place<V> place(D d, V bits) {
    const auto x = hn::ShiftLeft<1>(hn::And(bits, hn::Set(d, s32{0xffff})));
    return {hn::And(hn::ShiftRight<16>(bits), hn::Set(d, s32{127})), x, x};
  }
  template <class D, class V>
  static HWY_INLINE V result(D d, V bits, const Sum<V>& sum) {
    const auto exponent = hn::And(bits, hn::Set(d, kInfinityBits));
    const auto scaled = hn::Sub(hn::Add(cut<ReciprocalUnit>(d, sum), hn::Set(d, exponent_bits(252))), exponent);
    return hn::Or(scaled, sign_of(d, bits));
  }
  template <class D, class V>
  static HWY_INLINE auto is_special(D d, V bits) {
    return is_outside(d, magnitude(d, bits), kLeastNormalBits, exponent_bits(253));
  }
  /// Results that would be subnormal are zeros, and so is that of 2^126 but for its own.
  template <class D, class V>
  static HWY_INLINE V special(D d, V bits, V result) {
    const auto size = magnitude(d, bits);
    const auto zero = hn::IfThenZeroElse(hn::Gt(size, hn::Set(d, exponent_bits(253))), magnitude(d, result));
    const auto infinity = hn::IfThenElse(is_zero(d, size), hn::Set(d, kInfinityBits), zero);
    return unless_nan(d, bits, hn::Or(infinity, sign_of(d, bits)));
  }
};

/// What the roots take for special: all but positive normal numbers.
template <class D, class V>
HWY_INLINE auto is_without_root(D d, V bits) {
  return is_outside(d, bits, kLeastNormalBits, kInfinityBits);
}
/// The field of the root's exponent, in place: half of what an exponent's field and one make.
template <class D, class V>
HWY_INLINE V root_exponent(D d, V bits) {
  const auto raised = hn::Add(magnitude(d, bits), hn::Set(d, kLeastNormalBits));
  return hn::And(hn::BitCast(d, hn::ShiftRight<1>(hn::BitCast(hn::RebindToUnsigned<D>(), raised))),
                 hn::Set(d, kInfinityBits));
}

struct ReciprocalRootUnit {
  static constexpr const auto& kSegments = kReciprocalRootSegments;
  static constexpr Interpolation kShared = kReciprocalRoot;

  template <class D, class V>
  static HWY_INLINE Place<V> place(D d, V bits) {
    return place_of<7>(d, bits);
  }
  template <class D, class V>
  static HWY_INLINE V result(D d, V bits, const Sum<V>& sum) {
    // 26 bits have no room for the value of powers of 4.
    const auto is_power = hn::Eq(hn::And(bits, hn::Set(d, s32{0xffffff})), hn::Set(d, kLeastNormalBits));
    auto digits = cut<ReciprocalRootUnit>(d, sum);
    digits = hn::Sub(digits, hn::VecFromMask(d, is_power));
    return hn::Add(digits, hn::Sub(hn::Set(d, exponent_bits(189)), root_exponent(d, bits)));
  }
  template <class D, class V>
  static HWY_INLINE auto is_special(D d, V bits) {
    return is_without_root(d, bits);
  }
  template <class D, class V>
  static HWY_INLINE V special(D d, V bits, V result) {
    const auto size = magnitude(d, bits);
    result = hn::IfThenZeroElse(hn::Eq(size, hn::Set(d, kInfinityBits)), result);
    result = hn::IfThenElse(hn::Lt(bits, hn::Zero(d)), hn::Set(d, kNanBits), result);
    const auto infinity = hn::Or(hn::Set(d, kInfinityBits), sign_of(d, bits));
    return unless_nan(d, bits, hn::IfThenElse(is_zero(d, size), infinity, result));
  }
};

struct RootUnit {
  static constexpr const auto& kSegments = kRootSegments;
  static constexpr Interpolation kShared = kRoot;

  template <class D, class V>
  static HWY_INLINE Place<V> place(D d, V bits) {
    auto place = place_of<7>(d, bits);
    const auto is_odd = hn::TestBit(bits, hn::Set(d, kLeastNormalBits));
    place.slope_x = hn::IfThenElse(is_odd, place.x, hn::Add(place.x, place.x));
    return place;
  }
  template <class D, class V>
  static HWY_INLINE V result(D d, V bits, const Sum<V>& sum) {
    return hn::Add(hn::Add(cut<RootUnit>(d, sum), hn::Set(d, exponent_bits(62))), root_exponent(d, bits));
  }
  template <class D, class V>
  static HWY_INLINE auto is_special(D d, V bits) {
    return is_without_root(d, bits);
  }
  template <class D, class V>
  static HWY_INLINE V special(D d, V bits, V result) {
    const auto size = magnitude(d, bits);
    result = hn::IfThenElse(hn::Eq(size, hn::Set(d, kInfinityBits)), size, result);
    result = hn::IfThenElse(hn::Lt(bits, hn::Zero(d)), hn::Set(d, kNanBits), result);
    return unless_nan(d, bits, hn::IfThenElse(is_zero(d, size), sign_of(d, bits), result));
  }
};

struct PowerUnit {
  static constexpr const auto& kSegments = kPowerSegments;
  static constexpr Interpolation kShared = kPower;

  /// The argument with 23 bits of fraction, which are cut. Negative ones are complements, but for whole numbers.
  template <class D, class V>
  static HWY_INLINE V fixed(D d, V bits) {
    const hn::RebindToFloat<D> df;
    const auto steps = small_integers(hn::Mul(hn::BitCast(df, magnitude(d, bits)), hn::Set(df, 0x1p23f)));
    const auto negative = hn::BroadcastSignBit(bits);
    const auto is_whole = hn::Eq(hn::And(steps, hn::Set(d, s32{0x7fffff})), hn::Zero(d));
    return hn::Xor(hn::Add(steps, hn::And(hn::VecFromMask(d, is_whole), negative)), negative);
  }
  template <class D, class V>
  static HWY_INLINE Place<V> place(D d, V bits) {
    return place_of<6>(d, fixed(d, bits));
  }
  template <class D, class V>
  static HWY_INLINE V result(D d, V bits, const Sum<V>& sum) {
    const auto whole = hn::And(fixed(d, bits), hn::Set(d, s32{-0x800000}));
    return hn::Add(cut<PowerUnit>(d, sum), hn::Add(whole, hn::Set(d, exponent_bits(126))));
  }
  template <class D, class V>
  static HWY_INLINE auto is_special(D d, V bits) {
    return hn::Gt(magnitude(d, bits), hn::Set(d, exponent_bits(133) - 0x00040000));  // 126
  }
  /// Results that would be subnormal are zeros.
  template <class D, class V>
  static HWY_INLINE V special(D d, V bits, V result) {
    const hn::RebindToFloat<D> df;
    const auto x = hn::BitCast(df, bits);
    const auto is_large = hn::RebindMask(d, hn::Ge(x, hn::Set(df, 128.0f)));
    const auto is_low = hn::RebindMask(d, hn::Lt(x, hn::Set(df, -126.0f)));
    result = hn::IfThenElse(is_large, hn::Set(d, kInfinityBits), result);
    return unless_nan(d, bits, hn::IfThenZeroElse(is_low, result));
  }
};

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace warpglass::isa
HWY_AFTER_NAMESPACE();

#endif  // per target
