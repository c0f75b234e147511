// Elements of matrices as vectors of fp32 and of exponents, and sums of their products: exact in fp32 or 32-bit
// integers, cut and rounded as isa/chapters/tensor_sum.hpp says.
#if defined(WARPGLASS_ISA_CHAPTERS_TENSOR_ELEMENTS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WARPGLASS_ISA_CHAPTERS_TENSOR_ELEMENTS_INL_HPP
#undef WARPGLASS_ISA_CHAPTERS_TENSOR_ELEMENTS_INL_HPP
#else
#define WARPGLASS_ISA_CHAPTERS_TENSOR_ELEMENTS_INL_HPP
#endif

#include "isa/chapters/fragment.hpp"
#include "isa/chapters/tensor_sum.hpp"
#include "isa/half-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpglass::isa {
namespace HWY_NAMESPACE {
namespace {

constexpr std::size_t N = step_lanes<f32>();
using DF = hn::FixedTag<f32, N>;
using DI = hn::FixedTag<s32, N>;
using DU = hn::FixedTag<u32, N>;
using VF = hn::Vec<DF>;
using VI = hn::Vec<DI>;
using VU = hn::Vec<DU>;

// ---- Elements ----

template <ElementType kType>
HWY_INLINE VF value_of(VU bits, std::uint32_t e) {
  const DF df;
  const DU du;
  const DI di;
  constexpr int kWidth = static_cast<int>(bits_of(kType));
  const int below = static_cast<int>(e) * kWidth;
  if constexpr (kType == ElementType::tf32) {
    return hn::BitCast(df, hn::And(bits, hn::Set(du, 0xffffe000u)));  // the machine reads 19 bits
  } else if constexpr (kType == ElementType::f16) {
    return Half<>::widen(du, hn::And(hn::ShiftRightSame(bits, below), hn::Set(du, 0xffffu)));
  } else if constexpr (kType == ElementType::bf16) {
    return hn::BitCast(df, e == 0 ? hn::ShiftLeft<16>(bits) : hn::And(bits, hn::Set(du, 0xffff0000u)));
  } else if constexpr (kType == ElementType::e5m2) {
    return Half<>::widen(du, hn::And(hn::ShiftLeft<8>(hn::ShiftRightSame(bits, below)), hn::Set(du, 0xff00u)));
  } else if constexpr (kType == ElementType::e4m3) {
    // An f16 with the same fields is 2^8 too small, and its highest exponent is a number like others.
    const VU own = hn::And(hn::ShiftRightSame(bits, below), hn::Set(du, 0xffu));
    const VU magnitude = hn::And(own, hn::Set(du, 0x7fu));
    const VU half = hn::Or(hn::ShiftLeft<7>(magnitude), hn::ShiftLeft<8>(hn::And(own, hn::Set(du, 0x80u))));
    const VF value = hn::Mul(Half<>::widen(du, half), hn::Set(df, 256.0f));
    const auto is_nan = hn::RebindMask(df, hn::Eq(magnitude, hn::Set(du, 0x7fu)));
    return hn::IfThenElse(is_nan, hn::Set(df, std::numeric_limits<f32>::infinity()), value);
  } else {
    constexpr bool kSigned = kType == ElementType::s8 || kType == ElementType::s4;
    const VU raised = hn::ShiftLeftSame(bits, 32 - below - kWidth);
    if constexpr (kSigned) return hn::ConvertTo(df, hn::ShiftRight<32 - kWidth>(hn::BitCast(di, raised)));
    return hn::ConvertTo(df, hn::BitCast(di, hn::ShiftRight<32 - kWidth>(raised)));
  }
}

// ---- Exponents, of short floats ----

/// Exponents of factors for which fp32 holds products, and those scaled, exactly; zero has kZeroExponent.
constexpr s32 kLeastExponent = -60;
constexpr s32 kLargestExponent = 62;
/// The scale 2^(25 - largest exponent of a sum) must be one of fp32's.
constexpr s32 kLeastOfSums = -98;

/// A number's exponent, a subnormal's that of the least normal number. Infinities and NaNs: 128.
HWY_INLINE VI exponent_of(VF x, s32 least) {
  const DI di;
  const VI magnitude = hn::And(hn::BitCast(di, x), hn::Set(di, 0x7fffffff));
  const VI exponent = hn::Max(hn::Sub(hn::ShiftRight<23>(magnitude), hn::Set(di, 127)), hn::Set(di, least));
  return hn::IfThenElse(hn::Eq(magnitude, hn::Zero(di)), hn::Set(di, kZeroExponent), exponent);
}

/// The least exponent of a format.
constexpr s32 least_exponent(ElementType type) {
  return type == ElementType::f16 || type == ElementType::e5m2 || type == ElementType::e4m3 ? -14 : -126;
}

/// The exponents of all factors so far lie within the bounds above.
class Bounds {
 public:
  /// Written out: gcc compiles a constructor of its own making for the least machine, not for this target.
  Bounds() : lowest_(hn::Zero(DI())), highest_(hn::Zero(DI())) {}

