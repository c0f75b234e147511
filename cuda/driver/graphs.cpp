// Graphs and stream capture: the runtime API's; a graph's handle and a node's are the same in both.
#include "cuda/graph.hpp"

#include <utility>

#include "cuda/capture.hpp"
#include "cuda/driver/call.hpp"
#include "cuda/driver/contexts.hpp"

using namespace warpglass::cuda;

static_assert(int(CU_GRAPH_NODE_TYPE_CONDITIONAL) == cudaGraphNodeTypeConditional &&
              int(CU_GRAPH_NODE_TYPE_EVENT_RECORD) == cudaGraphNodeTypeEventRecord);
static_assert(int(CU_STREAM_CAPTURE_MODE_RELAXED) == cudaStreamCaptureModeRelaxed &&
              int(CU_STREAM_CAPTURE_STATUS_INVALIDATED) == cudaStreamCaptureStatusInvalidated);
static_assert(int(CUDA_GRAPH_INSTANTIATE_CONDITIONAL_HANDLE_UNUSED) == cudaGraphInstantiateConditionalHandleUnused);
static_assert(int(CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED) == cudaGraphExecUpdateErrorNodeTypeChanged);

namespace {

// Graphs belong to no context.
template <class Work>
CUresult graph_call(Work&& work) noexcept {
  return driver_call(Needs::init, std::forward<Work>(work));
}

}  // namespace

// ---- Capture ----

CUresult cuStreamBeginCapture_v2(CUstream hStream, CUstreamCaptureMode mode) {
  return driver_call([&] { return cudaStreamBeginCapture(hStream, static_cast<cudaStreamCaptureMode>(mode)); });
}
CUresult cuStreamBeginCapture(CUstream hStream) {
  return cuStreamBeginCapture_v2(hStream, CU_STREAM_CAPTURE_MODE_GLOBAL);
}
CUresult cuStreamEndCapture(CUstream hStream, CUgraph* phGraph) {
  return driver_call([&] { return cudaStreamEndCapture(hStream, phGraph); });
}
CUresult cuStreamIsCapturing(CUstream hStream, CUstreamCaptureStatus* captureStatus) {
  return driver_call(
      [&] { return cudaStreamIsCapturing(hStream, reinterpret_cast<cudaStreamCaptureStatus*>(captureStatus)); });
}

namespace {

CUresult capture_info(CUstream stream, CUstreamCaptureStatus* status, cuuint64_t* id, CUgraph* graph,
                      const CUgraphNode** dependencies, const CUgraphEdgeData** edges, size_t* count) {
  return driver_call([&]() -> CUresult {
    unsigned long long number = 0;
    const CUresult result = result_of(cudaStreamGetCaptureInfo(
        stream, reinterpret_cast<cudaStreamCaptureStatus*>(status), &number, graph,
        const_cast<const cudaGraphNode_t**>(reinterpret_cast<cudaGraphNode_t const**>(dependencies)),
        reinterpret_cast<const cudaGraphEdgeData**>(edges), count));
    if (result == CUDA_SUCCESS && id != nullptr) *id = number;
    return result;
  });
}

}  // namespace

CUresult cuStreamGetCaptureInfo(CUstream hStream, CUstreamCaptureStatus* captureStatus_out, cuuint64_t* id_out) {
  return capture_info(hStream, captureStatus_out, id_out, nullptr, nullptr, nullptr, nullptr);
}
CUresult cuStreamGetCaptureInfo_v2(CUstream hStream, CUstreamCaptureStatus* captureStatus_out, cuuint64_t* id_out,
                                   CUgraph* graph_out, const CUgraphNode** dependencies_out,
                                   size_t* numDependencies_out) {
  return capture_info(hStream, captureStatus_out, id_out, graph_out, dependencies_out, nullptr, numDependencies_out);
}
CUresult cuStreamGetCaptureInfo_v3(CUstream hStream, CUstreamCaptureStatus* captureStatus_out, cuuint64_t* id_out,
                                   CUgraph* graph_out, const CUgraphNode** dependencies_out,
                                   const CUgraphEdgeData** edgeData_out, size_t* numDependencies_out) {
  return capture_info(hStream, captureStatus_out, id_out, graph_out, dependencies_out, edgeData_out,
                      numDependencies_out);
}

CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode* mode) {
  return driver_call(
      Needs::init, [&] { return cudaThreadExchangeStreamCaptureMode(reinterpret_cast<cudaStreamCaptureMode*>(mode)); });
}

// ---- Graphs ----

