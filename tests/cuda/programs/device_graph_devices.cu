// Graphs that kernels launch, on two devices: each has its own.
#include <cuda_runtime.h>

#include "expect.hpp"

__device__ cudaGraphExec_t child;

__global__ void add_one(int* sum) { *sum += 1; }
__global__ void launch(int* answer) { *answer = cudaGraphLaunch(child, cudaStreamGraphTailLaunch); }

static void set(int device) { EXPECT_OK(cudaSetDevice(device)); }

// Of the current device.
static cudaGraphNode_t add(cudaGraph_t graph, void (*kernel)(int*), int* argument) {
  cudaGraphNode_t node = nullptr;
  void* arguments[] = {&argument};
  cudaKernelNodeParams parameters = {};
  parameters.func = reinterpret_cast<void*>(kernel);
  parameters.gridDim = parameters.blockDim = dim3(1);
  parameters.kernelParams = arguments;
  EXPECT_OK(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &parameters));
  return node;
}
static cudaGraph_t empty() {
  cudaGraph_t graph = nullptr;
  EXPECT_OK(cudaGraphCreate(&graph, 0));
  return graph;
}

static void expect_one_device(void (*kernel)(int*), unsigned long long flags, int* argument) {
  const cudaGraph_t graph = empty();
  set(0);
  add(graph, kernel, argument);
  set(1);
  const cudaGraphNode_t second = add(graph, kernel, argument);
  cudaGraphExec_t executable = nullptr;
  cudaGraphInstantiateParams parameters = {};
  parameters.flags = flags;
  EXPECT(cudaGraphInstantiateWithParams(&executable, graph, &parameters) == cudaErrorInvalidValue);
  EXPECT(parameters.result_out == cudaGraphInstantiateMultipleDevicesNotSupported);
  EXPECT(parameters.errNode_out == second);
}

static int launch_child(cudaGraphExec_t executable, int* answer) {
  EXPECT_OK(cudaMemcpyToSymbol(child, &executable, sizeof executable));
  const cudaGraph_t graph = empty();
  add(graph, launch, answer);
  cudaGraphExec_t launching = nullptr;
  EXPECT_OK(cudaGraphInstantiate(&launching, graph, 0));
  EXPECT_OK(cudaGraphLaunch(launching, nullptr));
  EXPECT_OK(cudaDeviceSynchronize());
  return *answer;
}

int main() {
  int *sum = nullptr, *answer = nullptr;
  EXPECT_OK(cudaMallocManaged(&sum, sizeof *sum));
  EXPECT_OK(cudaMallocManaged(&answer, sizeof *answer));
  expect_one_device(add_one, cudaGraphInstantiateFlagDeviceLaunch, sum);
  expect_one_device(launch, 0, answer);

  set(1);
  const cudaGraph_t graph = empty();
  add(graph, add_one, sum);
  cudaGraphExec_t executable = nullptr;
  EXPECT_OK(cudaGraphInstantiate(&executable, graph, cudaGraphInstantiateFlagDeviceLaunch));
  EXPECT_OK(cudaGraphUpload(executable, nullptr));
  *sum = 0;
  for (int i = 1; i <= 3; ++i) {
    EXPECT(launch_child(executable, answer) == cudaSuccess);
    EXPECT(*sum == i);
  }
  // The other has no such graph.
  set(0);
  EXPECT(launch_child(executable, answer) == cudaErrorInvalidValue);
  EXPECT(*sum == 3);
  return failures;
}
