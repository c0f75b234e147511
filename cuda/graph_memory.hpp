// Memory that graphs allocate: a node's address is fixed when the node is made and kept while a graph or an executable
// has the node; memory is there from the time that the node is launched to the time when it is freed, by whomever.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "cuda/api.hpp"
#include "cuda/graph.hpp"
#include "cuda/process.hpp"

namespace warpglass::cuda {

/// Addresses that are kept for nodes which allocate, one after the other, and for their copies.
class GraphAddresses {
 public:
  GraphAddresses(OwnedDevice& owned, std::size_t bytes);
  ~GraphAddresses();
  GraphAddresses(const GraphAddresses&) = delete;
  GraphAddresses& operator=(const GraphAddresses&) = delete;

  [[nodiscard]] std::uint64_t begin() const { return begin_; }  // 0: there were none left
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  /// Whose they are.
  [[nodiscard]] OwnedDevice& owned() const { return owned_; }

  /// Allocations that the graph's own nodes do not free. Who else may: another graph, and then they may not.
  int unfreed = 0;
  bool freed_elsewhere = false;

 private:
  OwnedDevice& owned_;
  std::uint64_t begin_;
  std::size_t bytes_;
};

/// Where the pools of the calling thread's device have their memory.
[[nodiscard]] inline cudaMemPoolProps device_pool() {
  cudaMemPoolProps pool{};
  pool.location.id = static_cast<int>(Process::get().device().number());
  pool.allocType = cudaMemAllocationTypePinned;
  pool.location.type = cudaMemLocationTypeDevice;
  return pool;
}

/// What a new node of a graph that comes after others allocates.
struct GraphAllocation {
  std::string_view call;  // that makes the node
  std::size_t bytes = 0;
  cudaMemPoolProps pool{};
  std::span<const cudaMemAccessDesc> access{};
};
[[nodiscard]] cudaError_t make_allocation(Process& process, Graph& graph, const std::vector<Edge>& after,
                                          const GraphAllocation& wanted, Work& work);
[[nodiscard]] cudaError_t make_free(Process& process, const Graph& graph, std::uint64_t address, Work& work);

/// \param call  that makes the node, for the name of what it allocates
cudaError_t add_memory_node(const Where& where, std::string_view call, cudaMemAllocNodeParams* parameters);
cudaError_t add_free_node(const Where& where, const void* pointer);

/// cudaMallocAsync and its like in a captured stream, and cudaFreeAsync; nothing when it is not captured.
[[nodiscard]] std::optional<cudaError_t> capture_allocation(cudaStream_t stream, const GraphAllocation& wanted,
                                                            void** pointer);
[[nodiscard]] std::optional<cudaError_t> capture_free(cudaStream_t stream, const void* pointer);

/// Does what the nodes are there for.
cudaError_t perform(const AllocateWork& work, cudaStream_t stream);
cudaError_t perform(const FreeWork& work, cudaStream_t stream);

/// Gets the device's memory ready for a launch of the graph.
void reserve_memory(Process& process, const Graph& graph);

/// Memory that an earlier launch of the graph has left and that is not freed yet. \param free_it  frees it
[[nodiscard]] std::optional<sim::Allocation> unfreed_memory(Process& process, const Graph& graph, bool free_it);

}  // namespace warpglass::cuda
