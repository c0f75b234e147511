// Graphs made call by call and by capture: order, parameters, changes, and what goes wrong.
#include <cuda_runtime.h>

#include <cstdint>
#include <vector>

#include "expect.hpp"

namespace {

constexpr int kCount = 64;
__constant__ int factor = 1;

__global__ void add(int* values, int amount) { values[threadIdx.x] += amount; }
__global__ void multiply(int* values) { values[threadIdx.x] *= factor; }

struct Arrays {
  int* device = nullptr;
  std::vector<int> host = std::vector<int>(kCount, -1);
  Arrays() { EXPECT_OK(cudaMalloc(&device, kCount * sizeof(int))); }
  ~Arrays() { EXPECT_OK(cudaFree(device)); }
  bool are(int wanted) const {
    for (const int value : host)
      if (value != wanted) return false;
    return true;
  }
};

void CUDART_CB count_call(void* calls) { ++*static_cast<int*>(calls); }

void built_call_by_call() {
  Arrays arrays;
  cudaGraph_t graph = nullptr;
  cudaGraphNode_t fill = nullptr, kernel = nullptr, second = nullptr, copy = nullptr, host = nullptr, empty = nullptr;
  EXPECT_OK(cudaGraphCreate(&graph, 0));
  // Made in another order than they are to run in.
  cudaMemsetParams zero = {};
  zero.dst = arrays.device;
  zero.elementSize = 4;
  zero.value = 5;
  zero.width = kCount;
  zero.height = 1;
  int amount = 2;
  void* arguments[] = {&arrays.device, &amount};
  cudaKernelNodeParams launch = {};
  launch.func = reinterpret_cast<void*>(add);
  launch.gridDim = dim3(1);
  launch.blockDim = dim3(kCount);
  launch.kernelParams = arguments;
  EXPECT_OK(cudaGraphAddKernelNode(&kernel, graph, nullptr, 0, &launch));
  amount = 100;  // parameters were copied
  EXPECT_OK(cudaGraphAddMemsetNode(&fill, graph, nullptr, 0, &zero));
  EXPECT_OK(cudaGraphAddDependencies(graph, &fill, &kernel, nullptr, 1));
  EXPECT_OK(cudaGraphAddMemcpyNode1D(&copy, graph, &kernel, 1, arrays.host.data(), arrays.device, kCount * sizeof(int),
                                     cudaMemcpyDeviceToHost));
  int calls = 0;
  const cudaHostNodeParams function = {count_call, &calls};
  EXPECT_OK(cudaGraphAddHostNode(&host, graph, &copy, 1, &function));
  EXPECT_OK(cudaGraphAddEmptyNode(&empty, graph, &host, 1));

  size_t count = 0;
  EXPECT_OK(cudaGraphGetNodes(graph, nullptr, &count));
  EXPECT(count == 5);
  EXPECT_OK(cudaGraphGetRootNodes(graph, nullptr, &count));
  EXPECT(count == 1);
  EXPECT_OK(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &count));
  EXPECT(count == 4);
  cudaGraphNode_t before = nullptr;
  count = 1;
  EXPECT_OK(cudaGraphNodeGetDependencies(kernel, &before, nullptr, &count));
  EXPECT(count == 1 && before == fill);
  EXPECT_OK(cudaGraphNodeGetDependentNodes(kernel, &before, nullptr, &count));
  EXPECT(count == 1 && before == copy);
  cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
  EXPECT_OK(cudaGraphNodeGetType(fill, &type));
  EXPECT(type == cudaGraphNodeTypeMemset);

  cudaGraphExec_t executable = nullptr;
  EXPECT_OK(cudaGraphInstantiate(&executable, graph, 0));
  EXPECT(arrays.are(-1));  // nothing has run yet
  EXPECT_OK(cudaGraphLaunch(executable, nullptr));
  EXPECT_OK(cudaGraphLaunch(executable, nullptr));
  EXPECT(arrays.are(7));
  EXPECT(calls == 2);

