// Executables that get the parameters of another graph: what may differ, and what must not.
#include <algorithm>
#include <cstring>
#include <map>

#include "cuda/call.hpp"
#include "cuda/copy.hpp"
#include "cuda/graph.hpp"
#include "cuda/graph_conditions.hpp"
#include "cuda/stream_words.hpp"

using namespace warpglass;
using namespace warpglass::cuda;

namespace {

bool is_row(const cudaExtent& extent) { return extent.height <= 1 && extent.depth <= 1; }

// Which ends of a copy are the device's.
struct Ends {
  bool to = false, from = false;
  bool operator==(const Ends&) const = default;
};

bool is_device_memory(const cudaPitchedPtr& plain, cudaArray_t array) {
  if (array != nullptr) return true;
  const auto allocation = Process::get().device().memory().find(address_of(plain.ptr));
  return allocation && allocation->kind != sim::AllocationKind::pinned;
}

Ends ends_of(const cudaMemcpy3DParms& p) {
  switch (p.kind) {
    case cudaMemcpyHostToHost: return {.to = false, .from = false};
    case cudaMemcpyHostToDevice: return {.to = true, .from = false};
    case cudaMemcpyDeviceToHost: return {.to = false, .from = true};
    case cudaMemcpyDeviceToDevice: return {.to = true, .from = true};
    case cudaMemcpyDefault: break;
  }
  return {.to = is_device_memory(p.dstPtr, p.dstArray), .from = is_device_memory(p.srcPtr, p.srcArray)};
}

// Rows may become longer or shorter; boxes keep their size, and where both ends are remains.
bool may_become(const CopyWork& ours, const CopyWork& theirs) {
  const cudaMemcpy3DParms &a = ours.parameters, &b = theirs.parameters;
  if ((a.srcArray != nullptr) != (b.srcArray != nullptr) || (a.dstArray != nullptr) != (b.dstArray != nullptr))
    return false;
  if (ends_of(a) != ends_of(b)) return false;
  if (is_row(a.extent) && is_row(b.extent)) return true;
  return a.extent.width == b.extent.width && a.extent.height == b.extent.height && a.extent.depth == b.extent.depth;
}

bool may_become(const FillWork& ours, const FillWork& theirs) {
  if (ours.extent.height <= 1 && theirs.extent.height <= 1) return true;
  return ours.extent.width == theirs.extent.width && ours.extent.height == theirs.extent.height &&
         ours.region.pitch == theirs.region.pitch && ours.value_bytes == theirs.value_bytes;
}

// Of the nodes themselves, not of graphs within them.
cudaGraphExecUpdateResult shallow_update_of(const Work& ours, const Work& theirs) {
  if (const auto* kernel = std::get_if<KernelWork>(&ours))
    return kernel->shape.cooperative == std::get<KernelWork>(theirs).shape.cooperative
               ? cudaGraphExecUpdateSuccess
               : cudaGraphExecUpdateErrorAttributesChanged;
  bool fits = true;
  if (const auto* copy = std::get_if<CopyWork>(&ours)) fits = may_become(*copy, std::get<CopyWork>(theirs));
  if (const auto* fill = std::get_if<FillWork>(&ours)) fits = may_become(*fill, std::get<FillWork>(theirs));
  if (const auto* allocate = std::get_if<AllocateWork>(&ours))
    fits = allocate->addresses == std::get<AllocateWork>(theirs).addresses;
  if (const auto* free = std::get_if<FreeWork>(&ours)) fits = free->address == std::get<FreeWork>(theirs).address;
  if (const auto* conditional = std::get_if<ConditionalWork>(&ours))
    fits = conditional->type == std::get<ConditionalWork>(theirs).type;
  if (const auto* words = std::get_if<WordsWork>(&ours)) fits = may_become(*words, std::get<WordsWork>(theirs));
  return fits ? cudaGraphExecUpdateSuccess : cudaGraphExecUpdateErrorParametersChanged;
}

struct Difference {
  cudaGraphExecUpdateResult result = cudaGraphExecUpdateSuccess;
  const Node* ours = nullptr;
  const Node* theirs = nullptr;
};

// Whether the nodes of both graphs are of the same kinds and come after the same ones, and each may become the other.
Difference compare(const Graph& ours, const Graph& theirs) {
  if (ours.nodes.size() != theirs.nodes.size()) return {.result = cudaGraphExecUpdateErrorTopologyChanged};
  const auto places = [](const Graph& graph) {
    std::map<const Node*, std::size_t> result;
    for (const std::unique_ptr<Node>& node : graph.nodes) result.emplace(node.get(), result.size());
    return result;
  };
  const auto our_places = places(ours), their_places = places(theirs);
  for (std::size_t i = 0; i < ours.nodes.size(); ++i) {
    const Node& mine = *ours.nodes[i];
    const Node& other = *theirs.nodes[i];
    const auto differs = [&](cudaGraphExecUpdateResult result) {
      return Difference{.result = result, .ours = &mine, .theirs = &other};
    };
    if (type_of(mine.work) != type_of(other.work)) return differs(cudaGraphExecUpdateErrorNodeTypeChanged);
    const bool same_edges = std::ranges::equal(mine.after, other.after, [&](const Edge& a, const Edge& b) {
      return our_places.at(a.from) == their_places.at(b.from) && a.data.type == b.data.type &&
             a.data.from_port == b.data.from_port;
    });
    if (!same_edges) return differs(cudaGraphExecUpdateErrorTopologyChanged);
    if (const auto result = shallow_update_of(mine.work, other.work); result != cudaGraphExecUpdateSuccess)
      return differs(result);
    const auto my_graphs = graphs_within(mine.work), other_graphs = graphs_within(other.work);
    if (my_graphs.size() != other_graphs.size()) return differs(cudaGraphExecUpdateErrorParametersChanged);
    for (std::size_t k = 0; k < my_graphs.size(); ++k) {
      const Difference within = compare(*my_graphs[k], *other_graphs[k]);
      if (within.result != cudaGraphExecUpdateSuccess) return within.ours != nullptr ? within : differs(within.result);
    }
  }
  return {};
}

void take_work(Graph& ours, const Graph& theirs) {
  for (std::size_t i = 0; i < ours.nodes.size(); ++i) {
    Work& mine = ours.nodes[i]->work;
    const auto my_graphs = graphs_within(mine), other_graphs = graphs_within(theirs.nodes[i]->work);
    for (std::size_t k = 0; k < my_graphs.size(); ++k) take_work(*my_graphs[k], *other_graphs[k]);
    if (my_graphs.empty()) mine = theirs.nodes[i]->work;
    if (auto* conditional = std::get_if<ConditionalWork>(&mine))
      conditional->condition->take_default_of(*std::get<ConditionalWork>(theirs.nodes[i]->work).condition);
  }
}

}  // namespace

