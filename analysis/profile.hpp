// What was counted in a run, as plain data: kernels and their lines and instructions, launches and their totals,
// findings. Made by the collector, rendered by `report`; nothing here refers to a program or a launch that is gone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arch/shared_request.hpp"
#include "base/diagnostic.hpp"
#include "base/dim3.hpp"
#include "base/lane_mask.hpp"

namespace warpglass::analysis {

/// How far a number can be trusted.
enum class Fidelity : std::uint8_t {
  exact,      // recorded on a chip of this compute capability
  inferred,   // the rule of a recorded chip, applied to another of Volta or later
  modelled,   // a rule of the machine without a recording of every case, or without lost arbitration
  estimated,  // depends on what the vendor's assembler makes of the PTX
};

[[nodiscard]] std::string_view name_of(Fidelity fidelity);
/// False when there is no such name.
[[nodiscard]] bool fidelity_of(std::string_view name, Fidelity& fidelity);

/// What a counter follows from.
enum class Counting : std::uint8_t {
  nothing,       // it is known before the launch
  instructions,  // how often instructions are executed
  accesses,      // how often those that access memory are
  traffic,       // also what they touch
};

[[nodiscard]] std::string_view name_of(Counting counting);
/// Counting::nothing when there is no such name.
[[nodiscard]] Counting counting_named(std::string_view name);

/// A column of LaunchProfile::values.
struct MetricDefinition {
  std::string name;  // Nsight Compute's
  std::string unit;  // Nsight Compute's: "inst", "byte", "%"; empty for plain counts
  Fidelity fidelity = Fidelity::exact;
  bool adds = true;  // launches may be added up; false for sizes, limits and percentages
  Counting counting = Counting::nothing;

  friend bool operator==(const MetricDefinition&, const MetricDefinition&) = default;
};

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

/// The thread of another launch that launched from device code, and how.
struct LaunchOrigin {
  std::uint64_t launch = 0;  // LaunchProfile::index
  std::string kernel;        // of that launch: "sort(int*, int)"
  SourcePosition where;
  Dim3 block;          // its index
  Dim3 thread;         // likewise
  std::string stream;  // "default", "created", "fire-and-forget", "tail"; of a graph's "graph tail" and the like

  friend bool operator==(const LaunchOrigin&, const LaunchOrigin&) = default;
};

/// A line of device code that launches a kernel.
struct LaunchSite {
  SourcePosition where;
  std::string kernel;  // that the line is of
  std::uint64_t launches = 0;

  friend bool operator==(const LaunchSite&, const LaunchSite&) = default;
};

struct LaunchProfile {
  std::uint64_t index = 0;   // of the program's launches, from 0
  std::uint32_t kernel = 0;  // index into RunProfile::kernels
  Dim3 grid;
  Dim3 block;
  Dim3 cluster{1, 1, 1};  // blocks of a cluster
  std::uint64_t dynamic_shared_bytes = 0;
  std::uint64_t stream = 0;             // the device's own number of it
  std::uint32_t device = 0;             // of the program's
  double seconds = 0;                   // of the host, to run the model
  bool counted = false;                 // false: executed only, `values` is empty
  bool complete = true;                 // false: faulted or cancelled
  std::vector<double> values;           // one per RunProfile::metrics
  std::optional<LaunchOrigin> by = {};  // nothing: the host
};

/// Between which memories bytes were moved. Memory of the host that is pinned is the host's; managed memory is the
/// device's.
enum class TransferKind : std::uint8_t { host_to_device, device_to_host, device_to_device, fill };

/// "host_to_device".
[[nodiscard]] std::string_view name_of(TransferKind kind);
/// False when there is no such name.
[[nodiscard]] bool transfer_kind_of(std::string_view name, TransferKind& kind);

/// A copy or a fill that the host asked for, as a call, a node of a graph or an operation of device code is one.
struct TransferProfile {
  TransferKind kind = TransferKind::host_to_device;
  std::uint64_t bytes = 0;
  std::uint64_t stream = 0;           // as LaunchProfile has it
  std::uint32_t device = 0;           // likewise
  std::uint64_t launches_before = 0;  // that had begun, so that LaunchProfile::index of the next is this
  bool waits = false;                 // the host waits for it

