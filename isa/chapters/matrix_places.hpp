// Factors in shared memory that descriptors name: whether they are all there, and who hears of them.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/lane_mask.hpp"
#include "isa/chapters/matrix_descriptor.hpp"
#include "sim/events.hpp"
#include "sim/warp.hpp"

namespace warpglass::isa {

/// Raises a fault where a factor is not all in a block's shared memory of so many bytes.
void check_place(const sim::Warp& warp, const sim::Op* op, LaneMask lanes, const MatrixPart& part,
                 std::uint32_t shared_bytes, std::string_view which);

/// Tells listeners what a lane's instruction reads, in as few runs as may be.
/// \param of  of which block's shared memory: bits of an address (sim::mapped_to); 0: that of the block that runs
void note_reads(sim::Warp& warp, const sim::Op* op, int lane, const MatrixPart& part, sim::Via via,
                std::uint64_t of = 0);

}  // namespace warpglass::isa
