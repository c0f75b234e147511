// Programs that launch from device code, as they are written: a sort and a tree that divide, a loop of tails, work that
// is forgotten, streams and copies, kernels of many kinds, and a grid that waits for what it has launched.
#include <cuda_runtime.h>

#include <algorithm>
#include <vector>

#include "expect.hpp"

// ---- A sort that divides ----

__device__ void sort_few(int *first, int *last) {
  for (int *i = first + 1; i <= last; ++i)
    for (int *j = i; j > first && j[-1] > j[0]; --j) {
      const int kept = j[0];
      j[0] = j[-1];
      j[-1] = kept;
    }
}

__global__ void quicksort(int *values, int left, int right) {
  if (right - left < 8) {
    sort_few(values + left, values + right);
    return;
  }
  const int pivot = values[(left + right) / 2];
  int i = left, j = right;
  while (i <= j) {
    while (values[i] < pivot) ++i;
    while (values[j] > pivot) --j;
    if (i <= j) {
      const int kept = values[i];
      values[i++] = values[j];
      values[j--] = kept;
    }
  }
  cudaStream_t stream;
  if (left < j) {
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    quicksort<<<1, 1, 0, stream>>>(values, left, j);
    cudaStreamDestroy(stream);
  }
  if (i < right) {
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    quicksort<<<1, 1, 0, stream>>>(values, i, right);
    cudaStreamDestroy(stream);
  }
}

void sorts() {
  constexpr int kCount = 20000;
  std::vector<int> values(kCount);
  unsigned state = 1;
  for (int &value : values) value = static_cast<int>((state = state * 1664525u + 1013904223u) >> 8);
  int *device;
  EXPECT_OK(cudaMalloc(&device, kCount * sizeof(int)));
  EXPECT_OK(cudaMemcpy(device, values.data(), kCount * sizeof(int), cudaMemcpyHostToDevice));
  quicksort<<<1, 1>>>(device, 0, kCount - 1);
  EXPECT_OK(cudaGetLastError());
  std::sort(values.begin(), values.end());
  std::vector<int> sorted(kCount);
  EXPECT_OK(cudaMemcpy(sorted.data(), device, kCount * sizeof(int), cudaMemcpyDeviceToHost));
  EXPECT(sorted == values);
  EXPECT_OK(cudaFree(device));
}

// ---- A tree: every thread of a block launches, down to the leaves ----

template <int kWidth>
__global__ void grow(unsigned *leaves, unsigned *nodes, int depth) {
  if (threadIdx.x == 0) atomicAdd(nodes, 1);
  if (depth == 0) {
    atomicAdd(leaves, 1);
    return;
  }
  grow<kWidth><<<1, kWidth>>>(leaves, nodes, depth - 1);
}

void grows() {
  unsigned *counts;
  EXPECT_OK(cudaMallocManaged(&counts, 2 * sizeof(unsigned)));
  counts[0] = counts[1] = 0;
  grow<4><<<1, 4>>>(counts, counts + 1, 4);
  EXPECT_OK(cudaDeviceSynchronize());
  EXPECT(counts[0] == 1024);
  EXPECT(counts[1] == 1 + 4 + 16 + 64 + 256);
  EXPECT_OK(cudaFree(counts));
}

// ---- A loop of tails, each of which sees all that came before it ----

__global__ void add_one(int *value, int count) {
  if (threadIdx.x < count) atomicAdd(value, 1);
}

__global__ void step(int *value, int *seen, int round, int rounds) {
  seen[round] = *value;
  if (round + 1 == rounds) return;
  add_one<<<1, 64>>>(value, round + 1);
  step<<<1, 1, 0, cudaStreamTailLaunch>>>(value, seen, round + 1, rounds);
}

void loops() {
  constexpr int kRounds = 40;
  int *memory;
  EXPECT_OK(cudaMallocManaged(&memory, (kRounds + 1) * sizeof(int)));
  memory[0] = 0;
  step<<<1, 1>>>(memory, memory + 1, 0, kRounds);
  EXPECT_OK(cudaDeviceSynchronize());
  for (int round = 0; round < kRounds; ++round) EXPECT(memory[1 + round] == round * (round + 1) / 2);
  EXPECT_OK(cudaFree(memory));
}

// ---- Streams, events, copies, fills ----

__global__ void square(int *values) { values[threadIdx.x] *= values[threadIdx.x]; }

__global__ void pipeline(int *values, int *copied) {
  cudaStream_t first, second;
  cudaEvent_t squared;
  cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  cudaEventCreateWithFlags(&squared, cudaEventDisableTiming);
  values[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x != 0) return;
  square<<<1, 32, 0, first>>>(values);
  cudaEventRecord(squared, first);
  cudaStreamWaitEvent(second, squared, 0);
  cudaMemcpyAsync(copied, values, 32 * sizeof(int), cudaMemcpyDeviceToDevice, second);
  cudaMemsetAsync(copied + 32, 0x11, 32 * sizeof(int), second);
  cudaMemset2DAsync(copied + 64, 4 * sizeof(int), 0x22, sizeof(int), 8, second);
  cudaMemcpy2DAsync(copied + 65, 4 * sizeof(int), values + 2, sizeof(int), sizeof(int), 8, cudaMemcpyDeviceToDevice,
                    second);
  cudaEventDestroy(squared);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
}

