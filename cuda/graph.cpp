// What graphs are made of, and the handles by which programs know them.
#include "cuda/graph.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "cuda/call.hpp"

using namespace warpglass;
using namespace warpglass::cuda;

namespace {

// Under the process's lock, as everything here. Never destroyed: programs call from destructors of their own globals.
struct Handles {
  std::map<const Graph*, std::shared_ptr<Graph>> graphs;
  std::map<const Executable*, std::unique_ptr<Executable>> executables;
};

Handles& handles() {
  static Handles* const made = new Handles;
  return *made;
}

// A node of the graph or of one of its children.
Node* node_within(Graph& graph, const void* handle) {
  for (const std::unique_ptr<Node>& node : graph.nodes) {
    if (node.get() == handle) return node.get();
    if (const auto* child = std::get_if<ChildWork>(&node->work))
      if (Node* found = node_within(*child->graph, handle)) return found;
  }
  return nullptr;
}

Graph* graph_within(Graph& graph, const void* handle) {
  if (&graph == handle) return &graph;
  for (const std::unique_ptr<Node>& node : graph.nodes)
    if (const auto* child = std::get_if<ChildWork>(&node->work))
      if (Graph* found = graph_within(*child->graph, handle)) return found;
  return nullptr;
}

template <class Action>
cudaError_t for_each_edge(cudaGraph_t handle, const cudaGraphNode_t* from, const cudaGraphNode_t* to, size_t count,
                          Action&& action) {
  return query([&](Process&) {
    Graph* graph = find(handle);
    std::vector<Node*> first, second;
    if (graph == nullptr || (count != 0 && (from == nullptr || to == nullptr))) return cudaErrorInvalidValue;
    if (!find_all({from, count}, first) || !find_all({to, count}, second)) return cudaErrorInvalidValue;
    for (size_t i = 0; i < count; ++i)
      if (first[i]->graph != graph || second[i]->graph != graph || first[i] == second[i]) return cudaErrorInvalidValue;
    for (size_t i = 0; i < count; ++i)
      if (!action(first[i], second[i]->after)) return cudaErrorInvalidValue;
    return cudaSuccess;
  });
}

}  // namespace

