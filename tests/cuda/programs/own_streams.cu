// Compiled with --default-stream per-thread: each thread's default stream is its own. Kernels of two threads wait for
// each other; the legacy default stream waits for all of them, and they for it. An H200 answers the same (driver
// 580.159.04, CUDA 13.0, 2026-11-23), with CUDA_MODULE_LOADING=EAGER: kernels that are loaded when they are first launched
// wait there for those that run.
#include <cuda_runtime.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "expect.hpp"

// One of two players: moves when the ball says so.
__global__ void play(volatile int* ball, int own, int rounds) {
  for (int i = 0; i < rounds; ++i) {
    while (*ball % 2 != own) {
    }
    *ball = *ball + 1;
    __threadfence();
  }
}

__global__ void wait_for(const volatile int* flag, int value) {
  while (*flag < value) {
  }
}

__global__ void set(volatile int* flag, int value) { *flag = value; }
__global__ void copy_to(int* to, const volatile int* from) { *to = *from; }

__device__ int variable;

int* zeros(int count) {
  int* memory = nullptr;
  EXPECT_OK(cudaMalloc(&memory, count * sizeof(int)));
  EXPECT_OK(cudaMemset(memory, 0, count * sizeof(int)));
  return memory;
}

// Both wait before either is done, and in their default streams.
void two_threads_play() {
  int* const ball = zeros(1);
  std::atomic<int> ready{0};
  const auto player = [&](int own) {
    ++ready;
    while (ready < 2) std::this_thread::yield();
    play<<<1, 1>>>(ball, own, 20);
    EXPECT_OK(cudaStreamSynchronize(0));
  };
  std::thread first(player, 0), second(player, 1);
  first.join();
  second.join();
  int moves = 0;
  EXPECT_OK(cudaMemcpy(&moves, ball, sizeof moves, cudaMemcpyDefault));
  EXPECT(moves == 40);
  EXPECT_OK(cudaFree(ball));
}

// What the calling thread does meanwhile goes on: kernels, copies that wait, fills, symbols, its own handle.
void others_go_on() {
  int* const flags = zeros(4);
  std::thread([&] { wait_for<<<1, 1>>>(flags, 1); }).join();
  EXPECT(cudaStreamQuery(cudaStreamLegacy) == cudaErrorNotReady);
  EXPECT_OK(cudaStreamQuery(0));
  EXPECT_OK(cudaStreamQuery(cudaStreamPerThread));
  set<<<1, 1>>>(flags + 1, 7);
  int seen = 0;
  EXPECT_OK(cudaMemcpy(&seen, flags + 1, sizeof seen, cudaMemcpyDeviceToHost));
  EXPECT(seen == 7);
  EXPECT_OK(cudaMemset(flags + 1, 0, sizeof seen));
  EXPECT_OK(cudaMemcpyToSymbol(variable, &seen, sizeof seen));
  EXPECT_OK(cudaMemcpyFromSymbol(&seen, variable, sizeof seen));
  EXPECT(seen == 7);
  set<<<1, 1, 0, cudaStreamPerThread>>>(flags, 1);
  EXPECT_OK(cudaStreamSynchronize(cudaStreamPerThread));
  EXPECT_OK(cudaStreamSynchronize(cudaStreamLegacy));
  EXPECT_OK(cudaFree(flags));
}

// other thread's kernel -> the legacy default stream -> this thread's kernel.
void in_order_with_the_legacy_stream() {
  int* const flags = zeros(3);
  cudaStream_t free_stream;
  EXPECT_OK(cudaStreamCreateWithFlags(&free_stream, cudaStreamNonBlocking));
  std::thread([&] {
    wait_for<<<1, 1>>>(flags, 1);
    set<<<1, 1>>>(flags + 1, 5);
  }).join();
  copy_to<<<1, 1, 0, cudaStreamLegacy>>>(flags + 2, flags + 1);
  EXPECT_OK(cudaStreamQuery(0));
  set<<<1, 1>>>(flags + 1, 6);
  EXPECT(cudaStreamQuery(0) == cudaErrorNotReady);
  EXPECT_OK(cudaStreamQuery(free_stream));
  set<<<1, 1, 0, free_stream>>>(flags, 1);
  EXPECT_OK(cudaStreamSynchronize(0));
  int seen[2] = {};
  EXPECT_OK(cudaMemcpy(seen, flags + 1, sizeof seen, cudaMemcpyDeviceToHost));
  EXPECT(seen[0] == 6);
  EXPECT(seen[1] == 5);
  EXPECT_OK(cudaStreamDestroy(free_stream));
  EXPECT_OK(cudaFree(flags));
}

