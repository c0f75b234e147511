// A process with several devices (WARPGLASS_DEVICES=3): each has its own memory, variables, streams, events and error.
// Error codes are the CUDA Runtime API's and those of the Programming Guide, "Multi-device system".
#include <cuda_runtime.h>

#include <cstring>
#include <thread>

#include "expect.hpp"

__device__ int counter = 5;
__constant__ int factor = 2;
__managed__ int everywhere = 1;

__global__ void count(int more) { counter += more * factor; }
__global__ void touch_managed() { everywhere += 1; }
__global__ void add_one(int* p) { *p += 1; }
__global__ void take_turns(int* turn, int mine) {
  for (int i = 0; i < 3; ++i) {
    while (atomicAdd_system(turn, 0) != 2 * i + mine) {
    }
    atomicAdd_system(turn, 1);
  }
}
__global__ void wait_for(volatile int* flag) {
  while (*flag == 0) {
  }
}

static void set(int device) { EXPECT_OK(cudaSetDevice(device)); }

static int counter_of(int device) {
  int value = -1;
  set(device);
  EXPECT_OK(cudaMemcpyFromSymbol(&value, counter, sizeof value));
  return value;
}

static void choose() {
  int devices = 0, current = -1;
  EXPECT_OK(cudaGetDeviceCount(&devices));
  EXPECT(devices == 3);
  EXPECT_OK(cudaGetDevice(&current));
  EXPECT(current == 0);
  EXPECT(cudaSetDevice(3) == cudaErrorInvalidDevice);
  EXPECT(cudaSetDevice(-1) == cudaErrorInvalidDevice);
  EXPECT(cudaGetLastError() == cudaErrorInvalidDevice);
  set(2);
  EXPECT_OK(cudaGetDevice(&current));
  EXPECT(current == 2);
  // The choice is the thread's.
  std::thread([] {
    int other = -1;
    EXPECT_OK(cudaGetDevice(&other));
    EXPECT(other == 0);
    set(1);
  }).join();
  EXPECT_OK(cudaGetDevice(&current));
  EXPECT(current == 2);

  char ids[3][32] = {};
  cudaDeviceProp properties[3];
  for (int i = 0; i < 3; ++i) {
    EXPECT_OK(cudaDeviceGetPCIBusId(ids[i], sizeof ids[i], i));
    int found = -1;
    EXPECT_OK(cudaDeviceGetByPCIBusId(&found, ids[i]));
    EXPECT(found == i);
    EXPECT_OK(cudaGetDeviceProperties(&properties[i], i));
  }
  EXPECT(std::strcmp(ids[0], ids[1]) != 0);
  EXPECT(std::memcmp(&properties[0].uuid, &properties[1].uuid, sizeof properties[0].uuid) != 0);
  EXPECT(properties[0].pciBusID != properties[2].pciBusID);
  EXPECT(cudaGetDeviceProperties(&properties[0], 3) == cudaErrorInvalidDevice);
  int best = -1;
  EXPECT_OK(cudaChooseDevice(&best, &properties[1]));
  EXPECT(best == 0);  // all are alike
  set(0);
}

static void own_variables() {
  set(1);
  count<<<1, 1>>>(10);
  EXPECT_OK(cudaDeviceSynchronize());
  EXPECT(counter_of(0) == 5);
  EXPECT(counter_of(1) == 25);
  const int three = 3;
  set(2);
  EXPECT_OK(cudaMemcpyToSymbol(factor, &three, sizeof three));
  count<<<1, 1>>>(1);
  EXPECT(counter_of(2) == 8);
  void *here = nullptr, *there = nullptr;
  EXPECT_OK(cudaGetSymbolAddress(&here, counter));
  set(0);
  EXPECT_OK(cudaGetSymbolAddress(&there, counter));
  EXPECT(here != there);
  // A managed variable is there once.
  for (int i = 0; i < 3; ++i) {
    set(i);
    touch_managed<<<1, 1>>>();
    EXPECT_OK(cudaDeviceSynchronize());
  }
  EXPECT(everywhere == 4);
  set(0);
}

