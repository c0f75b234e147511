// Arrays of shared memory: accesses that leave one for another, and two names for one memory.
#include <cuda_runtime.h>

constexpr int kBlock = 64;

__global__ void neighbour_read_wrong(int* out, int shift) {
  __shared__ int first[kBlock];
  __shared__ int second[kBlock];
  const int t = threadIdx.x;
  first[t] = t;
  second[t] = 2 * t;
  __syncthreads();
  out[t] = first[t + shift] + second[kBlock - 1 - t];  // finds: out-of-bounds
}

__global__ void neighbour_read_right(int* out, int shift) {
  __shared__ int first[kBlock];
  __shared__ int second[kBlock];
  const int t = threadIdx.x;
  first[t] = t;
  second[t] = 2 * t;
  __syncthreads();
  out[t] = first[(t + shift) % kBlock] + second[kBlock - 1 - t];
}

__global__ void below_wrong(int* out, int shift) {
  __shared__ int first[kBlock];
  __shared__ int second[kBlock];
  const int t = threadIdx.x;
  first[t] = t;
  second[t] = 2 * t;
  __syncthreads();
  out[t] = second[t - shift] + first[kBlock - 1 - t];  // finds: out-of-bounds
}

// A halo whose array has no room for it.
template <int kRoom>
__device__ void halo(const int* in, int* out) {
  __shared__ int tile[kBlock + kRoom];
  __shared__ int weight[4];
  const int t = threadIdx.x;
  if (t < 4) weight[t] = t;
  tile[t] = in[t];
  if (t < 2) tile[kBlock + t] = in[kBlock + t];
  __syncthreads();
  out[t] = tile[t] * weight[1] + tile[t + 2] * weight[2];
}
__global__ void halo_right(const int* in, int* out) { halo<2>(in, out); }

__global__ void halo_wrong(const int* in, int* out) {
  __shared__ int tile[kBlock];
  __shared__ int weight[4];
  const int t = threadIdx.x;
  if (t < 4) weight[t] = t;
  __syncthreads();
  tile[t] = in[t];
  if (t < 2) tile[kBlock + t] = in[kBlock + t];  // finds: out-of-bounds
  __syncthreads();
  out[t] = tile[t] * weight[1 + t % 2];
}

// A pointer that is moved, in a loop.
__global__ void walk_wrong(int* out, int steps) {
  __shared__ int row[kBlock];
  __shared__ int other[kBlock];
  const int t = threadIdx.x;
  other[t] = 0;
  row[t] = t;
  __syncthreads();
  int sum = other[kBlock - 1 - t];
  const int* at = row;
#pragma unroll 1
  for (int i = 0; i < steps; ++i) {
    sum += *at;  // finds: out-of-bounds
    at += 3;
  }
  out[t] = sum;
}

__global__ void walk_right(int* out, int steps) {
  __shared__ int row[kBlock];
  __shared__ int other[kBlock];
  const int t = threadIdx.x;
  other[t] = 0;
  row[t] = t;
  __syncthreads();
  int sum = other[kBlock - 1 - t];
  const int* at = row;
#pragma unroll 1
  for (int i = 0; i < steps; ++i) {
    sum += *at;
    at += 2;
  }
  out[t] = sum;
}

// Which of two arrays is meant is decided at run time.
__global__ void either_right(int* out, int which) {
  __shared__ int first[kBlock];
  __shared__ int second[kBlock];
  const int t = threadIdx.x;
  first[t] = t;
  second[t] = 2 * t;
  __syncthreads();
  const int* from = which != 0 ? first : second;
  out[t] = from[kBlock - 1 - t];
}

// Rows of one array run into each other: that is a habit.
__global__ void rows_right(int* out, int columns) {
  __shared__ int tile[4][16];
  const int t = threadIdx.x;
  (&tile[0][0])[t] = t;
  __syncthreads();
  out[t] = tile[0][t % columns];
}

// A static array that is left for the dynamic one.
__global__ void into_dynamic_wrong(int* out, int shift) {
  __shared__ int fixed[kBlock];
  extern __shared__ int dynamic[];
  const int t = threadIdx.x;
  dynamic[t] = t;
  __syncthreads();
  fixed[t + shift] = 1;  // finds: out-of-bounds
  __syncthreads();
  out[t] = dynamic[kBlock - 1 - t] + fixed[kBlock - 1 - t / 2];
}

// Parts of one dynamic array, aligned by hand.
__global__ void parts_right(int* out, int count) {
  extern __shared__ int dynamic[];
  int* const first = dynamic;
  double* const second = reinterpret_cast<double*>((reinterpret_cast<unsigned long long>(first + count) + 7) & ~7ull);
  const int t = threadIdx.x;
  first[t] = t;
  second[t] = t;
  __syncthreads();
  out[t] = first[kBlock - 1 - t] + static_cast<int>(second[t]);
}

// Two names, one memory.
__global__ void two_names_wrong(int* out) {
  extern __shared__ int integers[];
  extern __shared__ float numbers[];
  const int t = threadIdx.x;
  integers[t] = t;
  numbers[t] = 1.0f;
  __syncthreads();
  out[t] = integers[kBlock - 1 - t] + static_cast<int>(numbers[t]);  // finds: shared-alias
}

// One after the other.
__global__ void two_names_right(int* out) {
  extern __shared__ int integers[];
  extern __shared__ float numbers[];
  const int t = threadIdx.x;
  integers[t] = t;
  __syncthreads();
  const int mine = integers[kBlock - 1 - t];
  __syncthreads();
  numbers[t] = mine * 0.5f;
  __syncthreads();
  out[t] = static_cast<int>(numbers[kBlock - 1 - t]);
}

// By generic addresses, as a function gets them.
__device__ __noinline__ int sum_of(const int* values, int from, int count) {
  int sum = 0;
  for (int i = from; i < from + count; ++i) sum += values[i];
  return sum;
}
__global__ void by_call_right(int* out) {
  __shared__ int first[kBlock];
  __shared__ int second[kBlock];
  const int t = threadIdx.x;
  first[t] = t;
  second[t] = 2 * t;
  __syncthreads();
  out[t] = sum_of(first, t / 2, 8) + sum_of(second, t / 2, 8);
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 4096);
  cudaMalloc(&out, 4096);
  cudaMemset(in, 1, 4096);
  neighbour_read_wrong<<<1, kBlock>>>(out, 4);
  neighbour_read_right<<<1, kBlock>>>(out, 4);
  below_wrong<<<1, kBlock>>>(out, 1);
  halo_right<<<1, kBlock>>>(in, out);
  halo_wrong<<<1, kBlock>>>(in, out);
  walk_wrong<<<1, kBlock>>>(out, 23);
  walk_right<<<1, kBlock>>>(out, 32);
  either_right<<<1, kBlock>>>(out, 1);
  rows_right<<<1, kBlock>>>(out, 40);
  into_dynamic_wrong<<<1, kBlock, 1024>>>(out, 8);
  parts_right<<<1, kBlock, 2048>>>(out, kBlock + 1);
  two_names_wrong<<<1, kBlock, 1024>>>(out);
  two_names_right<<<1, kBlock, 1024>>>(out);
  by_call_right<<<1, kBlock>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
