// The order among the nodes of a graph: edges made, taken away and listed, and nodes added behind others.
#include <algorithm>
#include <utility>

#include "cuda/call.hpp"
#include "cuda/graph.hpp"

using namespace warpglass;
using namespace warpglass::cuda;

namespace {

bool is_plain(const cudaGraphEdgeData& data) {
  return data.type == cudaGraphDependencyTypeDefault && data.from_port == 0 && data.to_port == 0;
}

bool is_same(const cudaGraphEdgeData& a, const cudaGraphEdgeData& b) {
  return a.type == b.type && a.from_port == b.from_port && a.to_port == b.to_port;
}

// Kernels alone have other ports than the default one, and may begin before another one has ended.
bool is_sound(const Edge& edge, bool to_kernel) {
  const cudaGraphEdgeData& data = edge.data;
  if (std::ranges::any_of(data.reserved, [](unsigned char byte) { return byte != 0; })) return false;
  if (data.to_port != 0 || data.from_port > cudaGraphKernelNodePortLaunchCompletion) return false;
  const bool from_kernel = std::holds_alternative<KernelWork>(edge.from->work);
  if (data.from_port != cudaGraphKernelNodePortDefault && !from_kernel) return false;
  if (data.type == cudaGraphDependencyTypeDefault) return true;
  return data.type == cudaGraphDependencyTypeProgrammatic && from_kernel && to_kernel &&
         data.from_port != cudaGraphKernelNodePortDefault;
}

bool begins_at(const std::vector<Edge>& edges, const Node* node) {
  return std::ranges::find(edges, node, &Edge::from) != edges.end();
}

cudaError_t list(std::span<Node* const> nodes, cudaGraphNode_t* names, size_t* count) {
  if (count == nullptr) return cudaErrorInvalidValue;
  if (names != nullptr) {
    for (size_t i = 0; i < *count; ++i) names[i] = i < nodes.size() ? handle_of(*nodes[i]) : nullptr;
    *count = std::min(*count, nodes.size());
  } else {
    *count = nodes.size();
  }
  return cudaSuccess;
}

// Fills in both ends of edges, or one. What is special about an edge is not lost.
struct ListedEdge {
  Node* from;
  Node* to;
  cudaGraphEdgeData data;
};
cudaError_t list(std::span<const ListedEdge> edges, cudaGraphNode_t* from, cudaGraphNode_t* to, cudaGraphEdgeData* data,
                 size_t* count) {
  if (count == nullptr) return cudaErrorInvalidValue;
  const bool asks = from != nullptr || to != nullptr;
  if (!asks) {
    if (data != nullptr) return cudaErrorInvalidValue;
    *count = edges.size();
    return cudaSuccess;
  }
  const size_t given = std::min(*count, edges.size());
  if (data == nullptr && std::ranges::any_of(edges.first(given), [](const auto& edge) { return !is_plain(edge.data); }))
    return cudaErrorLossyQuery;
  for (size_t i = 0; i < *count; ++i) {
    if (from != nullptr) from[i] = i < given ? handle_of(*edges[i].from) : nullptr;
    if (to != nullptr) to[i] = i < given ? handle_of(*edges[i].to) : nullptr;
    if (data != nullptr) data[i] = i < given ? edges[i].data : cudaGraphEdgeData{};
  }
  *count = given;
  return cudaSuccess;
}

template <class Action>
cudaError_t for_each_edge(cudaGraph_t handle, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                          const cudaGraphEdgeData* data, size_t count, Action&& action) {
  return query([&](Process&) -> cudaError_t {
    Graph* graph = find(handle);
    std::vector<Node*> first, second;
    if (graph == nullptr || (count != 0 && (from == nullptr || to == nullptr))) return cudaErrorInvalidValue;
    if (!find_all({from, count}, first) || !find_all({to, count}, second)) return cudaErrorInvalidValue;
    for (size_t i = 0; i < count; ++i)
      if (first[i]->graph != graph || second[i]->graph != graph || first[i] == second[i]) return cudaErrorInvalidValue;
    for (size_t i = 0; i < count; ++i) {
      const Edge edge{.from = first[i], .data = data != nullptr ? data[i] : cudaGraphEdgeData{}};
      if (const cudaError_t error = action(*graph, edge, *second[i]); error != cudaSuccess) return error;
    }
    return cudaSuccess;
  });
}

}  // namespace

