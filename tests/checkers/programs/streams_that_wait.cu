// Kernels that wait for what another stream does: what they wait for orders them, and nothing else.
#include <cuda_runtime.h>

__global__ void publish(int* data, volatile int* flag) {
  data[threadIdx.x] = threadIdx.x;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) *flag = 1;
}
__global__ void only_write(int* data) { data[threadIdx.x] = 1; }

__global__ void polled_right(const int* data, const volatile int* flag, int* out) {
  if (threadIdx.x == 0) {
    while (*flag == 0) {
    }
  }
  __syncthreads();
  __threadfence();
  out[threadIdx.x] = data[threadIdx.x];
}
__global__ void copied_first_right(const int* data, const volatile int* flag, int* out) {
  if (threadIdx.x == 0) {
    while (*flag == 0) {
    }
  }
  __syncthreads();
  __threadfence();
  out[threadIdx.x] = data[threadIdx.x];
}
__global__ void another_stream_wrong(const int* data, const volatile int* flag, int* out) {
  if (threadIdx.x == 0) {
    while (*flag == 0) {
    }
  }
  __syncthreads();
  __threadfence();
  out[threadIdx.x] = data[threadIdx.x];  // finds: stream-race
}
// Those whose flag is set when they come.
__global__ void published_before_right(const int* data, const volatile int* flag, int* out) {
  if (threadIdx.x == 0) {
    while (*flag == 0) {
    }
  }
  __syncthreads();
  __threadfence();
  out[threadIdx.x] = data[threadIdx.x];
}
__global__ void copied_before_right(const int* data, const volatile int* flag, int* out) {
  if (threadIdx.x == 0) {
    while (*flag == 0) {
    }
  }
  __syncthreads();
  __threadfence();
  out[threadIdx.x] = data[threadIdx.x];
}
// Both count, and neither looks.
__global__ void count(int* data, int* flag) {
  data[threadIdx.x] = threadIdx.x;
  atomicAdd(flag, 1);
}
__global__ void counts_too_wrong(const int* data, int* flag, int* out) {
  atomicAdd(flag, 1);
  out[threadIdx.x] = data[threadIdx.x];  // finds: stream-race
}
// Two that read, one by volatile loads.
__global__ void glance(const volatile int* data, int* out) { out[64 + threadIdx.x] = data[threadIdx.x]; }
__global__ void glance_too_right(const int* data, int* out) { out[threadIdx.x] = data[threadIdx.x]; }
// Behind a kernel that waits, in order with it.
__global__ void behind_right(int* out) { out[threadIdx.x] += 1; }

int main() {
  int *data, *flag, *out, *host;
  cudaMalloc(&data, 256);
  cudaMalloc(&flag, 4);
  cudaMalloc(&out, 512);
  cudaMallocHost(&host, 512);
  for (int i = 0; i < 128; ++i) host[i] = 1;
  cudaStream_t s, t, third;
  for (cudaStream_t* stream : {&s, &t, &third}) cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking);

  cudaMemset(flag, 0, 4);
  cudaDeviceSynchronize();
  polled_right<<<1, 64, 0, s>>>(data, flag, out);
  behind_right<<<1, 64, 0, s>>>(out);
  publish<<<1, 64, 0, t>>>(data, flag);
  cudaDeviceSynchronize();

  cudaMemset(flag, 0, 4);
  cudaDeviceSynchronize();
  copied_first_right<<<1, 64, 0, s>>>(data, flag, out);
  cudaMemcpyAsync(data, host, 256, cudaMemcpyHostToDevice, t);
  cudaMemcpyAsync(flag, host, 4, cudaMemcpyHostToDevice, t);
  cudaDeviceSynchronize();

  cudaMemset(flag, 0, 4);
  cudaDeviceSynchronize();
  another_stream_wrong<<<1, 64, 0, s>>>(data, flag, out);
  only_write<<<1, 64, 0, third>>>(data);
  cudaMemcpyAsync(flag, host, 4, cudaMemcpyHostToDevice, t);
  cudaDeviceSynchronize();

  cudaMemset(flag, 0, 4);
  cudaDeviceSynchronize();
  publish<<<1, 64, 0, s>>>(data, flag);
  published_before_right<<<1, 64, 0, t>>>(data, flag, out);
  cudaDeviceSynchronize();

  cudaMemset(flag, 0, 4);
  cudaDeviceSynchronize();
  cudaMemcpyAsync(data, host, 256, cudaMemcpyHostToDevice, s);
  cudaMemcpyAsync(flag, host, 4, cudaMemcpyHostToDevice, s);
  copied_before_right<<<1, 64, 0, t>>>(data, flag, out);
  cudaDeviceSynchronize();

  count<<<1, 64, 0, s>>>(data, flag);
  counts_too_wrong<<<1, 64, 0, t>>>(data, flag, out);
  cudaDeviceSynchronize();

  glance<<<1, 64, 0, s>>>(data, out);
  glance_too_right<<<1, 64, 0, t>>>(data, out);
  cudaDeviceSynchronize();

  for (cudaStream_t stream : {s, t, third}) cudaStreamDestroy(stream);
  cudaFree(data);
  cudaFree(flag);
  cudaFree(out);
  cudaFreeHost(host);
  return 0;
}
