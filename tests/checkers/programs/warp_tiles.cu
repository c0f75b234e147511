// Arrays of a warp's own: the lanes need __syncwarp() where they used to run in lockstep.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

constexpr int kBlock = 64;
constexpr unsigned kAll = 0xffffffffu;

__global__ void rotate_no_barrier_after_write(int* out) {
  __shared__ int s[kBlock / 32][32];
  const int lane = threadIdx.x % 32;
  int* const mine = s[threadIdx.x / 32];
  int value = lane;
#pragma unroll 1
  for (int i = 0; i < 3; ++i) {
    mine[lane] = value;
    value = mine[(lane + 1) % 32];  // finds: shared-race
    __syncwarp();
  }
  out[threadIdx.x] = value;
}

__global__ void rotate_no_barrier_after_read(int* out) {
  __shared__ int s[kBlock / 32][32];
  const int lane = threadIdx.x % 32;
  int* const mine = s[threadIdx.x / 32];
  int value = lane;
#pragma unroll 1
  for (int i = 0; i < 3; ++i) {
    mine[lane] = value;  // finds: shared-race
    __syncwarp();
    value = mine[(lane + 1) % 32];
  }
  out[threadIdx.x] = value;
}

__global__ void rotate_right(int* out) {
  __shared__ int s[kBlock / 32][32];
  const int lane = threadIdx.x % 32;
  int* const mine = s[threadIdx.x / 32];
  int value = lane;
#pragma unroll 1
  for (int i = 0; i < 3; ++i) {
    mine[lane] = value;
    __syncwarp();
    value = mine[(lane + 1) % 32];
    __syncwarp();
  }
  out[threadIdx.x] = value;
}

// A tile that a warp transposes.
__global__ void transpose_wrong(const int* in, int* out) {
  __shared__ int tile[8][33];
  const int lane = threadIdx.x;
  for (int i = 0; i < 8; ++i) tile[i][lane] = in[i * 32 + lane];
  for (int i = 0; i < 8; ++i) out[i * 32 + lane] = tile[lane % 8][i * 4 + lane / 8];  // finds: shared-race
}

__global__ void transpose_right(const int* in, int* out) {
  __shared__ int tile[8][33];
  const int lane = threadIdx.x;
  for (int i = 0; i < 8; ++i) tile[i][lane] = in[i * 32 + lane];
  __syncwarp();
  for (int i = 0; i < 8; ++i) out[i * 32 + lane] = tile[lane % 8][i * 4 + lane / 8];
}

// Arrays of two warps, and a barrier of one.
__global__ void other_warps_array_wrong(int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  s[t] = t;  // finds: shared-race
  __syncwarp();
  out[t] = s[(t + 32) % kBlock];  // finds: shared-race
}

__global__ void other_warps_array_right(int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  s[t] = t;
  __syncwarp();
  out[t] = s[t / 32 * 32 + (t + 16) % 32];
}

// A vote lets the lanes meet but orders no memory. (PTX ISA, vote.sync; bar.warp.sync is what does)
__global__ void after_a_vote_wrong(int* out) {
  __shared__ int s[32];
  const int lane = threadIdx.x;
  s[lane] = lane;
  const int count = __popc(__ballot_sync(kAll, lane % 3 == 0));
  out[lane] = s[31 - lane] + count;  // finds: shared-race
}

__global__ void after_a_vote_right(int* out) {
  __shared__ int s[32];
  const int lane = threadIdx.x;
  s[lane] = lane;
  const int count = __popc(__ballot_sync(kAll, lane % 3 == 0));
  __syncwarp();
  out[lane] = s[31 - lane] + count;
}

__global__ void after_a_shuffle_wrong(int* out) {
  __shared__ int s[32];
  const int lane = threadIdx.x;
  s[lane] = lane * 3;
  const int next = __shfl_down_sync(kAll, lane, 1);
  out[lane] = s[next % 32] + next;  // finds: shared-race
}

__global__ void after_a_shuffle_right(int* out) {
  __shared__ int s[32];
  const int lane = threadIdx.x;
  s[lane] = lane * 3;
  const int next = __shfl_down_sync(kAll, lane, 1);
  __syncwarp();
  out[lane] = s[next % 32] + next;
}

// Groups of eight lanes with the mask of their own group.
__global__ void groups_of_eight_wrong(int* out) {
  __shared__ int s[32];
  const int lane = threadIdx.x;
  const unsigned group = 0xffu << (lane & 24);
  s[lane] = lane;
  __syncwarp(group);
  out[lane] = s[(lane + 8) % 32];  // finds: shared-race
}

__global__ void groups_of_eight_right(int* out) {
  __shared__ int s[32];
  const int lane = threadIdx.x;
  const unsigned group = 0xffu << (lane & 24);
  s[lane] = lane;
  __syncwarp(group);
  out[lane] = s[(lane & 24) + 7 - lane % 8];
}

// The lower half alone; its mask is right, but the upper half writes as well.
__global__ void half_a_warp_wrong(int* out) {
  __shared__ int s[32];
  const int lane = threadIdx.x;
  s[lane] = lane;
  if (lane < 16) {
    __syncwarp(0xffff);
    out[lane] = s[31 - lane];  // finds: shared-race
  }
}

