// Who launches which graph, and from where: tests/cuda/session_test.cpp has these lines and columns.
#include <cuda_runtime.h>

__global__ void leaf(int* out) { out[threadIdx.x] = 1; }

__global__ void launcher(cudaGraphExec_t graph, cudaGraphExec_t tail) {
  if (threadIdx.x != 3) return;
  cudaGraphLaunch(tail, cudaStreamGraphTailLaunch);
  if (blockIdx.x == 0) cudaGraphLaunch(graph, cudaStreamGraphFireAndForget);
}

int main() {
  int* out = nullptr;
  cudaStream_t stream = nullptr;
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t child = nullptr, tail = nullptr, launching = nullptr;
  cudaMalloc(&out, 32 * sizeof(int));
  cudaStreamCreate(&stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  leaf<<<1, 32, 0, stream>>>(out);
  leaf<<<1, 16, 0, stream>>>(out);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&child, graph, cudaGraphInstantiateFlagDeviceLaunch);
  cudaGraphInstantiate(&tail, graph, cudaGraphInstantiateFlagDeviceLaunch);
  cudaGraphUpload(child, stream);
  cudaGraphUpload(tail, stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  launcher<<<1, 32, 0, stream>>>(child, tail);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&launching, graph, 0);
  cudaGraphLaunch(launching, stream);
  return cudaStreamSynchronize(stream);
}
