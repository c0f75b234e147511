// Floating-point arithmetic in single and double precision, correctly rounded in all four modes. What is only
// approximate on the machines is in approximate.cpp.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "isa/chapters/float.cpp"
#include <hwy/foreach_target.h>
//
#include "isa/chapters/chapters.hpp"
#include "isa/chapters/costs.hpp"
#include "isa/extremum-inl.hpp"
#include "isa/float-inl.hpp"
#include "isa/lanewise-inl.hpp"
#include "isa/product-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpglass::isa {
namespace HWY_NAMESPACE {
namespace {

constexpr auto add = [](auto, auto a, auto b) HWY_ATTR { return hn::Add(a, b); };
constexpr auto sub = [](auto, auto a, auto b) HWY_ATTR { return hn::Sub(a, b); };

constexpr Multiply mul;
constexpr MultiplyAdd fma;

/// Which of two NaNs is passed on. Of three it is the second factor's, or else that of what is added.
enum class Passed : bool { first, last };

/// f64's NaN, worked out here: hosts differ, and so does what a compiler works out beforehand.
template <class Meaning, Passed kPassed>
struct OwnNan {
  template <class D, class... V>
    requires std::is_invocable_v<Meaning, D, V...>
  HWY_INLINE auto operator()(D d, V... v) const {
    const auto result = Meaning{}(d, v...);
    return hn::AllFalse(d, wants_mending(result)) ? result : mended(d, result, v...);
  }

