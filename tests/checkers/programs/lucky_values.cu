// What threads write that have read in no order is the same only by luck.
#include <cuda_runtime.h>

constexpr int kBlock = 128;
constexpr int kWarps = kBlock / 32;
constexpr unsigned kAll = 0xffffffffu;

// Blelloch: sums up the tree, then prefixes down.
__global__ void blelloch_no_up_barrier(const int* in, int* out) {
  __shared__ int s[2 * kBlock];
  const int t = threadIdx.x;
  s[2 * t] = in[2 * t];
  s[2 * t + 1] = in[2 * t + 1];  // finds: shared-race
  int offset = 1;
#pragma unroll 1
  for (int active = kBlock; active > 0; active /= 2) {
    if (t < active) s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];  // finds: shared-race
    offset *= 2;
  }
  __syncthreads();
  if (t == 0) s[2 * kBlock - 1] = 0;
#pragma unroll 1
  for (int active = 1; active <= kBlock; active *= 2) {
    offset /= 2;
    __syncthreads();
    if (t < active) {
      const int left = offset * (2 * t + 1) - 1, right = offset * (2 * t + 2) - 1;
      const int value = s[left];
      s[left] = s[right];
      s[right] += value;
    }
  }
  __syncthreads();
  out[2 * t] = s[2 * t];
  out[2 * t + 1] = s[2 * t + 1];
}

__global__ void blelloch_no_down_barrier(const int* in, int* out) {
  __shared__ int s[2 * kBlock];
  const int t = threadIdx.x;
  s[2 * t] = in[2 * t];
  s[2 * t + 1] = in[2 * t + 1];
  int offset = 1;
#pragma unroll 1
  for (int active = kBlock; active > 0; active /= 2) {
    __syncthreads();
    if (t < active) s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
    offset *= 2;
  }
  __syncthreads();
  if (t == 0) s[2 * kBlock - 1] = 0;  // finds: shared-race
#pragma unroll 1
  for (int active = 1; active <= kBlock; active *= 2) {
    offset /= 2;
    if (t < active) {
      const int left = offset * (2 * t + 1) - 1, right = offset * (2 * t + 2) - 1;
      const int value = s[left];  // finds: shared-race
      s[left] = s[right];         // finds: shared-race
      s[right] += value;          // finds: shared-race
    }
  }
  __syncthreads();
  out[2 * t] = s[2 * t];
  out[2 * t + 1] = s[2 * t + 1];
}

__global__ void blelloch_right(const int* in, int* out) {
  __shared__ int s[2 * kBlock];
  const int t = threadIdx.x;
  s[2 * t] = in[2 * t];
  s[2 * t + 1] = in[2 * t + 1];
  int offset = 1;
#pragma unroll 1
  for (int active = kBlock; active > 0; active /= 2) {
    __syncthreads();
    if (t < active) s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
    offset *= 2;
  }
  __syncthreads();
  if (t == 0) s[2 * kBlock - 1] = 0;
#pragma unroll 1
  for (int active = 1; active <= kBlock; active *= 2) {
    offset /= 2;
    __syncthreads();
    if (t < active) {
      const int left = offset * (2 * t + 1) - 1, right = offset * (2 * t + 2) - 1;
      const int value = s[left];
      s[left] = s[right];
      s[right] += value;
    }
  }
  __syncthreads();
  out[2 * t] = s[2 * t];
  out[2 * t + 1] = s[2 * t + 1];
}

__global__ void warp_shuffles_no_barrier(const int* in, int* out) {
  __shared__ int sums[kWarps];
  const int t = threadIdx.x, lane = t % 32, warp = t / 32;
  int sum = in[t];
  for (int step = 1; step < 32; step *= 2) {
    const int before = __shfl_up_sync(kAll, sum, step);
    if (lane >= step) sum += before;
  }
  if (lane == 31) sums[warp] = sum;  // finds: shared-race
  if (warp == 0) {
    int total = lane < kWarps ? sums[lane] : 0;  // finds: shared-race
    for (int step = 1; step < kWarps; step *= 2) {
      const int before = __shfl_up_sync(kAll, total, step);
      if (lane >= step) total += before;
    }
    if (lane < kWarps) sums[lane] = total;  // finds: shared-race
  }
  __syncthreads();
  out[t] = sum + (warp > 0 ? sums[warp - 1] : 0);
}

__global__ void warp_shuffles_no_last_barrier(const int* in, int* out) {
  __shared__ int sums[kWarps];
  const int t = threadIdx.x, lane = t % 32, warp = t / 32;
  int sum = in[t];
  for (int step = 1; step < 32; step *= 2) {
    const int before = __shfl_up_sync(kAll, sum, step);
    if (lane >= step) sum += before;
  }
  if (lane == 31) sums[warp] = sum;
  __syncthreads();
  if (warp == 0) {
    int total = lane < kWarps ? sums[lane] : 0;
    for (int step = 1; step < kWarps; step *= 2) {
      const int before = __shfl_up_sync(kAll, total, step);
      if (lane >= step) total += before;
    }
    if (lane < kWarps) sums[lane] = total;  // finds: shared-race
  }
  out[t] = sum + (warp > 0 ? sums[warp - 1] : 0);  // finds: shared-race
}

