// Groups of what goes on beside its threads: cp.async, bulk copies, products of warp groups. Here all of it is done
// when it is issued, so that committing a group and waiting for one are for those who listen.
#pragma once

#include <cstdint>

#include "isa/chapters/lanes.hpp"
#include "isa/instruction.hpp"
#include "sim/events.hpp"
#include "sim/note.hpp"

namespace warpglass::isa {

template <sim::AsyncGroup kGroup>
const sim::Op* commit_group(sim::Warp& warp, const sim::Op* op) {
  if (warp.audience != nullptr) [[unlikely]]
    note_sync(warp, op, exec_lanes(warp, op), {.what = sim::Sync::async_commit, .group = kGroup});
  return op + 1;
}

// imm: groups that may still be under way; mode: 1 where what is not committed is waited for as well.
template <sim::AsyncGroup kGroup>
const sim::Op* wait_group(sim::Warp& warp, const sim::Op* op) {
  if (warp.audience != nullptr) [[unlikely]]
    note_sync(warp, op, exec_lanes(warp, op),
              {.what = sim::Sync::async_wait,
               .count = static_cast<std::uint32_t>(op->imm),
               .all = op->mode != 0,
               .group = kGroup});
  return op + 1;
}

template <sim::AsyncGroup kGroup>
void bind_commit(BindContext& context) {
  context.op().run = context.op().body = commit_group<kGroup>;
}

/// Without an operand all is waited for.
template <sim::AsyncGroup kGroup>
void bind_wait(BindContext& context) {
  const auto operands = context.operands();
  context.op().mode = operands.empty() ? 1 : 0;
  if (!operands.empty()) context.op().imm = static_cast<std::int32_t>(context.literal(operands[0]));
  context.op().run = context.op().body = wait_group<kGroup>;
}

}  // namespace warpglass::isa
