// The comparisons of set and setp. The common setp has a handler for each comparison; everything else reads from
// Op::mode which outcomes of one make it true, so that there is one handler a type.
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

/// Bits 0 and 1 of Op::mode: the slot `boolop`.
enum BooleanMode : std::uint32_t { kNoBoolean, kAnd, kOr, kXor };
constexpr std::uint32_t kBooleanMask = 3;
[[nodiscard]] BooleanMode boolean_mode(const Spelling& spelling);

/// Bits 4 to 7 of Op::mode: what a and b are to each other where the comparison of slot `cmp` holds.
enum Outcome : std::uint32_t { kLess = 0x10, kEqual = 0x20, kGreater = 0x40, kUnordered = 0x80 };
[[nodiscard]] std::uint32_t outcomes_of(const Spelling& spelling);

[[nodiscard]] constexpr LaneMask combined(LaneMask result, LaneMask c, std::uint32_t mode) {
  switch (mode & kBooleanMask) {
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

/// Lanes for which the comparison that Op::mode spells holds, inactive lanes included. kPart: of packed elements.
template <class T, bool kFlush, std::size_t kPart = 0>
HWY_INLINE LaneMask lanes_compared(const sim::Warp& warp, const sim::Op* op) {
  const auto lanes_with = [&]<Comparison kComparison>(std::integral_constant<Comparison, kComparison>) {
    return lanes_that<T, kPart>(warp, op->a, op->b, Holds<kComparison, kFlush>{});
  };
  using enum Comparison;
  LaneMask holds = 0;
  if ((op->mode & kLess) != 0) holds |= lanes_with(std::integral_constant<Comparison, lt>());
  if ((op->mode & kEqual) != 0) holds |= lanes_with(std::integral_constant<Comparison, eq>());
  if ((op->mode & kGreater) != 0) holds |= lanes_with(std::integral_constant<Comparison, gt>());
  if constexpr (hwy::IsFloat<typename Represented<T>::Lane>()) {
    if ((op->mode & kUnordered) != 0) holds |= lanes_with(std::integral_constant<Comparison, nan>());
  }
  return holds;
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace warpglass::isa
HWY_AFTER_NAMESPACE();

#endif  // per target
