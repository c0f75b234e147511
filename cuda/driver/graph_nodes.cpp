// The nodes of graphs, in the driver API's structures.
#include <algorithm>
#include <cstring>
#include <functional>
#include <iterator>
#include <vector>

#include "cuda/arrays.hpp"
#include "cuda/copy.hpp"
#include "cuda/driver/call.hpp"
#include "cuda/driver/contexts.hpp"
#include "cuda/driver/launches.hpp"
#include "cuda/graph.hpp"
#include "cuda/graph_parameters.hpp"
#include "cuda/stream_words.hpp"

using namespace warpglass;
using namespace warpglass::cuda;

namespace {

// ---- Kernels ----

// All three versions begin alike; the later ones may name a CUkernel instead of a function.
template <class Parameters>
const void* function_of(const Parameters& p) {
  if constexpr (requires { p.kern; }) {
    if (p.func == nullptr) return p.kern;
  }
  return p.func;
}

// Does something with a kernel node's parameters in the runtime API's words, where arguments have addresses.
template <class Parameters, class Work>
CUresult with_kernel(const Parameters* p, Work&& work) {
  return driver_call([&]() -> CUresult {
    if (p == nullptr) return CUDA_ERROR_INVALID_VALUE;
    BufferedArguments buffered;
    void** arguments = nullptr;
    const CUresult known = result_of(operate([&](Process& process) {
      return arguments_of(process, function_of(*p), p->kernelParams, p->extra, buffered, arguments);
    }));
    if (known != CUDA_SUCCESS) return known;
    const cudaKernelNodeParams ours{.func = const_cast<void*>(function_of(*p)),
                                    .gridDim = {p->gridDimX, p->gridDimY, p->gridDimZ},
                                    .blockDim = {p->blockDimX, p->blockDimY, p->blockDimZ},
                                    .sharedMemBytes = p->sharedMemBytes,
                                    .kernelParams = arguments,
                                    .extra = nullptr};
    return result_of(work(ours));
  });
}

template <class Parameters>
CUresult add_kernel(const Where& at, const Parameters* p) {
  return with_kernel(p, [&](const cudaKernelNodeParams& ours) {
    return cudaGraphAddKernelNode(at.node, at.graph, at.dependencies, at.count, &ours);
  });
}
template <class Parameters>
CUresult set_kernel(CUgraphNode node, const Parameters* p) {
  return with_kernel(p, [&](const cudaKernelNodeParams& ours) { return cudaGraphKernelNodeSetParams(node, &ours); });
}
template <class Parameters>
CUresult set_kernel(CUgraphExec executable, CUgraphNode node, const Parameters* p) {
  return with_kernel(
      p, [&](const cudaKernelNodeParams& ours) { return cudaGraphExecKernelNodeSetParams(executable, node, &ours); });
}
template <class Parameters>
CUresult get_kernel(CUgraphNode node, Parameters* p) {
  return driver_call([&]() -> CUresult {
    cudaKernelNodeParams ours{};
    if (p == nullptr) return CUDA_ERROR_INVALID_VALUE;
    if (const CUresult result = result_of(cudaGraphKernelNodeGetParams(node, &ours)); result != CUDA_SUCCESS)
      return result;
    *p = {};
    p->func = static_cast<CUfunction>(ours.func);
    p->gridDimX = ours.gridDim.x;
    p->gridDimY = ours.gridDim.y;
    p->gridDimZ = ours.gridDim.z;
    p->blockDimX = ours.blockDim.x;
    p->blockDimY = ours.blockDim.y;
    p->blockDimZ = ours.blockDim.z;
    p->sharedMemBytes = ours.sharedMemBytes;
    p->kernelParams = ours.kernelParams;
    if constexpr (requires { p->ctx; }) p->ctx = handle_of(current_context());
    return CUDA_SUCCESS;
  });
}

// ---- Copies ----

// Widths and places count bytes in the driver API, an array's elements in the runtime's.
std::size_t element_bytes(CUarray array) {
  const std::lock_guard lock(Process::get().mutex());
  const runtime::Array* known = array_of(Process::get(), reinterpret_cast<cudaArray_const_t>(array));
  return known == nullptr ? 1 : known->image.texel_bytes();
}

struct NodeBoxEnd {
  CUmemorytype type;
  const void* host;
  CUdeviceptr device;
  CUarray array;
  std::size_t x, y, z, pitch, height;
};

CUresult place(const NodeBoxEnd& end, const CUDA_MEMCPY3D& p, cudaArray_t& array, cudaPos& at,
               cudaPitchedPtr& pointer) {
  at = {end.x, end.y, end.z};
  if (end.type == CU_MEMORYTYPE_ARRAY) {
    array = reinterpret_cast<cudaArray_t>(end.array);
    at.x /= element_bytes(end.array);
    return CUDA_SUCCESS;
  }
  if (end.type < CU_MEMORYTYPE_HOST || end.type > CU_MEMORYTYPE_UNIFIED) return CUDA_ERROR_INVALID_VALUE;
  pointer.ptr = end.type == CU_MEMORYTYPE_HOST ? const_cast<void*>(end.host) : pointer_of(end.device);
  pointer.pitch = end.pitch != 0 ? end.pitch : end.x + p.WidthInBytes;
  pointer.ysize = end.height != 0 ? end.height : std::max<std::size_t>(end.y + p.Height, 1);
  pointer.xsize = p.WidthInBytes;
  return CUDA_SUCCESS;
}

cudaMemcpyKind kind_of(const CUDA_MEMCPY3D& p) {
  if (p.dstMemoryType == CU_MEMORYTYPE_UNIFIED || p.srcMemoryType == CU_MEMORYTYPE_UNIFIED) return cudaMemcpyDefault;
  if (p.dstMemoryType == CU_MEMORYTYPE_HOST)
    return p.srcMemoryType == CU_MEMORYTYPE_HOST ? cudaMemcpyHostToHost : cudaMemcpyDeviceToHost;
  return p.srcMemoryType == CU_MEMORYTYPE_HOST ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToDevice;
}

CUresult copy_of(const CUDA_MEMCPY3D& p, cudaMemcpy3DParms& ours) {
  ours = {};
  if (p.srcLOD != 0 || p.dstLOD != 0) return CUDA_ERROR_INVALID_VALUE;
  const NodeBoxEnd to{p.dstMemoryType, p.dstHost, p.dstDevice, p.dstArray, p.dstXInBytes,
                      p.dstY,          p.dstZ,    p.dstPitch,  p.dstHeight};
  const NodeBoxEnd from{p.srcMemoryType, p.srcHost, p.srcDevice, p.srcArray, p.srcXInBytes,
                        p.srcY,          p.srcZ,    p.srcPitch,  p.srcHeight};
  if (const CUresult result = place(to, p, ours.dstArray, ours.dstPos, ours.dstPtr); result != CUDA_SUCCESS)
    return result;
  if (const CUresult result = place(from, p, ours.srcArray, ours.srcPos, ours.srcPtr); result != CUDA_SUCCESS)
    return result;
  const bool arrays = ours.dstArray != nullptr || ours.srcArray != nullptr;
  const std::size_t element = arrays ? element_bytes(ours.srcArray != nullptr ? p.srcArray : p.dstArray) : 1;
  ours.extent = {p.WidthInBytes / element, p.Height, p.Depth};
  ours.kind = kind_of(p);
  return CUDA_SUCCESS;
}

CUmemorytype type_of_end(cudaMemcpyKind kind, bool target) {
  switch (kind) {
    case cudaMemcpyHostToHost: return CU_MEMORYTYPE_HOST;
    case cudaMemcpyHostToDevice: return target ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST;
    case cudaMemcpyDeviceToHost: return target ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
    case cudaMemcpyDeviceToDevice: return CU_MEMORYTYPE_DEVICE;
    case cudaMemcpyDefault: return CU_MEMORYTYPE_UNIFIED;
  }
  return CU_MEMORYTYPE_UNIFIED;
}

CUDA_MEMCPY3D copy_from(const cudaMemcpy3DParms& ours) {
  CUDA_MEMCPY3D p{};
  const auto to = reinterpret_cast<CUarray>(ours.dstArray), from = reinterpret_cast<CUarray>(ours.srcArray);
  const std::size_t to_element = to != nullptr ? element_bytes(to) : 1;
  const std::size_t from_element = from != nullptr ? element_bytes(from) : 1;
  p.dstMemoryType = to != nullptr ? CU_MEMORYTYPE_ARRAY : type_of_end(ours.kind, true);
  p.srcMemoryType = from != nullptr ? CU_MEMORYTYPE_ARRAY : type_of_end(ours.kind, false);
  p.dstArray = to;
  p.srcArray = from;
  if (p.dstMemoryType == CU_MEMORYTYPE_HOST)
    p.dstHost = ours.dstPtr.ptr;
  else if (to == nullptr)
    p.dstDevice = address_of(ours.dstPtr.ptr);
  if (p.srcMemoryType == CU_MEMORYTYPE_HOST)
    p.srcHost = ours.srcPtr.ptr;
  else if (from == nullptr)
    p.srcDevice = address_of(ours.srcPtr.ptr);
  p.dstXInBytes = ours.dstPos.x * to_element;
  p.dstY = ours.dstPos.y;
  p.dstZ = ours.dstPos.z;
  p.srcXInBytes = ours.srcPos.x * from_element;
  p.srcY = ours.srcPos.y;
  p.srcZ = ours.srcPos.z;
  p.dstPitch = ours.dstPtr.pitch;
  p.dstHeight = ours.dstPtr.ysize;
  p.srcPitch = ours.srcPtr.pitch;
  p.srcHeight = ours.srcPtr.ysize;
  p.WidthInBytes = ours.extent.width * std::max(to_element, from_element);
  p.Height = ours.extent.height;
  p.Depth = ours.extent.depth;
  return p;
}

template <class Work>
CUresult with_copy(const CUDA_MEMCPY3D* p, Work&& work) {
  return driver_call([&]() -> CUresult {
    cudaMemcpy3DParms ours{};
    if (p == nullptr) return CUDA_ERROR_INVALID_VALUE;
    if (const CUresult result = copy_of(*p, ours); result != CUDA_SUCCESS) return result;
    return result_of(work(ours));
  });
}

// ---- Fills and host functions ----

template <class Parameters, class Work>
CUresult with_fill(const Parameters* p, Work&& work) {
  return driver_call([&]() -> CUresult {
    if (p == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const cudaMemsetParams ours{pointer_of(p->dst), p->pitch, p->value, p->elementSize, p->width, p->height};
    return result_of(work(ours));
  });
}

template <class Parameters, class Work>
CUresult with_host(const Parameters* p, Work&& work) {
  return driver_call([&]() -> CUresult {
    if (p == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const cudaHostNodeParams ours{p->fn, p->userData};
    return result_of(work(ours));
  });
}

}  // namespace

CUresult cuGraphAddKernelNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies,
                              size_t numDependencies, const CUDA_KERNEL_NODE_PARAMS_v1* nodeParams) {
  return add_kernel({phGraphNode, hGraph, dependencies, numDependencies}, nodeParams);
}
CUresult cuGraphAddKernelNode_v2(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies,
                                 size_t numDependencies, const CUDA_KERNEL_NODE_PARAMS* nodeParams) {
  return add_kernel({phGraphNode, hGraph, dependencies, numDependencies}, nodeParams);
}
CUresult cuGraphKernelNodeGetParams(CUgraphNode hNode, CUDA_KERNEL_NODE_PARAMS_v1* nodeParams) {
  return get_kernel(hNode, nodeParams);
}
CUresult cuGraphKernelNodeGetParams_v2(CUgraphNode hNode, CUDA_KERNEL_NODE_PARAMS* nodeParams) {
  return get_kernel(hNode, nodeParams);
}
CUresult cuGraphKernelNodeSetParams(CUgraphNode hNode, const CUDA_KERNEL_NODE_PARAMS_v1* nodeParams) {
  return set_kernel(hNode, nodeParams);
}
CUresult cuGraphKernelNodeSetParams_v2(CUgraphNode hNode, const CUDA_KERNEL_NODE_PARAMS* nodeParams) {
  return set_kernel(hNode, nodeParams);
}
CUresult cuGraphExecKernelNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
                                        const CUDA_KERNEL_NODE_PARAMS_v1* nodeParams) {
  return set_kernel(hGraphExec, hNode, nodeParams);
}
CUresult cuGraphExecKernelNodeSetParams_v2(CUgraphExec hGraphExec, CUgraphNode hNode,
                                           const CUDA_KERNEL_NODE_PARAMS* nodeParams) {
  return set_kernel(hGraphExec, hNode, nodeParams);
}

CUresult cuGraphAddMemcpyNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies,
                              size_t numDependencies, const CUDA_MEMCPY3D* copyParams, CUcontext) {
  return with_copy(copyParams, [&](const cudaMemcpy3DParms& ours) {
    return cudaGraphAddMemcpyNode(phGraphNode, hGraph, dependencies, numDependencies, &ours);
  });
}
CUresult cuGraphMemcpyNodeGetParams(CUgraphNode hNode, CUDA_MEMCPY3D* nodeParams) {
  return driver_call([&]() -> CUresult {
    cudaMemcpy3DParms ours{};
    if (nodeParams == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const CUresult result = result_of(cudaGraphMemcpyNodeGetParams(hNode, &ours));
    if (result == CUDA_SUCCESS) *nodeParams = copy_from(ours);
    return result;
  });
}
CUresult cuGraphMemcpyNodeSetParams(CUgraphNode hNode, const CUDA_MEMCPY3D* nodeParams) {
  return with_copy(nodeParams,
                   [&](const cudaMemcpy3DParms& ours) { return cudaGraphMemcpyNodeSetParams(hNode, &ours); });
}
CUresult cuGraphExecMemcpyNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_MEMCPY3D* copyParams,
                                        CUcontext) {
  return with_copy(copyParams, [&](const cudaMemcpy3DParms& ours) {
    return cudaGraphExecMemcpyNodeSetParams(hGraphExec, hNode, &ours);
  });
}

