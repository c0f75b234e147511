// Blocks and rounds that do in shared memory what others have done before, until one does not.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

constexpr int kBlock = 64;
constexpr int kBlocks = 8;
constexpr int kRounds = 6;

// One block leaves out half of what the others write, and reads as they do.
__global__ void later_block_wrong(int* out, int skips) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  if (blockIdx.x != skips || t < kBlock / 2) s[t] = t;
  __syncthreads();
  out[blockIdx.x * kBlock + t] = s[kBlock - 1 - t] + 1;  // finds: uninitialised-read
}

__global__ void later_block_right(int* out, int skips) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  if (blockIdx.x != skips || t < kBlock / 2) s[t] = t;
  __syncthreads();
  if (blockIdx.x != skips) out[blockIdx.x * kBlock + t] = s[kBlock - 1 - t] + 1;
}

// Some blocks are done with a round where others go on: they come to the barrier in the middle of what those do.
__global__ void shorter_round_wrong(int* out) {
  __shared__ int s[kBlock];
  __shared__ int more[kBlock];
  const int t = threadIdx.x;
  s[t] = t;
  if (blockIdx.x % 2 == 0) more[t] = t;
  __syncthreads();
  out[blockIdx.x * kBlock + t] = s[kBlock - 1 - t] + more[kBlock - 1 - t];  // finds: uninitialised-read
}

// What all rounds read is written before them, what the last one reads is not.
__global__ void last_round_wrong(int* out, int last) {
  __shared__ int s[kBlock];
  __shared__ int never[kBlock];
  const int t = threadIdx.x;
  int sum = 0;
  for (int round = 0; round < kRounds; ++round) {
    s[t] = round;
    __syncthreads();
    sum += s[kBlock - 1 - t];
    if (round == last && blockIdx.x == kBlocks - 1) sum += never[t];  // finds: uninitialised-read
    __syncthreads();
  }
  if (sum == -1) never[t] = sum;
  out[blockIdx.x * kBlock + t] = sum;
}

// All rounds are alike, but one block leaves out a barrier.
__global__ void one_barrier_wrong(int* out, int skips) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  int sum = 0;
  for (int round = 0; round < kRounds; ++round) {
    s[t] = round;  // finds: shared-race
    __syncthreads();
    sum += s[kBlock - 1 - t];  // finds: shared-race
    if (blockIdx.x != skips || round != kRounds / 2) __syncthreads();
  }
  out[blockIdx.x * kBlock + t] = sum;
}

__global__ void rounds_right(int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  int sum = 0;
  for (int round = 0; round < kRounds; ++round) {
    s[t] = round;
    __syncthreads();
    sum += s[kBlock - 1 - t];
    __syncthreads();
  }
  out[blockIdx.x * kBlock + t] = sum;
}

// What all rounds store, one of the last block's copies, and nobody waits for it; they read alike.
__global__ void one_copy_wrong(int* out, const int* in, int copied) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  int sum = 0;
  for (int round = 0; round < kRounds; ++round) {
    if (round == copied && blockIdx.x == kBlocks - 1) {
      __pipeline_memcpy_async(&s[t], &in[t], sizeof(int));
      __pipeline_commit();
    } else {
      s[t] = round;
    }
    __syncthreads();
    sum += s[kBlock - 1 - t];  // finds: shared-race
    __syncthreads();
  }
  out[blockIdx.x * kBlock + t] = sum;
}

__global__ void one_copy_right(int* out, const int* in, int copied) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  int sum = 0;
  for (int round = 0; round < kRounds; ++round) {
    if (round == copied && blockIdx.x == kBlocks - 1) {
      __pipeline_memcpy_async(&s[t], &in[t], sizeof(int));
      __pipeline_commit();
      __pipeline_wait_prior(0);
    } else {
      s[t] = round;
    }
    __syncthreads();
    sum += s[kBlock - 1 - t];
    __syncthreads();
  }
  out[blockIdx.x * kBlock + t] = sum;
}

// One warp exits before the barrier; in one block the other reads what it has stored.
__global__ void exited_wrong(int* out, int reads) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  s[t] = t;
  if (t < kBlock / 2) return;
  __syncthreads();
  const int from = blockIdx.x == reads ? t - kBlock / 2 : kBlock / 2 + kBlock - 1 - t;
  out[blockIdx.x * kBlock + t] = s[from];  // finds: shared-race
}

__global__ void exited_right(int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  s[t] = t;
  if (t < kBlock / 2) return;
  __syncthreads();
  out[blockIdx.x * kBlock + t] = s[kBlock / 2 + kBlock - 1 - t];
}

// The array ends a word before what the last thread reads, every time.
__global__ void beyond_wrong(int* out) {
  __shared__ int s[kBlock];
  __shared__ int behind[kBlock];
  const int t = threadIdx.x;
  int sum = 0;
  for (int round = 0; round < kRounds; ++round) {
    s[t] = behind[t] = round;
    __syncthreads();
    sum += s[t + 1];  // finds: out-of-bounds
    __syncthreads();
  }
  out[blockIdx.x * kBlock + t] = sum + behind[t];
}

int main() {
  int* out = nullptr;
  cudaMalloc(&out, kBlocks * kBlock * sizeof(int));
  later_block_wrong<<<kBlocks, kBlock>>>(out, kBlocks / 2);
  later_block_right<<<kBlocks, kBlock>>>(out, kBlocks / 2);
  shorter_round_wrong<<<kBlocks, kBlock>>>(out);
  last_round_wrong<<<kBlocks, kBlock>>>(out, kRounds - 1);
  one_barrier_wrong<<<kBlocks, kBlock>>>(out, kBlocks / 2);
  rounds_right<<<kBlocks, kBlock>>>(out);
  beyond_wrong<<<kBlocks, kBlock>>>(out);
  int* in = nullptr;
  cudaMalloc(&in, kBlock * sizeof(int));
  cudaMemset(in, 0, kBlock * sizeof(int));
  one_copy_wrong<<<kBlocks, kBlock>>>(out, in, kRounds - 1);
  one_copy_right<<<kBlocks, kBlock>>>(out, in, kRounds - 1);
  exited_wrong<<<kBlocks, kBlock>>>(out, kBlocks - 1);
  exited_right<<<kBlocks, kBlock>>>(out);
  cudaDeviceSynchronize();
  return 0;
}
