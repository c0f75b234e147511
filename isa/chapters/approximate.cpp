// What the machines only approximate: reciprocals and quotients, square roots, and the other functions of the special
// function unit (special-inl.hpp), with what ptxas puts around the unit's instructions.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "isa/chapters/approximate.cpp"
#include <hwy/foreach_target.h>
//
#include "isa/chapters/chapters.hpp"
#include "isa/chapters/costs.hpp"
#include "isa/half-inl.hpp"
#include "isa/lanewise-inl.hpp"
#include "isa/product-inl.hpp"
#include "isa/special-inl.hpp"
#include "isa/special.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpglass::isa {
namespace HWY_NAMESPACE {
namespace {

/// What the unit makes of halves and bfloat16, single and packed: f32 results cut to their digits.
template <class Function>
constexpr SelectHandler of_halves(Function) {
  return [](const Spelling& spelling) -> sim::Handler {
    constexpr auto cut_bits = [](auto d, auto v, u32 kept) HWY_ATTR {
      const hn::RebindToUnsigned<decltype(d)> du;
      return hn::BitCast(d, hn::And(hn::BitCast(du, v), hn::Set(du, kept)));
    };
    constexpr auto to_half = [](auto d, auto a) HWY_ATTR {
      const auto v = Function{}(d, std::array{a, a})[0];
      const auto small = hn::Mul(hn::Trunc(hn::Mul(v, hn::Set(d, 0x1p24f))), hn::Set(d, 0x1p-24f));
      const auto normal = decltype(cut_bits){}(d, v, 0xffffe000);
      return hn::IfThenElse(hn::Lt(hn::Abs(v), hn::Set(d, 0x1p-14f)), small, normal);
    };
    constexpr auto to_brain = [](auto d, auto a) HWY_ATTR {
      return decltype(cut_bits){}(d, Function{}(d, std::array{a, a})[0], 0xffff0000);
    };
    const ptx::Type type = spelling.type();
    if (type == ptx::Type::f16) return lanewise<Single<Half<>>>(to_half);
    if (type == ptx::Type::f16x2) return lanewise<Packed<Half<>>>(to_half);
    if (type == ptx::Type::bf16) return lanewise<Single<Brain>>(to_brain);
    return lanewise<Packed<Brain>>(to_brain);
  };
}

constexpr auto rsqrt = [](auto d, auto a)
                           HWY_ATTR { return hn::Div(hn::Set(d, hn::TFromD<decltype(d)>(1)), hn::Sqrt(a)); };

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

template <bool kFlush>
struct LogarithmSequence {
  template <class D, class V>
  HWY_INLINE Pair<V> operator()(D d, const Pair<V>& a) const {
    constexpr Unit<LogarithmUnit> unit;
    if constexpr (kFlush) {
      return unit(d, a);
    } else {
      if (!unit.any_special(a)) [[likely]]
        return unit.ordinary(d, a);
      const auto argument = [&](V v) HWY_ATTR {
        return hn::Mul(v, chosen(d, is_subnormal(d, v), 0x1p24f, hn::Set(d, 1.0f)));
      };
      const Pair<V> result = unit(d, Pair<V>{argument(a[0]), argument(a[1])});
      const auto lowered = [&](V v, V logarithm) HWY_ATTR {
        return hn::Sub(logarithm, hn::IfThenElseZero(is_subnormal(d, v), hn::Set(d, 24.0f)));
      };
      return {lowered(a[0], result[0]), lowered(a[1], result[1])};
    }
  }
};

/// The unit takes turns: angles are multiplied by 1 / 2 pi in f32, rounding toward zero. Beyond some thousands the
/// result is of another angle than asked for, and from 2^26 on of none.
template <bool kCosine>
struct Waves {
  template <bool kFlush>
  struct Sequence {
    template <class D, class V>
    HWY_INLINE Pair<V> operator()(D d, const Pair<V>& a) const {
      constexpr auto times = [](auto d64, auto x) HWY_ATTR {
        return hn::Mul(x, hn::Set(d64, static_cast<f64>(0x1.45f306p-3f)));  // 48 digits fit
      };
      return Unit<WaveUnit<kCosine>>{}(d, Pair<V>{cut_from_double(d, times, a[0]), cut_from_double(d, times, a[1])});
    }
  };
};

template <bool>
struct TangentSequence : TangentUnit {};

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

// The machines look at the upper 32 bits of an f64 alone and answer with as many: those of the unit's digits that fit.

template <class D, class V>
HWY_INLINE V upper_half(D d, V v) {
  const hn::RebindToUnsigned<D> du;
  return hn::BitCast(d, hn::And(hn::BitCast(du, v), hn::Set(du, u64{0xffffffff00000000})));
}

/// An argument. A NaN whose upper half is infinity's is taken for that (recorded).
template <class D, class V>
HWY_INLINE V upper_argument(D d, V v) {
  return upper_half(d, flush(d, v));
}

/// A result, with f32's NaN.
template <class D, class V>
HWY_INLINE V upper_result(D d, V v) {
  const hn::RebindToUnsigned<D> du;
  const auto rounded = hn::Add(hn::BitCast(du, flush(d, v)), hn::Set(du, u64{1} << 28));
  return hn::IfThenElse(hn::IsNaN(v), hn::BitCast(d, hn::Set(du, u64{0x7fffffff00000000})),
                        upper_half(d, hn::BitCast(d, rounded)));
}

/// Upper halves of f64 results, of positive arguments. The exponent's field is an odd number's half, as it is in f32,
/// so that arguments lie where an f32's with as many digits would.
template <class Function, class D, class V>
HWY_INLINE V upper_from_unit(D d, V upper) {
  const auto bits = hn::ShiftLeft<3>(upper);
  const auto place = Function::place(d, bits);
  const auto x = hn::ShiftRight<2>(place.x);
  const auto sum = interpolated<Function>(d, place, truncated_squares(d, Pair<V>{x, x})[0]);
  return hn::ShiftRight<3>(Function::digits(d, bits, sum));
}
/// kEnd: of the exponents whose results are normal. exponent(tag, field): what is added to the digits.
template <class Function, int kEnd, class Exponent, class D, class V>
HWY_INLINE V rough(D d, V a, V otherwise, const Exponent& exponent) {
  const hn::RebindToUnsigned<D> du;
  const hn::Rebind<s32, D> di;
  const hn::RebindToUnsigned<decltype(di)> du32;
  const auto all = hn::BitCast(du, a);
  const auto sign = hn::And(all, hn::Set(du, u64{1} << 63));
  const auto upper = hn::BitCast(di, hn::TruncateTo(du32, hn::ShiftRight<32>(hn::Xor(all, sign))));
  const auto digits = upper_from_unit<Function>(di, upper);
  const auto made = hn::Add(digits, hn::ShiftLeft<20>(exponent(di, hn::ShiftRight<20>(upper))));
  const auto result = hn::ShiftLeft<32>(hn::PromoteTo(du, hn::BitCast(du32, made)));
  const auto field = hn::ShiftRight<52>(hn::Xor(all, sign));
  const auto is_ordinary = hn::Lt(hn::Sub(field, hn::Set(du, u64{1})), hn::Set(du, u64{kEnd - 1}));
  return hn::IfThenElse(hn::RebindMask(d, is_ordinary), hn::BitCast(d, hn::Or(result, sign)), otherwise);
}
constexpr auto rough_reciprocal = [](auto d, auto a) HWY_ATTR {
  const auto otherwise = upper_result(d, hn::Div(hn::Set(d, 1.0), upper_argument(d, a)));
  return rough<ReciprocalUnit, 2045>(
      d, a, otherwise, [](auto di, auto field) HWY_ATTR { return hn::Sub(hn::Set(di, s32{2044}), field); });
};
constexpr auto rough_rsqrt = [](auto d, auto a) HWY_ATTR {
  const auto otherwise = upper_result(d, rsqrt(d, upper_argument(d, a)));
  const auto result = rough<ReciprocalRootUnit, 2047>(d, a, otherwise, [](auto di, auto field) HWY_ATTR {
    return hn::Sub(hn::Set(di, s32{1533}), hn::ShiftRight<1>(hn::Add(field, hn::Set(di, s32{1}))));
  });
  return hn::IfThenElse(hn::Lt(a, hn::Zero(d)), otherwise, result);
};

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

