// What graphs are made of, and the handles by which programs know them.
#include "cuda/graph.hpp"

#include <algorithm>
#include <map>
#include <set>
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

// A node of the graph or of one within.
Node* node_within(Graph& graph, const void* handle) {
  for (const std::unique_ptr<Node>& node : graph.nodes) {
    if (node.get() == handle) return node.get();
    for (const std::shared_ptr<Graph>& within : graphs_within(node->work))
      if (Node* found = node_within(*within, handle)) return found;
  }
  return nullptr;
}

Graph* graph_within(Graph& graph, const void* handle) {
  if (&graph == handle) return &graph;
  for (const std::unique_ptr<Node>& node : graph.nodes)
    for (const std::shared_ptr<Graph>& within : graphs_within(node->work))
      if (Graph* found = graph_within(*within, handle)) return found;
  return nullptr;
}

Node* copy_within(const Graph& graph, const Node* original) {
  if (Node* found = graph.copy_of(original)) return found;
  for (const std::unique_ptr<Node>& node : graph.nodes)
    for (const std::shared_ptr<Graph>& within : graphs_within(node->work))
      if (Node* found = copy_within(*within, original)) return found;
  return nullptr;
}

}  // namespace

namespace warpglass::cuda {

Node& Graph::add(Work work, std::vector<Edge> after) {
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

std::span<const std::shared_ptr<Graph>> graphs_within(const Work& work) {
  if (const auto* child = std::get_if<ChildWork>(&work)) return {&child->graph, 1};
  if (const auto* conditional = std::get_if<ConditionalWork>(&work)) return conditional->bodies;
  return {};
}

void for_each_node(const Graph& graph, const std::function<void(const Node&)>& look) {
  for (const std::unique_ptr<Node>& node : graph.nodes) {
    look(*node);
    for (const std::shared_ptr<Graph>& within : graphs_within(node->work)) for_each_node(*within, look);
  }
}

bool has_memory_nodes(const Graph& graph) {
  bool has = false;
  for_each_node(graph, [&](const Node& node) {
    has = has || std::holds_alternative<AllocateWork>(node.work) || std::holds_alternative<FreeWork>(node.work);
  });
  return has;
}

bool has_conditional_nodes(const Graph& graph) {
  bool has = false;
  for_each_node(graph, [&](const Node& node) { has = has || std::holds_alternative<ConditionalWork>(node.work); });
  return has;
}

bool has_changeable_nodes(const Graph& graph) {
  bool has = false;
  for_each_node(graph, [&](const Node& node) {
    const auto* work = std::get_if<KernelWork>(&node.work);
    has = has || (work != nullptr && work->changeable != nullptr);
  });
  return has;
}

Graph& outermost_of(Graph& graph) {
  for (const auto& [key, outermost] : handles().graphs)
    if (graph_within(*outermost, &graph) != nullptr) return *outermost;
  return graph;
}

std::shared_ptr<Graph> copy_of(const Graph& graph) {
  auto result = std::make_shared<Graph>();
  result->conditions = graph.conditions;
  result->objects = graph.objects;
  result->is_body = graph.is_body;
  std::map<const Node*, Node*> copies;
  for (const std::unique_ptr<Node>& node : graph.nodes) {
    Node& copy = result->add(node->work, {});
    if (auto* child = std::get_if<ChildWork>(&copy.work)) child->graph = copy_of(*child->graph);
    if (auto* conditional = std::get_if<ConditionalWork>(&copy.work)) {
      conditional->told.clear();
      for (std::shared_ptr<Graph>& body : conditional->bodies) {
        body = copy_of(*body);
        conditional->told.push_back(handle_of(*body));
      }
    }
    copy.origin = node.get();
    copy.enabled = node->enabled;
    copies[node.get()] = &copy;
  }
  for (const std::unique_ptr<Node>& node : graph.nodes)
    for (const Edge& edge : node->after) copies[node.get()]->after.push_back({copies[edge.from], edge.data});
  return result;
}

std::vector<Node*> in_order(const Graph& graph) {
  std::vector<Node*> order;
  std::set<const Node*> done;
  for (bool more = true; more;) {
    more = false;
    for (const std::unique_ptr<Node>& node : graph.nodes) {
      const auto is_done = [&](const Edge& edge) { return done.contains(edge.from); };
      if (done.contains(node.get()) || !std::ranges::all_of(node->after, is_done)) continue;
      done.insert(node.get());
      more = true;
      order.push_back(node.get());
    }
  }
  if (order.size() != graph.nodes.size()) order.clear();
  return order;
}

bool comes_before(const Node* earlier, const std::vector<Edge>& later) {
  std::set<const Node*> seen;
  std::vector<const Node*> open;
  const auto look = [&](const std::vector<Edge>& edges) {
    for (const Edge& edge : edges)
      if (seen.insert(edge.from).second) open.push_back(edge.from);
  };
  for (look(later); !open.empty();) {
    const Node* node = open.back();
    open.pop_back();
    if (node == earlier) return true;
    look(node->after);
  }
  return false;
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

Node* find_copy(const Executable& executable, cudaGraphNode_t node) {
  return copy_within(*executable.graph, reinterpret_cast<const Node*>(node));
}

Graph& keep(std::shared_ptr<Graph> graph) {
  Graph& kept = *graph;
  handles().graphs[&kept] = std::move(graph);
  return kept;
}

std::shared_ptr<Graph> share(cudaGraph_t handle) {
  Graph* graph = find(handle);
  return graph == nullptr ? nullptr : graph->shared_from_this();
}

std::shared_ptr<Graph> take(cudaGraph_t graph) {
  const auto found = handles().graphs.find(reinterpret_cast<const Graph*>(graph));
  if (found == handles().graphs.end()) return nullptr;
  std::shared_ptr<Graph> taken = std::move(found->second);
  handles().graphs.erase(found);
  return taken;
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

}  // namespace warpglass::cuda

cudaError_t cudaGraphCreate(cudaGraph_t* pGraph, unsigned int flags) {
  return query([&](Process&) {
    if (pGraph == nullptr || flags != 0) return cudaErrorInvalidValue;
    *pGraph = handle_of(keep(std::make_shared<Graph>()));
    return cudaSuccess;
  });
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  return after_destruction(query([&](Process&) { return forget(graph) ? cudaSuccess : cudaErrorInvalidValue; }));
}

cudaError_t cudaGraphClone(cudaGraph_t* pGraphClone, cudaGraph_t originalGraph) {
  return query([&](Process&) {
    const Graph* graph = find(originalGraph);
    if (graph == nullptr || pGraphClone == nullptr) return cudaErrorInvalidValue;
    if (graph->is_body || has_memory_nodes(*graph) || has_conditional_nodes(*graph) || has_changeable_nodes(*graph))
      return cudaErrorNotSupported;
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
  return after_destruction(query([&](Process&) {
    Node* found = find(node);
    if (found == nullptr) return cudaErrorInvalidValue;
    if (has_memory_nodes(*found->graph)) return cudaErrorNotSupported;
    if (const auto* work = std::get_if<KernelWork>(&found->work); work != nullptr && work->changeable != nullptr)
      return cudaErrorNotSupported;
    std::vector<std::unique_ptr<Node>>& nodes = found->graph->nodes;
    for (const std::unique_ptr<Node>& other : nodes)
      std::erase_if(other->after, [&](const Edge& edge) { return edge.from == found; });
    std::erase_if(nodes, [&](const auto& other) { return other.get() == found; });
    return cudaSuccess;
  }));
}

namespace {

template <class Work>
cudaError_t with_objects(cudaGraph_t handle, Work&& work) {
  return after_destruction(query([&](Process&) {
    Graph* graph = find(handle);
    return graph != nullptr && work(graph->objects) ? cudaSuccess : cudaErrorInvalidValue;
  }));
}

}  // namespace

cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned int count,
                                      unsigned int flags) {
  if ((flags & ~unsigned{cudaGraphUserObjectMove}) != 0) return answer(cudaErrorInvalidValue);
  return with_objects(graph, [&](KeptObjects& objects) { return objects.retain(object, count, flags != 0); });
}

cudaError_t cudaGraphReleaseUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned int count) {
  return with_objects(graph, [&](KeptObjects& objects) { return objects.release(object, count); });
}