static void own_memory() {
  size_t before[2], after[2], total = 0;
  for (int i = 0; i < 2; ++i) {
    set(i);
    EXPECT_OK(cudaMemGetInfo(&before[i], &total));
  }
  int* on_one = nullptr;
  set(1);
  EXPECT_OK(cudaMalloc(&on_one, 1 << 20));
  for (int i = 0; i < 2; ++i) {
    set(i);
    EXPECT_OK(cudaMemGetInfo(&after[i], &total));
  }
  EXPECT(after[0] == before[0]);
  EXPECT(before[1] - after[1] == 1 << 20);
  cudaPointerAttributes attributes;
  EXPECT_OK(cudaPointerGetAttributes(&attributes, on_one));
  EXPECT(attributes.type == cudaMemoryTypeDevice && attributes.device == 1);
  // One address space: any device's memory is copied, filled and freed, whichever is current.
  set(0);
  int value = 41;
  EXPECT_OK(cudaMemcpy(on_one, &value, sizeof value, cudaMemcpyDefault));
  set(1);
  add_one<<<1, 1>>>(on_one);
  set(0);
  EXPECT_OK(cudaMemcpy(&value, on_one, sizeof value, cudaMemcpyDeviceToHost));
  EXPECT(value == 42);
  EXPECT_OK(cudaFree(on_one));
  // What the host may touch, all devices do.
  int* pinned = nullptr;
  EXPECT_OK(cudaMallocHost(&pinned, sizeof(int)));
  *pinned = 0;
  for (int i = 0; i < 3; ++i) {
    set(i);
    add_one<<<1, 1>>>(pinned);
    EXPECT_OK(cudaDeviceSynchronize());
  }
  EXPECT(*pinned == 3);
  EXPECT_OK(cudaFreeHost(pinned));
  set(0);
}

static void own_streams() {
  cudaStream_t streams[2];
  cudaEvent_t events[2];
  int* memory[2];
  for (int i = 0; i < 2; ++i) {
    set(i);
    EXPECT_OK(cudaStreamCreate(&streams[i]));
    EXPECT_OK(cudaEventCreate(&events[i]));
    EXPECT_OK(cudaMalloc(&memory[i], sizeof(int)));
    EXPECT_OK(cudaMemset(memory[i], 0, sizeof(int)));
  }
  set(0);
  add_one<<<1, 1, 0, streams[1]>>>(memory[0]);
  EXPECT(cudaGetLastError() == cudaErrorInvalidResourceHandle);
  // Copies may be given to any stream.
  EXPECT_OK(cudaMemcpyAsync(memory[1], memory[0], sizeof(int), cudaMemcpyDefault, streams[1]));
  EXPECT(cudaEventRecord(events[0], streams[1]) == cudaErrorInvalidResourceHandle);
  EXPECT_OK(cudaEventRecord(events[1], streams[1]));
  EXPECT_OK(cudaEventRecord(events[0], streams[0]));
  EXPECT_OK(cudaStreamWaitEvent(streams[0], events[1], 0));
  EXPECT_OK(cudaEventSynchronize(events[1]));
  EXPECT_OK(cudaEventQuery(events[1]));
  EXPECT_OK(cudaStreamSynchronize(streams[1]));
  EXPECT_OK(cudaStreamQuery(streams[1]));
  float ms = 0;
  EXPECT(cudaEventElapsedTime(&ms, events[0], events[1]) == cudaErrorInvalidResourceHandle);
  (void)cudaGetLastError();
  int device = -1;
  EXPECT_OK(cudaStreamGetDevice(streams[1], &device));
  EXPECT(device == 1);
  for (int i = 0; i < 2; ++i) {
    EXPECT_OK(cudaStreamDestroy(streams[i]));
    EXPECT_OK(cudaEventDestroy(events[i]));
    EXPECT_OK(cudaFree(memory[i]));
  }
}

