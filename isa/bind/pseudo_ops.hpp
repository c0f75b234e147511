// Ops that stand in no PTX text: the binder puts them in where control flow meets, where an operand has to be computed
// first, and around calls. They count as no instruction.
#pragma once

#include "sim/program.hpp"

namespace warpglass::isa {

/// Meeting place of lanes that parted (sim::arrive_at_join).
[[nodiscard]] sim::Handler join_handler();

/// End of a block that runs into a jump's target: counts the block at op->site.
[[nodiscard]] sim::Handler end_block_handler();

/// The same in front of a join op, which must follow: counts and arrives there.
[[nodiscard]] sim::Handler end_block_at_join_handler();

/// d <- not a; predicates.
[[nodiscard]] sim::Handler not_handler();

/// d <- offset of the frame's local variables + imm; rows of 4 or 8 bytes.
[[nodiscard]] sim::Handler local_address_handler(std::uint8_t bytes);

/// d <- address of the kernel's parameter bytes + imm; rows of 4 or 8 bytes.
[[nodiscard]] sim::Handler param_address_handler(std::uint8_t bytes);

/// Row d <- parameter bytes at imm, of `mode` bytes; and back (row a).
[[nodiscard]] sim::Handler load_param_handler();
[[nodiscard]] sim::Handler store_param_handler();

/// Local memory at offset d of the frame's <- `mode` parameter bytes at imm: a parameter whose address is taken.
[[nodiscard]] sim::Handler copy_param_to_local_handler();

/// Counts the lanes whose guard is true, then executes op->body.
[[nodiscard]] sim::Handler count_guard_handler();

}  // namespace warpglass::isa
