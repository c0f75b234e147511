// Copies and fills of several streams in the same bytes: what orders them, and what does not.
#include <cuda_runtime.h>
#include <dlfcn.h>

#include <cstdlib>
#include <vector>

constexpr size_t kBytes = 4096;
constexpr size_t kLarge = 1 << 20;  // more than is staged at once

__global__ void raise(volatile int* flag) { *flag = 1; }
__global__ void await(volatile int* flag) {
  while (*flag == 0) {
  }
}

struct Streams {
  cudaStream_t s, t, independent;
  cudaEvent_t event;
};

template <class T>
T* device(size_t bytes) {
  void* memory = nullptr;
  cudaMalloc(&memory, bytes);
  return static_cast<T*>(memory);
}

char* pinned(size_t bytes) {
  void* memory = nullptr;
  cudaMallocHost(&memory, bytes);
  return static_cast<char*>(memory);
}

void wrong(const Streams& on, char* x, char* y, char* host, char* other) {
  cudaMemcpyAsync(x, host, kBytes, cudaMemcpyHostToDevice, on.s);
  cudaMemcpyAsync(y, x, kBytes, cudaMemcpyDeviceToDevice, on.t);  // finds: stream-race
  cudaDeviceSynchronize();

  cudaMemcpyAsync(host, x, kBytes, cudaMemcpyDeviceToHost, on.s);
  cudaMemcpyAsync(y, host, kBytes, cudaMemcpyHostToDevice, on.t);  // finds: stream-race
  cudaDeviceSynchronize();

  // What is read first must not be written meanwhile either.
  cudaMemcpyAsync(host, x, kBytes, cudaMemcpyDeviceToHost, on.s);
  cudaMemsetAsync(x, 0, kBytes, on.t);  // finds: stream-race
  cudaDeviceSynchronize();

  cudaMemsetAsync(x, 0, kBytes, on.s);
  cudaMemsetAsync(x + kBytes - 1, 1, 1, on.t);  // finds: stream-race
  cudaDeviceSynchronize();

  cudaMemcpyAsync(x, host, kBytes, cudaMemcpyHostToDevice);
  cudaMemcpyAsync(other, x, kBytes, cudaMemcpyDeviceToHost, on.independent);  // finds: stream-race
  cudaDeviceSynchronize();

  // The event stands for what came before it.
  cudaEventRecord(on.event, on.s);
  cudaMemcpyAsync(x, host, kBytes, cudaMemcpyHostToDevice, on.s);
  cudaStreamWaitEvent(on.t, on.event, 0);
  cudaMemcpyAsync(y, x, kBytes, cudaMemcpyDeviceToDevice, on.t);  // finds: stream-race
  cudaDeviceSynchronize();

  // One place, however often.
  for (int i = 0; i < 4; ++i) {
    cudaMemcpyAsync(x, host, kBytes, cudaMemcpyHostToDevice, on.s);
    cudaMemcpyAsync(other, x, kBytes, cudaMemcpyDeviceToHost, on.t);  // finds: stream-race
    cudaDeviceSynchronize();
  }

  // Little of pageable memory is copied after the call has returned.
  std::vector<char> pageable(kBytes);
  cudaMemcpyAsync(x, pageable.data(), kBytes, cudaMemcpyHostToDevice, on.s);
  cudaMemcpyAsync(y, x, kBytes, cudaMemcpyDeviceToDevice, on.t);  // finds: stream-race
  cudaDeviceSynchronize();
}

