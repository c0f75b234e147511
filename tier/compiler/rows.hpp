// The rows of a frame as variables of a body. Every piece of the frame that the body's code touches becomes a variable
// of its own, which LLVM keeps in registers; those that are wanted are filled from the frame where control comes in,
// and those that may have changed and are still wanted are written back where control leaves, or where something is
// called that may look.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

#include "tier/compiler/wanted_rows.hpp"

namespace warpglass::tier {

constexpr std::uint64_t kRowLine = 64;  // rows are aligned to it, those in a frame and those that are spilled

/// Which of the variables: a handler that is called looks at no rows but those that its op names
/// (RequestOp::names_rows), and the others stay where they are meanwhile.
enum class Which : std::uint8_t { all, named, others };

/// A place before which variables are written back.
struct WriteBack {
  llvm::Instruction* place = nullptr;
  std::uint32_t next = sim::Op::kNone;       // the op that is executed next; kNone where it is not known
  std::uint32_t loop_ends = sim::Op::kNone;  // of the way into a loop, its last op: what the loop writes is left to it
  Which which = Which::all;                  // of those that `next` names
};

/// A place before which they are filled from the frame.
struct Fill {
  llvm::Instruction* place = nullptr;
  std::uint32_t next = sim::Op::kNone;    // the op that is executed next
  std::uint32_t called = sim::Op::kNone;  // the op behind whose handler it is: only what that names is filled
};

struct RowsRequest {
  llvm::Function& body;
  llvm::Value* rows = nullptr;           // what the ops' code takes for the frame; unused afterwards
  llvm::Value* frame = nullptr;          // the frame itself
  std::vector<Fill> fills;               // of those that are wanted there
  std::vector<WriteBack> writes;         // those that may have changed, as far as they are wanted there
  std::span<const std::byte> constants;  // the frame's beginning, which nothing changes but some flags
  const Request& program;
  const BodyCode& code;
};

/// Whether nothing writes the frame's bytes [begin, end): constants, and none of the flags among them.
[[nodiscard]] bool is_constant(std::span<const std::byte> constants, std::uint64_t begin, std::uint64_t end);

void make_variables(const RowsRequest& request);

}  // namespace warpglass::tier
