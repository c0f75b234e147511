// Logic and shifts, on registers and on predicates.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "isa/chapters/logic.cpp"
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

/// A meaning on whole predicates: all lanes at once in a lane mask.
template <class Meaning>
const sim::Op* run_on_predicates(sim::Warp& warp, const sim::Op* op) {
  const LaneMask a = sim::predicate_row(warp, op->a);
  const LaneMask b = sim::predicate_row(warp, op->b);
  sim::set_predicate_row(warp, op->d, exec_lanes(warp, op), Meaning{}(a, b));
  return op + 1;
}
template <class Meaning>
constexpr SelectHandler on_predicates(Meaning) {
  return [](const Spelling&) -> sim::Handler { return &run_on_predicates<Meaning>; };
}

/// Shift amounts are 32 bits wide whatever is shifted, and unsigned.
template <class T>
constexpr sim::Handler left_shift() {
  if constexpr (sizeof(T) == 2)
    return per_lane<T, T, u32>([](T a, u32 b) { return static_cast<T>(b < 16 ? u32{a} << b : 0); });
  else
    return lanewise<T, T, u32>([](auto d, auto a, auto b) HWY_ATTR {
      if constexpr (sizeof(T) == 8)
        return shift_left(d, a, hn::PromoteTo(d, b));
      else
        return shift_left(d, a, b);
    });
}
template <class T>
constexpr sim::Handler right_shift() {
  if constexpr (sizeof(T) == 2)
    return per_lane<T, T, u32>([](T a, u32 b) { return static_cast<T>(s32{a} >> std::min(b, 16u)); });
  else
    return lanewise<T, T, u32>([](auto d, auto a, auto b) HWY_ATTR {
      if constexpr (sizeof(T) == 8)
        return shift_right(d, a, hn::BitCast(d, hn::PromoteTo(hn::RebindToUnsigned<decltype(d)>(), b)));
      else
        return shift_right(d, a, hn::BitCast(d, b));
    });
}

template <bool kClamp>
u32 funnel_left(u32 a, u32 b, u32 c) {
  const u32 n = kClamp ? std::min(c, 32u) : c & 31;
  return static_cast<u32>(((u64{b} << 32 | a) << n) >> 32);
}
template <bool kClamp>
u32 funnel_right(u32 a, u32 b, u32 c) {
  const u32 n = kClamp ? std::min(c, 32u) : c & 31;
  return static_cast<u32>((u64{b} << 32 | a) >> n);
}

/// Any function of three bits by its truth table: bit 4a + 2b + c of `table` is its value.
HWY_INLINE const sim::Op* three_input_logic(sim::Warp& warp, const sim::Op* op, u32 table) {
  u32 minterms[8];
  for (u32 i = 0; i < 8; ++i) minterms[i] = (table >> i & 1) != 0 ? ~0u : 0u;
  return apply<u32, u32, u32, u32>(warp, op, [&](auto d, auto a, auto b, auto c) HWY_ATTR {
    const auto of_c = [&](u32 i) HWY_ATTR {
      return hn::Or(hn::And(c, hn::Set(d, minterms[i + 1])), hn::AndNot(c, hn::Set(d, minterms[i])));
    };
    const auto of_bc = [&](u32 i) HWY_ATTR { return hn::Or(hn::And(b, of_c(i + 2)), hn::AndNot(b, of_c(i))); };
    return hn::Or(hn::And(a, of_bc(4)), hn::AndNot(a, of_bc(0)));
  });
}
const sim::Op* run_lop3(sim::Warp& warp, const sim::Op* op) {
  return three_input_logic(warp, op, lane_of<u32>(warp.rows + op->e, 0));
}

/// lop3.BoolOp d|p, a, b, c, table, q: p = (result != 0) BoolOp q. mode bit 0: and (else or).
const sim::Op* run_lop3_test(sim::Warp& warp, const sim::Op* op) {
  const LaneMask lanes = exec_lanes(warp, op);
  three_input_logic(warp, op, static_cast<u32>(op->imm));
  const LaneMask not_zero = lanes_that<u32>(
      warp, op->d, op->d, [](auto d, auto a, auto) HWY_ATTR { return hn::Not(hn::Eq(a, hn::Zero(d))); });
  const LaneMask q = sim::predicate_row(warp, op->extra);
  sim::set_predicate_row(warp, op->e, lanes, (op->mode & 1) != 0 ? not_zero & q : not_zero | q);
  return op + 1;
}

void bind_lop3_test(BindContext& context) {
  const auto operands = context.operands();
  const auto pair = context.children(operands[0]);
  sim::Op& op = context.op();
  op.d = context.destination_row(pair[0], ptx::Type::b32);
  op.e = context.destination_row(pair[1], ptx::Type::pred);
  op.a = context.source_row(operands[1], ptx::Type::b32);
  op.b = context.source_row(operands[2], ptx::Type::b32);
  op.c = context.source_row(operands[3], ptx::Type::b32);
  op.imm = static_cast<std::int32_t>(context.literal(operands[4]) & 0xff);
  op.extra = context.source_row(operands[5], ptx::Type::pred);
  op.mode = context.spelling().word("boolop") == "and" ? 1 : 0;
  op.run = op.body = &run_lop3_test;
}

