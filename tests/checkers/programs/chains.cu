// Order that comes through third parties: causality passes from one to the next as long as no link is left out. (PTX
// ISA, Causality Order)
#include <cuda_runtime.h>

constexpr int kBlock = 96;

__device__ void store_release(int* p, int v) {
  asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(p), "r"(v) : "memory");
}
__device__ int load_acquire(const int* p) {
  int v;
  asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
  return v;
}
__device__ void sync(int number, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(threads) : "memory");
}

// Block 1 hands on to block 2 what block 0 has told it, without having read it.
__global__ void three_blocks_relaxed_relay(int* payload, int* flags, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *payload = 7;
    store_release(&flags[0], 1);
  } else if (blockIdx.x == 1) {
    while (load_acquire(&flags[0]) == 0) {
    }
    *static_cast<volatile int*>(&flags[1]) = 1;
  } else {
    while (load_acquire(&flags[1]) == 0) {
    }
    *out = *payload;  // finds: missing-fence
  }
}

__global__ void three_blocks_right(int* payload, int* flags, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *payload = 7;
    store_release(&flags[0], 1);
  } else if (blockIdx.x == 1) {
    while (load_acquire(&flags[0]) == 0) {
    }
    store_release(&flags[1], 1);
  } else {
    while (load_acquire(&flags[1]) == 0) {
    }
    *out = *payload;
  }
}

// One thread acquires, and after a barrier another one hands on.
__global__ void through_a_block_no_barrier(int* payload, int* flags, int* out) {
  const int t = threadIdx.x;
  if (blockIdx.x == 0) {
    if (t == 0) {
      *payload = 7;
      store_release(&flags[0], 1);
    }
  } else if (blockIdx.x == 1) {
    if (t == 0) {
      while (load_acquire(&flags[0]) == 0) {
      }
    }
    if (t == 64) store_release(&flags[1], 1);
  } else if (t == 0) {
    while (load_acquire(&flags[1]) == 0) {
    }
    *out = *payload;  // finds: global-race
  }
}

__global__ void through_a_block_right(int* payload, int* flags, int* out) {
  const int t = threadIdx.x;
  if (blockIdx.x == 0) {
    if (t == 0) {
      *payload = 7;
      store_release(&flags[0], 1);
    }
  } else if (blockIdx.x == 1) {
    if (t == 0) {
      while (load_acquire(&flags[0]) == 0) {
      }
    }
    __syncthreads();
    if (t == 64) store_release(&flags[1], 1);
  } else if (t == 0) {
    while (load_acquire(&flags[1]) == 0) {
    }
    *out = *payload;
  }
}

