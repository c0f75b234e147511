// Runs a grid: blocks on a pool of workers, warps within a block, until all have exited or one faults.
//
// Blocks of a kernel that can talk to each other (global atomics, fences, volatile loads) run in one deterministic
// order on one worker, interleaved when they wait for each other; others run in parallel, the blocks of a cluster on
// one worker. The result is the same for every number of workers.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/dim3.hpp"
#include "sim/cost_model.hpp"
#include "sim/fault.hpp"
#include "sim/memory.hpp"
#include "sim/program.hpp"

namespace warpglass::sim {

class TextureTable;

/// One distinct access pattern of an op, as it first occurred (observed launches only).
struct PatternCount {
  AccessPattern pattern;  // addresses of the first occurrence
  SharedCost shared;      // shared accesses
  GlobalCost global;      // other accesses, of the first occurrence
  Dim3 block{0, 0, 0};    // first occurrence, in block order
  std::uint32_t warp = 0;
};

/// Requests of one memory, where an op's generic addresses reach several.
struct MemoryCounters {
  std::uint64_t requests = 0;
  std::uint64_t sectors = 0;
  std::uint64_t sectors_ideal = 0;
  std::uint64_t lines = 0;

  void add(const MemoryCounters& other);
};

/// What was counted for one op, as lowered: a load that the machine executes together with another counts nothing.
/// Atomics that the machine executes as a loop of a load and an atomic.
struct LoopCounters {
  std::uint64_t executions = 0;  // of the loop
  std::uint64_t rounds = 0;      // loads; atomics likewise
  std::uint64_t wavefronts = 0;  // of the loads, which are part of OpCounters' own
  std::uint64_t wavefronts_ideal = 0;
  std::uint64_t wavefronts_profiled = 0;
  std::uint64_t wavefronts_profiled_ideal = 0;

  void add(const LoopCounters& other);
};

struct OpCounters {
  std::uint64_t executions = 0;       // warp instructions
  std::uint64_t threads = 0;          // sum of active lanes
  std::uint64_t threads_pred_on = 0;  // sum of active lanes whose guard was true
  std::uint64_t requests = 0;         // memory ops: executions with at least one lane taking part
  std::uint64_t wavefronts = 0;       // shared memory
  std::uint64_t wavefronts_ideal = 0;
  std::uint64_t wavefronts_profiled = 0;  // SharedCost::profiled
  std::uint64_t wavefronts_profiled_ideal = 0;
  std::uint64_t sectors = 0;  // global and local memory
  std::uint64_t sectors_ideal = 0;
  std::uint64_t lines = 0;
  std::uint64_t sector_turns = 0;      // GlobalCost::turns
  std::uint64_t shared_requests = 0;   // those of `requests` that reached shared memory
  MemoryCounters local;                // those that reached local memory by generic addresses
  LoopCounters loop;                   // shared atomics of which there is no instruction
  MemoryCounters cluster;              // of other blocks' shared memory, beside `requests` and all others
  std::uint64_t divergent = 0;         // branches that split the warp
  std::vector<PatternCount> patterns;  // distinct ones that cost most above the ideal per request, worst first

  void add_passes(const SharedCost& cost, std::uint64_t hits);
  void add(const OpCounters& other);  // sums; patterns are merged and cut to the costliest few
};

class AccessListener;

/// Back edges a warp may take before it looks whether others want to run.
inline constexpr std::uint32_t kCredit = 4096;

struct LaunchRequest {
  const Program* program = nullptr;
  Memory* memory = nullptr;
  const TextureTable* textures = nullptr;  // objects that texture and surface instructions name; nullptr: none
  Dim3 grid;
  Dim3 block;
  Dim3 cluster{1, 1, 1};          // blocks that reach each other's shared memory; divides the grid
  bool explicit_cluster = false;  // %is_explicit_cluster
  std::uint32_t dynamic_shared_bytes = 0;
  std::vector<std::byte> params;     // Program::param_bytes
  const CostModel* costs = nullptr;  // nullptr: execute only, count nothing
  /// Hears every access of a counted launch in order; nullptr for none. The launch then runs on one worker.
  AccessListener* listener = nullptr;
  /// As before compute capability 7.0: a warp goes on with one path at a time, the one it took last, and lanes that
  /// wait to converge do so for good; barriers count warps (CUDA C Programming Guide 7.5, "SIMT Architecture" and
  /// "Synchronization Functions"). Otherwise every lane makes progress.
  bool lockstep = false;
  std::uint32_t turn = kCredit;  // back edges a warp takes before the next warp's turn; divides kCredit
  int workers = 1;
  std::uint32_t resident_blocks = 132 * 16;  // blocks the modelled GPU holds at once
  std::uint32_t warps_per_sm = 64;
  std::uint32_t sm_count = 132;
  std::uint64_t loop_limit = std::uint64_t{1} << 30;  // back edges of one warp; more is an endless loop, and a
                                                      // 256th of that is when nothing changes any more
  std::uint32_t call_depth_limit = 1024;
  /// Bytes of shared memory that the program would have each SM set to; for listeners, nothing here depends on it.
  std::optional<std::uint32_t> preferred_carve_out;
  std::uint64_t grid_id = 0;
  std::uint64_t grid_workspace = 0;  // cooperative launches: 8 zeroed bytes for barriers of the grid; 0: there is none
  std::function<void(std::string_view)> print;              // device printf
  std::function<void(std::uint64_t blocks_done)> progress;  // now and then, from one thread at a time
  const std::atomic<bool>* cancel = nullptr;                // set: stop soon, keep what was counted
};

struct LaunchResult {
  std::vector<OpCounters> counters;  // one per op when observed, else empty
  std::vector<Fault> faults;         // of the first block in order that faulted, each op once; then the launch stopped
  bool cancelled = false;
  std::uint64_t warp_instructions = 0;  // observed launches
  std::uint64_t thread_instructions = 0;
};

/// Executes the grid. Returns when it is complete, has faulted or was cancelled. Throws nothing of its own.
/// Preconditions (checked by the runtime): block.volume() in 1..1024, grid dimensions at least 1, divided by the
/// cluster's, params complete.
[[nodiscard]] LaunchResult launch(const LaunchRequest& request);

}  // namespace warpglass::sim