CUresult cuGraphCreate(CUgraph* phGraph, unsigned int flags) {
  return graph_call([&] { return cudaGraphCreate(phGraph, flags); });
}
CUresult cuGraphDestroy(CUgraph hGraph) {
  return graph_call([&] { return cudaGraphDestroy(hGraph); });
}
CUresult cuGraphClone(CUgraph* phGraphClone, CUgraph originalGraph) {
  return graph_call([&] { return cudaGraphClone(phGraphClone, originalGraph); });
}
CUresult cuGraphNodeFindInClone(CUgraphNode* phNode, CUgraphNode hOriginalNode, CUgraph hClonedGraph) {
  return graph_call([&] { return cudaGraphNodeFindInClone(phNode, hOriginalNode, hClonedGraph); });
}
CUresult cuGraphNodeGetType(CUgraphNode hNode, CUgraphNodeType* type) {
  return graph_call([&] { return cudaGraphNodeGetType(hNode, reinterpret_cast<cudaGraphNodeType*>(type)); });
}
CUresult cuGraphGetNodes(CUgraph hGraph, CUgraphNode* nodes, size_t* numNodes) {
  return graph_call([&] { return cudaGraphGetNodes(hGraph, nodes, numNodes); });
}
CUresult cuGraphGetRootNodes(CUgraph hGraph, CUgraphNode* rootNodes, size_t* numRootNodes) {
  return graph_call([&] { return cudaGraphGetRootNodes(hGraph, rootNodes, numRootNodes); });
}
CUresult cuGraphDestroyNode(CUgraphNode hNode) {
  return graph_call([&] { return cudaGraphDestroyNode(hNode); });
}

namespace {

cudaGraphEdgeData* ours(CUgraphEdgeData* data) { return reinterpret_cast<cudaGraphEdgeData*>(data); }
const cudaGraphEdgeData* ours(const CUgraphEdgeData* data) { return reinterpret_cast<const cudaGraphEdgeData*>(data); }

}  // namespace

CUresult cuGraphGetEdges_v2(CUgraph hGraph, CUgraphNode* from, CUgraphNode* to, CUgraphEdgeData* edgeData,
                            size_t* numEdges) {
  return graph_call([&] { return list_edges(hGraph, from, to, ours(edgeData), numEdges); });
}
CUresult cuGraphGetEdges(CUgraph hGraph, CUgraphNode* from, CUgraphNode* to, size_t* numEdges) {
  return cuGraphGetEdges_v2(hGraph, from, to, nullptr, numEdges);
}
CUresult cuGraphNodeGetDependencies_v2(CUgraphNode hNode, CUgraphNode* dependencies, CUgraphEdgeData* edgeData,
                                       size_t* numDependencies) {
  return graph_call([&] { return list_dependencies(hNode, dependencies, ours(edgeData), numDependencies); });
}
CUresult cuGraphNodeGetDependencies(CUgraphNode hNode, CUgraphNode* dependencies, size_t* numDependencies) {
  return cuGraphNodeGetDependencies_v2(hNode, dependencies, nullptr, numDependencies);
}
CUresult cuGraphNodeGetDependentNodes_v2(CUgraphNode hNode, CUgraphNode* dependentNodes, CUgraphEdgeData* edgeData,
                                         size_t* numDependentNodes) {
  return graph_call([&] { return list_dependents(hNode, dependentNodes, ours(edgeData), numDependentNodes); });
}
CUresult cuGraphNodeGetDependentNodes(CUgraphNode hNode, CUgraphNode* dependentNodes, size_t* numDependentNodes) {
  return cuGraphNodeGetDependentNodes_v2(hNode, dependentNodes, nullptr, numDependentNodes);
}

CUresult cuGraphAddDependencies_v2(CUgraph hGraph, const CUgraphNode* from, const CUgraphNode* to,
                                   const CUgraphEdgeData* edgeData, size_t numDependencies) {
  return graph_call([&] { return add_edges(hGraph, from, to, ours(edgeData), numDependencies); });
}
CUresult cuGraphAddDependencies(CUgraph hGraph, const CUgraphNode* from, const CUgraphNode* to,
                                size_t numDependencies) {
  return cuGraphAddDependencies_v2(hGraph, from, to, nullptr, numDependencies);
}
CUresult cuGraphRemoveDependencies_v2(CUgraph hGraph, const CUgraphNode* from, const CUgraphNode* to,
                                      const CUgraphEdgeData* edgeData, size_t numDependencies) {
  return graph_call([&] { return remove_edges(hGraph, from, to, ours(edgeData), numDependencies); });
}
CUresult cuGraphRemoveDependencies(CUgraph hGraph, const CUgraphNode* from, const CUgraphNode* to,
                                   size_t numDependencies) {
  return cuGraphRemoveDependencies_v2(hGraph, from, to, nullptr, numDependencies);
}

CUresult cuStreamBeginCaptureToGraph(CUstream hStream, CUgraph hGraph, const CUgraphNode* dependencies,
                                     const CUgraphEdgeData* dependencyData, size_t numDependencies,
                                     CUstreamCaptureMode mode) {
  return driver_call([&] {
    return cudaStreamBeginCaptureToGraph(hStream, hGraph, dependencies, ours(dependencyData), numDependencies,
                                         static_cast<cudaStreamCaptureMode>(mode));
  });
}
CUresult cuStreamUpdateCaptureDependencies_v2(CUstream hStream, CUgraphNode* dependencies,
                                              const CUgraphEdgeData* dependencyData, size_t numDependencies,
                                              unsigned int flags) {
  return driver_call(
      [&] { return update_capture(hStream, dependencies, ours(dependencyData), numDependencies, flags); });
}
CUresult cuStreamUpdateCaptureDependencies(CUstream hStream, CUgraphNode* dependencies, size_t numDependencies,
                                           unsigned int flags) {
  return cuStreamUpdateCaptureDependencies_v2(hStream, dependencies, nullptr, numDependencies, flags);
}

