// Where in its stream a call of cuBLAS comes: after a kernel that waits, in graphs, beside another stream.
#include <cublas_v2.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>

namespace {

int failures = 0;

void expect(bool good, const char* what) {
  if (!good) std::printf("FAIL %s\n", what);
  failures += good ? 0 : 1;
}

__global__ void wait_for(volatile int* flag, float* x) {
  while (*flag == 0) {
  }
  x[0] = 4;
}

__global__ void add_one(float* x, int n) {
  if (threadIdx.x < n) x[threadIdx.x] += 1;
}

}  // namespace

int main() {
  const int n = 4;
  float *x = nullptr, *y = nullptr, host[n] = {1, 2, 3, 4}, got[n];
  int* flag = nullptr;
  cudaMalloc(&x, sizeof host);
  cudaMalloc(&y, sizeof host);
  cudaMallocHost(&flag, sizeof *flag);
  cublasHandle_t handle = nullptr;
  cudaStream_t stream = nullptr;
  cublasCreate(&handle);
  cudaStreamCreate(&stream);
  cublasSetStream(handle, stream);
  cudaStream_t kept = nullptr;
  cublasGetStream(handle, &kept);
  expect(kept == stream, "the stream that was set");

  // Behind a kernel that waits for the host: the call returns, and is done when its turn comes.
  *flag = 0;
  float two = 2;
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(y, 0, sizeof host);
  wait_for<<<1, 1, 0, stream>>>(flag, x);
  expect(cublasSaxpy(handle, n, &two, x, 1, y, 1) == CUBLAS_STATUS_SUCCESS, "axpy behind a kernel that waits");
  two = 100;  // it was read in the call
  expect(cudaStreamQuery(stream) == cudaErrorNotReady, "it waits");
  *flag = 1;
  cudaStreamSynchronize(stream);
  cudaMemcpy(got, y, sizeof got, cudaMemcpyDeviceToHost);
  expect(got[0] == 8 && got[3] == 8, "axpy after the kernel");
  two = 2;

  // What gives a number to the host waits for it.
  float sum = 0;
  add_one<<<1, 32, 0, stream>>>(y, n);
  cublasSasum(handle, n, y, 1, &sum);
  expect(sum == 8 + 4 + 6 + 8 + 4, "asum after a kernel");

  // In a graph: each launch computes anew.
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(y, 0, sizeof host);
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t executable = nullptr;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  add_one<<<1, 32, 0, stream>>>(x, n);
  expect(cublasSaxpy(handle, n, &two, x, 1, y, 1) == CUBLAS_STATUS_SUCCESS, "axpy in a captured stream");
  expect(cudaStreamEndCapture(stream, &graph) == cudaSuccess, "the end of the capture");
  size_t nodes = 0;
  cudaGraphGetNodes(graph, nullptr, &nodes);
  expect(nodes == 2, "two nodes");
  cudaMemcpy(got, y, sizeof got, cudaMemcpyDeviceToHost);
  expect(got[0] == 0, "nothing is done while it is captured");
  cudaGraphInstantiate(&executable, graph, 0);
  for (int i = 0; i < 3; ++i) cudaGraphLaunch(executable, stream);
  cudaStreamSynchronize(stream);
  cudaMemcpy(got, y, sizeof got, cudaMemcpyDeviceToHost);
  expect(got[0] == 2 * (2 + 3 + 4) && got[3] == 2 * (5 + 6 + 7), "three launches of the graph");

  // A number for the host cannot be waited for there.
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  expect(cublasSasum(handle, n, y, 1, &sum) != CUBLAS_STATUS_SUCCESS, "asum to the host in a captured stream");
  expect(cudaStreamEndCapture(stream, &graph) == cudaErrorStreamCaptureInvalidated, "which spoils the capture");

  cublasDestroy(handle);
  cudaGraphExecDestroy(executable);
  cudaStreamDestroy(stream);
  cudaFreeHost(flag);
  cudaFree(x);
  cudaFree(y);
  std::printf("%s blas_streams\n", failures == 0 ? "PASS" : "FAIL");
  return failures == 0 ? 0 : 1;
}