  // Other parameters for the executable alone.
  amount = 30;
  EXPECT_OK(cudaGraphExecKernelNodeSetParams(executable, kernel, &launch));
  EXPECT_OK(cudaGraphLaunch(executable, nullptr));
  EXPECT(arrays.are(35));
  cudaKernelNodeParams read = {};
  EXPECT_OK(cudaGraphKernelNodeGetParams(kernel, &read));
  EXPECT(read.func == launch.func && read.blockDim.x == kCount && *static_cast<int*>(read.kernelParams[1]) == 2);
  EXPECT_OK(cudaGraphNodeSetEnabled(executable, kernel, 0));
  EXPECT_OK(cudaGraphLaunch(executable, nullptr));
  EXPECT(arrays.are(5));
  EXPECT(cudaGraphExecKernelNodeSetParams(executable, fill, &launch) == cudaErrorInvalidValue);

  // A graph of the same shape lends its parameters; one of another shape does not.
  cudaGraph_t other = nullptr;
  cudaGraphExecUpdateResultInfo info = {};
  EXPECT_OK(cudaGraphClone(&other, graph));
  cudaGraphNode_t clone_of_fill = nullptr;
  EXPECT_OK(cudaGraphNodeFindInClone(&clone_of_fill, fill, other));
  zero.value = 8;
  EXPECT_OK(cudaGraphMemsetNodeSetParams(clone_of_fill, &zero));
  EXPECT_OK(cudaGraphExecUpdate(executable, other, &info));
  EXPECT_OK(cudaGraphLaunch(executable, nullptr));
  EXPECT(arrays.are(8));
  EXPECT_OK(cudaGraphAddKernelNode(&second, other, nullptr, 0, &launch));
  EXPECT(cudaGraphExecUpdate(executable, other, &info) == cudaErrorGraphExecUpdateFailure);
  EXPECT(info.result == cudaGraphExecUpdateErrorTopologyChanged);

  // A graph within a graph.
  cudaGraph_t outer = nullptr;
  cudaGraphNode_t child = nullptr;
  EXPECT_OK(cudaGraphCreate(&outer, 0));
  EXPECT_OK(cudaGraphAddChildGraphNode(&child, outer, nullptr, 0, graph));
  amount = 1;
  EXPECT_OK(cudaGraphAddKernelNode(&second, outer, &child, 1, &launch));
  EXPECT_OK(cudaGraphAddMemcpyNode1D(&copy, outer, &second, 1, arrays.host.data(), arrays.device, kCount * sizeof(int),
                                     cudaMemcpyDefault));
  EXPECT_OK(cudaGraphExecDestroy(executable));
  EXPECT_OK(cudaGraphInstantiateWithFlags(&executable, outer, 0));
  EXPECT_OK(cudaGraphDestroy(graph));
  EXPECT_OK(cudaGraphDestroy(outer));
  EXPECT_OK(cudaGraphLaunch(executable, nullptr));  // outlives what it was made from
  EXPECT(arrays.are(8));

  EXPECT_OK(cudaGraphDestroy(other));
  EXPECT(cudaGraphDestroy(other) == cudaErrorInvalidValue);
  EXPECT_OK(cudaGraphExecDestroy(executable));
  EXPECT(cudaGraphLaunch(executable, nullptr) == cudaErrorInvalidValue);
}

void a_cycle_is_no_order() {
  cudaGraph_t graph = nullptr;
  cudaGraphNode_t a = nullptr, b = nullptr;
  cudaGraphExec_t executable = nullptr;
  EXPECT_OK(cudaGraphCreate(&graph, 0));
  EXPECT_OK(cudaGraphAddEmptyNode(&a, graph, nullptr, 0));
  EXPECT_OK(cudaGraphAddEmptyNode(&b, graph, &a, 1));
  EXPECT_OK(cudaGraphAddDependencies(graph, &b, &a, nullptr, 1));
  EXPECT(cudaGraphInstantiate(&executable, graph, 0) == cudaErrorInvalidValue);
  EXPECT_OK(cudaGraphRemoveDependencies(graph, &b, &a, nullptr, 1));
  EXPECT_OK(cudaGraphInstantiate(&executable, graph, 0));
  EXPECT_OK(cudaGraphDestroyNode(a));
  EXPECT_OK(cudaGraphExecDestroy(executable));
  EXPECT_OK(cudaGraphDestroy(graph));
}