namespace warpglass::cuda {

Node& Graph::add(Work work, std::vector<Node*> after) {
  Node& node = *nodes.emplace_back(std::make_unique<Node>());
  node.graph = this;
  node.work = std::move(work);
  node.after = std::move(after);
  return node;
}

Node* Graph::copy_of(const Node* original) const {
  const auto found =
      std::find_if(nodes.begin(), nodes.end(), [&](const auto& node) { return node->origin == original; });
  return found == nodes.end() ? nullptr : found->get();
}

std::shared_ptr<Graph> copy_of(const Graph& graph) {
  auto result = std::make_shared<Graph>();
  std::map<const Node*, Node*> copies;
  for (const std::unique_ptr<Node>& node : graph.nodes) {
    Node& copy = result->add(node->work, {});
    if (auto* child = std::get_if<ChildWork>(&copy.work)) child->graph = copy_of(*child->graph);
    copy.origin = node.get();
    copies[node.get()] = &copy;
  }
  for (const std::unique_ptr<Node>& node : graph.nodes)
    for (const Node* before : node->after) copies[node.get()]->after.push_back(copies[before]);
  return result;
}

std::vector<Node*> in_order(const Graph& graph) {
  std::vector<Node*> order;
  std::map<const Node*, bool> done;
  for (bool more = true; more;) {
    more = false;
    for (const std::unique_ptr<Node>& node : graph.nodes) {
      const auto is_done = [&](const Node* before) { return done[before]; };
      if (done[node.get()] || !std::all_of(node->after.begin(), node->after.end(), is_done)) continue;
      done[node.get()] = more = true;
      order.push_back(node.get());
    }
  }
  if (order.size() != graph.nodes.size()) order.clear();
  return order;
}

Graph* find(cudaGraph_t handle) {
  for (const auto& [key, graph] : handles().graphs)
    if (Graph* found = graph_within(*graph, handle)) return found;
  return nullptr;
}

Node* find(cudaGraphNode_t handle) {
  for (const auto& [key, graph] : handles().graphs)
    if (Node* found = node_within(*graph, handle)) return found;
  return nullptr;
}

Executable* find(cudaGraphExec_t handle) {
  const auto found = handles().executables.find(reinterpret_cast<const Executable*>(handle));
  return found == handles().executables.end() ? nullptr : found->second.get();
}

Graph& keep(std::shared_ptr<Graph> graph) {
  Graph& kept = *graph;
  handles().graphs[&kept] = std::move(graph);
  return kept;
}

bool forget(cudaGraph_t graph) { return handles().graphs.erase(reinterpret_cast<const Graph*>(graph)) != 0; }

cudaGraphExec_t keep(Executable executable) {
  auto kept = std::make_unique<Executable>(std::move(executable));
  Executable* const handle = kept.get();
  handles().executables[handle] = std::move(kept);
  return reinterpret_cast<cudaGraphExec_t>(handle);
}

bool forget(cudaGraphExec_t executable) {
  return handles().executables.erase(reinterpret_cast<const Executable*>(executable)) != 0;
}

bool find_all(std::span<const cudaGraphNode_t> names, std::vector<Node*>& nodes) {
  nodes.clear();
  for (const cudaGraphNode_t name : names) nodes.push_back(find(name));
  return std::find(nodes.begin(), nodes.end(), nullptr) == nodes.end();
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

cudaError_t add_edges(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to, size_t count) {
  return for_each_edge(graph, from, to, count, [](Node* before, std::vector<Node*>& after) {
    if (std::find(after.begin(), after.end(), before) != after.end()) return false;
    after.push_back(before);
    return true;
  });
}

cudaError_t remove_edges(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to, size_t count) {
  return for_each_edge(graph, from, to, count,
                       [](Node* before, std::vector<Node*>& after) { return std::erase(after, before) != 0; });
}

cudaError_t list_edges(cudaGraph_t handle, cudaGraphNode_t* from, cudaGraphNode_t* to, size_t* count) {
  return query([&](Process&) {
    const Graph* graph = find(handle);
    if (graph == nullptr || count == nullptr || (from == nullptr) != (to == nullptr)) return cudaErrorInvalidValue;
    std::vector<Node*> first, second;
    for (const std::unique_ptr<Node>& node : graph->nodes) {
      for (Node* before : node->after) {
        first.push_back(before);
        second.push_back(node.get());
      }
    }
    size_t room = *count;
    const cudaError_t error = list(first, from, &room);
    return error != cudaSuccess ? error : list(second, to, count);
  });
}

cudaError_t list_dependencies(cudaGraphNode_t handle, cudaGraphNode_t* dependencies, size_t* count) {
  return query([&](Process&) {
    const Node* node = find(handle);
    return node == nullptr ? cudaErrorInvalidValue : list(node->after, dependencies, count);
  });
}

cudaError_t list_dependents(cudaGraphNode_t handle, cudaGraphNode_t* dependents, size_t* count) {
  return query([&](Process&) {
    Node* node = find(handle);
    if (node == nullptr) return cudaErrorInvalidValue;
    std::vector<Node*> found;
    for (const std::unique_ptr<Node>& other : node->graph->nodes)
      if (std::find(other->after.begin(), other->after.end(), node) != other->after.end()) found.push_back(other.get());
    return list(found, dependents, count);
  });
}

}  // namespace warpglass::cuda

cudaError_t cudaGraphCreate(cudaGraph_t* pGraph, unsigned int flags) {
  return query([&](Process&) {
    if (pGraph == nullptr || flags != 0) return cudaErrorInvalidValue;
    *pGraph = handle_of(keep(std::make_shared<Graph>()));
    return cudaSuccess;
  });
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  return query([&](Process&) { return forget(graph) ? cudaSuccess : cudaErrorInvalidValue; });
}

cudaError_t cudaGraphClone(cudaGraph_t* pGraphClone, cudaGraph_t originalGraph) {
  return query([&](Process&) {
    const Graph* graph = find(originalGraph);
    if (graph == nullptr || pGraphClone == nullptr) return cudaErrorInvalidValue;
    *pGraphClone = handle_of(keep(copy_of(*graph)));
    return cudaSuccess;
  });
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* pNode, cudaGraphNode_t originalNode, cudaGraph_t clonedGraph) {
  return query([&](Process&) {
    const Graph* graph = find(clonedGraph);
    Node* found = graph == nullptr ? nullptr : graph->copy_of(reinterpret_cast<const Node*>(originalNode));
    if (pNode == nullptr || found == nullptr) return cudaErrorInvalidValue;
    *pNode = handle_of(*found);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) {
  return query([&](Process&) {
    Node* found = find(node);
    if (found == nullptr) return cudaErrorInvalidValue;
    std::vector<std::unique_ptr<Node>>& nodes = found->graph->nodes;
    for (const std::unique_ptr<Node>& other : nodes) std::erase(other->after, found);
    std::erase_if(nodes, [&](const auto& other) { return other.get() == found; });
    return cudaSuccess;
  });
}

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
