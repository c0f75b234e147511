// Histograms and sorts: counters that are cleared, filled and read, and elements that change places.
#include <cuda_runtime.h>

constexpr int kBlock = 128;
constexpr int kBins = 16;

__global__ void histogram_no_clear_barrier(const int* in, int* bins) {
  __shared__ int s[kBins];
  const int t = threadIdx.x;
  if (t < kBins) s[t] = 0;
  for (int i = t; i < 4 * kBlock; i += kBlock) atomicAdd(&s[in[i] % kBins], 1);  // finds: shared-race
  __syncthreads();
  if (t < kBins) atomicAdd(&bins[t], s[t]);
}

__global__ void histogram_no_flush_barrier(const int* in, int* bins) {
  __shared__ int s[kBins];
  const int t = threadIdx.x;
  if (t < kBins) s[t] = 0;
  __syncthreads();
  for (int i = t; i < 4 * kBlock; i += kBlock) atomicAdd(&s[in[i] % kBins], 1);  // finds: shared-race
  if (t < kBins) atomicAdd(&bins[t], s[t]);                                      // finds: shared-race
}

__global__ void histogram_right(const int* in, int* bins) {
  __shared__ int s[kBins];
  const int t = threadIdx.x;
  if (t < kBins) s[t] = 0;
  __syncthreads();
  for (int i = t; i < 4 * kBlock; i += kBlock) atomicAdd(&s[in[i] % kBins], 1);
  __syncthreads();
  if (t < kBins) atomicAdd(&bins[t], s[t]);
}

// Counters of a warp's own, merged at the end.
__global__ void per_warp_wrong(const int* in, int* bins) {
  __shared__ int s[kBlock / 32][kBins];
  const int t = threadIdx.x, lane = t % 32, warp = t / 32;
  if (lane < kBins) s[warp][lane] = 0;  // finds: shared-race
  __syncwarp();
  for (int i = t; i < 4 * kBlock; i += kBlock) atomicAdd(&s[warp][in[i] % kBins], 1);  // finds: shared-race
  if (t < kBins) atomicAdd(&bins[t], s[0][t] + s[1][t] + s[2][t] + s[3][t]);           // finds: shared-race
}

__global__ void per_warp_right(const int* in, int* bins) {
  __shared__ int s[kBlock / 32][kBins];
  const int t = threadIdx.x, lane = t % 32, warp = t / 32;
  if (lane < kBins) s[warp][lane] = 0;
  __syncwarp();
  for (int i = t; i < 4 * kBlock; i += kBlock) atomicAdd(&s[warp][in[i] % kBins], 1);
  __syncthreads();
  if (t < kBins) atomicAdd(&bins[t], s[0][t] + s[1][t] + s[2][t] + s[3][t]);
}

// Counters of a thread's own need no atomics.
__global__ void per_thread_wrong(const int* in, int* bins) {
  __shared__ unsigned char s[4][kBlock];
  const int t = threadIdx.x;
  for (int bin = 0; bin < 4; ++bin) s[bin][t] = 0;                 // finds: shared-race
  for (int i = t; i < 4 * kBlock; i += kBlock) s[in[i] % 4][t] += 1;  // finds: shared-race
  if (t < 4) {
    int sum = 0;
#pragma unroll 1
    for (int i = 0; i < kBlock; ++i) sum += s[t][i];  // finds: shared-race
    atomicAdd(&bins[t], sum);
  }
}

__global__ void per_thread_right(const int* in, int* bins) {
  __shared__ unsigned char s[4][kBlock];
  const int t = threadIdx.x;
  for (int bin = 0; bin < 4; ++bin) s[bin][t] = 0;
  for (int i = t; i < 4 * kBlock; i += kBlock) s[in[i] % 4][t] += 1;
  __syncthreads();
  if (t < 4) {
    int sum = 0;
#pragma unroll 1
    for (int i = 0; i < kBlock; ++i) sum += s[t][i];
    atomicAdd(&bins[t], sum);
  }
}

// Increments that are not atomic get lost.
__global__ void plain_increments_wrong(const int* in, int* bins) {
  __shared__ int s[kBins];
  const int t = threadIdx.x;
  if (t < kBins) s[t] = 0;
  __syncthreads();
  s[in[t] % kBins]++;  // finds: shared-race
  __syncthreads();
  if (t < kBins) atomicAdd(&bins[t], s[t]);
}

