// What instructions on tensor memory (tcgen05) have in common.
#pragma once

#include <cstdint>
#include <string>

#include "sim/block.hpp"
#include "sim/fault.hpp"
#include "sim/tensor_memory.hpp"
#include "sim/warp.hpp"

namespace warpglass::isa {

[[noreturn]] void raise_tensor(const sim::Warp& warp, const sim::Op* op, LaneMask lanes, sim::FaultKind kind,
                               std::string message);

/// The block's tensor memory, of which it has allocated these columns.
[[nodiscard]] sim::TensorMemory& tensor_columns(const sim::Warp& warp, const sim::Op* op, LaneMask lanes,
                                                const sim::Block& block, std::uint32_t first, std::uint32_t columns);

}  // namespace warpglass::isa