  {.syntax = "sin{.approx}{.ftz}.type d, a", .where = "type = f32", .effects = computes(costs::angle), .select = in_pairs<Waves<false>::Sequence, f32>(),
   .chapter = "Floating Point Instructions: sin", .accuracy = "2^-20.5 absolute in -pi..pi"},
  {.syntax = "cos{.approx}{.ftz}.type d, a", .where = "type = f32", .effects = computes(costs::angle), .select = in_pairs<Waves<true>::Sequence, f32>(),
   .chapter = "Floating Point Instructions: cos", .accuracy = "2^-20.5 absolute in -pi..pi"},
  {.syntax = "lg2{.approx}{.ftz}.type d, a", .where = "type = f32", .effects = computes(costs::special), .select = in_pairs<LogarithmSequence, f32>(),
   .chapter = "Floating Point Instructions: lg2", .accuracy = "2^-22 absolute in 0.5..2, else 2 ulp"},
  {.syntax = "ex2{.approx}{.ftz}.type d, a", .where = "type = f32", .effects = computes(costs::special), .select = in_pairs<PowerSequence, f32>(),
   .chapter = "Floating Point Instructions: ex2", .accuracy = "2 ulp"},
  {.syntax = "tanh.approx.type d, a", .where = "type = f32", .effects = computes(costs::special), .select = in_pairs<TangentSequence, f32>(),
   .since = "7.0", .sm = 75, .chapter = "Floating Point Instructions: tanh", .accuracy = "2^-11"},

