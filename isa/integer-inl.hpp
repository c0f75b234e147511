// Integer arithmetic on Highway vectors that Highway itself leaves out: high and 64-bit products, widening products,
// saturating 32-bit sums, shifts by as much as there are bits and more.
#if defined(WARPGLASS_ISA_INTEGER_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WARPGLASS_ISA_INTEGER_INL_HPP
#undef WARPGLASS_ISA_INTEGER_INL_HPP
#else
#define WARPGLASS_ISA_INTEGER_INL_HPP
#endif

#include "isa/lanewise-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpglass::isa {
namespace HWY_NAMESPACE {
namespace {

/// Full products of the even 32-bit lanes of 64-bit lanes, that is of their low halves.
template <class D, class V>
HWY_INLINE V low_halves_product(D d, V a, V b) {
  using T = std::conditional_t<hwy::IsSigned<hn::TFromD<D>>(), s32, u32>;
  const hn::Repartition<T, D> halves;
  return hn::BitCast(d, hn::MulEven(hn::BitCast(halves, a), hn::BitCast(halves, b)));
}

template <class D, class V>
HWY_INLINE V mul_low(D d, V a, V b) {
  if constexpr (sizeof(hn::TFromD<D>) == 8) {
    const hn::RebindToUnsigned<D> du;
    const auto x = hn::BitCast(du, a);
    const auto y = hn::BitCast(du, b);
    const auto cross =
        hn::Add(low_halves_product(du, hn::ShiftRight<32>(x), y), low_halves_product(du, x, hn::ShiftRight<32>(y)));
    return hn::BitCast(d, hn::Add(low_halves_product(du, x, y), hn::ShiftLeft<32>(cross)));
  } else {
    static_cast<void>(d);
    return hn::Mul(a, b);
  }
}

/// Upper half of the product.
template <class D, class V>
HWY_INLINE V mul_high(D d, V a, V b) {
  using T = hn::TFromD<D>;
  if constexpr (sizeof(T) == 2) {
    static_cast<void>(d);
    return hn::MulHigh(a, b);
  } else if constexpr (sizeof(T) == 4) {
    const hn::Repartition<u64, D> wide;
    const auto odd = [&](V v) HWY_ATTR { return hn::BitCast(d, hn::ShiftRight<32>(hn::BitCast(wide, v))); };
    const auto even_products = hn::BitCast(wide, hn::MulEven(a, b));
    const auto odd_products = hn::BitCast(wide, hn::MulEven(odd(a), odd(b)));
    const auto upper = hn::Set(wide, 0xffffffff00000000u);
    return hn::BitCast(d, hn::Or(hn::ShiftRight<32>(even_products), hn::And(odd_products, upper)));
  } else {
    const hn::RebindToUnsigned<D> du;
    const auto x = hn::BitCast(du, a);
    const auto y = hn::BitCast(du, b);
    const auto x_high = hn::ShiftRight<32>(x);
    const auto y_high = hn::ShiftRight<32>(y);
    const auto low = hn::Set(du, 0xffffffffu);
    const auto high_low = low_halves_product(du, x_high, y);
    const auto low_high = low_halves_product(du, x, y_high);
    const auto middle = hn::Add(hn::Add(hn::ShiftRight<32>(low_halves_product(du, x, y)), hn::And(high_low, low)),
                                hn::And(low_high, low));
    const auto product = hn::Add(hn::Add(low_halves_product(du, x_high, y_high), hn::ShiftRight<32>(middle)),
                                 hn::Add(hn::ShiftRight<32>(high_low), hn::ShiftRight<32>(low_high)));
    auto result = hn::BitCast(d, product);
    if constexpr (hwy::IsSigned<T>()) {
      const auto zero = hn::Zero(d);
      result = hn::Sub(result, hn::IfThenElseZero(hn::Lt(a, zero), b));
      result = hn::Sub(result, hn::IfThenElseZero(hn::Lt(b, zero), a));
    }
    return result;
  }
}

/// Product of 16- or 32-bit lanes in lanes of twice the width.
template <class D, class V>
HWY_INLINE auto mul_wide(D d, V a, V b) {
  if constexpr (sizeof(hn::TFromD<D>) == 8)
    return low_halves_product(d, hn::PromoteTo(d, a), hn::PromoteTo(d, b));
  else
    return hn::Mul(hn::PromoteTo(d, a), hn::PromoteTo(d, b));
}

/// a + b clamped to the range of s32.
template <class D, class V>
HWY_INLINE V add_saturated(D d, V a, V b) {
  const auto sum = hn::Add(a, b);
  const auto overflowed = hn::And(hn::Xor(a, sum), hn::Xor(b, sum));  // sign bit
  const auto limit = hn::Xor(hn::BroadcastSignBit(a), hn::Set(d, 0x7fffffff));
  return hn::IfThenElse(hn::Lt(overflowed, hn::Zero(d)), limit, sum);
}

/// a - b clamped to the range of s32.
template <class D, class V>
HWY_INLINE V sub_saturated(D d, V a, V b) {
  const auto difference = hn::Sub(a, b);
  const auto overflowed = hn::And(hn::Xor(a, b), hn::Xor(a, difference));
  const auto limit = hn::Xor(hn::BroadcastSignBit(a), hn::Set(d, 0x7fffffff));
  return hn::IfThenElse(hn::Lt(overflowed, hn::Zero(d)), limit, difference);
}

// x86's variable shifts from AVX2 on clamp just as PTX does; elsewhere amounts are clamped first.
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX2
constexpr bool kShiftsClamp = true;
#else
constexpr bool kShiftsClamp = false;
#endif

/// v << amount, 0 when amount (unsigned) is the width or more. 32- and 64-bit lanes.
template <class D, class V>
HWY_INLINE V shift_left(D d, V v, V amount) {
  if constexpr (kShiftsClamp) {
    return hn::Shl(v, amount);
  } else {
    const auto width = hn::Set(d, hn::TFromD<D>(sizeof(hn::TFromD<D>) * 8));
    const auto in_range = hn::Lt(amount, width);
    return hn::IfThenElseZero(in_range, hn::Shl(v, hn::IfThenElseZero(in_range, amount)));
  }
}

/// v >> amount; beyond the width 0, or for signed lanes copies of the sign.
template <class D, class V>
HWY_INLINE V shift_right(D d, V v, V amount) {
  using T = hn::TFromD<D>;
  if constexpr (kShiftsClamp && !(sizeof(T) == 8 && hwy::IsSigned<T>() && HWY_TARGET == HWY_AVX2)) {
    return hn::Shr(v, amount);
  } else {
    const hn::RebindToUnsigned<D> du;
    const auto last = hn::Set(du, sizeof(T) * 8 - 1);
    const auto clamped = hn::BitCast(d, hn::Min(hn::BitCast(du, amount), last));
    const auto shifted = hn::Shr(v, clamped);
    if constexpr (hwy::IsSigned<T>())
      return shifted;
    else
      return hn::IfThenElseZero(hn::Eq(clamped, amount), shifted);
  }
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace warpglass::isa
HWY_AFTER_NAMESPACE();

#endif  // per target
