// Barriers of the block, those that order nothing marked. Each kernel is launched with four warps.
#include <cooperative_groups.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

constexpr int kBlock = 128;

// Each barrier is alone between two that touch the same.
__global__ void needed(const int* in, int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  const int other = s[kBlock - 1 - t];
  __syncthreads();
  s[t] = other;
  __syncthreads();
  out[t] = s[kBlock - 1 - t];
}

// Everybody reads what he has written himself.
__global__ void own_element(const int* in, int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();  // notes: redundant-barrier
  out[t] = s[t];
}

// One of the two is enough.
__global__ void twice(const int* in, int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();  // notes: redundant-barrier
  const int own = in[t + kBlock];
  __syncthreads();
  out[t] = s[kBlock - 1 - t] + own;
}

// Two buffers in turn: the barrier behind the reads is one too many.
__global__ void two_buffers(const int* in, int* out) {
  __shared__ int s[2][kBlock];
  const int t = threadIdx.x;
  int sum = 0;
#pragma unroll 1
  for (int i = 0; i < 6; ++i) {
    s[i % 2][t] = in[i * kBlock + t];
    __syncthreads();
    sum += s[i % 2][kBlock - 1 - t];
    __syncthreads();  // notes: redundant-barrier
  }
  out[t] = sum;
}

// With one buffer both are needed.
__global__ void one_buffer(const int* in, int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  int sum = 0;
#pragma unroll 1
  for (int i = 0; i < 6; ++i) {
    s[t] = in[i * kBlock + t];
    __syncthreads();
    sum += s[kBlock - 1 - t];
    __syncthreads();
  }
  out[t] = sum;
}

// The second would be needed in a second round, which nobody has seen.
__global__ void one_round(const int* in, int* out, int rounds) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  int sum = 0;
#pragma unroll 1
  for (int i = 0; i < rounds; ++i) {
    s[t] = in[i * kBlock + t];
    __syncthreads();
    sum += s[kBlock - 1 - t];
    __syncthreads();
  }
  out[t] = sum;
}

// Warps keep to themselves.
__global__ void by_warp(const int* in, int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();  // notes: redundant-barrier
  out[t] = s[t ^ 31];
}

// It has a value.
__global__ void counts(const int* in, int* out) {
  out[threadIdx.x] = __syncthreads_count(in[threadIdx.x] > 3);
}

// What is copied is there behind the wait, which the first barrier is before.
__global__ void copied(const int* in, int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &in[t], sizeof(int));
  __pipeline_commit();
  __syncthreads();  // notes: redundant-barrier
  __pipeline_wait_prior(0);
  __syncthreads();
  out[t] = s[kBlock - 1 - t];
}

// What a block has done is told to the others by one of its threads.
__device__ unsigned done = 0;
__global__ void last_block(int* out) {
  const int t = threadIdx.x;
  __shared__ bool is_last;
  out[blockIdx.x * kBlock + t] = t;
  __threadfence();
  __syncthreads();
  if (t == 0) is_last = atomicAdd(&done, 1) == gridDim.x - 1;
  __syncthreads();
  if (!is_last) return;
  int sum = 0;
  for (unsigned b = 0; b < gridDim.x; ++b) sum += out[b * kBlock + t];
  __syncthreads();  // notes: redundant-barrier
  out[gridDim.x * kBlock + t] = sum;
}

// Between threads of a block by way of global memory.
__global__ void by_global(int* out) {
  const int t = threadIdx.x;
  out[t] = t;
  __syncthreads();
  out[kBlock + t] = out[kBlock - 1 - t];
}

// Of many who touch a word it matters not who came first, or last: others of other warps did, or will.
template <int kWho>
__global__ void by_all_warps(const int* in, int* out) {
  __shared__ int sum;
  const int t = threadIdx.x;
  if (t == kWho) sum = 0;
  __syncthreads();
  atomicAdd(&sum, in[t]);
  __syncthreads();
  if (t == kWho) out[0] = sum;
}

template <int kWho>
__global__ void read_by_all_warps(const int* in, int* out) {
  __shared__ int first;
  const int t = threadIdx.x;
  if (t == kWho) first = in[t];
  __syncthreads();
  out[t] = first;
  __syncthreads();
  if (t == kWho) first = 1;
  __syncthreads();
  out[kBlock + t] = first;
}

template <int kWho>
void by_all_warps_from(const int* in, int* out) {
  by_all_warps<kWho><<<1, kBlock>>>(in, out);
  read_by_all_warps<kWho><<<1, kBlock>>>(in, out);
}

// Who arrives goes on, and is in order with nobody.
__global__ void some_arrive(const int* in, int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  const int own = in[t] + out[kBlock + t];
  __syncthreads();
  if (t < 32) {
    asm volatile("bar.arrive 1, 128;" ::: "memory");
    out[kBlock + 32 + t] = own;
  } else {
    asm volatile("bar.sync 1, 128;" ::: "memory");
  }
  s[t] = own;
  out[t] = s[t];
}

// The same by another name.
__global__ void by_group(const int* in, int* out) {
  const auto block = cooperative_groups::this_thread_block();
  out[threadIdx.x] = in[threadIdx.x];
  block.sync();  // notes: redundant-barrier
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 8 * kBlock * sizeof(int));
  cudaMalloc(&out, 8 * kBlock * sizeof(int));
  cudaMemset(in, 1, 8 * kBlock * sizeof(int));
  needed<<<2, kBlock>>>(in, out);
  own_element<<<2, kBlock>>>(in, out);
  twice<<<2, kBlock>>>(in, out);
  two_buffers<<<2, kBlock>>>(in, out);
  one_buffer<<<2, kBlock>>>(in, out);
  one_round<<<2, kBlock>>>(in, out, 1);
  by_warp<<<2, kBlock>>>(in, out);
  counts<<<2, kBlock>>>(in, out);
  copied<<<2, kBlock>>>(in, out);
  last_block<<<4, kBlock>>>(out);
  by_global<<<1, kBlock>>>(out);
  by_all_warps_from<0>(in, out);
  by_all_warps_from<31>(in, out);
  by_all_warps_from<95>(in, out);
  by_all_warps_from<127>(in, out);
  some_arrive<<<1, kBlock>>>(in, out);
  by_group<<<2, kBlock>>>(in, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
