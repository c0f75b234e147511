// Bulk copies: they read and write like any other thread, are in order with nothing until their barrier object or their
// group has been waited for, and see what threads have stored only behind a proxy fence.
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

__device__ void fence_proxy() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ void expect(Object* object, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(address_of(object)), "r"(bytes) : "memory");
}
// What is found stands at the line that issues the copy.
#define LOAD_BULK(to, from, bytes, object)                                                                     \
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"( \
                   address_of(to)),                                                                            \
               "l"(from), "r"(bytes), "r"(address_of(object))                                                  \
               : "memory")
#define STORE_BULK(to, from, bytes)                                                                     \
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to), "r"(address_of(from)), \
               "r"(bytes)                                                                               \
               : "memory")
#define ADD_BULK(to, from, bytes)                                                                 \
  asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.s32 [%0], [%1], %2;" ::"l"(to), \
               "r"(address_of(from)), "r"(bytes)                                                  \
               : "memory")
__device__ void commit() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
template <int kLeft>
__device__ void wait_groups() {
  asm volatile("cp.async.bulk.wait_group %0;" ::"n"(kLeft) : "memory");
}
template <int kLeft>
__device__ void wait_groups_read() {
  asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(kLeft) : "memory");
}

// A load is done when its barrier object says so.
__global__ void load_wrong(const int* in, int* out) {
  __shared__ Object bar;
  __shared__ __align__(16) int s[kBlock];
  const int t = threadIdx.x;
  if (t == 0) {
    init(&bar, 1);
    fence_proxy();
    expect(&bar, 4 * kBlock);
    LOAD_BULK(s, in, 4 * kBlock, &bar);
  }
  __syncthreads();
  out[t] = s[kBlock - 1 - t];  // finds: shared-race
}

__global__ void load_right(const int* in, int* out) {
  __shared__ Object bar;
  __shared__ __align__(16) int s[kBlock];
  const int t = threadIdx.x;
  if (t == 0) {
    init(&bar, 1);
    fence_proxy();
    expect(&bar, 4 * kBlock);
    LOAD_BULK(s, in, 4 * kBlock, &bar);
  }
  __syncthreads();
  wait_parity(&bar, 0);
  out[t] = s[kBlock - 1 - t];
}

// One thread waits, the others learn of it at a barrier.
__global__ void load_one_waits_right(const int* in, int* out) {
  __shared__ Object bar;
  __shared__ __align__(16) int s[kBlock];
  const int t = threadIdx.x;
  if (t == 0) {
    init(&bar, 1);
    fence_proxy();
    expect(&bar, 4 * kBlock);
    LOAD_BULK(s, in, 4 * kBlock, &bar);
    wait_parity(&bar, 0);
  }
  __syncthreads();
  out[t] = s[kBlock - 1 - t];
}

// The thread that waits is the only one that knows.
__global__ void load_one_waits_wrong(const int* in, int* out) {
  __shared__ Object bar;
  __shared__ __align__(16) int s[kBlock];
  const int t = threadIdx.x;
  if (t == 0) {
    init(&bar, 1);
    fence_proxy();
    expect(&bar, 4 * kBlock);
    LOAD_BULK(s, in, 4 * kBlock, &bar);
  }
  __syncthreads();
  if (t == 0) wait_parity(&bar, 0);
  out[t] = s[kBlock - 1 - t];  // finds: shared-race
}

// Two stages that are filled in turn: who fills one again has to know that it has been read.
__device__ void two_stages(const int* in, int* out, int rounds) {
  __shared__ Object full[2];
  __shared__ Object empty[2];
  __shared__ __align__(16) int s[2][32];
  const int t = threadIdx.x;
  if (t == 0) {
    for (int k = 0; k < 2; ++k) {
      init(&full[k], 1);
      init(&empty[k], 32);
    }
    fence_proxy();
  }
  __syncthreads();
  if (t >= 32) {
    if (t == 32) {
      for (int round = 0; round < rounds; ++round) {
        const int stage = round % 2;
        if (round >= 2) wait_parity(&empty[stage], (round / 2 - 1) % 2);
        expect(&full[stage], 128);
        LOAD_BULK(s[stage], in + round * 32, 128, &full[stage]);
      }
    }
    return;
  }
  int sum = 0;
  for (int round = 0; round < rounds; ++round) {
    const int stage = round % 2;
    wait_parity(&full[stage], round / 2 % 2);
    sum += s[stage][31 - t];
    arrive(&empty[stage]);
  }
  out[t] = sum;
}
__global__ void two_stages_right(const int* in, int* out) { two_stages(in, out, 8); }

