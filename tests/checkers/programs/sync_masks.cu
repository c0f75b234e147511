// Masks of *.sync instructions where lanes have parted: who executes one has to be named. (CUDA Programming Guide, Warp
// Shuffle Functions: "each calling thread must have its own bit set in the mask")
#include <cuda_runtime.h>

constexpr unsigned kAll = 0xffffffffu;
constexpr unsigned kLower = 0x0000ffffu;

// Memory that a fault before has not touched.
unsigned* fresh() {
  cudaDeviceSynchronize();
  cudaDeviceReset();
  unsigned* memory;
  cudaMalloc(&memory, 256);
  cudaMemset(memory, 0, 256);
  return memory;
}

// The masks come from outside, so that the compiler does not see them.
__global__ void shuffle_wrong(unsigned* out, unsigned mask) {
  const unsigned lane = threadIdx.x;
  if (lane >= 16) out[lane] = __shfl_sync(mask, lane, 17);  // finds: warp-mask
}

__global__ void shuffle_right(unsigned* out, unsigned mask) {
  const unsigned lane = threadIdx.x;
  if (lane >= 16) out[lane] = __shfl_sync(mask, lane, 17);
}

__global__ void shuffle_down_wrong(unsigned* out, unsigned mask) {
  unsigned sum = threadIdx.x;
  if (threadIdx.x % 2 == 0) {
    for (int step = 16; step > 1; step /= 2) sum += __shfl_down_sync(mask, sum, step);  // finds: warp-mask
    out[threadIdx.x] = sum;
  }
}

__global__ void shuffle_down_right(unsigned* out, unsigned mask) {
  unsigned sum = threadIdx.x;
  if (threadIdx.x % 2 == 0) {
    for (int step = 16; step > 1; step /= 2) sum += __shfl_down_sync(mask, sum, step);
    out[threadIdx.x] = sum;
  }
}

__global__ void barrier_wrong(unsigned* out, unsigned mask) {
  __shared__ unsigned s[32];
  const unsigned lane = threadIdx.x;
  if (lane < 16) {
    s[lane] = lane;
    __syncwarp(mask);  // finds: warp-mask
    out[lane] = s[15 - lane];
  }
}

__global__ void barrier_right(unsigned* out, unsigned mask) {
  __shared__ unsigned s[32];
  const unsigned lane = threadIdx.x;
  if (lane < 16) {
    s[lane] = lane;
    __syncwarp(mask);
    out[lane] = s[15 - lane];
  }
}

__global__ void vote_wrong(unsigned* out, unsigned mask) {
  const unsigned lane = threadIdx.x;
  if (lane % 4 == 1) out[lane] = __any_sync(mask, lane == 5);  // finds: warp-mask
}

__global__ void vote_right(unsigned* out, unsigned mask) {
  const unsigned lane = threadIdx.x;
  if (lane % 4 == 1) out[lane] = __any_sync(mask, lane == 5);
}

__global__ void match_wrong(unsigned* out, unsigned mask) {
  const unsigned lane = threadIdx.x;
  if (lane < 8) out[lane] = __match_any_sync(mask, lane / 2);  // finds: warp-mask
}

__global__ void match_right(unsigned* out, unsigned mask) {
  const unsigned lane = threadIdx.x;
  if (lane < 8) out[lane] = __match_any_sync(mask, lane / 2);
}

__global__ void reduce_wrong(unsigned* out, unsigned mask) {
  const unsigned lane = threadIdx.x;
  if (lane >= 24) {
    unsigned sum;
    asm volatile("redux.sync.add.u32 %0, %1, %2;" : "=r"(sum) : "r"(lane), "r"(mask));  // finds: warp-mask
    out[lane] = sum;
  }
}

__global__ void reduce_right(unsigned* out, unsigned mask) {
  const unsigned lane = threadIdx.x;
  if (lane >= 24) {
    unsigned sum;
    asm volatile("redux.sync.add.u32 %0, %1, %2;" : "=r"(sum) : "r"(lane), "r"(mask));
    out[lane] = sum;
  }
}

// Each side of a branch with the mask of the other.
__global__ void sides_wrong(unsigned* out, unsigned lower, unsigned upper) {
  const unsigned lane = threadIdx.x;
  if (lane < 16) {
    out[lane] = __ballot_sync(lower, lane % 2);  // finds: warp-mask
  } else {
    out[lane] = __ballot_sync(upper, lane % 3 == 0);
  }
}

__global__ void sides_right(unsigned* out, unsigned lower, unsigned upper) {
  const unsigned lane = threadIdx.x;
  if (lane < 16) {
    out[lane] = __ballot_sync(lower, lane % 2);
  } else {
    out[lane] = __ballot_sync(upper, lane % 3 == 0);
  }
}

// The mask of those that go on, by a vote before the branch.
__global__ void voted_right(unsigned* out, unsigned limit) {
  const unsigned lane = threadIdx.x;
  const unsigned mask = __ballot_sync(kAll, lane * 3 % 32 < limit);
  if (lane * 3 % 32 < limit) out[lane] = __popc(__ballot_sync(mask, lane % 2));
}

// Lanes that have returned need not come.
__global__ void returned_right(unsigned* out, unsigned count) {
  if (threadIdx.x >= count) return;
  out[threadIdx.x] = __shfl_sync(kAll, threadIdx.x, 3);
}

// Whoever is there, as a leader is chosen for an atomic.
__global__ void active_right(unsigned* out) {
  if (threadIdx.x % 3 != 0) return;
  const unsigned mask = __activemask();
  if (static_cast<int>(threadIdx.x) == __ffs(mask) - 1) atomicAdd(out, __popc(mask));
}

// Groups of eight, each with its own mask, in a branch that whole groups take.
__global__ void groups_right(unsigned* out) {
  const unsigned lane = threadIdx.x;
  if (lane / 8 % 2 == 0) out[lane] = __shfl_xor_sync(0xffu << (lane & 24), lane, 1);
}

int main() {
  shuffle_wrong<<<1, 32>>>(fresh(), kLower);
  shuffle_right<<<1, 32>>>(fresh(), ~kLower);
  shuffle_down_wrong<<<1, 32>>>(fresh(), 0xaaaaaaaau);
  shuffle_down_right<<<1, 32>>>(fresh(), 0x55555555u);
  barrier_wrong<<<1, 32>>>(fresh(), 0x00007fffu);
  barrier_right<<<1, 32>>>(fresh(), kLower);
  vote_wrong<<<1, 32>>>(fresh(), 0x11111111u);
  vote_right<<<1, 32>>>(fresh(), 0x22222222u);
  match_wrong<<<1, 32>>>(fresh(), 0x0000000fu);
  match_right<<<1, 32>>>(fresh(), 0x000000ffu);
  reduce_wrong<<<1, 32>>>(fresh(), 0x00ff0000u);
  reduce_right<<<1, 32>>>(fresh(), 0xff000000u);
  sides_wrong<<<1, 32>>>(fresh(), ~kLower, kLower);
  sides_right<<<1, 32>>>(fresh(), kLower, ~kLower);
  voted_right<<<1, 32>>>(fresh(), 12);
  returned_right<<<1, 32>>>(fresh(), 20);
  active_right<<<1, 32>>>(fresh());
  groups_right<<<1, 32>>>(fresh());
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