  friend bool operator==(const TransferProfile&, const TransferProfile&) = default;
};

/// What another order of warps or blocks might change: values that depend on who came first (what an atomic returns, a
/// polled flag) reach a branch, a guard or an address of what was executed.
struct OrderDependence {
  bool instructions = false;
  bool accesses = false;
  bool traffic = false;
  SourcePosition where;  // the first place that they reach

  friend bool operator==(const OrderDependence&, const OrderDependence&) = default;
};

/// One resource of an SM, and how many blocks of a kernel it has room for.
struct OccupancyResource {
  std::string name;                     // "registers"
  std::optional<std::uint32_t> blocks;  // that it allows; nothing: it does not bind
  std::uint64_t taken = 0;              // by one block, as allocated
  std::uint64_t of = 0;                 // that an SM has
  std::string unit;                     // "B", or empty for counts
  bool binds = false;

  friend bool operator==(const OccupancyResource&, const OccupancyResource&) = default;
};

/// Occupancy over one setting, the others as they are.
struct OccupancyCurve {
  struct Step {
    std::uint32_t first = 0;
    std::uint32_t last = 0;  // inclusive
    std::uint32_t blocks_per_sm = 0;
    std::uint32_t warps_per_sm = 0;

    friend bool operator==(const Step&, const Step&) = default;
  };
  std::string name;  // "block size"
  std::string unit;  // "threads", "registers a thread", "bytes a block"
  std::uint32_t now = 0;
  std::vector<Step> steps;  // without gaps

  friend bool operator==(const OccupancyCurve&, const OccupancyCurve&) = default;
};

/// A static array of shared memory.
struct SharedArray {
  std::string name;          // as mangled
  std::uint64_t offset = 0;  // in the block's shared memory
  std::uint64_t bytes = 0;
  std::string element = {};                 // "float", as the source declares it; empty: nobody has looked there
  std::vector<std::uint64_t> extents = {};  // likewise, outermost first; their product divides the bytes
  bool filled_by_boxes = false;             // nothing else writes it than copies of boxes of a tensor

  friend bool operator==(const SharedArray&, const SharedArray&) = default;
};

/// Another layout of a static shared array, in which all that the run asked of it takes fewer wavefronts.
struct ProposedLayout {
  std::string array;       // as mangled
  std::string name;        // "tile[32][33]", "tile[r][c ^ (r & 31)]"
  std::uint64_t rows = 0;  // of the array as the distances between lanes show it
  std::uint64_t columns = 0;
  std::uint32_t element_bytes = 0;  // of the narrowest access
  std::uint32_t padding = 0;        // elements behind each row
  std::uint32_t shift = 0;          // of a swizzle, as in SharedLayout
  std::uint32_t mask = 0;
  std::uint32_t unit = 0;
  std::uint32_t map_swizzle = 0;        // bytes; not 0: of a tensor map that fills the array, which is to name it too
  std::uint64_t wavefronts = 0;         // of all accesses, at most
  std::uint64_t wavefronts_least = 0;   // likewise at least, where their places are not all known
  std::uint64_t wavefronts_before = 0;  // as counted

  friend bool operator==(const ProposedLayout&, const ProposedLayout&) = default;
};

/// Lanes at the same distances from each other, wherever the first one is.
struct SharedPattern {
  LaneMask lanes = 0;                   // that take part
  std::vector<std::int64_t> distances;  // one for each of them: from the first, in bytes
  std::vector<std::uint64_t> bases;     // where the first one was, ascending
  std::vector<std::uint64_t> times;     // for each of these

  friend bool operator==(const SharedPattern&, const SharedPattern&) = default;
};

/// What one instruction asked of static shared memory.
struct SharedUse {
  struct Part {
    std::int32_t offset = 0;  // bytes from the instruction's own address
    std::uint32_t bytes = 0;  // of a lane

    friend bool operator==(const Part&, const Part&) = default;
  };
  std::uint32_t pc = 0;
  arch::SharedAccess access = arch::SharedAccess::load;
  std::uint32_t bytes = 0;  // of a lane
  bool one_lane = false;    // the machine combines the lanes' values, and the first lane performs it
  std::uint64_t executions = 0;
  bool scattered = false;     // there were too many patterns: none is kept
  std::vector<Part> machine;  // accesses that the machine makes for it; empty: another instruction does it
  std::vector<SharedPattern> patterns;

