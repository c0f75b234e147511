// A function's basic blocks, and where the lanes of a warp that part at a branch meet again.
//
// The meeting place of a branch is its immediate post-dominator: the first block that every path from the branch
// comes to, unless nothing is left there but a kernel's end. Paths that leave the function early are not waited for,
// because lanes that exit leave the warp: post-dominance is taken over the paths to one of its ends, and code that
// cannot reach that forms groups of its own, each ruled by one exit or, for endless loops, by the loop's header. Nor do
// lanes wait that turn to where only a kernel's end is left: so those that leave a loop for a last store meet there.
#pragma once

#include <cstdint>
#include <vector>

#include "base/dominators.hpp"
#include "ptx/module.hpp"

namespace warpglass::isa {

inline constexpr std::uint32_t kNoBlock = kNoNode;

/// How the last instruction of a block passes control on.
enum class BlockEnd : std::uint8_t {
  falls,        // into the next block, which is a jump's target
  jumps,        // bra without guard
  branches,     // bra with guard, brx.idx
  calls,        // goes on with the next block after the callee has returned
  calls_some,   // call with guard: the lanes meet at the next block
  leaves_some,  // ret or exit with guard
  leaves,       // ret or exit without guard, or the end of the text
  dies,         // trap, or a call that does not return
};

struct FlowBlock {
  std::uint32_t begin = 0;  // instructions [begin, end); empty for the implied return at the end of the text
  std::uint32_t end = 0;
  BlockEnd ends = BlockEnd::falls;
  std::uint32_t join =
      kNoBlock;          // where lanes that part at the block's end meet; kNoBlock: nowhere, or they do not part
  bool is_join = false;  // some block's lanes meet at its beginning
};

struct ControlFlow {
  std::vector<FlowBlock> blocks;        // in text order
  Graph successors;                     // of blocks
  std::vector<std::uint32_t> block_of;  // by instruction; one more entry: that of a label at the end of the text
};

/// Splits a function into blocks and finds the meeting places. Time is linear in the text but for a logarithm, for any
/// control flow. Labels without a place (errors of the parser) and unknown branch tables have no edges.
/// Source: hardware/programs/exits.cu, with nvcc's text and with clang's, which is marked.
/// \param for_debuggers  the module's text is marked (`.target sm_90, debug`): ways to the end stay as written
[[nodiscard]] ControlFlow analyse_control_flow(const ptx::Function& function, bool for_debuggers = false);

}  // namespace warpglass::isa
