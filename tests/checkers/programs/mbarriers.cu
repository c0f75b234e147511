// Barrier objects: threads arrive and, apart from that, wait for a phase to complete. An arrival releases, a wait that
// succeeds acquires. (PTX ISA, mbarrier.arrive and mbarrier.test_wait: .release and .acquire unless said otherwise)
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
__device__ void wait(Object* object, Object token) {
  int done = 0;
  while (done == 0)
    asm volatile("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done)
                 : "r"(address_of(object)), "l"(token)
                 : "memory");
}
__device__ void wait_parity(Object* object, int parity) {
  int done = 0;
  while (done == 0)
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done)
                 : "r"(address_of(object)), "r"(parity)
                 : "memory");
}

__global__ void everybody_arrives_only(int* out) {
  __shared__ Object bar;
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  if (t == 0) init(&bar, kBlock);
  __syncthreads();
  s[t] = t;  // finds: shared-race
  arrive(&bar);
  out[t] = s[kBlock - 1 - t];  // finds: shared-race
}

__global__ void everybody_right(int* out) {
  __shared__ Object bar;
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  if (t == 0) init(&bar, kBlock);
  __syncthreads();
  s[t] = t;
  const Object token = arrive(&bar);
  wait(&bar, token);
  out[t] = s[kBlock - 1 - t];
}

// Half as many arrivals as threads: a warp by itself completes a phase.
__global__ void count_wrong(int* out) {
  __shared__ Object bar;
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  if (t == 0) init(&bar, kBlock / 2);
  __syncthreads();
  s[t] = t;  // finds: shared-race
  const Object token = arrive(&bar);
  wait(&bar, token);
  out[t] = s[kBlock - 1 - t];
}

__global__ void count_right(int* out) {
  __shared__ Object bar;
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  if (t == 0) init(&bar, kBlock);
  __syncthreads();
  s[t] = t;
  const Object token = arrive(&bar);
  wait(&bar, token);
  out[t] = s[kBlock - 1 - t];
}

// Written after the arrival.
__global__ void arrives_first_wrong(int* out) {
  __shared__ Object bar;
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  if (t == 0) init(&bar, kBlock);
  __syncthreads();
  const Object token = arrive(&bar);
  s[t] = t;
  wait(&bar, token);
  out[t] = s[kBlock - 1 - t];  // finds: shared-race
}

__global__ void arrives_first_right(int* out) {
  __shared__ Object bar;
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  if (t == 0) init(&bar, kBlock);
  __syncthreads();
  s[t] = t;
  const Object token = arrive(&bar);
  wait(&bar, token);
  out[t] = s[kBlock - 1 - t];
}

// A producer and a consumer with two buffers, each of which is full or empty.
__global__ void ring_waits_behind(int* out) {
  __shared__ Object full[2], empty[2];
  __shared__ int s[2][32];
  const int lane = threadIdx.x % 32;
  if (threadIdx.x < 2) {
    init(&full[threadIdx.x], 32);
    init(&empty[threadIdx.x], 32);
  }
  __syncthreads();
  int sum = 0;
#pragma unroll 1
  for (int i = 0; i < 6; ++i) {
    const int stage = i % 2, parity = i / 2 % 2;
    if (threadIdx.x < 32) {
      s[stage][lane] = i;  // finds: shared-race
      if (i >= 2) wait_parity(&empty[stage], 1 - parity);
      arrive(&full[stage]);
    } else {
      wait_parity(&full[stage], parity);
      sum += s[stage][31 - lane];  // finds: shared-race
      arrive(&empty[stage]);
    }
  }
  if (threadIdx.x >= 32) out[lane] = sum;
}

__global__ void ring_right(int* out) {
  __shared__ Object full[2], empty[2];
  __shared__ int s[2][32];
  const int lane = threadIdx.x % 32;
  if (threadIdx.x < 2) {
    init(&full[threadIdx.x], 32);
    init(&empty[threadIdx.x], 32);
  }
  __syncthreads();
  int sum = 0;
#pragma unroll 1
  for (int i = 0; i < 6; ++i) {
    const int stage = i % 2, parity = i / 2 % 2;
    if (threadIdx.x < 32) {
      if (i >= 2) wait_parity(&empty[stage], 1 - parity);
      s[stage][lane] = i;
      arrive(&full[stage]);
    } else {
      wait_parity(&full[stage], parity);
      sum += s[stage][31 - lane];
      arrive(&empty[stage]);
    }
  }
  if (threadIdx.x >= 32) out[lane] = sum;
}

