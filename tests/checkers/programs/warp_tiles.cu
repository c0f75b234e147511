// Arrays of a warp's own: the lanes need __syncwarp() where they used to run in lockstep.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

constexpr int kBlock = 64;

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
  leader_wrong<<<1, kBlock>>>(in, out);
  leader_right<<<1, kBlock>>>(in, out);
  through_global_memory_wrong<<<1, 32>>>(in, out);
  through_global_memory_right<<<1, 32>>>(in, out);
  branches_wrong<<<1, 32>>>(out);
  branches_right<<<1, 32>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
