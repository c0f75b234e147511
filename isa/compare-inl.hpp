// The comparisons of set and setp as tests on vectors, and handlers by comparison.
#if defined(WARPGLASS_ISA_COMPARE_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WARPGLASS_ISA_COMPARE_INL_HPP
#undef WARPGLASS_ISA_COMPARE_INL_HPP
#else
#define WARPGLASS_ISA_COMPARE_INL_HPP
#endif

#include "isa/float-inl.hpp"
#include "isa/lanewise-inl.hpp"

#ifndef WARPGLASS_ISA_COMPARE_ONCE
#define WARPGLASS_ISA_COMPARE_ONCE
namespace warpglass::isa {

/// In the order of the manual: ordered, then unordered (true when an operand is NaN), then tests for NaN.
enum class Comparison : std::uint8_t { eq, ne, lt, le, gt, ge, equ, neu, ltu, leu, gtu, geu, num, nan };

/// The comparison of slot `cmp`; lo ls hi hs are lt le gt ge, which the unsigned type makes unsigned.
[[nodiscard]] Comparison comparison_of(const Spelling& spelling);

/// Op::mode of the slot `boolop`.
enum BooleanMode : std::uint32_t { kNoBoolean, kAnd, kOr, kXor };
[[nodiscard]] BooleanMode boolean_mode(const Spelling& spelling);

[[nodiscard]] constexpr LaneMask combined(LaneMask result, LaneMask c, std::uint32_t mode) {
  switch (mode) {
    case kAnd: return result & c;
    case kOr: return result | c;
    case kXor: return result ^ c;
    default: return result;
  }
}

}  // namespace warpglass::isa
#endif  // once

HWY_BEFORE_NAMESPACE();
namespace warpglass::isa {
namespace HWY_NAMESPACE {
namespace {

template <Comparison kComparison, bool kFlush>
struct Holds {
  template <class D, class V>
  HWY_INLINE auto operator()(D d, V a, V b) const {
    if constexpr (kFlush) a = flush(d, a), b = flush(d, b);
    static_cast<void>(d);
    using enum Comparison;
    if constexpr (kComparison == eq)
      return hn::Eq(a, b);
    else if constexpr (kComparison == ne) {
      if constexpr (hwy::IsFloat<hn::TFromD<D>>())
        return hn::Or(hn::Lt(a, b), hn::Gt(a, b));  // false for NaN
      else
        return hn::Ne(a, b);
    } else if constexpr (kComparison == lt)
      return hn::Lt(a, b);
    else if constexpr (kComparison == le)
      return at_most(a, b);
    else if constexpr (kComparison == gt)
      return hn::Gt(a, b);
    else if constexpr (kComparison == ge)
      return at_most(b, a);
    else if constexpr (kComparison == equ)
      return hn::Not(hn::Or(hn::Lt(a, b), hn::Gt(a, b)));
    else if constexpr (kComparison == neu)
      return hn::Not(hn::Eq(a, b));
    else if constexpr (kComparison == ltu)
      return hn::Not(hn::Ge(a, b));
    else if constexpr (kComparison == leu)
      return hn::Not(hn::Gt(a, b));
    else if constexpr (kComparison == gtu)
      return hn::Not(hn::Le(a, b));
    else if constexpr (kComparison == geu)
      return hn::Not(hn::Lt(a, b));
    else if constexpr (kComparison == num)
      return hn::And(hn::Eq(a, a), hn::Eq(b, b));
    else
      return hn::Or(hn::IsNaN(a), hn::IsNaN(b));
  }

 private:
  template <class V>
  static HWY_INLINE auto at_most(V a, V b) {
    if constexpr (hwy::IsFloat<hn::TFromD<hn::DFromV<V>>>())
      return hn::Le(a, b);
    else
      return hn::Not(hn::Gt(a, b));
  }
};

/// Of::handler<T, comparison, kFlush> for the comparison that is spelled.
template <class Of, class T, bool kFlush>
sim::Handler float_comparison(const Spelling& spelling) {
  using enum Comparison;
  static constexpr sim::Handler kHandlers[] = {
      Of::template handler<T, eq, kFlush>,  Of::template handler<T, ne, kFlush>,  Of::template handler<T, lt, kFlush>,
      Of::template handler<T, le, kFlush>,  Of::template handler<T, gt, kFlush>,  Of::template handler<T, ge, kFlush>,
      Of::template handler<T, equ, kFlush>, Of::template handler<T, neu, kFlush>, Of::template handler<T, ltu, kFlush>,
      Of::template handler<T, leu, kFlush>, Of::template handler<T, gtu, kFlush>, Of::template handler<T, geu, kFlush>,
      Of::template handler<T, num, kFlush>, Of::template handler<T, nan, kFlush>};
  return kHandlers[static_cast<std::size_t>(comparison_of(spelling))];
}
template <class Of, class T>
sim::Handler int_comparison(const Spelling& spelling) {
  using enum Comparison;
  static constexpr sim::Handler kHandlers[] = {Of::template handler<T, eq, false>, Of::template handler<T, ne, false>,
                                               Of::template handler<T, lt, false>, Of::template handler<T, le, false>,
                                               Of::template handler<T, gt, false>, Of::template handler<T, ge, false>};
  return kHandlers[static_cast<std::size_t>(comparison_of(spelling))];
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace warpglass::isa
HWY_AFTER_NAMESPACE();

#endif  // per target
