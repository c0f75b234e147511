// Integer arithmetic: sums, differences, products, extrema. Arithmetic wraps. Division is in divide.cpp, bits in
// bits.cpp.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "isa/chapters/integer.cpp"
#include <hwy/foreach_target.h>
//
#include "isa/chapters/chapters.hpp"
#include "isa/chapters/costs.hpp"
#include "isa/integer-inl.hpp"
#include "isa/lanewise-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpglass::isa {
namespace HWY_NAMESPACE {
namespace {

/// mul.wide and mad.wide: twice as wide a result as the factors.
template <class T>
using Wide = std::conditional_t<hwy::IsSigned<T>(), std::conditional_t<sizeof(T) == 2, s32, s64>,
                                std::conditional_t<sizeof(T) == 2, u32, u64>>;

/// The 24-bit number in the low bits of a, as mul24 reads its factors.
template <class T>
T low24(T a) {
  return static_cast<T>(static_cast<T>(static_cast<u32>(a) << 8) >> 8);
}

constexpr auto mul24_lo = []<class T>() {
  return per_lane<T>([](T a, T b) { return T(u64(s64(low24(a))) * u64(s64(low24(b)))); });
};
constexpr auto mul24_hi = []<class T>() {
  return per_lane<T>([](T a, T b) { return T((s64(low24(a)) * s64(low24(b))) >> 16); });
};
constexpr auto mad24_lo = []<class T>() {
  return per_lane<T>([](T a, T b, T c) { return T(u64(s64(low24(a))) * u64(s64(low24(b))) + u64(c)); });
};
constexpr auto mad24_hi = []<class T>() {
  return per_lane<T>([](T a, T b, T c) { return T(u64((s64(low24(a)) * s64(low24(b))) >> 16) + u64(c)); });
};

/// Halves of a 32-bit row as 16-bit lanes: meaning(tag, vectors of T) on two values per lane.
template <class T, class Meaning>
constexpr sim::Handler halves(Meaning) {
  return lanewise<u32>([](auto d, auto a, auto b) HWY_ATTR {
    const hn::Repartition<T, decltype(d)> dt;
    return hn::BitCast(d, Meaning{}(dt, hn::BitCast(dt, a), hn::BitCast(dt, b)));
  });
}

constexpr auto add = [](auto, auto a, auto b) HWY_ATTR { return hn::Add(a, b); };
constexpr auto min = [](auto, auto a, auto b) HWY_ATTR { return hn::Min(a, b); };
constexpr auto max = [](auto, auto a, auto b) HWY_ATTR { return hn::Max(a, b); };
constexpr auto min_relu = [](auto d, auto a, auto b) HWY_ATTR { return hn::Max(hn::Min(a, b), hn::Zero(d)); };
constexpr auto max_relu = [](auto d, auto a, auto b) HWY_ATTR { return hn::Max(hn::Max(a, b), hn::Zero(d)); };

/// Rows of packed 16-bit integers: `ptype` says which of the two.
template <class Meaning>
constexpr SelectHandler packed(Meaning) {
  return [](const Spelling& spelling) -> sim::Handler {
    return spelling.word("ptype") == "s16x2" ? halves<s16>(Meaning{}) : halves<u16>(Meaning{});
  };
}

// clang-format off
constexpr InstructionDef kRows[] = {
  {.syntax = "add.type d, a, b", .where = "type = u16 s16 u32 s32 u64 s64", .effects = computes(costs::sum, Algebra::sum),
   .select = lanewise_by_size<u16, u32, u64>(add),
   .chapter = "Integer Arithmetic Instructions: add"},
  {.syntax = "add.sat.type d, a, b", .where = "type = s32", .effects = computes(costs::sum, Algebra::sum),
   .select = lanewise_by_type<s32>([](auto d, auto a, auto b) HWY_ATTR { return add_saturated(d, a, b); }),
   .chapter = "Integer Arithmetic Instructions: add"},
  {.syntax = "add.ptype d, a, b", .where = "ptype = u16x2 s16x2; d : b32; a : b32; b : b32", .effects = computes(costs::sum, Algebra::sum),
   .select = packed(add), .since = "8.0", .sm = 90,
   .chapter = "Integer Arithmetic Instructions: add"},

  {.syntax = "sub.type d, a, b", .where = "type = u16 s16 u32 s32 u64 s64", .effects = computes(costs::sum, Algebra::difference),
   .select = lanewise_by_size<u16, u32, u64>([](auto, auto a, auto b) HWY_ATTR { return hn::Sub(a, b); }),
   .chapter = "Integer Arithmetic Instructions: sub"},
  {.syntax = "sub.sat.type d, a, b", .where = "type = s32", .effects = computes(costs::sum, Algebra::difference),
   .select = lanewise_by_type<s32>([](auto d, auto a, auto b) HWY_ATTR { return sub_saturated(d, a, b); }),
   .chapter = "Integer Arithmetic Instructions: sub"},

  {.syntax = "mul.lo.type d, a, b", .where = "type = u16 s16 u32 s32 u64 s64", .effects = computes(costs::product, Algebra::product),
   .select = lanewise_by_size<u16, u32, u64>([](auto d, auto a, auto b) HWY_ATTR { return mul_low(d, a, b); }),
   .chapter = "Integer Arithmetic Instructions: mul"},
  {.syntax = "mul.hi.type d, a, b", .where = "type = u16 s16 u32 s32 u64 s64", .effects = computes(costs::product, Algebra::product),
   .select = lanewise_by_type<u16, s16, u32, s32, u64, s64>([](auto d, auto a, auto b) HWY_ATTR { return mul_high(d, a, b); }),
   .chapter = "Integer Arithmetic Instructions: mul"},
  {.syntax = "mul.wide.type d, a, b", .where = "type = u16 s16 u32 s32; d : wide", .effects = computes(costs::product, Algebra::product),
   .select = by_type<u16, s16, u32, s32>([]<class T>() {
     return lanewise<Wide<T>, T, T>([](auto d, auto a, auto b) HWY_ATTR { return mul_wide(d, a, b); }); }),
   .chapter = "Integer Arithmetic Instructions: mul"},

  {.syntax = "mad.lo.type d, a, b, c", .where = "type = u16 s16 u32 s32 u64 s64", .effects = computes(costs::product_sum, Algebra::product_sum),
   .select = lanewise_by_size<u16, u32, u64>([](auto d, auto a, auto b, auto c) HWY_ATTR {
     return hn::Add(mul_low(d, a, b), c); }),
   .chapter = "Integer Arithmetic Instructions: mad"},
  {.syntax = "mad.hi.type d, a, b, c", .where = "type = u16 s16 u32 s32 u64 s64", .effects = computes(costs::product_sum, Algebra::product_sum),
   .select = lanewise_by_type<u16, s16, u32, s32, u64, s64>([](auto d, auto a, auto b, auto c) HWY_ATTR {
     return hn::Add(mul_high(d, a, b), c); }),
   .chapter = "Integer Arithmetic Instructions: mad"},
  {.syntax = "mad.hi.sat.type d, a, b, c", .where = "type = s32", .effects = computes(costs::product_sum, Algebra::product_sum),
   .select = lanewise_by_type<s32>([](auto d, auto a, auto b, auto c) HWY_ATTR {
     return add_saturated(d, mul_high(d, a, b), c); }),
   .chapter = "Integer Arithmetic Instructions: mad"},
  {.syntax = "mad.wide.type d, a, b, c", .where = "type = u16 s16 u32 s32; d : wide; c : wide", .effects = computes(costs::product_sum, Algebra::product_sum),
   .select = by_type<u16, s16, u32, s32>([]<class T>() {
     return lanewise<Wide<T>, T, T, Wide<T>>([](auto d, auto a, auto b, auto c) HWY_ATTR {
       return hn::Add(mul_wide(d, a, b), c); }); }),
   .chapter = "Integer Arithmetic Instructions: mad"},

  {.syntax = "mul24.lo.type d, a, b", .where = "type = u32 s32", .effects = computes(costs::multiply24, Algebra::product24),
   .select = by_type<u32, s32>(mul24_lo),
   .chapter = "Integer Arithmetic Instructions: mul24"},
  {.syntax = "mul24.hi.type d, a, b", .where = "type = u32 s32", .effects = computes(costs::multiply24, Algebra::product24),
   .select = by_type<u32, s32>(mul24_hi),
   .chapter = "Integer Arithmetic Instructions: mul24"},
  {.syntax = "mad24.lo.type d, a, b, c", .where = "type = u32 s32", .effects = computes(costs::multiply24, Algebra::product_sum24),
   .select = by_type<u32, s32>(mad24_lo),
   .chapter = "Integer Arithmetic Instructions: mad24"},
  {.syntax = "mad24.hi.type d, a, b, c", .where = "type = u32 s32", .effects = computes(costs::multiply24, Algebra::product_sum24),
   .select = by_type<u32, s32>(mad24_hi),
   .chapter = "Integer Arithmetic Instructions: mad24"},
  {.syntax = "mad24.hi.sat.type d, a, b, c", .where = "type = s32", .effects = computes(costs::multiply24, Algebra::product_sum24),
   .select = per_lane_by_type<s32>([](s32 a, s32 b, s32 c) {
     return s32(std::clamp<s64>(((s64(low24(a)) * low24(b)) >> 16) + c, INT32_MIN, INT32_MAX)); }),
   .chapter = "Integer Arithmetic Instructions: mad24"},

  {.syntax = "sad.type d, a, b, c", .where = "type = u16 s16 u32 s32 u64 s64", .effects = computes(costs::absolute_difference),
   .select = lanewise_by_type<u16, s16, u32, s32, u64, s64>([](auto, auto a, auto b, auto c) HWY_ATTR {
     return hn::Add(c, hn::Sub(hn::Max(a, b), hn::Min(a, b))); }),
   .chapter = "Integer Arithmetic Instructions: sad"},

  {.syntax = "abs.type d, a", .where = "type = s16 s32 s64", .effects = computes(costs::sign, Algebra::magnitude),
   .select = lanewise_by_type<s16, s32, s64>([](auto, auto a) HWY_ATTR { return hn::Abs(a); }),
   .chapter = "Integer Arithmetic Instructions: abs"},
  {.syntax = "neg.type d, a", .where = "type = s16 s32 s64", .effects = computes(costs::sign, Algebra::negative),
   .select = lanewise_by_type<s16, s32, s64>([](auto d, auto a) HWY_ATTR { return hn::Sub(hn::Zero(d), a); }),
   .chapter = "Integer Arithmetic Instructions: neg"},

  {.syntax = "min.type d, a, b", .where = "type = u16 s16 u32 s32 u64 s64", .effects = computes(costs::extremum, Algebra::extremum),
   .select = lanewise_by_type<u16, s16, u32, s32, u64, s64>(min),
   .chapter = "Integer Arithmetic Instructions: min"},
  {.syntax = "min.relu.type d, a, b", .where = "type = s32", .effects = computes(costs::extremum, Algebra::extremum),
   .select = lanewise_by_type<s32>(min_relu), .since = "8.0", .sm = 90,
   .chapter = "Integer Arithmetic Instructions: min"},
  {.syntax = "min.ptype d, a, b", .where = "ptype = u16x2 s16x2; d : b32; a : b32; b : b32", .effects = computes(costs::extremum, Algebra::extremum),
   .select = packed(min), .since = "8.0", .sm = 90,
   .chapter = "Integer Arithmetic Instructions: min"},
  {.syntax = "min.relu.ptype d, a, b", .where = "ptype = s16x2; d : b32; a : b32; b : b32", .effects = computes(costs::extremum, Algebra::extremum),
   .select = packed(min_relu), .since = "8.0", .sm = 90,
   .chapter = "Integer Arithmetic Instructions: min"},
  {.syntax = "max.type d, a, b", .where = "type = u16 s16 u32 s32 u64 s64", .effects = computes(costs::extremum, Algebra::extremum),
   .select = lanewise_by_type<u16, s16, u32, s32, u64, s64>(max),
   .chapter = "Integer Arithmetic Instructions: max"},
  {.syntax = "max.relu.type d, a, b", .where = "type = s32", .effects = computes(costs::extremum, Algebra::extremum),
   .select = lanewise_by_type<s32>(max_relu), .since = "8.0", .sm = 90,
   .chapter = "Integer Arithmetic Instructions: max"},
  {.syntax = "max.ptype d, a, b", .where = "ptype = u16x2 s16x2; d : b32; a : b32; b : b32", .effects = computes(costs::extremum, Algebra::extremum),
   .select = packed(max), .since = "8.0", .sm = 90,
   .chapter = "Integer Arithmetic Instructions: max"},
  {.syntax = "max.relu.ptype d, a, b", .where = "ptype = s16x2; d : b32; a : b32; b : b32", .effects = computes(costs::extremum, Algebra::extremum),
   .select = packed(max_relu), .since = "8.0", .sm = 90,
   .chapter = "Integer Arithmetic Instructions: max"},
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
std::span<const InstructionDef> integer_rows() { return HWY_DYNAMIC_DISPATCH(rows)(); }
}  // namespace warpglass::isa
#endif
