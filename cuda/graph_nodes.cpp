// The kinds of nodes: how they are added, and how programs read and change their parameters, in a graph or in what was
// instantiated from it.
#include <cstring>
#include <utility>

#include "cuda/call.hpp"
#include "cuda/copy.hpp"
#include "cuda/graph.hpp"
#include "cuda/launch.hpp"

using namespace warpglass;
using namespace warpglass::cuda;
using runtime::Status;

namespace {

template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};

// What each kind of parameters means; false in the answer for those that mean nothing.
Status work_of(Process& process, const cudaKernelNodeParams& p, Work& work) {
  if (p.extra != nullptr) return Status::not_supported;
  return kernel_work(
      process, p.func,
      {.grid = extent_of(p.gridDim), .block = extent_of(p.blockDim), .dynamic_shared_bytes = p.sharedMemBytes},
      p.kernelParams, work);
}

Status work_of(Process&, const cudaMemcpy3DParms& p, Work& work) {
  work = CopyWork{.parameters = p};
  return Status::ok;
}

Status work_of(Process&, const cudaMemsetParams& p, Work& work) {
  if (p.elementSize != 1 && p.elementSize != 2 && p.elementSize != 4) return Status::invalid_value;
  work = FillWork{.region = {.base = address_of(p.dst), .pitch = p.pitch},
                  .extent = {.width = p.width * p.elementSize, .height = p.height},
                  .value = p.value,
                  .value_bytes = p.elementSize};
  return Status::ok;
}

Status work_of(Process&, const cudaHostNodeParams& p, Work& work) {
  if (p.fn == nullptr) return Status::invalid_value;
  work = HostWork{.parameters = p};
  return Status::ok;
}

struct Event {
  cudaEvent_t event;
  bool records;
};
Status work_of(Process& process, const Event& p, Work& work) {
  if (process.find_event(p.event) == nullptr) return Status::invalid_value;
  work = EventWork{.event = p.event, .records = p.records};
  return Status::ok;
}

Status work_of(Process&, const cudaGraph_t& child, Work& work) {
  const Graph* graph = find(child);
  if (graph == nullptr) return Status::invalid_value;
  work = ChildWork{.graph = copy_of(*graph)};
  return Status::ok;
}

Status work_of(Process&, const EmptyWork& p, Work& work) {
  work = p;
  return Status::ok;
}

struct SymbolCopy {
  const void* symbol;
  void* other;
  size_t count, offset;
  cudaMemcpyKind kind;
  bool to_symbol;
};
Status work_of(Process& process, const SymbolCopy& p, Work& work) {
  const runtime::DeviceVariable* variable = nullptr;
  if (const Status status = process.find_variable(p.symbol, variable); status != Status::ok) return status;
  if (p.offset > variable->bytes || p.count > variable->bytes - p.offset) return Status::invalid_value;
  const runtime::Region at{.base = variable->address + p.offset, .pitch = p.count};
  const runtime::Region other{.base = address_of(p.other), .pitch = p.count};
  work = copy_work(p.to_symbol ? at : other, p.to_symbol ? other : at, {.width = p.count}, p.kind);
  return Status::ok;
}

struct BytesCopy {
  void* to;
  const void* from;
  size_t count;
  cudaMemcpyKind kind;
};
Status work_of(Process&, const BytesCopy& p, Work& work) {
  work = copy_work({.base = address_of(p.to), .pitch = p.count}, {.base = address_of(p.from), .pitch = p.count},
                   {.width = p.count}, p.kind);
  return Status::ok;
}

template <class Parameters>
cudaError_t add(cudaGraphNode_t* node, cudaGraph_t handle, const cudaGraphNode_t* dependencies, size_t count,
                const Parameters* parameters) {
  return query([&](Process& process) {
    Graph* graph = find(handle);
    if (node == nullptr || graph == nullptr || parameters == nullptr || (dependencies == nullptr && count != 0))
      return cudaErrorInvalidValue;
    std::vector<Node*> after;
    if (!find_all({dependencies, count}, after)) return cudaErrorInvalidValue;
    Work work;
    if (const Status status = work_of(process, *parameters, work); status != Status::ok) return error_of(status);
    *node = handle_of(graph->add(std::move(work), std::move(after)));
    return cudaSuccess;
  });
}

