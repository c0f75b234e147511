// Accesses that come in their hundreds between two barriers: what was done at a place long before, and where little was
// done since, is remembered.
#include <cuda_runtime.h>

constexpr int kBlock = 64;
constexpr int kRounds = 400;
constexpr int kWords = 512;

// One warp reads the last line once, and then the first one over and over.
__global__ void read_long_ago_wrong(const int* places, int* out) {
  __shared__ int s[kWords];
  const int t = threadIdx.x;
  for (int i = t; i < kWords; i += kBlock) s[i] = i;
  __syncthreads();
  int sum = 0;
  if (t >= 32) {
    sum = s[kWords - 1 - t % 32];
    for (int i = 0; i < kRounds; ++i) sum += s[(places[t] + i) % 32];
  } else {
    while (sum < places[t] % 7 + 900) sum += s[t % 32] + 11;
    s[kWords - 32 + t] = sum;  // finds: shared-race
  }
  out[blockIdx.x * kBlock + t] = sum;
}

__global__ void read_long_ago_right(const int* places, int* out) {
  __shared__ int s[kWords];
  const int t = threadIdx.x;
  for (int i = t; i < kWords; i += kBlock) s[i] = i;
  __syncthreads();
  int sum = 0;
  if (t >= 32) {
    sum = s[kWords - 1 - t % 32];
    for (int i = 0; i < kRounds; ++i) sum += s[(places[t] + i) % 32];
  } else {
    while (sum < places[t] % 7 + 900) sum += s[t % 32] + 11;
    s[kWords / 2 + t] = sum;
  }
  out[blockIdx.x * kBlock + t] = sum;
}

// Counted by atomics in patterns of their own, and cleared too early by one that does not wait.
__global__ void counted_wrong(const int* places, int* out) {
  __shared__ int s[kWords];
  const int t = threadIdx.x;
  for (int i = t; i < kWords; i += kBlock) s[i] = 0;
  __syncthreads();
  for (int i = 0; i < kRounds; ++i) atomicAdd(&s[places[(t * 37 + i * i) % kBlock] % kWords], 1);  // finds: shared-race
  if (t == 40) s[places[3] % kWords] = 0;                                                          // finds: shared-race
  __syncthreads();
  out[blockIdx.x * kBlock + t] = s[t];
}

__global__ void counted_right(const int* places, int* out) {
  __shared__ int s[kWords];
  const int t = threadIdx.x;
  for (int i = t; i < kWords; i += kBlock) s[i] = 0;
  __syncthreads();
  for (int i = 0; i < kRounds; ++i) atomicAdd(&s[places[(t * 37 + i * i) % kBlock] % kWords], 1);
  __syncthreads();
  if (t == 40) s[places[3] % kWords] = 0;
  __syncthreads();
  out[blockIdx.x * kBlock + t] = s[t];
}

int main() {
  int host[kBlock];
  for (int i = 0; i < kBlock; ++i) host[i] = static_cast<int>(i * 2654435769u >> 8);
  int* places = nullptr;
  int* out = nullptr;
  cudaMalloc(&places, sizeof host);
  cudaMalloc(&out, 2 * kBlock * sizeof(int));
  cudaMemcpy(places, host, sizeof host, cudaMemcpyHostToDevice);
  read_long_ago_wrong<<<2, kBlock>>>(places, out);
  read_long_ago_right<<<2, kBlock>>>(places, out);
  counted_wrong<<<2, kBlock>>>(places, out);
  counted_right<<<2, kBlock>>>(places, out);
  cudaDeviceSynchronize();
  cudaFree(places);
  cudaFree(out);
}
