// Comparison and selection: set, setp, selp, slct. A comparison yields a lane mask; the boolean operation with a third
// predicate and the negated second result are done on masks.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "isa/chapters/compare.cpp"
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

/// setp p, a, b
template <class T, Comparison kComparison, bool kFlush>
const sim::Op* run_setp(sim::Warp& warp, const sim::Op* op) {
  const LaneMask lanes = exec_lanes(warp, op);
  sim::set_predicate_row(warp, op->d, lanes, lanes_that<T>(warp, op->a, op->b, Holds<kComparison, kFlush>{}));
  return op + 1;
}

/// setp p|q, a, b{, c}: q takes the negated comparison. e is 0 without q.
template <class T, bool kFlush = false>
const sim::Op* run_setp_combined(sim::Warp& warp, const sim::Op* op) {
  const LaneMask lanes = exec_lanes(warp, op);
  const LaneMask holds = lanes_compared<T, kFlush>(warp, op);
  const LaneMask c = sim::predicate_row(warp, op->c);
  sim::set_predicate_row(warp, op->d, lanes, combined(holds, c, op->mode));
  if (op->e != 0) sim::set_predicate_row(warp, op->e, lanes, combined(~holds, c, op->mode));
  return op + 1;
}

/// setp p|q, a, b{, c} on packed halves: p is about the low ones, q about the high ones.
template <class T>
const sim::Op* run_setp_packed(sim::Warp& warp, const sim::Op* op) {
  const LaneMask lanes = exec_lanes(warp, op);
  const LaneMask c = sim::predicate_row(warp, op->c);
  const LaneMask low = lanes_compared<T, false, 0>(warp, op);
  const LaneMask high = lanes_compared<T, false, 1>(warp, op);
  sim::set_predicate_row(warp, op->d, lanes, combined(low, c, op->mode));
  if (op->e != 0) sim::set_predicate_row(warp, op->e, lanes, combined(high, c, op->mode));
  return op + 1;
}

/// The handlers of one type.
template <class T, bool kFlush = false>
sim::Handler setp_on(const Spelling& spelling, bool combines) {
  if (combines) return &run_setp_combined<T, kFlush>;
  const auto comparison = static_cast<std::size_t>(comparison_of(spelling));
  using enum Comparison;
  if constexpr (hwy::IsFloat<typename Represented<T>::Lane>()) {
    static constexpr sim::Handler kHandlers[] = {
        &run_setp<T, eq, kFlush>,  &run_setp<T, ne, kFlush>,  &run_setp<T, lt, kFlush>,  &run_setp<T, le, kFlush>,
        &run_setp<T, gt, kFlush>,  &run_setp<T, ge, kFlush>,  &run_setp<T, equ, kFlush>, &run_setp<T, neu, kFlush>,
        &run_setp<T, ltu, kFlush>, &run_setp<T, leu, kFlush>, &run_setp<T, gtu, kFlush>, &run_setp<T, geu, kFlush>,
        &run_setp<T, num, kFlush>, &run_setp<T, nan, kFlush>};
    return kHandlers[comparison];
  } else {
    static constexpr sim::Handler kHandlers[] = {&run_setp<T, eq, false>, &run_setp<T, ne, false>,
                                                 &run_setp<T, lt, false>, &run_setp<T, le, false>,
                                                 &run_setp<T, gt, false>, &run_setp<T, ge, false>};
    return kHandlers[comparison];
  }
}