// The consumer gives the buffer back before it has read it.
__global__ void given_back_wrong(int* out) {
  __shared__ Object full, empty;
  __shared__ int s[32];
  const int lane = threadIdx.x % 32;
  if (threadIdx.x == 0) {
    init(&full, 32);
    init(&empty, 32);
  }
  __syncthreads();
  int sum = 0;
#pragma unroll 1
  for (int i = 0; i < 4; ++i) {
    if (threadIdx.x < 32) {
      if (i > 0) wait_parity(&empty, 1 - i % 2);
      s[lane] = i;  // finds: shared-race
      arrive(&full);
    } else {
      wait_parity(&full, i % 2);
      arrive(&empty);
      sum += s[31 - lane];
    }
  }
  if (threadIdx.x >= 32) out[lane] = sum;
}

__global__ void given_back_right(int* out) {
  __shared__ Object full, empty;
  __shared__ int s[32];
  const int lane = threadIdx.x % 32;
  if (threadIdx.x == 0) {
    init(&full, 32);
    init(&empty, 32);
  }
  __syncthreads();
  int sum = 0;
#pragma unroll 1
  for (int i = 0; i < 4; ++i) {
    if (threadIdx.x < 32) {
      if (i > 0) wait_parity(&empty, 1 - i % 2);
      s[lane] = i;
      arrive(&full);
    } else {
      wait_parity(&full, i % 2);
      sum += s[31 - lane];
      arrive(&empty);
    }
  }
  if (threadIdx.x >= 32) out[lane] = sum;
}

// Between the barrier object's arrival and its wait other work is done, on other memory.
__global__ void split_right(int* out) {
  __shared__ Object bar;
  __shared__ int s[kBlock], own[kBlock];
  const int t = threadIdx.x;
  if (t == 0) init(&bar, kBlock);
  __syncthreads();
  s[t] = t;
  const Object token = arrive(&bar);
  own[t] = 2 * t;
  wait(&bar, token);
  out[t] = s[kBlock - 1 - t] + own[t];
}

// A warp that goes leaves the object, and the next phase does without it.
__global__ void drop_wrong(int* out) {
  __shared__ Object bar;
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  if (t == 0) init(&bar, kBlock);
  __syncthreads();
  s[t] = t;
  if (t >= 32) {
    asm volatile("mbarrier.arrive_drop.shared.b64 _, [%0];" ::"r"(address_of(&bar)) : "memory");
    s[t] = -t;
    return;
  }
  wait(&bar, arrive(&bar));
  out[t] = s[t + 32];  // finds: shared-race
  wait(&bar, arrive(&bar));
}

__global__ void drop_right(int* out) {
  __shared__ Object bar;
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  if (t == 0) init(&bar, kBlock);
  __syncthreads();
  s[t] = t;
  if (t >= 32) {
    asm volatile("mbarrier.arrive_drop.shared.b64 _, [%0];" ::"r"(address_of(&bar)) : "memory");
    return;
  }
  wait(&bar, arrive(&bar));
  out[t] = s[t + 32];
  wait(&bar, arrive(&bar));
}

// Bytes that a bulk copy brings complete the phase.
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
  everybody_arrives_only<<<1, kBlock>>>(out);
  everybody_right<<<1, kBlock>>>(out);
  count_wrong<<<1, kBlock>>>(out);
  count_right<<<1, kBlock>>>(out);
  arrives_first_wrong<<<1, kBlock>>>(out);
  arrives_first_right<<<1, kBlock>>>(out);
  ring_waits_behind<<<1, kBlock>>>(out);
  ring_right<<<1, kBlock>>>(out);
  given_back_wrong<<<1, kBlock>>>(out);
  given_back_right<<<1, kBlock>>>(out);
  split_right<<<1, kBlock>>>(out);
  drop_wrong<<<1, kBlock>>>(out);
  drop_right<<<1, kBlock>>>(out);
  bulk_copy_right<<<1, kBlock>>>(in, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