// Events order the streams of two threads; waiting for an event does not wait for what comes behind it.
void events_between_threads() {
  int* const flags = zeros(2);
  cudaEvent_t set_event;
  EXPECT_OK(cudaEventCreateWithFlags(&set_event, cudaEventDisableTiming));
  std::thread([&] {
    set<<<1, 1>>>(flags, 3);
    EXPECT_OK(cudaEventRecord(set_event));
    wait_for<<<1, 1>>>(flags + 1, 1);
  }).join();
  EXPECT_OK(cudaStreamWaitEvent(0, set_event));
  int seen = 0;
  EXPECT_OK(cudaMemcpyAsync(&seen, flags, sizeof seen, cudaMemcpyDefault));
  EXPECT_OK(cudaStreamSynchronize(0));
  EXPECT(seen == 3);
  set<<<1, 1>>>(flags + 1, 1);
  EXPECT_OK(cudaDeviceSynchronize());
  EXPECT_OK(cudaEventDestroy(set_event));
  EXPECT_OK(cudaFree(flags));
}

void a_callback_comes_in_the_threads_order() {
  int* const flags = zeros(2);
  std::atomic<int> calls{0};
  const auto count = [](void* calls) { ++*static_cast<std::atomic<int>*>(calls); };
  std::thread([&] {
    wait_for<<<1, 1>>>(flags, 1);
    EXPECT_OK(cudaLaunchHostFunc(0, count, &calls));
  }).join();
  EXPECT_OK(cudaLaunchHostFunc(0, count, &calls));
  EXPECT_OK(cudaStreamSynchronize(0));
  EXPECT(calls == 1);
  set<<<1, 1>>>(flags, 1);
  EXPECT_OK(cudaDeviceSynchronize());
  EXPECT(calls == 2);
  EXPECT_OK(cudaFree(flags));
}

// The stream of a thread can be captured, the legacy one cannot; a capture is the thread's.
void captures() {
  int* const flag = zeros(1);
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  EXPECT(cudaStreamBeginCapture(cudaStreamLegacy, cudaStreamCaptureModeRelaxed) == cudaErrorStreamCaptureUnsupported);
  EXPECT(cudaGetLastError() == cudaErrorStreamCaptureUnsupported);
  EXPECT_OK(cudaStreamBeginCapture(0, cudaStreamCaptureModeRelaxed));
  set<<<1, 1>>>(flag, 9);
  std::thread([] {
    cudaStreamCaptureStatus status;
    EXPECT_OK(cudaStreamIsCapturing(cudaStreamPerThread, &status));
    EXPECT(status == cudaStreamCaptureStatusNone);
  }).join();
  EXPECT_OK(cudaStreamEndCapture(cudaStreamPerThread, &graph));
  EXPECT_OK(cudaGraphInstantiate(&executable, graph, 0));
  int seen = 0;
  EXPECT_OK(cudaMemcpy(&seen, flag, sizeof seen, cudaMemcpyDefault));
  EXPECT(seen == 0);
  EXPECT_OK(cudaGraphLaunch(executable, 0));
  EXPECT_OK(cudaMemcpy(&seen, flag, sizeof seen, cudaMemcpyDefault));
  EXPECT(seen == 9);
  EXPECT_OK(cudaGraphExecDestroy(executable));
  EXPECT_OK(cudaGraphDestroy(graph));
  EXPECT_OK(cudaFree(flag));
}

void properties() {
  unsigned flags = 9;
  int priority = 9;
  EXPECT_OK(cudaStreamGetFlags(0, &flags));
  EXPECT(flags == cudaStreamDefault);
  EXPECT_OK(cudaStreamGetPriority(cudaStreamPerThread, &priority));
  EXPECT(priority == 0);
  EXPECT(cudaStreamDestroy(cudaStreamPerThread) == cudaErrorInvalidResourceHandle);
  EXPECT(cudaStreamDestroy(0) == cudaErrorInvalidResourceHandle);
  EXPECT(cudaGetLastError() == cudaErrorInvalidResourceHandle);
  int* memory = nullptr;
  EXPECT_OK(cudaMallocAsync(reinterpret_cast<void**>(&memory), 16, 0));
  EXPECT_OK(cudaMemsetAsync(memory, 1, 16));
  EXPECT_OK(cudaFreeAsync(memory, 0));
  EXPECT_OK(cudaStreamSynchronize(0));
}

int main() {
  two_threads_play();
  others_go_on();
  in_order_with_the_legacy_stream();
  events_between_threads();
  a_callback_comes_in_the_threads_order();
  captures();
  properties();
  EXPECT_OK(cudaDeviceReset());
  properties();
  return failures;
}
