// Variables of one file, which the host does not name: what a kernel writes, another reads. The program checks itself.
#include <cuda_runtime.h>

#include "expect.hpp"

using Function = void (*)(int*);

static __device__ int written;
static __device__ int initial = 42;
static __constant__ int folded = 5;
static __constant__ int set_by_host = 1;
static __device__ int target = 77;
static __device__ int* pointer;
static __device__ Function function;

namespace {

__device__ int numbers[4] = {1, 2, 3, 4};
__constant__ float pair[2];
__managed__ int managed = 3;

__device__ void add_hundred(int* to) { *to += 100; }
__device__ void add_thousand(int* to) { *to += 1000; }

__device__ int count() {
  static int next = 10;
  return atomicAdd(&next, 1);
}

__global__ void write(int value) {
  written = value;
  numbers[2] = value;
  target = value + 9;
  pointer = &target;
  function = value % 2 == 0 ? add_hundred : add_thousand;
}

__global__ void read(int* out) {
  int sum = 1;
  function(&sum);
  const int values[] = {written,           numbers[2], initial, folded,  set_by_host,
                        static_cast<int>(pair[1]), *pointer, managed, count(), sum};
  for (int i = 0; i < 10; ++i) out[i] = values[i];
}

}  // namespace

int main() {
  int* out = nullptr;
  EXPECT_OK(cudaMalloc(&out, 10 * sizeof(int)));
  const int number = 55;
  const float both[2] = {8, 9};
  EXPECT_OK(cudaMemcpyToSymbol(set_by_host, &number, sizeof number));
  EXPECT_OK(cudaMemcpyToSymbol(pair, both, sizeof both));
  managed = 31;
  for (int round = 0; round < 2; ++round) {
    write<<<1, 1>>>(round + 1);
    read<<<1, 1>>>(out);
    int got[10] = {};
    EXPECT_OK(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost));
    const int expected[] = {round + 1, round + 1, 42, 5, 55, 9, round + 10, 31, round + 10, round == 0 ? 1001 : 101};
    for (int i = 0; i < 10; ++i) EXPECT(got[i] == expected[i]);
  }
  EXPECT_OK(cudaFree(out));
  return failures;
}