  static constexpr Meaning kUnmended = {};
  template <class V>
  static HWY_INLINE auto wants_mending(V result) {
    return hn::IsNaN(result);
  }
  template <class D, class V>
  static HWY_INLINE V mended(D d, V result, V a) {
    return passed_nan(d, result, a);
  }
  template <class D, class V>
  static HWY_INLINE V mended(D d, V result, V a, V b) {
    return kPassed == Passed::first ? passed_nan(d, result, b, a) : passed_nan(d, result, a, b);
  }
  template <class D, class V>
  static HWY_INLINE V mended(D d, V result, V a, V b, V c) {
    return passed_nan(d, result, a, c, b);
  }
};
template <Passed kPassed, class Meaning>
constexpr SelectHandler with_own_nan(Meaning) {
  return rounded_f64(OwnNan<Meaning, kPassed>{});
}

constexpr Divide div;
struct Reciprocal {
  template <class D, class V>
  HWY_INLINE V operator()(D d, V a) const {
    return hn::Div(hn::Set(d, hn::TFromD<D>(1)), a);
  }
  template <class D, class V>
  static HWY_INLINE V flushed(D d, V result, V a) {
    return flush_quotient(d, result, hn::Set(d, hn::TFromD<D>(1)), a);
  }
};
constexpr Reciprocal rcp;
constexpr auto sqrt = [](auto, auto a) HWY_ATTR { return hn::Sqrt(a); };

constexpr auto abs = [](auto d, auto a) HWY_ATTR { return hn::IfThenElse(hn::IsNaN(a), quiet(d, a), hn::Abs(a)); };
constexpr auto neg = [](auto d, auto a)
                         HWY_ATTR { return hn::IfThenElse(hn::IsNaN(a), quiet(d, a), hn::Xor(a, sign_bit(d))); };

template <class Extremum>
constexpr SelectHandler extremum_f32(Extremum) {
  return [](const Spelling& spelling) -> sim::Handler {
    static constexpr SelectHandler kSelect[2][2] = {
        {flushing_f32(ExtremumOf<Extremum, false, false>{}), flushing_f32(ExtremumOf<Extremum, false, true>{})},
        {flushing_f32(ExtremumOf<Extremum, true, false>{}), flushing_f32(ExtremumOf<Extremum, true, true>{})}};
    return kSelect[spelling.has("NaN")][spelling.has("xorsign")](spelling);
  };
}

/// Three-input extremum: of the extremum of a and b, and c.
template <class Extremum>
constexpr SelectHandler extremum3_f32(Extremum) {
  return [](const Spelling& spelling) -> sim::Handler {
    constexpr auto three = []<bool kNan>(std::bool_constant<kNan>) {
      return flushing_f32([](auto d, auto a, auto b, auto c) HWY_ATTR {
        const ExtremumOf<Extremum, kNan, false> two;
        return two(d, two(d, a, b), c);
      });
    };
    constexpr auto three_abs = []<bool kNan>(std::bool_constant<kNan>) {
      return flushing_f32([](auto d, auto a, auto b, auto c) HWY_ATTR {
        const ExtremumOf<Extremum, kNan, false> two;
        return two(d, two(d, hn::Abs(a), hn::Abs(b)), hn::Abs(c));
      });
    };
    const bool nan = spelling.has("NaN");
    if (spelling.has("abs")) return (nan ? three_abs(std::true_type{}) : three_abs(std::false_type{}))(spelling);
    return (nan ? three(std::true_type{}) : three(std::false_type{}))(spelling);
  };
}

constexpr auto copysign = [](auto d, auto a, auto b)
                              HWY_ATTR { return hn::Or(hn::And(a, sign_bit(d)), hn::AndNot(sign_bit(d), b)); };

template <class T>
constexpr T kInfinity = std::numeric_limits<T>::infinity();
template <class T>
constexpr T kLeastNormal = std::numeric_limits<T>::min();

/// p = test(a)
template <class T, class Test>
const sim::Op* run_test(sim::Warp& warp, const sim::Op* op) {
  const LaneMask lanes = exec_lanes(warp, op);
  sim::set_predicate_row(warp, op->d, lanes,
                         lanes_that<T>(warp, op->a, op->a, [](auto d, auto a, auto) HWY_ATTR { return Test{}(d, a); }));
  return op + 1;
}
template <class T>
sim::Handler test_of(std::string_view word) {
  constexpr auto of = []<class Test>(Test) -> sim::Handler { return &run_test<T, Test>; };
  if (word == "finite") return of([](auto d, auto a) HWY_ATTR { return hn::Lt(hn::Abs(a), hn::Set(d, kInfinity<T>)); });
  if (word == "infinite")
    return of([](auto d, auto a) HWY_ATTR { return hn::Eq(hn::Abs(a), hn::Set(d, kInfinity<T>)); });
  if (word == "number") return of([](auto, auto a) HWY_ATTR { return hn::Eq(a, a); });
  if (word == "notanumber") return of([](auto, auto a) HWY_ATTR { return hn::IsNaN(a); });
  if (word == "normal")
    return of([](auto d, auto a) HWY_ATTR {
      const auto in_range =
          hn::And(hn::Ge(hn::Abs(a), hn::Set(d, kLeastNormal<T>)), hn::Lt(hn::Abs(a), hn::Set(d, kInfinity<T>)));
      return hn::Or(in_range, hn::Eq(a, hn::Zero(d)));  // zero counts as normal
    });
  return of([](auto d, auto a) HWY_ATTR {
    return hn::And(hn::Lt(hn::Abs(a), hn::Set(d, kLeastNormal<T>)), hn::Not(hn::Eq(a, hn::Zero(d))));
  });
}
sim::Handler select_test(const Spelling& spelling) {
  return spelling.type() == ptx::Type::f32 ? test_of<f32>(spelling.word("op")) : test_of<f64>(spelling.word("op"));
}

// clang-format off
constexpr InstructionDef kRows[] = {
  {.syntax = "testp.op.type p, a",
   .where = "op = finite infinite number notanumber normal subnormal; type = f32 f64",
   .effects = computes(costs::unknown), .select = select_test,
   .since = "2.0", .sm = 20, .chapter = "Floating Point Instructions: testp"},
  {.syntax = "copysign.type d, a, b", .where = "type = f32 f64", .effects = computes(costs::unknown, Algebra::magnitude),
   .select = lanewise_by_type<f32, f64>(copysign),
   .since = "2.0", .sm = 20, .chapter = "Floating Point Instructions: copysign"},

  {.syntax = "add{.rnd}{.ftz}{.sat}.type d, a, b", .where = "rnd = rn rz rm rp; type = f32", .effects = computes(costs::sum, Algebra::sum),
   .select = rounded_f32(add), .chapter = "Floating Point Instructions: add"},
  {.syntax = "add{.rnd}.type d, a, b", .where = "rnd = rn rz rm rp; type = f64", .effects = computes(costs::sum, Algebra::sum),
   .select = with_own_nan<Passed::last>(add), .chapter = "Floating Point Instructions: add"},
  {.syntax = "sub{.rnd}{.ftz}{.sat}.type d, a, b", .where = "rnd = rn rz rm rp; type = f32", .effects = computes(costs::sum, Algebra::difference),
   .select = rounded_f32(sub), .chapter = "Floating Point Instructions: sub"},
  {.syntax = "sub{.rnd}.type d, a, b", .where = "rnd = rn rz rm rp; type = f64", .effects = computes(costs::sum, Algebra::difference),
   .select = with_own_nan<Passed::last>(sub), .chapter = "Floating Point Instructions: sub"},
  {.syntax = "mul{.rnd}{.ftz}{.sat}.type d, a, b", .where = "rnd = rn rz rm rp; type = f32", .effects = computes(costs::product, Algebra::product),
   .select = rounded_f32(mul), .chapter = "Floating Point Instructions: mul"},
  {.syntax = "mul{.rnd}.type d, a, b", .where = "rnd = rn rz rm rp; type = f64", .effects = computes(costs::product, Algebra::product),
   .select = with_own_nan<Passed::last>(mul), .chapter = "Floating Point Instructions: mul"},
  {.syntax = "fma.rnd{.ftz}{.sat}.type d, a, b, c", .where = "rnd = rn rz rm rp; type = f32", .effects = computes(costs::product_sum, Algebra::product_sum),
   .select = rounded_f32(fma), .since = "2.0", .sm = 20, .chapter = "Floating Point Instructions: fma"},
  {.syntax = "fma.rnd.type d, a, b, c", .where = "rnd = rn rz rm rp; type = f64", .effects = computes(costs::product_sum, Algebra::product_sum),
   .select = with_own_nan<Passed::last>(fma), .since = "1.4", .sm = 13, .chapter = "Floating Point Instructions: fma"},
  {.syntax = "mad{.rnd}{.ftz}{.sat}.type d, a, b, c", .where = "rnd = rn rz rm rp; type = f32", .effects = computes(costs::product_sum, Algebra::product_sum),
   .select = rounded_f32(fma), .chapter = "Floating Point Instructions: mad"},
  {.syntax = "mad{.rnd}.type d, a, b, c", .where = "rnd = rn rz rm rp; type = f64", .effects = computes(costs::product_sum, Algebra::product_sum),
   .select = with_own_nan<Passed::last>(fma), .chapter = "Floating Point Instructions: mad"},
  {.syntax = "div.rnd{.ftz}.type d, a, b", .where = "rnd = rn rz rm rp; type = f32", .effects = computes(costs::quotient, Algebra::quotient),
   .select = rounded_f32(div), .since = "1.4", .sm = 20, .chapter = "Floating Point Instructions: div"},
  {.syntax = "div.rnd.type d, a, b", .where = "rnd = rn rz rm rp; type = f64", .effects = computes(costs::quotient, Algebra::quotient),
   .select = with_own_nan<Passed::first>(div), .since = "1.4", .sm = 13, .chapter = "Floating Point Instructions: div"},
  {.syntax = "rcp.rnd{.ftz}.type d, a", .where = "rnd = rn rz rm rp; type = f32", .effects = computes(costs::reciprocal, Algebra::root),
   .select = rounded_f32(rcp), .since = "1.4", .sm = 20, .chapter = "Floating Point Instructions: rcp"},
  {.syntax = "rcp.rnd.type d, a", .where = "rnd = rn rz rm rp; type = f64", .effects = computes(costs::reciprocal, Algebra::root),
   .select = with_own_nan<Passed::first>(rcp), .since = "1.4", .sm = 13, .chapter = "Floating Point Instructions: rcp"},
  {.syntax = "sqrt.rnd{.ftz}.type d, a", .where = "rnd = rn rz rm rp; type = f32", .effects = computes(costs::square_root, Algebra::root),
   .select = rounded_f32(sqrt), .since = "1.4", .sm = 20, .chapter = "Floating Point Instructions: sqrt"},
  {.syntax = "sqrt.rnd.type d, a", .where = "rnd = rn rz rm rp; type = f64", .effects = computes(costs::square_root, Algebra::root),
   .select = with_own_nan<Passed::first>(sqrt), .since = "1.4", .sm = 13, .chapter = "Floating Point Instructions: sqrt"},

  {.syntax = "abs{.ftz}.type d, a", .where = "type = f32", .effects = computes(costs::sign, Algebra::magnitude),
   .select = flushing_f32(abs), .chapter = "Floating Point Instructions: abs"},
  {.syntax = "abs.type d, a", .where = "type = f64", .effects = computes(costs::sign, Algebra::magnitude),
   .select = lanewise_by_type<f64>(abs), .chapter = "Floating Point Instructions: abs"},
  {.syntax = "neg{.ftz}.type d, a", .where = "type = f32", .effects = computes(costs::sign, Algebra::negative),
   .select = flushing_f32(neg), .chapter = "Floating Point Instructions: neg"},
  {.syntax = "neg.type d, a", .where = "type = f64", .effects = computes(costs::sign, Algebra::negative),
   .select = lanewise_by_type<f64>(neg), .chapter = "Floating Point Instructions: neg"},

  {.syntax = "min{.ftz}{.NaN}{.xorsign.abs}.type d, a, b", .where = "type = f32", .effects = computes(costs::extremum, Algebra::extremum),
   .select = extremum_f32(min), .chapter = "Floating Point Instructions: min"},
  {.syntax = "min{.ftz}{.NaN}{.abs}.type d, a, b, c", .where = "type = f32", .effects = computes(costs::extremum, Algebra::extremum),
   .select = extremum3_f32(min), .since = "8.8", .sm = 100, .chapter = "Floating Point Instructions: min"},
  {.syntax = "min.type d, a, b", .where = "type = f64", .effects = computes(costs::extremum, Algebra::extremum),
   .select = lanewise_by_type<f64>(min), .chapter = "Floating Point Instructions: min"},
  {.syntax = "max{.ftz}{.NaN}{.xorsign.abs}.type d, a, b", .where = "type = f32", .effects = computes(costs::extremum, Algebra::extremum),
   .select = extremum_f32(max), .chapter = "Floating Point Instructions: max"},
  {.syntax = "max{.ftz}{.NaN}{.abs}.type d, a, b, c", .where = "type = f32", .effects = computes(costs::extremum, Algebra::extremum),
   .select = extremum3_f32(max), .since = "8.8", .sm = 100, .chapter = "Floating Point Instructions: max"},
  {.syntax = "max.type d, a, b", .where = "type = f64", .effects = computes(costs::extremum, Algebra::extremum),
   .select = lanewise_by_type<f64>(max), .chapter = "Floating Point Instructions: max"},
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
std::span<const InstructionDef> float_rows() { return HWY_DYNAMIC_DISPATCH(rows)(); }
}  // namespace warpglass::isa
#endif
