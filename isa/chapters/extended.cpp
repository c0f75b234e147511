// Extended-precision arithmetic: sums, differences and products that take or leave a carry. The carry flag is a
// predicate row of the frame, one bit per lane; after a subtraction it holds the borrow.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "isa/chapters/extended.cpp"
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

template <class V, class M>
struct WithCarry {
  V value;
  M carry;
};

template <class D, class V, class M>
HWY_INLINE WithCarry<V, M> sum_of(D d, V x, V y, M carry) {
  const V sum = hn::Add(x, y);
  const V total = hn::Add(sum, hn::IfThenElseZero(carry, hn::Set(d, 1)));
  return {total, hn::Or(hn::Lt(sum, x), hn::Lt(total, sum))};
}

template <class D, class V, class M>
HWY_INLINE WithCarry<V, M> difference_of(D d, V x, V y, M borrow) {
  const V one = hn::IfThenElseZero(borrow, hn::Set(d, 1));
  const V difference = hn::Sub(x, y);
  return {hn::Sub(difference, one), hn::Or(hn::Lt(x, y), hn::Lt(difference, one))};
}

constexpr auto add = [](auto d, auto a, auto b, auto, auto carry) HWY_ATTR { return sum_of(d, a, b, carry); };
constexpr auto sub = [](auto d, auto a, auto b, auto, auto carry) HWY_ATTR { return difference_of(d, a, b, carry); };
constexpr auto mad_low = [](auto d, auto a, auto b, auto c, auto carry)
                             HWY_ATTR { return sum_of(d, mul_low(d, a, b), c, carry); };
constexpr auto mad_high = [](auto d, auto a, auto b, auto c, auto carry)
                              HWY_ATTR { return sum_of(d, mul_high(d, a, b), c, carry); };
constexpr auto mad_high_signed = [](auto d, auto a, auto b, auto c, auto carry) HWY_ATTR {
  const hn::RebindToSigned<decltype(d)> ds;
  return sum_of(d, hn::BitCast(d, mul_high(ds, hn::BitCast(ds, a), hn::BitCast(ds, b))), c, carry);
};

/// \tparam kTakes  whether the carry of an earlier op is added
/// \tparam kLeaves whether the carry is left for a later one
template <class Meaning, class T, bool kTakes, bool kLeaves>
const sim::Op* run_with_carry(sim::Warp& warp, const sim::Op* op) {
  constexpr std::size_t N = step_lanes<T>();
  const Tag<T, N> d;
  const LaneMask lanes = exec_lanes(warp, op);
  if (lanes == 0) return op + 1;
  const LaneMask carry_in = kTakes ? sim::predicate_row(warp, kCarryRow) : 0;
  LaneMask carry_out = 0;
  for (std::size_t lane = 0; lane < kWarpSize; lane += N) {
    const auto result = Meaning{}(d, load<T, N>(warp.rows + op->a, lane), load<T, N>(warp.rows + op->b, lane),
                                  load<T, N>(warp.rows + op->c, lane), mask_from_bits(d, carry_in, lane));
    T* const at = reinterpret_cast<T*>(warp.rows + op->d) + lane;
    hn::StoreU(hn::IfThenElse(mask_from_bits(d, lanes, lane), result.value, hn::LoadU(d, at)), d, at);
    carry_out |= bits_from_mask(d, result.carry) << lane;
  }
  if constexpr (kLeaves) sim::set_predicate_row(warp, kCarryRow, lanes, carry_out);
  return op + 1;
}

template <bool kTakes, bool kLeaves, class Meaning>
constexpr SelectHandler carrying(Meaning) {
  return by_size<u32, u64>([]<class T>() { return sim::Handler{&run_with_carry<Meaning, T, kTakes, kLeaves>}; });
}
template <bool kTakes, bool kLeaves>
constexpr SelectHandler carrying_high_product() {
  return [](const Spelling& spelling) -> sim::Handler {
    const bool is_signed = spelling.word("type").starts_with('s');
    return (is_signed ? carrying<kTakes, kLeaves>(mad_high_signed) : carrying<kTakes, kLeaves>(mad_high))(spelling);
  };
}

