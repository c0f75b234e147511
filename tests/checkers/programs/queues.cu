// Queues of work, and barriers of the whole grid.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

constexpr int kBlock = 64;
constexpr int kBlocks = 4;
constexpr int kItems = 32;

__device__ int head, tail, arrived;
__device__ int full[kItems];

// A block takes the next item by one of its threads.
__global__ void take_items_plain_counter(const int* items, int* out) {
  __shared__ int item;
  while (true) {
    if (threadIdx.x == 0) {
      item = head;      // finds: global-race
      head = item + 1;  // finds: global-race
    }
    __syncthreads();
    const int mine = item;
    __syncthreads();
    if (mine >= kItems) return;
    if (threadIdx.x == 0) atomicAdd(out, items[mine]);
  }
}

__global__ void take_items_no_barrier(const int* items, int* out) {
  __shared__ int item;
  while (true) {
    if (threadIdx.x == 0) {
      item = atomicAdd(&head, 1);  // finds: shared-race
    }
    __syncthreads();
    const int mine = item;  // finds: shared-race
    if (mine >= kItems) return;
    if (threadIdx.x == 0) atomicAdd(out, items[mine]);
  }
}

__global__ void take_items_right(const int* items, int* out) {
  __shared__ int item;
  while (true) {
    if (threadIdx.x == 0) {
      item = atomicAdd(&head, 1);
    }
    __syncthreads();
    const int mine = item;
    __syncthreads();
    if (mine >= kItems) return;
    if (threadIdx.x == 0) atomicAdd(out, items[mine]);
  }
}

// Producers write an item and then say that it is there.
__global__ void push_and_pop_no_release(int* items, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x % 2 == 0) {
#pragma unroll 1
    for (int i = 0; i < kItems / 2; ++i) {
      const int place = atomicAdd(&tail, 1);
      items[place] = i;
      atomicExch(&full[place], 1);
    }
  } else {
#pragma unroll 1
    for (int i = 0; i < kItems / 2; ++i) {
      const int place = atomicAdd(&head, 1);
      while (atomicAdd(&full[place], 0) == 0) {
      }
      __threadfence();
      atomicAdd(out, items[place]);  // finds: missing-fence
    }
  }
}

__global__ void push_and_pop_no_acquire(int* items, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x % 2 == 0) {
#pragma unroll 1
    for (int i = 0; i < kItems / 2; ++i) {
      const int place = atomicAdd(&tail, 1);
      items[place] = i;
      __threadfence();
      atomicExch(&full[place], 1);
    }
  } else {
#pragma unroll 1
    for (int i = 0; i < kItems / 2; ++i) {
      const int place = atomicAdd(&head, 1);
      while (atomicAdd(&full[place], 0) == 0) {
      }
      atomicAdd(out, items[place]);  // finds: missing-fence
    }
  }
}

__global__ void push_and_pop_right(int* items, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x % 2 == 0) {
#pragma unroll 1
    for (int i = 0; i < kItems / 2; ++i) {
      const int place = atomicAdd(&tail, 1);
      items[place] = i;
      __threadfence();
      atomicExch(&full[place], 1);
    }
  } else {
#pragma unroll 1
    for (int i = 0; i < kItems / 2; ++i) {
      const int place = atomicAdd(&head, 1);
      while (atomicAdd(&full[place], 0) == 0) {
      }
      __threadfence();
      atomicAdd(out, items[place]);
    }
  }
}

// The tail says only that a place is given away, not that the item is in it.
__global__ void tail_is_no_flag_wrong(int* items, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    for (int i = 0; i < kItems; ++i) {
      const int place = atomicAdd(&tail, 1);
      __threadfence();
      items[place] = i;
    }
  } else {
    while (atomicAdd(&tail, 0) < kItems) {
    }
    __threadfence();
    // The last one nobody tells of; of the others the next place would, behind a fence.
    atomicAdd(out, items[kItems - 1]);                              // finds: global-race
    for (int i = 0; i < kItems - 1; ++i) atomicAdd(out, items[i]);  // finds: missing-fence
  }
}

// Flags between warps of a block.
__global__ void warp_to_warp_wrong(int* out) {
  __shared__ int s[32];
  __shared__ volatile int there;
  const int lane = threadIdx.x % 32;
  if (threadIdx.x == 0) there = 0;
  __syncthreads();
  if (threadIdx.x < 32) {
    s[lane] = lane;
    __syncwarp();
    if (lane == 0) there = 1;
  } else {
    while (there == 0) {
    }
    __threadfence_block();
    out[lane] = s[31 - lane];  // finds: missing-fence
  }
}

