// Rows in pieces, scores that all threads share, and gradients of all blocks.
#include <cuda_runtime.h>

constexpr int kBlock = 64;
constexpr int kColumns = 128;

// The running maximum and sum of a row that comes in pieces.
__global__ void online_softmax_wrong(const float* in, float* out) {
  __shared__ float piece[kBlock];
  const int t = threadIdx.x;
  float top = -1e30f, sum = 0;
#pragma unroll 1
  for (int from = 0; from < kColumns; from += kBlock) {
    piece[t] = in[from + t];  // finds: shared-race
    __syncthreads();
#pragma unroll 1
    for (int i = 0; i < kBlock; ++i) {
      const float larger = fmaxf(top, piece[i]);  // finds: shared-race
      sum = sum * expf(top - larger) + expf(piece[i] - larger);
      top = larger;
    }
  }
  out[t] = expf(in[t] - top) / sum;
}

__global__ void online_softmax_right(const float* in, float* out) {
  __shared__ float piece[kBlock];
  const int t = threadIdx.x;
  float top = -1e30f, sum = 0;
#pragma unroll 1
  for (int from = 0; from < kColumns; from += kBlock) {
    piece[t] = in[from + t];
    __syncthreads();
#pragma unroll 1
    for (int i = 0; i < kBlock; ++i) {
      const float larger = fmaxf(top, piece[i]);
      sum = sum * expf(top - larger) + expf(piece[i] - larger);
      top = larger;
    }
    __syncthreads();
  }
  out[t] = expf(in[t] - top) / sum;
}

// Gradients of a scale that all rows share: added up over the blocks.
__global__ void scale_gradient_wrong(const float* in, float* gradient) {
  const int t = threadIdx.x;
  const float value = in[blockIdx.x * kColumns + t];
  gradient[t] += value;  // finds: global-race
}

__global__ void scale_gradient_right(const float* in, float* gradient) {
  const int t = threadIdx.x;
  const float value = in[blockIdx.x * kColumns + t];
  atomicAdd(&gradient[t], value);
}

// Attention: scores of a row are written by all, and read by all.
__global__ void attention_row_no_barrier_after_scores(const float* query, const float* keys, float* out) {
  __shared__ float scores[kBlock];
  __shared__ float sum;
  const int t = threadIdx.x;
  float score = 0;
  for (int i = 0; i < 4; ++i) score += query[i] * keys[t * 4 + i];
  scores[t] = expf(score);  // finds: shared-race
  if (t == 0) {
    float all = 0;
#pragma unroll 1
    for (int i = 0; i < kBlock; ++i) all += scores[i];  // finds: shared-race
    sum = all;
  }
  __syncthreads();
  out[t] = scores[t] / sum;
}

__global__ void attention_row_no_barrier_after_sum(const float* query, const float* keys, float* out) {
  __shared__ float scores[kBlock];
  __shared__ float sum;
  const int t = threadIdx.x;
  float score = 0;
  for (int i = 0; i < 4; ++i) score += query[i] * keys[t * 4 + i];
  scores[t] = expf(score);
  __syncthreads();
  if (t == 0) {
    float all = 0;
#pragma unroll 1
    for (int i = 0; i < kBlock; ++i) all += scores[i];
    sum = all;  // finds: shared-race
  }
  out[t] = scores[t] / sum;  // finds: shared-race
}

__global__ void attention_row_right(const float* query, const float* keys, float* out) {
  __shared__ float scores[kBlock];
  __shared__ float sum;
  const int t = threadIdx.x;
  float score = 0;
  for (int i = 0; i < 4; ++i) score += query[i] * keys[t * 4 + i];
  scores[t] = expf(score);
  __syncthreads();
  if (t == 0) {
    float all = 0;
#pragma unroll 1
    for (int i = 0; i < kBlock; ++i) all += scores[i];
    sum = all;
  }
  __syncthreads();
  out[t] = scores[t] / sum;
}

// A loss over rows: the mask that says which rows count is read before it is complete.
__global__ void masked_loss_wrong(const float* in, const int* lengths, float* loss) {
  __shared__ unsigned wanted;
  const int t = threadIdx.x;
  if (t == 0) wanted = 0;
  __syncthreads();
  if (t < 4 && lengths[t] > 0) atomicOr(&wanted, 1u << t);  // finds: shared-race
  if (wanted >> t % 4 & 1) atomicAdd(loss, in[t]);          // finds: shared-race
}

__global__ void masked_loss_right(const float* in, const int* lengths, float* loss) {
  __shared__ unsigned wanted;
  const int t = threadIdx.x;
  if (t == 0) wanted = 0;
  __syncthreads();
  if (t < 4 && lengths[t] > 0) atomicOr(&wanted, 1u << t);
  __syncthreads();
  if (wanted >> t % 4 & 1) atomicAdd(loss, in[t]);
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
  online_softmax_wrong<<<1, kBlock>>>(in, out);
  online_softmax_right<<<1, kBlock>>>(in, out);
  scale_gradient_wrong<<<4, kBlock>>>(in, out);
  scale_gradient_right<<<4, kBlock>>>(in, out);
  attention_row_no_barrier_after_scores<<<1, kBlock>>>(in, in, out);
  attention_row_no_barrier_after_sum<<<1, kBlock>>>(in, in, out);
  attention_row_right<<<1, kBlock>>>(in, in, out);
  masked_loss_wrong<<<1, kBlock>>>(in, reinterpret_cast<const int*>(in), out);
  masked_loss_right<<<1, kBlock>>>(in, reinterpret_cast<const int*>(in), out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