// Filling a stage again without waiting for its readers.
__global__ void refill_wrong(const int* in, int* out) {
  __shared__ Object full;
  __shared__ __align__(16) int s[32];
  const int t = threadIdx.x;
  if (t == 0) {
    init(&full, 1);
    fence_proxy();
  }
  __syncthreads();
  int sum = 0;
  for (int round = 0; round < 4; ++round) {
    if (t == 0) {
      expect(&full, 128);
      LOAD_BULK(s, in + round * 32, 128, &full);  // finds: shared-race
    }
    wait_parity(&full, round % 2);
    __syncthreads();
    sum += s[t % 32];  // finds: shared-race
  }
  out[t] = sum;
}

__global__ void refill_right(const int* in, int* out) {
  __shared__ Object full;
  __shared__ __align__(16) int s[32];
  const int t = threadIdx.x;
  if (t == 0) {
    init(&full, 1);
    fence_proxy();
  }
  __syncthreads();
  int sum = 0;
  for (int round = 0; round < 4; ++round) {
    if (t == 0) {
      expect(&full, 128);
      LOAD_BULK(s, in + round * 32, 128, &full);
    }
    wait_parity(&full, round % 2);
    sum += s[t % 32];
    __syncthreads();
  }
  out[t] = sum;
}

// Two copies to one place, the second before the first is done.
__global__ void load_twice_wrong(const int* in, int* out) {
  __shared__ Object bar;
  __shared__ __align__(16) int s[kBlock];
  const int t = threadIdx.x;
  if (t == 0) {
    init(&bar, 1);
    fence_proxy();
    expect(&bar, 8 * kBlock);
    LOAD_BULK(s, in, 4 * kBlock, &bar);
    LOAD_BULK(s, in + kBlock, 4 * kBlock, &bar);  // finds: shared-race
  }
  __syncthreads();
  wait_parity(&bar, 0);
  out[t] = s[t];
}

// What is stored to global memory is read while the copy is under way.
__global__ void store_overwritten_wrong(int* out) {
  __shared__ __align__(16) int s[kBlock];
  const int t = threadIdx.x;
  s[t] = t;
  fence_proxy();
  __syncthreads();
  if (t == 0) {
    STORE_BULK(out, s, 4 * kBlock);
    commit();
  }
  __syncthreads();
  s[t] = 2 * t;  // finds: shared-race
  if (t == 0) wait_groups<0>();
}

__global__ void store_overwritten_right(int* out) {
  __shared__ __align__(16) int s[kBlock];
  const int t = threadIdx.x;
  s[t] = t;
  fence_proxy();
  __syncthreads();
  if (t == 0) {
    STORE_BULK(out, s, 4 * kBlock);
    commit();
    wait_groups_read<0>();
  }
  __syncthreads();
  s[t] = 2 * t;
}

// Of two groups the older one is waited for, and its source is written again.
__global__ void store_in_turn_right(int* out) {
  __shared__ __align__(16) int s[2][kBlock];
  const int t = threadIdx.x;
  for (int round = 0; round < 6; ++round) {
    int* const half = s[round % 2];
    if (t == 0) wait_groups_read<1>();
    __syncthreads();
    half[t] = round + t;
    fence_proxy();
    __syncthreads();
    if (t == 0) {
      STORE_BULK(out + round * kBlock, half, 4 * kBlock);
      commit();
    }
  }
  if (t == 0) wait_groups<0>();
}

