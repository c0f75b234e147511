// What an instruction costs: how many cycles a sub-partition of an SM is busy with it for a warp, in which pipe, and
// after how many its result can be used.
//
// NVIDIA publishes results per clock and SM for classes of instructions, capability by capability; from them follow the
// issue cycles: 32 lanes times the schedulers of an SM, over the results. For the H200 both numbers and the pipes were
// measured (tests/hardware/h200/facts/instruction_costs.tsv). Pipes have Nsight Compute's names.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "arch/device_model.hpp"
#include "base/instruction_class.hpp"

namespace warpglass::arch {

/// Nsight Compute's pipes.
enum class Pipe : std::uint8_t { fma, fmaheavy, alu, fp16, fp64, xu, lsu, tex, tensor, adu, cbu };
inline constexpr std::size_t kPipes = static_cast<std::size_t>(Pipe::cbu) + 1;

/// Where a cost comes from.
enum class CostSource : std::uint8_t {
  measured,    // on a chip of this capability
  documented,  // in a table of NVIDIA's
  assumed,     // of the capability before, not held against the document in every row, or of a sequence that another
               // machine's assembler writes
};

struct PipeCycles {
  Pipe pipe = Pipe::alu;
  double cycles = 0;        // a sub-partition's
  double instructions = 1;  // that go through it

  friend bool operator==(const PipeCycles&, const PipeCycles&) = default;
};

struct InstructionCost {
  double results = 0;             // per clock and SM; 0: not known, or several instructions
  double issue_cycles = 0;        // of a sub-partition, for a warp; 0: not known
  std::uint32_t latency = 0;      // cycles until a dependent instruction can issue; 0: not known
  Pipe pipe = Pipe::alu;          // the one that is busy for the issue cycles
  std::vector<PipeCycles> pipes;  // all that are busy with it
  double instructions = 1;        // of the machine
  CostSource source = CostSource::assumed;

  /// False: the machine has no such instruction and nothing that stands for it is known.
  [[nodiscard]] bool known() const { return issue_cycles > 0; }
};

/// Warp schedulers of an SM: what the issue cycles are a share of. (Guide, "Compute Capability x.y", Architecture)
[[nodiscard]] std::uint32_t schedulers(const ComputeCapability& capability);

[[nodiscard]] InstructionCost instruction_cost(const ComputeCapability& capability, InstructionClass which);

[[nodiscard]] std::string_view name_of(InstructionClass which);  // "float32"
/// What belongs to it, in words: "add, multiply, fused multiply-add of floats".
[[nodiscard]] std::string_view description_of(InstructionClass which);
[[nodiscard]] std::string_view name_of(Pipe pipe);
[[nodiscard]] std::string_view name_of(CostSource source);

}  // namespace warpglass::arch
