// What a launch is: program, grid, memory, the machine's limits, and who is to be told.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "base/dim3.hpp"
#include "sim/cost_model.hpp"
#include "sim/memory.hpp"
#include "sim/program.hpp"

namespace warpglass::sim {

class DeviceRuntime;
class TextureTable;
class Listener;
class ScatteredSites;
class ThreadPool;
class TieredOps;
struct TouchedMemory;

/// Back edges a warp may take before it looks whether others want to run.
inline constexpr std::uint32_t kCredit = 4096;

/// Of LaunchRequest::grid_workspace. As cooperative groups of CUDA 9 and later use it: the word at +4 counts arrivals,
/// the other is kept for them.
inline constexpr std::uint64_t kGridWorkspaceBytes = 8;

class FaultLog;

/// Which launch from device code a grid is.
struct NestedIn {
  std::uint64_t grid = 0;    // LaunchRequest::grid_id of the grid that has launched it
  std::uint32_t number = 0;  // of that grid's launches
  bool in_tail = false;      // it begins when that grid and all else that it has launched are over
};

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
  TieredOps* tier = nullptr;         // what blocks execute in place of the program's own ops; nullptr: those
  const CostModel* costs = nullptr;  // nullptr: execute only, count nothing
  /// What earlier launches of the program that counted have found, and this one goes on with; nullptr: none have.
  ScatteredSites* scattered = nullptr;
  /// Hear what the launch does; one that wants its order is told which batch of clusters each worker runs.
  std::vector<Listener*> listeners;
  /// As before compute capability 7.0: a warp goes on with one path at a time, the one it took last, and lanes that
  /// wait to converge do so for good; barriers count warps (CUDA C Programming Guide 7.5, "SIMT Architecture" and
  /// "Synchronization Functions"). Otherwise every lane makes progress.
  bool lockstep = false;
  /// The order in which blocks, warps and splits take turns (sim/schedule.hpp); 0: the engine's own.
  std::uint64_t seed = 0;
  std::uint32_t turn = kCredit;  // back edges a warp takes before the next warp's turn; divides kCredit
  int workers = 1;
  ThreadPool* threads = nullptr;             // for the workers; nullptr: threads of the launch's own
  std::uint32_t resident_blocks = 132 * 16;  // blocks the modelled GPU holds at once
  std::uint32_t warps_per_sm = 64;
  std::uint32_t sm_count = 132;
  std::uint64_t loop_limit = std::uint64_t{1} << 30;  // back edges of one warp; more is an endless loop, and a
                                                      // 256th of that is when nothing changes any more
  std::uint32_t call_depth_limit = 1024;
  /// Bytes of shared memory that the program would have each SM set to; for listeners, nothing here depends on it.
  std::optional<std::uint32_t> preferred_carve_out;
  /// Of memory faults: the access is left out, a load gives 0, and the launch goes on. nullptr: they end it.
  FaultLog* passed_faults = nullptr;
  TouchedMemory* touched = nullptr;  // is told which allocations the launch has been in; nullptr: nobody asks
  std::uint64_t stream = 0;          // for listeners: runtime::Stream::id
  std::uint64_t grid_id = 0;
  std::optional<NestedIn> nested;    // from device code
  std::uint64_t graph = 0;           // that the grid is of, as device code names it; 0: of none that it may launch
  std::uint64_t grid_workspace = 0;  // cooperative launches: 8 zeroed bytes for barriers of the grid; 0: there is none
  DeviceRuntime* device_runtime = nullptr;                  // answers threads that launch; nullptr: nobody does
  std::function<void(std::string_view)> print;              // device printf
  std::function<void(std::uint64_t blocks_done)> progress;  // now and then, from one thread at a time
  const std::atomic<bool>* cancel = nullptr;                // set: stop soon, keep what was counted
  /// Nothing that the launch reads changes any more: waits until somebody else may have changed it; false: nobody will,
  /// and the launch stands still for good. Empty: nobody ever does. From one of the launch's threads at a time.
  std::function<bool()> await_change;
};

}  // namespace warpglass::sim