__global__ void half_a_warp_right(int* out) {
  __shared__ int s[32];
  const int lane = threadIdx.x;
  s[lane] = lane;
  __syncwarp();
  if (lane < 16) {
    __syncwarp(0xffff);
    out[lane] = s[31 - lane];
  }
}

// One lane fills, all read.
__global__ void leader_wrong(const int* in, int* out) {
  __shared__ int shared_value[kBlock / 32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (lane == 0) shared_value[warp] = in[warp];  // finds: shared-race
  out[threadIdx.x] = shared_value[warp] + lane;
}

__global__ void leader_right(const int* in, int* out) {
  __shared__ int shared_value[kBlock / 32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (lane == 0) shared_value[warp] = in[warp];
  __syncwarp();
  out[threadIdx.x] = shared_value[warp] + lane;
}

// The same through global memory.
__global__ void through_global_memory_wrong(int* scratch, int* out) {
  const int lane = threadIdx.x;
  scratch[lane] = lane;
  out[lane] = scratch[31 - lane];  // finds: global-race
}

__global__ void through_global_memory_right(int* scratch, int* out) {
  const int lane = threadIdx.x;
  scratch[lane] = lane;
  __syncwarp();
  out[lane] = scratch[31 - lane];
}

// Cooperative groups: a tile of sixteen lanes has its own barrier.
__global__ void tiles_of_sixteen_wrong(int* out) {
  __shared__ int s[32];
  const int lane = threadIdx.x;
  const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  s[lane] = lane;
  tile.sync();
  out[lane] = s[31 - lane];  // finds: shared-race
}

__global__ void tiles_of_sixteen_right(int* out) {
  __shared__ int s[32];
  const int lane = threadIdx.x;
  const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  s[lane] = lane;
  tile.sync();
  out[lane] = s[(lane & 16) + 15 - lane % 16];
}

// Lanes that branch: those of one side wrote what those of the other read.
__global__ void branches_wrong(int* out) {
  __shared__ int s[32];
  const int lane = threadIdx.x;
  if (lane < 16) {
    s[lane] = lane;
  } else {
    out[lane] = s[lane - 16];  // finds: shared-race
  }
}

__global__ void branches_right(int* out) {
  __shared__ int s[32];
  const int lane = threadIdx.x;
  if (lane < 16) {
    s[lane] = lane;
  }
  __syncwarp();
  if (lane >= 16) {
    out[lane] = s[lane - 16];
  }
}

// A matrix fragment in shared memory: one half-warp per row, sums over the rows by the lower one.
__global__ void two_halves_wrong(const float* in, float* out) {
  __shared__ float s[2][16];
  const int lane = threadIdx.x;
  s[lane / 16][lane % 16] = in[lane];
  __syncwarp(lane < 16 ? 0x0000ffffu : 0xffff0000u);
  if (lane < 16) out[lane] = s[0][lane] + s[1][lane];  // finds: shared-race
}

__global__ void two_halves_right(const float* in, float* out) {
  __shared__ float s[2][16];
  const int lane = threadIdx.x;
  s[lane / 16][lane % 16] = in[lane];
  __syncwarp();
  if (lane < 16) out[lane] = s[0][lane] + s[1][lane];
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 1024);
  cudaMalloc(&out, 1024);
  cudaMemset(in, 1, 1024);
  rotate_no_barrier_after_write<<<1, kBlock>>>(out);
  rotate_no_barrier_after_read<<<1, kBlock>>>(out);
  rotate_right<<<1, kBlock>>>(out);
  transpose_wrong<<<1, 32>>>(in, out);
  transpose_right<<<1, 32>>>(in, out);
  other_warps_array_wrong<<<1, kBlock>>>(out);
  other_warps_array_right<<<1, kBlock>>>(out);
  after_a_vote_wrong<<<1, 32>>>(out);
  after_a_vote_right<<<1, 32>>>(out);
  after_a_shuffle_wrong<<<1, 32>>>(out);
  after_a_shuffle_right<<<1, 32>>>(out);
  groups_of_eight_wrong<<<1, 32>>>(out);
  groups_of_eight_right<<<1, 32>>>(out);
  half_a_warp_wrong<<<1, 32>>>(out);
  half_a_warp_right<<<1, 32>>>(out);
  leader_wrong<<<1, kBlock>>>(in, out);
  leader_right<<<1, kBlock>>>(in, out);
  through_global_memory_wrong<<<1, 32>>>(in, out);
  through_global_memory_right<<<1, 32>>>(in, out);
  tiles_of_sixteen_wrong<<<1, 32>>>(out);
  tiles_of_sixteen_right<<<1, 32>>>(out);
  branches_wrong<<<1, 32>>>(out);
  branches_right<<<1, 32>>>(out);
  two_halves_wrong<<<1, 32>>>(reinterpret_cast<float*>(in), reinterpret_cast<float*>(out));
  two_halves_right<<<1, 32>>>(reinterpret_cast<float*>(in), reinterpret_cast<float*>(out));
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