sim::Handler setp_on_numbers(const Spelling& spelling, bool combines) {
  const bool flushes = spelling.has("ftz");
  const ptx::Type type = spelling.type();
  if (type == ptx::Type::f32)
    return flushes ? setp_on<f32, true>(spelling, combines) : setp_on<f32>(spelling, combines);
  if (type == ptx::Type::f64) return setp_on<f64>(spelling, combines);
  if (type == ptx::Type::f16)
    return flushes ? setp_on<Single<Half<true>>>(spelling, combines) : setp_on<Single<Half<false>>>(spelling, combines);
  if (type == ptx::Type::bf16) return setp_on<Single<Brain>>(spelling, combines);
  if (type == ptx::Type::s16) return setp_on<s16>(spelling, combines);
  if (type == ptx::Type::s32) return setp_on<s32>(spelling, combines);
  if (type == ptx::Type::s64) return setp_on<s64>(spelling, combines);
  switch (ptx::size_of(type)) {
    case 2: return setp_on<u16>(spelling, combines);
    case 4: return setp_on<u32>(spelling, combines);
    default: return setp_on<u64>(spelling, combines);
  }
}

void bind_setp(BindContext& context) {
  const Spelling& spelling = context.spelling();
  const auto operands = context.operands();
  const ptx::Type type = spelling.type("type");
  const bool packed = type == ptx::Type::f16x2 || type == ptx::Type::bf16x2;
  sim::Op& op = context.op();
  if (operands[0].kind == ptx::Operand::Kind::pair) {
    const auto pair = context.children(operands[0]);
    op.d = context.destination_row(pair[0], ptx::Type::pred);
    op.e = context.destination_row(pair[1], ptx::Type::pred);
  } else {
    op.d = context.destination_row(operands[0], ptx::Type::pred);
  }
  op.a = context.source_row(operands[1], type);
  op.b = context.source_row(operands[2], type);
  const BooleanMode boolean = boolean_mode(spelling);
  op.mode = boolean | outcomes_of(spelling);
  if (operands.size() > 3) op.c = context.source_row(operands[3], ptx::Type::pred);
  if (!packed) {
    op.run = op.body = setp_on_numbers(spelling, op.e != 0 || boolean != kNoBoolean);
  } else if (type == ptx::Type::bf16x2) {
    op.run = op.body = &run_setp_packed<Packed<Brain>>;
  } else {
    op.run = op.body =
        spelling.has("ftz") ? &run_setp_packed<Packed<Half<true>>> : &run_setp_packed<Packed<Half<false>>>;
  }
}

// ---- Selection ----

template <class T>
constexpr sim::Handler selp() {
  return lanewise<T, T, T, Predicate>([](auto, auto a, auto b, auto c) HWY_ATTR { return hn::IfThenElse(c, a, b); });
}
template <class T>
constexpr sim::Handler slct_by_sign() {
  return per_lane<T, T, T, s32>([](T a, T b, s32 c) { return c >= 0 ? a : b; });
}
template <class T>
constexpr sim::Handler slct_by_float() {
  return per_lane<T, T, T, f32>([](T a, T b, f32 c) { return c >= 0 ? a : b; });  // -0 >= 0; NaN is not
}
template <class T>
constexpr sim::Handler slct_by_flushed_float() {
  return per_lane<T, T, T, f32>([](T a, T b, f32 c) { return c >= 0 || c > -std::numeric_limits<f32>::min() ? a : b; });
}

constexpr std::string_view kEveryType = "type = b16 b32 b64 u16 u32 u64 s16 s32 s64 f32 f64; c : pred";

