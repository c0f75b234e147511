// Loops that wait for what nobody does.
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

int main() {
  int* memory;
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
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