__global__ void warp_shuffles_right(const int* in, int* out) {
  __shared__ int sums[kWarps];
  const int t = threadIdx.x, lane = t % 32, warp = t / 32;
  int sum = in[t];
  for (int step = 1; step < 32; step *= 2) {
    const int before = __shfl_up_sync(kAll, sum, step);
    if (lane >= step) sum += before;
  }
  if (lane == 31) sums[warp] = sum;
  __syncthreads();
  if (warp == 0) {
    int total = lane < kWarps ? sums[lane] : 0;
    for (int step = 1; step < kWarps; step *= 2) {
      const int before = __shfl_up_sync(kAll, total, step);
      if (lane >= step) total += before;
    }
    if (lane < kWarps) sums[lane] = total;
  }
  __syncthreads();
  out[t] = sum + (warp > 0 ? sums[warp - 1] : 0);
}

__global__ void odd_even_wrong(int* a) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
#pragma unroll 1
  for (int round = 0; round < 8; ++round) {
    const int first = 2 * t + round % 2;
    if (first + 1 < kBlock) {
      const int low = s[first], high = s[first + 1];  // finds: shared-race
      s[first] = min(low, high);                      // finds: shared-race
      s[first + 1] = max(low, high);                  // finds: shared-race
    }
  }
  a[t] = s[t];  // finds: shared-race
}

__global__ void odd_even_right(int* a) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
#pragma unroll 1
  for (int round = 0; round < 8; ++round) {
    const int first = 2 * t + round % 2;
    if (first + 1 < kBlock) {
      const int low = s[first], high = s[first + 1];
      s[first] = min(low, high);
      s[first + 1] = max(low, high);
    }
    __syncthreads();
  }
  a[t] = s[t];
}

// Zeros to the front and ones behind, bit by bit.
__global__ void radix_split_no_barrier_before_write(int* a) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
#pragma unroll 1
  for (int bit = 0; bit < 4; ++bit) {
    int zeros = 0, before = 0;
    const int value = s[t];  // finds: shared-race
#pragma unroll 1
    for (int i = 0; i < kBlock; ++i) {
      const int zero = (s[i] >> bit & 1) == 0;  // finds: shared-race
      zeros += zero;
      if (i < t) before += zero;
    }
    s[(value >> bit & 1) == 0 ? before : zeros + t - before] = value;  // finds: shared-race
    __syncthreads();
  }
  a[t] = s[t];
}

__global__ void radix_split_no_barrier_after_write(int* a) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
#pragma unroll 1
  for (int bit = 0; bit < 4; ++bit) {
    int zeros = 0, before = 0;
    const int value = s[t];  // finds: shared-race
#pragma unroll 1
    for (int i = 0; i < kBlock; ++i) {
      const int zero = (s[i] >> bit & 1) == 0;  // finds: shared-race
      zeros += zero;
      if (i < t) before += zero;
    }
    __syncthreads();
    s[(value >> bit & 1) == 0 ? before : zeros + t - before] = value;  // finds: shared-race
  }
  a[t] = s[t];  // finds: shared-race
}

__global__ void radix_split_right(int* a) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
#pragma unroll 1
  for (int bit = 0; bit < 4; ++bit) {
    int zeros = 0, before = 0;
    const int value = s[t];
#pragma unroll 1
    for (int i = 0; i < kBlock; ++i) {
      const int zero = (s[i] >> bit & 1) == 0;
      zeros += zero;
      if (i < t) before += zero;
    }
    __syncthreads();
    s[(value >> bit & 1) == 0 ? before : zeros + t - before] = value;
    __syncthreads();
  }
  a[t] = s[t];
}

// Everybody counts how many are smaller.
__global__ void rank_sort_wrong(int* a) {
  const int t = threadIdx.x;
  const int value = a[t];  // finds: global-race
  int rank = 0;
#pragma unroll 1
  for (int i = 0; i < kBlock; ++i) rank += a[i] < value || (a[i] == value && i < t);  // finds: global-race
  a[rank] = value;                                                                    // finds: global-race
}

__global__ void rank_sort_right(int* a) {
  const int t = threadIdx.x;
  const int value = a[t];
  int rank = 0;
#pragma unroll 1
  for (int i = 0; i < kBlock; ++i) rank += a[i] < value || (a[i] == value && i < t);
  __syncthreads();
  a[rank] = value;
}

int main() {
  int values[2 * kBlock];
  for (int i = 0; i < 2 * kBlock; ++i) values[i] = i * 7 % 10;
  int *in, *out;
  cudaMalloc(&in, sizeof values);
  cudaMalloc(&out, sizeof values);
  cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
  blelloch_no_up_barrier<<<1, kBlock>>>(in, out);
  blelloch_no_down_barrier<<<1, kBlock>>>(in, out);
  blelloch_right<<<1, kBlock>>>(in, out);
  warp_shuffles_no_barrier<<<1, kBlock>>>(in, out);
  warp_shuffles_no_last_barrier<<<1, kBlock>>>(in, out);
  warp_shuffles_right<<<1, kBlock>>>(in, out);
  odd_even_wrong<<<1, kBlock>>>(in);
  odd_even_right<<<1, kBlock>>>(in);
  radix_split_no_barrier_before_write<<<1, kBlock>>>(in);
  radix_split_no_barrier_after_write<<<1, kBlock>>>(in);
  radix_split_right<<<1, kBlock>>>(in);
  rank_sort_wrong<<<1, kBlock>>>(in + kBlock);
  rank_sort_right<<<1, kBlock>>>(in + kBlock);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
