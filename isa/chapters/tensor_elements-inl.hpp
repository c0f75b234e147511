// Elements of matrices as vectors of fp32 and of exponents, and what becomes of sums of their products
// (isa/chapters/tensor_sum.hpp).
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
    return hn::IfThenElse(is_nan, hn::NaN(df), value);
  } else {
    constexpr bool kSigned = kType == ElementType::s8 || kType == ElementType::s4;
    const VU raised = hn::ShiftLeftSame(bits, 32 - below - kWidth);
    if constexpr (kSigned) return hn::ConvertTo(df, hn::ShiftRight<32 - kWidth>(hn::BitCast(di, raised)));
    return hn::ConvertTo(df, hn::BitCast(di, hn::ShiftRight<32 - kWidth>(raised)));
  }
}

// ---- Exponents, of short floats ----

/// The largest exponent of a product that fp32 holds whatever the factors' digits are.
constexpr s32 kLargestOfProducts = 124;
/// The scale 2^(25 - largest exponent of a sum) must be one of fp32's. Products that are too small for fp32 then lie
/// below what a sum keeps, and what is left of them too.
constexpr s32 kLeastOfSums = -98;

/// What counts for the exponent of a factor that is an infinity or NaN: above any number's, also times zero.
constexpr s32 kNoNumber = 8192;

/// A number's exponent, a subnormal's that of the least normal number. Infinities and NaNs: 128.
HWY_INLINE VI exponent_of(VF x, s32 least) {
  const DI di;
  const VI magnitude = hn::And(hn::BitCast(di, x), hn::Set(di, 0x7fffffff));
  const VI exponent = hn::Max(hn::Sub(hn::ShiftRight<23>(magnitude), hn::Set(di, 127)), hn::Set(di, least));
  return hn::IfThenElse(hn::Eq(magnitude, hn::Zero(di)), hn::Set(di, kZeroExponent), exponent);
}

// The largest of sums of two exponents is looked for in 16 bits, a pair of neighbours along K in each 32-bit lane.
using DPairs = hn::FixedTag<s16, 2 * N>;
using VPairs = hn::Vec<DPairs>;

HWY_INLINE VPairs pair_of(VI even, VI odd) {
  const DI di;
  return hn::BitCast(DPairs(), hn::Or(hn::And(even, hn::Set(di, 0xffff)), hn::ShiftLeft<16>(odd)));
}

/// The least exponent of a format.
constexpr s32 least_exponent(ElementType type) {
  return type == ElementType::f16 || type == ElementType::e5m2 || type == ElementType::e4m3 ? -14 : -126;
}

/// How factors of fp8 are multiplied: by a warp's product as the halves that they equal, by a group's as they are. All
/// of e4m3's subnormals are normal halves (tests/hardware/wgmma, small).
enum class Fp8 : std::uint8_t { as_halves, as_it_is };

/// The same of a factor.
template <ElementType kType, Fp8 kFp8>
HWY_INLINE VI factor_exponent(VF x) {
  const DI di;
  constexpr s32 kLeast = kType == ElementType::e4m3 && kFp8 == Fp8::as_it_is ? -6 : least_exponent(kType);
  const VI exponent = exponent_of(x, kLeast);
  return hn::IfThenElse(hn::Gt(exponent, hn::Set(di, 127)), hn::Set(di, kNoNumber), exponent);
}

/// factor_exponent() of both elements of words of f16 or bf16.
template <ElementType kType>
HWY_INLINE VPairs exponents_of_pair(VU words) {
  const DPairs d;
  constexpr bool kHalf = kType == ElementType::f16;
  const VPairs magnitude = hn::BitCast(d, hn::And(words, hn::Set(DU(), 0x7fff7fffu)));
  const VPairs field = hn::Max(hn::ShiftRight<kHalf ? 10 : 7>(magnitude), hn::Set(d, 1));
  const VPairs finite = hn::Sub(field, hn::Set(d, kHalf ? 15 : 127));
  const VPairs exponent = hn::IfThenElse(hn::Gt(finite, hn::Set(d, kHalf ? 15 : 127)), hn::Set(d, kNoNumber), finite);
  return hn::IfThenElse(hn::Eq(magnitude, hn::Zero(d)), hn::Set(d, kZeroExponent), exponent);
}

/// The larger one of each pair.
HWY_INLINE VI larger_of_pair(VPairs pairs) {
  const VI both = hn::BitCast(DI(), pairs);
  return hn::Max(hn::ShiftRight<16>(both), hn::ShiftRight<16>(hn::ShiftLeft<16>(both)));
}

/// The largest exponent, 0 at least, of one factor's elements that are numbers.
class Bounds {
 public:
  /// Written out: gcc compiles a constructor of its own making for the least machine, not for this target.
  Bounds() : highest_(hn::Zero(DPairs())) {}

  HWY_INLINE void take(VPairs exponents) {
    const DPairs d;
    const auto no_number = hn::Eq(exponents, hn::Set(d, kNoNumber));
    highest_ = hn::Max(highest_, hn::IfThenElse(no_number, highest_, exponents));
  }
  /// Whether fp32 holds all products with the other factor's.
  [[nodiscard]] bool fit(const Bounds& other) const { return highest() + other.highest() <= kLargestOfProducts; }

