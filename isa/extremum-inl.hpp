// min and max of floating-point numbers, with the modifiers they share in every format.
#if defined(WARPGLASS_ISA_EXTREMUM_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WARPGLASS_ISA_EXTREMUM_INL_HPP
#undef WARPGLASS_ISA_EXTREMUM_INL_HPP
#else
#define WARPGLASS_ISA_EXTREMUM_INL_HPP
#endif

#include "isa/float-inl.hpp"
#include "isa/lanewise-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpglass::isa {
namespace HWY_NAMESPACE {
namespace {

/// f64 passes on the later of two NaNs; elsewhere it does not matter which is left.
template <class D, class V>
HWY_INLINE V of_two_nans(D d, V result, V b) {
  if constexpr (sizeof(hn::TFromD<D>) == 8) return hn::IfThenElse(hn::IsNaN(result), quiet(d, b), result);
  static_cast<void>(d);
  static_cast<void>(b);
  return result;
}

/// The smaller, -0 below +0; a NaN yields to a number.
template <class D, class V>
HWY_INLINE V smaller(D d, V a, V b) {
  auto result = hn::IfThenElse(hn::Lt(a, b), a, b);
  result = hn::IfThenElse(hn::Eq(a, b), hn::Or(a, b), result);
  result = hn::IfThenElse(hn::IsNaN(b), a, result);
  return of_two_nans(d, result, b);
}
template <class D, class V>
HWY_INLINE V larger(D d, V a, V b) {
  auto result = hn::IfThenElse(hn::Gt(a, b), a, b);
  result = hn::IfThenElse(hn::Eq(a, b), hn::And(a, b), result);
  result = hn::IfThenElse(hn::IsNaN(b), a, result);
  return of_two_nans(d, result, b);
}
constexpr auto min = [](auto d, auto a, auto b) HWY_ATTR { return smaller(d, a, b); };
constexpr auto max = [](auto d, auto a, auto b) HWY_ATTR { return larger(d, a, b); };

/// .NaN: a NaN is passed on. .xorsign.abs: of the magnitudes, with the product's sign.
template <class Extremum, bool kNan, bool kXorSign>
struct ExtremumOf {
  template <class D, class V>
  HWY_INLINE V operator()(D d, V a, V b) const {
    V result;
    if constexpr (kXorSign)
      result = hn::Or(Extremum{}(d, hn::Abs(a), hn::Abs(b)), hn::And(hn::Xor(a, b), sign_bit(d)));
    else
      result = Extremum{}(d, a, b);
    if constexpr (kNan) result = hn::IfThenElse(hn::IsNaN(a), a, hn::IfThenElse(hn::IsNaN(b), b, result));
    return result;
  }
};

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace warpglass::isa
HWY_AFTER_NAMESPACE();

#endif  // per target