  {.syntax = "ex2.approx.type d, a", .where = "type = f16 f16x2", .effects = computes(costs::special), .select = of_halves(Unit<PowerUnit>{}),
   .since = "7.0", .sm = 75, .chapter = "Half Precision Floating Point Instructions: ex2", .accuracy = "2^-9.9"},
  {.syntax = "ex2.approx.ftz.type d, a", .where = "type = bf16 bf16x2", .effects = computes(costs::special), .select = of_halves(Unit<PowerUnit>{}),
   .since = "7.8", .sm = 90, .chapter = "Half Precision Floating Point Instructions: ex2", .accuracy = "2^-7"},
  {.syntax = "tanh.approx.type d, a", .where = "type = f16 f16x2 bf16 bf16x2", .effects = computes(costs::special),
   .select = of_halves(TangentUnit{}),
   .since = "7.0", .sm = 75, .chapter = "Half Precision Floating Point Instructions: tanh",
   .accuracy = "2^-10.987, bfloat16 2^-8"},
};
// clang-format on
static_assert(well_formed(kRows));

std::span<const InstructionDef> rows() { return kRows; }

/// A sequence's result for one number or two.
template <class Sequence, class... X>
f32 of_one(X... x) {
  const hn::FixedTag<f32, step_lanes<f32>()> d;
  return hn::GetLane(Sequence{}(d, Pair<hn::Vec<decltype(d)>>{hn::Set(d, x), hn::Set(d, x)}...)[0]);
}
f32 sine(f32 x) { return of_one<Waves<false>::Sequence<false>>(x); }
f32 cosine(f32 x) { return of_one<Waves<true>::Sequence<false>>(x); }
f32 logarithm(f32 x) { return of_one<LogarithmSequence<false>>(x); }
f32 power(f32 x) { return of_one<PowerSequence<false>>(x); }
f32 tangent(f32 x) { return of_one<TangentUnit>(x); }
f32 quotient(f32 a, f32 b) { return of_one<Quotient<false>::Sequence<false>>(a, b); }

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace warpglass::isa
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace warpglass::isa {
HWY_EXPORT(rows);
HWY_EXPORT(sine);
HWY_EXPORT(cosine);
HWY_EXPORT(logarithm);
HWY_EXPORT(power);
HWY_EXPORT(tangent);
HWY_EXPORT(quotient);
std::span<const InstructionDef> approximate_rows() { return HWY_DYNAMIC_DISPATCH(rows)(); }
float approximate_sine(float x) { return HWY_DYNAMIC_DISPATCH(sine)(x); }
float approximate_cosine(float x) { return HWY_DYNAMIC_DISPATCH(cosine)(x); }
float approximate_logarithm(float x) { return HWY_DYNAMIC_DISPATCH(logarithm)(x); }
float approximate_power(float x) { return HWY_DYNAMIC_DISPATCH(power)(x); }
float approximate_tangent(float x) { return HWY_DYNAMIC_DISPATCH(tangent)(x); }
float approximate_quotient(float a, float b) { return HWY_DYNAMIC_DISPATCH(quotient)(a, b); }
}  // namespace warpglass::isa
#endif