// ---- Made ready and launched ----

CUresult cuGraphInstantiateWithFlags(CUgraphExec* phGraphExec, CUgraph hGraph, unsigned long long flags) {
  return driver_call([&] { return cudaGraphInstantiateWithFlags(phGraphExec, hGraph, flags); });
}

CUresult cuGraphInstantiate_v2(CUgraphExec* phGraphExec, CUgraph hGraph, CUgraphNode* phErrorNode, char* logBuffer,
                               size_t bufferSize) {
  if (phErrorNode != nullptr) *phErrorNode = nullptr;
  if (logBuffer != nullptr && bufferSize != 0) *logBuffer = '\0';
  return cuGraphInstantiateWithFlags(phGraphExec, hGraph, 0);
}
CUresult cuGraphInstantiate(CUgraphExec* phGraphExec, CUgraph hGraph, CUgraphNode* phErrorNode, char* logBuffer,
                            size_t bufferSize) {
  return cuGraphInstantiate_v2(phGraphExec, hGraph, phErrorNode, logBuffer, bufferSize);
}

CUresult cuGraphInstantiateWithParams(CUgraphExec* phGraphExec, CUgraph hGraph,
                                      CUDA_GRAPH_INSTANTIATE_PARAMS* instantiateParams) {
  return driver_call([&]() -> CUresult {
    if (instantiateParams == nullptr) return CUDA_ERROR_INVALID_VALUE;
    cudaGraphInstantiateParams p{.flags = instantiateParams->flags,
                                 .uploadStream = instantiateParams->hUploadStream,
                                 .errNode_out = nullptr,
                                 .result_out = cudaGraphInstantiateError};
    const CUresult result = result_of(instantiate_with(phGraphExec, hGraph, p));
    instantiateParams->hErrNode_out = p.errNode_out;
    instantiateParams->result_out = static_cast<CUgraphInstantiateResult>(p.result_out);
    return result;
  });
}

CUresult cuGraphExecGetFlags(CUgraphExec hGraphExec, cuuint64_t* flags) {
  return driver_call([&]() -> CUresult {
    unsigned long long kept = 0;
    if (flags == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const CUresult result = result_of(cudaGraphExecGetFlags(hGraphExec, &kept));
    if (result == CUDA_SUCCESS) *flags = kept;
    return result;
  });
}
CUresult cuGraphNodeSetEnabled(CUgraphExec hGraphExec, CUgraphNode hNode, unsigned int isEnabled) {
  return driver_call([&] { return cudaGraphNodeSetEnabled(hGraphExec, hNode, isEnabled); });
}
CUresult cuGraphNodeGetEnabled(CUgraphExec hGraphExec, CUgraphNode hNode, unsigned int* isEnabled) {
  return driver_call([&] { return cudaGraphNodeGetEnabled(hGraphExec, hNode, isEnabled); });
}
CUresult cuGraphUpload(CUgraphExec hGraphExec, CUstream hStream) {
  return driver_call([&] { return cudaGraphUpload(hGraphExec, hStream); });
}
CUresult cuGraphLaunch(CUgraphExec hGraphExec, CUstream hStream) {
  return driver_call([&] { return cudaGraphLaunch(hGraphExec, hStream); });
}
CUresult cuGraphExecDestroy(CUgraphExec hGraphExec) {
  return driver_call([&] { return cudaGraphExecDestroy(hGraphExec); });
}

CUresult cuGraphExecUpdate_v2(CUgraphExec hGraphExec, CUgraph hGraph, CUgraphExecUpdateResultInfo* resultInfo) {
  return driver_call([&]() -> CUresult {
    cudaGraphExecUpdateResultInfo info{};
    const CUresult result = result_of(update_executable(hGraphExec, hGraph, info));
    if (resultInfo != nullptr)
      *resultInfo = {static_cast<CUgraphExecUpdateResult>(info.result), info.errorNode, info.errorFromNode};
    return result;
  });
}
CUresult cuGraphExecUpdate(CUgraphExec hGraphExec, CUgraph hGraph, CUgraphNode* hErrorNode_out,
                           CUgraphExecUpdateResult* updateResult_out) {
  CUgraphExecUpdateResultInfo info{};
  const CUresult result = cuGraphExecUpdate_v2(hGraphExec, hGraph, &info);
  if (hErrorNode_out != nullptr) *hErrorNode_out = info.errorNode;
  if (updateResult_out != nullptr) *updateResult_out = info.result;
  return result;
}
