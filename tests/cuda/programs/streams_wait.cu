// Kernels that wait for other streams: for kernels, copies, fills, host functions and callbacks that come later.
#include <cuda_runtime.h>

#include <chrono>
#include <cstdlib>
#include <thread>
#include <vector>

#include "expect.hpp"

__global__ void produce(int* data, volatile int* flag, int value) {
  data[threadIdx.x] = value + threadIdx.x;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) *flag = 1;
}

__global__ void consume(const int* data, const volatile int* flag, int* result) {
  if (threadIdx.x == 0) {
    while (*flag == 0) {
    }
  }
  __syncthreads();
  __threadfence();
  result[threadIdx.x] = data[threadIdx.x] * 2;
}

// One of two players: moves when the ball says so.
__global__ void play(volatile int* ball, int own, int rounds, int* moves) {
  for (int i = 0; i < rounds; ++i) {
    while (*ball % 2 != own) {
    }
    ++*moves;
    *ball = *ball + 1;
    __threadfence();
  }
}

__global__ void wait_for(const volatile int* flag, int value, int* seen) {
  while (*flag < value) {
  }
  if (seen != nullptr) *seen = *flag;
}

__global__ void add(int* number, int more) { *number += more; }
__global__ void set(volatile int* flag, int value) { *flag = value; }

template <class T>
T* device_zeros(std::size_t count) {
  T* memory = nullptr;
  EXPECT_OK(cudaMalloc(&memory, count * sizeof(T)));
  EXPECT_OK(cudaMemset(memory, 0, count * sizeof(T)));
  return memory;
}

struct Streams {
  cudaStream_t first, second;
  explicit Streams(unsigned flags = cudaStreamNonBlocking) {
    EXPECT_OK(cudaStreamCreateWithFlags(&first, flags));
    EXPECT_OK(cudaStreamCreateWithFlags(&second, flags));
  }
  ~Streams() {
    EXPECT_OK(cudaStreamDestroy(first));
    EXPECT_OK(cudaStreamDestroy(second));
  }
};

