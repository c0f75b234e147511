// clusterlaunchcontrol: a cluster asks for the work of one that has not begun, which then never does. Here no cluster
// is given away, which a machine answers too when none is left: each begins, and does its own work.
#include <cstring>
#include <vector>

#include "isa/chapters/bulk_places.hpp"
#include "isa/chapters/chapters.hpp"
#include "isa/chapters/costs.hpp"
#include "isa/chapters/lanes.hpp"
#include "isa/instruction.hpp"
#include "sim/block.hpp"
#include "sim/cluster.hpp"

namespace warpglass::isa {
namespace {

constexpr std::uint64_t kAnswerBytes = 16;  // PTX leaves open what is in them; nothing: there was none to cancel
constexpr PlaceUse kAnswer{.via = sim::Via::async_store, .direction = sim::Direction::write};

// Program::lists[extra]: the places of the answer and of the barrier.
template <bool kAll>
const sim::Op* try_cancel(sim::Warp& warp, const sim::Op* op) {
  for_each_lane(exec_lanes(warp, op), [&](int lane) {
    const auto answer = [&](std::optional<std::uint32_t> rank) {
      std::memset(host_of(warp, op, lane, 0, kAnswerBytes, kAnswer, rank), 0, kAnswerBytes);
      complete_bytes(warp, op, lane, 1, kAnswerBytes, rank);
    };
    if constexpr (!kAll) return answer(std::nullopt);
    for (std::uint32_t rank = 0; rank < warp.block->cluster().size(); ++rank) answer(rank);
  });
  return op + 1;
}

void bind_try_cancel(BindContext& context) {
  const auto operands = context.operands();
  std::vector<std::uint32_t> list;
  add_place(context, operands[0], true, list);
  add_place(context, operands[1], true, list);
  sim::Op& op = context.op();
  op.extra = context.list(std::move(list));
  op.run = op.body = context.spelling().has("multicast::cluster::all") ? try_cancel<true> : try_cancel<false>;
}

const sim::Op* is_cancelled(sim::Warp& warp, const sim::Op* op) {
  set_predicate_row(warp, op->d, exec_lanes(warp, op), 0);
  return op + 1;
}

sim::Handler select_is_cancelled(const Spelling&) { return is_cancelled; }

// Program::lists[extra]: rows of the coordinates, which mean nothing where nothing was cancelled.
const sim::Op* first_block(sim::Warp& warp, const sim::Op* op) {
  const LaneMask lanes = exec_lanes(warp, op);
  for (const std::uint32_t row : warp.launch->program->lists[op->extra]) broadcast(warp, row, lanes, std::uint32_t{0});
  return op + 1;
}

void bind_first_block(BindContext& context) {
  const auto operands = context.operands();
  std::vector<std::uint32_t> list;
  const bool many = operands[0].kind == ptx::Operand::Kind::vector;
  for (const ptx::Operand& one : many ? context.children(operands[0]) : operands.first(1))
    list.push_back(context.destination_row(one, ptx::Type::b32));
  context.source_row(operands[1], ptx::Type::b128);
  sim::Op& op = context.op();
  op.extra = context.list(std::move(list));
  op.run = op.body = first_block;
}

constexpr InstructionDef row(std::string_view syntax, std::string_view where, Does does, BindInstruction bind,
                             SelectHandler select = nullptr) {
  return {.syntax = syntax,
          .where = where,
          .effects = effects(does, costs::unknown),
          .select = select,
          .bind = bind,
          .since = "8.6",
          .sm = 100,
          .chapter = "Parallel Synchronization and Communication Instructions: clusterlaunchcontrol",
          .accuracy = "no cluster is given away"};
}

#define TRY "clusterlaunchcontrol.try_cancel.async{.space}.mbarrier::complete_tx::bytes{.multicast::cluster::all}.b128"
#define QUERY "clusterlaunchcontrol.query_cancel."

// clang-format off
constexpr InstructionDef kRows[] = {
    row(TRY " [a], [m]", "space = shared::cta", Does::sends, bind_try_cancel),
    row(QUERY "is_canceled.pred.b128 p, a", "p : pred; a : b128", Does::computes, nullptr, select_is_cancelled),
    row(QUERY "get_first_ctaid.v4.b32.b128 {d}, a", "d : b32; a : b128", Does::computes, bind_first_block),
    row(QUERY "which.b32.b128 d, a", "which = get_first_ctaid::x get_first_ctaid::y get_first_ctaid::z; d : b32; a : b128", Does::computes, bind_first_block),
};
// clang-format on
static_assert(well_formed(kRows));

}  // namespace

std::span<const InstructionDef> launch_control_rows() { return kRows; }

}  // namespace warpglass::isa