// clang-format off
constexpr InstructionDef kRows[] = {
  {.syntax = "add.cc.type d, a, b", .where = "type = u32 s32 u64 s64", .effects = computes(costs::sum, Algebra::sum),
   .select = carrying<false, true>(add), .since = "1.2",
   .chapter = "Extended-Precision Integer Arithmetic Instructions: add.cc"},
  {.syntax = "addc.type d, a, b", .where = "type = u32 s32 u64 s64", .effects = computes(costs::sum),
   .select = carrying<true, false>(add), .since = "1.2",
   .chapter = "Extended-Precision Integer Arithmetic Instructions: addc"},
  {.syntax = "addc.cc.type d, a, b", .where = "type = u32 s32 u64 s64", .effects = computes(costs::sum),
   .select = carrying<true, true>(add), .since = "1.2",
   .chapter = "Extended-Precision Integer Arithmetic Instructions: addc"},
  {.syntax = "sub.cc.type d, a, b", .where = "type = u32 s32 u64 s64", .effects = computes(costs::sum, Algebra::difference),
   .select = carrying<false, true>(sub), .since = "1.2",
   .chapter = "Extended-Precision Integer Arithmetic Instructions: sub.cc"},
  {.syntax = "subc.type d, a, b", .where = "type = u32 s32 u64 s64", .effects = computes(costs::sum),
   .select = carrying<true, false>(sub), .since = "1.2",
   .chapter = "Extended-Precision Integer Arithmetic Instructions: subc"},
  {.syntax = "subc.cc.type d, a, b", .where = "type = u32 s32 u64 s64", .effects = computes(costs::sum),
   .select = carrying<true, true>(sub), .since = "1.2",
   .chapter = "Extended-Precision Integer Arithmetic Instructions: subc"},
  {.syntax = "mad.lo.cc.type d, a, b, c", .where = "type = u32 s32 u64 s64", .effects = computes(costs::product_sum, Algebra::product_sum),
   .select = carrying<false, true>(mad_low), .since = "3.0", .sm = 20,
   .chapter = "Extended-Precision Integer Arithmetic Instructions: mad.cc"},
  {.syntax = "mad.hi.cc.type d, a, b, c", .where = "type = u32 s32 u64 s64", .effects = computes(costs::product_sum, Algebra::product_sum),
   .select = carrying_high_product<false, true>(), .since = "3.0", .sm = 20,
   .chapter = "Extended-Precision Integer Arithmetic Instructions: mad.cc"},
  {.syntax = "madc.lo.type d, a, b, c", .where = "type = u32 s32 u64 s64", .effects = computes(costs::product_sum),
   .select = carrying<true, false>(mad_low), .since = "3.0", .sm = 20,
   .chapter = "Extended-Precision Integer Arithmetic Instructions: madc"},
  {.syntax = "madc.lo.cc.type d, a, b, c", .where = "type = u32 s32 u64 s64", .effects = computes(costs::product_sum),
   .select = carrying<true, true>(mad_low), .since = "3.0", .sm = 20,
   .chapter = "Extended-Precision Integer Arithmetic Instructions: madc"},
  {.syntax = "madc.hi.type d, a, b, c", .where = "type = u32 s32 u64 s64", .effects = computes(costs::product_sum),
   .select = carrying_high_product<true, false>(), .since = "3.0", .sm = 20,
   .chapter = "Extended-Precision Integer Arithmetic Instructions: madc"},
  {.syntax = "madc.hi.cc.type d, a, b, c", .where = "type = u32 s32 u64 s64", .effects = computes(costs::product_sum),
   .select = carrying_high_product<true, true>(), .since = "3.0", .sm = 20,
   .chapter = "Extended-Precision Integer Arithmetic Instructions: madc"},
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
std::span<const InstructionDef> extended_rows() { return HWY_DYNAMIC_DISPATCH(rows)(); }
}  // namespace warpglass::isa
#endif
