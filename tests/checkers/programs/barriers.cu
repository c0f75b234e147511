// Warps of a block: what __syncthreads() orders, and what is a race without it.
#include <cuda_runtime.h>

constexpr int kThreads = 128;

__global__ void reverse_wrong(int* out) {
  __shared__ int s[kThreads];
  const int t = threadIdx.x;
  s[t] = t;                     // finds: shared-race
  out[t] = s[kThreads - 1 - t];  // finds: shared-race
}

__global__ void reverse_right(int* out) {
  __shared__ int s[kThreads];
  const int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  out[t] = s[kThreads - 1 - t];
}

// The barrier behind the read is missing: the next round overwrites what others still read.
__global__ void rounds_wrong(int* out) {
  __shared__ int s[kThreads];
  const int t = threadIdx.x;
  int sum = 0;
#pragma unroll 1
  for (int i = 0; i < 4; ++i) {
    s[t] = t + i;  // finds: shared-race
    __syncthreads();
    sum += s[(t + 32) % kThreads];  // finds: shared-race
  }
  out[t] = sum;
}

__global__ void rounds_right(int* out) {
  __shared__ int s[kThreads];
  const int t = threadIdx.x;
  int sum = 0;
#pragma unroll 1
  for (int i = 0; i < 4; ++i) {
    s[t] = t + i;
    __syncthreads();
    sum += s[(t + 32) % kThreads];
    __syncthreads();
  }
  out[t] = sum;
}

// Two buffers in turn need one barrier a round.
__global__ void double_buffer_right(int* out) {
  __shared__ int s[2][kThreads];
  const int t = threadIdx.x;
  int sum = 0;
#pragma unroll 1
  for (int i = 0; i < 6; ++i) {
    s[i % 2][t] = t + i;
    __syncthreads();
    sum += s[i % 2][(t + 32) % kThreads];
  }
  out[t] = sum;
}

__global__ void sum_wrong(const int* in, int* out) {
  __shared__ int s[kThreads];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
#pragma unroll 1
  for (int step = kThreads / 2; step > 0; step /= 2) {
    if (t < step) {
      const int other = s[t + step];  // finds: shared-race
      s[t] += other;                  // finds: shared-race
    }
  }
  if (t == 0) out[0] = s[0];
}

__global__ void sum_right(const int* in, int* out) {
  __shared__ int s[kThreads];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
#pragma unroll 1
  for (int step = kThreads / 2; step > 0; step /= 2) {
    if (t < step) s[t] += s[t + step];
    __syncthreads();
  }
  if (t == 0) out[0] = s[0];
}

// Bytes, not words: neighbours in a word do not race.
__global__ void bytes_right(char* out) {
  __shared__ char s[kThreads];
  const int t = threadIdx.x;
  s[(t * 32 + t / 4) % kThreads] = static_cast<char>(t);
  __syncthreads();
  out[t] = s[t];
}

// Named barriers: two warps that meet at one, two at another; the first two do not meet the others.
__device__ void meet(int number, int threads) { asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(threads) : "memory"); }

__global__ void named_wrong(int* out) {
  __shared__ int s[kThreads];
  const int t = threadIdx.x;
  s[t] = t;  // finds: shared-race
  meet(1 + t / 64, 64);
  out[t] = s[(t + 64) % kThreads];  // finds: shared-race
}

__global__ void named_right(int* out) {
  __shared__ int s[kThreads];
  const int t = threadIdx.x;
  s[t] = t;
  meet(1 + t / 64, 64);
  out[t] = s[t / 64 * 64 + (t + 32) % 64];
}

// A producer that arrives and consumers that wait.
__global__ void producer_right(int* out) {
  __shared__ int s[32];
  const int t = threadIdx.x;
  if (t < 32) {
    s[t] = t;
    asm volatile("bar.arrive 2, 128;" ::: "memory");
  } else {
    asm volatile("bar.sync 2, 128;" ::: "memory");
    out[t] = s[t % 32];
  }
}

// All write the same: said, as what it is.
__global__ void same_value(int* out) {
  __shared__ int flag;
  flag = 1;  // notes: shared-race
  __syncthreads();
  out[threadIdx.x] = flag;
}

__global__ void atomics_right(int* out) {
  __shared__ int counts[4];
  if (threadIdx.x < 4) counts[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&counts[threadIdx.x % 4], 1);
  __syncthreads();
  out[threadIdx.x] = counts[threadIdx.x % 4];
}

__global__ void atomics_wrong(int* out) {
  __shared__ int counts[4];
  if (threadIdx.x < 4) counts[threadIdx.x] = 0;
  atomicAdd(&counts[threadIdx.x % 4], 1);  // finds: shared-race
  __syncthreads();
  out[threadIdx.x] = counts[threadIdx.x % 4];
}

int main() {
  int* in;
  int* out;
  cudaMalloc(&in, kThreads * sizeof(int));
  cudaMalloc(&out, kThreads * sizeof(int));
  cudaMemset(in, 0, kThreads * sizeof(int));
  reverse_wrong<<<1, kThreads>>>(out);
  reverse_right<<<1, kThreads>>>(out);
  rounds_wrong<<<1, kThreads>>>(out);
  rounds_right<<<1, kThreads>>>(out);
  double_buffer_right<<<1, kThreads>>>(out);
  sum_wrong<<<1, kThreads>>>(in, out);
  sum_right<<<1, kThreads>>>(in, out);
  bytes_right<<<1, kThreads>>>(reinterpret_cast<char*>(out));
  named_wrong<<<1, kThreads>>>(out);
  named_right<<<1, kThreads>>>(out);
  producer_right<<<1, kThreads>>>(out);
  same_value<<<1, kThreads>>>(out);
  atomics_right<<<1, kThreads>>>(out);
  atomics_wrong<<<1, kThreads>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
