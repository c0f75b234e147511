// Rows of a matrix that a block or a warp normalises: results of a reduction that everybody needs.
#include <cuda_runtime.h>

constexpr int kBlock = 64;
constexpr int kColumns = 128;
constexpr unsigned kAll = 0xffffffffu;

__device__ float warp_sum(float value) {
  for (int step = 16; step > 0; step /= 2) value += __shfl_xor_sync(kAll, value, step);
  return value;
}

__device__ float warp_max(float value) {
  for (int step = 16; step > 0; step /= 2) value = fmaxf(value, __shfl_xor_sync(kAll, value, step));
  return value;
}

// The array of partial results is used for the maximum and again for the sum.
__global__ void softmax_no_barrier_between(const float* in, float* out) {
  __shared__ float part[kBlock / 32];
  const int t = threadIdx.x;
  const float* row = in + blockIdx.x * kColumns;
  const float a = row[t], b = row[t + kBlock];
  const float largest = warp_max(fmaxf(a, b));
  if (t % 32 == 0) part[t / 32] = largest;
  __syncthreads();
  const float top = fmaxf(part[0], part[1]);  // finds: shared-race
  const float ea = expf(a - top), eb = expf(b - top);
  const float sum = warp_sum(ea + eb);
  if (t % 32 == 0) part[t / 32] = sum;  // finds: shared-race
  __syncthreads();
  const float total = part[0] + part[1];
  out[blockIdx.x * kColumns + t] = ea / total;
  out[blockIdx.x * kColumns + t + kBlock] = eb / total;
}

__global__ void softmax_right(const float* in, float* out) {
  __shared__ float part[kBlock / 32];
  const int t = threadIdx.x;
  const float* row = in + blockIdx.x * kColumns;
  const float a = row[t], b = row[t + kBlock];
  const float largest = warp_max(fmaxf(a, b));
  if (t % 32 == 0) part[t / 32] = largest;
  __syncthreads();
  const float top = fmaxf(part[0], part[1]);
  __syncthreads();
  const float ea = expf(a - top), eb = expf(b - top);
  const float sum = warp_sum(ea + eb);
  if (t % 32 == 0) part[t / 32] = sum;
  __syncthreads();
  const float total = part[0] + part[1];
  out[blockIdx.x * kColumns + t] = ea / total;
  out[blockIdx.x * kColumns + t + kBlock] = eb / total;
}

// Arrays of their own for the two results need no barrier between them.
__global__ void softmax_two_arrays_right(const float* in, float* out) {
  __shared__ float tops[kBlock / 32];
  __shared__ float sums[kBlock / 32];
  const int t = threadIdx.x;
  const float value = in[blockIdx.x * kColumns + t];
  const float largest = warp_max(value);
  if (t % 32 == 0) tops[t / 32] = largest;
  __syncthreads();
  const float e = expf(value - fmaxf(tops[0], tops[1]));
  const float sum = warp_sum(e);
  if (t % 32 == 0) sums[t / 32] = sum;
  __syncthreads();
  out[blockIdx.x * kColumns + t] = e / (sums[0] + sums[1]);
}

// One thread of the block writes mean and deviation.
__global__ void layer_norm_wrong(const float* in, float* out) {
  __shared__ float row[kColumns];
  __shared__ float mean, scale;
  const int t = threadIdx.x;
  for (int i = t; i < kColumns; i += kBlock) row[i] = in[blockIdx.x * kColumns + i];
  __syncthreads();
  if (t < 32) {
    float sum = 0, squares = 0;
    for (int i = t; i < kColumns; i += 32) {
      sum += row[i];
      squares += row[i] * row[i];
    }
    sum = warp_sum(sum) / kColumns;
    squares = warp_sum(squares) / kColumns;
    if (t == 0) {
      mean = sum;                                   // finds: shared-race
      scale = rsqrtf(squares - sum * sum + 1e-5f);  // finds: shared-race
    }
  }
  float* const to = out + blockIdx.x * kColumns;
  to[t] = (row[t] - mean) * scale;  // finds: shared-race
  to[t + kBlock] = (row[t + kBlock] - mean) * scale;
}

