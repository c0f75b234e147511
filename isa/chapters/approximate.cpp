// What the machines only approximate: reciprocals and quotients, square roots, and the functions of the special
// function unit. Ours are nearer to the truth than theirs; special cases, flushing, where arguments lose their digits
// and which way results are cut follow what an H200 answers.

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
constexpr auto ex2_of_single = [](auto d, auto a) HWY_ATTR { return exp2_of_single(d, a); };
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

constexpr auto reciprocal = [](auto d, auto a) HWY_ATTR { return hn::Div(hn::Set(d, hn::TFromD<decltype(d)>(1)), a); };
constexpr auto root = [](auto, auto a) HWY_ATTR { return hn::Sqrt(a); };
constexpr Divide quotient;

/// a times the approximate reciprocal of b, which is 0 from 2^126 on.
struct RoughQuotient {
  template <class D, class V>
  HWY_INLINE V operator()(D d, V a, V b) const {
    const auto huge = hn::Gt(hn::Abs(b), hn::Set(d, 0x1p126f));
    const auto zero = hn::And(b, sign_bit(d));
    return hn::IfThenElse(huge, hn::Mul(a, zero), hn::Div(a, b));
  }
  template <class D, class V>
  static HWY_INLINE V flushed(D d, V result, V a, V b) {
    return flush_quotient(d, result, a, b);
  }
};
constexpr RoughQuotient rough_quotient;

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
   .select = flushing_f32(rough_quotient),
   .chapter = "Floating Point Instructions: div", .accuracy = "2 ulp"},
  {.syntax = "div.full{.ftz}.type d, a, b", .where = "type = f32", .effects = computes(costs::quotient, Algebra::quotient),
   .select = flushing_f32(quotient),
   .since = "1.4", .chapter = "Floating Point Instructions: div", .accuracy = "2 ulp"},
  {.syntax = "rcp{.approx}{.ftz}.type d, a", .where = "type = f32", .effects = computes(costs::reciprocal, Algebra::root),
   .select = flushing_f32(reciprocal),
   .chapter = "Floating Point Instructions: rcp", .accuracy = "1 ulp"},
  {.syntax = "rcp.approx.ftz.type d, a", .where = "type = f64", .effects = computes(costs::reciprocal, Algebra::root),
   .select = lanewise_by_type<f64>(rough_reciprocal),
   .since = "2.1", .sm = 20, .chapter = "Floating Point Instructions: rcp.approx.ftz.f64", .accuracy = "2^-20"},
  {.syntax = "sqrt{.approx}{.ftz}.type d, a", .where = "type = f32", .effects = computes(costs::square_root, Algebra::root),
   .select = flushing_f32(root),
   .chapter = "Floating Point Instructions: sqrt", .accuracy = "1 ulp"},
  {.syntax = "rsqrt{.approx}{.ftz}.type d, a", .where = "type = f32", .effects = computes(costs::reciprocal, Algebra::root),
   .select = flushing_f32(rsqrt),
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
  {.syntax = "ex2{.approx}{.ftz}.type d, a", .where = "type = f32", .effects = computes(costs::special), .select = flushing_f32(ex2_of_single),
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