void copies() {
  int *memory;
  EXPECT_OK(cudaMallocManaged(&memory, 256 * sizeof(int)));
  pipeline<<<1, 32>>>(memory, memory + 64);
  EXPECT_OK(cudaDeviceSynchronize());
  const int *copied = memory + 64;
  for (int i = 0; i < 32; ++i) EXPECT(copied[i] == i * i);
  for (int i = 32; i < 64; ++i) EXPECT(copied[i] == 0x11111111);
  for (int i = 0; i < 8; ++i) {
    EXPECT(copied[64 + 4 * i] == 0x22222222);
    EXPECT(copied[65 + 4 * i] == (i + 2) * (i + 2));
  }
  EXPECT_OK(cudaFree(memory));
}

// ---- Kernels of many kinds ----

struct Pair {
  int first;
  double second;
};
namespace kernels {
template <class T>
__global__ void fill(T *to, T value, int count = 2) {
  if (threadIdx.x < count) to[threadIdx.x] = value;
}
static __global__ void hidden(int *to) { atomicAdd(to, 100); }
}  // namespace kernels
namespace {
__global__ void nameless(int *to) { atomicAdd(to, 1000); }
}  // namespace
__global__ void overloaded(int *to) { to[1] = 1; }
__global__ void overloaded(float *to) { to[0] = 2.5f; }
__global__ void of_all_types(int *to, char c, Pair pair, short s, bool b, float4 v) {
  to[0] = c;
  to[1] = pair.first;
  to[2] = static_cast<int>(pair.second);
  to[3] = s;
  to[4] = b;
  to[5] = static_cast<int>(v.z);
}
__global__ void nothing() {}
__global__ void in_shared(int *to) {
  extern __shared__ int words[];
  words[threadIdx.x] = static_cast<int>(threadIdx.x);
  __syncthreads();
  to[threadIdx.x] = words[blockDim.x - 1 - threadIdx.x];
}

#define LAUNCH(kernel, ...) kernel<<<1, 32>>>(__VA_ARGS__)
#define TWICE(call) \
  do {              \
    call;           \
    call;           \
  } while (0)

template <class T>
__device__ void from_template(T *to) {
  overloaded<<<1, 1>>>(to);
  kernels::fill<T><<<1, (4 > 2) ? 32 : 1>>>(to + 4, T(7));
}
struct Launcher {
  int *to;
  __device__ void operator()() const { kernels::hidden<<<1, 1>>>(to); }
};

__global__ void launches_all(int *ints, float *floats) {
  from_template(ints);
  from_template(floats);
  Launcher{ints}();
  nameless<<<1, 1>>>(ints);
  LAUNCH(of_all_types, ints + 8, 'x', Pair{3, 4.5}, 5, true, make_float4(1, 2, 3, 4));
  TWICE((kernels::hidden<<<1, 1>>>(ints)));
  void (*pointer)(int *) = ints[0] > 1000000 ? nameless : kernels::hidden;
  pointer<<<1, 1>>>(ints);
  if (ints[0] == 0)
    in_shared<<<dim3(1), dim3(8, 1),
                8 * sizeof(int),  // the configuration goes over several lines
                cudaStreamFireAndForget>>>(ints + 16);
  auto lambda = [=] { kernels::hidden<<<1, 1>>>(ints); };
  lambda();
  for (int i = 0; i < 3; ++i) nothing<<<1, 1>>>();
}

void launches() {
  int *ints;
  float *floats;
  EXPECT_OK(cudaMallocManaged(&ints, 32 * sizeof(int)));
  EXPECT_OK(cudaMallocManaged(&floats, 32 * sizeof(float)));
  launches_all<<<1, 1>>>(ints, floats);
  EXPECT_OK(cudaDeviceSynchronize());
  EXPECT(ints[0] == 1500);
  EXPECT(ints[1] == 1 && floats[0] == 2.5f);
  EXPECT(ints[4] == 7 && ints[5] == 7 && floats[5] == 7);
  EXPECT(ints[8] == 'x' && ints[9] == 3 && ints[10] == 4 && ints[11] == 5 && ints[12] == 1 && ints[13] == 3);
  for (int i = 0; i < 8; ++i) EXPECT(ints[16 + i] == 7 - i);
  EXPECT_OK(cudaFree(ints));
  EXPECT_OK(cudaFree(floats));
}

// ---- A grid that waits for what it has launched: nothing promises that it will go on, here it does ----

__global__ void raise_flag(volatile int *flag) { *flag = 1; }

__global__ void waits(volatile int *flag) {
  if (threadIdx.x == 0) raise_flag<<<1, 1>>>(flag);
  while (*flag == 0) {
  }
  flag[1 + threadIdx.x] = 2;
}

void waiting() {
  int *flag;
  EXPECT_OK(cudaMalloc(&flag, 3 * sizeof(int)));
  EXPECT_OK(cudaMemset(flag, 0, 3 * sizeof(int)));
  waits<<<1, 2>>>(flag);
  int values[3] = {};
  EXPECT_OK(cudaMemcpy(values, flag, sizeof values, cudaMemcpyDeviceToHost));
  EXPECT(values[0] == 1 && values[1] == 2 && values[2] == 2);
  EXPECT_OK(cudaFree(flag));
}

int main() {
  sorts();
  grows();
  loops();
  copies();
  launches();
  waiting();
  return failures;
}
