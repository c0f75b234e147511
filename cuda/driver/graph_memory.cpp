// Graphs that allocate and that decide, and objects of the user's: the runtime API's.
#include <cstring>

#include "cuda/driver/call.hpp"
#include "cuda/graph.hpp"
#include "cuda/graph_memory.hpp"

using namespace warpglass::cuda;

static_assert(sizeof(CUDA_MEM_ALLOC_NODE_PARAMS) == sizeof(cudaMemAllocNodeParams));
static_assert(sizeof(CUgraphEdgeData) == sizeof(cudaGraphEdgeData));
static_assert(int(CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH) == cudaGraphMemAttrReservedMemHigh);
static_assert(int(CU_GRAPH_COND_TYPE_SWITCH) == cudaGraphCondTypeSwitch &&
              int(CU_GRAPH_COND_ASSIGN_DEFAULT) == cudaGraphCondAssignDefault);

CUresult cuGraphAddMemAllocNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies,
                                size_t numDependencies, CUDA_MEM_ALLOC_NODE_PARAMS* nodeParams) {
  return driver_call([&] {
    return add_memory_node({phGraphNode, hGraph, dependencies, numDependencies}, "cuGraphAddMemAllocNode",
                           reinterpret_cast<cudaMemAllocNodeParams*>(nodeParams));
  });
}
CUresult cuGraphMemAllocNodeGetParams(CUgraphNode hNode, CUDA_MEM_ALLOC_NODE_PARAMS* params_out) {
  return driver_call(Needs::init, [&] {
    return cudaGraphMemAllocNodeGetParams(hNode, reinterpret_cast<cudaMemAllocNodeParams*>(params_out));
  });
}
CUresult cuGraphAddMemFreeNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies,
                               size_t numDependencies, CUdeviceptr dptr) {
  return driver_call(
      [&] { return add_free_node({phGraphNode, hGraph, dependencies, numDependencies}, pointer_of(dptr)); });
}
CUresult cuGraphMemFreeNodeGetParams(CUgraphNode hNode, CUdeviceptr* dptr_out) {
  return driver_call(Needs::init, [&] { return cudaGraphMemFreeNodeGetParams(hNode, dptr_out); });
}

CUresult cuDeviceGraphMemTrim(CUdevice device) {
  return driver_call(Needs::init, [&] { return cudaDeviceGraphMemTrim(device); });
}
CUresult cuDeviceGetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attr, void* value) {
  return driver_call(Needs::init, [&] {
    return cudaDeviceGetGraphMemAttribute(device, static_cast<cudaGraphMemAttributeType>(attr), value);
  });
}
CUresult cuDeviceSetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attr, void* value) {
  return driver_call(Needs::init, [&] {
    return cudaDeviceSetGraphMemAttribute(device, static_cast<cudaGraphMemAttributeType>(attr), value);
  });
}

CUresult cuGraphConditionalHandleCreate(CUgraphConditionalHandle* pHandle_out, CUgraph hGraph, CUcontext,
                                        unsigned int defaultLaunchValue, unsigned int flags) {
  return driver_call([&] {
    cudaGraphConditionalHandle handle = 0;
    const cudaError_t error =
        cudaGraphConditionalHandleCreate(pHandle_out == nullptr ? nullptr : &handle, hGraph, defaultLaunchValue, flags);
    if (error == cudaSuccess) *pHandle_out = handle;
    return error;
  });
}

CUresult cuGraphDebugDotPrint(CUgraph hGraph, const char* path, unsigned int flags) {
  return driver_call(Needs::init, [&] { return cudaGraphDebugDotPrint(hGraph, path, flags); });
}

CUresult cuUserObjectCreate(CUuserObject* object_out, void* ptr, CUhostFn destroy, unsigned int initialRefcount,
                            unsigned int flags) {
  return driver_call(Needs::init,
                     [&] { return cudaUserObjectCreate(object_out, ptr, destroy, initialRefcount, flags); });
}
CUresult cuUserObjectRetain(CUuserObject object, unsigned int count) {
  return driver_call(Needs::init, [&] { return cudaUserObjectRetain(object, count); });
}
CUresult cuUserObjectRelease(CUuserObject object, unsigned int count) {
  return driver_call(Needs::init, [&] { return cudaUserObjectRelease(object, count); });
}
CUresult cuGraphRetainUserObject(CUgraph graph, CUuserObject object, unsigned int count, unsigned int flags) {
  return driver_call(Needs::init, [&] { return cudaGraphRetainUserObject(graph, object, count, flags); });
}
CUresult cuGraphReleaseUserObject(CUgraph graph, CUuserObject object, unsigned int count) {
  return driver_call(Needs::init, [&] { return cudaGraphReleaseUserObject(graph, object, count); });
}
