// The one place where what a launch does is noted: accesses are counted and told, synchronisation and flow are told to
// whoever listens.
#pragma once

#include <cstdint>
#include <optional>

#include "sim/access_site.hpp"
#include "sim/audience.hpp"
#include "sim/events.hpp"
#include "sim/program.hpp"
#include "sim/tally.hpp"
#include "sim/warp.hpp"

namespace warpglass::sim {

/// The lanes of a shape access memory, the first of them at `base`. Of launches that count or are listened to.
/// \param space  that they reach: shared (of the running block), local, or what the site says of everything else
void note_access(Warp& warp, const Op* op, AccessSite& site, Shape& shape, std::uint64_t base, Space space);

/// Counts an access to global memory of which nobody hears. \param address  of 32 lanes
void count_only(Warp& warp, AccessSite& site, AccessKind kind, std::uint32_t bytes, const std::uint64_t address[32],
                LaneMask lanes);

/// The same for lanes whose addresses have no shape: AccessSite::shape_is_news.
void note_alone(Warp& warp, const Op* op, AccessSite& site, const LoneAccess& access);

/// The same in shared memory of other blocks of the cluster. \param named  the lanes' addresses, which name the blocks
void note_cluster_access(Warp& warp, const Op* op, AccessSite& site, Shape& shape, std::uint64_t base,
                         const std::uint64_t named[32]);

/// One lane's access to a run of bytes that no load or store makes.
struct RunOfBytes {
  Space space = Space::global;
  std::uint64_t address = 0;  // in shared and local memory an offset; may name a block of the cluster
  std::uint64_t size = 0;
  Via via = Via::call;
  Direction direction = Direction::read;
};
void note_run(Warp& warp, const Op* op, int lane, const RunOfBytes& run);

/// Whether anybody wants to hear any of it: asked before an event is made, where warps pass often.
[[nodiscard]] inline bool hears(const Warp& warp, Interests any) {
  return warp.audience != nullptr && warp.audience->wants(any);
}

/// `lanes` do what `event` says with the tensor memory of the block of that rank, or of their own; its place and owner
/// are filled in.
void note_tensor(const Warp& warp, const Op* op, LaneMask lanes, std::optional<std::uint32_t> rank, TensorEvent event);

/// `lanes` and what `event` says; its place and the order that the instruction states are filled in.
void note_sync(const Warp& warp, const Op* op, LaneMask lanes, SyncEvent&& event);

/// Lanes execute an instruction that orders memory and does nothing else.
void note_fence(Warp& warp, const Op* op, LaneMask lanes);

/// Lanes have come together for an instruction of the warp.
void tell_gathered(Warp& warp, const Op* op, LaneMask lanes, LaneMask members);
inline void note_gathered(Warp& warp, const Op* op, LaneMask lanes, LaneMask members) {
  if (hears(warp, Interest::sync)) [[unlikely]]
    tell_gathered(warp, op, lanes, members);
}

/// A shuffle of these lanes reads from others, which do not execute it, though its mask names them.
void tell_stray_shuffle(Warp& warp, const Op* op, LaneMask lanes, LaneMask sources);

/// A block of the program ends at `op`, for warps whose `counts` are not there.
/// \param lanes  for which the op's guard is true: of a branch, those that jump
/// \param guarded  they are counted as well
void note_block_end(Warp& warp, const Op* op, LaneMask lanes, bool divergent, bool guarded);

/// \param op  nullptr: at no instruction
void note_flow(Warp& warp, const Op* op, LaneMask lanes, FlowEvent event);

/// The block of the launch whose shared memory an address names.
[[nodiscard]] std::uint64_t owner_of(const Warp& warp, std::uint64_t address);

}  // namespace warpglass::sim
