// What the vendor's assembler makes of a function's instructions before the machine executes them. A step of its own
// between binding and counting: the engine executes what the PTX says, and its counters are told here which accesses
// the machine would have made instead. Each rule is one file and one function; what shows it on a chip is recorded in
// tests/hardware/h200/facts/assembler.tsv and, for whole kernels, in the examples' recordings beside it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "isa/control_flow.hpp"
#include "isa/liveness.hpp"
#include "ptx/module.hpp"
#include "sim/program.hpp"

namespace warpglass::isa {

/// Borrowed for the time of the call.
struct LoweringInput {
  const ptx::Function& function;
  const ControlFlow& flow;
  std::span<const sim::Effects> effects;  // by instruction
  std::span<const RegisterUse> uses;      // sorted by instruction
  /// Where the shared variable lies that the operand (a symbol or variable, its offset included) names; nothing for
  /// other names.
  std::function<std::optional<std::uint64_t>(const ptx::Operand& name)> shared_address;
  bool for_debuggers = false;  // ptx::Module::is_for_debuggers
};

/// An instruction that the machine executes later than the text has it, and only for some lanes; or in front of a
/// branch, for all.
struct Move {
  std::uint32_t instruction = 0;
  std::uint32_t before = 0;  // the instruction in front of which it is executed
  std::int32_t guard = -1;   // register index of the predicate by which its lanes are chosen; -1: all
  bool guard_negated = false;
};

struct LoweredFunction {
  std::vector<sim::Lowering> instructions;  // by instruction
  std::vector<std::uint32_t> issue_blocks;  // by block: the one whose executions issue its instructions
  std::vector<std::optional<Costs>> costs;  // by instruction: where they are others than its row states
  std::vector<Move> moves;                  // sorted by where to, then by the text
};

/// All rules, in the order in which they build on each other.
[[nodiscard]] LoweredFunction lower(const LoweringInput& input);

}  // namespace warpglass::isa