  HWY_INLINE void take(VI exponent) {
    const DI di;
    highest_ = hn::Max(highest_, exponent);
    lowest_ = hn::Min(lowest_, hn::IfThenElse(hn::Eq(exponent, hn::Set(di, kZeroExponent)), lowest_, exponent));
  }
  [[nodiscard]] bool hold() const {
    const DI di;
    return hn::AllFalse(
        di, hn::Or(hn::Lt(lowest_, hn::Set(di, kLeastExponent)), hn::Gt(highest_, hn::Set(di, kLargestExponent))));
  }

 private:
  VI lowest_;
  VI highest_;
};

template <class Body>
void with_type(ElementType type, Body&& body) {
  switch (type) {
    case ElementType::f16: return body(std::integral_constant<ElementType, ElementType::f16>());
    case ElementType::bf16: return body(std::integral_constant<ElementType, ElementType::bf16>());
    case ElementType::tf32: return body(std::integral_constant<ElementType, ElementType::tf32>());
    case ElementType::e4m3: return body(std::integral_constant<ElementType, ElementType::e4m3>());
    case ElementType::e5m2: return body(std::integral_constant<ElementType, ElementType::e5m2>());
    case ElementType::s8: return body(std::integral_constant<ElementType, ElementType::s8>());
    case ElementType::u8: return body(std::integral_constant<ElementType, ElementType::u8>());
    case ElementType::s4: return body(std::integral_constant<ElementType, ElementType::s4>());
    case ElementType::u4: return body(std::integral_constant<ElementType, ElementType::u4>());
    case ElementType::b1:
    case ElementType::f32:
    case ElementType::f64:
    case ElementType::s32:
    case ElementType::none: return;  // no factors of this kind come here
  }
}

// ---- Sums ----

template <class V>
HWY_INLINE V add_saturating(V a, V b) {
  const DI di;
  const V sum = hn::Add(a, b);
  const auto overflows = hn::Lt(hn::And(hn::Xor(a, sum), hn::Xor(b, sum)), hn::Zero(di));
  const V limit = hn::Xor(hn::BroadcastSignBit(a), hn::Set(di, std::numeric_limits<s32>::max()));
  return hn::IfThenElse(overflows, limit, sum);
}

/// (x + y + z) * 2^(largest - kPlaces), exactly, of half of the lanes.
template <int kPlaces = 25, class V>
HWY_INLINE auto scaled_sum(V x, V y, V z, V largest) {
  constexpr std::size_t kHalf = N / 2;
  const hn::FixedTag<f64, kHalf> dd;
  const hn::FixedTag<s64, kHalf> d64;
  const auto sum = hn::Add(hn::Add(hn::PromoteTo(dd, x), hn::PromoteTo(dd, y)), hn::PromoteTo(dd, z));
  const auto field = hn::Add(hn::PromoteTo(d64, largest), hn::Set(d64, 1023 - kPlaces));
  return hn::Mul(sum, hn::BitCast(dd, hn::ShiftLeft<52>(field)));
}

/// Cut toward zero to fp32; with kOdd the last bit says whether something was lost, so that rounding again is right.
template <bool kOdd, class V>
HWY_INLINE auto cut_to_single(V value) {
  constexpr std::size_t kHalf = N / 2;
  const hn::FixedTag<f64, kHalf> dd;
  const hn::FixedTag<u64, kHalf> d64;
  constexpr u64 kLost = (u64{1} << 29) - 1;
  const auto bits = hn::BitCast(d64, value);
  auto kept = hn::AndNot(hn::Set(d64, kLost), bits);
  if constexpr (kOdd) {
    const auto exact = hn::Eq(hn::And(bits, hn::Set(d64, kLost)), hn::Zero(d64));
    kept = hn::Or(kept, hn::IfThenZeroElse(exact, hn::Set(d64, kLost + 1)));
  }
  return hn::DemoteTo(hn::FixedTag<f32, kHalf>(), hn::BitCast(dd, kept));
}

HWY_INLINE VF rounded_to_half(VF odd) {
  const DF df;
  const DU du;
  return Half<>::widen(du, Half<>::narrow(df, odd));
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace warpglass::isa
HWY_AFTER_NAMESPACE();

#endif  // per target
