// What Blackwell adds to single precision: two numbers in a 64-bit register, and sums with a half or bfloat16 operand.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "isa/chapters/packed_float.cpp"
#include <hwy/foreach_target.h>
//
#include "isa/chapters/chapters.hpp"
#include "isa/chapters/costs.hpp"
#include "isa/float-inl.hpp"
#include "isa/half-inl.hpp"
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

/// A meaning on f32 lanes, on both numbers of 64-bit rows.
template <class Meaning>
struct OnPairs {
  template <class D, class V>
    requires std::is_invocable_v<Meaning, hn::Repartition<f32, D>, hn::VFromD<hn::Repartition<f32, D>>,
                                 hn::VFromD<hn::Repartition<f32, D>>>
  HWY_INLINE V operator()(D d, V a, V b) const {
    const hn::Repartition<f32, D> df;
    return hn::BitCast(d, Meaning{}(df, hn::BitCast(df, a), hn::BitCast(df, b)));
  }
  template <class D, class V>
  HWY_INLINE V operator()(D d, V a, V b, V c) const {
    const hn::Repartition<f32, D> df;
    return hn::BitCast(d, Meaning{}(df, hn::BitCast(df, a), hn::BitCast(df, b), hn::BitCast(df, c)));
  }
};
template <class Meaning>
constexpr SelectHandler pairs(Meaning) {
  return [](const Spelling& spelling) -> sim::Handler {
    static constexpr std::array<sim::Handler, 4> kHandlers[] = {
        in_each_rounding<lanewise<u64>(OnPairs<Modified<Meaning, false, false>>{})>(),
        in_each_rounding<lanewise<u64>(OnPairs<Modified<Meaning, true, false>>{})>()};
    return kHandlers[spelling.has("ftz")][static_cast<std::size_t>(rounding_of(spelling))];
  };
}

/// f32 sums whose operands of slot `atype` are halves or bfloat16. Narrow: their element type; the last is f32.
template <class Meaning, class Narrow, bool kSaturate>
constexpr std::array<sim::Handler, 4> mixed_handlers() {
  using M = Modified<Meaning, false, kSaturate>;
  if constexpr (std::is_same_v<Meaning, MultiplyAdd>)
    return in_each_rounding<lanewise<f32, Narrow, Narrow, f32>(M{})>();
  else
    return in_each_rounding<lanewise<f32, Narrow, f32>(M{})>();
}
template <class Meaning>
constexpr SelectHandler mixed(Meaning) {
  return [](const Spelling& spelling) -> sim::Handler {
    static constexpr std::array<sim::Handler, 4> kHandlers[2][2] = {
        {mixed_handlers<Meaning, Single<Half<>>, false>(), mixed_handlers<Meaning, Single<Half<>>, true>()},
        {mixed_handlers<Meaning, Single<Brain>, false>(), mixed_handlers<Meaning, Single<Brain>, true>()}};
    const bool brain = spelling.word("atype") == "bf16";
    return kHandlers[brain][spelling.has("sat")][static_cast<std::size_t>(rounding_of(spelling))];
  };
}

constexpr std::string_view kPairs = "rnd = rn rz rm rp; d : b64; a : b64; b : b64";
constexpr std::string_view kMixed = "rnd = rn rz rm rp; atype = f16 bf16; d : f32; a : atype; c : f32";

// clang-format off
constexpr InstructionDef kRows[] = {
  {.syntax = "add{.rnd}{.ftz}.f32x2 d, a, b", .where = kPairs, .effects = computes(costs::sum, Algebra::sum), .select = pairs(add),
   .since = "8.6", .sm = 100, .chapter = "Floating Point Instructions: add"},
  {.syntax = "sub{.rnd}{.ftz}.f32x2 d, a, b", .where = kPairs, .effects = computes(costs::sum, Algebra::difference), .select = pairs(sub),
   .since = "8.6", .sm = 100, .chapter = "Floating Point Instructions: sub"},
  {.syntax = "mul{.rnd}{.ftz}.f32x2 d, a, b", .where = kPairs, .effects = computes(costs::product, Algebra::product), .select = pairs(mul),
   .since = "8.6", .sm = 100, .chapter = "Floating Point Instructions: mul"},
  {.syntax = "fma.rnd{.ftz}.f32x2 d, a, b, c", .where = "rnd = rn rz rm rp; d : b64; a : b64; b : b64; c : b64",
   .effects = computes(costs::product_sum, Algebra::product_sum), .select = pairs(fma),
   .since = "8.6", .sm = 100, .chapter = "Floating Point Instructions: fma"},

  {.syntax = "add{.rnd}{.sat}.f32.atype d, a, c", .where = kMixed, .effects = computes(costs::sum, Algebra::sum), .select = mixed(add),
   .since = "8.6", .sm = 100, .chapter = "Mixed Precision Floating Point Instructions: add"},
  {.syntax = "sub{.rnd}{.sat}.f32.atype d, a, c", .where = kMixed, .effects = computes(costs::sum, Algebra::difference), .select = mixed(sub),
   .since = "8.6", .sm = 100, .chapter = "Mixed Precision Floating Point Instructions: sub"},
  {.syntax = "fma.rnd{.sat}.f32.atype d, a, b, c",
   .where = "rnd = rn rz rm rp; atype = f16 bf16; d : f32; a : atype; b : atype; c : f32",
   .effects = computes(costs::product_sum, Algebra::product_sum), .select = mixed(fma),
   .since = "8.6", .sm = 100, .chapter = "Mixed Precision Floating Point Instructions: fma"},
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
std::span<const InstructionDef> packed_float_rows() { return HWY_DYNAMIC_DISPATCH(rows)(); }
}  // namespace warpglass::isa
#endif