CUresult cuGraphAddMemsetNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies,
                              size_t numDependencies, const CUDA_MEMSET_NODE_PARAMS* memsetParams, CUcontext) {
  return with_fill(memsetParams, [&](const cudaMemsetParams& ours) {
    return cudaGraphAddMemsetNode(phGraphNode, hGraph, dependencies, numDependencies, &ours);
  });
}
CUresult cuGraphMemsetNodeGetParams(CUgraphNode hNode, CUDA_MEMSET_NODE_PARAMS* nodeParams) {
  return driver_call([&]() -> CUresult {
    cudaMemsetParams ours{};
    if (nodeParams == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const CUresult result = result_of(cudaGraphMemsetNodeGetParams(hNode, &ours));
    if (result == CUDA_SUCCESS)
      *nodeParams = {address_of(ours.dst), ours.pitch, ours.value, ours.elementSize, ours.width, ours.height};
    return result;
  });
}
CUresult cuGraphMemsetNodeSetParams(CUgraphNode hNode, const CUDA_MEMSET_NODE_PARAMS* nodeParams) {
  return with_fill(nodeParams,
                   [&](const cudaMemsetParams& ours) { return cudaGraphMemsetNodeSetParams(hNode, &ours); });
}
CUresult cuGraphExecMemsetNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
                                        const CUDA_MEMSET_NODE_PARAMS* memsetParams, CUcontext) {
  return with_fill(memsetParams, [&](const cudaMemsetParams& ours) {
    return cudaGraphExecMemsetNodeSetParams(hGraphExec, hNode, &ours);
  });
}

