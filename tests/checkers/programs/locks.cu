// Locks: who takes one has to acquire what its last holder did, who gives it back has to release what it did itself.
#include <cuda_runtime.h>

constexpr int kBlock = 64;
constexpr int kBlocks = 4;

__device__ int lock_word;
__device__ int next_ticket, now_serving;

__global__ void spin_lock_no_acquire(int* sum) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(&lock_word, 0, 1) != 0) {
  }
  *sum += blockIdx.x + 1;  // finds: missing-fence
  __threadfence();
  atomicExch(&lock_word, 0);
}

__global__ void spin_lock_no_release(int* sum) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(&lock_word, 0, 1) != 0) {
  }
  __threadfence();
  *sum += blockIdx.x + 1;  // finds: missing-fence
  atomicExch(&lock_word, 0);
}

__global__ void spin_lock_right(int* sum) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(&lock_word, 0, 1) != 0) {
  }
  __threadfence();
  *sum += blockIdx.x + 1;
  __threadfence();
  atomicExch(&lock_word, 0);
}

// Given back by a plain store: the lock itself is in no order then.
__global__ void plain_unlock_wrong(int* sum) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(&lock_word, 0, 1) != 0) {  // finds: global-race
  }
  __threadfence();
  *sum += 1;  // finds: global-race
  __threadfence();
  lock_word = 0;  // finds: global-race
}

__global__ void plain_unlock_right(int* sum) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(&lock_word, 0, 1) != 0) {
  }
  __threadfence();
  *sum += 1;
  __threadfence();
  *const_cast<volatile int*>(&lock_word) = 0;
}

// Orders in the atomics themselves.
__global__ void ordered_lock_wrong(int* sum) {
  if (threadIdx.x != 0) return;
  int before = 1;
  while (before != 0)
    asm volatile("atom.cas.relaxed.gpu.global.b32 %0, [%1], 0, 1;" : "=r"(before) : "l"(&lock_word) : "memory");
  *sum += 1;  // finds: missing-fence
  asm volatile("atom.exch.release.gpu.global.b32 %0, [%1], 0;" : "=r"(before) : "l"(&lock_word) : "memory");
}

__global__ void ordered_lock_right(int* sum) {
  if (threadIdx.x != 0) return;
  int before = 1;
  while (before != 0)
    asm volatile("atom.cas.acquire.gpu.global.b32 %0, [%1], 0, 1;" : "=r"(before) : "l"(&lock_word) : "memory");
  *sum += 1;
  asm volatile("atom.exch.release.gpu.global.b32 %0, [%1], 0;" : "=r"(before) : "l"(&lock_word) : "memory");
}

__global__ void ticket_lock_wrong(int* sum) {
  if (threadIdx.x != 0) return;
  const int mine = atomicAdd(&next_ticket, 1);
  while (atomicAdd(&now_serving, 0) != mine) {
  }
  __threadfence();
  *sum += 1;  // finds: missing-fence
  atomicAdd(&now_serving, 1);
}

__global__ void ticket_lock_right(int* sum) {
  if (threadIdx.x != 0) return;
  const int mine = atomicAdd(&next_ticket, 1);
  while (atomicAdd(&now_serving, 0) != mine) {
  }
  __threadfence();
  *sum += 1;
  __threadfence();
  atomicAdd(&now_serving, 1);
}

// A lock in shared memory, taken by a lane of each warp.
__global__ void warps_of_a_block_wrong(int* out) {
  __shared__ int lock;
  __shared__ int sum;
  const int t = threadIdx.x;
  if (t == 0) lock = sum = 0;
  __syncthreads();
  if (t % 32 == 0) {
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    sum += t + 1;  // finds: missing-fence
    __threadfence_block();
    atomicExch(&lock, 0);
  }
  __syncthreads();
  if (t == 0) *out = sum;
}

__global__ void warps_of_a_block_right(int* out) {
  __shared__ int lock;
  __shared__ int sum;
  const int t = threadIdx.x;
  if (t == 0) lock = sum = 0;
  __syncthreads();
  if (t % 32 == 0) {
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    __threadfence_block();
    sum += t + 1;
    __threadfence_block();
    atomicExch(&lock, 0);
  }
  __syncthreads();
  if (t == 0) *out = sum;
}

// Every lane of a warp takes the lock in its turn: it is given back within the loop, so that nobody waits for ever.
__global__ void lanes_of_a_warp_wrong(int* out) {
  bool done = false;
  while (!done) {
    if (atomicCAS(&lock_word, 0, 1) == 0) {
      *out += 1;  // finds: missing-fence
      atomicExch(&lock_word, 0);
      done = true;
    }
  }
}

__global__ void lanes_of_a_warp_right(int* out) {
  bool done = false;
  while (!done) {
    if (atomicCAS(&lock_word, 0, 1) == 0) {
      __threadfence();
      *out += 1;
      __threadfence();
      atomicExch(&lock_word, 0);
      done = true;
    }
  }
}

int main() {
  int* sums;
  cudaMalloc(&sums, 1024);
  cudaMemset(sums, 0, 1024);
  spin_lock_no_acquire<<<kBlocks, kBlock>>>(sums);
  spin_lock_no_release<<<kBlocks, kBlock>>>(sums);
  spin_lock_right<<<kBlocks, kBlock>>>(sums);
  plain_unlock_wrong<<<kBlocks, kBlock>>>(sums);
  plain_unlock_right<<<kBlocks, kBlock>>>(sums);
  ordered_lock_wrong<<<kBlocks, kBlock>>>(sums);
  ordered_lock_right<<<kBlocks, kBlock>>>(sums);
  ticket_lock_wrong<<<kBlocks, kBlock>>>(sums);
  const int zero = 0;
  cudaMemcpyToSymbol(next_ticket, &zero, sizeof zero);
  cudaMemcpyToSymbol(now_serving, &zero, sizeof zero);
  ticket_lock_right<<<kBlocks, kBlock>>>(sums);
  warps_of_a_block_wrong<<<1, kBlock>>>(sums);
  warps_of_a_block_right<<<1, kBlock>>>(sums);
  lanes_of_a_warp_wrong<<<1, 32>>>(sums);
  lanes_of_a_warp_right<<<1, 32>>>(sums);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
