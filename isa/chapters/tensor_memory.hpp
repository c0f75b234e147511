// What instructions on tensor memory (tcgen05) have in common.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "isa/chapters/matrix_descriptor.hpp"
#include "sim/block.hpp"
#include "sim/events.hpp"
#include "sim/fault.hpp"
#include "sim/tensor_memory.hpp"
#include "sim/warp.hpp"

namespace warpglass::isa {

[[noreturn]] void raise_tensor(const sim::Warp& warp, const sim::Op* op, LaneMask lanes, sim::FaultKind kind,
                               std::string message);

/// The block's tensor memory, of which it has allocated these columns.
[[nodiscard]] sim::TensorMemory& tensor_columns(const sim::Warp& warp, const sim::Op* op, LaneMask lanes,
                                                const sim::Block& block, std::uint32_t first, std::uint32_t columns);

/// A block of the pair that the one that runs is in (cta_group::2), or that one itself.
[[nodiscard]] const sim::Block& block_of(const sim::Warp& warp, const sim::Op* op, int lane, bool pair,
                                         std::uint32_t half);

/// Looks whether a block's shared memory has all of what an instruction reads there, and tells listeners.
void look_at(sim::Warp& warp, const sim::Op* op, int lane, const MatrixPart& part, const sim::Block& block,
             std::string_view which);

/// Tells listeners what is done with columns of a block's tensor memory.
void note_columns(const sim::Warp& warp, const sim::Op* op, LaneMask lanes, const sim::Block& block,
                  sim::TensorEvent event);

inline constexpr std::uint32_t kAllGroups = (1u << sim::TensorEvent::kGroups) - 1;

}  // namespace warpglass::isa