__global__ void warp_to_warp_right(int* out) {
  __shared__ int s[32];
  __shared__ volatile int there;
  const int lane = threadIdx.x % 32;
  if (threadIdx.x == 0) there = 0;
  __syncthreads();
  if (threadIdx.x < 32) {
    s[lane] = lane;
    __syncwarp();
    __threadfence_block();
    if (lane == 0) there = 1;
  } else {
    while (there == 0) {
    }
    __threadfence_block();
    out[lane] = s[31 - lane];
  }
}

// The first lane alone waits for another warp, and the others go on as soon as it does.
__global__ void one_lane_waits_wrong(int* out) {
  __shared__ int value;
  __shared__ volatile int there;
  if (threadIdx.x == 0) there = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    value = 5;  // finds: shared-race
    __threadfence_block();
    there = 1;
  } else if (threadIdx.x >= 32) {
    if (threadIdx.x == 32) {
      while (there == 0) {
      }
      __threadfence_block();
    }
    out[threadIdx.x] = value;
  }
}

__global__ void one_lane_waits_right(int* out) {
  __shared__ int value;
  __shared__ volatile int there;
  if (threadIdx.x == 0) there = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    value = 5;
    __threadfence_block();
    there = 1;
  } else if (threadIdx.x >= 32) {
    if (threadIdx.x == 32) {
      while (there == 0) {
      }
      __threadfence_block();
    }
    __syncwarp();
    out[threadIdx.x] = value;
  }
}

// Cooperative groups' barrier of the grid.
__global__ void grid_sum_block_barrier(int* part, int* out) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  part[i] = i;
  cg::this_thread_block().sync();
  out[i] = part[kBlocks * kBlock - 1 - i];  // finds: global-race
}

__global__ void grid_sum_right(int* part, int* out) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  part[i] = i;
  cg::this_grid().sync();
  out[i] = part[kBlocks * kBlock - 1 - i];
}

// A barrier of one's own, once: everybody's part has to be done before the block says so.
__global__ void own_grid_barrier_no_block_barrier(int* part, int* out) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  part[i] = i;
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(&arrived, 1);
    while (atomicAdd(&arrived, 0) < kBlocks) {
    }
    __threadfence();
  }
  __syncthreads();
  out[i] = part[kBlocks * kBlock - 1 - i];  // finds: global-race
}

__global__ void own_grid_barrier_no_fence(int* part, int* out) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  part[i] = i;
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(&arrived, 1);
    while (atomicAdd(&arrived, 0) < kBlocks) {
    }
    __threadfence();
  }
  __syncthreads();
  out[i] = part[kBlocks * kBlock - 1 - i];  // finds: missing-fence
}

__global__ void own_grid_barrier_right(int* part, int* out) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  part[i] = i;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(&arrived, 1);
    while (atomicAdd(&arrived, 0) < kBlocks) {
    }
    __threadfence();
  }
  __syncthreads();
  out[i] = part[kBlocks * kBlock - 1 - i];
}

__global__ void reset() {
  head = tail = arrived = 0;
  for (int i = 0; i < kItems; ++i) full[i] = 0;
}

int main() {
  int *items, *out;
  cudaMalloc(&items, 4096);
  cudaMalloc(&out, 4096);
  cudaMemset(items, 0, 4096);
  cudaMemset(out, 0, 4096);
  const auto clear = [&] { reset<<<1, 1>>>(); };
  clear();
  take_items_plain_counter<<<kBlocks, kBlock>>>(items, out);
  clear();
  take_items_no_barrier<<<kBlocks, kBlock>>>(items, out);
  clear();
  take_items_right<<<kBlocks, kBlock>>>(items, out);
  clear();
  push_and_pop_no_release<<<kBlocks, kBlock>>>(items, out);
  clear();
  push_and_pop_no_acquire<<<kBlocks, kBlock>>>(items, out);
  clear();
  push_and_pop_right<<<kBlocks, kBlock>>>(items, out);
  clear();
  tail_is_no_flag_wrong<<<2, kBlock>>>(items, out);
  warp_to_warp_wrong<<<1, kBlock>>>(out);
  warp_to_warp_right<<<1, kBlock>>>(out);
  one_lane_waits_wrong<<<1, kBlock>>>(out);
  one_lane_waits_right<<<1, kBlock>>>(out);
  void* arguments[] = {&items, &out};
  const dim3 grid(kBlocks), block(kBlock);
  cudaLaunchCooperativeKernel(reinterpret_cast<void*>(grid_sum_block_barrier), grid, block, arguments, 0, nullptr);
  cudaLaunchCooperativeKernel(reinterpret_cast<void*>(grid_sum_right), grid, block, arguments, 0, nullptr);
  clear();
  own_grid_barrier_no_block_barrier<<<kBlocks, kBlock>>>(items, out);
  clear();
  own_grid_barrier_no_fence<<<kBlocks, kBlock>>>(items, out);
  clear();
  own_grid_barrier_right<<<kBlocks, kBlock>>>(items, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