template <class Parameters>
cudaError_t change(Process& process, Node* node, const Parameters* parameters) {
  if (node == nullptr || parameters == nullptr) return cudaErrorInvalidValue;
  Work work;
  if (const Status status = work_of(process, *parameters, work); status != Status::ok) return error_of(status);
  if (work.index() != node->work.index()) return cudaErrorInvalidValue;
  node->work = std::move(work);
  return cudaSuccess;
}

template <class Parameters>
cudaError_t set(cudaGraphNode_t node, const Parameters* parameters) {
  return query([&](Process& process) { return change(process, find(node), parameters); });
}

template <class Parameters>
cudaError_t set(cudaGraphExec_t executable, cudaGraphNode_t node, const Parameters* parameters) {
  return query([&](Process& process) {
    const Executable* found = find(executable);
    if (found == nullptr) return cudaErrorInvalidValue;
    return change(process, found->graph->copy_of(reinterpret_cast<const Node*>(node)), parameters);
  });
}

template <class Kind, class Give>
cudaError_t get(cudaGraphNode_t node, const void* result, Give&& give) {
  return query([&](Process&) {
    Node* found = find(node);
    Kind* work = found == nullptr ? nullptr : std::get_if<Kind>(&found->work);
    if (work == nullptr || result == nullptr) return cudaErrorInvalidValue;
    give(*work);
    return cudaSuccess;
  });
}

dim3 dim3_of(const Dim3& extent) { return {extent.x, extent.y, extent.z}; }

}  // namespace

namespace warpglass::cuda {

cudaGraphNodeType type_of(const Work& work) {
  return std::visit(Overloaded{[](const EmptyWork&) { return cudaGraphNodeTypeEmpty; },
                               [](const KernelWork&) { return cudaGraphNodeTypeKernel; },
                               [](const CopyWork&) { return cudaGraphNodeTypeMemcpy; },
                               [](const FillWork&) { return cudaGraphNodeTypeMemset; },
                               [](const HostWork&) { return cudaGraphNodeTypeHost; },
                               [](const ChildWork&) { return cudaGraphNodeTypeGraph; },
                               [](const EventWork& w) {
                                 return w.records ? cudaGraphNodeTypeEventRecord : cudaGraphNodeTypeWaitEvent;
                               }},
                    work);
}

void** arguments_of(KernelWork& work) {
  work.places.clear();
  for (std::vector<std::byte>& value : work.values) work.places.push_back(value.data());
  return work.places.data();
}

Status kernel_work(Process& process, const void* function, const runtime::LaunchShape& shape,
                   const void* const* arguments, Work& work) {
  runtime::Kernel* kernel = nullptr;
  if (const Status status = process.find_prepared_kernel(function, kernel); status != Status::ok) return status;
  KernelWork made{.function = function, .shape = shape, .values = {}};
  for (std::size_t i = 0; i < kernel->program->param_sizes.size(); ++i) {
    if (arguments == nullptr || arguments[i] == nullptr) return Status::invalid_value;
    const auto* bytes = static_cast<const std::byte*>(arguments[i]);
    made.values.emplace_back(bytes, bytes + kernel->program->param_sizes[i]);
  }
  work = std::move(made);
  return Status::ok;
}

Work copy_work(const runtime::Region& to, const runtime::Region& from, const runtime::Extent& extent,
               cudaMemcpyKind kind) {
  const auto pitched = [&](const runtime::Region& region) {
    return cudaPitchedPtr{.ptr = reinterpret_cast<void*>(region.base),
                          .pitch = region.pitch,
                          .xsize = extent.width,
                          .ysize = region.rows_per_slice};
  };
  CopyWork work;
  work.parameters.dstPtr = pitched(to);
  work.parameters.srcPtr = pitched(from);
  work.parameters.extent = {.width = extent.width, .height = extent.height, .depth = extent.depth};
  work.parameters.kind = kind;
  return work;
}

cudaError_t add_any_node(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies, size_t count,
                         const cudaGraphNodeParams* p) {
  if (p == nullptr) return answer(cudaErrorInvalidValue);
  switch (p->type) {
    case cudaGraphNodeTypeKernel: {
      const cudaKernelNodeParams kernel{p->kernel.func,           p->kernel.gridDim,      p->kernel.blockDim,
                                        p->kernel.sharedMemBytes, p->kernel.kernelParams, p->kernel.extra};
      return add(node, graph, dependencies, count, &kernel);
    }
    case cudaGraphNodeTypeMemcpy: return add(node, graph, dependencies, count, &p->memcpy.copyParams);
    case cudaGraphNodeTypeMemset: {
      const cudaMemsetParams fill{p->memset.dst,         p->memset.pitch, p->memset.value,
                                  p->memset.elementSize, p->memset.width, p->memset.height};
      return add(node, graph, dependencies, count, &fill);
    }
    case cudaGraphNodeTypeHost: {
      const cudaHostNodeParams host{p->host.fn, p->host.userData};
      return add(node, graph, dependencies, count, &host);
    }
    case cudaGraphNodeTypeGraph: return add(node, graph, dependencies, count, &p->graph.graph);
    case cudaGraphNodeTypeEmpty: return cudaGraphAddEmptyNode(node, graph, dependencies, count);
    case cudaGraphNodeTypeWaitEvent:
      return cudaGraphAddEventWaitNode(node, graph, dependencies, count, p->eventWait.event);
    case cudaGraphNodeTypeEventRecord:
      return cudaGraphAddEventRecordNode(node, graph, dependencies, count, p->eventRecord.event);
    case cudaGraphNodeTypeExtSemaphoreSignal:
    case cudaGraphNodeTypeExtSemaphoreWait:
    case cudaGraphNodeTypeMemAlloc:
    case cudaGraphNodeTypeMemFree:
    case cudaGraphNodeTypeConditional:
    case cudaGraphNodeTypeCount: break;
  }
  return not_supported("cudaGraphAddNode for this type of node");
}

}  // namespace warpglass::cuda

