// What cuSOLVER is asked for of memory that is not there, and what of it is not there itself.
#include <cuda_runtime.h>
#include <cusolverDn.h>

#include <cstdio>

int main() {
  const int n = 16;
  float *large = nullptr, *small = nullptr, *tau = nullptr, host[n * n] = {};
  int *info = nullptr, *pivots = nullptr, lwork = -1;
  cudaMalloc(&large, n * n * sizeof(float));
  cudaMalloc(&small, n * n * sizeof(float) / 2);
  cudaMalloc(&tau, n * sizeof(float));
  cudaMalloc(&info, sizeof(int));
  cudaMalloc(&pivots, n * sizeof(int));
  for (int i = 0; i < n; ++i) host[i * n + i] = 4;
  cudaMemcpy(large, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(small, 0, n * n * sizeof(float) / 2);
  cusolverDnHandle_t handle;
  cusolverDnCreate(&handle);
  std::printf("size: %d\n", cusolverDnSgetrf_bufferSize(handle, n, n, large, n, &lwork));
  std::printf("good: %d\n", cusolverDnSpotrf(handle, CUBLAS_FILL_MODE_LOWER, n, large, n, nullptr, lwork, info));
  std::printf("too short: %d\n", cusolverDnSpotrf(handle, CUBLAS_FILL_MODE_LOWER, n, small, n, nullptr, lwork, info));
  std::printf("tau too short: %d\n", cusolverDnSgeqrf(handle, n, n, large, n, tau + 8, nullptr, lwork, info));
  std::printf("no devInfo: %d\n", cusolverDnSgetrf(handle, n, n, large, n, nullptr, pivots, nullptr));
  std::printf("the host's: %d\n", cusolverDnSgetrf(handle, n, n, host, n, nullptr, pivots, info));
  cudaMemset(pivots, 0x7f, n * sizeof(int));
  std::printf("pivots of nothing: %d\n", cusolverDnSgetrs(handle, CUBLAS_OP_N, n, 1, large, n, pivots, tau, n, info));
  cusolverDnIRSInfos_t infos;
  void* history = nullptr;
  cusolverDnIRSInfosCreate(&infos);
  std::printf("absent: %d\n", cusolverDnIRSInfosGetResidualHistory(infos, &history));
  cusolverDnIRSInfosDestroy(infos);
  // In a graph a call is done when the graph is.
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  cudaStreamCreate(&stream);
  cusolverDnSetStream(handle, stream);
  cudaMemcpy(large, host, sizeof host, cudaMemcpyHostToDevice);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
  std::printf("captured: %d\n", cusolverDnSpotrf(handle, CUBLAS_FILL_MODE_LOWER, n, large, n, nullptr, lwork, info));
  cudaStreamEndCapture(stream, &graph);
  cudaMemcpy(host, large, sizeof(float), cudaMemcpyDeviceToHost);
  std::printf("before: %g\n", host[0]);
  cudaGraphInstantiate(&executable, graph, 0);
  cudaGraphLaunch(executable, stream);
  cudaStreamSynchronize(stream);
  cudaMemcpy(host, large, sizeof(float), cudaMemcpyDeviceToHost);
  std::printf("after: %g\n", host[0]);
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
  cusolverDnDestroy(handle);
  for (void* const memory : {static_cast<void*>(large), static_cast<void*>(small), static_cast<void*>(tau),
                             static_cast<void*>(info), static_cast<void*>(pivots)})
    cudaFree(memory);
  return 0;
}
