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

// Op::mode: the boolean operation, and whether results are 16 bits wide. Op::imm: bits of true.
constexpr std::uint32_t kBooleanMask = 3;
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

template <class T, Comparison kComparison, bool kFlush>
const sim::Op* run_set(sim::Warp& warp, const sim::Op* op) {
  const LaneMask lanes = exec_lanes(warp, op);
  if (lanes == 0) return op + 1;
  const LaneMask holds = lanes_that<T>(warp, op->a, op->b, Holds<kComparison, kFlush>{});
  const LaneMask truth = combined(holds, sim::predicate_row(warp, op->c), op->mode & kBooleanMask);
  if ((op->mode & kShortResult) != 0)
    write_truth<u16>(warp, op, lanes, truth);
  else
    write_truth<u32>(warp, op, lanes, truth);
  return op + 1;
}

/// On packed halves: an answer in each half of the result.
template <class T, Comparison kComparison, bool kFlush>
const sim::Op* run_set_packed(sim::Warp& warp, const sim::Op* op) {
  const LaneMask lanes = exec_lanes(warp, op);
  const LaneMask c = sim::predicate_row(warp, op->c);
  const LaneMask low =
      combined(lanes_that<T, 0>(warp, op->a, op->b, Holds<kComparison, kFlush>{}), c, op->mode & kBooleanMask);
  const LaneMask high =
      combined(lanes_that<T, 1>(warp, op->a, op->b, Holds<kComparison, kFlush>{}), c, op->mode & kBooleanMask);
  const auto truth = static_cast<u32>(op->imm) & 0xffff;
  for_each_lane(lanes, [&](int lane) {
    const u32 value = ((low >> lane & 1) != 0 ? truth : 0) | ((high >> lane & 1) != 0 ? truth << 16 : 0);
    sim::set_lane_value(warp, op->d, lane, value);
  });
  return op + 1;
}

struct Set {
  template <class T, Comparison kComparison, bool kFlush>
  static constexpr sim::Handler handler = &run_set<T, kComparison, kFlush>;
};
struct PackedSet {
  template <class T, Comparison kComparison, bool kFlush>
  static constexpr sim::Handler handler = &run_set_packed<T, kComparison, kFlush>;
};

sim::Handler handler_by_source(const Spelling& spelling, ptx::Type type) {
  const bool flushes = spelling.has("ftz");
  switch (type) {
    case ptx::Type::f32:
      return flushes ? float_comparison<Set, f32, true>(spelling) : float_comparison<Set, f32, false>(spelling);
    case ptx::Type::f64: return float_comparison<Set, f64, false>(spelling);
    case ptx::Type::f16:
      return flushes ? float_comparison<Set, Single<Half<true>>, false>(spelling)
                     : float_comparison<Set, Single<Half<false>>, false>(spelling);
    case ptx::Type::f16x2:
      return flushes ? float_comparison<PackedSet, Packed<Half<true>>, false>(spelling)
                     : float_comparison<PackedSet, Packed<Half<false>>, false>(spelling);
    case ptx::Type::bf16: return float_comparison<Set, Single<Brain>, false>(spelling);
    case ptx::Type::bf16x2: return float_comparison<PackedSet, Packed<Brain>, false>(spelling);
    case ptx::Type::s16: return int_comparison<Set, s16>(spelling);
    case ptx::Type::s32: return int_comparison<Set, s32>(spelling);
    case ptx::Type::s64: return int_comparison<Set, s64>(spelling);
    default: break;
  }
  switch (ptx::size_of(type)) {
    case 2: return int_comparison<Set, u16>(spelling);
    case 4: return int_comparison<Set, u32>(spelling);
    default: return int_comparison<Set, u64>(spelling);
  }
}

std::int32_t bits_of_true(ptx::Type result) {
  switch (result) {
    case ptx::Type::f32: return 0x3f800000;
    case ptx::Type::f16:
    case ptx::Type::f16x2: return 0x3c00;
    case ptx::Type::bf16:
    case ptx::Type::bf16x2: return 0x3f80;
    default: return -1;
  }
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
  op.mode = boolean_mode(spelling) | (ptx::size_of(result) == 2 ? kShortResult : 0);
  op.run = op.body = handler_by_source(spelling, source);
}