void right(const Streams& on, char* x, char* y, char* host, char* other) {
  cudaMemcpyAsync(x, host, kBytes, cudaMemcpyHostToDevice, on.s);
  cudaMemcpyAsync(y, x, kBytes, cudaMemcpyDeviceToDevice, on.s);
  cudaEventRecord(on.event, on.s);
  cudaStreamWaitEvent(on.t, on.event, 0);
  cudaMemcpyAsync(host, y, kBytes, cudaMemcpyDeviceToHost, on.t);
  cudaStreamSynchronize(on.t);
  cudaMemsetAsync(y, 0, kBytes, on.s);
  cudaDeviceSynchronize();

  // Both read.
  cudaMemcpyAsync(y, x, kBytes, cudaMemcpyDeviceToDevice, on.s);
  cudaMemcpyAsync(other, x, kBytes, cudaMemcpyDeviceToHost, on.t);
  cudaDeviceSynchronize();

  // Halves.
  cudaMemcpyAsync(x, host, kBytes / 2, cudaMemcpyHostToDevice, on.s);
  cudaMemcpyAsync(x + kBytes / 2, other, kBytes / 2, cudaMemcpyHostToDevice, on.t);
  cudaDeviceSynchronize();

  // The default stream waits for the others, and they for it.
  cudaMemcpyAsync(x, host, kBytes, cudaMemcpyHostToDevice, on.s);
  cudaMemcpyAsync(y, x, kBytes, cudaMemcpyDeviceToDevice);
  cudaMemcpyAsync(other, y, kBytes, cudaMemcpyDeviceToHost, on.t);
  cudaDeviceSynchronize();

  // These calls wait.
  cudaMemcpy(x, host, kBytes, cudaMemcpyHostToDevice);
  cudaMemcpyAsync(other, x, kBytes, cudaMemcpyDeviceToHost, on.independent);
  cudaDeviceSynchronize();
  std::vector<char> pageable(kBytes);
  cudaMemcpyAsync(pageable.data(), x, kBytes, cudaMemcpyDeviceToHost, on.s);  // notes: pageable-copy
  cudaMemsetAsync(x, 0, kBytes, on.t);
  cudaDeviceSynchronize();
  cudaMemcpyAsync(host, other, kBytes, cudaMemcpyHostToHost, on.s);
  cudaMemcpyAsync(x, host, kBytes, cudaMemcpyHostToDevice, on.t);
  cudaDeviceSynchronize();
  cudaMemcpyAsync(host, pageable.data(), kBytes, cudaMemcpyHostToHost, on.s);
  cudaMemcpyAsync(x, host, kBytes, cudaMemcpyHostToDevice, on.t);
  cudaDeviceSynchronize();

  // Memory that was freed in a stream's order and comes again is other memory.
  void *first = nullptr, *second = nullptr;
  cudaMallocAsync(&first, kBytes, on.s);
  cudaMemsetAsync(first, 0, kBytes, on.s);
  cudaFreeAsync(first, on.s);
  cudaMallocAsync(&second, kBytes, on.t);
  cudaMemsetAsync(second, 0, kBytes, on.t);
  cudaFreeAsync(second, on.t);
  cudaDeviceSynchronize();
}

void large_and_pageable(const Streams& on) {
  char* x = device<char>(kLarge);
  std::vector<char> pageable(kLarge);
  cudaMemcpyAsync(x, pageable.data(), kLarge, cudaMemcpyHostToDevice, on.s);  // notes: pageable-copy
  cudaMemsetAsync(x, 0, kLarge, on.t);
  cudaFree(x);
}

/// Rows of 96 bytes, 128 apart: the left 64 of each are one stream's, the right 32 another's.
void rows(const Streams& on, char* x, char* host) {
  cudaMemcpy2DAsync(x, 128, host, 128, 64, 32, cudaMemcpyHostToDevice, on.s);
  cudaMemcpy2DAsync(x + 64, 128, host + 64, 128, 32, 32, cudaMemcpyHostToDevice, on.t);
  cudaDeviceSynchronize();
  cudaMemcpy2DAsync(x, 128, host, 128, 65, 32, cudaMemcpyHostToDevice, on.s);
  cudaMemcpy2DAsync(x + 64, 128, host + 64, 128, 32, 32, cudaMemcpyHostToDevice, on.t);  // finds: stream-race
  cudaDeviceSynchronize();
  cudaMemset2DAsync(x, 128, 0, 64, 32, on.s);
  cudaMemset2DAsync(x + 127, 128, 0, 1, 31, on.t);
  cudaDeviceSynchronize();
}

