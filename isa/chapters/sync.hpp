// What every *.sync instruction begins with: its lanes come together, one group per member mask.
#pragma once

#include <cstdint>

#include "base/lane_mask.hpp"
#include "isa/chapters/lanes.hpp"
#include "isa/instruction.hpp"
#include "sim/divergence.hpp"
#include "sim/note.hpp"
#include "sim/warp.hpp"

namespace warpglass::isa {

/// Brings the whole warp together for an instruction that is the warp's, not a lane's: `op`, or while lanes are missing
/// what to run instead.
[[nodiscard]] inline const sim::Op* gather_warp(sim::Warp& warp, const sim::Op* op) {
  if ((warp.live & ~warp.active) != 0) {
    if (const sim::Op* other = gather_for_sync(warp, op, warp.live); other != op) return other;
  }
  note_gathered(warp, op, warp.active, warp.live);
  return op;
}

/// Lanes whose mask is `mask`.
[[nodiscard]] inline LaneMask same_mask(const Lanes<LaneMask>& masks, LaneMask lanes, LaneMask mask) {
  return lanes_where(lanes, [&](int lane) { return masks[std::size_t(lane)] == mask; });
}

/// Whether the masks of all `lanes` are `mask`. Mostly those of the others are too, which is quicker to see.
[[nodiscard]] inline bool all_equal(const Lanes<LaneMask>& masks, LaneMask lanes, LaneMask mask) {
  LaneMask differ = 0;
  for (const LaneMask one : masks) differ |= one ^ mask;
  return differ == 0 || (lanes != kFullMask && same_mask(masks, lanes, mask) == lanes);
}

/// Lanes that any of the masks names.
[[nodiscard]] inline LaneMask named_lanes(const Lanes<LaneMask>& masks, LaneMask lanes) {
  LaneMask named = 0;
  for_each_lane(lanes, [&](int lane) { named |= masks[std::size_t(lane)]; });
  return named;
}

/// Those of `lanes`, which execute an instruction with this mask, that take part in it. A lane that its own mask leaves
/// out is a mistake (PTX ISA, `shfl.sync`: "undefined if the executing thread is not in the membermask"): an H200 stops
/// where lanes have parted, and takes all for members where they have not (hardware/h200/facts/sync_masks.tsv).
inline LaneMask members_of(const sim::Warp& warp, const sim::Op* op, LaneMask lanes, LaneMask mask) {
  if ((lanes & ~mask) == 0) [[likely]]
    return lanes;
  if (warp.launch->lockstep) return lanes & mask;
  if (lanes != warp.live) sim::raise_wrong_mask(warp, op, lanes, mask);
  return lanes;
}

/// Op::mode of a *.sync op whose member mask is a literal: the same for all lanes.
inline constexpr std::uint32_t kLiteralMembers = 1u << 31;

/// Binds a member mask: its row, and the op's mode.
inline std::uint32_t bind_members(BindContext& context, const ptx::Operand& members) {
  if (members.kind == ptx::Operand::Kind::integer) context.op().mode |= kLiteralMembers;
  return context.source_row(members, ptx::Type::b32);
}

/// Whether a member mask is a literal that names all lanes.
inline bool names_all_lanes(const ptx::Operand& members) {
  return members.kind == ptx::Operand::Kind::integer && static_cast<LaneMask>(members.bits) == kFullMask;
}

/// Gathers the members of each lane's mask (row `mask_row`, 32-bit) and runs `body(lanes, members)` once per distinct
/// mask: `lanes` execute the instruction, `members` are those of them that the mask names, in its group. Lanes of one
/// warp instruction may name different groups (two half-warps, say), and each group waits only for its own.
template <class Body>
const sim::Op* for_each_group(sim::Warp& warp, const sim::Op* op, std::uint32_t mask_row, Body&& body) {
  LaneMask lanes = exec_lanes(warp, op);
  if (lanes == 0) return op + 1;
  const auto first = sim::lane_value<LaneMask>(warp, mask_row, first_lane(lanes));
  if ((op->mode & kLiteralMembers) != 0 || all_equal(read_row<LaneMask>(warp, mask_row), lanes, first)) [[likely]] {
    if ((first & warp.live & ~warp.active) != 0) {
      (void)members_of(warp, op, lanes, first);  // who is left out need not wait for the others
      if (const sim::Op* other = gather_for_sync(warp, op, first); other != op) return other;
      lanes = exec_lanes(warp, op);
    }
    note_gathered(warp, op, lanes, first);
    body(lanes, members_of(warp, op, lanes, first));
    return op + 1;
  }
  const auto masks = read_row<LaneMask>(warp, mask_row);
  if ((named_lanes(masks, lanes) & warp.live & ~warp.active) != 0) {
    return diverge(warp, op, op, same_mask(masks, lanes, first), nullptr);
  }
  for (LaneMask rest = lanes; rest != 0;) {
    const LaneMask mask = masks[std::size_t(first_lane(rest))];
    const LaneMask group = same_mask(masks, rest, mask);
    note_gathered(warp, op, group, mask);
    body(group, members_of(warp, op, group, mask));
    rest &= ~group;
  }
  return op + 1;
}

}  // namespace warpglass::isa
