// Launches two kernels and ends in the way the argument names: what becomes of the report?
#include <cuda_runtime.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

__global__ void first(int* out) { *out = 1; }
__global__ void second(int* out) { *out += 1; }
__global__ void endless(volatile int* out) {
  *out = 4;
  while (*out != 5) {
  }
}

struct Last {
  ~Last() {
    int* memory = nullptr;
    if (cudaMalloc(&memory, 4) != cudaSuccess) return;
    second<<<1, 1>>>(memory);
    std::printf("destructor %d\n", int(cudaDeviceSynchronize()));
  }
};

int main(int argc, char** argv) {
  const char* ending = argc > 1 ? argv[1] : "";
  int* memory = nullptr;
  cudaMalloc(&memory, 4);
  first<<<1, 1>>>(memory);
  second<<<1, 1>>>(memory);
  std::printf("ran %d\n", int(cudaDeviceSynchronize()));
  std::fflush(stdout);
  if (!std::strcmp(ending, "exit")) std::exit(3);
  if (!std::strcmp(ending, "destructor")) {
    static Last last;
    return 0;
  }
  if (!std::strcmp(ending, "fork")) {
    if (fork() == 0) return 0;
    wait(nullptr);
    first<<<1, 1>>>(memory);
    return 0;
  }
  if (!std::strcmp(ending, "fault_and_abort")) {
    first<<<1, 1>>>(nullptr);
    if (cudaDeviceSynchronize() != cudaSuccess) std::abort();
  }
  const bool polls = !std::strcmp(ending, "interrupt_polling");
  if (!std::strcmp(ending, "interrupt") || !std::strcmp(ending, "terminate") || polls) {
    const int signal = std::strcmp(ending, "terminate") ? SIGINT : SIGTERM;
    volatile int* shared = nullptr;
    cudaMallocManaged((void**)&shared, 4);
    *shared = 0;
    std::thread([=] {
      while (*shared != 4) std::this_thread::yield();
      kill(getpid(), signal);
    }).detach();
    endless<<<1, 1>>>(shared);
    while (polls && cudaStreamQuery(nullptr) == cudaErrorNotReady) {
    }
    cudaDeviceSynchronize();
    std::printf("never printed\n");
  }
  return 0;
}
