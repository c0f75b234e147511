// Prints a graph with nodes of several kinds to the file that is named.
#include <cuda_runtime.h>

#include "expect.hpp"

__global__ void set(int* values, int value) { values[threadIdx.x] = value; }

int main(int, char** argv) {
  cudaGraph_t graph = nullptr, child = nullptr;
  cudaGraphNode_t allocate = nullptr, kernel = nullptr, conditional = nullptr, nested = nullptr, within = nullptr;
  EXPECT_OK(cudaGraphCreate(&graph, 0));
  EXPECT_OK(cudaGraphAddEmptyNode(&allocate, graph, nullptr, 0));
  int* memory = nullptr;
  int value = 5;
  void* arguments[] = {&memory, &value};
  cudaKernelNodeParams launch = {};
  launch.func = reinterpret_cast<void*>(set);
  launch.gridDim = dim3(4, 2);
  launch.blockDim = dim3(32);
  launch.kernelParams = arguments;
  EXPECT_OK(cudaGraphAddKernelNode(&kernel, graph, &allocate, 1, &launch));
  cudaGraphConditionalHandle handle = 0;
  EXPECT_OK(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault));
  cudaGraphNodeParams p = {cudaGraphNodeTypeConditional};
  p.conditional.handle = handle;
  p.conditional.type = cudaGraphCondTypeIf;
  p.conditional.size = 2;
  EXPECT_OK(cudaGraphAddNode(&conditional, graph, &kernel, nullptr, 1, &p));
  EXPECT_OK(cudaGraphAddKernelNode(&within, p.conditional.phGraph_out[1], nullptr, 0, &launch));
  EXPECT_OK(cudaGraphCreate(&child, 0));
  EXPECT_OK(cudaGraphAddKernelNode(&within, child, nullptr, 0, &launch));
  EXPECT_OK(cudaGraphAddChildGraphNode(&nested, graph, &conditional, 1, child));
  EXPECT_OK(cudaGraphDebugDotPrint(graph, argv[1], cudaGraphDebugDotFlagsKernelNodeAttributes));
  EXPECT_OK(cudaGraphDestroy(child));
  EXPECT_OK(cudaGraphDestroy(graph));
  return failures;
}
