// What random kernels with known races (random/) did, and the check did not tell once.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

constexpr int kBlock = 64;

// Who adds and gets nothing back does not know who was first.
__global__ void adds_then_reads_wrong(int* out) {
  __shared__ int sum;
  const int t = threadIdx.x;
  if (t == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, t);
  if (t == 0) out[0] = sum;  // finds: shared-race
}

__global__ void adds_then_reads_right(int* out) {
  __shared__ int sum;
  const int t = threadIdx.x;
  if (t == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, t);
  __syncthreads();
  if (t == 0) out[0] = sum;
}

// The one that comes last knows, because it gets the number.
__global__ void counts_then_reads_right(int* out) {
  __shared__ int count;
  const int t = threadIdx.x;
  if (t == 0) count = 0;
  __syncthreads();
  if (atomicAdd(&count, 1) == kBlock - 1) out[0] = count;
}

// One lane polls, all of the warp fence: the others have not waited for anything.
__global__ void one_lane_polls_wrong(volatile int* flag, int* data, int* out) {
  const int t = threadIdx.x;
  if (blockIdx.x == 0) {
    data[t] = t;
    __threadfence();
    __syncwarp();
    if (t == 0) *flag = 1;
  } else {
    if (t == 0) {
      while (*flag == 0) {
      }
    }
    __threadfence();
    out[t] = data[t];  // finds: global-race
  }
}

__global__ void one_lane_polls_right(volatile int* flag, int* data, int* out) {
  const int t = threadIdx.x;
  if (blockIdx.x == 0) {
    data[t] = t;
    __threadfence();
    __syncwarp();
    if (t == 0) *flag = 1;
  } else {
    if (t == 0) {
      while (*flag == 0) {
      }
    }
    __threadfence();
    __syncwarp();
    out[t] = data[t];
  }
}

// The block's own atomics are behind its plain read, those of the other block are not.
__global__ void reads_beside_atomics_wrong(volatile int* flag, int* words, int* out) {
  const int t = threadIdx.x;
  if (blockIdx.x == 0) out[t] = words[t];
  if (*flag == 7) out[t] = 0;              // blocks that may talk are checked in another way
  __syncthreads();
  atomicAdd(&words[t], 1);  // finds: global-race
}

__global__ void reads_beside_atomics_right(volatile int* flag, int* words, int* out) {
  const int t = threadIdx.x;
  if (blockIdx.x == 0) out[t] = atomicAdd(&words[t], 0);
  if (*flag == 7) out[t] = 0;
  __syncthreads();
  atomicAdd(&words[t], 1);
}

// What is copied asynchronously is read until somebody has waited for it.
__global__ void source_changes_wrong(int* data, int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &data[t], sizeof(int));
  __pipeline_commit();
  __syncthreads();
  data[kBlock - 1 - t] = t;  // finds: global-race
  __pipeline_wait_prior(0);
  out[t] = s[t];
}

__global__ void source_changes_right(int* data, int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &data[t], sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  data[kBlock - 1 - t] = t;
  out[t] = s[t];
}

// Lanes that copy different values to one place.
__global__ void one_place_wrong(const int* in, int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t / 2], &in[t], sizeof(int));  // finds: shared-race
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  if (t < kBlock / 2) out[t] = s[t];
}

// The same value is as good as one copy.
__global__ void one_place_right(const int* in, int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t / 2], &in[t / 2], sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  if (t < kBlock / 2) out[t] = s[t];
}

// Lanes that are done do not come to the barrier.
__global__ void some_lanes_exit_wrong(int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  s[t] = t;
  if (t % 2 == 1) return;
  __syncthreads();  // notes: barrier-divergence
  s[t + 1] = out[t];  // finds: shared-race
  out[t] = s[t];
}

__global__ void some_lanes_exit_right(int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  if (t % 2 == 1) return;
  s[t + 1] = out[t];
  out[t] = s[t];
}

// Parts of words, many times over: what came first is not forgotten.
__global__ void many_bytes_wrong(unsigned char* out) {
  __shared__ unsigned char s[128];
  const int t = threadIdx.x;
  s[t] = t;  // finds: shared-race
  __syncwarp();
#pragma unroll 1
  for (int i = 0; i < 20; ++i) {
    s[t] += i;  // finds: shared-race
    __syncwarp();
  }
  out[t] = s[kBlock - 1 - t];  // finds: shared-race
}

// All blocks count at one place, and each says what it has to say to itself alone.
__global__ void each_to_itself_right(volatile int* count, int* out) {
  __shared__ int s;
  const int t = threadIdx.x;
  if (t == 0) {
    s = blockIdx.x;
    __threadfence_block();
    atomicAdd(const_cast<int*>(count), 1);
  }
  while (*count < static_cast<int>(gridDim.x)) {
  }
  __threadfence_block();
  out[blockIdx.x * kBlock + t] = s;
}

__global__ void each_to_itself_wrong(volatile int* count, int* data, int* out) {
  const int t = threadIdx.x;
  if (t == 0) {
    data[blockIdx.x] = 1;
    __threadfence_block();
    atomicAdd(const_cast<int*>(count), 1);
  }
  while (*count < static_cast<int>(gridDim.x)) {
  }
  __threadfence_block();
  out[blockIdx.x * kBlock + t] = data[1 - blockIdx.x];  // finds: scope-race
}

int main() {
  int *words, *out, *flag;
  cudaMalloc(&words, 2 * kBlock * sizeof(int));
  cudaMalloc(&out, 2 * kBlock * sizeof(int));
  cudaMalloc(&flag, sizeof(int));
  int values[2 * kBlock];
  for (int i = 0; i < 2 * kBlock; ++i) values[i] = i * 3;
  const auto again = [&] {
    cudaMemcpy(words, values, sizeof values, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof values);
    cudaMemset(flag, 0, sizeof(int));
  };
  again();
  adds_then_reads_wrong<<<1, 32>>>(out);
  adds_then_reads_right<<<1, kBlock>>>(out);
  counts_then_reads_right<<<1, kBlock>>>(out);
  one_lane_polls_wrong<<<2, 32>>>(flag, words, out);
  again();
  one_lane_polls_right<<<2, 32>>>(flag, words, out);
  reads_beside_atomics_wrong<<<2, kBlock>>>(flag, words, out);
  reads_beside_atomics_right<<<2, kBlock>>>(flag, words, out);
  source_changes_wrong<<<1, kBlock>>>(words, out);
  again();
  source_changes_right<<<1, kBlock>>>(words, out);
  again();
  one_place_wrong<<<1, kBlock>>>(words, out);
  one_place_right<<<1, kBlock>>>(words, out);
  some_lanes_exit_wrong<<<1, kBlock>>>(out);
  some_lanes_exit_right<<<1, kBlock>>>(out);
  many_bytes_wrong<<<1, kBlock>>>(reinterpret_cast<unsigned char*>(out));
  again();
  each_to_itself_right<<<2, kBlock>>>(flag, out);
  again();
  each_to_itself_wrong<<<2, kBlock>>>(flag, words, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