void captured() {
  Arrays arrays;
  cudaStream_t stream = nullptr, side = nullptr;
  cudaEvent_t forked = nullptr, joined = nullptr;
  EXPECT_OK(cudaStreamCreate(&stream));
  EXPECT_OK(cudaStreamCreate(&side));
  EXPECT_OK(cudaEventCreateWithFlags(&forked, cudaEventDisableTiming));
  EXPECT_OK(cudaEventCreateWithFlags(&joined, cudaEventDisableTiming));
  int calls = 0;
  int three = 3;
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;

  EXPECT_OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  EXPECT_OK(cudaStreamIsCapturing(stream, &status));
  EXPECT(status == cudaStreamCaptureStatusActive);
  EXPECT_OK(cudaMemsetAsync(arrays.device, 0, kCount * sizeof(int), stream));
  add<<<1, kCount, 0, stream>>>(arrays.device, 4);
  EXPECT_OK(cudaEventRecord(forked, stream));
  EXPECT_OK(cudaStreamWaitEvent(side, forked, 0));
  EXPECT_OK(cudaStreamIsCapturing(side, &status));
  EXPECT(status == cudaStreamCaptureStatusActive);
  EXPECT_OK(cudaMemcpyToSymbolAsync(factor, &three, sizeof three, 0, cudaMemcpyHostToDevice, side));
  EXPECT_OK(cudaLaunchHostFunc(side, count_call, &calls));
  EXPECT_OK(cudaEventRecord(joined, side));
  EXPECT_OK(cudaStreamWaitEvent(stream, joined, 0));
  multiply<<<1, kCount, 0, stream>>>(arrays.device);
  EXPECT_OK(cudaMemcpyAsync(arrays.host.data(), arrays.device, kCount * sizeof(int), cudaMemcpyDeviceToHost, stream));
  cudaGraph_t graph = nullptr;
  EXPECT_OK(cudaStreamEndCapture(stream, &graph));
  EXPECT(arrays.are(-1));
  EXPECT(calls == 0);
  size_t count = 0;
  EXPECT_OK(cudaGraphGetNodes(graph, nullptr, &count));
  EXPECT(count == 6);
  EXPECT_OK(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &count));
  EXPECT(count == 6);
  EXPECT_OK(cudaStreamIsCapturing(side, &status));
  EXPECT(status == cudaStreamCaptureStatusNone);

  cudaGraphExec_t executable = nullptr;
  EXPECT_OK(cudaGraphInstantiate(&executable, graph, 0));
  EXPECT_OK(cudaGraphUpload(executable, stream));
  for (int round = 0; round < 3; ++round) EXPECT_OK(cudaGraphLaunch(executable, stream));
  EXPECT_OK(cudaStreamSynchronize(stream));
  EXPECT(arrays.are(12));
  EXPECT(calls == 3);

  // What cannot be captured, and captures that end badly.
  cudaGraph_t none = graph;
  EXPECT(cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal) == cudaErrorStreamCaptureUnsupported);
  EXPECT(cudaStreamEndCapture(stream, &none) == cudaErrorIllegalState);
  EXPECT_OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  EXPECT(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed) == cudaErrorIllegalState);
  EXPECT(cudaStreamSynchronize(stream) == cudaErrorStreamCaptureUnsupported);
  EXPECT(cudaStreamEndCapture(stream, &none) == cudaErrorStreamCaptureInvalidated);
  EXPECT(none == nullptr);
  EXPECT_OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  EXPECT_OK(cudaEventRecord(forked, stream));
  EXPECT_OK(cudaStreamWaitEvent(side, forked, 0));
  add<<<1, kCount, 0, side>>>(arrays.device, 1);
  EXPECT(cudaStreamEndCapture(stream, &none) == cudaErrorStreamCaptureUnjoined);
  (void)cudaGetLastError();

  EXPECT_OK(cudaGraphExecDestroy(executable));
  EXPECT_OK(cudaGraphDestroy(graph));
  EXPECT_OK(cudaEventDestroy(forked));
  EXPECT_OK(cudaEventDestroy(joined));
  EXPECT_OK(cudaStreamDestroy(stream));
  EXPECT_OK(cudaStreamDestroy(side));
}

}  // namespace

int main() {
  built_call_by_call();
  a_cycle_is_no_order();
  captured();
  return failures;
}
