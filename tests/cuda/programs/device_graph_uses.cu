// Programs' ways with graphs that kernels launch: loops, retries, launches that wait for the host, copies and fills,
// code that is unloaded.
#include <cuda_runtime.h>

#include <thread>

#include "expect.hpp"

__device__ cudaGraphExec_t child;
__device__ int answers[4];
__device__ int rounds;

__global__ void add(int* sum) { atomicAdd(sum, 1); }

// A graph that is over in between is launched again.
__global__ void launch_three_times() {
  for (int i = 0; i < 3; ++i)
    while (cudaGraphLaunch(child, cudaStreamGraphFireAndForget) != cudaSuccess) ++rounds;
}

__global__ void wait_for(volatile int* latch) {
  while (*latch == 0) {
  }
}
__global__ void launch_behind() { answers[0] = cudaGraphLaunch(child, cudaStreamGraphTailLaunch); }
__global__ void loop(int* counter) {
  if (++*counter < 5000) answers[1] = cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch);
}

// Nodes that come later in the same graph.
__device__ cudaGraphDeviceNode_t later;
__global__ void change(int grid) {
  answers[2] = cudaGraphKernelNodeSetGridDim(later, dim3(grid));
  answers[3] = cudaGraphKernelNodeSetEnabled(later, grid != 3);
}

cudaStream_t stream;

template <class Work>
cudaGraph_t captured(Work&& work) {
  cudaGraph_t graph = nullptr;
  EXPECT_OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  work();
  EXPECT_OK(cudaStreamEndCapture(stream, &graph));
  return graph;
}
cudaGraphExec_t for_device(cudaGraph_t graph) {
  cudaGraphExec_t executable = nullptr;
  EXPECT_OK(cudaGraphInstantiate(&executable, graph, cudaGraphInstantiateFlagDeviceLaunch));
  EXPECT_OK(cudaGraphUpload(executable, stream));
  return executable;
}
void launch(cudaGraph_t graph) {
  cudaGraphExec_t executable = nullptr;
  EXPECT_OK(cudaGraphInstantiate(&executable, graph, 0));
  EXPECT_OK(cudaGraphLaunch(executable, stream));
}
void name_child(cudaGraphExec_t executable) { EXPECT_OK(cudaMemcpyToSymbol(child, &executable, sizeof executable)); }

int main() {
  int *sum, *source, *copy;
  volatile int* latch;
  EXPECT_OK(cudaStreamCreate(&stream));
  EXPECT_OK(cudaMalloc(&sum, sizeof *sum));
  EXPECT_OK(cudaMallocHost(&source, 16));
  EXPECT_OK(cudaMallocManaged(&copy, 16));
  EXPECT_OK(cudaMallocManaged(const_cast<int**>(&latch), sizeof *latch));
  const auto sum_now = [&] {
    int value = -1;
    EXPECT_OK(cudaStreamSynchronize(stream));
    EXPECT_OK(cudaMemcpy(&value, sum, sizeof value, cudaMemcpyDeviceToHost));
    return value;
  };

  // A fill, a copy of memory that the host has, a kernel; then again.
  source[0] = 7;
  name_child(for_device(captured([&] {
    EXPECT_OK(cudaMemsetAsync(copy, 0xff, 16, stream));
    EXPECT_OK(cudaMemcpyAsync(copy, source, 8, cudaMemcpyDefault, stream));
    add<<<2, 32, 0, stream>>>(sum);
  })));
  EXPECT_OK(cudaMemset(sum, 0, sizeof *sum));
  const cudaGraph_t thrice = captured([] { launch_three_times<<<1, 1, 0, stream>>>(); });
  launch(thrice);
  EXPECT(sum_now() == 3 * 64);
  EXPECT(copy[0] == 7 && copy[1] == source[1] && copy[2] == -1 && copy[3] == -1);
  int retries = 0;
  EXPECT_OK(cudaMemcpyFromSymbol(&retries, rounds, sizeof retries));
  EXPECT(retries > 0);

  // The launching graph waits for the host; what it launches comes after that, and the stream's next work after both.
  *latch = 0;
  EXPECT_OK(cudaMemset(sum, 0, sizeof *sum));
  launch(captured([&] {
    wait_for<<<1, 1, 0, stream>>>(latch);
    launch_behind<<<1, 1, 0, stream>>>();
  }));
  int behind = -1;
  EXPECT(cudaStreamQuery(stream) == cudaErrorNotReady);
  std::thread host([&] { *latch = 1; });
  host.join();
  EXPECT_OK(cudaMemcpyAsync(&behind, sum, sizeof behind, cudaMemcpyDeviceToHost, stream));
  EXPECT_OK(cudaStreamSynchronize(stream));
  EXPECT(behind == 64);

  // A chain of any length.
  EXPECT_OK(cudaMemset(sum, 0, sizeof *sum));
  const cudaGraphExec_t looping = for_device(captured([&] { loop<<<1, 1, 0, stream>>>(sum); }));
  EXPECT_OK(cudaGraphLaunch(looping, stream));
  EXPECT(sum_now() == 5000);

  // A node that is changed while the graph runs, one launch after the other.
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeDeviceUpdatableKernelNode;
  attribute.val.deviceUpdatableKernelNode.deviceUpdatable = 1;
  for (const int grid : {2, 3, 4}) {
    const cudaGraph_t graph = captured([&] {
      change<<<1, 1, 0, stream>>>(grid);
      cudaLaunchConfig_t config = {};
      config.gridDim = config.blockDim = dim3(1);
      config.stream = stream;
      config.attrs = &attribute;
      config.numAttrs = 1;
      EXPECT_OK(cudaLaunchKernelEx(&config, add, sum));
    });
    const cudaGraphDeviceNode_t node = attribute.val.deviceUpdatableKernelNode.devNode;
    EXPECT_OK(cudaMemcpyToSymbol(later, &node, sizeof node));
    cudaGraphExec_t executable = nullptr;
    EXPECT_OK(cudaGraphInstantiate(&executable, graph, 0));
    EXPECT_OK(cudaGraphUpload(executable, stream));
    EXPECT_OK(cudaMemset(sum, 0, sizeof *sum));
    EXPECT_OK(cudaGraphLaunch(executable, stream));
    EXPECT(sum_now() == (grid == 3 ? 0 : grid));
    EXPECT_OK(cudaGraphExecDestroy(executable));
    EXPECT_OK(cudaGraphDestroy(graph));
  }

  // Not by itself.
  launch_behind<<<1, 1, 0, stream>>>();
  EXPECT(cudaGetLastError() == cudaErrorNotSupported);
  EXPECT_OK(cudaStreamSynchronize(stream));

  // Of a device that has forgotten everything none is there.
  EXPECT_OK(cudaDeviceReset());
  EXPECT_OK(cudaStreamCreate(&stream));
  name_child(looping);
  launch(captured([] { launch_behind<<<1, 1, 0, stream>>>(); }));
  EXPECT_OK(cudaStreamSynchronize(stream));
  int answer = -1;
  EXPECT_OK(cudaMemcpyFromSymbol(&answer, answers, sizeof answer));
  EXPECT(answer == cudaErrorInvalidValue);
  return failures;
}
