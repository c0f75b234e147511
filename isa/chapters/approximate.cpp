// What the machines only approximate: reciprocals and quotients, square roots, and the functions of the special
// function unit. Reciprocals, roots and ex2 of f32 are the unit's own results (special-inl.hpp); the others are nearer
// to the truth than theirs, with special cases, flushing, where arguments lose their digits and which way results are
// cut as an H200 has them.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "isa/chapters/approximate.cpp"
#include <hwy/foreach_target.h>
//
#include "isa/chapters/chapters.hpp"
#include "isa/chapters/costs.hpp"
#include "isa/elementary-inl.hpp"
#include "isa/half-inl.hpp"
#include "isa/lanewise-inl.hpp"
#include "isa/product-inl.hpp"
#include "isa/special-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpglass::isa {
namespace HWY_NAMESPACE {
namespace {

/// f32 subnormals in f64 lanes become zeros of their sign.
template <class D, class V>
HWY_INLINE V flush_single(D d, V v) {
  return hn::IfThenElse(hn::Lt(hn::Abs(v), hn::Set(d, 0x1p-126)), hn::And(v, sign_bit(d)), v);
}

/// A function of one f32 in f64 lanes, with and without .ftz.
template <class Function>
constexpr SelectHandler of_single(Function) {
  return [](const Spelling& spelling) -> sim::Handler {
    constexpr auto flushing = [](auto d, auto a)
                                  HWY_ATTR { return flush_single(d, Function{}(d, flush_single(d, a))); };
    return spelling.has("ftz") ? lanewise<InDouble<Plain>>(flushing) : lanewise<InDouble<Plain>>(Function{});
  };
}

/// f64 lanes cut to the digits of a format, after kBias 64ths of its last one have been added.
template <int kDigits, int kBias, class D, class V>
HWY_INLINE V cut_to(D d, V v) {
  constexpr int kBelow = 53 - kDigits;
  const hn::RebindToUnsigned<D> du;
  const auto biased = hn::Add(hn::BitCast(du, v), hn::Set(du, u64{kBias} << (kBelow - 6)));
  return hn::BitCast(d, hn::ShiftLeft<kBelow>(hn::ShiftRight<kBelow>(biased)));
}

/// The same function on halves and bfloat16, single and packed. The machines cut what they have worked out for f32: so
/// all of an H200's ex2 in f16 come out, and 95 % or more of the others. kBias: for what their f32 results are too
/// large.
template <int kBias, class Function>
constexpr SelectHandler of_halves(Function) {
  return [](const Spelling& spelling) -> sim::Handler {
    constexpr auto to_half = [](auto d, auto a) HWY_ATTR {
      const auto v = Function{}(d, a);
      const auto step = hn::Set(d, 0x1p-24);  // of subnormals
      const auto bias = hn::CopySign(hn::Set(d, kBias / 64.0), v);
      const auto small = hn::Mul(hn::Trunc(hn::Add(hn::Div(v, step), bias)), step);
      return hn::IfThenElse(hn::Lt(hn::Abs(v), hn::Set(d, 0x1p-14)), small, cut_to<11, kBias>(d, v));
    };
    constexpr auto to_brain = [](auto d, auto a) HWY_ATTR { return cut_to<8, 1>(d, Function{}(d, a)); };
    const ptx::Type type = spelling.type();
    if (type == ptx::Type::f16) return lanewise<InDouble<Single<Half<>>>>(to_half);
    if (type == ptx::Type::f16x2) return lanewise<InDouble<Packed<Half<>>>>(to_half);
    if (type == ptx::Type::bf16) return lanewise<InDouble<Single<Brain>>>(to_brain);
    return lanewise<InDouble<Packed<Brain>>>(to_brain);
  };
}

constexpr auto rsqrt = [](auto d, auto a)
                           HWY_ATTR { return hn::Div(hn::Set(d, hn::TFromD<decltype(d)>(1)), hn::Sqrt(a)); };
constexpr auto ex2 = [](auto d, auto a) HWY_ATTR { return exp2_of(d, a); };
constexpr auto ex2_flushed = [](auto d, auto a) HWY_ATTR { return flush_single(d, exp2_of(d, a)); };
constexpr auto tanh = [](auto d, auto a) HWY_ATTR { return tanh_of(d, a); };

/// Rounded toward zero to the digits of f32.
template <class D, class V>
HWY_INLINE V truncated_to_single(D d, V v) {
  const hn::RebindToUnsigned<D> du;
  return hn::BitCast(d, hn::And(hn::BitCast(du, v), hn::Set(du, ~u64{0x1fffffff})));
}

/// The machines round logarithms toward zero.
constexpr auto lg2 = [](auto d, auto a) HWY_ATTR {
  const auto zero = hn::Zero(d);
  const auto infinity = hn::Set(d, std::numeric_limits<f64>::infinity());
  auto result = truncated_to_single(d, log2_of_positive(d, a));
  result = hn::IfThenElse(hn::Lt(a, infinity), result, a);  // infinity and NaN are their own logarithms
  result = hn::IfThenElse(hn::Eq(a, zero), hn::Neg(infinity), result);
  return hn::IfThenElse(hn::Lt(a, zero), hn::NaN(d), result);
};

/// The machines multiply by 1 / 2 pi in f32, rounding toward zero and flushing, and then take the wave of that many
/// turns: beyond some thousands the result is of another angle than asked for, and from 2^26 on of none.
template <class D, class V>
HWY_INLINE V turns_of(D d, V x) {
  const hn::Rebind<f32, D> d32;
  const hn::RebindToUnsigned<decltype(d32)> du;
  const auto exact = hn::Mul(x, hn::Set(d, static_cast<f64>(0x1.45f306p-3f)));  // 48 digits fit
  const auto nearest = hn::DemoteTo(d32, exact);
  const auto excess = hn::Gt(hn::Abs(hn::PromoteTo(d, nearest)), hn::Abs(exact));
  const auto bits = hn::BitCast(du, nearest);
  const auto below = hn::BitCast(d32, hn::Sub(bits, hn::Set(du, 1u)));
  const auto truncated = hn::IfThenElse(excess, hn::PromoteTo(d, below), hn::PromoteTo(d, nearest));
  return flush_single(d, truncated);
}
/// A sine sees the turns in steps of 2^-25, so those of the smallest angles are zeros.
constexpr auto sine = [](auto d, auto a) HWY_ATTR {
  const auto steps = hn::Trunc(hn::Mul(turns_of(d, a), hn::Set(d, 0x1p25)));
  const auto result = wave<false>(d, hn::Mul(steps, hn::Set(d, 0x1p-25)));
  return hn::IfThenElse(hn::Eq(result, hn::Zero(d)), hn::CopySign(result, a), result);
};
constexpr auto cosine = [](auto d, auto a) HWY_ATTR { return wave<true>(d, turns_of(d, a)); };

// What ptxas (13.0, for sm_90) makes of an instruction around the unit's: .ftz leaves the unit to itself.

template <class D, class V>
HWY_INLINE V chosen(D d, hn::Mask<D> mask, f32 factor, V otherwise) {
  return hn::IfThenElse(mask, hn::Set(d, factor), otherwise);
}
template <class D, class V>
HWY_INLINE auto is_subnormal(D d, V v) {
  return hn::Lt(hn::Abs(v), hn::Set(d, 0x1p-126f));
}
/// Reciprocals of larger numbers are subnormal.
template <class D, class V>
HWY_INLINE auto is_large(D d, V v) {
  return hn::Gt(hn::Abs(v), hn::Set(d, 0x1p126f));
}
template <class V>
HWY_INLINE Pair<V> product(const Pair<V>& a, const Pair<V>& b) {
  return {hn::Mul(a[0], b[0]), hn::Mul(a[1], b[1])};
}

template <bool kFlush>
struct ReciprocalSequence {
  template <class D, class V>
  HWY_INLINE Pair<V> operator()(D d, const Pair<V>& a) const {
    constexpr Unit<ReciprocalUnit> unit;
    if constexpr (kFlush) {
      return unit(d, a);
    } else {
      if (!unit.any_special(a)) [[likely]]
        return unit.ordinary(d, a);
      const auto scale_of = [&](V v) HWY_ATTR {
        return chosen(d, is_subnormal(d, v), 0x1p24f, chosen(d, is_large(d, v), 0.25f, hn::Set(d, 1.0f)));
      };
      const Pair<V> scale = {scale_of(a[0]), scale_of(a[1])};
      return product(unit(d, product(a, scale)), scale);
    }
  }
};

/// kInverse: of the reciprocal.
template <bool kInverse>
struct Roots {
  template <bool kFlush>
  struct Sequence {
    template <class D, class V>
    HWY_INLINE Pair<V> operator()(D d, const Pair<V>& a) const {
      constexpr std::conditional_t<kInverse, Unit<ReciprocalRootUnit>, Unit<RootUnit>> unit;
      if constexpr (kFlush) {
        return unit(d, a);
      } else {
        if (!unit.any_special(a)) [[likely]]
          return unit.ordinary(d, a);
        const auto scale = [&](f32 factor) HWY_ATTR {
          const auto one = hn::Set(d, 1.0f);
          return Pair<V>{chosen(d, is_subnormal(d, a[0]), factor, one), chosen(d, is_subnormal(d, a[1]), factor, one)};
        };
        return product(unit(d, product(a, scale(0x1p24f))), scale(kInverse ? 0x1p12f : 0x1p-12f));
      }
    }
  };
};

template <bool kFlush>
struct PowerSequence {
  template <class D, class V>
  HWY_INLINE Pair<V> operator()(D d, const Pair<V>& a) const {
    constexpr Unit<PowerUnit> unit;
    if constexpr (kFlush) {
      return unit(d, a);
    } else {
      if (!unit.any_special(a)) [[likely]]
        return unit.ordinary(d, a);
      // Half of an exponent below -126, whose result is squared.
      const auto is_low = [&](V v) HWY_ATTR { return hn::Lt(v, hn::Set(d, -126.0f)); };
      const auto argument = [&](V v) HWY_ATTR { return hn::Mul(v, chosen(d, is_low(v), 0.5f, hn::Set(d, 1.0f))); };
      const Pair<V> result = unit(d, Pair<V>{argument(a[0]), argument(a[1])});
      const auto squared = [&](V v, V power)
                               HWY_ATTR { return hn::Mul(power, hn::IfThenElse(is_low(v), power, hn::Set(d, 1.0f))); };
      return {squared(a[0], result[0]), squared(a[1], result[1])};
    }
  }
};

/// A quotient is a product with a reciprocal, which is 0 from 2^126 on. kFull: unless both are made smaller.
template <bool kFull>
struct Quotient {
  template <bool kFlush>
  struct Sequence {
    template <class D, class V>
    HWY_INLINE Pair<V> operator()(D d, const Pair<V>& a, const Pair<V>& b) const {
      const auto scale_of = [&](V v) HWY_ATTR {
        auto scale = hn::Set(d, 1.0f);
        if constexpr (kFull) scale = chosen(d, is_large(d, v), 0.25f, scale);
        if constexpr (!kFlush) scale = chosen(d, is_subnormal(d, v), 0x1p24f, scale);
        return scale;
      };
      const Pair<V> scale = {scale_of(b[0]), scale_of(b[1])};
      const Pair<V> reciprocal = Unit<ReciprocalUnit>{}(d, product(b, scale));
      const Modified<Multiply, kFlush, false> multiply;
      return {multiply(d, multiply(d, a[0], scale[0]), reciprocal[0]),
              multiply(d, multiply(d, a[1], scale[1]), reciprocal[1])};
    }
  };
};

/// Rows of f32 that are a sequence of two kinds. S: types of the sources.
template <template <bool> class Sequence, class... S>
constexpr SelectHandler in_pairs() {
  return [](const Spelling& spelling) -> sim::Handler {
    return spelling.has("ftz") ? &run_in_pairs<Sequence<true>, S...> : &run_in_pairs<Sequence<false>, S...>;
  };
}

// The machines look at the upper 32 bits of an f64 alone and answer with as many. Between them is the unit of f32,
// whose 23 digits are cut to 20: so 97 % of an H200's answers come out.

template <class D, class V>
HWY_INLINE V upper_half(D d, V v) {
  const hn::RebindToUnsigned<D> du;
  return hn::BitCast(d, hn::And(hn::BitCast(du, v), hn::Set(du, u64{0xffffffff00000000})));
}

/// An argument; a NaN stays one.
template <class D, class V>
HWY_INLINE V upper_argument(D d, V v) {
  return hn::IfThenElse(hn::IsNaN(v), v, upper_half(d, flush(d, v)));
}

/// A result, with f32's NaN.
template <class D, class V>
HWY_INLINE V upper_result(D d, V v) {
  const hn::RebindToUnsigned<D> du;
  const auto rounded = hn::Add(hn::BitCast(du, flush(d, v)), hn::Set(du, u64{1} << 28));
  return hn::IfThenElse(hn::IsNaN(v), hn::BitCast(d, hn::Set(du, u64{0x7fffffff00000000})),
                        upper_half(d, hn::BitCast(d, rounded)));
}
constexpr auto rough_reciprocal = [](auto d, auto a) HWY_ATTR {
  return upper_result(d, hn::Div(hn::Set(d, 1.0), upper_argument(d, a)));
};
constexpr auto rough_rsqrt = [](auto d, auto a) HWY_ATTR { return upper_result(d, rsqrt(d, upper_argument(d, a))); };

// clang-format off
constexpr InstructionDef kRows[] = {
  {.syntax = "div{.approx}{.ftz}.type d, a, b", .where = "type = f32", .effects = computes(costs::quotient, Algebra::quotient),
   .select = in_pairs<Quotient<false>::Sequence, f32, f32>(),
   .chapter = "Floating Point Instructions: div", .accuracy = "2 ulp"},
  {.syntax = "div.full{.ftz}.type d, a, b", .where = "type = f32", .effects = computes(costs::quotient, Algebra::quotient),
   .select = in_pairs<Quotient<true>::Sequence, f32, f32>(),
   .since = "1.4", .chapter = "Floating Point Instructions: div", .accuracy = "2 ulp"},
  {.syntax = "rcp{.approx}{.ftz}.type d, a", .where = "type = f32", .effects = computes(costs::reciprocal, Algebra::root),
   .select = in_pairs<ReciprocalSequence, f32>(),
   .chapter = "Floating Point Instructions: rcp", .accuracy = "1 ulp"},
  {.syntax = "rcp.approx.ftz.type d, a", .where = "type = f64", .effects = computes(costs::reciprocal, Algebra::root),
   .select = lanewise_by_type<f64>(rough_reciprocal),
   .since = "2.1", .sm = 20, .chapter = "Floating Point Instructions: rcp.approx.ftz.f64", .accuracy = "2^-20"},
  {.syntax = "sqrt{.approx}{.ftz}.type d, a", .where = "type = f32", .effects = computes(costs::square_root, Algebra::root),
   .select = in_pairs<Roots<false>::Sequence, f32>(),
   .chapter = "Floating Point Instructions: sqrt", .accuracy = "1 ulp"},
  {.syntax = "rsqrt{.approx}{.ftz}.type d, a", .where = "type = f32", .effects = computes(costs::reciprocal, Algebra::root),
   .select = in_pairs<Roots<true>::Sequence, f32>(),
   .chapter = "Floating Point Instructions: rsqrt", .accuracy = "2^-22.9"},
  {.syntax = "rsqrt{.approx}.type d, a", .where = "type = f64", .effects = computes(costs::reciprocal, Algebra::root),
   .select = lanewise_by_type<f64>(rsqrt),
   .sm = 13, .chapter = "Floating Point Instructions: rsqrt", .accuracy = "2 ulp"},
  {.syntax = "rsqrt.approx.ftz.type d, a", .where = "type = f64", .effects = computes(costs::reciprocal, Algebra::root),
   .select = lanewise_by_type<f64>(rough_rsqrt),
   .since = "4.0", .sm = 20, .chapter = "Floating Point Instructions: rsqrt.approx.ftz.f64", .accuracy = "2^-20"},

  {.syntax = "sin{.approx}{.ftz}.type d, a", .where = "type = f32", .effects = computes(costs::angle), .select = of_single(sine),
   .chapter = "Floating Point Instructions: sin", .accuracy = "2^-20.5 absolute in -pi..pi"},
  {.syntax = "cos{.approx}{.ftz}.type d, a", .where = "type = f32", .effects = computes(costs::angle), .select = of_single(cosine),
   .chapter = "Floating Point Instructions: cos", .accuracy = "2^-20.5 absolute in -pi..pi"},
  {.syntax = "lg2{.approx}{.ftz}.type d, a", .where = "type = f32", .effects = computes(costs::special), .select = of_single(lg2),
   .chapter = "Floating Point Instructions: lg2", .accuracy = "2^-22 absolute in 0.5..2, else 2 ulp"},
  {.syntax = "ex2{.approx}{.ftz}.type d, a", .where = "type = f32", .effects = computes(costs::special), .select = in_pairs<PowerSequence, f32>(),
   .chapter = "Floating Point Instructions: ex2", .accuracy = "2 ulp"},
  {.syntax = "tanh.approx.type d, a", .where = "type = f32", .effects = computes(costs::special), .select = of_single(tanh),
   .since = "7.0", .sm = 75, .chapter = "Floating Point Instructions: tanh", .accuracy = "2^-11"},

  {.syntax = "ex2.approx.type d, a", .where = "type = f16 f16x2", .effects = computes(costs::special), .select = of_halves<0>(ex2),
   .since = "7.0", .sm = 75, .chapter = "Half Precision Floating Point Instructions: ex2", .accuracy = "2^-9.9"},
  {.syntax = "ex2.approx.ftz.type d, a", .where = "type = bf16 bf16x2", .effects = computes(costs::special), .select = of_halves<0>(ex2_flushed),
   .since = "7.8", .sm = 90, .chapter = "Half Precision Floating Point Instructions: ex2", .accuracy = "2^-7"},
  {.syntax = "tanh.approx.type d, a", .where = "type = f16 f16x2 bf16 bf16x2", .effects = computes(costs::special),
   .select = of_halves<1>(tanh),
   .since = "7.0", .sm = 75, .chapter = "Half Precision Floating Point Instructions: tanh",
   .accuracy = "2^-10.987, bfloat16 2^-8"},
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
std::span<const InstructionDef> approximate_rows() { return HWY_DYNAMIC_DISPATCH(rows)(); }
}  // namespace warpglass::isa
#endif