// clang-format off
constexpr InstructionDef kRows[] = {
  {.syntax = "setp.cmp.type p{|q}, a, b",
   .where = "cmp = eq ne lt le gt ge lo ls hi hs; type = u16 u32 u64 s16 s32 s64 b16 b32 b64",
   .effects = computes(costs::test, Algebra::comparison), .bind = bind_setp, .chapter = "Comparison and Selection Instructions: setp"},
  {.syntax = "setp.cmp.boolop.type p{|q}, a, b, c",
   .where = "cmp = eq ne lt le gt ge lo ls hi hs; boolop = and or xor; "
            "type = u16 u32 u64 s16 s32 s64 b16 b32 b64; c : pred",
   .effects = computes(costs::test, Algebra::comparison), .bind = bind_setp, .chapter = "Comparison and Selection Instructions: setp"},
  {.syntax = "setp.cmp{.ftz}.type p{|q}, a, b",
   .where = "cmp = eq ne lt le gt ge equ neu ltu leu gtu geu num nan; type = f32 f64",
   .effects = computes(costs::test, Algebra::comparison), .bind = bind_setp, .chapter = "Comparison and Selection Instructions: setp"},
  {.syntax = "setp.cmp.boolop{.ftz}.type p{|q}, a, b, c",
   .where = "cmp = eq ne lt le gt ge equ neu ltu leu gtu geu num nan; boolop = and or xor; type = f32 f64; c : pred",
   .effects = computes(costs::test, Algebra::comparison), .bind = bind_setp, .chapter = "Comparison and Selection Instructions: setp"},
  {.syntax = "setp.cmp{.ftz}.type p, a, b",
   .where = "cmp = eq ne lt le gt ge equ neu ltu leu gtu geu num nan; type = f16 bf16",
   .effects = computes(costs::test, Algebra::comparison), .bind = bind_setp, .since = "4.2", .sm = 53,
   .chapter = "Half Precision Comparison Instructions: setp"},
  {.syntax = "setp.cmp.boolop{.ftz}.type p, a, b, c",
   .where = "cmp = eq ne lt le gt ge equ neu ltu leu gtu geu num nan; boolop = and or xor; type = f16 bf16; c : pred",
   .effects = computes(costs::test, Algebra::comparison), .bind = bind_setp, .since = "4.2", .sm = 53,
   .chapter = "Half Precision Comparison Instructions: setp"},
  {.syntax = "setp.cmp{.ftz}.type p|q, a, b",
   .where = "cmp = eq ne lt le gt ge equ neu ltu leu gtu geu num nan; type = f16x2 bf16x2",
   .effects = computes(costs::test, Algebra::comparison), .bind = bind_setp, .since = "4.2", .sm = 53,
   .chapter = "Half Precision Comparison Instructions: setp"},
  {.syntax = "setp.cmp.boolop{.ftz}.type p|q, a, b, c",
   .where = "cmp = eq ne lt le gt ge equ neu ltu leu gtu geu num nan; boolop = and or xor; type = f16x2 bf16x2; c : pred",
   .effects = computes(costs::test, Algebra::comparison), .bind = bind_setp, .since = "4.2", .sm = 53,
   .chapter = "Half Precision Comparison Instructions: setp"},

  {.syntax = "selp.type d, a, b, c", .where = kEveryType, .effects = computes(costs::compare, Algebra::choice),
   .select = by_size<u16, u32, u64>([]<class T>() { return selp<T>(); }),
   .chapter = "Comparison and Selection Instructions: selp"},
  {.syntax = "slct.type.s32 d, a, b, c",
   .where = "type = b16 b32 b64 u16 u32 u64 s16 s32 s64 f32 f64; c : s32", .effects = computes(costs::test_into),
   .select = by_size<u16, u32, u64>([]<class T>() { return slct_by_sign<T>(); }),
   .chapter = "Comparison and Selection Instructions: slct"},
  {.syntax = "slct.type.f32 d, a, b, c",
   .where = "type = b16 b32 b64 u16 u32 u64 s16 s32 s64 f32 f64; c : f32", .effects = computes(costs::test_into),
   .select = by_size<u16, u32, u64>([]<class T>() { return slct_by_float<T>(); }),
   .chapter = "Comparison and Selection Instructions: slct"},
  {.syntax = "slct.ftz.type.f32 d, a, b, c",
   .where = "type = b16 b32 b64 u16 u32 u64 s16 s32 s64 f32 f64; c : f32", .effects = computes(costs::test_into),
   .select = by_size<u16, u32, u64>([]<class T>() { return slct_by_flushed_float<T>(); }),
   .chapter = "Comparison and Selection Instructions: slct"},
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
std::span<const InstructionDef> compare_rows() { return HWY_DYNAMIC_DISPATCH(rows)(); }
}  // namespace warpglass::isa
#endif
