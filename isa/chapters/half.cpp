// Arithmetic on halves and bfloat16, single and packed. Everything is rounded once: see half-inl.hpp.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "isa/chapters/half.cpp"
#include <hwy/foreach_target.h>
//
#include "isa/chapters/chapters.hpp"
#include "isa/chapters/costs.hpp"
#include "isa/extremum-inl.hpp"
#include "isa/half-inl.hpp"
#include "isa/lanewise-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpglass::isa {
namespace HWY_NAMESPACE {
namespace {

// ---- Halves: meanings on f32 lanes ----

constexpr auto add = [](auto, auto a, auto b) HWY_ATTR { return hn::Add(a, b); };
constexpr auto sub = [](auto, auto a, auto b) HWY_ATTR { return hn::Sub(a, b); };
constexpr auto mul = [](auto, auto a, auto b) HWY_ATTR { return hn::Mul(a, b); };
constexpr auto fma = [](auto d, auto a, auto b, auto c) HWY_ATTR {
  // Products of halves are exact, and where the sum is not halfway between two halves it may as well be rounded twice.
  if constexpr (sizeof(hn::TFromD<decltype(d)>) == 4) {
    const auto sum = hn::MulAdd(a, b, c);
    if (hn::AllFalse(d, may_lie_halfway(d, sum))) [[likely]]
      return sum;
  }
  return add_to_odd(d, hn::Mul(a, b), c);
};
constexpr auto abs = [](auto, auto a) HWY_ATTR { return hn::Abs(a); };
constexpr auto neg = [](auto d, auto a) HWY_ATTR { return hn::Xor(a, sign_bit(d)); };

/// Negative numbers become +0 (.relu).
template <class D, class V>
HWY_INLINE V rectified(D d, V v) {
  return hn::IfThenZeroElse(hn::Le(v, hn::Zero(d)), v);
}

enum class After { nothing, saturate, relu };
template <class Meaning, After kAfter>
struct Then {
  template <class D, class... V>
    requires std::is_invocable_v<Meaning, D, V...>
  HWY_INLINE auto operator()(D d, V... v) const {
    const auto result = Meaning{}(d, v...);
    if constexpr (kAfter == After::saturate)
      return saturate(d, result);
    else if constexpr (kAfter == After::relu)
      return rectified(d, result);
    else
      return result;
  }
};

template <class Meaning>
constexpr std::size_t arity() {
  using D = hn::FixedTag<f32, 4>;
  using V = hn::VFromD<D>;
  if constexpr (std::is_invocable_v<Meaning, D, V>)
    return 1;
  else if constexpr (std::is_invocable_v<Meaning, D, V, V>)
    return 2;
  else
    return 3;
}
/// A handler whose result and sources all are of one element type.
template <class E, class Meaning>
constexpr sim::Handler on_elements(Meaning) {
  if constexpr (arity<Meaning>() == 1)
    return lanewise<E, E>(Meaning{});
  else if constexpr (arity<Meaning>() == 2)
    return lanewise<E, E, E>(Meaning{});
  else
    return lanewise<E, E, E, E>(Meaning{});
}

template <bool kFlush, class Meaning>
sim::Handler half_of_shape(const Spelling& spelling, Meaning meaning) {
  return spelling.type() == ptx::Type::f16 ? on_elements<Single<Half<kFlush>>>(meaning)
                                           : on_elements<Packed<Half<kFlush>>>(meaning);
}
template <class Meaning>
sim::Handler half_handler(const Spelling& spelling, Meaning meaning) {
  return spelling.has("ftz") ? half_of_shape<true>(spelling, meaning) : half_of_shape<false>(spelling, meaning);
}

/// {.ftz}{.sat}
template <class Meaning>
constexpr SelectHandler halves(Meaning) {
  return [](const Spelling& spelling) -> sim::Handler {
    return spelling.has("sat") ? half_handler(spelling, Then<Meaning, After::saturate>{})
                               : half_handler(spelling, Meaning{});
  };
}
/// {.ftz}.relu
template <class Meaning>
constexpr SelectHandler rectified_halves(Meaning) {
  return [](const Spelling& spelling) -> sim::Handler { return half_handler(spelling, Then<Meaning, After::relu>{}); };
}

// ---- bfloat16 ----

template <class Meaning>
constexpr SelectHandler brains(Meaning) {
  return [](const Spelling& spelling) -> sim::Handler {
    return spelling.type() == ptx::Type::bf16 ? on_elements<Single<Brain>>(Meaning{})
                                              : on_elements<Packed<Brain>>(Meaning{});
  };
}

/// An f64 as an f32 rounded to odd, ready to be rounded again.
template <class D32, class V>
HWY_INLINE auto single_to_odd(D32 d32, V v) {
  const hn::Rebind<f64, D32> d;
  const auto nearest = hn::DemoteTo(d32, v);
  const auto error = hn::Sub(v, hn::PromoteTo(d, nearest));
  // Only the error's sign matters, and whether there is one: scaled so that it does not vanish in f32.
  return rounded_to_odd(d32, nearest, hn::DemoteTo(d32, hn::Mul(error, hn::Set(d, 0x1p120))));
}

/// What `meaning` makes of them as f64, as f32 rounded to odd.
template <class D, class Meaning, class... V>
HWY_INLINE auto through_doubles(D d, Meaning meaning, V... v) {
  const hn::Half<D> part;
  const hn::Rebind<f64, decltype(part)> wide;
  const auto low = single_to_odd(part, meaning(wide, hn::PromoteTo(wide, hn::LowerHalf(part, v))...));
  const auto high = single_to_odd(part, meaning(wide, hn::PromoteTo(wide, hn::UpperHalf(part, v))...));
  return hn::Combine(d, high, low);
}

/// Of an f32 nearest to a number: whether rounding that number itself to bfloat16 may give something else. It lies
/// halfway between two then.
template <class D, class V>
HWY_INLINE bool may_round_twice(D, V v) {
  const hn::RebindToUnsigned<D> du;
  const auto rest = hn::And(hn::BitCast(du, v), hn::Set(du, 0xffffu));
  return !hn::AllFalse(du, hn::Eq(rest, hn::Set(du, 0x8000u)));
}

constexpr auto brain_mul = [](auto d, auto a, auto b) HWY_ATTR {
  const auto product = hn::Mul(a, b);
  if (may_round_twice(d, product)) [[unlikely]]
    return through_doubles(d, mul, a, b);
  return product;
};
constexpr auto brain_fma = [](auto d, auto a, auto b, auto c) HWY_ATTR {
#if HWY_NATIVE_FMA
  const auto sum = hn::MulAdd(a, b, c);
  if (!may_round_twice(d, sum)) [[likely]]
    return sum;
#endif
  return through_doubles(d, fma, a, b, c);
};

/// Halves that are told apart by all their bits: processors that convert them make NaNs quiet.
struct WholeHalf : Half<> {
  template <class D16, class V>
  static HWY_INLINE auto widen_short(D16 d16, V bits) {
    const hn::Rebind<u32, D16> du;
    const auto converted = Half<>::widen_short(d16, bits);
    const auto quiet_bit = hn::ShiftLeft<13>(hn::And(hn::PromoteTo(du, bits), hn::Set(du, 0x200u)));
    const auto as_it_was = hn::Or(hn::AndNot(hn::Set(du, 0x400000u), hn::BitCast(du, converted)), quiet_bit);
    return hn::IfThenElse(hn::IsNaN(converted), hn::BitCast(hn::Rebind<f32, D16>(), as_it_was), converted);
  }
};
template <class Meaning>
constexpr SelectHandler whole_halves(Meaning) {
  return [](const Spelling& spelling) -> sim::Handler {
    return spelling.type() == ptx::Type::f16 ? on_elements<Single<WholeHalf>>(Meaning{})
                                             : on_elements<Packed<WholeHalf>>(Meaning{});
  };
}

/// fma.oob: a factor that is the pattern with which copies of tensors fill what lies outside them, 0x7ff7 with either
/// sign in both formats (found on an H200 among all 65,536), makes the result +0.
/// \tparam kPattern  widened to f32
template <class Fma, std::uint32_t kPattern, bool kRelu>
struct FmaOutOfBounds {
  template <class D, class V>
  HWY_INLINE V operator()(D d, V a, V b, V c) const {
    const auto result = Then<Fma, kRelu ? After::relu : After::nothing>{}(d, a, b, c);
    return hn::IfThenZeroElse(hn::Or(is_outside(d, a), is_outside(d, b)), result);
  }

