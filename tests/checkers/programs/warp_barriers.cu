// What orders the lanes of a warp: __syncwarp() for those that its mask names; shuffles and votes do not.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

constexpr unsigned kAll = 0xffffffffu;

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
  after_a_vote_wrong<<<1, 32>>>(out);
  after_a_vote_right<<<1, 32>>>(out);
  after_a_shuffle_wrong<<<1, 32>>>(out);
  after_a_shuffle_right<<<1, 32>>>(out);
  groups_of_eight_wrong<<<1, 32>>>(out);
  groups_of_eight_right<<<1, 32>>>(out);
  half_a_warp_wrong<<<1, 32>>>(out);
  half_a_warp_right<<<1, 32>>>(out);
  tiles_of_sixteen_wrong<<<1, 32>>>(out);
  tiles_of_sixteen_right<<<1, 32>>>(out);
  two_halves_wrong<<<1, 32>>>(reinterpret_cast<float*>(in), reinterpret_cast<float*>(out));
  two_halves_right<<<1, 32>>>(reinterpret_cast<float*>(in), reinterpret_cast<float*>(out));
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
