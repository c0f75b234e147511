// What was counted of one instruction or line of a kernel, and the accesses that show it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/dim3.hpp"
#include "base/lane_mask.hpp"

namespace warpglass::analysis {

/// What was counted at one place.
struct Counts {
  std::uint64_t executions = 0;       // warp instructions
  std::uint64_t threads = 0;          // sum of active lanes
  std::uint64_t threads_pred_on = 0;  // sum of active lanes whose guard was true
  std::uint64_t requests = 0;         // memory: executions with at least one lane taking part
  std::uint64_t wavefronts = 0;       // shared memory
  std::uint64_t wavefronts_ideal = 0;
  std::uint64_t wavefronts_profiled = 0;  // as Nsight Compute works them out from the addresses (arch::Wavefronts)
  std::uint64_t wavefronts_profiled_ideal = 0;
  std::uint64_t sectors = 0;  // global and local memory, 32 bytes each
  std::uint64_t sectors_ideal = 0;
  std::uint64_t lines = 0;         // 128 bytes each
  std::uint64_t sector_turns = 0;  // sectors, each as often as lanes take turns at it (atomics)
  std::uint64_t divergent = 0;     // branches that split the warp
  // Where the caches were simulated: sectors of global and local memory.
  std::uint64_t l1_sectors = 0;  // asked of the first level
  std::uint64_t l1_hits = 0;
  std::uint64_t l2_sectors = 0;  // asked of the second level: what the first had not, and what is written
  std::uint64_t l2_hits = 0;

  void add(const Counts& other);
  friend bool operator==(const Counts&, const Counts&) = default;
};

/// What executing it keeps busy (arch/instruction_costs.hpp). Estimated: PTX instructions stand for the machine's.
struct IssueCost {
  double cycles = 0;          // of all sub-partitions together: executions times issue cycles of the busiest pipe
  std::string pipe;           // that pipe, under Nsight Compute's name; empty: nothing is issued, or it is not known
  std::uint32_t latency = 0;  // of one, in cycles, until its result can be used; 0: not known, or of a line

  friend bool operator==(const IssueCost&, const IssueCost&) = default;
};

/// Cycles that a pipe is busy, of all sub-partitions together.
struct PipeUse {
  std::string pipe;
  double cycles = 0;

  friend bool operator==(const PipeUse&, const PipeUse&) = default;
};

/// A lane, or one of the lane's parts, in a pass over the banks of shared memory.
struct ServedLane {
  std::uint32_t pass = 0;
  std::uint32_t lane = 0;
  std::uint32_t bank = 0;   // the first that serves it
  std::uint32_t banks = 1;  // neighbouring ones that do

  friend bool operator==(const ServedLane&, const ServedLane&) = default;
};

/// What becomes of an access in another layout of its array.
struct ProposedAccess {
  std::uint32_t layout = 0;              // of KernelProfile::proposed_layouts
  std::vector<std::uint64_t> addresses;  // in the block's shared memory, one for each lane that takes part
  std::uint32_t cost = 0;                // wavefronts
  std::uint32_t ideal = 0;
  std::vector<ServedLane> served;  // by pass, then lane

  friend bool operator==(const ProposedAccess&, const ProposedAccess&) = default;
};

/// One warp's access as it first occurred: what its lanes asked for, and how that was served.
struct AccessExample {
  std::string space;   // "shared", "global", "local"
  std::string object;  // shared memory: the array that the first lane's address lies in; empty: not known
  Dim3 block{0, 0, 0};
  std::uint32_t warp = 0;   // within the block
  std::uint32_t bytes = 0;  // of a lane
  LaneMask lanes = 0;       // that take part
  /// One for each of these lanes. Shared memory: the offset in the block's. Global: the distance from the beginning of
  /// the 128-byte line that the lowest lies in. Local: the offset in the thread's.
  std::vector<std::uint64_t> addresses;
  std::uint32_t cost = 0;   // wavefronts of shared memory, else sectors
  std::uint32_t ideal = 0;  // the same without conflicts; the sectors that the bytes would fill
  std::uint32_t lines = 0;  // global and local memory: 128 bytes each
  // Shared memory:
  std::uint32_t banks = 0;
  std::uint32_t bank_bytes = 0;
  std::vector<ServedLane> served;  // by pass, then lane
  /// Accesses with these lanes at these distances, wherever the first one was, and what they cost together; 0: not
  /// counted, since the instruction made too many different ones.
  std::uint64_t times = 0;
  std::uint64_t total_cost = 0;
  std::uint64_t total_ideal = 0;

  /// The same access in the kernel's proposed layouts.
  std::vector<ProposedAccess> proposed = {};

  friend bool operator==(const AccessExample&, const AccessExample&) = default;
};

/// The same lanes at the same distances from each other.
[[nodiscard]] bool same_shape(const AccessExample& a, const AccessExample& b);

/// Where an instruction's address is one register and a number, "[%rd4+12]": what these are.
struct AddressOperand {
  std::uint32_t base = 0;   // the register, by its number in the function
  std::int64_t offset = 0;  // bytes

  friend bool operator==(const AddressOperand&, const AddressOperand&) = default;
};

/// One PTX instruction of a kernel, over all its launches.
struct InstructionProfile {
  std::uint32_t pc = 0;
  std::string function;            // empty for the kernel itself
  std::string text;                // the instruction in PTX
  std::string kind;                // "shared load", "branch", ...; empty for other instructions
  std::uint32_t access_bytes = 0;  // memory instructions: per lane
  std::optional<AddressOperand> address = {};
  std::string lowering;  // what the assembler made of it: "merged", "unused", ...; empty: nothing
  SourcePosition ptx;
  SourcePosition source;                     // line 0 when there is no line table
  std::vector<SourcePosition> inlined_from;  // of a library's code that was inlined there, innermost first
  std::vector<SourcePosition> inlined_at;    // calls that `source` was inlined through itself, innermost first
  Counts counts;
  IssueCost issue;
  std::vector<AccessExample> examples;  // of different shapes, those that cost most above the ideal first
};

/// One kind of access, or all branches, of a source line.
struct LineProfile {
  SourcePosition where;  // file and line; column 0 when instructions of several columns are in it
  std::string kind;      // as in InstructionProfile; empty: everything else on the line
  std::uint32_t access_bytes = 0;
  Counts counts;
  IssueCost issue;
};

}  // namespace warpglass::analysis
