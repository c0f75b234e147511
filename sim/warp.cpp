#include "sim/warp.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/counted.hpp"

namespace warpglass::sim {
namespace {

void lead_to(const Op* ops, const Op*& place) {
  if (place != nullptr) place = ops + place->pc;
}

/// What an earlier block has left in a frame nobody looks at.
void lead_returns(Frame& frame, std::uint64_t generation, const Op* ops) {
  if (frame.generation != generation) return;
  for (ReturnPlace& place : frame.returns) lead_to(ops, place.at);
  for (const auto& callee : frame.callees) lead_returns(*callee, generation, ops);
}

}  // namespace

void go_on_with(Warp& warp, const Op* ops) {
  for (Split& split : warp.parked) {
    lead_to(ops, split.pc);
    lead_to(ops, split.waits_at);
  }
  for (Convergence& convergence : warp.convergences) lead_to(ops, convergence.at);
  lead_to(ops, warp.forced_sync);
  lead_returns(*warp.root, warp.root->generation, ops);
}

std::string place_of(const Program& program, const Op* op) {
  const OpFacts& facts = program.facts[op->pc];
  if (facts.source != Op::kNone) {
    const SourcePosition& where = program.sources[facts.source].where;
    return fmt::format("{}:{}", where.file, where.line);
  }
  return fmt::format("{}:{}", facts.ptx.file, facts.ptx.line);
}

Fault placed(const Warp& warp, const Op* op, LaneMask lanes, Fault fault) {
  fault.pc = op->pc;
  fault.lanes = lanes;
  if (lanes != 0 && (lanes & lane_bit(fault.lane)) == 0) fault.lane = first_lane(lanes);
  fault.warp = warp.index;
  fault.block = warp.block_index;
  fault.thread = warp.thread_index(fault.lane);
  if (fault.message.empty())
    fault.message =
        fmt::format("{} of {} at {:#x}", fault.write ? "write" : "read", counted(fault.bytes, "byte"), fault.address);
  return fault;
}

void raise(const Warp& warp, const Op* op, LaneMask lanes, Fault fault) {
  throw placed(warp, op, lanes, std::move(fault));
}

void raise_wrong_mask(const Warp& warp, const Op* op, LaneMask lanes, LaneMask members) {
  const LaneMask left_out = lanes & ~members;
  Fault fault;
  fault.kind = FaultKind::wrong_mask;
  fault.message = fmt::format("the member mask {:#010x} leaves out {} that execute{} the instruction", members,
                              counted(lane_count(left_out), "lane"), lane_count(left_out) == 1 ? "s" : "");
  fault.notes.push_back("the mask has to name every lane that comes here: a thread's own bit is missing from it");
  raise(warp, op, left_out, std::move(fault));
}

}  // namespace warpglass::sim