// clang-format off
constexpr InstructionDef kRows[] = {
  {.syntax = "and.type d, a, b", .where = "type = b16 b32 b64", .effects = computes(costs::logic, Algebra::bitwise_and),
   .select = lanewise_by_size<u16, u32, u64>([](auto, auto a, auto b) HWY_ATTR { return hn::And(a, b); }),
   .chapter = "Logic and Shift Instructions: and"},
  {.syntax = "and.pred p, a, b", .where = "a : pred; b : pred", .effects = computes(costs::logic, Algebra::bitwise_and),
   .select = on_predicates([](LaneMask a, LaneMask b) { return a & b; }),
   .chapter = "Logic and Shift Instructions: and"},
  {.syntax = "or.type d, a, b", .where = "type = b16 b32 b64", .effects = computes(costs::logic, Algebra::bitwise_or),
   .select = lanewise_by_size<u16, u32, u64>([](auto, auto a, auto b) HWY_ATTR { return hn::Or(a, b); }),
   .chapter = "Logic and Shift Instructions: or"},
  {.syntax = "or.pred p, a, b", .where = "a : pred; b : pred", .effects = computes(costs::logic, Algebra::bitwise_or),
   .select = on_predicates([](LaneMask a, LaneMask b) { return a | b; }),
   .chapter = "Logic and Shift Instructions: or"},
  {.syntax = "xor.type d, a, b", .where = "type = b16 b32 b64", .effects = computes(costs::logic, Algebra::bitwise_xor),
   .select = lanewise_by_size<u16, u32, u64>([](auto, auto a, auto b) HWY_ATTR { return hn::Xor(a, b); }),
   .chapter = "Logic and Shift Instructions: xor"},
  {.syntax = "xor.pred p, a, b", .where = "a : pred; b : pred", .effects = computes(costs::logic, Algebra::bitwise_xor),
   .select = on_predicates([](LaneMask a, LaneMask b) { return a ^ b; }),
   .chapter = "Logic and Shift Instructions: xor"},
  {.syntax = "not.type d, a", .where = "type = b16 b32 b64", .effects = computes(costs::logic, Algebra::complement),
   .select = lanewise_by_size<u16, u32, u64>([](auto, auto a) HWY_ATTR { return hn::Not(a); }),
   .chapter = "Logic and Shift Instructions: not"},
  {.syntax = "not.pred p, a", .where = "a : pred", .effects = computes(costs::logic, Algebra::complement),
   .select = on_predicates([](LaneMask a, LaneMask) { return ~a; }),
   .chapter = "Logic and Shift Instructions: not"},
  {.syntax = "cnot.type d, a", .where = "type = b16 b32 b64", .effects = computes(costs::logic),
   .select = lanewise_by_size<u16, u32, u64>([](auto d, auto a) HWY_ATTR {
     return hn::IfThenElseZero(hn::Eq(a, hn::Zero(d)), hn::Set(d, 1)); }),
   .chapter = "Logic and Shift Instructions: cnot"},

  {.syntax = "lop3.type d, a, b, c, t", .where = "type = b32; t : u32", .effects = computes(costs::logic),
   .select = [](const Spelling&) -> sim::Handler { return &run_lop3; },
   .since = "4.3", .sm = 50, .chapter = "Logic and Shift Instructions: lop3"},
  {.syntax = "lop3.boolop.type d|p, a, b, c, t, q", .where = "boolop = or and; type = b32; t : u32; q : pred",
   .effects = computes(costs::logic), .bind = bind_lop3_test,
   .since = "8.2", .sm = 70, .chapter = "Logic and Shift Instructions: lop3"},

  {.syntax = "shl.type d, a, b", .where = "type = b16 b32 b64; b : u32", .effects = computes(costs::shift, Algebra::shift_left),
   .select = by_size<u16, u32, u64>([]<class T>() { return left_shift<T>(); }),
   .chapter = "Logic and Shift Instructions: shl"},
  {.syntax = "shr.type d, a, b", .where = "type = b16 b32 b64 u16 u32 u64 s16 s32 s64; b : u32", .effects = computes(costs::shift, Algebra::shift_right),
   .select = by_type<u16, u32, u64, s16, s32, s64>([]<class T>() { return right_shift<T>(); }),
   .chapter = "Logic and Shift Instructions: shr"},
  {.syntax = "shf.l.wrap.type d, a, b, c", .where = "type = b32; c : u32", .effects = computes(costs::shift),
   .select = per_lane_by_type<u32>([](u32 a, u32 b, u32 c) { return funnel_left<false>(a, b, c); }),
   .since = "3.1", .sm = 32, .chapter = "Logic and Shift Instructions: shf"},
  {.syntax = "shf.l.clamp.type d, a, b, c", .where = "type = b32; c : u32", .effects = computes(costs::shift),
   .select = per_lane_by_type<u32>([](u32 a, u32 b, u32 c) { return funnel_left<true>(a, b, c); }),
   .since = "3.1", .sm = 32, .chapter = "Logic and Shift Instructions: shf"},
  {.syntax = "shf.r.wrap.type d, a, b, c", .where = "type = b32; c : u32", .effects = computes(costs::shift),
   .select = per_lane_by_type<u32>([](u32 a, u32 b, u32 c) { return funnel_right<false>(a, b, c); }),
   .since = "3.1", .sm = 32, .chapter = "Logic and Shift Instructions: shf"},
  {.syntax = "shf.r.clamp.type d, a, b, c", .where = "type = b32; c : u32", .effects = computes(costs::shift),
   .select = per_lane_by_type<u32>([](u32 a, u32 b, u32 c) { return funnel_right<true>(a, b, c); }),
   .since = "3.1", .sm = 32, .chapter = "Logic and Shift Instructions: shf"},
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
std::span<const InstructionDef> logic_rows() { return HWY_DYNAMIC_DISPATCH(rows)(); }
}  // namespace warpglass::isa
#endif