CUresult cuGraphAddHostNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies,
                            size_t numDependencies, const CUDA_HOST_NODE_PARAMS* nodeParams) {
  return with_host(nodeParams, [&](const cudaHostNodeParams& ours) {
    return cudaGraphAddHostNode(phGraphNode, hGraph, dependencies, numDependencies, &ours);
  });
}
CUresult cuGraphHostNodeGetParams(CUgraphNode hNode, CUDA_HOST_NODE_PARAMS* nodeParams) {
  return driver_call([&]() -> CUresult {
    cudaHostNodeParams ours{};
    if (nodeParams == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const CUresult result = result_of(cudaGraphHostNodeGetParams(hNode, &ours));
    if (result == CUDA_SUCCESS) *nodeParams = {ours.fn, ours.userData};
    return result;
  });
}
CUresult cuGraphHostNodeSetParams(CUgraphNode hNode, const CUDA_HOST_NODE_PARAMS* nodeParams) {
  return with_host(nodeParams,
                   [&](const cudaHostNodeParams& ours) { return cudaGraphHostNodeSetParams(hNode, &ours); });
}
CUresult cuGraphExecHostNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
                                      const CUDA_HOST_NODE_PARAMS* nodeParams) {
  return with_host(nodeParams, [&](const cudaHostNodeParams& ours) {
    return cudaGraphExecHostNodeSetParams(hGraphExec, hNode, &ours);
  });
}

CUresult cuGraphAddChildGraphNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies,
                                  size_t numDependencies, CUgraph childGraph) {
  return driver_call(Needs::init, [&] {
    return cudaGraphAddChildGraphNode(phGraphNode, hGraph, dependencies, numDependencies, childGraph);
  });
}
CUresult cuGraphChildGraphNodeGetGraph(CUgraphNode hNode, CUgraph* phGraph) {
  return driver_call(Needs::init, [&] { return cudaGraphChildGraphNodeGetGraph(hNode, phGraph); });
}
CUresult cuGraphExecChildGraphNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, CUgraph childGraph) {
  return driver_call([&] { return cudaGraphExecChildGraphNodeSetParams(hGraphExec, hNode, childGraph); });
}
CUresult cuGraphAddEmptyNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies,
                             size_t numDependencies) {
  return driver_call(Needs::init,
                     [&] { return cudaGraphAddEmptyNode(phGraphNode, hGraph, dependencies, numDependencies); });
}
CUresult cuGraphAddEventRecordNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies,
                                   size_t numDependencies, CUevent event) {
  return driver_call(
      [&] { return cudaGraphAddEventRecordNode(phGraphNode, hGraph, dependencies, numDependencies, event); });
}
CUresult cuGraphAddEventWaitNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies,
                                 size_t numDependencies, CUevent event) {
  return driver_call(
      [&] { return cudaGraphAddEventWaitNode(phGraphNode, hGraph, dependencies, numDependencies, event); });
}

CUresult cuGraphEventRecordNodeGetEvent(CUgraphNode hNode, CUevent* event_out) {
  return driver_call(Needs::init, [&] { return cudaGraphEventRecordNodeGetEvent(hNode, event_out); });
}
CUresult cuGraphEventRecordNodeSetEvent(CUgraphNode hNode, CUevent event) {
  return driver_call([&] { return cudaGraphEventRecordNodeSetEvent(hNode, event); });
}
CUresult cuGraphEventWaitNodeGetEvent(CUgraphNode hNode, CUevent* event_out) {
  return driver_call(Needs::init, [&] { return cudaGraphEventWaitNodeGetEvent(hNode, event_out); });
}
CUresult cuGraphEventWaitNodeSetEvent(CUgraphNode hNode, CUevent event) {
  return driver_call([&] { return cudaGraphEventWaitNodeSetEvent(hNode, event); });
}
CUresult cuGraphExecEventRecordNodeSetEvent(CUgraphExec hGraphExec, CUgraphNode hNode, CUevent event) {
  return driver_call([&] { return cudaGraphExecEventRecordNodeSetEvent(hGraphExec, hNode, event); });
}
CUresult cuGraphExecEventWaitNodeSetEvent(CUgraphExec hGraphExec, CUgraphNode hNode, CUevent event) {
  return driver_call([&] { return cudaGraphExecEventWaitNodeSetEvent(hGraphExec, hNode, event); });
}

// ---- Attributes of kernels ----

static_assert(sizeof(CUkernelNodeAttrValue) == sizeof(cudaLaunchAttributeValue));
static_assert(int(CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION) == cudaLaunchAttributeClusterDimension &&
              int(CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT) ==
                  cudaLaunchAttributePreferredSharedMemoryCarveout);

CUresult cuGraphKernelNodeSetAttribute(CUgraphNode hNode, CUkernelNodeAttrID attr, const CUkernelNodeAttrValue* value) {
  return driver_call([&] {
    return cudaGraphKernelNodeSetAttribute(hNode, static_cast<cudaLaunchAttributeID>(attr),
                                           reinterpret_cast<const cudaLaunchAttributeValue*>(value));
  });
}
CUresult cuGraphKernelNodeGetAttribute(CUgraphNode hNode, CUkernelNodeAttrID attr, CUkernelNodeAttrValue* value_out) {
  return driver_call([&] {
    return cudaGraphKernelNodeGetAttribute(hNode, static_cast<cudaLaunchAttributeID>(attr),
                                           reinterpret_cast<cudaLaunchAttributeValue*>(value_out));
  });
}
CUresult cuGraphKernelNodeCopyAttributes(CUgraphNode dst, CUgraphNode src) {
  return driver_call([&] { return cudaGraphKernelNodeCopyAttributes(dst, src); });
}

// ---- Nodes of every kind ----

