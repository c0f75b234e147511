// What device code has launched, done by the device: grids that grids have left behind, and graphs.
#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "runtime/device.hpp"

namespace warpglass::runtime {

// ---- What grids leave to be done ----

Status Device::run_nested(std::vector<NestedQueue> left, std::uint64_t stream, bool heard) {
  while (!left.empty() && sticky_ == Status::ok) {
    NestedQueue& last = left.back();
    std::deque<NestedWork>& queue = last.work.empty() ? last.tail : last.work;
    if (queue.empty() && last.is_run) {
      // What the run's children have launched beside themselves is of the run.
      last.work.swap(last.into->siblings);
      if (!last.work.empty()) continue;
      const std::shared_ptr<GraphRun> run = std::move(last.into);
      left.pop_back();
      if (run->graph != nullptr) --run->graph->launches;
      // The first of the tails takes the run's place, and so on.
      if (!run->tails.empty()) left.push_back({.work = std::move(run->tails), .into = run->parent});
      continue;
    }
    if (queue.empty()) {
      left.pop_back();
      continue;
    }
    const NestedWork work = std::move(queue.front());
    queue.pop_front();
    NestedQueue own{.into = last.into, .is_run = last.is_run};
    // What comes last takes its grid's place: a chain of tails may be of any length.
    if (last.empty() && !last.is_run) left.pop_back();
    if (const Status status = run_piece(work, std::move(own), left, stream, heard); status != Status::ok) return status;
  }
  return Status::ok;
}

Status Device::run_piece(const NestedWork& work, NestedQueue own, std::vector<NestedQueue>& left, std::uint64_t stream,
                         bool heard) {
  switch (work.what) {
    case NestedWork::What::launch: {
      const ChangeableNode* const node = work.node.get();
      if (node != nullptr && !node->enabled) return Status::ok;
      const LaunchShape& shape = node != nullptr ? node->shape : work.shape;
      const std::vector<std::byte>& parameters = node != nullptr ? node->parameters : work.parameters;
      // What kernels launch as such is of no graph.
      if (!std::exchange(own.is_run, false)) own.into = nullptr;
      const Status status = run_grid(*work.kernel, shape, parameters, stream, &work.by, own, heard);
      if (status == Status::ok && !own.empty()) left.push_back(std::move(own));
      return status;
    }
    case NestedWork::What::graph: {
      DeviceGraph& graph = *work.graph;
      const auto run = std::make_shared<GraphRun>(GraphRun{.graph = work.graph, .parent = std::move(own.into)});
      NestedQueue nodes{.into = run, .is_run = true};
      for (const NestedWork& node : graph.work) {
        // It may be gone with its module.
        if (node.kernel != nullptr && graph.unloaded != modules_.unloaded() && !modules_.has(node.kernel)) {
          if (launches_.notice) launches_.notice("a kernel launches a graph of which a kernel's module is unloaded");
          sticky_ = Status::launch_failure;
          return Status::ok;
        }
        nodes.work.push_back(node);
        nodes.work.back().by = work.by;
      }
      left.push_back(std::move(nodes));
      return Status::ok;
    }
    case NestedWork::What::copy:
    case NestedWork::What::fill:
      tell({.what = sim::StreamAction::copy, .stream = stream, .blocking = false});
      // What could be wrong was looked for when it was asked for; memory may have been freed since.
      (void)(work.what == NestedWork::What::copy
                 ? runtime::copy(memory_, work.to, work.from, work.extent, work.kind, spread())
                 : fill(memory_, work.to, work.extent, work.value, work.value_bytes, spread()));
      return Status::ok;
  }
  return Status::ok;
}

bool Device::run_nested_now(NestedLaunches& grid) {
  std::vector<NestedQueue> left;
  if (const std::shared_ptr<GraphRun>& run = grid.run(); run != nullptr && !run->parent->siblings.empty())
    left.push_back({.work = std::exchange(run->parent->siblings, {}), .into = run->parent});
  if (!grid.queue().work.empty())
    left.push_back({.work = std::exchange(grid.queue().work, {}), .into = grid.queue().into});
  if (left.empty()) return false;
  (void)run_nested(std::move(left), running_stream_, false);
  return true;
}

// ---- Graphs ----

void Device::upload(std::uint64_t handle, std::vector<NestedWork> work) {
  graphs_.upload(handle, std::move(work), modules_.unloaded());
}

std::shared_ptr<GraphRun> Device::begin_graph(std::uint64_t handle) {
  // What its kernels launch beside it is of the stream.
  const auto run = std::make_shared<GraphRun>(
      GraphRun{.graph = handle != 0 ? graphs_.find(handle) : nullptr, .parent = std::make_shared<GraphRun>()});
  if (run->graph != nullptr) ++run->graph->launches;
  return run;
}

Status Device::end_graph(const std::shared_ptr<GraphRun>& run, std::uint64_t stream, sim::Turns* turns) {
  running_stream_ = stream;
  running_turns_ = turns;
  std::vector<NestedQueue> left;
  left.push_back({.into = run->parent, .is_run = true});
  left.push_back({.into = run, .is_run = true});
  return run_nested(std::move(left), stream, true);
}

void DeviceGraphs::upload(std::uint64_t handle, std::vector<NestedWork> work, std::uint64_t unloaded) {
  std::shared_ptr<DeviceGraph>& graph = graphs_[handle];
  if (graph == nullptr) graph = std::make_shared<DeviceGraph>(DeviceGraph{.handle = handle});
  graph->work = std::move(work);
  graph->unloaded = unloaded;
}

std::shared_ptr<DeviceGraph> DeviceGraphs::find(std::uint64_t handle) const {
  const auto found = graphs_.find(handle);
  return found != graphs_.end() ? found->second : nullptr;
}

std::shared_ptr<ChangeableNode> DeviceGraphs::find_node(std::uint64_t handle) const {
  const auto found = nodes_.find(handle);
  return found != nodes_.end() ? found->second.lock() : nullptr;
}

void DeviceGraphs::clear() {
  graphs_.clear();
  nodes_.clear();
}

// ---- Texts ----

std::uint64_t Device::text_address(std::string_view text) {
  const auto found = texts_.find(text);
  if (found != texts_.end()) return found->second;
  const std::uint64_t address = memory_.allocate_reserved(text.size() + 1, "text of an error");
  if (address == 0) return 0;
  std::memcpy(sim::Memory::host(address), text.data(), text.size());
  *sim::Memory::host(address + text.size()) = std::byte{0};
  memory_.tell({.what = sim::MemoryAction::write, .address = address, .bytes = text.size() + 1});
  return texts_.emplace(std::string(text), address).first->second;
}

}  // namespace warpglass::runtime
