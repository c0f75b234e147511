// Barriers that cannot be met, and some that can.
#include <cuda_runtime.h>

constexpr int kBlock = 128;

// Memory that a fault before has not touched.
int* fresh() {
  cudaDeviceSynchronize();
  cudaDeviceReset();
  int* memory;
  cudaMalloc(&memory, 1024);
  cudaMemset(memory, 0, 1024);
  return memory;
}

// Two warps have come and the count says three; the others return, which counts for __syncthreads() only.
__global__ void count_too_large_wrong(int* out) {
  const int t = threadIdx.x;
  if (t < 64) {
    asm volatile("bar.sync 1, 96;" ::: "memory");  // finds: barrier-divergence
    out[t] = t;
  }
}

__global__ void count_too_large_right(int* out) {
  const int t = threadIdx.x;
  if (t < 64) {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[t] = t;
  }
}

// One side waits at one barrier and the other at another.
__global__ void two_numbers_wrong(int* out) {
  const int t = threadIdx.x;
  if (t < 64) {
    asm volatile("bar.sync 1, 128;" ::: "memory");  // finds: barrier-divergence
  } else {
    asm volatile("bar.sync 2, 128;" ::: "memory");
  }
  out[t] = t;
}

__global__ void two_numbers_right(int* out) {
  const int t = threadIdx.x;
  if (t < 64) {
    asm volatile("bar.sync 1, 128;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 128;" ::: "memory");
  }
  out[t] = t;
}

// The producer arrives once, and the consumer waits twice.
__global__ void waits_twice_wrong(int* out) {
  const int t = threadIdx.x;
  if (t < 64) {
    asm volatile("bar.arrive 1, 128;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 128;" ::: "memory");
    asm volatile("bar.sync 1, 128;" ::: "memory");  // finds: barrier-divergence
    out[t] = t;
  }
}

__global__ void waits_twice_right(int* out) {
  const int t = threadIdx.x;
  if (t < 64) {
    asm volatile("bar.arrive 1, 128;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 128;" ::: "memory");
    out[t] = t;
  }
}

// Thread 32 waits to be told by thread 0, which waits at the barrier for everybody.
__global__ void flag_behind_barrier_wrong(int* out) {
  __shared__ volatile int flag;
  const int t = threadIdx.x;
  if (t == 0) flag = 0;
  __syncthreads();
  if (t < 32) {
    __syncthreads();
    if (t == 0) flag = 1;
  } else {
    while (t == 32 && flag == 0) {  // finds: deadlock
    }
    __syncthreads();
  }
  out[t] = t;
}

__global__ void flag_behind_barrier_right(int* out) {
  __shared__ volatile int flag;
  const int t = threadIdx.x;
  if (t == 0) flag = 0;
  __syncthreads();
  if (t < 32) {
    if (t == 0) flag = 1;
    __syncthreads();
  } else {
    while (t == 32 && flag == 0) {
    }
    __syncthreads();
  }
  out[t] = t;
}

// Threads that have returned are not waited for.
__global__ void returned_right(int* out, unsigned count) {
  if (threadIdx.x >= count) return;
  out[threadIdx.x] = 1;
  __syncthreads();  // notes: barrier-divergence
  out[kBlock + threadIdx.x] = out[count - 1 - threadIdx.x];
}

// Both sides of a branch come to a barrier of their own, which is the same one.
__global__ void both_sides_right(int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  if (t < 64) {
    s[t] = t;
    __syncthreads();
  } else {
    s[t] = -t;
    __syncthreads();
  }
  out[t] = s[kBlock - 1 - t];
}

// The second warp goes round once more, and its barrier in the loop is met by the first one's behind it.
__global__ void trip_counts_wrong(int* out) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  int sum = 0;
#pragma unroll 1
  for (int i = 0; i < 1 + t / 32; ++i) {
    s[t] = i;
    __syncthreads();
    sum += s[t ^ 32];
    __syncthreads();
  }
  s[t] = sum;  // finds: shared-race
  __syncthreads();
  out[t] = s[t ^ 32];
}

__global__ void trip_counts_right(int* out) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  int sum = 0;
#pragma unroll 1
  for (int i = 0; i < 2; ++i) {
    s[t] = i;
    __syncthreads();
    sum += s[t ^ 32];
    __syncthreads();
  }
  s[t] = sum;
  __syncthreads();
  out[t] = s[t ^ 32];
}

int main() {
  count_too_large_wrong<<<1, kBlock>>>(fresh());
  count_too_large_right<<<1, kBlock>>>(fresh());
  two_numbers_wrong<<<1, kBlock>>>(fresh());
  two_numbers_right<<<1, kBlock>>>(fresh());
  waits_twice_wrong<<<1, kBlock>>>(fresh());
  waits_twice_right<<<1, kBlock>>>(fresh());
  flag_behind_barrier_wrong<<<1, 64>>>(fresh());
  flag_behind_barrier_right<<<1, 64>>>(fresh());
  trip_counts_wrong<<<1, 64>>>(fresh());
  trip_counts_right<<<1, 64>>>(fresh());
  returned_right<<<1, kBlock>>>(fresh(), 40);
  both_sides_right<<<1, kBlock>>>(fresh());
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
