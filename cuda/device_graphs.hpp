// Graphs that kernels launch, and kernel nodes that kernels change: what the host makes ready of them.
// runtime/device_graphs.hpp has what the device keeps.
#pragma once

#include <cstdint>
#include <memory>

#include "cuda/graph.hpp"
#include "cuda/process.hpp"
#include "runtime/device_graphs.hpp"

namespace warpglass::cuda {

/// Why a graph cannot be launched from device code. \param device  gets the one that has all its nodes
[[nodiscard]] Unfit unfit_for_device(Process& process, const Graph& graph, std::uint32_t& device);

/// Why a graph of the host's cannot be launched: kernels that launch graphs are all of one device.
[[nodiscard]] Unfit unfit_for_launching(Process& process, const Graph& graph);

/// cudaGraphUpload: the device gets what the host has made of the graph and its nodes.
void upload(Process& process, const Executable& executable);

/// Launches a node as kernels have left it.
cudaError_t perform_changed(const KernelWork& work, cudaStream_t stream, const std::shared_ptr<runtime::GraphRun>& run);

/// A launch of an executable graph by the host, on the device that has it.
struct HostLaunch {
  std::uint64_t handle = 0;  // of a graph that kernels launch as well; else 0
  std::uint32_t device = 0;
};
[[nodiscard]] std::shared_ptr<runtime::GraphRun> begin(const HostLaunch& launch);
/// All nodes are done, or stand in the stream: what their kernels have launched comes behind them.
cudaError_t end(const HostLaunch& launch, const std::shared_ptr<runtime::GraphRun>& run, cudaStream_t stream);

/// A node has failed: the launch is over.
void give_up(const std::shared_ptr<runtime::GraphRun>& run);

}  // namespace warpglass::cuda