void graphs(const Streams& on, char* x, char* host, char* other) {
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  cudaStreamBeginCapture(on.s, cudaStreamCaptureModeGlobal);
  cudaMemcpyAsync(x, host, kBytes, cudaMemcpyHostToDevice, on.s);
  cudaEventRecord(on.event, on.s);
  cudaStreamWaitEvent(on.t, on.event, 0);
  cudaMemcpyAsync(other, x, kBytes, cudaMemcpyDeviceToHost, on.t);
  cudaEventRecord(on.event, on.t);
  cudaStreamWaitEvent(on.s, on.event, 0);
  cudaStreamEndCapture(on.s, &graph);
  cudaGraphInstantiate(&executable, graph, 0);
  cudaGraphLaunch(executable, on.s);
  cudaGraphLaunch(executable, on.s);
  cudaDeviceSynchronize();
  cudaMemsetAsync(x, 0, kBytes, on.t);
  cudaGraphLaunch(executable, on.s);  // finds: stream-race
  cudaDeviceSynchronize();
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
}

/// One stream waits in a kernel for what a kernel of the other says behind its copy.
void flags(const Streams& on, char* x, char* host, char* other) {
  int* flag = device<int>(sizeof(int));
  cudaMemset(flag, 0, sizeof(int));
  cudaDeviceSynchronize();
  cudaMemcpyAsync(x, host, kBytes, cudaMemcpyHostToDevice, on.s);
  raise<<<1, 1, 0, on.s>>>(flag);
  await<<<1, 1, 0, on.t>>>(flag);
  cudaMemcpyAsync(other, x, kBytes, cudaMemcpyDeviceToHost, on.t);
  cudaDeviceSynchronize();
  cudaFree(flag);
}

/// One stream waits for a word that the other writes behind its copy.
void words(const Streams& on, char* x, char* host, char* other) {
  using OnWord = int (*)(cudaStream_t, unsigned long long, unsigned, unsigned);
  void* const driver = dlopen("libcuda.so.1", RTLD_NOW);
  reinterpret_cast<int (*)(unsigned)>(dlsym(driver, "cuInit"))(0);
  void* const write = dlsym(driver, "cuStreamWriteValue32_v2");
  void* const wait = dlsym(driver, "cuStreamWaitValue32_v2");
  const auto word = reinterpret_cast<unsigned long long>(device<int>(sizeof(int)));
  cudaMemset(reinterpret_cast<void*>(word), 0, sizeof(int));
  cudaMemcpyAsync(x, host, kBytes, cudaMemcpyHostToDevice, on.s);
  if (reinterpret_cast<OnWord>(write)(on.s, word, 1, 0) != 0) abort();
  reinterpret_cast<OnWord>(wait)(on.t, word, 1, 0);
  cudaMemcpyAsync(other, x, kBytes, cudaMemcpyDeviceToHost, on.t);
  reinterpret_cast<OnWord>(write)(on.t, word, 0, 0);
  cudaDeviceSynchronize();
  cudaFree(reinterpret_cast<void*>(word));
}

int main() {
  Streams on;
  cudaStreamCreate(&on.s);
  cudaStreamCreate(&on.t);
  cudaStreamCreateWithFlags(&on.independent, cudaStreamNonBlocking);
  cudaEventCreate(&on.event);
  char *x = device<char>(kBytes), *y = device<char>(kBytes);
  char *host = pinned(kBytes), *other = pinned(kBytes);
  wrong(on, x, y, host, other);
  right(on, x, y, host, other);
  large_and_pageable(on);
  rows(on, x, host);
  graphs(on, x, host, other);
  flags(on, x, host, other);
  words(on, x, host, other);
  cudaFree(x);
  cudaFree(y);
  cudaFreeHost(host);
  cudaFreeHost(other);
  cudaStreamDestroy(on.s);
  cudaStreamDestroy(on.t);
  cudaStreamDestroy(on.independent);
  cudaEventDestroy(on.event);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
