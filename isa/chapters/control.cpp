// Control flow: branches, calls, returns. The handlers are made of the engine's scheduling verbs; branches are hot, so
// the two ways in which all lanes agree come first, and whether the target lies behind (then the warp must let others
// run now and then) is decided while binding.
#include "isa/chapters/chapters.hpp"
#include "isa/chapters/costs.hpp"

#include <fmt/format.h>

#include "isa/block_count.hpp"
#include "isa/calls.hpp"
#include "isa/control_context.hpp"
#include "isa/instruction.hpp"
#include "sim/barrier.hpp"
#include "sim/call.hpp"
#include "sim/divergence.hpp"
#include "sim/warp.hpp"

namespace warpglass::isa {
namespace {

using sim::Op;
using sim::OpKind;
using sim::Warp;

ControlContext& control(BindContext& context) { return static_cast<ControlContext&>(context); }

/// Counts an op that ends its block and only concerns `lanes` of the active ones.
void count_end(Warp& warp, const Op* op, LaneMask lanes) {
  count_block(warp, op, lanes, lanes != 0 && lanes != warp.active);
}

const Op* join_of(const Op* op) {
  return op->extra == Op::kNone ? nullptr : op + (static_cast<std::ptrdiff_t>(op->extra) - std::ptrdiff_t{op->pc});
}

// bra: imm is the distance to the target, extra the join.

template <bool kCount, bool kBack>
const Op* jump(Warp& warp, const Op* op) {
  if constexpr (kCount) count_block(warp, op);
  if constexpr (kBack) return sim::take_back_edge(warp, op, op + op->imm);
  return op + op->imm;
}

template <bool kCount, bool kBack>
const Op* branch(Warp& warp, const Op* op) {
  const LaneMask taken = exec_lanes(warp, op);
  if constexpr (kCount) count_end(warp, op, taken);
  if (taken == warp.active) {
    if constexpr (kBack) return sim::take_back_edge(warp, op, op + op->imm);
    return op + op->imm;
  }
  if (taken == 0) return op + 1;
  return sim::diverge(warp, op + op->imm, op + 1, taken, join_of(op));
}

sim::Handler select_branch(bool guarded, bool count, bool back) {
  if (guarded) {
    if (count) return back ? branch<true, true> : branch<true, false>;
    return back ? branch<false, true> : branch<false, false>;
  }
  if (count) return back ? jump<true, true> : jump<true, false>;
  return back ? jump<false, true> : jump<false, false>;
}

void bind_bra(BindContext& context) {
  ControlContext& here = control(context);
  const ptx::Operand& label = context.operands()[0];
  context.facts().kind = OpKind::branch;
  context.branch_to(label);
  context.join_here();
  here.end_block();
  context.op().run = select_branch(context.facts().guarded, here.observed(), here.goes_back(label));
}

// brx.idx: a is the row of indices, b the list of targets' indices into the program's ops.

[[noreturn]] void raise_bad_index(Warp& warp, const Op* op, int lane, std::uint32_t index, std::size_t size) {
  sim::Fault fault;
  fault.kind = sim::FaultKind::invalid_call;
  fault.message = fmt::format("brx.idx with index {} into a table of {} labels", index, size);
  sim::raise(warp, op, lane_bit(lane), std::move(fault));
}

template <bool kCount, bool kBack>
const Op* branch_indexed(Warp& warp, const Op* op) {
  const LaneMask lanes = exec_lanes(warp, op);
  const std::vector<std::uint32_t>& table = warp.launch->program->lists[op->b];
  const Op* ops = op - op->pc;
  const Op* target[32];
  const Op* common = nullptr;
  bool agree = true;
  for_each_lane(warp.active, [&](int lane) {
    const Op* to = op + 1;
    if ((lanes & lane_bit(lane)) != 0) {
      const auto index = lane_value<std::uint32_t>(warp, op->a, lane);
      if (index >= table.size()) raise_bad_index(warp, op, lane, index, table.size());
      to = ops + table[index];
    }
    target[lane] = to;
    agree = agree && (common == nullptr || common == to);
    common = to;
  });
  if constexpr (kCount) count_block(warp, op, lanes, !agree);
  if (!agree) return sim::diverge_many(warp, target, join_of(op));
  if constexpr (kBack) return sim::take_back_edge(warp, op, common);
  return common;
}

void bind_brx(BindContext& context) {
  ControlContext& here = control(context);
  context.facts().kind = OpKind::branch;
  context.op().a = context.source_row(context.operands()[0], ptx::Type::u32);
  context.op().b = context.branch_table(context.operands()[1]);
  context.join_here();
  here.end_block();
  const bool back = here.any_goes_back(context.operands()[1]);
  if (here.observed()) {
    context.op().run = back ? branch_indexed<true, true> : branch_indexed<true, false>;
  } else {
    context.op().run = back ? branch_indexed<false, true> : branch_indexed<false, false>;
  }
}

// ret, exit

template <bool kCount>
const Op* ret(Warp& warp, const Op* op) {
  const LaneMask lanes = exec_lanes(warp, op);
  if constexpr (kCount) count_end(warp, op, lanes);
  return lanes == 0 ? op + 1 : sim::return_lanes(warp, op, lanes, op + 1);
}

template <bool kCount>
const Op* exit(Warp& warp, const Op* op) {
  const LaneMask lanes = exec_lanes(warp, op);
  if constexpr (kCount) count_end(warp, op, lanes);
  return lanes == 0 ? op + 1 : sim::exit_lanes(warp, lanes, op + 1);
}

void bind_ret(BindContext& context) {
  ControlContext& here = control(context);
  here.store_results();
  context.facts().kind = OpKind::ret;
  here.end_block();
  context.op().run = here.observed() ? ret<true> : ret<false>;
}

void bind_exit(BindContext& context) {
  ControlContext& here = control(context);
  context.facts().kind = OpKind::exit;
  here.end_block();
  context.op().run = here.observed() ? exit<true> : exit<false>;
}

// Instructions that stop, wait, or mean nothing here.

const Op* trap(Warp& warp, const Op* op) {
  const LaneMask lanes = exec_lanes(warp, op);
  if (lanes == 0) return op + 1;
  sim::Fault fault;
  fault.kind = sim::FaultKind::trap;
  fault.message = "trap executed";
  sim::raise(warp, op, lanes, std::move(fault));
}

const Op* breakpoint(Warp& warp, const Op* op) {
  const LaneMask lanes = exec_lanes(warp, op);
  if (lanes == 0) return op + 1;
  sim::Fault fault;
  fault.kind = sim::FaultKind::trap;
  fault.message = "brkpt executed and no debugger is attached";
  sim::raise(warp, op, lanes, std::move(fault));
}

const Op* sleep(Warp& warp, const Op* op) { return exec_lanes(warp, op) == 0 ? op + 1 : sim::yield_warp(warp, op + 1); }

const Op* nothing(Warp&, const Op* op) { return op + 1; }

void bind_trap(BindContext& context) { context.op().run = trap; }
void bind_brkpt(BindContext& context) { context.op().run = breakpoint; }
void bind_nothing(BindContext& context) { context.op().run = nothing; }
void bind_nanosleep(BindContext& context) {
  context.op().a = context.source_row(context.operands()[0], ptx::Type::u32);
  context.op().run = sleep;
}

// clang-format off
constexpr InstructionDef kRows[] = {
  {.syntax = "bra{.uni} a", .effects = effects(Does::branches, costs::control), .bind = bind_bra,
   .chapter = "Control Flow Instructions: bra"},

  {.syntax = "brx.idx{.uni} a, b", .effects = effects(Does::branches_by_index, costs::control), .bind = bind_brx, .since = "6.0", .sm = 30,
   .chapter = "Control Flow Instructions: brx.idx"},

  {.syntax = "call{.uni} a{, b}", .effects = effects(Does::calls, costs::call), .bind = bind_call,
   .chapter = "Control Flow Instructions: call"},
  {.syntax = "call{.uni} a, (b){, c}", .effects = effects(Does::calls, costs::call), .bind = bind_call,
   .chapter = "Control Flow Instructions: call"},
  {.syntax = "call{.uni} (d), a{, b}", .effects = effects(Does::calls, costs::call), .bind = bind_call,
   .chapter = "Control Flow Instructions: call"},
  {.syntax = "call{.uni} (d), a, (b){, c}", .effects = effects(Does::calls, costs::call), .bind = bind_call,
   .chapter = "Control Flow Instructions: call"},

  {.syntax = "ret{.uni}", .effects = effects(Does::returns, costs::control), .bind = bind_ret,
   .chapter = "Control Flow Instructions: ret"},

  {.syntax = "exit", .effects = effects(Does::exits, costs::control), .bind = bind_exit,
   .chapter = "Control Flow Instructions: exit"},

  {.syntax = "trap", .effects = effects(Does::traps, costs::unknown), .bind = bind_trap,
   .chapter = "Miscellaneous Instructions: trap"},

  {.syntax = "brkpt", .effects = effects(Does::pauses, costs::unknown), .bind = bind_brkpt,
   .chapter = "Miscellaneous Instructions: brkpt"},

  {.syntax = "nanosleep.u32 a", .effects = effects(Does::pauses, costs::unknown), .bind = bind_nanosleep, .since = "6.3", .sm = 70,
   .chapter = "Miscellaneous Instructions: nanosleep"},

  {.syntax = "pmevent{.mask} a", .effects = effects(Does::marks, costs::unknown), .bind = bind_nothing,
   .chapter = "Miscellaneous Instructions: pmevent"},

  {.syntax = "setmaxnreg.action.sync.aligned.u32 a", .where = "action = inc dec", .effects = effects(Does::marks, costs::unknown),
   .bind = bind_nothing, .since = "8.0", .sm = 90,
   .chapter = "Miscellaneous Instructions: setmaxnreg"},
};
// clang-format on
static_assert(well_formed(kRows));

}  // namespace

std::span<const InstructionDef> control_rows() { return kRows; }

}  // namespace warpglass::isa