// Warp 0 meets warp 1, which meets warp 2.
__global__ void three_warps_other_way_round(int* out) {
  __shared__ int s[32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (warp == 0) {
    s[lane] = lane;
    sync(1, 64);
  } else if (warp == 1) {
    sync(2, 64);
    sync(1, 64);
  } else {
    sync(2, 64);
    out[lane] = s[31 - lane];  // finds: shared-race
  }
}

__global__ void three_warps_right(int* out) {
  __shared__ int s[32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (warp == 0) {
    s[lane] = lane;
    sync(1, 64);
  } else if (warp == 1) {
    sync(1, 64);
    sync(2, 64);
  } else {
    sync(2, 64);
    out[lane] = s[31 - lane];
  }
}

// Lanes in pairs, and pairs in fours.
__global__ void lanes_pairs_only(int* out) {
  __shared__ int s[32];
  const int lane = threadIdx.x;
  s[lane] = lane;
  __syncwarp(0x3u << (lane & ~1));
  out[lane] = s[lane ^ 2];  // finds: shared-race
}

__global__ void lanes_right(int* out) {
  __shared__ int s[32];
  const int lane = threadIdx.x;
  s[lane] = lane;
  __syncwarp(0x3u << (lane & ~1));
  __syncwarp(lane % 4 == 1 || lane % 4 == 2 ? 0x6u << (lane & ~3) : 0x9u << (lane & ~3));
  out[lane] = s[lane ^ 2];
}

// One fence for several flags.
__global__ void several_flags_right(int* payload, int* flags, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *payload = 7;
    __threadfence();
    for (int i = 1; i < 4; ++i) *static_cast<volatile int*>(&flags[i]) = 1;
  } else {
    while (*static_cast<volatile int*>(&flags[blockIdx.x]) == 0) {
    }
    __threadfence();
    out[blockIdx.x] = *payload;
  }
}

// Several flags, and one fence when all of them have been seen.
__global__ void one_fence_behind_fence_too_early(int* payload, int* flags, int* out) {
  if (threadIdx.x != 0) return;
  const int block = blockIdx.x;
  if (block < 3) {
    payload[block] = block;
    __threadfence();
    *static_cast<volatile int*>(&flags[block]) = 1;
  } else {
    int sum = 0;
    __threadfence();
#pragma unroll 1
    for (int i = 0; i < 3; ++i) {
      while (*static_cast<volatile int*>(&flags[i]) == 0) {
      }
    }
#pragma unroll 1
    for (int i = 0; i < 3; ++i) sum += payload[i];  // finds: missing-fence
    *out = sum;
  }
}

__global__ void one_fence_behind_right(int* payload, int* flags, int* out) {
  if (threadIdx.x != 0) return;
  const int block = blockIdx.x;
  if (block < 3) {
    payload[block] = block;
    __threadfence();
    *static_cast<volatile int*>(&flags[block]) = 1;
  } else {
    int sum = 0;
#pragma unroll 1
    for (int i = 0; i < 3; ++i) {
      while (*static_cast<volatile int*>(&flags[i]) == 0) {
      }
    }
    __threadfence();
#pragma unroll 1
    for (int i = 0; i < 3; ++i) sum += payload[i];
    *out = sum;
  }
}

// The last warp of a block adds up what the others have left.
__global__ void last_warp_no_fence(int* out) {
  __shared__ int sums[kBlock / 32];
  __shared__ unsigned done;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (threadIdx.x == 0) done = 0;
  __syncthreads();
  if (lane == 0) {
    sums[warp] = warp;
    const unsigned before = atomicAdd(&done, 1u);
    __threadfence_block();
    if (before == kBlock / 32 - 1) *out = sums[0] + sums[1] + sums[2];  // finds: missing-fence
  }
}

__global__ void last_warp_right(int* out) {
  __shared__ int sums[kBlock / 32];
  __shared__ unsigned done;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (threadIdx.x == 0) done = 0;
  __syncthreads();
  if (lane == 0) {
    sums[warp] = warp;
    __threadfence_block();
    const unsigned before = atomicAdd(&done, 1u);
    __threadfence_block();
    if (before == kBlock / 32 - 1) *out = sums[0] + sums[1] + sums[2];
  }
}

// Scratch space that blocks lend each other: who takes it follows who has given it back.
__global__ void lent_space_no_release(int* scratch, int* owner, int* out) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(owner, 0, 1) != 0) {
  }
  __threadfence();
  for (int i = 0; i < 4; ++i) scratch[i] = blockIdx.x + i;  // finds: missing-fence
  out[blockIdx.x] = scratch[blockIdx.x % 4];                // finds: missing-fence
  atomicExch(owner, 0);
}

__global__ void lent_space_right(int* scratch, int* owner, int* out) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(owner, 0, 1) != 0) {
  }
  __threadfence();
  for (int i = 0; i < 4; ++i) scratch[i] = blockIdx.x + i;
  out[blockIdx.x] = scratch[blockIdx.x % 4];
  __threadfence();
  atomicExch(owner, 0);
}

// The reader that looks, without waiting, and reads only if the flag is up.
__global__ void looks_once_looks_and_reads_anyway(int* payload, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *payload = 7;
    store_release(flag, 1);
  } else {
    const bool there = load_acquire(flag + (blockIdx.x - 1)) != 0;
    out[blockIdx.x] = *payload + there;  // finds: global-race
  }
}

__global__ void looks_once_right(int* payload, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *payload = 7;
    store_release(flag, 1);
  } else {
    const bool there = load_acquire(flag + (blockIdx.x - 1)) != 0;
    if (there) out[blockIdx.x] = *payload;
  }
}

int main() {
  int *a, *flags, *out;
  cudaMalloc(&a, 1024);
  cudaMalloc(&flags, 1024);
  cudaMalloc(&out, 1024);
  cudaMemset(a, 0, 1024);
  const auto clear = [&] { cudaMemset(flags, 0, 1024); };
  clear();
  three_blocks_relaxed_relay<<<3, 32>>>(a, flags, out);
  clear();
  three_blocks_right<<<3, 32>>>(a, flags, out);
  clear();
  through_a_block_no_barrier<<<3, kBlock>>>(a, flags, out);
  clear();
  through_a_block_right<<<3, kBlock>>>(a, flags, out);
  three_warps_other_way_round<<<1, kBlock>>>(out);
  three_warps_right<<<1, kBlock>>>(out);
  lanes_pairs_only<<<1, 32>>>(out);
  lanes_right<<<1, 32>>>(out);
  clear();
  several_flags_right<<<4, 32>>>(a, flags, out);
  clear();
  one_fence_behind_fence_too_early<<<4, 32>>>(a, flags, out);
  clear();
  one_fence_behind_right<<<4, 32>>>(a, flags, out);
  last_warp_no_fence<<<1, kBlock>>>(out);
  last_warp_right<<<1, kBlock>>>(out);
  clear();
  lent_space_no_release<<<4, 32>>>(a, flags, out);
  clear();
  lent_space_right<<<4, 32>>>(a, flags, out);
  clear();
  looks_once_looks_and_reads_anyway<<<3, 32>>>(a, flags, out);
  clear();
  looks_once_right<<<3, 32>>>(a, flags, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