namespace warpglass::cuda {

cudaError_t edges_of(const Graph& graph, const cudaGraphNode_t* dependencies, const cudaGraphEdgeData* data,
                     std::size_t count, std::vector<Edge>& edges) {
  std::vector<Node*> nodes;
  if ((dependencies == nullptr && count != 0) || !find_all({dependencies, count}, nodes)) return cudaErrorInvalidValue;
  edges.clear();
  for (std::size_t i = 0; i < count; ++i) {
    if (nodes[i]->graph != &graph || begins_at(edges, nodes[i])) return cudaErrorInvalidValue;
    edges.push_back({.from = nodes[i], .data = data != nullptr ? data[i] : cudaGraphEdgeData{}});
  }
  return cudaSuccess;
}

cudaError_t add_node(const Where& where, const MakeNode& make) {
  return query([&](Process& process) -> cudaError_t {
    Graph* graph = find(where.graph);
    if (where.node == nullptr || graph == nullptr) return cudaErrorInvalidValue;
    std::vector<Edge> after;
    if (const cudaError_t error = edges_of(*graph, where.dependencies, where.data, where.count, after);
        error != cudaSuccess)
      return error;
    Work work;
    if (const cudaError_t error = make(process, *graph, after, work); error != cudaSuccess) return error;
    const bool to_kernel = std::holds_alternative<KernelWork>(work);
    if (!std::ranges::all_of(after, [&](const Edge& edge) { return is_sound(edge, to_kernel); }))
      return cudaErrorInvalidValue;
    *where.node = handle_of(graph->add(std::move(work), std::move(after)));
    return cudaSuccess;
  });
}

cudaError_t add_edges(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                      const cudaGraphEdgeData* data, size_t count) {
  return for_each_edge(graph, from, to, data, count, [](const Graph&, const Edge& edge, Node& node) {
    if (begins_at(node.after, edge.from)) return cudaErrorInvalidValue;
    if (!is_sound(edge, std::holds_alternative<KernelWork>(node.work))) return cudaErrorInvalidValue;
    node.after.push_back(edge);
    return cudaSuccess;
  });
}

cudaError_t remove_edges(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                         const cudaGraphEdgeData* data, size_t count) {
  return for_each_edge(graph, from, to, data, count, [&](const Graph& of, const Edge& edge, Node& node) {
    if (has_memory_nodes(of)) return cudaErrorNotSupported;
    // There is one edge between two nodes; who gives no data means it, whatever its data.
    const auto erased = std::erase_if(node.after, [&](const Edge& known) {
      return known.from == edge.from && (data == nullptr || is_same(known.data, edge.data));
    });
    return erased != 0 ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t list_edges(cudaGraph_t handle, cudaGraphNode_t* from, cudaGraphNode_t* to, cudaGraphEdgeData* data,
                       size_t* count) {
  return query([&](Process&) {
    const Graph* graph = find(handle);
    if (graph == nullptr || (from == nullptr) != (to == nullptr)) return cudaErrorInvalidValue;
    std::vector<ListedEdge> edges;
    for (const std::unique_ptr<Node>& node : graph->nodes)
      for (const Edge& edge : node->after) edges.push_back({edge.from, node.get(), edge.data});
    return list(edges, from, to, data, count);
  });
}

cudaError_t list_dependencies(cudaGraphNode_t handle, cudaGraphNode_t* dependencies, cudaGraphEdgeData* data,
                              size_t* count) {
  return query([&](Process&) {
    Node* node = find(handle);
    if (node == nullptr) return cudaErrorInvalidValue;
    std::vector<ListedEdge> edges;
    for (const Edge& edge : node->after) edges.push_back({edge.from, node, edge.data});
    return list(edges, dependencies, nullptr, data, count);
  });
}

cudaError_t list_dependents(cudaGraphNode_t handle, cudaGraphNode_t* dependents, cudaGraphEdgeData* data,
                            size_t* count) {
  return query([&](Process&) {
    Node* node = find(handle);
    if (node == nullptr) return cudaErrorInvalidValue;
    std::vector<ListedEdge> edges;
    for (const std::unique_ptr<Node>& other : node->graph->nodes)
      for (const Edge& edge : other->after)
        if (edge.from == node) edges.push_back({node, other.get(), edge.data});
    return list(edges, nullptr, dependents, data, count);
  });
}

}  // namespace warpglass::cuda

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* numNodes) {
  return query([&](Process&) {
    const Graph* found = find(graph);
    if (found == nullptr) return cudaErrorInvalidValue;
    std::vector<Node*> all;
    for (const std::unique_ptr<Node>& node : found->nodes) all.push_back(node.get());
    return list(all, nodes, numNodes);
  });
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* pRootNodes, size_t* pNumRootNodes) {
  return query([&](Process&) {
    const Graph* found = find(graph);
    if (found == nullptr) return cudaErrorInvalidValue;
    std::vector<Node*> roots;
    for (const std::unique_ptr<Node>& node : found->nodes)
      if (node->after.empty()) roots.push_back(node.get());
    return list(roots, pRootNodes, pNumRootNodes);
  });
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* pType) {
  return query([&](Process&) {
    const Node* found = find(node);
    if (found == nullptr || pType == nullptr) return cudaErrorInvalidValue;
    *pType = type_of(found->work);
    return cudaSuccess;
  });
}
