// Blocks that wait for the work of other whole blocks: by flags, in a chain, looking back, and the last one of all.
#include <cuda_runtime.h>

constexpr int kBlock = 64;
constexpr int kBlocks = 4;

__device__ void store_release(int* p, int v) {
  asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(p), "r"(v) : "memory");
}
__device__ int load_acquire(const int* p) {
  int v;
  asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
  return v;
}

// The whole block writes, one thread tells.
__global__ void block_to_block_no_fence(int* payload, int* flag, int* out) {
  const int t = threadIdx.x;
  if (blockIdx.x == 0) {
    payload[t] = t;
    __syncthreads();
    if (t == 0) {
      atomicExch(flag, 1);
    }
  } else {
    if (t == 0) {
      while (atomicAdd(flag, 0) == 0) {
      }
      __threadfence();
    }
    __syncthreads();
    out[t] = payload[kBlock - 1 - t];  // finds: missing-fence
  }
}

__global__ void block_to_block_no_barrier(int* payload, int* flag, int* out) {
  const int t = threadIdx.x;
  if (blockIdx.x == 0) {
    payload[t] = t;
    if (t == 0) {
      __threadfence();
      atomicExch(flag, 1);
    }
  } else {
    if (t == 0) {
      while (atomicAdd(flag, 0) == 0) {
      }
      __threadfence();
    }
    __syncthreads();
    out[t] = payload[kBlock - 1 - t];  // finds: global-race
  }
}

__global__ void block_to_block_right(int* payload, int* flag, int* out) {
  const int t = threadIdx.x;
  if (blockIdx.x == 0) {
    payload[t] = t;
    __syncthreads();
    if (t == 0) {
      __threadfence();
      atomicExch(flag, 1);
    }
  } else {
    if (t == 0) {
      while (atomicAdd(flag, 0) == 0) {
      }
      __threadfence();
    }
    __syncthreads();
    out[t] = payload[kBlock - 1 - t];
  }
}

// From block to block: each adds to what the one before it has left.
__global__ void chain_wrong(int* sum, int* turn) {
  if (threadIdx.x != 0) return;
  const int block = blockIdx.x;
  while (load_acquire(turn) != block) {
  }
  store_release(turn, block + 1);
  *sum += block;  // finds: global-race
}

__global__ void chain_right(int* sum, int* turn) {
  if (threadIdx.x != 0) return;
  const int block = blockIdx.x;
  while (load_acquire(turn) != block) {
  }
  *sum += block;
  store_release(turn, block + 1);
}

// The look back of a scan in one pass: a block publishes its sum, then what everything up to it adds up to.
__global__ void look_back_no_second_release(const int* in, int* sums, int* states, int* out) {
  if (threadIdx.x != 0) return;
  const int block = blockIdx.x;
  sums[2 * block] = in[block];
  __threadfence();
  atomicExch(&states[block], 1);
  int before = 0;
#pragma unroll 1
  for (int b = block - 1; b >= 0; --b) {
    int state = 0;
    while (state == 0) state = atomicAdd(&states[b], 0);
    __threadfence();
    before += sums[2 * b + (state - 1)];  // finds: missing-fence
    if (state == 2) break;
  }
  sums[2 * block + 1] = before + in[block];
  atomicExch(&states[block], 2);
  out[block] = before;
}

__global__ void look_back_no_acquire(const int* in, int* sums, int* states, int* out) {
  if (threadIdx.x != 0) return;
  const int block = blockIdx.x;
  sums[2 * block] = in[block];
  __threadfence();
  atomicExch(&states[block], 1);
  int before = 0;
#pragma unroll 1
  for (int b = block - 1; b >= 0; --b) {
    int state = 0;
    while (state == 0) state = atomicAdd(&states[b], 0);
    before += sums[2 * b + (state - 1)];  // finds: missing-fence
    if (state == 2) break;
  }
  sums[2 * block + 1] = before + in[block];
  __threadfence();
  atomicExch(&states[block], 2);
  out[block] = before;
}

__global__ void look_back_right(const int* in, int* sums, int* states, int* out) {
  if (threadIdx.x != 0) return;
  const int block = blockIdx.x;
  sums[2 * block] = in[block];
  __threadfence();
  atomicExch(&states[block], 1);
  int before = 0;
#pragma unroll 1
  for (int b = block - 1; b >= 0; --b) {
    int state = 0;
    while (state == 0) state = atomicAdd(&states[b], 0);
    __threadfence();
    before += sums[2 * b + (state - 1)];
    if (state == 2) break;
  }
  sums[2 * block + 1] = before + in[block];
  __threadfence();
  atomicExch(&states[block], 2);
  out[block] = before;
}

// Value and state in one word need no order.
__global__ void look_back_one_word_right(const int* in, unsigned long long* words, int* out) {
  if (threadIdx.x != 0) return;
  const int block = blockIdx.x;
  int before = 0;
  if (block > 0) {
    unsigned long long word = 0;
    while (word >> 32 == 0) word = atomicAdd(&words[block - 1], 0ull);
    before = static_cast<int>(word);
  }
  atomicExch(&words[block], 1ull << 32 | static_cast<unsigned>(before + in[block]));
  out[block] = before;
}

// The last block adds up what all have left.
__global__ void last_block_fence_behind(const int* in, int* sums, unsigned* tickets, int* out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = in[blockIdx.x];
    last = atomicAdd(tickets, 1u) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (last && threadIdx.x < gridDim.x) out[threadIdx.x] = sums[threadIdx.x];  // finds: missing-fence
}

__global__ void last_block_right(const int* in, int* sums, unsigned* tickets, int* out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = in[blockIdx.x];
    __threadfence();
    last = atomicAdd(tickets, 1u) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (last && threadIdx.x < gridDim.x) out[threadIdx.x] = sums[threadIdx.x];
}

int main() {
  int *in, *a, *flags, *out;
  cudaMalloc(&in, 1024);
  cudaMalloc(&a, 1024);
  cudaMalloc(&flags, 1024);
  cudaMalloc(&out, 1024);
  cudaMemset(in, 1, 1024);
  cudaMemset(a, 0, 1024);
  const auto clear = [&] { cudaMemset(flags, 0, 1024); };
  clear();
  block_to_block_no_fence<<<2, kBlock>>>(a, flags, out);
  clear();
  block_to_block_no_barrier<<<2, kBlock>>>(a, flags, out);
  clear();
  block_to_block_right<<<2, kBlock>>>(a, flags, out);
  clear();
  chain_wrong<<<kBlocks, kBlock>>>(a, flags);
  clear();
  chain_right<<<kBlocks, kBlock>>>(a, flags);
  clear();
  look_back_no_second_release<<<kBlocks, 32>>>(in, a, flags, out);
  clear();
  look_back_no_acquire<<<kBlocks, 32>>>(in, a, flags, out);
  clear();
  look_back_right<<<kBlocks, 32>>>(in, a, flags, out);
  clear();
  look_back_one_word_right<<<kBlocks, 32>>>(in, reinterpret_cast<unsigned long long*>(flags), out);
  clear();
  last_block_fence_behind<<<kBlocks, 32>>>(in, a, reinterpret_cast<unsigned*>(flags), out);
  clear();
  last_block_right<<<kBlocks, 32>>>(in, a, reinterpret_cast<unsigned*>(flags), out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
