// Barriers of the block, the warp and the cluster. A barrier counts threads, so lanes whose guard is false pass by: the
// split divides first and only those that execute wait.
#include <fmt/format.h>

#include <utility>

#include "isa/chapters/chapters.hpp"
#include "isa/chapters/costs.hpp"
#include "isa/chapters/lanes.hpp"
#include "isa/chapters/sync.hpp"
#include "isa/instruction.hpp"
#include "sim/barrier.hpp"
#include "sim/divergence.hpp"

namespace warpglass::isa {
namespace {

constexpr std::uint32_t kBarriers = 16;

// Fields: a    row of the barrier's number
//         b    row of the thread count (kNone: all threads of the block)
//         c    reductions: row of the predicate
//         d    reductions: destination row
//         imm  bar.sync of all threads: the barrier's number, where it is a literal
struct Expected {
  unsigned barrier;
  std::uint32_t threads;
};

[[noreturn, gnu::noinline]] void refuse(sim::Warp& warp, const sim::Op* op, LaneMask lanes, const Expected& wanted) {
  sim::Fault fault;
  fault.kind = sim::FaultKind::barrier_divergence;
  fault.message = wanted.barrier >= kBarriers
                      ? fmt::format("barrier {} does not exist; a block has barriers 0 to 15", wanted.barrier)
                      : fmt::format("a barrier counts whole warps; {} threads are no multiple of 32", wanted.threads);
  raise(warp, op, lanes, std::move(fault));
}

Expected expected(sim::Warp& warp, const sim::Op* op, LaneMask lanes) {
  const int lane = first_lane(lanes);
  const Expected wanted{
      .barrier = sim::lane_value<std::uint32_t>(warp, op->a, lane),
      .threads = op->b == sim::Op::kNone ? 0 : sim::lane_value<std::uint32_t>(warp, op->b, lane),
  };
  if (wanted.barrier >= kBarriers || wanted.threads % kWarpSize != 0) [[unlikely]]
    refuse(warp, op, lanes, wanted);
  return wanted;
}

/// Lets the lanes that do not execute `op` go on without it: true when the caller must return `next`.
bool divided(sim::Warp& warp, const sim::Op* op, LaneMask lanes, const sim::Op*& next) {
  if (lanes == warp.active) [[likely]]
    return false;
  next = lanes == 0 ? op + 1 : diverge(warp, op, op + 1, lanes, nullptr);
  return true;
}

const sim::Op* sync(sim::Warp& warp, const sim::Op* op) {
  const LaneMask lanes = exec_lanes(warp, op);
  if (const sim::Op* next = nullptr; divided(warp, op, lanes, next)) return next;
  const Expected wanted = expected(warp, op, lanes);
  return wait_at_barrier(warp, op, wanted.barrier, wanted.threads, op + 1);
}

/// The common case: all threads of the block meet at a barrier that a literal names, which is `imm`.
const sim::Op* sync_all(sim::Warp& warp, const sim::Op* op) {
  if (exec_lanes(warp, op) != warp.active) [[unlikely]]
    return sync(warp, op);
  return wait_at_barrier(warp, op, static_cast<unsigned>(op->imm), 0, op + 1);
}

const sim::Op* arrive(sim::Warp& warp, const sim::Op* op) {
  const LaneMask lanes = exec_lanes(warp, op);
  if (const sim::Op* next = nullptr; divided(warp, op, lanes, next)) return next;
  const Expected wanted = expected(warp, op, lanes);
  return arrive_at_barrier(warp, op, wanted.barrier, wanted.threads, op + 1);
}

void write_count(sim::Warp& warp, const sim::Op* op, LaneMask lanes, std::uint32_t count_true, std::uint32_t) {
  broadcast(warp, op->d, lanes, count_true);
}
void write_and(sim::Warp& warp, const sim::Op* op, LaneMask lanes, std::uint32_t count_true, std::uint32_t count_all) {
  set_predicate_row(warp, op->d, lanes, count_true == count_all ? kFullMask : 0);
}
void write_or(sim::Warp& warp, const sim::Op* op, LaneMask lanes, std::uint32_t count_true, std::uint32_t) {
  set_predicate_row(warp, op->d, lanes, count_true != 0 ? kFullMask : 0);
}

template <sim::BarrierReduction kFinish>
const sim::Op* reduce(sim::Warp& warp, const sim::Op* op) {
  const LaneMask lanes = exec_lanes(warp, op);
  if (const sim::Op* next = nullptr; divided(warp, op, lanes, next)) return next;
  const Expected wanted = expected(warp, op, lanes);
  return reduce_at_barrier(warp, op, wanted.barrier, wanted.threads, predicate_row(warp, op->c) & lanes, kFinish,
                           op + 1);
}

void check_literal(BindContext& context, const ptx::Operand& operand, bool is_count) {
  if (operand.kind != ptx::Operand::Kind::integer) return;
  if (is_count && (operand.bits == 0 || operand.bits % kWarpSize != 0)) {
    context.error(operand.position, "a barrier counts whole warps: the number of threads must be a multiple of 32");
  } else if (!is_count && operand.bits >= kBarriers) {
    context.error(operand.position,
                  fmt::format("barrier {} does not exist; a block has barriers 0 to 15", operand.bits));
  }
}

void bind_place(BindContext& context, const ptx::Operand& barrier, const ptx::Operand* threads) {
  sim::Op& op = context.op();
  context.facts().kind = sim::OpKind::barrier;
  check_literal(context, barrier, false);
  op.a = context.source_row(barrier, ptx::Type::u32);
  op.b = sim::Op::kNone;
  if (threads != nullptr) {
    check_literal(context, *threads, true);
    op.b = context.source_row(*threads, ptx::Type::u32);
  }
}

void bind_sync(BindContext& context) {
  const auto operands = context.operands();
  bind_place(context, operands[0], operands.size() > 1 ? &operands[1] : nullptr);
  sim::Op& op = context.op();
  op.run = op.body = sync;
  if (operands.size() != 1 || operands[0].kind != ptx::Operand::Kind::integer) return;
  op.run = op.body = sync_all;
  op.imm = static_cast<std::int32_t>(operands[0].bits);
}

void bind_arrive(BindContext& context) {
  bind_place(context, context.operands()[0], &context.operands()[1]);
  context.op().run = context.op().body = arrive;
}

void bind_reduce(BindContext& context) {
  const auto operands = context.operands();
  const std::string_view how = context.spelling().word("op");
  sim::Op& op = context.op();
  op.d = context.destination_row(operands[0], how.empty() ? ptx::Type::u32 : ptx::Type::pred);
  bind_place(context, operands[1], operands.size() > 3 ? &operands[2] : nullptr);
  op.c = context.source_row(operands[operands.size() - 1], ptx::Type::pred);
  op.run = op.body = how.empty() ? reduce<write_count> : how == "and" ? reduce<write_and> : reduce<write_or>;
}

const sim::Op* sync_lanes(sim::Warp& warp, const sim::Op* op) {
  const LaneMask lanes = exec_lanes(warp, op);
  if (const sim::Op* next = nullptr; divided(warp, op, lanes, next)) return next;
  const auto mask = sim::lane_value<LaneMask>(warp, op->a, first_lane(lanes));
  if ((op->mode & kLiteralMembers) == 0) {
    const auto masks = read_row<LaneMask>(warp, op->a);
    // Lanes that name another group wait for that group alone.
    if (!all_equal(masks, lanes, mask)) return diverge(warp, op, op, same_mask(masks, lanes, mask), nullptr);
  }
  return sync_warp(warp, op, mask | members_of(warp, op, lanes, mask), op + 1);
}

/// The common case, short, so that the second tier can inline it: a whole warp waits for itself.
const sim::Op* sync_whole_warp(sim::Warp& warp, const sim::Op* op) {
  if (exec_lanes(warp, op) != kFullMask || hears(warp, sim::Interest::sync)) return sync_lanes(warp, op);
  return op + 1;
}

void bind_sync_lanes(BindContext& context) {
  const ptx::Operand& members = context.operands()[0];
  context.op().a = bind_members(context, members);
  context.op().run = context.op().body = names_all_lanes(members) ? sync_whole_warp : sync_lanes;
}

const sim::Op* cluster_arrive(sim::Warp& warp, const sim::Op* op) {
  const LaneMask lanes = exec_lanes(warp, op);
  if (const sim::Op* next = nullptr; divided(warp, op, lanes, next)) return next;
  return arrive_at_cluster(warp, op, op + 1);
}

const sim::Op* cluster_wait(sim::Warp& warp, const sim::Op* op) {
  const LaneMask lanes = exec_lanes(warp, op);
  if (const sim::Op* next = nullptr; divided(warp, op, lanes, next)) return next;
  return wait_for_cluster(warp, op, op + 1);
}

void bind_cluster_arrive(BindContext& context) {
  context.facts().kind = sim::OpKind::barrier;
  context.op().run = context.op().body = cluster_arrive;
}

void bind_cluster_wait(BindContext& context) {
  context.facts().kind = sim::OpKind::barrier;
  context.op().run = context.op().body = cluster_wait;
}

constexpr InstructionDef barrier(std::string_view syntax, std::string_view where, BindInstruction bind,
                                 std::string_view since, std::uint16_t sm, sim::Order order = sim::Order::weak) {
  return {.syntax = syntax,
          .where = where,
          .effects = effects(Does::synchronises, costs::barrier, order),
          .bind = bind,
          .since = since,
          .sm = sm,
          .chapter = "Parallel Synchronization and Communication Instructions: bar, barrier"};
}

/// Those without the word are aligned too.
constexpr InstructionDef aligned(InstructionDef row) {
  row.effects.aligned = true;
  return row;
}

#define PLACE "a : u32; b : u32"

// clang-format off
constexpr InstructionDef kRows[] = {
    aligned(barrier("bar{.cta}.sync a{, b}", PLACE, bind_sync, "1.0", 10)),
    aligned(barrier("bar{.cta}.arrive a, b", PLACE, bind_arrive, "2.0", 20)),
    aligned(barrier("bar{.cta}.red.popc.u32 d, a, c", "d : u32; a : u32; c : pred", bind_reduce, "2.0", 20)),
    aligned(barrier("bar{.cta}.red.popc.u32 d, a, b, c", "d : u32; c : pred; " PLACE, bind_reduce, "2.0", 20)),
    aligned(barrier("bar{.cta}.red.op.pred p, a, c", "op = and or; a : u32; c : pred", bind_reduce, "2.0", 20)),
    aligned(barrier("bar{.cta}.red.op.pred p, a, b, c", "op = and or; c : pred; " PLACE, bind_reduce, "2.0", 20)),
    barrier("barrier{.cta}.sync{.aligned} a{, b}", PLACE, bind_sync, "6.0", 30),
    barrier("barrier{.cta}.arrive{.aligned} a, b", PLACE, bind_arrive, "6.0", 30),
    barrier("barrier{.cta}.red.popc{.aligned}.u32 d, a, c", "d : u32; a : u32; c : pred", bind_reduce, "6.0", 30),
    barrier("barrier{.cta}.red.popc{.aligned}.u32 d, a, b, c", "d : u32; c : pred; " PLACE, bind_reduce, "6.0", 30),
    barrier("barrier{.cta}.red.op{.aligned}.pred p, a, c", "op = and or; a : u32; c : pred", bind_reduce, "6.0", 30),
    barrier("barrier{.cta}.red.op{.aligned}.pred p, a, b, c", "op = and or; c : pred; " PLACE, bind_reduce, "6.0", 30),
    barrier("barrier.cluster.arrive{.sem}{.aligned}", "sem = release relaxed", bind_cluster_arrive, "7.8", 90, sim::Order::release),
    barrier("barrier.cluster.wait{.acquire}{.aligned}", "", bind_cluster_wait, "7.8", 90, sim::Order::acquire),

    {.syntax = "bar.warp.sync a", .where = "a : u32", .effects = effects(Does::synchronises, costs::barrier), .bind = bind_sync_lanes, .since = "6.0",
     .sm = 30, .chapter = "Parallel Synchronization and Communication Instructions: bar.warp.sync"},
};
// clang-format on
static_assert(well_formed(kRows));

}  // namespace

std::span<const InstructionDef> barriers_rows() { return kRows; }

}  // namespace warpglass::isa