__global__ void layer_norm_right(const float* in, float* out) {
  __shared__ float row[kColumns];
  __shared__ float mean, scale;
  const int t = threadIdx.x;
  for (int i = t; i < kColumns; i += kBlock) row[i] = in[blockIdx.x * kColumns + i];
  __syncthreads();
  if (t < 32) {
    float sum = 0, squares = 0;
    for (int i = t; i < kColumns; i += 32) {
      sum += row[i];
      squares += row[i] * row[i];
    }
    sum = warp_sum(sum) / kColumns;
    squares = warp_sum(squares) / kColumns;
    if (t == 0) {
      mean = sum;
      scale = rsqrtf(squares - sum * sum + 1e-5f);
    }
  }
  __syncthreads();
  float* const to = out + blockIdx.x * kColumns;
  to[t] = (row[t] - mean) * scale;
  to[t + kBlock] = (row[t + kBlock] - mean) * scale;
}

// A row is kept in shared memory, and overwritten by its normal form while others still add it up.
__global__ void rms_norm_wrong(const float* in, float* out) {
  __shared__ float row[kBlock];
  const int t = threadIdx.x;
  row[t] = in[t];
  __syncthreads();
  float sum = 0;
#pragma unroll 1
  for (int i = 0; i < kBlock; ++i) sum += row[i] * row[i];  // finds: shared-race
  row[t] *= rsqrtf(sum / kBlock);                           // finds: shared-race
  __syncthreads();
  out[t] = row[kBlock - 1 - t];
}

__global__ void rms_norm_right(const float* in, float* out) {
  __shared__ float row[kBlock];
  const int t = threadIdx.x;
  row[t] = in[t];
  __syncthreads();
  float sum = 0;
#pragma unroll 1
  for (int i = 0; i < kBlock; ++i) sum += row[i] * row[i];
  __syncthreads();
  row[t] *= rsqrtf(sum / kBlock);
  __syncthreads();
  out[t] = row[kBlock - 1 - t];
}

// A warp a row: nothing is shared with other warps, and shuffles suffice.
__global__ void row_per_warp_right(const float* in, float* out) {
  const int row = blockIdx.x * (kBlock / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
  float sum = 0;
  for (int i = lane; i < kColumns; i += 32) sum += in[row * kColumns + i];
  sum = warp_sum(sum);
  for (int i = lane; i < kColumns; i += 32) out[row * kColumns + i] = in[row * kColumns + i] / sum;
}

// Two rows per block in one array; the second row's threads use the first row's place.
__global__ void two_rows_wrong(const float* in, float* out) {
  __shared__ float sums[2];
  const int x = threadIdx.x, y = threadIdx.y;
  const float sum = warp_sum(in[y * 32 + x]);
  if (x == 0) sums[x] = sum;  // finds: shared-race
  __syncthreads();
  out[y * 32 + x] = in[y * 32 + x] / sums[y];  // finds: uninitialised-read
}

__global__ void two_rows_right(const float* in, float* out) {
  __shared__ float sums[2];
  const int x = threadIdx.x, y = threadIdx.y;
  const float sum = warp_sum(in[y * 32 + x]);
  if (x == 0) sums[y] = sum;
  __syncthreads();
  out[y * 32 + x] = in[y * 32 + x] / sums[y];
}

int main() {
  constexpr int kBytes = 4 * kColumns * sizeof(float);
  float values[4 * kColumns];
  for (int i = 0; i < 4 * kColumns; ++i) values[i] = i % 37 + 0.5f;
  float *in, *out;
  cudaMalloc(&in, kBytes);
  cudaMalloc(&out, kBytes);
  cudaMemcpy(in, values, kBytes, cudaMemcpyHostToDevice);
  cudaMemset(out, 0, kBytes);
  softmax_no_barrier_between<<<2, kBlock>>>(in, out);
  softmax_right<<<2, kBlock>>>(in, out);
  softmax_two_arrays_right<<<2, kBlock>>>(in, out);
  layer_norm_wrong<<<2, kBlock>>>(in, out);
  layer_norm_right<<<2, kBlock>>>(in, out);
  rms_norm_wrong<<<1, kBlock>>>(in, out);
  rms_norm_right<<<1, kBlock>>>(in, out);
  row_per_warp_right<<<2, kBlock>>>(in, out);
  two_rows_wrong<<<1, dim3(32, 2)>>>(in, out);
  two_rows_right<<<1, dim3(32, 2)>>>(in, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