void producer_and_consumer(bool consumer_first) {
  const Streams streams;
  int* const data = device_zeros<int>(32);
  int* const flag = device_zeros<int>(1);
  int* const result = device_zeros<int>(32);
  if (!consumer_first) produce<<<1, 32, 0, streams.first>>>(data, flag, 100);
  consume<<<1, 32, 0, streams.second>>>(data, flag, result);
  if (consumer_first) {
    EXPECT(cudaStreamQuery(streams.second) == cudaErrorNotReady);
    EXPECT_OK(cudaGetLastError());
    EXPECT_OK(cudaStreamQuery(streams.first));
    produce<<<1, 32, 0, streams.first>>>(data, flag, 100);
  }
  int host[32];
  EXPECT_OK(cudaStreamSynchronize(streams.second));
  EXPECT_OK(cudaMemcpy(host, result, sizeof host, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 32; ++i) EXPECT(host[i] == 2 * (100 + i));
  EXPECT_OK(cudaFree(data));
  EXPECT_OK(cudaFree(flag));
  EXPECT_OK(cudaFree(result));
}

void ping_pong() {
  const Streams streams;
  int* const ball = device_zeros<int>(1);
  int* const moves = device_zeros<int>(2);
  constexpr int kRounds = 50;
  play<<<1, 1, 0, streams.first>>>(ball, 1, kRounds, moves);
  play<<<1, 1, 0, streams.second>>>(ball, 0, kRounds, moves + 1);
  EXPECT_OK(cudaDeviceSynchronize());
  int host[2];
  EXPECT_OK(cudaMemcpy(host, moves, sizeof host, cudaMemcpyDeviceToHost));
  EXPECT(host[0] == kRounds && host[1] == kRounds);
}

// What the host and the other stream may do to let a kernel go on.
void released_by_copies() {
  const Streams streams;
  int* const flag = device_zeros<int>(1);
  int* const seen = device_zeros<int>(1);
  int* pinned;
  EXPECT_OK(cudaMallocHost(&pinned, 2 * sizeof *pinned));
  pinned[0] = 1;
  wait_for<<<1, 1, 0, streams.first>>>(flag, 1, seen);
  EXPECT_OK(cudaMemcpyAsync(flag, pinned, sizeof *flag, cudaMemcpyHostToDevice, streams.second));
  EXPECT_OK(cudaStreamSynchronize(streams.first));
  wait_for<<<1, 1, 0, streams.first>>>(flag, 0x01010101, seen);
  EXPECT_OK(cudaMemsetAsync(flag, 1, sizeof *flag, streams.second));
  EXPECT_OK(cudaMemcpyAsync(pinned + 1, seen, sizeof *seen, cudaMemcpyDeviceToHost, streams.first));
  EXPECT_OK(cudaStreamSynchronize(streams.first));
  EXPECT(pinned[1] == 0x01010101);
  EXPECT_OK(cudaFreeHost(pinned));
}

// What comes behind a kernel that waits keeps its own arguments, and its order.
void work_behind() {
  const Streams streams;
  int* const flag = device_zeros<int>(1);
  int* const number = device_zeros<int>(4);
  wait_for<<<1, 1, 0, streams.first>>>(flag, 1, nullptr);
  for (int i = 1; i <= 10; ++i) add<<<1, 1, 0, streams.first>>>(number, i);
  int pageable = 7;
  EXPECT_OK(cudaMemcpyAsync(number + 1, &pageable, sizeof pageable, cudaMemcpyHostToDevice, streams.first));
  pageable = 8;  // which was read at once
  EXPECT_OK(cudaMemsetAsync(number + 2, 0xff, sizeof *number, streams.first));
  EXPECT_OK(cudaMemcpyAsync(number + 3, number, sizeof *number, cudaMemcpyDeviceToDevice, streams.first));
  void* later = nullptr;
  EXPECT_OK(cudaMallocAsync(&later, 256, streams.first));
  EXPECT_OK(cudaFreeAsync(later, streams.first));

  cudaEvent_t behind, begin;
  EXPECT_OK(cudaEventCreate(&behind));
  EXPECT_OK(cudaEventCreate(&begin));
  EXPECT_OK(cudaEventRecord(begin, streams.second));
  EXPECT_OK(cudaEventRecord(behind, streams.first));
  EXPECT_OK(cudaEventQuery(begin));
  EXPECT(cudaEventQuery(behind) == cudaErrorNotReady);
  float milliseconds = 0;
  EXPECT(cudaEventElapsedTime(&milliseconds, begin, behind) == cudaErrorNotReady);
  EXPECT(cudaStreamQuery(streams.first) == cudaErrorNotReady);
  EXPECT_OK(cudaStreamQuery(streams.second));

  set<<<1, 1, 0, streams.second>>>(flag, 1);
  EXPECT_OK(cudaEventSynchronize(behind));
  EXPECT_OK(cudaEventQuery(behind));
  EXPECT_OK(cudaEventElapsedTime(&milliseconds, begin, behind));
  EXPECT_OK(cudaStreamQuery(streams.first));
  int host[4];
  EXPECT_OK(cudaMemcpy(host, number, sizeof host, cudaMemcpyDeviceToHost));
  EXPECT(host[0] == 55 && host[1] == 7 && host[2] == -1 && host[3] == 55);
  EXPECT_OK(cudaEventDestroy(behind));
  EXPECT_OK(cudaEventDestroy(begin));
  (void)cudaGetLastError();
}

// Events and the default stream hold other streams up; a stream that does not wait for it goes on.
void order_between_streams() {
  const Streams blocking(cudaStreamDefault), independent;
  int* const flag = device_zeros<int>(1);
  int* const number = device_zeros<int>(3);
  cudaEvent_t event;
  EXPECT_OK(cudaEventCreate(&event));

  wait_for<<<1, 1, 0, blocking.first>>>(flag, 1, nullptr);
  add<<<1, 1>>>(number, 1);                       // in the default stream: behind the first
  add<<<1, 1, 0, blocking.second>>>(number, 10);  // behind the default stream
  EXPECT_OK(cudaEventRecord(event, blocking.second));
  EXPECT_OK(cudaStreamWaitEvent(independent.first, event, 0));
  add<<<1, 1, 0, independent.first>>>(number, 100);   // behind the event
  add<<<1, 1, 0, independent.second>>>(number + 1, 1);  // behind nothing
  EXPECT_OK(cudaMemset(number + 2, 1, sizeof *number));
  EXPECT(cudaStreamQuery(nullptr) == cudaErrorNotReady);
  EXPECT(cudaStreamQuery(blocking.second) == cudaErrorNotReady);
  EXPECT(cudaStreamQuery(independent.first) == cudaErrorNotReady);
  EXPECT_OK(cudaStreamQuery(independent.second));
  set<<<1, 1, 0, independent.second>>>(flag, 1);
  EXPECT_OK(cudaStreamSynchronize(independent.first));
  int host[3];
  EXPECT_OK(cudaMemcpy(host, number, sizeof host, cudaMemcpyDeviceToHost));
  EXPECT(host[0] == 111 && host[1] == 1 && host[2] == 0x01010101);
  EXPECT_OK(cudaEventDestroy(event));
  (void)cudaGetLastError();
}

struct Log {
  std::vector<int> seen;
  int* flag = nullptr;
};

void note_one(void* log) { static_cast<Log*>(log)->seen.push_back(1); }
void CUDART_CB note_two(cudaStream_t, cudaError_t status, void* log) {
  EXPECT_OK(status);
  static_cast<Log*>(log)->seen.push_back(2);
}
void raise_flag(void* log) { *static_cast<volatile int*>(static_cast<Log*>(log)->flag) = 1; }

void host_functions() {
  const Streams streams;
  Log log;
  int* flags;
  EXPECT_OK(cudaMallocManaged(&flags, 2 * sizeof *flags));
  flags[0] = flags[1] = 0;
  log.flag = flags;
  wait_for<<<1, 1, 0, streams.first>>>(flags, 1, nullptr);
  EXPECT_OK(cudaLaunchHostFunc(streams.first, note_one, &log));
  EXPECT_OK(cudaStreamAddCallback(streams.first, note_two, &log, 0));
  EXPECT(log.seen.empty());
  wait_for<<<1, 1, 0, streams.second>>>(flags + 1, 1, nullptr);
  EXPECT_OK(cudaLaunchHostFunc(streams.second, raise_flag, &log));  // behind a kernel that waits as well
  EXPECT(log.seen.empty());
  *const_cast<volatile int*>(flags + 1) = 1;
  EXPECT_OK(cudaDeviceSynchronize());
  EXPECT(log.seen.size() == 2 && log.seen[0] == 1 && log.seen[1] == 2);
  EXPECT_OK(cudaFree(flags));
}

void graph_behind() {
  const Streams streams;
  int* const flag = device_zeros<int>(1);
  int* const number = device_zeros<int>(1);
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  EXPECT_OK(cudaStreamBeginCapture(streams.second, cudaStreamCaptureModeGlobal));
  add<<<1, 1, 0, streams.second>>>(number, 1);
  add<<<1, 1, 0, streams.second>>>(number, 2);
  EXPECT_OK(cudaStreamEndCapture(streams.second, &graph));
  EXPECT_OK(cudaGraphInstantiate(&executable, graph, 0));
  wait_for<<<1, 1, 0, streams.first>>>(flag, 1, nullptr);
  // A capture while work waits is not held up by it, nor is that captured.
  cudaGraph_t another;
  EXPECT_OK(cudaGraphLaunch(executable, streams.first));
  EXPECT_OK(cudaStreamBeginCapture(streams.first, cudaStreamCaptureModeRelaxed));
  add<<<1, 1, 0, streams.first>>>(number, 100);
  set<<<1, 1, 0, streams.second>>>(flag, 1);
  EXPECT_OK(cudaStreamEndCapture(streams.first, &another));
  EXPECT_OK(cudaGraphExecDestroy(executable));
  EXPECT_OK(cudaStreamSynchronize(streams.first));
  int host = 0;
  EXPECT_OK(cudaMemcpy(&host, number, sizeof host, cudaMemcpyDeviceToHost));
  EXPECT(host == 3);
  std::size_t nodes = 0;
  EXPECT_OK(cudaGraphGetNodes(another, nullptr, &nodes));
  EXPECT(nodes == 1);
  EXPECT_OK(cudaGraphDestroy(graph));
  EXPECT_OK(cudaGraphDestroy(another));
}

// A stream may be destroyed before its work is done, and the host may be at work of its own while kernels go on.
void destroyed_and_polled() {
  int *flag, *done;
  EXPECT_OK(cudaHostAlloc(reinterpret_cast<void**>(&flag), sizeof *flag, cudaHostAllocMapped));
  EXPECT_OK(cudaHostAlloc(reinterpret_cast<void**>(&done), sizeof *done, cudaHostAllocMapped));
  *flag = *done = 0;
  {
    const Streams streams;
    wait_for<<<1, 1, 0, streams.first>>>(flag, 1, nullptr);
    set<<<1, 1, 0, streams.first>>>(done, 1);
  }
  *const_cast<volatile int*>(flag) = 1;
  while (*const_cast<volatile int*>(done) == 0) std::this_thread::yield();
  EXPECT_OK(cudaDeviceSynchronize());
  EXPECT_OK(cudaFreeHost(flag));
  EXPECT_OK(cudaFreeHost(done));
}

// One thread of the host waits for a kernel that another will let go on, in its own time.
void other_threads() {
  const Streams streams;
  int* const flag = device_zeros<int>(1);
  wait_for<<<1, 1, 0, streams.first>>>(flag, 1, nullptr);
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(700));
    set<<<1, 1, 0, streams.second>>>(flag, 1);
    EXPECT_OK(cudaGetLastError());
  });
  EXPECT_OK(cudaStreamSynchronize(streams.first));
  other.join();
  EXPECT_OK(cudaDeviceSynchronize());
}

// Two kernels wait for each other, and a third stream for one of them: nobody will end that.
int wait_in_a_circle() {
  const Streams streams;
  int* const flags = device_zeros<int>(3);
  wait_for<<<1, 1, 0, streams.first>>>(flags, 1, flags + 2);
  set<<<1, 1, 0, streams.first>>>(flags + 1, 1);
  wait_for<<<1, 1, 0, streams.second>>>(flags + 1, 1, flags + 2);
  set<<<1, 1, 0, streams.second>>>(flags, 1);
  EXPECT_OK(cudaGetLastError());
  EXPECT(cudaDeviceSynchronize() == cudaErrorLaunchTimeout);
  EXPECT(cudaGetLastError() == cudaErrorLaunchTimeout);
  std::exit(failures);
}

int main(int argc, char**) {
  if (argc > 1) return wait_in_a_circle();
  producer_and_consumer(false);
  producer_and_consumer(true);
  ping_pong();
  released_by_copies();
  work_behind();
  order_between_streams();
  host_functions();
  graph_behind();
  destroyed_and_polled();
  other_threads();
  EXPECT_OK(cudaDeviceSynchronize());
  EXPECT_OK(cudaGetLastError());
  return failures;
}
