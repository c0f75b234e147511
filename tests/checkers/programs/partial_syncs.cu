// Synchronisation that part of a warp executes elsewhere, or that names too few.
#include <cuda_runtime.h>

constexpr int kBlock = 64;

__global__ void barrier_on_each_side_wrong(int* out) {
  const int t = threadIdx.x;
  if (t % 2 == 0) {
    out[t] = t;
    __syncthreads();
  } else {
    out[t] = -t;
    __syncthreads();  // finds: barrier-divergence
  }
}

__global__ void barrier_behind_branch_right(int* out) {
  const int t = threadIdx.x;
  out[t] = t % 2 == 0 ? t : -t;
  __syncthreads();
}

// Whole warps may come from different places.
__global__ void barrier_of_each_warp_right(int* out) {
  const int t = threadIdx.x;
  if (t < 32) {
    out[t] = t;
    __syncthreads();
  } else {
    out[t] = -t;
    __syncthreads();
  }
}

// Not aligned: made for threads that have parted.
__global__ void parted_barrier_right(int* out) {
  const int t = threadIdx.x;
  if (t % 2 == 0) {
    out[t] = t;
    asm volatile("barrier.sync 0;" ::: "memory");
  } else {
    out[t] = -t;
    asm volatile("barrier.sync 0;" ::: "memory");
  }
}

// Nobody waits for threads that have returned, and no warp may come to an aligned barrier without them.
__global__ void part_of_a_warp_returns(int* out, int n) {
  const int t = threadIdx.x;
  if (t >= n) return;
  out[t] = t;
  __syncthreads();  // notes: barrier-divergence
  out[kBlock + t] = out[n - 1 - t];
  __syncthreads();
  out[t] = 0;
}

__global__ void whole_warps_return_right(int* out, int n) {
  const int t = threadIdx.x;
  if (t >= n) return;
  out[t] = t;
  __syncthreads();
  out[kBlock + t] = out[n - 1 - t];
}

__global__ void skips_the_work_right(int* out, int n) {
  const int t = threadIdx.x;
  if (t < n) out[t] = t;
  __syncthreads();
  if (t < n) out[t] = -t;
}

__global__ void half_a_mask_wrong(int* out) {
  const int t = threadIdx.x;
  out[t] = __shfl_xor_sync(0x0000ffffu, t, 1);  // finds: warp-mask
}

__global__ void whole_mask_right(int* out) {
  const int t = threadIdx.x;
  out[t] = __shfl_xor_sync(0xffffffffu, t, 1);
}

int main() {
  int* out = nullptr;
  cudaMalloc(&out, 2 * kBlock * sizeof(int));
  cudaMemset(out, 0, 2 * kBlock * sizeof(int));
  barrier_on_each_side_wrong<<<1, kBlock>>>(out);
  barrier_behind_branch_right<<<1, kBlock>>>(out);
  barrier_of_each_warp_right<<<1, kBlock>>>(out);
  parted_barrier_right<<<1, kBlock>>>(out);
  part_of_a_warp_returns<<<1, kBlock>>>(out, 40);
  whole_warps_return_right<<<1, kBlock>>>(out, 32);
  skips_the_work_right<<<1, kBlock>>>(out, 40);
  half_a_mask_wrong<<<1, kBlock>>>(out);
  whole_mask_right<<<1, kBlock>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
  return 0;
}
