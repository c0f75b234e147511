// What was counted in a run, as plain data: kernels and their lines and instructions, launches and their totals,
// findings. Made by the collector, rendered by `report`; nothing here refers to a program or a launch that is gone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "analysis/finding.hpp"
#include "analysis/instruction_profile.hpp"
#include "analysis/launch_profile.hpp"
#include "analysis/metric_definition.hpp"
#include "analysis/occupancy_profile.hpp"
#include "analysis/shared_profile.hpp"
#include "base/diagnostic.hpp"
#include "base/dim3.hpp"

namespace warpglass::analysis {

/// What another order of warps or blocks might change: values that depend on who came first (what an atomic returns, a
/// polled flag) reach a branch, a guard or an address of what was executed.
struct OrderDependence {
  bool instructions = false;
  bool accesses = false;
  bool traffic = false;
  SourcePosition where;  // the first place that they reach

  friend bool operator==(const OrderDependence&, const OrderDependence&) = default;
};

struct KernelProfile {
  std::string name;  // "transpose(float*, float const*, int)"
  std::string mangled_name;
  std::uint64_t launches = 0;
  std::uint64_t launches_counted = 0;
  /// Not executed, because they would have done again what another has done: counted as if they had been. How many is a
  /// matter of time, and known only where times are told.
  std::uint64_t launches_repeated = 0;
  /// Of those counted: ended at a fault, or were stopped, while other warps were at work. How far these had come by
  /// then follows from who ran when.
  std::uint64_t launches_cut_short = 0;
  std::uint32_t registers_per_thread = 0;
  bool registers_assembled = false;  // as the vendor's assembler says, not estimated
  /// More values are wanted at once than there are registers: the assembler spills some and loads others again.
  bool runs_out_of_registers = false;
  /// Nobody reads some elements of a product of matrices: the assembler leaves out what only they need.
  bool reads_parts_of_products = false;
  /// Loops of which the assembler may make others, with other accesses (analysis/loops.hpp).
  bool has_pliable_loops = false;
  /// Loads that the assembler may make for fewer lanes, behind a branch (analysis/pliable_loads.hpp).
  bool has_pliable_loads = false;
  /// Lanes wrote zeros where others of their warp copied (cp.async.cg with fewer bytes to read, or ignored sources):
  /// what the profiler makes of them depends on the register that holds their predicate (arch/async_copies.hpp).
  bool has_partly_filled_copies = false;
  /// Textures or surfaces were looked into in ways that no recording shows (ImageSectors::recorded), or twice alike
  /// (analysis/equal_fetches.hpp).
  bool has_unknown_fetches = false;
  /// Updates of 64 bits and comparisons of 16 in shared memory, which are loops there and go round less often, or more,
  /// by the values that they find.
  bool has_loops_by_value = false;
  /// Lanes came by both ways of a branch to accesses that lie before where they meet (analysis/early_meetings.hpp).
  bool lanes_meet_early = false;
  OrderDependence order;
  bool talks = false;  // its threads tell each other something by memory: another order may show other mistakes
  std::uint32_t static_shared_bytes = 0;
  double occupancy = 0;  // of the first launch, 0 to 1
  std::uint32_t blocks_per_sm = 0;
  std::string occupancy_limit;  // what binds: "warps", "registers", "shared memory", "blocks", "barriers"
  std::vector<OccupancyResource> occupancy_resources;  // of the first launch
  std::vector<OccupancyCurve> occupancy_curves;
  Dim3 grid;  // of the first launch
  Dim3 block;
  Dim3 cluster{1, 1, 1};
  std::uint64_t dynamic_shared_bytes = 0;
  bool same_shape = true;                       // all launches had these
  std::vector<std::uint64_t> launches_on = {};  // by device; empty: all on the first
  std::vector<LaunchSite> launched_from = {};   // in device code, by position
  std::vector<double> values;      // sums over counted launches; of the first launch where a metric does not add up
  std::vector<PipeUse> pipes;      // busiest first
  std::vector<LineProfile> lines;  // by position
  std::vector<InstructionProfile> instructions;
  std::vector<SharedArray> shared_arrays;
  std::vector<ProposedLayout> proposed_layouts = {};
  std::vector<SharedUse> shared_uses;         // where a command asked for what is done with them; by pc
  std::vector<BarrierProfile> barriers = {};  // likewise; by position
};

/// How far a kernel's value of a metric can be trusted.
struct Label {
  Fidelity fidelity = Fidelity::exact;
  bool order_dependent = false;
};
[[nodiscard]] Label label_of(const MetricDefinition& metric, const KernelProfile& kernel);
/// "exact", "inferred, order-dependent".
[[nodiscard]] std::string text_of(const Label& label);

/// Sizes of the GPU whose rules were applied.
struct Machine {
  std::uint32_t sm_count = 0;
  std::uint32_t max_warps_per_sm = 0;
  std::uint32_t registers_per_sm = 0;
  std::uint64_t shared_bytes_per_sm = 0;
  std::uint64_t l2_bytes = 0;      // 0: none, or not known
  std::uint64_t memory_bytes = 0;  // as an ordinary program sees it

  friend bool operator==(const Machine&, const Machine&) = default;
};

struct RunProfile {
  Machine machine;
  std::vector<MetricDefinition> metrics;
  std::vector<KernelProfile> kernels;      // in order of their first launch
  std::vector<LaunchProfile> launches;     // the first kMaxLaunches
  std::vector<TransferProfile> transfers;  // the first kMaxTransfers, in their order
  std::uint64_t transfer_count = 0;
  std::uint64_t launch_count = 0;
  std::uint64_t launches_counted = 0;
  std::vector<Finding> findings;     // errors first, then by what a remedy could save
  std::vector<Finding> suppressed;   // that the user has allowed
  std::vector<std::string> notices;  // what was not supported and may make results incomplete
  Diagnostics remarks;               // about files that the user gave: what in them had no effect
  std::vector<std::uint64_t> seeds;  // of the orders under which the program ran; empty: its own order alone
};

/// Launches that are kept one by one; later ones are in their kernels' sums only.
inline constexpr std::size_t kMaxLaunches = 20000;
/// Copies and fills that are kept.
inline constexpr std::size_t kMaxTransfers = 20000;

}  // namespace warpglass::analysis
