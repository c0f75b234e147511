// Memory that is read by a path that does not see what the same launch writes: the read-only data cache, constants.
#include <cuda_runtime.h>

constexpr int kBlock = 64;

__constant__ int table[kBlock];

__global__ void own_write_wrong(int* data, int* out) {
  data[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = __ldg(&data[threadIdx.x]);  // finds: stale-read
}

__global__ void plain_right(int* data, int* out) {
  data[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = data[threadIdx.x] + 1;
}

__global__ void behind_barrier_wrong(int* data, int* out) {
  data[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = __ldg(&data[kBlock - 1 - threadIdx.x]);  // finds: stale-read
}

// Read first: the value before is what is wanted.
__global__ void read_first_right(int* data) {
  const int value = __ldg(&data[threadIdx.x]);
  __syncthreads();
  data[threadIdx.x] = value + 1;
}

__global__ void other_words_right(int* data, int* out) {
  data[2 * threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = __ldg(&data[2 * threadIdx.x + 1]);
}

__global__ void earlier_launch_right(const int* data, int* out) { out[threadIdx.x] = __ldg(&data[threadIdx.x]); }

__global__ void writes_constants_wrong(int* constants, int* out) {
  constants[threadIdx.x] = threadIdx.x;  // finds: stale-read
  __syncthreads();
  out[threadIdx.x] = table[out[threadIdx.x] & 1];
}

__global__ void reads_constants_right(int* out) { out[threadIdx.x] = table[out[threadIdx.x] & 1]; }

__global__ void fetches_wrong(cudaTextureObject_t texture, int* data, int* out) {
  data[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = tex1Dfetch<int>(texture, threadIdx.x);  // finds: stale-read
}

__global__ void fetches_right(cudaTextureObject_t texture, int* out) {
  out[threadIdx.x] = tex1Dfetch<int>(texture, threadIdx.x);
}

int main() {
  int *data, *out;
  cudaMalloc(&data, 4096);
  cudaMalloc(&out, 4096);
  cudaMemset(data, 0, 4096);
  cudaMemset(out, 0, 4096);
  void* constants = nullptr;
  cudaGetSymbolAddress(&constants, table);
  own_write_wrong<<<1, kBlock>>>(data, out);
  plain_right<<<1, kBlock>>>(data, out);
  behind_barrier_wrong<<<1, kBlock>>>(data, out);
  read_first_right<<<1, kBlock>>>(data);
  other_words_right<<<1, kBlock>>>(data, out);
  earlier_launch_right<<<1, kBlock>>>(data, out);
  writes_constants_wrong<<<1, kBlock>>>(static_cast<int*>(constants), out);
  reads_constants_right<<<1, kBlock>>>(out);
  cudaResourceDesc what = {};
  what.resType = cudaResourceTypeLinear;
  what.res.linear.devPtr = data;
  what.res.linear.desc = cudaCreateChannelDesc<int>();
  what.res.linear.sizeInBytes = 4096;
  cudaTextureDesc how = {};
  how.readMode = cudaReadModeElementType;
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &what, &how, nullptr);
  fetches_wrong<<<1, kBlock>>>(texture, data, out);
  fetches_right<<<1, kBlock>>>(texture, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