constexpr std::string_view kChapter = "Comparison and Selection Instructions: set";
constexpr std::string_view kHalfChapter = "Half Precision Comparison Instructions: set";

// clang-format off
constexpr InstructionDef kRows[] = {
  {.syntax = "set.cmp.dtype.stype d, a, b",
   .where = "cmp = eq ne lt le gt ge lo ls hi hs; dtype = u32 s32 f32; "
            "stype = u16 u32 u64 s16 s32 s64 b16 b32 b64; d : dtype; a : stype; b : stype",
   .unit = Unit::alu, .effects = computes(costs::test_into, Algebra::comparison), .bind = bind_set, .chapter = kChapter},
  {.syntax = "set.cmp.boolop.dtype.stype d, a, b, c",
   .where = "cmp = eq ne lt le gt ge lo ls hi hs; boolop = and or xor; dtype = u32 s32 f32; "
            "stype = u16 u32 u64 s16 s32 s64 b16 b32 b64; d : dtype; a : stype; b : stype; c : pred",
   .unit = Unit::alu, .effects = computes(costs::test_into, Algebra::comparison), .bind = bind_set, .chapter = kChapter},
  {.syntax = "set.cmp{.ftz}.dtype.stype d, a, b",
   .where = "cmp = eq ne lt le gt ge equ neu ltu leu gtu geu num nan; dtype = u32 s32 f32; stype = f32 f64; "
            "d : dtype; a : stype; b : stype",
   .unit = Unit::alu, .effects = computes(costs::test_into, Algebra::comparison), .bind = bind_set, .chapter = kChapter},
  {.syntax = "set.cmp.boolop{.ftz}.dtype.stype d, a, b, c",
   .where = "cmp = eq ne lt le gt ge equ neu ltu leu gtu geu num nan; boolop = and or xor; dtype = u32 s32 f32; "
            "stype = f32 f64; d : dtype; a : stype; b : stype; c : pred",
   .unit = Unit::alu, .effects = computes(costs::test_into, Algebra::comparison), .bind = bind_set, .chapter = kChapter},
  {.syntax = "set.cmp{.ftz}.dtype.stype d, a, b",
   .where = "cmp = eq ne lt le gt ge equ neu ltu leu gtu geu num nan; dtype = f16 bf16 u16 s16 u32 s32; "
            "stype = f16 bf16; d : dtype; a : stype; b : stype",
   .unit = Unit::half, .effects = computes(costs::test_into, Algebra::comparison), .bind = bind_set, .since = "4.2", .sm = 53, .chapter = kHalfChapter},
  {.syntax = "set.cmp.boolop{.ftz}.dtype.stype d, a, b, c",
   .where = "cmp = eq ne lt le gt ge equ neu ltu leu gtu geu num nan; boolop = and or xor; "
            "dtype = f16 bf16 u16 s16 u32 s32; stype = f16 bf16; d : dtype; a : stype; b : stype; c : pred",
   .unit = Unit::half, .effects = computes(costs::test_into, Algebra::comparison), .bind = bind_set, .since = "4.2", .sm = 53, .chapter = kHalfChapter},
  {.syntax = "set.cmp{.ftz}.dtype.stype d, a, b",
   .where = "cmp = eq ne lt le gt ge equ neu ltu leu gtu geu num nan; dtype = f16x2 bf16x2 u32 s32; "
            "stype = f16x2 bf16x2; d : dtype; a : stype; b : stype",
   .unit = Unit::half, .effects = computes(costs::test_into, Algebra::comparison), .bind = bind_set, .since = "4.2", .sm = 53, .chapter = kHalfChapter},
  {.syntax = "set.cmp.boolop{.ftz}.dtype.stype d, a, b, c",
   .where = "cmp = eq ne lt le gt ge equ neu ltu leu gtu geu num nan; boolop = and or xor; "
            "dtype = f16x2 bf16x2 u32 s32; stype = f16x2 bf16x2; d : dtype; a : stype; b : stype; c : pred",
   .unit = Unit::half, .effects = computes(costs::test_into, Algebra::comparison), .bind = bind_set, .since = "4.2", .sm = 53, .chapter = kHalfChapter},
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