__global__ void plain_increments_right(const int* in, int* bins) {
  __shared__ int s[kBins];
  const int t = threadIdx.x;
  if (t < kBins) s[t] = 0;
  __syncthreads();
  atomicAdd(&s[in[t] % kBins], 1);
  __syncthreads();
  if (t < kBins) atomicAdd(&bins[t], s[t]);
}

__global__ void global_histogram_wrong(const int* in, int* bins) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  bins[in[i] % kBins] += 1;  // finds: global-race
}

__global__ void global_histogram_right(const int* in, int* bins) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  atomicAdd(&bins[in[i] % kBins], 1);
}

__global__ void bitonic_wrong(int* a) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
#pragma unroll 1
  for (int size = 2; size <= kBlock; size *= 2) {
#pragma unroll 1
    for (int step = size / 2; step > 0; step /= 2) {
      const int other = t ^ step;
      if (other > t) {
        const int low = s[t], high = s[other];  // finds: shared-race
        if (((t & size) == 0) == (low > high)) {
          s[t] = high;     // finds: shared-race
          s[other] = low;  // finds: shared-race
        }
      }
    }
  }
  a[t] = s[t];  // finds: shared-race
}

__global__ void bitonic_right(int* a) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
#pragma unroll 1
  for (int size = 2; size <= kBlock; size *= 2) {
#pragma unroll 1
    for (int step = size / 2; step > 0; step /= 2) {
      const int other = t ^ step;
      if (other > t) {
        const int low = s[t], high = s[other];
        if (((t & size) == 0) == (low > high)) {
          s[t] = high;
          s[other] = low;
        }
      }
      __syncthreads();
    }
  }
  a[t] = s[t];
}

// Two sorted halves: each element finds its rank in the other by bisection.
__global__ void merge_wrong(const int* in, int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  s[t] = in[t];  // finds: shared-race
  const int other = t < kBlock / 2 ? kBlock / 2 : 0;
  int low = 0, high = kBlock / 2;
#pragma unroll 1
  while (low < high) {
    const int middle = (low + high) / 2;
    const int candidate = s[other + middle];  // finds: shared-race
    if (t < kBlock / 2 ? candidate < s[t] : candidate <= s[t]) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  out[t] = t % (kBlock / 2) + low;
}

__global__ void merge_right(const int* in, int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  const int other = t < kBlock / 2 ? kBlock / 2 : 0;
  int low = 0, high = kBlock / 2;
#pragma unroll 1
  while (low < high) {
    const int middle = (low + high) / 2;
    const int candidate = s[other + middle];
    if (t < kBlock / 2 ? candidate < s[t] : candidate <= s[t]) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  out[t] = t % (kBlock / 2) + low;
}

int main() {
  int values[4 * kBlock];
  for (int i = 0; i < 4 * kBlock; ++i) values[i] = i * 37 % 101;
  int *in, *out, *sorted;
  cudaMalloc(&in, sizeof values);
  cudaMalloc(&out, sizeof values);
  cudaMalloc(&sorted, sizeof values);
  cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
  cudaMemset(out, 0, sizeof values);
  histogram_no_clear_barrier<<<1, kBlock>>>(in, out);
  histogram_no_flush_barrier<<<1, kBlock>>>(in, out);
  histogram_right<<<1, kBlock>>>(in, out);
  per_warp_wrong<<<1, kBlock>>>(in, out);
  per_warp_right<<<1, kBlock>>>(in, out);
  per_thread_wrong<<<1, kBlock>>>(in, out);
  per_thread_right<<<1, kBlock>>>(in, out);
  plain_increments_wrong<<<1, kBlock>>>(in, out);
  plain_increments_right<<<1, kBlock>>>(in, out);
  global_histogram_wrong<<<2, kBlock>>>(in, out);
  global_histogram_right<<<2, kBlock>>>(in, out);
  for (int i = 0; i < kBlock; ++i) values[i] = i % 64 * 2 + i / 64;
  cudaMemcpy(sorted, values, sizeof values, cudaMemcpyHostToDevice);
  merge_wrong<<<1, kBlock>>>(sorted, out);
  merge_right<<<1, kBlock>>>(sorted, out);
  bitonic_wrong<<<1, kBlock>>>(in);
  bitonic_right<<<1, kBlock>>>(in);
  cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
