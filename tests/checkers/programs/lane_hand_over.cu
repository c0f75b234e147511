// One lane speaks for its warp: what the other lanes have done needs __syncwarp() before.
#include <cuda_runtime.h>

constexpr int kBlock = 64;

using Object = unsigned long long;

__device__ unsigned address_of(const void* object) { return static_cast<unsigned>(__cvta_generic_to_shared(object)); }
__device__ void init(Object* object, int count) {
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(address_of(object)), "r"(count) : "memory");
}
__device__ Object arrive(Object* object) {
  Object token;
  asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(token) : "r"(address_of(object)) : "memory");
  return token;
}
__device__ void wait_parity(Object* object, int parity) {
  int done = 0;
  while (done == 0)
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done)
                 : "r"(address_of(object)), "r"(parity)
                 : "memory");
}

// One lane arrives for its warp: what the other lanes have written needs __syncwarp() before.
__global__ void one_lane_arrives_wrong(int* out) {
  __shared__ Object bar;
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  if (t == 0) init(&bar, kBlock / 32);
  __syncthreads();
  s[t] = t;
  if (t % 32 == 0) arrive(&bar);
  wait_parity(&bar, 0);
  out[t] = s[(t + 32) % kBlock];  // finds: shared-race
}

__global__ void one_lane_arrives_right(int* out) {
  __shared__ Object bar;
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  if (t == 0) init(&bar, kBlock / 32);
  __syncthreads();
  s[t] = t;
  __syncwarp();
  if (t % 32 == 0) arrive(&bar);
  wait_parity(&bar, 0);
  out[t] = s[(t + 32) % kBlock];
}

// A flag that the first lane sets.
__global__ void flag_wrong(int* out) {
  __shared__ int s[32];
  __shared__ volatile int there;
  const int lane = threadIdx.x % 32;
  if (threadIdx.x == 0) there = 0;
  __syncthreads();
  if (threadIdx.x < 32) {
    s[lane] = lane;
    if (lane == 0) {
      __threadfence_block();
      there = 1;
    }
  } else {
    while (there == 0) {
    }
    __threadfence_block();
    out[lane] = s[31 - lane];  // finds: shared-race
  }
}

__global__ void flag_right(int* out) {
  __shared__ int s[32];
  __shared__ volatile int there;
  const int lane = threadIdx.x % 32;
  if (threadIdx.x == 0) there = 0;
  __syncthreads();
  if (threadIdx.x < 32) {
    s[lane] = lane;
    __syncwarp();
    if (lane == 0) {
      __threadfence_block();
      there = 1;
    }
  } else {
    while (there == 0) {
    }
    __threadfence_block();
    out[lane] = s[31 - lane];
  }
}

// A block of one warp that tells another block.
__global__ void block_of_one_warp_wrong(int* payload, int* ready, int* out) {
  const int lane = threadIdx.x;
  if (blockIdx.x == 0) {
    payload[lane] = lane;
    if (lane == 0) {
      __threadfence();
      atomicExch(ready, 1);
    }
  } else {
    while (atomicAdd(ready, 0) == 0) {
    }
    __threadfence();
    out[lane] = payload[31 - lane];  // finds: global-race
  }
}

__global__ void block_of_one_warp_right(int* payload, int* ready, int* out) {
  const int lane = threadIdx.x;
  if (blockIdx.x == 0) {
    payload[lane] = lane;
    __syncwarp();
    if (lane == 0) {
      __threadfence();
      atomicExch(ready, 1);
    }
  } else {
    while (atomicAdd(ready, 0) == 0) {
    }
    __threadfence();
    out[lane] = payload[31 - lane];
  }
}

int main() {
  int *a, *ready, *out;
  cudaMalloc(&a, 1024);
  cudaMalloc(&ready, 1024);
  cudaMalloc(&out, 1024);
  one_lane_arrives_wrong<<<1, kBlock>>>(out);
  one_lane_arrives_right<<<1, kBlock>>>(out);
  flag_wrong<<<1, kBlock>>>(out);
  flag_right<<<1, kBlock>>>(out);
  cudaMemset(ready, 0, 1024);
  block_of_one_warp_wrong<<<2, 32>>>(a, ready, out);
  cudaMemset(ready, 0, 1024);
  block_of_one_warp_right<<<2, 32>>>(a, ready, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
