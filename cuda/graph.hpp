// Graphs: operations with an order among them, made call by call or by capturing a stream, launched as a whole any
// number of times. Since every operation of this library is complete when its call returns, launching a graph does its
// nodes one after another, in an order that the edges permit: the order of their making wherever they leave a choice.
//
// All of this is changed and read under the process's lock; only doing a node's work happens without it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <variant>
#include <vector>

#include "cuda/api.hpp"
#include "cuda/process.hpp"
#include "runtime/copy.hpp"
#include "runtime/launch.hpp"
#include "runtime/status.hpp"

namespace warpglass::cuda {

struct Graph;

struct EmptyWork {};
struct KernelWork {
  const void* function = nullptr;
  runtime::LaunchShape shape;
  std::vector<std::vector<std::byte>> values;  // of the parameters
  std::vector<void*> places = {};              // where they lie; see arguments_of
};
struct CopyWork {
  cudaMemcpy3DParms parameters{};
};
struct FillWork {
  runtime::Region region;
  runtime::Extent extent;
  std::uint32_t value = 0;
  std::uint32_t value_bytes = 1;
};
struct HostWork {
  cudaHostNodeParams parameters{};
};
struct ChildWork {
  std::shared_ptr<Graph> graph;  // the node's own; copies of the node copy it
};
struct EventWork {
  cudaEvent_t event = nullptr;
  bool records = false;  // else it waits
};
using Work = std::variant<EmptyWork, KernelWork, CopyWork, FillWork, HostWork, ChildWork, EventWork>;

struct Node {
  Graph* graph = nullptr;
  Work work;
  std::vector<Node*> after;      // comes when these are done
  const Node* origin = nullptr;  // in the graph that this one's was copied from
  bool enabled = true;
};

struct Graph {
  std::vector<std::unique_ptr<Node>> nodes;  // in the order of their making

  Node& add(Work work, std::vector<Node*> after);
  [[nodiscard]] Node* copy_of(const Node* original) const;
};

/// What cudaGraphInstantiate makes: a copy of the graph.
struct Executable {
  std::shared_ptr<Graph> graph;
  unsigned long long flags = 0;
};

[[nodiscard]] std::shared_ptr<Graph> copy_of(const Graph& graph);

/// The graph's nodes, each behind those it comes after; empty for a graph with a cycle.
[[nodiscard]] std::vector<Node*> in_order(const Graph& graph);

[[nodiscard]] cudaGraphNodeType type_of(const Work& work);

/// The addresses of the parameters' values, as a launch takes them; valid until the work is changed or copied.
[[nodiscard]] void** arguments_of(KernelWork& work);

/// Work that launches a kernel with the values that `arguments` point to now.
[[nodiscard]] runtime::Status kernel_work(Process& process, const void* function, const runtime::LaunchShape& shape,
                                          const void* const* arguments, Work& work);

/// Work that copies rows between plain memory.
[[nodiscard]] Work copy_work(const runtime::Region& to, const runtime::Region& from, const runtime::Extent& extent,
                             cudaMemcpyKind kind);

/// Does it on `stream`. Takes the lock itself.
cudaError_t perform(Work& work, cudaStream_t stream);
/// Does a whole graph; the first error ends it.
cudaError_t perform(const Graph& graph, cudaStream_t stream);

/// What handles stand for; nullptr for one that is none, or no more.
[[nodiscard]] Graph* find(cudaGraph_t graph);
[[nodiscard]] Node* find(cudaGraphNode_t node);
[[nodiscard]] Executable* find(cudaGraphExec_t executable);

[[nodiscard]] inline cudaGraph_t handle_of(Graph& graph) { return reinterpret_cast<cudaGraph_t>(&graph); }
[[nodiscard]] inline cudaGraphNode_t handle_of(Node& node) { return reinterpret_cast<cudaGraphNode_t>(&node); }

/// A graph of its own with a handle.
[[nodiscard]] Graph& keep(std::shared_ptr<Graph> graph);
[[nodiscard]] bool forget(cudaGraph_t graph);
[[nodiscard]] cudaGraphExec_t keep(Executable executable);
[[nodiscard]] bool forget(cudaGraphExec_t executable);

/// Nodes by their handles; false when one is none.
[[nodiscard]] bool find_all(std::span<const cudaGraphNode_t> handles, std::vector<Node*>& nodes);

/// What a call that lists nodes answers: as many handles as `count` says there is room for, and how many there are.
cudaError_t list(std::span<Node* const> nodes, cudaGraphNode_t* handles, size_t* count);

// ---- Calls whose arguments differ between the generations of the library ----

cudaError_t add_edges(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to, size_t count);
cudaError_t remove_edges(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to, size_t count);
cudaError_t list_edges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to, size_t* count);
cudaError_t list_dependencies(cudaGraphNode_t node, cudaGraphNode_t* dependencies, size_t* count);
cudaError_t list_dependents(cudaGraphNode_t node, cudaGraphNode_t* dependents, size_t* count);
cudaError_t add_any_node(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies, size_t count,
                         const cudaGraphNodeParams* parameters);

/// Gives the nodes of an executable the parameters of a graph of the same shape.
cudaError_t update_executable(cudaGraphExec_t executable, cudaGraph_t graph, cudaGraphExecUpdateResultInfo& info);

}  // namespace warpglass::cuda
