// What a block tells another: flags, tickets and the look back. A release is a fence and then a strong write, an
// acquire a strong read and then a fence, or accesses with .release and .acquire. (PTX ISA, Release and Acquire
// Patterns)
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
__device__ int load_relaxed(const int* p) {
  int v;
  asm volatile("ld.relaxed.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
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
    out[t] = payload[kBlock - 1 - t];  // finds: global-race
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

__global__ void release_acquire_plain_store(int* payload, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *payload = 7;
    *static_cast<volatile int*>(flag) = 1;
  } else {
    while (load_acquire(flag) == 0) {
    }
    *out = *payload;  // finds: global-race
  }
}

__global__ void release_acquire_relaxed_load(int* payload, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *payload = 7;
    store_release(flag, 1);
  } else {
    while (load_relaxed(flag) == 0) {
    }
    *out = *payload;  // finds: global-race
  }
}

__global__ void release_acquire_right(int* payload, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *payload = 7;
    store_release(flag, 1);
  } else {
    while (load_acquire(flag) == 0) {
    }
    *out = *payload;
  }
}

__global__ void volatile_flag_no_writer_fence(int* payload, volatile int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *payload = 7;
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    __threadfence();
    *out = *payload;  // finds: global-race
  }
}

__global__ void volatile_flag_no_reader_fence(int* payload, volatile int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *payload = 7;
    __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    *out = *payload;  // finds: global-race
  }
}

__global__ void volatile_flag_right(int* payload, volatile int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *payload = 7;
    __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    __threadfence();
    *out = *payload;
  }
}

// The flag goes up before the payload is there.
__global__ void too_early_wrong(int* payload, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    store_release(flag, 1);
    *payload = 7;
  } else {
    while (load_acquire(flag) == 0) {
    }
    *out = *payload;  // finds: global-race
  }
}

__global__ void too_early_right(int* payload, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *payload = 7;
    store_release(flag, 1);
  } else {
    while (load_acquire(flag) == 0) {
    }
    *out = *payload;
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
    before += sums[2 * b + (state - 1)];  // finds: global-race
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
    before += sums[2 * b + (state - 1)];  // finds: global-race
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
  if (last && threadIdx.x < gridDim.x) out[threadIdx.x] = sums[threadIdx.x];  // finds: global-race
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

// A message goes there and an answer comes back.
__global__ void answer_wrong(int* message, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *message = 1;
    store_release(flag, 1);
    while (load_relaxed(flag) != 2) {
    }
    *out = *message;  // finds: global-race
  } else {
    while (load_acquire(flag) != 1) {
    }
    *message += 1;
    store_release(flag, 2);
  }
}

__global__ void answer_right(int* message, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *message = 1;
    store_release(flag, 1);
    while (load_acquire(flag) != 2) {
    }
    *out = *message;
  } else {
    while (load_acquire(flag) != 1) {
    }
    *message += 1;
    store_release(flag, 2);
  }
}

// Atomics with an order of their own.
__global__ void ordered_atomics_wrong(int* payload, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  int seen = 0;
  if (blockIdx.x == 0) {
    *payload = 7;
    asm volatile("atom.add.relaxed.gpu.global.s32 %0, [%1], 1;" : "=r"(seen) : "l"(flag) : "memory");
  } else {
    while (seen == 0) asm volatile("atom.add.acquire.gpu.global.s32 %0, [%1], 0;" : "=r"(seen) : "l"(flag) : "memory");
    *out = *payload;  // finds: global-race
  }
}

__global__ void ordered_atomics_right(int* payload, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  int seen = 0;
  if (blockIdx.x == 0) {
    *payload = 7;
    asm volatile("atom.add.release.gpu.global.s32 %0, [%1], 1;" : "=r"(seen) : "l"(flag) : "memory");
  } else {
    while (seen == 0) asm volatile("atom.add.acquire.gpu.global.s32 %0, [%1], 0;" : "=r"(seen) : "l"(flag) : "memory");
    *out = *payload;
  }
}

// A reduction without a result tells as well.
__global__ void ordered_reduction_right(int* payload, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *payload = 7;
    asm volatile("red.release.gpu.global.add.s32 [%0], 1;" ::"l"(flag) : "memory");
  } else {
    while (load_acquire(flag) == 0) {
    }
    *out = *payload;
  }
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
  release_acquire_plain_store<<<2, kBlock>>>(a, flags, out);
  clear();
  release_acquire_relaxed_load<<<2, kBlock>>>(a, flags, out);
  clear();
  release_acquire_right<<<2, kBlock>>>(a, flags, out);
  clear();
  volatile_flag_no_writer_fence<<<2, kBlock>>>(a, flags, out);
  clear();
  volatile_flag_no_reader_fence<<<2, kBlock>>>(a, flags, out);
  clear();
  volatile_flag_right<<<2, kBlock>>>(a, flags, out);
  clear();
  too_early_wrong<<<2, kBlock>>>(a, flags, out);
  clear();
  too_early_right<<<2, kBlock>>>(a, flags, out);
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
  clear();
  answer_wrong<<<2, 32>>>(a, flags, out);
  clear();
  answer_right<<<2, 32>>>(a, flags, out);
  clear();
  ordered_atomics_wrong<<<2, 32>>>(a, flags, out);
  clear();
  ordered_atomics_right<<<2, 32>>>(a, flags, out);
  clear();
  ordered_reduction_right<<<2, 32>>>(a, flags, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