 private:
  template <class D, class V>
  static HWY_INLINE auto is_outside(D d, V v) {
    const hn::RebindToUnsigned<D> du;
    return hn::RebindMask(d, hn::Eq(hn::BitCast(du, hn::Abs(v)), hn::Set(du, kPattern)));
  }
};
template <bool kRelu>
using HalfOutOfBounds = FmaOutOfBounds<decltype(fma), 0x7ffee000, kRelu>;
template <bool kRelu>
using BrainOutOfBounds = FmaOutOfBounds<decltype(brain_fma), 0x7ff70000, kRelu>;

// ---- Extrema ----

template <class Extremum, class Choose>
sim::Handler extremum_handler(const Spelling& spelling, Choose choose) {
  if (spelling.has("NaN"))
    return spelling.has("xorsign") ? choose(ExtremumOf<Extremum, true, true>{})
                                   : choose(ExtremumOf<Extremum, true, false>{});
  return spelling.has("xorsign") ? choose(ExtremumOf<Extremum, false, true>{})
                                 : choose(ExtremumOf<Extremum, false, false>{});
}
template <class Extremum>
constexpr SelectHandler half_extremum(Extremum) {
  return [](const Spelling& spelling) -> sim::Handler {
    return extremum_handler<Extremum>(spelling, [&](auto meaning) { return half_handler(spelling, meaning); });
  };
}
template <class Extremum>
constexpr SelectHandler brain_extremum(Extremum) {
  return [](const Spelling& spelling) -> sim::Handler {
    return extremum_handler<Extremum>(spelling, [&](auto meaning) { return brains(meaning)(spelling); });
  };
}

// clang-format off
constexpr InstructionDef kRows[] = {
  {.syntax = "add{.rn}{.ftz}{.sat}.type d, a, b", .where = "type = f16 f16x2", .effects = computes(costs::sum, Algebra::sum),
   .select = halves(add),
   .since = "4.2", .sm = 53, .chapter = "Half Precision Floating Point Instructions: add"},
  {.syntax = "add{.rn}.type d, a, b", .where = "type = bf16 bf16x2", .effects = computes(costs::sum, Algebra::sum), .select = brains(add),
   .since = "7.8", .sm = 90, .chapter = "Half Precision Floating Point Instructions: add"},
  {.syntax = "sub{.rn}{.ftz}{.sat}.type d, a, b", .where = "type = f16 f16x2", .effects = computes(costs::sum, Algebra::difference),
   .select = halves(sub),
   .since = "4.2", .sm = 53, .chapter = "Half Precision Floating Point Instructions: sub"},
  {.syntax = "sub{.rn}.type d, a, b", .where = "type = bf16 bf16x2", .effects = computes(costs::sum, Algebra::difference), .select = brains(sub),
   .since = "7.8", .sm = 90, .chapter = "Half Precision Floating Point Instructions: sub"},
  {.syntax = "mul{.rn}{.ftz}{.sat}.type d, a, b", .where = "type = f16 f16x2", .effects = computes(costs::product, Algebra::product),
   .select = halves(mul),
   .since = "4.2", .sm = 53, .chapter = "Half Precision Floating Point Instructions: mul"},
  {.syntax = "mul{.rn}.type d, a, b", .where = "type = bf16 bf16x2", .effects = computes(costs::product, Algebra::product), .select = brains(brain_mul),
   .since = "7.8", .sm = 90, .chapter = "Half Precision Floating Point Instructions: mul"},
  {.syntax = "fma.rn{.ftz}{.sat}.type d, a, b, c", .where = "type = f16 f16x2", .effects = computes(costs::product_sum, Algebra::product_sum),
   .select = halves(fma),
   .since = "4.2", .sm = 53, .chapter = "Half Precision Floating Point Instructions: fma"},
  {.syntax = "fma.rn{.ftz}.relu.type d, a, b, c", .where = "type = f16 f16x2", .effects = computes(costs::product_sum, Algebra::product_sum),
   .select = rectified_halves(fma),
   .since = "7.0", .sm = 80, .chapter = "Half Precision Floating Point Instructions: fma"},
  {.syntax = "fma.rn.type d, a, b, c", .where = "type = bf16 bf16x2", .effects = computes(costs::product_sum, Algebra::product_sum), .select = brains(brain_fma),
   .since = "7.0", .sm = 80, .chapter = "Half Precision Floating Point Instructions: fma"},
  {.syntax = "fma.rn.relu.type d, a, b, c", .where = "type = bf16 bf16x2", .effects = computes(costs::product_sum, Algebra::product_sum),
   .select = brains(Then<decltype(brain_fma), After::relu>{}),
   .since = "7.0", .sm = 80, .chapter = "Half Precision Floating Point Instructions: fma"},
  {.syntax = "fma.rn.oob.type d, a, b, c", .where = "type = f16 f16x2", .effects = computes(costs::product_sum, Algebra::product_sum),
   .select = whole_halves(HalfOutOfBounds<false>{}),
   .since = "8.1", .sm = 90, .chapter = "Half Precision Floating Point Instructions: fma"},
  {.syntax = "fma.rn.oob.relu.type d, a, b, c", .where = "type = f16 f16x2", .effects = computes(costs::product_sum, Algebra::product_sum),
   .select = whole_halves(HalfOutOfBounds<true>{}),
   .since = "8.1", .sm = 90, .chapter = "Half Precision Floating Point Instructions: fma"},
  {.syntax = "fma.rn.oob.type d, a, b, c", .where = "type = bf16 bf16x2", .effects = computes(costs::product_sum, Algebra::product_sum),
   .select = brains(BrainOutOfBounds<false>{}),
   .since = "8.1", .sm = 90, .chapter = "Half Precision Floating Point Instructions: fma"},
  {.syntax = "fma.rn.oob.relu.type d, a, b, c", .where = "type = bf16 bf16x2", .effects = computes(costs::product_sum, Algebra::product_sum),
   .select = brains(BrainOutOfBounds<true>{}),
   .since = "8.1", .sm = 90, .chapter = "Half Precision Floating Point Instructions: fma"},
  {.syntax = "neg{.ftz}.type d, a", .where = "type = f16 f16x2", .effects = computes(costs::sign, Algebra::negative), .select = halves(neg),
   .since = "6.0", .sm = 53, .chapter = "Half Precision Floating Point Instructions: neg"},
  {.syntax = "neg.type d, a", .where = "type = bf16 bf16x2", .effects = computes(costs::sign, Algebra::negative), .select = brains(neg),
   .since = "7.0", .sm = 80, .chapter = "Half Precision Floating Point Instructions: neg"},
  {.syntax = "abs{.ftz}.type d, a", .where = "type = f16 f16x2", .effects = computes(costs::sign, Algebra::magnitude), .select = halves(abs),
   .since = "6.5", .sm = 53, .chapter = "Half Precision Floating Point Instructions: abs"},
  {.syntax = "abs.type d, a", .where = "type = bf16 bf16x2", .effects = computes(costs::sign, Algebra::magnitude), .select = brains(abs),
   .since = "7.0", .sm = 80, .chapter = "Half Precision Floating Point Instructions: abs"},
  {.syntax = "min{.ftz}{.NaN}{.xorsign.abs}.type d, a, b", .where = "type = f16 f16x2", .effects = computes(costs::extremum, Algebra::extremum),
   .select = half_extremum(min),
   .since = "7.0", .sm = 80, .chapter = "Half Precision Floating Point Instructions: min"},
  {.syntax = "min{.NaN}{.xorsign.abs}.type d, a, b", .where = "type = bf16 bf16x2", .effects = computes(costs::extremum, Algebra::extremum),
   .select = brain_extremum(min),
   .since = "7.0", .sm = 80, .chapter = "Half Precision Floating Point Instructions: min"},
  {.syntax = "max{.ftz}{.NaN}{.xorsign.abs}.type d, a, b", .where = "type = f16 f16x2", .effects = computes(costs::extremum, Algebra::extremum),
   .select = half_extremum(max),
   .since = "7.0", .sm = 80, .chapter = "Half Precision Floating Point Instructions: max"},
  {.syntax = "max{.NaN}{.xorsign.abs}.type d, a, b", .where = "type = bf16 bf16x2", .effects = computes(costs::extremum, Algebra::extremum),
   .select = brain_extremum(max),
   .since = "7.0", .sm = 80, .chapter = "Half Precision Floating Point Instructions: max"},
};
// clang-format on
static_assert(well_formed(kRows));

std::span<const InstructionDef> rows() { return kRows; }

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace warpglass::isa
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace warpglass::isa {
HWY_EXPORT(rows);
std::span<const InstructionDef> half_rows() { return HWY_DYNAMIC_DISPATCH(rows)(); }
}  // namespace warpglass::isa
#endif
