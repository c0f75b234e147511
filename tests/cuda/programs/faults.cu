// One fault per run, named by the argument; prints the error the next synchronisation answers. faults.expected holds an
// H200's answers to those that end there by themselves.
#include <cuda_runtime.h>

#include <cassert>
#include <cstdio>
#include <cstring>

__global__ void write_to(int* address) { *address = 1; }
__global__ void read_wide(int* address) {
  *reinterpret_cast<long long*>(address) = *reinterpret_cast<volatile long long*>(address + 1);
}
__global__ void assert_zero(int value) { assert(value == 0); }
__global__ void trap_now() { asm volatile("trap;"); }
__global__ void past_shared(int* out, int index) {
  __shared__ int tile[32];
  tile[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = tile[threadIdx.x + index];
}
__global__ void loop_forever(volatile int* flag) {
  while (*flag == 0) {
  }
}
__global__ void wait_for_everyone() {
  if (threadIdx.x < 32) __syncthreads();
  else asm volatile("bar.sync 1, 96;");
}

int main(int argc, char** argv) {
  const char* fault = argc > 1 ? argv[1] : "";
  int* memory = nullptr;
  cudaMalloc(&memory, 1024);
  cudaMemset(memory, 0, 1024);
  if (!std::strcmp(fault, "null")) write_to<<<1, 1>>>(nullptr);
  if (!std::strcmp(fault, "wild")) write_to<<<1, 1>>>(reinterpret_cast<int*>(0x123456789000));
  if (!std::strcmp(fault, "misaligned")) read_wide<<<1, 1>>>(memory);
  if (!std::strcmp(fault, "assert")) assert_zero<<<1, 1>>>(1);
  if (!std::strcmp(fault, "trap")) trap_now<<<1, 1>>>();
  if (!std::strcmp(fault, "shared")) past_shared<<<1, 32>>>(memory, 1 << 20);
  if (!std::strcmp(fault, "none")) write_to<<<1, 1>>>(memory);
  if (!std::strcmp(fault, "loop")) loop_forever<<<1, 1>>>(memory);
  if (!std::strcmp(fault, "deadlock")) wait_for_everyone<<<1, 64>>>();
  const int answer = int(cudaDeviceSynchronize());
  std::printf("%s %d %d\n", fault, answer, int(cudaGetLastError()));
}
