// Copies that nobody waits for, or waits for too late.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

constexpr int kBlock = 64;

__global__ void own_element_wrong(const int* in, int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &in[t], sizeof(int));
  __pipeline_commit();
  out[t] = s[t];  // finds: shared-race
}

__global__ void own_element_right(const int* in, int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &in[t], sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[t] = s[t];
}

// A barrier does not wait for copies.
__global__ void others_element_no_wait(const int* in, int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &in[t], sizeof(int));
  __pipeline_commit();
  __syncthreads();
  out[t] = s[kBlock - 1 - t];  // finds: shared-race
}

__global__ void others_element_wait_behind_barrier(const int* in, int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &in[t], sizeof(int));
  __pipeline_commit();
  __syncthreads();
  __pipeline_wait_prior(0);
  out[t] = s[kBlock - 1 - t];  // finds: shared-race
}

__global__ void others_element_right(const int* in, int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &in[t], sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[t] = s[kBlock - 1 - t];
}

// One group may still be under way, and it is the one that is read.
__global__ void one_group_too_many_wrong(const int* in, int* out) {
  __shared__ int s[2][kBlock];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&s[0][t], &in[t], sizeof(int));
  __pipeline_commit();
  __pipeline_memcpy_async(&s[1][t], &in[kBlock + t], sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(1);
  __syncthreads();
  out[t] = s[1][kBlock - 1 - t];  // finds: shared-race
}

__global__ void one_group_too_many_right(const int* in, int* out) {
  __shared__ int s[2][kBlock];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&s[0][t], &in[t], sizeof(int));
  __pipeline_commit();
  __pipeline_memcpy_async(&s[1][t], &in[kBlock + t], sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[t] = s[1][kBlock - 1 - t];
}

// Not committed: wait_group does not wait for it.
__global__ void not_committed_wrong(const int* in, int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &in[t], sizeof(int));
  asm volatile("cp.async.wait_group 0;" ::: "memory");
  out[t] = s[t];  // finds: shared-race
}

__global__ void not_committed_right(const int* in, int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &in[t], sizeof(int));
  __pipeline_commit();
  asm volatile("cp.async.wait_group 0;" ::: "memory");
  out[t] = s[t];
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 1024);
  cudaMalloc(&out, 1024);
  cudaMemset(in, 1, 1024);
  own_element_wrong<<<1, kBlock>>>(in, out);
  own_element_right<<<1, kBlock>>>(in, out);
  others_element_no_wait<<<1, kBlock>>>(in, out);
  others_element_wait_behind_barrier<<<1, kBlock>>>(in, out);
  others_element_right<<<1, kBlock>>>(in, out);
  one_group_too_many_wrong<<<1, kBlock>>>(in, out);
  one_group_too_many_right<<<1, kBlock>>>(in, out);
  not_committed_wrong<<<1, kBlock>>>(in, out);
  not_committed_right<<<1, kBlock>>>(in, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
