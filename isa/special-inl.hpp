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
constexpr s32 kSignBit = -0x7fffffff - 1;

/// An exponent's field.
constexpr s32 exponent_bits(int field) { return field << 23; }

template <class D, class V>
HWY_INLINE V magnitude(D d, V bits) {
  return hn::And(bits, hn::Set(d, s32{0x7fffffff}));
}
template <class D, class V>
HWY_INLINE V sign_of(D d, V bits) {
  return hn::And(bits, hn::Set(d, kSignBit));
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
template <class D, class V>
HWY_INLINE Place<V> place_of(D d, V bits) {
  const auto x = hn::And(bits, hn::Set(d, s32{0x1ffff}));
  return {hn::ShiftRight<17>(bits), x, x};
}

struct ReciprocalUnit {
  static constexpr const auto& kSegments = kReciprocalSegments;
  static constexpr Interpolation kShared = kReciprocal;

  template <class D, class V>
  static HWY_INLINE Place<V> place(D d, V bits) {
    const auto x = hn::ShiftLeft<1>(hn::And(bits, hn::Set(d, s32{0xffff})));
    return {hn::ShiftRight<16>(bits), x, x};
  }
  template <class D, class V>
  static HWY_INLINE V digits(D d, V, const Sum<V>& sum) {
    return cut<ReciprocalUnit>(d, sum);
  }
  template <class D, class V>
  static HWY_INLINE V result(D d, V bits, const Sum<V>& sum) {
    const auto exponent = hn::And(bits, hn::Set(d, kInfinityBits));
    const auto scaled = hn::Sub(hn::Add(digits(d, bits, sum), hn::Set(d, exponent_bits(252))), exponent);
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
    return place_of(d, bits);
  }
  /// 26 bits have no room for the value of powers of 4.
  template <class D, class V>
  static HWY_INLINE V digits(D d, V bits, const Sum<V>& sum) {
    const auto is_power = hn::Eq(hn::And(bits, hn::Set(d, s32{0xffffff})), hn::Set(d, kLeastNormalBits));
    return hn::Sub(cut<ReciprocalRootUnit>(d, sum), hn::VecFromMask(d, is_power));
  }
  template <class D, class V>
  static HWY_INLINE V result(D d, V bits, const Sum<V>& sum) {
    return hn::Add(digits(d, bits, sum), hn::Sub(hn::Set(d, exponent_bits(189)), root_exponent(d, bits)));
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
    auto place = place_of(d, bits);
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
    return hn::Xor(hn::IfThenElse(is_whole, hn::Add(steps, negative), steps), negative);
  }
  template <class D, class V>
  static HWY_INLINE Place<V> place(D d, V bits) {
    return place_of(d, fixed(d, bits));
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

struct LogarithmUnit {
  static constexpr const auto& kSegments = kLogarithmSegments;
  static constexpr Interpolation kShared = kLogarithm;

  template <class D, class V>
  static HWY_INLINE Place<V> place(D d, V bits) {
    return place_of(d, bits);
  }
  /// Negative results are complements.
  template <class D, class V>
  static HWY_INLINE V result(D d, V bits, const Sum<V>& sum) {
    constexpr auto logarithm = [](auto d64, auto whole, auto value, auto rest) HWY_ATTR {
      const auto fraction = hn::Add(hn::Mul(value, hn::Set(d64, 0x1p10)), rest);
      const auto steps = hn::Add(hn::Mul(whole, hn::Set(d64, 0x1p36)), fraction);
      const auto one = hn::IfThenElseZero(hn::Lt(steps, hn::Zero(d64)), hn::Set(d64, 1.0));
      return hn::Mul(hn::Add(steps, one), hn::Set(d64, 0x1p-36));
    };
    const auto whole = hn::Sub(hn::ShiftRight<23>(bits), hn::Set(d, s32{127}));
    const auto is_one = hn::Eq(bits, hn::Set(d, exponent_bits(127)));
    return hn::IfThenZeroElse(is_one, cut_from_double(d, logarithm, whole, sum.value, sum.rest));
  }
  template <class D, class V>
  static HWY_INLINE auto is_special(D d, V bits) {
    return is_outside(d, bits, kLeastNormalBits, kInfinityBits);
  }
  template <class D, class V>
  static HWY_INLINE V special(D d, V bits, V result) {
    const auto size = magnitude(d, bits);
    result = hn::IfThenElse(hn::Eq(size, hn::Set(d, kInfinityBits)), size, result);
    result = hn::IfThenElse(hn::Lt(bits, hn::Zero(d)), hn::Set(d, kNanBits), result);
    const auto infinity = hn::Or(hn::Set(d, kInfinityBits), hn::Set(d, kSignBit));
    return unless_nan(d, bits, hn::IfThenElse(is_zero(d, size), infinity, result));
  }
};

/// Sine and cosine of turns.
template <bool kCosine>
struct WaveUnit {
  static constexpr const auto& kSegments = kSineSegments;
  static constexpr Interpolation kShared = kSine;

  /// The angle's 25 bits behind the point, a quarter turn further for the cosine: the upper two are quarters.
  template <class D, class V>
  static HWY_INLINE V angle(D d, V bits) {
    const hn::RebindToFloat<D> df;
    const auto turns = hn::BitCast(df, magnitude(d, bits));
    const auto steps = small_integers(hn::Mul(hn::Sub(turns, hn::Floor(turns)), hn::Set(df, 0x1p25f)));
    return kCosine ? hn::Add(steps, hn::Set(d, s32{1 << 23})) : steps;
  }
  /// Odd quarters are run through backwards, as complements.
  template <class D, class V>
  static HWY_INLINE Place<V> place(D d, V bits) {
    const auto steps = angle(d, bits);
    auto place = place_of(d, hn::Xor(steps, hn::BroadcastSignBit(hn::ShiftLeft<8>(steps))));
    place.slope_x = hn::ShiftLeft<2>(place.x);
    return place;
  }
  template <class D, class V>
  static HWY_INLINE V result(D d, V bits, const Sum<V>& sum) {
    constexpr auto height = [](auto d64, auto value, auto rest) HWY_ATTR {
      const auto line = hn::Add(hn::Mul(value, hn::Set(d64, 0x1p11)), hn::Set(d64, 0x1p31));
      return hn::Mul(hn::Add(line, rest), hn::Set(d64, 0x1p-37));
    };
    // The rest has 32 bits and no sign; f64 are made of signed ones.
    const auto rest = hn::Xor(sum.rest, hn::Set(d, kSignBit));
    const auto size = cut_from_double(d, height, sum.value, rest);
    const auto half = sign_of(d, hn::ShiftLeft<7>(angle(d, bits)));
    const auto sign = kCosine ? half : hn::Xor(half, sign_of(d, bits));
    return hn::Or(size, sign);
  }
  template <class D, class V>
  static HWY_INLINE auto is_special(D d, V bits) {
    return hn::Gt(magnitude(d, bits), hn::Set(d, kInfinityBits - 1));
  }
  template <class D, class V>
  static HWY_INLINE V special(D d, V bits, V result) {
    return hn::IfThenElse(is_special(d, bits), hn::Set(d, kNanBits), result);
  }
};

/// tanh, whose arguments are their own results below 2^-8.
struct TangentUnit {
  template <class D, class V>
  static HWY_INLINE Place<V> place(D d, V bits) {
    const auto field = hn::And(hn::ShiftRight<23>(bits), hn::Set(d, s32{0xff}));
    const auto octave = hn::Min(hn::Max(hn::Sub(field, hn::Set(d, s32{119})), hn::Zero(d)), hn::Set(d, s32{15}));
    const auto how = looked_up(d, kTangentOctaves, octave);
    const auto below = hn::And(how, hn::Set(d, s32{0xff}));
    const auto fraction = hn::And(bits, hn::Set(d, s32{0x7fffff}));
    const auto upper = hn::Shr(fraction, below);
    const auto segment = hn::Add(hn::ShiftRight<8>(how), hn::ShiftRight<17>(upper));
    const auto x = hn::And(upper, hn::Set(d, s32{0x1ffff}));
    return {segment, x, x};
  }
  template <class D, class V>
  static HWY_INLINE V result(D d, V bits, const Place<V>& place, V square) {
    constexpr auto height = [](auto d64, auto value, auto slope, auto x, auto curvature, auto xx) HWY_ATTR {
      const auto line = hn::Add(hn::Mul(value, hn::Set(d64, 0x1p14)), hn::Mul(slope, x));
      return hn::Mul(hn::Sub(line, hn::Mul(curvature, xx)), hn::Set(d64, 0x1p-40));
    };
    const auto of = [&](const std::uint32_t(&table)[64]) HWY_ATTR { return looked_up(d, table, place.segment); };
    const auto inner = cut_from_double(d, height, of(kTangentSegments.value), of(kTangentSegments.slope), place.x,
                                       of(kTangentSegments.curvature), square);
    const auto size = magnitude(d, bits);
    const auto one = hn::Set(d, exponent_bits(127));
    const auto above = hn::IfThenElse(hn::Lt(size, hn::Set(d, exponent_bits(130))), inner, one);
    const auto below = hn::IfThenElse(hn::Lt(size, hn::Set(d, exponent_bits(119))), size, above);
    return unless_nan(d, bits, hn::Or(below, sign_of(d, bits)));
  }
  template <class D, class V>
  HWY_INLINE Pair<V> operator()(D d, const Pair<V>& a) const {
    const hn::RebindToSigned<D> di;
    using VI = hn::Vec<decltype(di)>;
    const Pair<VI> bits = {hn::BitCast(di, a[0]), hn::BitCast(di, a[1])};
    const Pair<Place<VI>> places = {place(di, bits[0]), place(di, bits[1])};
    const Pair<VI> squares =
        truncated_squares(di, Pair<VI>{hn::ShiftRight<2>(places[0].x), hn::ShiftRight<2>(places[1].x)});
    return {hn::BitCast(d, result(di, bits[0], places[0], squares[0])),
            hn::BitCast(d, result(di, bits[1], places[1], squares[1]))};
  }
};

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace warpglass::isa
HWY_AFTER_NAMESPACE();

#endif  // per target