// ---- Kernels ----

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                   size_t numDependencies, const cudaKernelNodeParams* pNodeParams) {
  return add(pGraphNode, graph, pDependencies, numDependencies, pNodeParams);
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams* pNodeParams) {
  return get<KernelWork>(node, pNodeParams, [&](KernelWork& work) {
    *pNodeParams = {.func = const_cast<void*>(work.function),
                    .gridDim = dim3_of(work.shape.grid),
                    .blockDim = dim3_of(work.shape.block),
                    .sharedMemBytes = static_cast<unsigned>(work.shape.dynamic_shared_bytes),
                    .kernelParams = arguments_of(work),
                    .extra = nullptr};
  });
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* pNodeParams) {
  return set(node, pNodeParams);
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* pNodeParams) {
  return set(hGraphExec, node, pNodeParams);
}

// ---- Copies ----

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                   size_t numDependencies, const cudaMemcpy3DParms* pCopyParams) {
  return add(pGraphNode, graph, pDependencies, numDependencies, pCopyParams);
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                     const cudaGraphNode_t* pDependencies, size_t numDependencies, void* dst,
                                     const void* src, size_t count, cudaMemcpyKind kind) {
  const BytesCopy copy{dst, src, count, kind};
  return add(pGraphNode, graph, pDependencies, numDependencies, &copy);
}

cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                           const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                           const void* symbol, const void* src, size_t count, size_t offset,
                                           cudaMemcpyKind kind) {
  const SymbolCopy copy{symbol, const_cast<void*>(src), count, offset, kind, true};
  return add(pGraphNode, graph, pDependencies, numDependencies, &copy);
}

cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                             const cudaGraphNode_t* pDependencies, size_t numDependencies, void* dst,
                                             const void* symbol, size_t count, size_t offset, cudaMemcpyKind kind) {
  const SymbolCopy copy{symbol, dst, count, offset, kind, false};
  return add(pGraphNode, graph, pDependencies, numDependencies, &copy);
}

cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, cudaMemcpy3DParms* pNodeParams) {
  return get<CopyWork>(node, pNodeParams, [&](const CopyWork& work) { *pNodeParams = work.parameters; });
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const cudaMemcpy3DParms* pNodeParams) {
  return set(node, pNodeParams);
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* dst, const void* src, size_t count,
                                           cudaMemcpyKind kind) {
  const BytesCopy copy{dst, src, count, kind};
  return set(node, &copy);
}

cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const void* symbol, const void* src,
                                                 size_t count, size_t offset, cudaMemcpyKind kind) {
  const SymbolCopy copy{symbol, const_cast<void*>(src), count, offset, kind, true};
  return set(node, &copy);
}

cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void* dst, const void* symbol, size_t count,
                                                   size_t offset, cudaMemcpyKind kind) {
  const SymbolCopy copy{symbol, dst, count, offset, kind, false};
  return set(node, &copy);
}

cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                             const cudaMemcpy3DParms* pNodeParams) {
  return set(hGraphExec, node, pNodeParams);
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t hGraphExec, cudaGraphNode_t node, void* dst,
                                               const void* src, size_t count, cudaMemcpyKind kind) {
  const BytesCopy copy{dst, src, count, kind};
  return set(hGraphExec, node, &copy);
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                                     const void* symbol, const void* src, size_t count, size_t offset,
                                                     cudaMemcpyKind kind) {
  const SymbolCopy copy{symbol, const_cast<void*>(src), count, offset, kind, true};
  return set(hGraphExec, node, &copy);
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t hGraphExec, cudaGraphNode_t node, void* dst,
                                                       const void* symbol, size_t count, size_t offset,
                                                       cudaMemcpyKind kind) {
  const SymbolCopy copy{symbol, dst, count, offset, kind, false};
  return set(hGraphExec, node, &copy);
}

// ---- Fills ----

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                   size_t numDependencies, const cudaMemsetParams* pMemsetParams) {
  return add(pGraphNode, graph, pDependencies, numDependencies, pMemsetParams);
}

cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, cudaMemsetParams* pNodeParams) {
  return get<FillWork>(node, pNodeParams, [&](const FillWork& work) {
    *pNodeParams = {.dst = reinterpret_cast<void*>(work.region.base),
                    .pitch = work.region.pitch,
                    .value = work.value,
                    .elementSize = work.value_bytes,
                    .width = work.extent.width / work.value_bytes,
                    .height = work.extent.height};
  });
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams* pNodeParams) {
  return set(node, pNodeParams);
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                             const cudaMemsetParams* pNodeParams) {
  return set(hGraphExec, node, pNodeParams);
}

// ---- The host's functions, events, graphs within graphs ----

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                 size_t numDependencies, const cudaHostNodeParams* pNodeParams) {
  return add(pGraphNode, graph, pDependencies, numDependencies, pNodeParams);
}

cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, cudaHostNodeParams* pNodeParams) {
  return get<HostWork>(node, pNodeParams, [&](const HostWork& work) { *pNodeParams = work.parameters; });
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams* pNodeParams) {
  return set(node, pNodeParams);
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                           const cudaHostNodeParams* pNodeParams) {
  return set(hGraphExec, node, pNodeParams);
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                        const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                        cudaEvent_t event) {
  const Event records{event, true};
  return add(pGraphNode, graph, pDependencies, numDependencies, &records);
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                      const cudaGraphNode_t* pDependencies, size_t numDependencies, cudaEvent_t event) {
  const Event waits{event, false};
  return add(pGraphNode, graph, pDependencies, numDependencies, &waits);
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                       const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                       cudaGraph_t childGraph) {
  return add(pGraphNode, graph, pDependencies, numDependencies, &childGraph);
}

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t* pGraph) {
  return get<ChildWork>(node, static_cast<const void*>(pGraph),
                        [&](const ChildWork& work) { *pGraph = handle_of(*work.graph); });
}

cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                                 cudaGraph_t childGraph) {
  return set(hGraphExec, node, &childGraph);
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                  size_t numDependencies) {
  constexpr EmptyWork kNothing;
  return add(pGraphNode, graph, pDependencies, numDependencies, &kNothing);
}
