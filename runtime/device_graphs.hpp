// Graphs that kernels launch. What the host has uploaded of one is kept under its handle: kernels, copies and fills, in
// an order that its edges permit. A launch of a graph, by the host or by a kernel, is a run: it is over when its nodes
// and the graphs that its kernels have launched into it are; its tails come after that, one by one, in its place.
//
// Rules: CUDA Programming Guide, "Device Graph Launch". Numbers and answers: an H200's
// (tests/cuda/programs/device_graphs.expected).
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <vector>

#include "runtime/copy.hpp"
#include "runtime/launch.hpp"

namespace warpglass::runtime {

struct DeviceGraph;
struct Kernel;

/// A kernel node that kernels may change, as the device has it from its upload on.
struct ChangeableNode {
  const Kernel* kernel = nullptr;
  LaunchShape shape = {};
  std::vector<std::byte> parameters = {};
  bool enabled = true;
  bool uploaded = false;  // what the host has said of it last; before that kernels may not change it
};

/// A launch, copy, fill or graph that waits for its turn.
struct NestedWork {
  enum class What : std::uint8_t { launch, copy, fill, graph };
  What what = What::launch;
  Kernel* kernel = nullptr;
  LaunchShape shape = {};
  std::vector<std::byte> parameters = {};
  LaunchedBy by = {};
  Region to = {};
  Region from = {};
  Extent extent = {};
  std::uint32_t value = 0;
  std::uint32_t value_bytes = 1;
  CopyKind kind = CopyKind::device_to_device;
  std::shared_ptr<ChangeableNode> node = {};  // nullptr: no kernel may change it
  std::shared_ptr<DeviceGraph> graph = {};
};

/// A graph that was made for launches from device code.
struct DeviceGraph {
  std::uint64_t handle = 0;
  std::vector<NestedWork> work = {};
  std::uint64_t unloaded = 0;  // Modules::unloaded() at its upload
  std::uint32_t launches = 0;  // that are not over
};

/// A launch of a graph.
struct GraphRun {
  static constexpr std::uint32_t kMostChildren = 120;  // that are launched into one run in all
  static constexpr std::size_t kMostTails = 255;       // that wait

  std::shared_ptr<DeviceGraph> graph = {};  // nullptr: one that the host alone launches
  std::shared_ptr<GraphRun> parent = {};
  std::uint32_t children = 0;
  std::deque<NestedWork> siblings = {};  // that its children have launched into it beside themselves
  std::deque<NestedWork> tails = {};
  std::uint32_t device = 0;  // of the kernels that launch graphs
};

/// The graphs of a device, and the nodes that its kernels may change.
class DeviceGraphs {
 public:
  void upload(std::uint64_t handle, std::vector<NestedWork> work, std::uint64_t unloaded);
  void forget(std::uint64_t handle) { graphs_.erase(handle); }
  void clear();

  /// nullptr: it is not uploaded, or not for this device.
  [[nodiscard]] std::shared_ptr<DeviceGraph> find(std::uint64_t handle) const;

  /// What device code calls the node.
  static std::uint64_t handle_of(const std::shared_ptr<ChangeableNode>& node) {
    return reinterpret_cast<std::uintptr_t>(node.get());
  }
  void add(const std::shared_ptr<ChangeableNode>& node) { nodes_[handle_of(node)] = node; }
  [[nodiscard]] std::shared_ptr<ChangeableNode> find_node(std::uint64_t handle) const;

 private:
  std::map<std::uint64_t, std::shared_ptr<DeviceGraph>> graphs_;
  std::map<std::uint64_t, std::weak_ptr<ChangeableNode>> nodes_;
};

}  // namespace warpglass::runtime
