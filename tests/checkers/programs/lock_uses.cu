// What is done under a lock: the right one, by the whole block, and by those who did not get it.
#include <cuda_runtime.h>

constexpr int kBlock = 64;
constexpr int kBlocks = 4;

__device__ int lock_word;
__device__ int locks[4];
__device__ int next_ticket, now_serving;

__device__ void take(int* lock) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
}
__device__ void give(int* lock) {
  __threadfence();
  atomicExch(lock, 0);
}

// Two locks for one datum.
__global__ void two_locks_wrong(int* sum) {
  if (threadIdx.x != 0) return;
  int* const lock = &locks[blockIdx.x % 2];
  take(lock);
  *sum += 1;  // finds: global-race
  give(lock);
}

__global__ void two_locks_right(int* sum) {
  if (threadIdx.x != 0) return;
  int* const lock = &locks[0];
  take(lock);
  *sum += 1;
  give(lock);
}

// A lock for each of four sums.
__global__ void buckets_wrong(const int* in, int* sums) {
  if (threadIdx.x != 0) return;
#pragma unroll 1
  for (int i = 0; i < 4; ++i) {
    const int bucket = in[blockIdx.x * 4 + i] % 4;
    take(&locks[bucket]);
    sums[(bucket + i) % 4] += 1;  // finds: global-race
    give(&locks[bucket]);
  }
}

__global__ void buckets_right(const int* in, int* sums) {
  if (threadIdx.x != 0) return;
#pragma unroll 1
  for (int i = 0; i < 4; ++i) {
    const int bucket = in[blockIdx.x * 4 + i] % 4;
    take(&locks[bucket]);
    sums[bucket] += 1;
    give(&locks[bucket]);
  }
}

// The whole block works under the lock that one of its threads holds.
__global__ void block_under_lock_no_barrier(int* sums) {
  if (threadIdx.x == 0) take(&lock_word);
  __syncthreads();
  sums[threadIdx.x] += 1;  // finds: global-race
  if (threadIdx.x == 0) give(&lock_word);
}

__global__ void block_under_lock_right(int* sums) {
  if (threadIdx.x == 0) take(&lock_word);
  __syncthreads();
  sums[threadIdx.x] += 1;
  __syncthreads();
  if (threadIdx.x == 0) give(&lock_word);
}

// Something is read before the lock is taken.
__global__ void checked_before_wrong(int* sum) {
  if (threadIdx.x != 0) return;
  if (*sum > 1000) return;  // finds: global-race
  take(&lock_word);
  *sum += 1;
  give(&lock_word);
}

__global__ void checked_before_right(int* sum) {
  if (threadIdx.x != 0) return;
  if (atomicAdd(sum, 0) > 1000) return;
  take(&lock_word);
  atomicAdd(sum, 1);
  give(&lock_word);
}

// Who does not get the lock goes on without: it may not touch the datum.
__global__ void try_lock_wrong(int* sum, int* missed) {
  if (threadIdx.x != 0) return;
  const bool taken = atomicCAS(&lock_word, 0, 1) == 0;
  __threadfence();
  if (taken) *sum = 5;
  if (!taken) *missed = *sum;  // finds: global-race
}

__global__ void try_lock_right(int* sum, int* missed) {
  if (threadIdx.x != 0) return;
  const bool taken = atomicCAS(&lock_word, 0, 1) == 0;
  __threadfence();
  if (taken) *sum = 5;
  if (!taken) atomicAdd(missed, 1);
  if (taken) give(&lock_word);
}

int main() {
  int values[4 * kBlocks];
  for (int i = 0; i < 4 * kBlocks; ++i) values[i] = i * 7 % 5;
  int *in, *sums;
  cudaMalloc(&in, sizeof values);
  cudaMalloc(&sums, 1024);
  cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
  cudaMemset(sums, 0, 1024);
  two_locks_wrong<<<kBlocks, kBlock>>>(sums);
  two_locks_right<<<kBlocks, kBlock>>>(sums);
  buckets_wrong<<<kBlocks, kBlock>>>(in, sums);
  buckets_right<<<kBlocks, kBlock>>>(in, sums);
  block_under_lock_no_barrier<<<kBlocks, kBlock>>>(sums);
  block_under_lock_right<<<kBlocks, kBlock>>>(sums);
  checked_before_wrong<<<kBlocks, kBlock>>>(sums);
  checked_before_right<<<kBlocks, kBlock>>>(sums);
  try_lock_right<<<kBlocks, kBlock>>>(sums, sums + 1);
  try_lock_wrong<<<kBlocks, kBlock>>>(sums, sums + 1);  // keeps the lock
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