__global__ void store_in_turn_wrong(int* out) {
  __shared__ __align__(16) int s[2][kBlock];
  const int t = threadIdx.x;
  for (int round = 0; round < 6; ++round) {
    int* const half = s[round % 2];
    if (t == 0) wait_groups_read<2>();
    __syncthreads();
    half[t] = round + t;  // finds: shared-race
    fence_proxy();
    __syncthreads();
    if (t == 0) {
      STORE_BULK(out + round * kBlock, half, 4 * kBlock);
      commit();
    }
  }
  if (t == 0) wait_groups<0>();
}

// What threads store is not seen by a copy, though they have met.
__global__ void store_unfenced_wrong(int* out) {
  __shared__ __align__(16) int s[kBlock];
  const int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  if (t == 0) {
    STORE_BULK(out, s, 4 * kBlock);  // finds: missing-fence
    commit();
    wait_groups<0>();
  }
}

__global__ void store_fenced_by_one_right(int* out) {
  __shared__ __align__(16) int s[kBlock];
  const int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  if (t == 0) {
    fence_proxy();
    STORE_BULK(out, s, 4 * kBlock);
    commit();
    wait_groups<0>();
  }
}

// The fence has to stand behind the stores, and a barrier before the copy.
__global__ void add_too_early_wrong(int* out) {
  __shared__ __align__(16) int s[kBlock];
  const int t = threadIdx.x;
  s[t] = 1;
  fence_proxy();
  if (t == kBlock - 1) {
    ADD_BULK(out, s, 4 * kBlock);  // finds: shared-race
    commit();
    wait_groups<0>();
  }
}

__global__ void add_right(int* out) {
  __shared__ __align__(16) int s[kBlock];
  const int t = threadIdx.x;
  s[t] = 1;
  fence_proxy();
  __syncthreads();
  if (t == 0) {
    ADD_BULK(out, s, 4 * kBlock);
    commit();
    wait_groups<0>();
  }
}

// What one copy has brought another takes on: no thread has stored anything.
__global__ void through_right(const int* in, int* out) {
  __shared__ Object bar;
  __shared__ __align__(16) int s[kBlock];
  if (threadIdx.x == 0) {
    init(&bar, 1);
    fence_proxy();
    expect(&bar, 4 * kBlock);
    LOAD_BULK(s, in, 4 * kBlock, &bar);
    wait_parity(&bar, 0);
    STORE_BULK(out + blockIdx.x * kBlock, s, 4 * kBlock);
    commit();
    wait_groups<0>();
  }
}

// Global memory that a copy reads while a thread writes it.
__global__ void source_wrong(int* in, int* out) {
  __shared__ Object bar;
  __shared__ __align__(16) int s[kBlock];
  const int t = threadIdx.x;
  if (t == 0) {
    init(&bar, 1);
    fence_proxy();
    expect(&bar, 4 * kBlock);
    LOAD_BULK(s, in, 4 * kBlock, &bar);
  }
  __syncthreads();
  in[t] = t;  // finds: global-race
  wait_parity(&bar, 0);
  out[t] = s[t];
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 4096);
  cudaMalloc(&out, 4096);
  cudaMemset(in, 1, 4096);
  load_wrong<<<1, kBlock>>>(in, out);
  load_right<<<1, kBlock>>>(in, out);
  load_one_waits_right<<<1, kBlock>>>(in, out);
  load_one_waits_wrong<<<1, kBlock>>>(in, out);
  two_stages_right<<<1, kBlock>>>(in, out);
  refill_wrong<<<1, kBlock>>>(in, out);
  refill_right<<<1, kBlock>>>(in, out);
  load_twice_wrong<<<1, kBlock>>>(in, out);
  store_overwritten_wrong<<<1, kBlock>>>(out);
  store_overwritten_right<<<1, kBlock>>>(out);
  store_in_turn_right<<<1, kBlock>>>(out);
  store_in_turn_wrong<<<1, kBlock>>>(out);
  store_unfenced_wrong<<<1, kBlock>>>(out);
  store_fenced_by_one_right<<<1, kBlock>>>(out);
  add_too_early_wrong<<<1, kBlock>>>(out);
  add_right<<<2, kBlock>>>(out);
  through_right<<<2, kBlock>>>(in, out);
  source_wrong<<<1, kBlock>>>(in, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
