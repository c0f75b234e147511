// Addresses of shared memory that are made to be of the first block of a pair (cta_group::2). A machine's have the
// block's rank in bits 24 and up: without bit 24 they are of the first of two (CUTLASS: Sm100MmaPeerBitMask). Ours of
// the block that runs have no rank there, so that it is known by the instruction that takes the bit off, if the
// address is computed from what that one gives.
#pragma once

#include <cstdint>

#include "isa/instruction.hpp"

namespace warpglass::isa {

[[nodiscard]] bool is_of_first_of_pair(const BindContext& context, const ptx::Operand& operand);

/// The same place in the first block of the pair.
[[nodiscard]] std::uint64_t of_first_of_pair(const sim::Warp& warp, std::uint64_t address);

}  // namespace warpglass::isa
