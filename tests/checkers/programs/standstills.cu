// Barriers that cannot be met, and loops that wait for what nobody does.
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

// A flag that nobody sets.
__global__ void flag_of_nobody_wrong(int* flag) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    while (atomicAdd(flag, 0) == 0) {  // finds: endless-loop
    }
  }
}

__global__ void flag_of_nobody_right(int* flag) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    while (atomicAdd(flag, 0) == 0) {
    }
  } else {
    atomicExch(flag, 1);
  }
}

// A lock that its first holder keeps.
__global__ void lock_is_kept_wrong(int* lock, int* sum) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {  // finds: endless-loop
  }
  __threadfence();
  *sum += 1;
}

__global__ void lock_is_kept_right(int* lock, int* sum) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  *sum += 1;
  __threadfence();
  atomicExch(lock, 0);
}

// A lock taken again by who holds it.
__global__ void lock_taken_twice_wrong(int* lock, int* sum) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  while (atomicCAS(lock, 0, 1) != 0) {  // finds: endless-loop
  }
  atomicAdd(sum, 1);
  __threadfence();
  atomicExch(lock, 0);
}

__global__ void lock_taken_twice_right(int* lock, int* sum) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  atomicAdd(sum, 1);
  __threadfence();
  atomicExch(lock, 0);
}

// A ticket that is served by nobody, since one block goes without serving the next.
__global__ void ticket_wrong(int* next, int* serving) {
  if (threadIdx.x != 0) return;
  const int mine = atomicAdd(next, 1);
  while (atomicAdd(serving, 0) != mine) {  // finds: endless-loop
  }
  if (mine != 1) atomicAdd(serving, 1);
}

__global__ void ticket_right(int* next, int* serving) {
  if (threadIdx.x != 0) return;
  const int mine = atomicAdd(next, 1);
  while (atomicAdd(serving, 0) != mine) {
  }
  atomicAdd(serving, 1);
}

// A step of nothing.
__global__ void no_progress_wrong(const int* in, int* out) {
  int i = 0;
  while (i < kBlock) {  // finds: endless-loop
    out[i] = i;
    i += in[i];
  }
}

__global__ void no_progress_right(const int* in, int* out) {
  int i = 0;
  while (i < kBlock) {
    out[i] = i;
    i += in[i] + 1;
  }
}

// A barrier object that expects one arrival more than there are.
__global__ void one_arrival_missing_wrong(int* out) {
  __shared__ unsigned long long object;
  const auto at = static_cast<unsigned>(__cvta_generic_to_shared(&object));
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(at), "r"(kBlock + 1) : "memory");
  __syncthreads();
  asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(at) : "memory");
  int done = threadIdx.x != 0;
  while (done == 0) {  // finds: endless-loop
    asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done)
                 : "r"(at)
                 : "memory");
  }
  out[threadIdx.x] = done;
}

__global__ void one_arrival_missing_right(int* out) {
  __shared__ unsigned long long object;
  const auto at = static_cast<unsigned>(__cvta_generic_to_shared(&object));
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(at), "r"(kBlock) : "memory");
  __syncthreads();
  asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(at) : "memory");
  int done = threadIdx.x != 0;
  while (done == 0) {
    asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done)
                 : "r"(at)
                 : "memory");
  }
  out[threadIdx.x] = done;
}

// The other lanes of the warp wait for the lock that one of them holds; from Volta on it comes free.
__global__ void lock_within_a_warp_right(int* lock, int* sum) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  *sum += 1;
  __threadfence();
  atomicExch(lock, 0);
}

// Threads that have returned are not waited for.
__global__ void returned_right(int* out, int count) {
  if (threadIdx.x >= count) return;
  out[threadIdx.x] = 1;
  __syncthreads();
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

int main() {
  int* memory;
  count_too_large_wrong<<<1, kBlock>>>(fresh());
  count_too_large_right<<<1, kBlock>>>(fresh());
  two_numbers_wrong<<<1, kBlock>>>(fresh());
  two_numbers_right<<<1, kBlock>>>(fresh());
  waits_twice_wrong<<<1, kBlock>>>(fresh());
  waits_twice_right<<<1, kBlock>>>(fresh());
  flag_behind_barrier_wrong<<<1, 64>>>(fresh());
  flag_behind_barrier_right<<<1, 64>>>(fresh());
  flag_of_nobody_wrong<<<2, 32>>>(fresh());
  flag_of_nobody_right<<<2, 32>>>(fresh());
  memory = fresh();
  lock_is_kept_wrong<<<2, 32>>>(memory, memory + 1);
  memory = fresh();
  lock_is_kept_right<<<2, 32>>>(memory, memory + 1);
  memory = fresh();
  lock_taken_twice_wrong<<<1, 32>>>(memory, memory + 1);
  memory = fresh();
  lock_taken_twice_right<<<1, 32>>>(memory, memory + 1);
  memory = fresh();
  ticket_wrong<<<4, 32>>>(memory, memory + 1);
  memory = fresh();
  ticket_right<<<4, 32>>>(memory, memory + 1);
  memory = fresh();
  no_progress_wrong<<<1, 1>>>(memory, memory + kBlock);
  memory = fresh();
  no_progress_right<<<1, 1>>>(memory, memory + kBlock);
  one_arrival_missing_wrong<<<1, kBlock>>>(fresh());
  one_arrival_missing_right<<<1, kBlock>>>(fresh());
  memory = fresh();
  lock_within_a_warp_right<<<1, 32>>>(memory, memory + 1);
  returned_right<<<1, kBlock>>>(fresh(), 40);
  both_sides_right<<<1, kBlock>>>(fresh());
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
