// Arrays that blocks of one launch share without talking to each other: neighbours, and places that overlap.
#include <cuda_runtime.h>

constexpr int kBlock = 64;
constexpr int kBlocks = 4;
constexpr int kSize = kBlock * kBlocks;

__global__ void smooth_wrong(float* a) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const float left = a[i == 0 ? 0 : i - 1];           // finds: global-race
  const float right = a[i == kSize - 1 ? i : i + 1];  // finds: global-race
  a[i] = (left + right) / 2;                          // finds: global-race
}

__global__ void smooth_right(const float* a, float* b) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const float left = a[i == 0 ? 0 : i - 1];
  const float right = a[i == kSize - 1 ? i : i + 1];
  b[i] = (left + right) / 2;
}

// A block's part is its own; the barrier is enough where nobody reads beyond it.
__global__ void shift_wrong(int* a) {
  const int t = threadIdx.x;
  const int i = blockIdx.x * kBlock + t;
  const int next = a[(i + 1) % kSize];  // finds: global-race
  __syncthreads();
  a[i] = next;
}

__global__ void shift_right(int* a) {
  const int t = threadIdx.x;
  const int i = blockIdx.x * kBlock + t;
  const int next = a[blockIdx.x * kBlock + (t + 1) % kBlock];
  __syncthreads();
  a[i] = next;
}

// What one block writes, in the same launch, is nothing to rely on in the next.
__global__ void write_then_read_wrong(int* a, int* out) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  a[i] = i;
  __syncthreads();
  out[i] = a[kSize - 1 - i];  // finds: global-race
}
__global__ void write_right(int* a) { a[blockIdx.x * kBlock + threadIdx.x] = blockIdx.x; }
__global__ void then_read_right(const int* a, int* out) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  out[i] = a[kSize - 1 - i];
}

// Scatter: two elements for one place.
__global__ void scatter_wrong(const int* in, int* out) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  out[i / 2] = in[i];  // finds: global-race
}

__global__ void scatter_right(const int* in, int* out) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  out[(i * 5) % kSize] = in[i];
}

// Parts that overlap by one element.
__global__ void fill_parts_wrong(int* out) {
  const int count = kBlock + 1;
  for (int i = threadIdx.x; i < count; i += kBlock) out[blockIdx.x * kBlock + i] = blockIdx.x;  // finds: global-race
}

__global__ void fill_parts_right(int* out) {
  const int count = kBlock;
  for (int i = threadIdx.x; i < count; i += kBlock) out[blockIdx.x * kBlock + i] = blockIdx.x;
}

// An upper triangle that is mirrored in place: element and mirror have one owner, or two.
__global__ void mirror_wrong(float* a) {
  const int row = blockIdx.x, column = threadIdx.x;
  if (row != column)
    a[row * kBlock + column] = (a[row * kBlock + column] + a[column * kBlock + row]) / 2;  // finds: global-race
}

__global__ void mirror_right(float* a) {
  const int row = blockIdx.x, column = threadIdx.x;
  if (row < column) {
    const float mean = (a[row * kBlock + column] + a[column * kBlock + row]) / 2;
    a[row * kBlock + column] = mean;
    a[column * kBlock + row] = mean;
  }
}

int main() {
  int values[kSize];
  for (int i = 0; i < kSize; ++i) values[i] = i * 37 % 101;
  int *in, *out;
  float *a, *b;
  cudaMalloc(&in, sizeof values);
  cudaMalloc(&out, sizeof values + sizeof(int));  // and the one too many of fill_parts
  cudaMalloc(&a, kBlock * kBlock * sizeof(float));
  cudaMalloc(&b, kBlock * kBlock * sizeof(float));
  cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
  cudaMemset(out, 0, sizeof values);
  cudaMemset(a, 1, kBlock * kBlock * sizeof(float));
  cudaMemset(b, 1, kBlock * kBlock * sizeof(float));
  smooth_wrong<<<kBlocks, kBlock>>>(a);
  smooth_right<<<kBlocks, kBlock>>>(a, b);
  shift_wrong<<<kBlocks, kBlock>>>(out);
  shift_right<<<kBlocks, kBlock>>>(out);
  write_then_read_wrong<<<kBlocks, kBlock>>>(in, out);
  write_right<<<kBlocks, kBlock>>>(in);
  then_read_right<<<kBlocks, kBlock>>>(in, out);
  cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
  scatter_wrong<<<kBlocks, kBlock>>>(in, out);
  scatter_right<<<kBlocks, kBlock>>>(in, out);
  fill_parts_wrong<<<kBlocks, kBlock>>>(out);
  fill_parts_right<<<kBlocks, kBlock>>>(out);
  mirror_wrong<<<kBlock, kBlock>>>(a);
  mirror_right<<<kBlock, kBlock>>>(a);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