namespace warpglass::cuda {

cudaGraphExecUpdateResult update_of(const Work& ours, const Work& theirs) {
  const cudaGraphExecUpdateResult shallow = shallow_update_of(ours, theirs);
  if (shallow != cudaGraphExecUpdateSuccess) return shallow;
  const auto our_graphs = graphs_within(ours), their_graphs = graphs_within(theirs);
  if (our_graphs.size() != their_graphs.size()) return cudaGraphExecUpdateErrorParametersChanged;
  for (std::size_t k = 0; k < our_graphs.size(); ++k) {
    const Difference within = compare(*our_graphs[k], *their_graphs[k]);
    if (within.result != cudaGraphExecUpdateSuccess) return within.result;
  }
  return cudaGraphExecUpdateSuccess;
}

cudaError_t update_executable(cudaGraphExec_t executable, cudaGraph_t graph, cudaGraphExecUpdateResultInfo& info) {
  return after_destruction(query([&](Process&) {
    const Executable* found = find(executable);
    const Graph* source = find(graph);
    if (found != nullptr && source != nullptr && (has_changeable_nodes(*found->graph) || has_changeable_nodes(*source)))
      return cudaErrorNotSupported;
    info = {.result = cudaGraphExecUpdateError, .errorNode = nullptr, .errorFromNode = nullptr};
    if (found == nullptr || source == nullptr) return cudaErrorInvalidValue;
    const Difference difference = compare(*found->graph, *source);
    info.result = difference.result;
    if (info.result != cudaGraphExecUpdateSuccess) {
      info.errorNode = reinterpret_cast<cudaGraphNode_t>(const_cast<Node*>(difference.theirs));
      return cudaErrorGraphExecUpdateFailure;
    }
    take_work(*found->graph, *source);
    found->graph->objects = source->objects;
    return cudaSuccess;
  }));
}

}  // namespace warpglass::cuda
