// Accesses beyond what is allocated.
#include <cuda_runtime.h>

constexpr int kBlock = 64;

// Memory of 256 bytes that a fault before has not touched.
int* fresh() {
  cudaDeviceSynchronize();
  cudaDeviceReset();
  int* memory;
  cudaMalloc(&memory, kBlock * sizeof(int));
  cudaMemset(memory, 0, kBlock * sizeof(int));
  return memory;
}

// The last block is only partly needed.
__global__ void tail_wrong(int* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= count) out[i] = i;  // finds: out-of-bounds
}

__global__ void tail_right(int* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = i;
}

__global__ void one_too_far_wrong(const int* in, int* out, int count) {
  const int last = in[count];  // finds: out-of-bounds
  out[threadIdx.x] = last;
}

__global__ void one_too_far_right(const int* in, int* out, int count) {
  const int last = in[count - 1];
  out[threadIdx.x] = last;
}

__global__ void before_the_first_wrong(const int* in, int* out, int radius) {
  const int t = threadIdx.x;
  out[t] = in[t - radius] > 0;  // finds: out-of-bounds
}

__global__ void before_the_first_right(const int* in, int* out, int radius) {
  const int t = threadIdx.x;
  out[t] = in[max(t - radius, 0)] > 0;
}

__global__ void null_wrong(int* out, const int* maybe) {
  out[threadIdx.x] = maybe[threadIdx.x];  // finds: out-of-bounds
}

__global__ void null_right(int* out, const int* maybe) {
  if (maybe != nullptr) out[threadIdx.x] = maybe[threadIdx.x];
}

// A host address.
__global__ void of_the_host_wrong(int* out) {
  *out = 1;  // finds: out-of-bounds
}

__global__ void dynamic_shared_wrong(int* out, int count) {
  extern __shared__ int s[];
  const int t = threadIdx.x;
  s[t + count] = t;  // finds: out-of-bounds
  out[t] = t;
}

__global__ void dynamic_shared_right(int* out, int count) {
  extern __shared__ int s[];
  const int t = threadIdx.x;
  s[t] = t + count;
  out[t] = t;
}

__global__ void static_shared_wrong(int* out, int stride) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  s[t * stride] = t;  // finds: out-of-bounds
  __syncthreads();
  out[t] = s[t];
}

__global__ void static_shared_right(int* out, int stride) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  s[(t + stride) % kBlock] = t;
  __syncthreads();
  out[t] = s[t];
}

// An atomic is an access as well.
__global__ void bins_wrong(const int* in, int* counts, int offset) {
  const int bin = in[threadIdx.x] + offset;
  atomicAdd(&counts[bin], 1);  // finds: out-of-bounds
}

__global__ void bins_right(const int* in, int* counts, int offset) {
  const int bin = in[threadIdx.x] + offset;
  if (bin < kBlock) atomicAdd(&counts[bin], 1);
}

int main() {
  int on_host = 0;
  int* memory;
  tail_wrong<<<2, 40>>>(fresh(), kBlock);
  tail_right<<<2, 40>>>(fresh(), kBlock);
  memory = fresh();
  one_too_far_wrong<<<1, 1>>>(memory, memory, kBlock);
  memory = fresh();
  one_too_far_right<<<1, 1>>>(memory, memory, kBlock);
  memory = fresh();
  before_the_first_wrong<<<1, 32>>>(memory, memory + 32, 3);
  memory = fresh();
  before_the_first_right<<<1, 32>>>(memory, memory + 32, 3);
  null_wrong<<<1, kBlock>>>(fresh(), nullptr);
  null_right<<<1, kBlock>>>(fresh(), nullptr);
  fresh();
  of_the_host_wrong<<<1, 1>>>(&on_host);
  dynamic_shared_wrong<<<1, kBlock, kBlock * sizeof(int)>>>(fresh(), 32);
  dynamic_shared_right<<<1, kBlock, kBlock * sizeof(int)>>>(fresh(), 32);
  static_shared_wrong<<<1, kBlock>>>(fresh(), 64);
  static_shared_right<<<1, kBlock>>>(fresh(), 64);
  memory = fresh();
  bins_wrong<<<1, 32>>>(memory, memory, kBlock);
  memory = fresh();
  bins_right<<<1, 32>>>(memory, memory, kBlock);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