 private:
  [[nodiscard]] s32 highest() const { return hn::GetLane(hn::MaxOfLanes(DI(), larger_of_pair(highest_))); }

  VPairs highest_;
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

/// 2^exponent, of fp32's normal numbers.
HWY_INLINE VF power_of_two(VI exponent) {
  return hn::BitCast(DF(), hn::ShiftLeft<23>(hn::Add(exponent, hn::Set(DI(), 127))));
}

/// An integer as fp32, cut toward zero; with kOdd the last bit says whether something was lost, so that rounding again
/// is right.
template <bool kOdd>
HWY_INLINE VF cut_to_single(VI sum) {
  const DF df;
  const DI di;
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
  const VF cut{_mm512_cvt_roundepi32_ps(sum.raw, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC)};
  const auto lossless = hn::Eq(small_integers(cut), sum);
#else
  // Ones below the 24 bits that stay.
  const VI magnitude = hn::Abs(sum);
  VI below = hn::ShiftRight<24>(magnitude);
  below = hn::Or(below, hn::ShiftRight<1>(below));
  below = hn::Or(below, hn::ShiftRight<2>(below));
  below = hn::Or(below, hn::ShiftRight<4>(below));
  const VI kept = hn::AndNot(below, magnitude);
  const VF cut = hn::CopySignToAbs(hn::ConvertTo(df, kept), hn::BitCast(df, sum));
  const auto lossless = hn::Eq(kept, magnitude);
#endif
  if constexpr (!kOdd) return cut;
  const VI bits = hn::BitCast(di, cut);
  return hn::BitCast(df, hn::IfThenElse(lossless, bits, hn::Or(bits, hn::Set(di, 1))));
}

/// The same of (x + y + z) * 2^exponent, of half of the lanes, where 32 bits need not hold the sum.
template <bool kOdd, class V>
HWY_INLINE auto cut_wide_sum(V x, V y, V z, V exponent) {
  constexpr std::size_t kHalf = N / 2;
  const hn::FixedTag<f64, kHalf> dd;
  const hn::FixedTag<s64, kHalf> d64;
  const auto sum = hn::Add(hn::Add(hn::PromoteTo(dd, x), hn::PromoteTo(dd, y)), hn::PromoteTo(dd, z));
  const auto field = hn::Add(hn::PromoteTo(d64, exponent), hn::Set(d64, 1023));
  const auto bits = hn::BitCast(d64, hn::Mul(sum, hn::BitCast(dd, hn::ShiftLeft<52>(field))));
  const auto lost = hn::Set(d64, (s64{1} << 29) - 1);
  auto kept = hn::AndNot(lost, bits);
  if constexpr (kOdd) {
    const auto exact = hn::Eq(hn::And(bits, lost), hn::Zero(d64));
    kept = hn::Or(kept, hn::IfThenZeroElse(exact, hn::Set(d64, s64{1} << 29)));
  }
  return hn::DemoteTo(hn::FixedTag<f32, kHalf>(), hn::BitCast(dd, kept));
}

template <bool kOdd>
HWY_NOINLINE VF cut_wide_sum(VI x, VI y, VI z, VI exponent) {
  const hn::Half<DI> half;
  const auto low = cut_wide_sum<kOdd>(hn::LowerHalf(half, x), hn::LowerHalf(half, y), hn::LowerHalf(half, z),
                                      hn::LowerHalf(half, exponent));
  const auto high = cut_wide_sum<kOdd>(hn::UpperHalf(half, x), hn::UpperHalf(half, y), hn::UpperHalf(half, z),
                                       hn::UpperHalf(half, exponent));
  return hn::Combine(DF(), high, low);
}

/// (x + y + z) * 2^exponent, cut as cut_to_single() does. z lies between -2^26 and 2^26.
/// \param kLarge  whether x and y may lie beyond -2^30 and 2^30
template <bool kOdd, bool kLarge = false>
HWY_INLINE VF cut_sum(VI x, VI y, VI z, VI exponent) {
  const DI di;
  const VI products = hn::Add(x, y);
  auto wide = hn::Gt(hn::Abs(products), hn::Set(di, std::numeric_limits<s32>::max() - (1 << 26)));
  if constexpr (kLarge) wide = hn::Or(wide, hn::Gt(hn::Max(hn::Abs(x), hn::Abs(y)), hn::Set(di, 1 << 30)));
  if (!hn::AllFalse(di, wide)) [[unlikely]]
    return cut_wide_sum<kOdd>(x, y, z, exponent);
  return hn::Mul(cut_to_single<kOdd>(hn::Add(products, z)), power_of_two(exponent));
}

HWY_INLINE VF rounded_to_half(VF odd) {
  const DF df;
  const DU du;
  return hn::Add(Half<>::widen(du, Half<>::narrow(df, odd)), hn::Zero(df));  // -0 becomes +0
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace warpglass::isa
HWY_AFTER_NAMESPACE();

#endif  // per target
