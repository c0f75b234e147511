// set: a comparison whose answer is a number, all ones or 1.0 for true.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "isa/chapters/set.cpp"
#include <hwy/foreach_target.h>
//
#include "isa/chapters/chapters.hpp"
#include "isa/chapters/costs.hpp"
#include "isa/compare-inl.hpp"
#include "isa/half-inl.hpp"
#include "isa/lanewise-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpglass::isa {
namespace HWY_NAMESPACE {
namespace {

// Op::mode: the boolean operation and the outcomes of compare-inl.hpp, and whether results are 16 bits wide. Op::imm:
// bits of true.
constexpr std::uint32_t kShortResult = 4;

/// Writes `imm` or 0 to the active lanes of d.
template <class R>
HWY_INLINE void write_truth(sim::Warp& warp, const sim::Op* op, LaneMask lanes, LaneMask truth) {
  constexpr std::size_t N = step_lanes<R>();
  const Tag<R, N> d;
  for (std::size_t lane = 0; lane < kWarpSize; lane += N) {
    R* const at = reinterpret_cast<R*>(warp.rows + op->d) + lane;
    const auto value = hn::IfThenElseZero(mask_from_bits(d, truth, lane), hn::Set(d, static_cast<R>(op->imm)));
    hn::StoreU(hn::IfThenElse(mask_from_bits(d, lanes, lane), value, hn::LoadU(d, at)), d, at);
  }
}

template <class T, bool kFlush = false>
const sim::Op* run_set(sim::Warp& warp, const sim::Op* op) {
  const LaneMask lanes = exec_lanes(warp, op);
  if (lanes == 0) return op + 1;
  const LaneMask truth = combined(lanes_compared<T, kFlush>(warp, op), sim::predicate_row(warp, op->c), op->mode);
  if ((op->mode & kShortResult) != 0)
    write_truth<u16>(warp, op, lanes, truth);
  else
    write_truth<u32>(warp, op, lanes, truth);
  return op + 1;
}

/// On packed halves: an answer in each half of the result.
template <class T>
const sim::Op* run_set_packed(sim::Warp& warp, const sim::Op* op) {
  const LaneMask lanes = exec_lanes(warp, op);
  const LaneMask c = sim::predicate_row(warp, op->c);
  const LaneMask low = combined(lanes_compared<T, false, 0>(warp, op), c, op->mode);
  const LaneMask high = combined(lanes_compared<T, false, 1>(warp, op), c, op->mode);
  constexpr std::size_t N = step_lanes<u32>();
  const Tag<u32, N> d;
  const auto truth = hn::Set(d, static_cast<u32>(op->imm) & 0xffff);
  for (std::size_t lane = 0; lane < kWarpSize; lane += N) {
    u32* const at = reinterpret_cast<u32*>(warp.rows + op->d) + lane;
    const auto value = hn::Or(hn::IfThenElseZero(mask_from_bits(d, low, lane), truth),
                              hn::IfThenElseZero(mask_from_bits(d, high, lane), hn::ShiftLeft<16>(truth)));
    hn::StoreU(hn::IfThenElse(mask_from_bits(d, lanes, lane), value, hn::LoadU(d, at)), d, at);
  }
  return op + 1;
}

sim::Handler handler_by_source(const Spelling& spelling, ptx::Type type) {
  const bool flushes = spelling.has("ftz");
  if (type == ptx::Type::f32) return flushes ? &run_set<f32, true> : &run_set<f32>;
  if (type == ptx::Type::f64) return &run_set<f64>;
  if (type == ptx::Type::f16) return flushes ? &run_set<Single<Half<true>>> : &run_set<Single<Half<false>>>;
  if (type == ptx::Type::f16x2)
    return flushes ? &run_set_packed<Packed<Half<true>>> : &run_set_packed<Packed<Half<false>>>;
  if (type == ptx::Type::bf16) return &run_set<Single<Brain>>;
  if (type == ptx::Type::bf16x2) return &run_set_packed<Packed<Brain>>;
  if (type == ptx::Type::s16) return &run_set<s16>;
  if (type == ptx::Type::s32) return &run_set<s32>;
  if (type == ptx::Type::s64) return &run_set<s64>;
  switch (ptx::size_of(type)) {
    case 2: return &run_set<u16>;
    case 4: return &run_set<u32>;
    default: return &run_set<u64>;
  }
}

std::int32_t bits_of_true(ptx::Type result) {
  if (result == ptx::Type::f32) return 0x3f800000;
  if (result == ptx::Type::f16 || result == ptx::Type::f16x2) return 0x3c00;
  if (result == ptx::Type::bf16 || result == ptx::Type::bf16x2) return 0x3f80;
  return -1;
}

void bind_set(BindContext& context) {
  const Spelling& spelling = context.spelling();
  const auto operands = context.operands();
  const ptx::Type result = spelling.type("dtype");
  const ptx::Type source = spelling.type("stype");
  sim::Op& op = context.op();
  op.d = context.destination_row(operands[0], result);
  op.a = context.source_row(operands[1], source);
  op.b = context.source_row(operands[2], source);
  if (operands.size() > 3) op.c = context.source_row(operands[3], ptx::Type::pred);
  op.imm = bits_of_true(result);
  op.mode = boolean_mode(spelling) | outcomes_of(spelling) | (ptx::size_of(result) == 2 ? kShortResult : 0);
  op.run = op.body = handler_by_source(spelling, source);
}

constexpr std::string_view kChapter = "Comparison and Selection Instructions: set";
constexpr std::string_view kHalfChapter = "Half Precision Comparison Instructions: set";

// clang-format off
constexpr InstructionDef kRows[] = {
  {.syntax = "set.cmp.dtype.stype d, a, b",
   .where = "cmp = eq ne lt le gt ge lo ls hi hs; dtype = u32 s32 f32; "
            "stype = u16 u32 u64 s16 s32 s64 b16 b32 b64; d : dtype; a : stype; b : stype",
   .effects = computes(costs::test_into, Algebra::comparison), .bind = bind_set, .chapter = kChapter},
  {.syntax = "set.cmp.boolop.dtype.stype d, a, b, c",
   .where = "cmp = eq ne lt le gt ge lo ls hi hs; boolop = and or xor; dtype = u32 s32 f32; "
            "stype = u16 u32 u64 s16 s32 s64 b16 b32 b64; d : dtype; a : stype; b : stype; c : pred",
   .effects = computes(costs::test_into, Algebra::comparison), .bind = bind_set, .chapter = kChapter},
  {.syntax = "set.cmp{.ftz}.dtype.stype d, a, b",
   .where = "cmp = eq ne lt le gt ge equ neu ltu leu gtu geu num nan; dtype = u32 s32 f32; stype = f32 f64; "
            "d : dtype; a : stype; b : stype",
   .effects = computes(costs::test_into, Algebra::comparison), .bind = bind_set, .chapter = kChapter},
  {.syntax = "set.cmp.boolop{.ftz}.dtype.stype d, a, b, c",
   .where = "cmp = eq ne lt le gt ge equ neu ltu leu gtu geu num nan; boolop = and or xor; dtype = u32 s32 f32; "
            "stype = f32 f64; d : dtype; a : stype; b : stype; c : pred",
   .effects = computes(costs::test_into, Algebra::comparison), .bind = bind_set, .chapter = kChapter},
  {.syntax = "set.cmp{.ftz}.dtype.stype d, a, b",
   .where = "cmp = eq ne lt le gt ge equ neu ltu leu gtu geu num nan; dtype = f16 bf16 u16 s16 u32 s32; "
            "stype = f16 bf16; d : dtype; a : stype; b : stype",
   .effects = computes(costs::test_into, Algebra::comparison), .bind = bind_set, .since = "4.2", .sm = 53, .chapter = kHalfChapter},
  {.syntax = "set.cmp.boolop{.ftz}.dtype.stype d, a, b, c",
   .where = "cmp = eq ne lt le gt ge equ neu ltu leu gtu geu num nan; boolop = and or xor; "
            "dtype = f16 bf16 u16 s16 u32 s32; stype = f16 bf16; d : dtype; a : stype; b : stype; c : pred",
   .effects = computes(costs::test_into, Algebra::comparison), .bind = bind_set, .since = "4.2", .sm = 53, .chapter = kHalfChapter},
  {.syntax = "set.cmp{.ftz}.dtype.stype d, a, b",
   .where = "cmp = eq ne lt le gt ge equ neu ltu leu gtu geu num nan; dtype = f16x2 bf16x2 u32 s32; "
            "stype = f16x2 bf16x2; d : dtype; a : stype; b : stype",
   .effects = computes(costs::test_into, Algebra::comparison), .bind = bind_set, .since = "4.2", .sm = 53, .chapter = kHalfChapter},
  {.syntax = "set.cmp.boolop{.ftz}.dtype.stype d, a, b, c",
   .where = "cmp = eq ne lt le gt ge equ neu ltu leu gtu geu num nan; boolop = and or xor; "
            "dtype = f16x2 bf16x2 u32 s32; stype = f16x2 bf16x2; d : dtype; a : stype; b : stype; c : pred",
   .effects = computes(costs::test_into, Algebra::comparison), .bind = bind_set, .since = "4.2", .sm = 53, .chapter = kHalfChapter},
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
std::span<const InstructionDef> set_rows() { return HWY_DYNAMIC_DISPATCH(rows)(); }
}  // namespace warpglass::isa
#endif
