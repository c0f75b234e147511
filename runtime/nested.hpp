// Launches from device code. What a grid launches, copies and fills waits until all its blocks have ended; then it is
// done, one after the other, in the order of the calls, and each launch with all that it launches in turn before the
// next: an order that every stream and event of the device permits. What goes into the stream for the grid's tail comes
// after the rest. A grid whose blocks stand still, or call for it, has what it launched so far done at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/copy.hpp"
#include "runtime/device_graphs.hpp"
#include "runtime/launch.hpp"
#include "runtime/modules.hpp"
#include "runtime/status.hpp"
#include "sim/device_runtime.hpp"

namespace warpglass::runtime {

/// What a grid leaves to be done, or what is left of a graph.
struct NestedQueue {
  std::deque<NestedWork> work = {};
  std::deque<NestedWork> tail = {};
  std::shared_ptr<GraphRun> into = {};  // that graphs among it are launched into
  bool is_run = false;                  // it is that run's nodes: the run is over when it is done
  [[nodiscard]] bool empty() const { return work.empty() && tail.empty(); }
};

class NestedLaunches;

/// What the answers need of the device; its members live as long as it does.
struct NestedDevice {
  sim::Memory& memory;
  Modules& modules;
  DeviceGraphs& graphs;
  const LaunchSettings& settings;
  std::function<Status(Kernel&)> prepare;
  std::function<bool(const Kernel&, const LaunchShape&)> may_launch;
  std::function<std::uint32_t(const Kernel&, std::uint64_t block_threads, std::uint64_t dynamic_shared)> blocks_per_sm;
  std::function<std::uint64_t(std::string_view)> text_address;  // of a text that device code can read
  std::function<bool(NestedLaunches&)> run_now;                 // does what a grid has launched so far
};

/// Answers the threads of one grid.
class NestedLaunches final : public sim::DeviceRuntime {
 public:
  /// \param launch  LaunchRecord::index of the grid
  /// \param run     of the graph that the grid is a node of; nullptr: of none
  NestedLaunches(const NestedDevice& device, std::uint64_t launch, std::shared_ptr<GraphRun> run)
      : device_(device), launch_(launch), run_(std::move(run)) {
    queue_.into = run_;
  }
  ~NestedLaunches() override;
  NestedLaunches(const NestedLaunches&) = delete;
  NestedLaunches& operator=(const NestedLaunches&) = delete;

  [[nodiscard]] NestedQueue& queue() { return queue_; }
  [[nodiscard]] const std::shared_ptr<GraphRun>& run() const { return run_; }

  std::uint64_t parameter_buffer(const Caller& caller, std::uint64_t function, const Shape& shape) override;
  std::uint64_t parameter_buffer(const Caller& caller, std::uint64_t bytes) override;
  sim::DeviceAnswer launch(const Caller& caller, std::uint64_t buffer, std::uint64_t stream) override;
  sim::DeviceAnswer launch(const Caller& caller, std::uint64_t function, std::uint64_t buffer, const Shape& shape,
                           std::uint64_t stream) override;
  void configure(const Caller& caller, const Shape& shape, std::uint64_t stream) override;
  [[nodiscard]] bool is_kernel(std::uint64_t function) const override;
  sim::DeviceAnswer call(const Caller& caller, std::uint64_t function, std::span<const Argument> arguments) override;
  sim::DeviceAnswer synchronise(const Caller& caller) override;
  sim::DeviceAnswer take_last_error(const Caller& caller) override;
  [[nodiscard]] sim::DeviceAnswer last_error(const Caller& caller) const override;
  sim::DeviceAnswer fail(const Caller& caller, sim::DeviceAnswer error) override;
  sim::DeviceAnswer launch_graph(const Caller& caller, std::uint64_t graph, std::uint64_t stream) override;
  sim::DeviceAnswer change_nodes(const Caller& caller, std::span<const NodeChange> changes) override;
  sim::DeviceAnswer create_stream(const Caller& caller, std::uint32_t flags, std::uint64_t& stream) override;
  sim::DeviceAnswer destroy_stream(const Caller& caller, std::uint64_t stream) override;
  sim::DeviceAnswer create_event(const Caller& caller, std::uint32_t flags, std::uint64_t& event) override;
  sim::DeviceAnswer destroy_event(const Caller& caller, std::uint64_t event) override;
  sim::DeviceAnswer record(const Caller& caller, std::uint64_t event, std::uint64_t stream) override;
  sim::DeviceAnswer wait(const Caller& caller, std::uint64_t stream, std::uint64_t event) override;
  sim::DeviceAnswer copy(const Caller& caller, const Rows& to, const Rows& from, const DeviceRuntime::Extent& extent,
                         std::uint32_t kind, std::uint64_t stream) override;
  sim::DeviceAnswer fill(const Caller& caller, const Rows& rows, const DeviceRuntime::Extent& extent,
                         std::uint8_t value, std::uint64_t stream) override;
  sim::DeviceAnswer attribute(const Caller& caller, std::int32_t attribute, std::int32_t device,
                              std::int32_t& value) override;
  sim::DeviceAnswer limit(const Caller& caller, std::uint32_t limit, std::uint64_t& value) override;
  sim::DeviceAnswer function_attributes(const Caller& caller, std::uint64_t function,
                                        std::vector<std::byte>& attributes) override;
  sim::DeviceAnswer blocks_per_sm(const Caller& caller, std::uint64_t function, std::int32_t block_threads,
                                  std::uint64_t dynamic_shared_bytes, std::int32_t& blocks) override;
  std::uint64_t error_text(std::int32_t error, bool name) override;

 private:
  using ThreadKey = std::pair<std::uint64_t, std::uint32_t>;  // block in block order, thread
  /// Memory for parameters, and what it was asked for.
  struct Buffer {
    Kernel* kernel = nullptr;  // nullptr: named later
    LaunchShape shape;
    std::uint64_t bytes = 0;
  };
  struct Configuration {
    Shape shape;
    std::uint64_t stream = 0;
  };

  /// nullptr where the thread's last error says why.
  Kernel* prepared(const Caller& caller, std::uint64_t function);
  Kernel* launchable(const Caller& caller, std::uint64_t function, const LaunchShape& shape);
  std::uint64_t take_buffer(const Caller& caller, Buffer buffer);
  sim::DeviceAnswer enqueue(const Caller& caller, std::uint64_t stream, NestedWork work);
  /// Who launches, and tells listeners.
  LaunchedBy note_launch(const Caller& caller, LaunchedBy::Stream stream);
  [[nodiscard]] bool may_become(const ChangeableNode& node, const NodeChange& change) const;
  [[nodiscard]] bool is_stream(std::uint64_t stream) const;

  const NestedDevice& device_;
  std::uint64_t launch_;
  std::shared_ptr<GraphRun> run_;
  NestedQueue queue_;
  std::map<std::uint64_t, Buffer> buffers_;  // by address
  std::vector<std::uint64_t> slabs_;         // that buffers are cut from
  std::uint64_t slab_used_ = 0;
  std::map<ThreadKey, Configuration> configured_;
  std::map<ThreadKey, sim::DeviceAnswer> errors_;
  std::set<std::uint64_t> streams_;
  std::set<std::uint64_t> events_;
  std::uint64_t handles_ = 0;     // given out so far
  std::uint64_t in_streams_ = 0;  // launches that wait for others of their stream
  std::uint32_t numbers_ = 0;     // of launches, so far
  std::uint32_t refused_ = 0;     // launches of graphs that are not over
};

}  // namespace warpglass::runtime