  friend bool operator==(const SharedUse&, const SharedUse&) = default;
};

/// What a barrier of the block keeps in order that no other does, as far as the run has shown.
enum class BarrierNeed : std::uint8_t { block, within_warps, none };

/// A place in the source with barriers of the block, and how often warps passed them.
struct BarrierProfile {
  SourcePosition where;
  std::uint64_t executions = 0;
  BarrierNeed need = BarrierNeed::block;
  /// `where` is a call of a function, and this the barrier in it; nothing: it stands at `where` itself.
  std::optional<SourcePosition> called = {};

  friend bool operator==(const BarrierProfile&, const BarrierProfile&) = default;
};

struct KernelProfile {
  std::string name;  // "transpose(float*, float const*, int)"
  std::string mangled_name;
  std::uint64_t launches = 0;
  std::uint64_t launches_counted = 0;
  /// Not executed, because they would have done again what another has done: counted as if they had been. How many is a
  /// matter of time, and known only where times are told.
  std::uint64_t launches_repeated = 0;
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

/// A place in the host's code: a call that had not returned.
struct HostFrame {
  std::string module;        // path of the executable or library
  std::uint64_t offset = 0;  // of the call in it, as its symbols count
  std::string function;      // once it was looked up; empty: not known
  SourcePosition where;      // likewise; line 0: not known
  bool inlined = false;      // into the function of the frame that follows

  friend bool operator==(const HostFrame&, const HostFrame&) = default;
};

/// Who called whom, the innermost first.
using HostTrace = std::vector<HostFrame>;

/// Where the host did something that a finding is about.
struct HostPlace {
  std::string what;  // "cudaMalloc #3 was made", "it was freed by cudaFree"
  HostTrace trace;

  friend bool operator==(const HostPlace&, const HostPlace&) = default;
};

/// The access to memory that a finding is about.
struct FoundAccess {
  std::string space;  // "global", "shared" ...; empty: the finding is about no access
  bool write = false;
  std::uint32_t bytes = 0;  // of a lane; 0: not said
  std::uint64_t address = 0;

  friend bool operator==(const FoundAccess&, const FoundAccess&) = default;
};

/// Another place that a finding is about: the other side of a race.
struct RelatedPlace {
  SourcePosition where;
  std::uint32_t pc = 0;
  Dim3 block{0, 0, 0};
  Dim3 thread{0, 0, 0};
  FoundAccess access;
  std::string message;  // "thread (0,0,0) writes it"

  friend bool operator==(const RelatedPlace&, const RelatedPlace&) = default;
};

/// What the user should know, and where. What the host is at fault for names no kernel, block or instruction, except
/// the kernel of a launch that was refused.
struct Finding {
  std::string rule;  // "bank-conflict"
  Severity severity = Severity::warning;
  SourcePosition where;                      // source line, or the PTX where there is no line table
  std::vector<SourcePosition> inlined_from;  // as InstructionProfile has them
  std::vector<SourcePosition> inlined_at;
  SourcePosition ptx;
  std::string instruction;   // in PTX
  std::uint32_t pc = 0;      // of the instruction
  std::string kernel;        // demangled
  std::uint64_t launch = 0;  // of the first occurrence
  Dim3 block{0, 0, 0};       // of the first or costliest occurrence
  Dim3 thread{0, 0, 0};      // faults
  std::uint32_t warp = 0;    // within the block
  LaneMask lanes = 0;
  std::string message;  // what is wrong, with its size: "shared load: 32-way bank conflict, ..."
  std::string detail;   // what the lanes do: "lanes 0..31 read 32 different words of bank 0 of tile"
  std::vector<std::string> notes;
  FoundAccess access;
  std::vector<RelatedPlace> related;
  std::uint64_t count = 0;    // how often it happened, of the host's calls from one place; 0: not counted
  std::uint64_t seed = 0;     // of the order under which it was found first; 0: the engine's own
  std::string suppressed_by;  // of a suppressed one: "check.supp:3", or the place of a comment and its reason
  std::uint64_t excess = 0;   // wavefronts or sectors above the ideal: what a remedy could save
  std::uint64_t total = 0;    // wavefronts or sectors at this place
  // Of the host's calls:
  std::string call;               // "cudaFree"; empty: it is the kernel that is at fault
  HostTrace trace;                // where it was made
  std::vector<HostPlace> places;  // what else has to do with it, and where that was done
  std::uint64_t bytes = 0;        // of memory, all together
  std::uint64_t object = 0;       // sim::Allocation::serial of the memory that it is about; 0: none. Not in reports
};

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