// Kernels of two devices wait for each other; a wait for one device is none for the other.
static void waits() {
  int *turn = nullptr, *flag = nullptr, *memory = nullptr;
  EXPECT_OK(cudaMallocManaged(&turn, sizeof(int)));
  EXPECT_OK(cudaMallocManaged(&flag, sizeof(int)));
  *turn = *flag = 0;
  for (int i = 0; i < 2; ++i) {
    set(i);
    take_turns<<<1, 1>>>(turn, i);
  }
  for (int i = 0; i < 2; ++i) {
    set(i);
    EXPECT_OK(cudaDeviceSynchronize());
  }
  EXPECT(*turn == 6);
  set(1);
  wait_for<<<1, 1>>>(flag);
  set(0);
  EXPECT_OK(cudaMalloc(&memory, sizeof(int)));
  EXPECT_OK(cudaDeviceSynchronize());
  EXPECT_OK(cudaFree(memory));
  EXPECT(cudaStreamQuery(nullptr) == cudaSuccess);
  set(1);
  EXPECT(cudaStreamQuery(nullptr) == cudaErrorNotReady);
  *flag = 1;
  EXPECT_OK(cudaDeviceSynchronize());
  set(0);
  EXPECT_OK(cudaFree(turn));
  EXPECT_OK(cudaFree(flag));
}

static void own_limits() {
  size_t here = 0, there = 0;
  set(1);
  EXPECT_OK(cudaDeviceSetLimit(cudaLimitStackSize, 4096));
  EXPECT_OK(cudaDeviceGetLimit(&there, cudaLimitStackSize));
  set(0);
  EXPECT_OK(cudaDeviceGetLimit(&here, cudaLimitStackSize));
  EXPECT(there == 4096 && here == 1024);
}

// A fault and a reset are one device's.
static void own_errors() {
  int *on_zero = nullptr, *on_one = nullptr;
  EXPECT_OK(cudaMalloc(&on_zero, sizeof(int)));
  EXPECT_OK(cudaMemset(on_zero, 0, sizeof(int)));
  set(1);
  EXPECT_OK(cudaMalloc(&on_one, sizeof(int)));
  add_one<<<1, 1>>>(nullptr);
  EXPECT(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
  EXPECT(cudaMalloc(&on_one, sizeof(int)) == cudaErrorIllegalAddress);
  set(0);
  (void)cudaGetLastError();
  add_one<<<1, 1>>>(on_zero);
  EXPECT_OK(cudaDeviceSynchronize());
  set(1);
  EXPECT_OK(cudaDeviceReset());
  EXPECT_OK(cudaMalloc(&on_one, sizeof(int)));
  EXPECT(counter_of(1) == 5);  // its variables are as at first
  set(0);
  int value = 0;
  EXPECT_OK(cudaMemcpy(&value, on_zero, sizeof value, cudaMemcpyDeviceToHost));
  EXPECT(value == 1);
  EXPECT_OK(cudaFree(on_zero));
}

// Threads that have not chosen take the first of the list.
static void valid_devices() {
  int list[] = {2, 0};
  EXPECT_OK(cudaSetValidDevices(list, 2));
  std::thread([] {
    int current = -1;
    EXPECT_OK(cudaGetDevice(&current));
    EXPECT(current == 2);
  }).join();
  list[1] = 7;
  EXPECT(cudaSetValidDevices(list, 2) == cudaErrorInvalidDevice);
  EXPECT_OK(cudaSetValidDevices(nullptr, 0));
  (void)cudaGetLastError();
}

int main() {
  choose();
  own_variables();
  own_memory();
  own_streams();
  waits();
  own_limits();
  own_errors();
  valid_devices();
  return failures;
}
