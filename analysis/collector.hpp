// Gathers the launches of a run. A kernel's instructions are added up over its launches, each launch keeps its totals,
// and findings are made from the sums, so that a line is reported once however often its kernel was launched.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "analysis/analyser.hpp"
#include "analysis/profile.hpp"
#include "analysis/transfers.hpp"
#include "arch/device_model.hpp"
#include "base/assembled_kernel.hpp"
#include "sim/events.hpp"
#include "sim/launch.hpp"
#include "sim/program.hpp"

namespace warpglass::analysis {

/// One launch that has ended. Borrowed for the time of the call.
struct LaunchInput {
  std::uint64_t index = 0;  // of the program's launches, from 0
  const sim::Program* program = nullptr;
  std::weak_ptr<const sim::Program> owner{};  // of the program, if anybody is: tells whether it is one seen before
  Dim3 grid;
  Dim3 block;
  Dim3 cluster{1, 1, 1};  // blocks of a cluster
  std::uint64_t dynamic_shared_bytes = 0;
  std::uint64_t stream = 0;  // sim::StreamEvent
  double seconds = 0;
  const sim::LaunchResult* result = nullptr;
  bool counted = false;                                // result holds counters
  bool repeated = false;                               // not executed; told only where times are told, too
  std::optional<AssembledKernel> assembled{};          // nothing: registers are the program's estimate
  std::optional<std::uint32_t> preferred_carve_out{};  // sim::LaunchRequest
  std::uint32_t bank_bytes = 4;                        // width of the shared-memory banks, where the machine has modes
  std::optional<LaunchOrigin> by{};                    // of a launch from device code
  std::uint32_t device = 0;                            // of the program's, by add_device()
};

/// Not synchronised: one thread at a time.
class Collector {
 public:
  /// \param device  outlives the collector
  /// \param asked  analysers that are to be at work beside those that always are, by name
  explicit Collector(const arch::DeviceModel& device, std::span<const std::string> asked = {});
  ~Collector();
  Collector(const Collector&) = delete;
  Collector& operator=(const Collector&) = delete;

  /// Another device of the program; the first is number 0. \param device  outlives the collector
  void add_device(const arch::DeviceModel& device);

  /// Who has to hear the launches that are counted.
  [[nodiscard]] std::vector<sim::Listener*> listeners() const;

  /// Who has to hear what streams and memory are given.
  [[nodiscard]] sim::Listener& transfers() { return transfers_; }

  /// A launch that has just ended, with the collector's listeners when it was counted.
  void add(const LaunchInput& launch);

  /// Forgets all launches and notices. What the listeners know of memory and streams stays.
  void start_over();

  /// Something that is not supported or was left out; the same text is kept once.
  void add_notice(std::string text);

  /// Everything so far. \param of_host  found in what the host did
  [[nodiscard]] RunProfile profile(std::vector<Finding> of_host = {}) const;

 private:
  struct Kernel;
  /// A kernel as it was met before, while its program lives.
  struct Met {
    std::weak_ptr<const sim::Program> owner;
    Kernel* kernel = nullptr;
  };
  Kernel& kernel_of(const LaunchInput& launch);
  Kernel& new_kernel(const sim::Program& program, const arch::DeviceModel& device, const arch::SharedMemory& memory);
  [[nodiscard]] const arch::DeviceModel& device_of(const LaunchInput& launch) const { return *devices_[launch.device]; }

  std::vector<const arch::DeviceModel*> devices_;
  std::vector<MetricDefinition> metrics_;
  std::vector<std::unique_ptr<Analysis>> analyses_;
  std::vector<std::unique_ptr<Kernel>> kernels_;
  std::map<std::string, Kernel*> by_key_;
  std::map<std::pair<const sim::Program*, std::uint32_t>, Met> met_;  // by program and width of banks
  std::vector<LaunchProfile> launches_;
  std::uint64_t launch_count_ = 0;
  std::uint64_t launches_counted_ = 0;
  TransferLog transfers_;
  std::vector<Finding> faults_;
  std::vector<std::string> notices_;
};

}  // namespace warpglass::analysis
