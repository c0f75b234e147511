// Blocks of a launch, which no barrier orders: what atomics, fences and the end of a launch do.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

constexpr int kThreads = 64;
constexpr int kBlocks = 8;

__device__ unsigned tickets;
__device__ int ready;
__device__ int payload;

__global__ void neighbour_wrong(int* a) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  const int next = threadIdx.x == kThreads - 1 ? a[(i + 1) % (kBlocks * kThreads)] : 0;  // finds: global-race
  a[i] = next + 1;
}

__global__ void neighbour_right(const int* a, int* b) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  b[i] = a[(i + 1) % (kBlocks * kThreads)];
}

__global__ void counter_wrong(int* count) {
  if (threadIdx.x == 0) *count += 1;  // finds: global-race
}

__global__ void counter_right(int* count) {
  if (threadIdx.x == 0) atomicAdd(count, 1);
}

__global__ void same_value(int* flag) {
  if (threadIdx.x == 0) *flag = 1;  // notes: global-race
}

template <bool kFence>
__device__ void last_block(int* partial, int* out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = blockIdx.x;
    if (kFence) __threadfence();
    last = atomicInc(&tickets, kBlocks - 1) == kBlocks - 1;
  }
  __syncthreads();
  if (!last || threadIdx.x != 0) return;
  int sum = 0;
#pragma unroll 1
  for (int i = 0; i < kBlocks; ++i) sum += partial[i];  // finds: missing-fence
  *out = sum;
}
__global__ void last_block_wrong(int* partial, int* out) { last_block<false>(partial, out); }

__global__ void last_block_right(int* partial, int* out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = blockIdx.x;
    __threadfence();
    last = atomicInc(&tickets, kBlocks - 1) == kBlocks - 1;
  }
  __syncthreads();
  if (!last || threadIdx.x != 0) return;
  int sum = 0;
#pragma unroll 1
  for (int i = 0; i < kBlocks; ++i) sum += partial[i];
  *out = sum;
}

// A flag that says that a value is there.
__global__ void publish_wrong(int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    payload = 42;
    atomicExch(&ready, 1);
  } else if (blockIdx.x == 1) {
    while (atomicAdd(&ready, 0) == 0) {
    }
    *out = payload;  // finds: missing-fence
  }
}

__global__ void publish_right(int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    payload = 42;
    __threadfence();
    atomicExch(&ready, 1);
  } else if (blockIdx.x == 1) {
    while (atomicAdd(&ready, 0) == 0) {
    }
    __threadfence();
    *out = payload;
  }
}

__global__ void acquire_right(int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    payload = 42;
    asm volatile("st.release.gpu.global.u32 [%0], 1;" ::"l"(&ready) : "memory");
  } else if (blockIdx.x == 1) {
    int there = 0;
    while (there == 0) asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(there) : "l"(&ready) : "memory");
    *out = payload;
  }
}

__global__ void reset() {
  ready = 0;
  tickets = 0;
}

// A lock around a counter that is no atomic.
__device__ int lock;
__global__ void lock_right(int* count) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(&lock, 0, 1) != 0) {
  }
  __threadfence();
  *count += 1;
  __threadfence();
  atomicExch(&lock, 0);
}

__global__ void lock_wrong(int* count) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(&lock, 0, 1) != 0) {
  }
  *count += 1;  // finds: missing-fence
  atomicExch(&lock, 0);
}

__global__ void grid_right(int* a, int* b) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  a[i] = i;
  cooperative_groups::this_grid().sync();
  b[i] = a[kBlocks * kThreads - 1 - i];
}

int main() {
  int* a;
  int* b;
  cudaMalloc(&a, kBlocks * kThreads * sizeof(int));
  cudaMalloc(&b, kBlocks * kThreads * sizeof(int));
  neighbour_wrong<<<kBlocks, kThreads>>>(a);
  neighbour_right<<<kBlocks, kThreads>>>(a, b);
  neighbour_right<<<kBlocks, kThreads>>>(b, a);  // another launch: in order
  counter_wrong<<<kBlocks, kThreads>>>(a);
  counter_right<<<kBlocks, kThreads>>>(a);
  same_value<<<kBlocks, kThreads>>>(a);
  last_block_wrong<<<kBlocks, kThreads>>>(a, b);
  last_block_right<<<kBlocks, kThreads>>>(a, b);
  publish_wrong<<<2, kThreads>>>(b);
  reset<<<1, 1>>>();
  publish_right<<<2, kThreads>>>(b);
  reset<<<1, 1>>>();
  acquire_right<<<2, kThreads>>>(b);
  lock_right<<<kBlocks, kThreads>>>(a);
  lock_wrong<<<kBlocks, kThreads>>>(a);
  void* arguments[] = {&a, &b};
  cudaLaunchCooperativeKernel(reinterpret_cast<void*>(grid_right), dim3(kBlocks), dim3(kThreads), arguments, 0, nullptr);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
