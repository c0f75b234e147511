// Barrier objects that are used without an order, or before they are there.
#include <cuda_runtime.h>

constexpr int kBlock = 64;

using Object = unsigned long long;

__device__ unsigned address_of(const void* object) { return static_cast<unsigned>(__cvta_generic_to_shared(object)); }
__device__ void init(Object* object, int count) {
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(address_of(object)), "r"(count) : "memory");
}
__device__ Object arrive(Object* object) {
  Object token;
  asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(token) : "r"(address_of(object)) : "memory");
  return token;
}
__device__ void wait_parity(Object* object, int parity) {
  int done = 0;
  while (done == 0)
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done)
                 : "r"(address_of(object)), "r"(parity)
                 : "memory");
}

// A relaxed arrival counts and orders nothing.
__global__ void relaxed_arrival_wrong(int* out) {
  __shared__ Object bar;
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  if (t == 0) init(&bar, kBlock);
  __syncthreads();
  s[t] = t;
  asm volatile("mbarrier.arrive.relaxed.cta.shared::cta.b64 _, [%0];" ::"r"(address_of(&bar)) : "memory");
  wait_parity(&bar, 0);
  out[t] = s[kBlock - 1 - t];  // finds: shared-race
}

__global__ void relaxed_arrival_right(int* out) {
  __shared__ Object bar;
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  if (t == 0) init(&bar, kBlock);
  __syncthreads();
  s[t] = t;
  asm volatile("mbarrier.arrive.release.cta.shared::cta.b64 _, [%0];" ::"r"(address_of(&bar)) : "memory");
  wait_parity(&bar, 0);
  out[t] = s[kBlock - 1 - t];
}

// A relaxed wait sees that the phase is complete, and nothing of what was written before.
__global__ void relaxed_wait_wrong(int* out) {
  __shared__ Object bar;
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  if (t == 0) init(&bar, kBlock);
  __syncthreads();
  s[t] = t;
  arrive(&bar);
  int done = 0;
  while (done == 0)
    asm volatile(
        "{ .reg .pred p; mbarrier.test_wait.parity.relaxed.cta.shared::cta.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }"
        : "=r"(done)
        : "r"(address_of(&bar))
        : "memory");
  out[t] = s[kBlock - 1 - t];  // finds: shared-race
}

__global__ void relaxed_wait_right(int* out) {
  __shared__ Object bar;
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  if (t == 0) init(&bar, kBlock);
  __syncthreads();
  s[t] = t;
  arrive(&bar);
  int done = 0;
  while (done == 0)
    asm volatile(
        "{ .reg .pred p; mbarrier.test_wait.parity.acquire.cta.shared::cta.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }"
        : "=r"(done)
        : "r"(address_of(&bar))
        : "memory");
  out[t] = s[kBlock - 1 - t];
}

// Phase after phase, and nobody waits until the others have read.
__global__ void rounds_wrong(int* out) {
  __shared__ Object bar;
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  if (t == 0) init(&bar, kBlock);
  __syncthreads();
  int sum = 0, phase = 0;
#pragma unroll 1
  for (int i = 0; i < 4; ++i) {
    s[t] = i;  // finds: shared-race
    arrive(&bar);
    wait_parity(&bar, phase++ % 2);
    sum += s[kBlock - 1 - t];  // finds: shared-race
  }
  out[t] = sum;
}

__global__ void rounds_right(int* out) {
  __shared__ Object bar;
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  if (t == 0) init(&bar, kBlock);
  __syncthreads();
  int sum = 0, phase = 0;
#pragma unroll 1
  for (int i = 0; i < 4; ++i) {
    s[t] = i;
    arrive(&bar);
    wait_parity(&bar, phase++ % 2);
    sum += s[kBlock - 1 - t];
    arrive(&bar);
    wait_parity(&bar, phase++ % 2);
  }
  out[t] = sum;
}

__global__ void bulk_copy_right(const int* in, int* out) {
  __shared__ Object bar;
  __shared__ __align__(16) int s[kBlock];
  const int t = threadIdx.x;
  if (t == 0) {
    init(&bar, 1);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(address_of(&bar)), "r"(4 * kBlock)
                 : "memory");
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(address_of(s)),
        "l"(in), "r"(4 * kBlock), "r"(address_of(&bar))
        : "memory");
  }
  __syncthreads();
  wait_parity(&bar, 0);
  out[t] = s[kBlock - 1 - t];
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 1024);
  cudaMalloc(&out, 1024);
  cudaMemset(in, 1, 1024);
  relaxed_arrival_wrong<<<1, kBlock>>>(out);
  relaxed_arrival_right<<<1, kBlock>>>(out);
  relaxed_wait_wrong<<<1, kBlock>>>(out);
  relaxed_wait_right<<<1, kBlock>>>(out);
  rounds_wrong<<<1, kBlock>>>(out);
  rounds_right<<<1, kBlock>>>(out);
  bulk_copy_right<<<1, kBlock>>>(in, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
