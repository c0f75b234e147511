// What a launch is asked to do and what is told about it afterwards.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/assembled_kernel.hpp"
#include "base/diagnostic.hpp"
#include "base/dim3.hpp"
#include "base/timings.hpp"
#include "sim/cost_model.hpp"
#include "sim/launch.hpp"
#include "sim/listener.hpp"
#include "sim/memory.hpp"
#include "sim/program.hpp"
#include "sim/tiered_ops.hpp"

namespace warpglass::runtime {

class DeviceWords;

struct LaunchShape {
  Dim3 grid = {};
  Dim3 block = {};
  std::uint64_t dynamic_shared_bytes = 0;
  bool cooperative = false;  // all blocks must be resident at once
  Dim3 cluster = {0, 0, 0};  // blocks of a cluster, which divide the grid; 0: as the kernel says, or one
};

/// Who launched from device code, and where.
struct LaunchedBy {
  enum class Stream : std::uint8_t {
    block,
    created,
    fire_and_forget,
    tail,
    graph_fire_and_forget,  // what a graph of that kind launches
    graph_sibling,
    graph_tail
  };
  [[nodiscard]] bool in_tail() const { return stream == Stream::tail || stream == Stream::graph_tail; }
  std::uint64_t launch = 0;  // LaunchRecord::index
  SourcePosition where;
  std::string kernel;  // as mangled
  Dim3 block;          // its index
  Dim3 thread;         // likewise
  Stream stream = Stream::block;
  std::uint32_t number = 0;  // of what the launch has launched, from 1
};

/// A launch that has ended: complete, faulted or cancelled. Borrowed for the time of the call.
struct LaunchRecord {
  std::uint64_t index = 0;  // counts launches from 0, in the order in which they begin
  std::shared_ptr<const sim::Program> program;
  LaunchShape shape;  // its cluster as launched: 1 x 1 x 1 where there are none
  const sim::LaunchResult* result = nullptr;
  bool observed = false;                               // result holds counters
  bool repeated = false;                               // not executed: it would have done what another has done
  double seconds = 0;                                  // of the host
  std::optional<AssembledKernel> assembled{};          // if an assembler was asked
  std::uint32_t bank_bytes = 4;                        // width of the shared-memory banks, where the machine has modes
  std::optional<std::uint32_t> preferred_carve_out{};  // sim::LaunchRequest
  const sim::Memory* memory = nullptr;
  std::uint64_t stream = 0;        // Stream::id
  std::uint32_t device = 0;        // Device::number
  const LaunchedBy* by = nullptr;  // of a nested launch
};

/// Overhears launches, in the order they end. Called on the thread that launched.
class LaunchObserver {
 public:
  virtual ~LaunchObserver() = default;
  virtual void on_launch(const LaunchRecord& record) = 0;
};

/// A PTX text's kernels, by name, as the vendor's assembler has them; kernels that it did not take are left out.
using Assembler = std::function<std::map<std::string, AssembledKernel>(std::string_view ptx)>;

/// How launches are executed; may be changed between launches.
struct LaunchSettings {
  const sim::CostModel* costs = nullptr;  // nullptr: execute only, count nothing
  /// The same with banks of 8 bytes; nullptr where the machine has no such mode.
  const sim::CostModel* wide_bank_costs = nullptr;
  bool counts = true;                   // false: counted launches are heard, and nothing in them is counted
  std::uint32_t forced_bank_bytes = 0;  // 4 or 8, whatever programs ask for; 0: what they ask for
  bool goes_on = false;                 // after memory faults (LaunchRequest::passed_faults)
  bool watches_arithmetic = false;      // of kernels that are bound from now on, with `goes_on`: divisions by zero, NaN
  bool as_written = false;   // count the PTX's instructions, not what the assembler makes of them; for kernels that are
                             // first counted from now on
  Assembler assembler = {};  // knows how many registers kernels take; empty: they are estimated
  /// Hear counted launches (Interest::uncounted: all), and what is done with memory and streams.
  std::vector<sim::Listener*> listeners = {};
  LaunchObserver* observer = nullptr;
  /// What blocks of a launch that begins execute in place of the program's ops; nullptr: those. Empty: always those.
  std::function<std::shared_ptr<sim::TieredOps>(const std::shared_ptr<const sim::Program>&, const sim::LaunchRequest&)>
      tier = {};
  /// Launches that would do again what an earlier one has done are not executed (runtime/repeated_launches.hpp).
  bool repeats = false;
  int workers = 1;
  std::uint64_t seed = 0;                                                    // sim::LaunchRequest
  std::uint64_t loop_limit = sim::LaunchRequest{}.loop_limit;                // back edges of one warp
  std::function<bool(std::string_view kernel)> is_wanted = {};               // kernels to count; empty: all
  std::uint64_t observed_limit = std::numeric_limits<std::uint64_t>::max();  // launches to count; others only execute
  /// Who else stands still beside a launch that is about to be called endless.
  std::function<std::vector<std::string>()> standstill_notes = {};
  std::function<void(std::string_view)> print = {};     // what kernels print
  std::function<void(const std::string&)> notice = {};  // what the user should know
  Timings* timings = nullptr;                           // nullptr: nobody asks
  const DeviceWords* words = nullptr;                   // nullptr: what asks for them fails
  std::function<void(std::string_view kernel, const LaunchShape&, std::uint64_t blocks_done)> progress = {};
  const std::atomic<bool>* cancel = nullptr;  // set: launches stop soon, and later ones do not start
};

}  // namespace warpglass::runtime
