// Graphs: operations with an order among them, made call by call or by capturing a stream, launched as a whole any
// number of times. Since every operation of this library is complete when its call returns, launching a graph does its
// nodes one after another, in an order that the edges permit: the order of their making wherever they leave a choice.
//
// All of this is changed and read under the process's lock; only doing a node's work happens without it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "cuda/api.hpp"
#include "cuda/graph_work.hpp"
#include "cuda/process.hpp"
#include "cuda/user_objects.hpp"
#include "runtime/copy.hpp"
#include "runtime/launch.hpp"
#include "runtime/status.hpp"

namespace warpglass::cuda {

struct Graph : std::enable_shared_from_this<Graph> {
  std::vector<std::unique_ptr<Node>> nodes;  // in the order of their making
  std::vector<std::shared_ptr<Condition>> conditions{};
  KeptObjects objects{};
  std::weak_ptr<Graph> instance{};  // of a graph that allocates: there may be one
  bool is_body = false;             // of a condition

  Node& add(Work work, std::vector<Edge> after);
  [[nodiscard]] Node* copy_of(const Node* original) const;
};

/// What cudaGraphInstantiate makes: a copy of the graph.
struct Executable {
  std::shared_ptr<Graph> graph;
  unsigned long long flags = 0;
  std::uint32_t device = 0;  // of a graph that kernels launch
};

/// Why a graph cannot be made ready, and which node is to blame.
struct Unfit {
  cudaError_t error = cudaSuccess;
  cudaGraphInstantiateResult result = cudaGraphInstantiateSuccess;
  const Node* node = nullptr;
};

[[nodiscard]] std::shared_ptr<Graph> copy_of(const Graph& graph);

/// The graph's nodes, each behind those it comes after; empty for a graph with a cycle.
[[nodiscard]] std::vector<Node*> in_order(const Graph& graph);

/// Whether `earlier` is one of the later nodes, or one of them comes after it.
[[nodiscard]] bool comes_before(const Node* earlier, const std::vector<Edge>& later);

/// Whether the graph, or one within, has nodes that allocate or free.
[[nodiscard]] bool has_memory_nodes(const Graph& graph);

/// Whether the graph, or one within, has nodes with conditions.
[[nodiscard]] bool has_conditional_nodes(const Graph& graph);

/// Whether the graph, or one within, has nodes that kernels may change.
[[nodiscard]] bool has_changeable_nodes(const Graph& graph);
/// From now on kernels may change the node. \return what device code calls it
[[nodiscard]] cudaGraphDeviceNode_t make_changeable(Process& process, KernelWork& work);

/// The graph of the program's own in which another is the body of a condition, at any depth; else the graph itself.
[[nodiscard]] Graph& outermost_of(Graph& graph);

/// The graphs within a node: a child, or the bodies of a condition.
[[nodiscard]] std::span<const std::shared_ptr<Graph>> graphs_within(const Work& work);
/// Calls it for each node of the graph, and of those within.
void for_each_node(const Graph& graph, const std::function<void(const Node&)>& look);

[[nodiscard]] cudaGraphNodeType type_of(const Work& work);

/// The addresses of the parameters' values, as a launch takes them; valid until the work is changed or copied.
[[nodiscard]] void** arguments_of(KernelWork& work);

/// Work that launches a kernel with the values that `arguments` point to now.
[[nodiscard]] runtime::Status kernel_work(Process& process, const void* function, const runtime::LaunchShape& shape,
                                          const void* const* arguments, Work& work);

/// Work that copies rows between plain memory.
[[nodiscard]] Work copy_work(const runtime::Region& to, const runtime::Region& from, const runtime::Extent& extent,
                             cudaMemcpyKind kind);

/// Does it on `stream`, as of a launch of a graph. Takes the lock itself.
cudaError_t perform(Work& work, cudaStream_t stream, const std::shared_ptr<runtime::GraphRun>& run);
/// Does a whole graph; the first error ends it.
cudaError_t perform(const Graph& graph, cudaStream_t stream, const std::shared_ptr<runtime::GraphRun>& run);

/// What handles stand for; nullptr for one that is none, or no more.
[[nodiscard]] Graph* find(cudaGraph_t graph);
[[nodiscard]] Node* find(cudaGraphNode_t node);
[[nodiscard]] Executable* find(cudaGraphExec_t executable);

[[nodiscard]] inline cudaGraph_t handle_of(Graph& graph) { return reinterpret_cast<cudaGraph_t>(&graph); }
[[nodiscard]] inline cudaGraphNode_t handle_of(Node& node) { return reinterpret_cast<cudaGraphNode_t>(&node); }

/// A graph of its own with a handle.
[[nodiscard]] Graph& keep(std::shared_ptr<Graph> graph);
[[nodiscard]] bool forget(cudaGraph_t graph);
/// Keeps the graph of a handle, which may be one within another.
[[nodiscard]] std::shared_ptr<Graph> share(cudaGraph_t graph);
/// The graph of a handle of its own, which becomes somebody's part; nullptr when it is no graph of its own.
[[nodiscard]] std::shared_ptr<Graph> take(cudaGraph_t graph);
[[nodiscard]] cudaGraphExec_t keep(Executable executable);
[[nodiscard]] bool forget(cudaGraphExec_t executable);

/// Nodes by their handles; false when one is none.
[[nodiscard]] bool find_all(std::span<const cudaGraphNode_t> handles, std::vector<Node*>& nodes);

/// The node of an executable that was made from a graph's node, in whichever graph within; nullptr when there is none.
[[nodiscard]] Node* find_copy(const Executable& executable, cudaGraphNode_t node);

// ---- Adding and changing nodes ----

/// What a node is added to, and after what.
struct Where {
  cudaGraphNode_t* node = nullptr;
  cudaGraph_t graph = nullptr;
  const cudaGraphNode_t* dependencies = nullptr;
  std::size_t count = 0;
  const cudaGraphEdgeData* data = nullptr;  // of the edges; nullptr: nothing special
};
/// Fills in the work of a node that is to come after others, under the process's lock.
using MakeNode = std::function<cudaError_t(Process&, Graph&, const std::vector<Edge>& after, Work&)>;
cudaError_t add_node(const Where& where, const MakeNode& make);

/// Edges to a new node of the graph.
[[nodiscard]] cudaError_t edges_of(const Graph& graph, const cudaGraphNode_t* dependencies,
                                   const cudaGraphEdgeData* data, std::size_t count, std::vector<Edge>& edges);

/// Whether nodes of this kind may be in the body of a condition.
[[nodiscard]] bool may_be_conditional(const Work& work);

// ---- Calls whose arguments differ between the generations of the library, and the driver's ----

cudaError_t add_edges(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                      const cudaGraphEdgeData* data, size_t count);
cudaError_t remove_edges(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                         const cudaGraphEdgeData* data, size_t count);
cudaError_t list_edges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to, cudaGraphEdgeData* data,
                       size_t* count);
cudaError_t list_dependencies(cudaGraphNode_t node, cudaGraphNode_t* dependencies, cudaGraphEdgeData* data,
                              size_t* count);
cudaError_t list_dependents(cudaGraphNode_t node, cudaGraphNode_t* dependents, cudaGraphEdgeData* data, size_t* count);
cudaError_t add_any_node(const Where& where, cudaGraphNodeParams* parameters);

/// What it means for a node of an executable to get the work of another node: nothing, or why it may not.
[[nodiscard]] cudaGraphExecUpdateResult update_of(const Work& ours, const Work& theirs);

cudaError_t instantiate_with(cudaGraphExec_t* executable, cudaGraph_t graph, cudaGraphInstantiateParams& parameters);

/// Gives the nodes of an executable the parameters of a graph of the same shape.
cudaError_t update_executable(cudaGraphExec_t executable, cudaGraph_t graph, cudaGraphExecUpdateResultInfo& info);

}  // namespace warpglass::cuda