namespace {

// Does something with the parameters in the runtime API's words, and gives back what the call puts out.
// Words have none in the runtime API, and are done something with by themselves.
template <class Work>
CUresult with_parameters(CUgraphNodeParams* p, Work&& work,
                         const std::function<cudaError_t(const WordsParameters&)>& words) {
  if (p == nullptr) return driver_call([] { return CUDA_ERROR_INVALID_VALUE; });
  cudaGraphNodeParams ours{};
  ours.type = static_cast<cudaGraphNodeType>(p->type);
  std::copy(std::begin(p->reserved0), std::end(p->reserved0), std::begin(ours.reserved0));
  ours.reserved2 = p->reserved2;
  const auto call = [&] { return driver_call([&] { return work(ours); }); };
  switch (p->type) {
    case CU_GRAPH_NODE_TYPE_KERNEL:
      return with_kernel(&p->kernel, [&](const cudaKernelNodeParams& kernel) {
        ours.kernel = {kernel.func,           kernel.gridDim,      kernel.blockDim,
                       kernel.sharedMemBytes, kernel.kernelParams, kernel.extra};
        return work(ours);
      });
    case CU_GRAPH_NODE_TYPE_MEMCPY:
      return with_copy(&p->memcpy.copyParams, [&](const cudaMemcpy3DParms& copy) {
        ours.memcpy.copyParams = copy;
        return work(ours);
      });
    case CU_GRAPH_NODE_TYPE_MEMSET:
      ours.memset = {pointer_of(p->memset.dst), p->memset.pitch, p->memset.value,
                     p->memset.elementSize,     p->memset.width, p->memset.height};
      return call();
    case CU_GRAPH_NODE_TYPE_HOST: ours.host = {p->host.fn, p->host.userData}; return call();
    case CU_GRAPH_NODE_TYPE_GRAPH:
      ours.graph = {p->graph.graph, static_cast<cudaGraphChildGraphNodeOwnership>(p->graph.ownership)};
      return call();
    case CU_GRAPH_NODE_TYPE_WAIT_EVENT: ours.eventWait = {p->eventWait.event}; return call();
    case CU_GRAPH_NODE_TYPE_EVENT_RECORD: ours.eventRecord = {p->eventRecord.event}; return call();
    case CU_GRAPH_NODE_TYPE_MEM_ALLOC: {
      std::memcpy(&ours.alloc, &p->alloc, sizeof ours.alloc);
      const CUresult result = call();
      p->alloc.dptr = address_of(ours.alloc.dptr);
      return result;
    }
    case CU_GRAPH_NODE_TYPE_MEM_FREE: ours.free = {pointer_of(p->free.dptr)}; return call();
    case CU_GRAPH_NODE_TYPE_CONDITIONAL: {
      ours.conditional = {p->conditional.handle, static_cast<cudaGraphConditionalNodeType>(p->conditional.type),
                          p->conditional.size, nullptr};
      const CUresult result = call();
      p->conditional.phGraph_out = ours.conditional.phGraph_out;
      return result;
    }
    case CU_GRAPH_NODE_TYPE_BATCH_MEM_OP:
      return driver_call([&] {
        if (p->memOp.paramArray == nullptr || p->memOp.flags != 0) return cudaErrorInvalidValue;
        return words({.operations = {p->memOp.paramArray, p->memOp.count}, .context = p->memOp.ctx});
      });
    default: return call();
  }
}

}  // namespace

CUresult cuGraphAddNode_v2(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies,
                           const CUgraphEdgeData* dependencyData, size_t numDependencies,
                           CUgraphNodeParams* nodeParams) {
  const Where at{phGraphNode, hGraph, dependencies, numDependencies,
                 reinterpret_cast<const cudaGraphEdgeData*>(dependencyData)};
  return with_parameters(
      nodeParams, [&](cudaGraphNodeParams& ours) { return add_any_node(at, &ours); },
      [&](const WordsParameters& words) { return add(at, &words); });
}
CUresult cuGraphAddNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies,
                        size_t numDependencies, CUgraphNodeParams* nodeParams) {
  return cuGraphAddNode_v2(phGraphNode, hGraph, dependencies, nullptr, numDependencies, nodeParams);
}
CUresult cuGraphNodeSetParams(CUgraphNode hNode, CUgraphNodeParams* nodeParams) {
  return with_parameters(
      nodeParams, [&](cudaGraphNodeParams& ours) { return cudaGraphNodeSetParams(hNode, &ours); },
      [&](const WordsParameters& words) { return set(hNode, &words); });
}
CUresult cuGraphExecNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, CUgraphNodeParams* nodeParams) {
  return with_parameters(
      nodeParams, [&](cudaGraphNodeParams& ours) { return cudaGraphExecNodeSetParams(hGraphExec, hNode, &ours); },
      [&](const WordsParameters& words) { return set(hGraphExec, hNode, &words); });
}
