// Products of f32, alone and in sums, and quotients: the instructions whose flushed results need a second look.
#if defined(WARPGLASS_ISA_PRODUCT_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WARPGLASS_ISA_PRODUCT_INL_HPP
#undef WARPGLASS_ISA_PRODUCT_INL_HPP
#else
#define WARPGLASS_ISA_PRODUCT_INL_HPP
#endif

#include "isa/float-inl.hpp"
#include "isa/lanewise-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpglass::isa {
namespace HWY_NAMESPACE {
namespace {

/// With .ftz a result is flushed when it is subnormal after rounding to full precision, as if exponents had no end.
/// Only what became the least normal number has to be looked at again, exactly: the product of two f32 fits an f64, and
/// so does the bound when it matters.
template <class D, class V>
HWY_INLINE V flush_product(D d, V result, V a, V b, V c) {
  result = flush(d, result);
  constexpr f32 kLeast = std::numeric_limits<f32>::min();
  if (hn::AllFalse(d, hn::Eq(hn::Abs(result), hn::Set(d, kLeast)))) [[likely]]
    return result;
  constexpr std::size_t N = hn::MaxLanes(D());
  HWY_ALIGN f32 r[N], x[N], y[N], z[N];
  hn::Store(result, d, r);
  hn::Store(a, d, x);
  hn::Store(b, d, y);
  hn::Store(c, d, z);
  for (std::size_t i = 0; i < N; ++i)
    if (std::abs(r[i]) == kLeast && is_below_least_normal(x[i], y[i], z[i], r[i] < 0)) r[i] = std::copysign(0.0f, r[i]);
  return hn::Load(d, r);
}
struct Multiply {
  template <class D, class V>
  HWY_INLINE V operator()(D, V a, V b) const {
    return hn::Mul(a, b);
  }
  template <class D, class V>
  static HWY_INLINE V flushed(D d, V result, V a, V b) {
    return flush_product(d, result, a, b, hn::Zero(d));
  }
};
struct MultiplyAdd {
  template <class D, class V>
  HWY_INLINE V operator()(D d, V a, V b, V c) const {
    return fused_multiply_add(d, a, b, c);
  }
  template <class D, class V>
  static HWY_INLINE V flushed(D d, V result, V a, V b, V c) {
    return flush_product(d, result, a, b, c);
  }
};

/// With .ftz a quotient below the least normal number is zero even where it rounds up to that (recorded).
template <class D, class V>
HWY_INLINE V flush_quotient(D d, V result, V a, V b) {
  result = flush(d, result);
  constexpr f32 kLeast = std::numeric_limits<f32>::min();
  if (hn::AllFalse(d, hn::Eq(hn::Abs(result), hn::Set(d, kLeast)))) [[likely]]
    return result;
  constexpr std::size_t N = hn::MaxLanes(D());
  HWY_ALIGN f32 r[N], x[N], y[N];
  hn::Store(result, d, r);
  hn::Store(a, d, x);
  hn::Store(b, d, y);
  for (std::size_t i = 0; i < N; ++i) {
    const bool below = std::abs(f64{x[i]}) < std::abs(f64{y[i]}) * f64{kLeast};
    if (std::abs(r[i]) == kLeast && below) r[i] = std::copysign(0.0f, r[i]);
  }
  return hn::Load(d, r);
}
struct Divide {
  template <class D, class V>
  HWY_INLINE V operator()(D, V a, V b) const {
    return hn::Div(a, b);
  }
  template <class D, class V>
  static HWY_INLINE V flushed(D d, V result, V a, V b) {
    return flush_quotient(d, result, a, b);
  }
};

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace warpglass::isa
HWY_AFTER_NAMESPACE();

#endif  // per target
