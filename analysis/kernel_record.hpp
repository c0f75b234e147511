// What the collector keeps of a kernel: copies, so that nothing refers to a program that may be unloaded.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/barrier_needs.hpp"
#include "analysis/barrier_objects.hpp"
#include "analysis/cache_simulator.hpp"
#include "analysis/lane_splits.hpp"
#include "analysis/low_occupancy.hpp"
#include "analysis/nested_races.hpp"
#include "analysis/partial_sync.hpp"
#include "analysis/product_registers.hpp"
#include "analysis/profile.hpp"
#include "analysis/race.hpp"
#include "analysis/shared_bounds.hpp"
#include "analysis/shared_patterns.hpp"
#include "analysis/stale_reads.hpp"
#include "analysis/unwritten_reads.hpp"
#include "arch/device_model.hpp"
#include "arch/instruction_costs.hpp"
#include "base/assembled_kernel.hpp"
#include "sim/launch.hpp"
#include "sim/program.hpp"

namespace warpglass::analysis {

struct KernelRecord {
  KernelProfile profile;                     // `lines` is made when asked for
  std::vector<sim::OpCounters> counters;     // one per op, over all counted launches
  std::vector<CachedAt> cached;              // one per op, likewise; empty where the caches were not simulated
  Races races;                               // found by --races, over all counted launches
  NestedRaces nested_races;                  // likewise
  UnwrittenReads unwritten;                  // likewise, by the check of memory
  StaleReads stale_reads;                    // likewise, by the check of read-only paths
  PartialSyncs partial_syncs;                // likewise, by the check of synchronisation
  MisusedObjects misused_objects;            // likewise, by the check of barrier objects
  RegisterMisuses misused_registers;         // likewise, by the check of products' registers
  StrayAccesses strays;                      // likewise, by the check of shared arrays
  BarrierNeeds barrier_needs;                // likewise, by the look at barriers
  LaneSplitsOf lane_splits;                  // likewise, by --divergence
  SharedPatternsOf shared_patterns;          // over all counted launches, where a command asks for them
  std::vector<sim::OpFacts> facts;           // one per op
  std::vector<sim::OperandFact> operands;    // of all ops
  std::vector<sim::BasicBlock> blocks;       // of all ops
  std::vector<arch::InstructionCost> costs;  // one per op: of one execution on the machine
  std::vector<sim::Source> sources;
  std::vector<std::string> functions;  // demangled, by index; empty for the kernel
  std::vector<sim::NamedObject> shared_objects;
  std::uint32_t barriers = 0;        // named barriers used
  arch::SharedMemory shared_memory;  // in the mode of its launches
  std::uint64_t first_launch = 0;
  std::optional<AssembledKernel> assembled{};   // where an assembler was asked
  std::optional<LowOccupancy> low_occupancy{};  // of the counted launch that has the lowest, where it may matter
};

/// Whether the line table has a place for an op.
[[nodiscard]] bool has_source(const KernelRecord& kernel, std::uint32_t pc);

/// Source position of an op, or its PTX position where there is no line table.
[[nodiscard]] const SourcePosition& position_of(const KernelRecord& kernel, std::uint32_t pc);

/// The op with which the kernel's own code begins.
[[nodiscard]] std::uint32_t first_place(const KernelRecord& kernel);

/// Instructions that the user wrote as one access: same place, same inlining, same kind and width. A loop that was
/// unrolled is one place.
struct AccessPlace {
  std::vector<std::uint32_t> pcs;  // ascending
  Counts counts;
  const sim::PatternCount* worst = nullptr;  // of the costliest pattern above the ideal; nullptr when none is kept
  std::uint32_t worst_pc = 0;
};

enum class CostKind : std::uint8_t { wavefronts, sectors };

/// Where memory instructions cost wavefronts or sectors, in order of their first instruction.
[[nodiscard]] std::vector<AccessPlace> access_places(const KernelRecord& kernel, CostKind cost);

/// Conversions between types, and double arithmetic, that the source does not show.
[[nodiscard]] std::vector<Finding> find_slow_conversions(const KernelRecord& kernel, const arch::DeviceModel& device);

/// Loads that the read-only path would serve better, where the caches were simulated.
[[nodiscard]] std::vector<Finding> find_read_only_loads(const KernelRecord& kernel);

/// A kernel's fault as a finding, in a launch with so much dynamic shared memory.
[[nodiscard]] Finding finding_of(const sim::Fault& fault, const KernelRecord& kernel, std::uint64_t launch,
                                 std::uint64_t dynamic_shared_bytes);

/// Place, instruction and kernel of a finding about an op.
[[nodiscard]] Finding finding_at(const KernelRecord& kernel, std::uint32_t pc);

}  // namespace warpglass::analysis
