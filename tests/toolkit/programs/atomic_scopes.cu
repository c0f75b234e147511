// Atomic functions of all scopes on numbers with their top bit set, of 16 bytes, and those that take an order and a scope.
// prints: 32 checks, 0 differences
#include <cuda_bf16.h>

#include "check.h"

struct __attribute__((aligned(16))) Two {
  unsigned long long low, high;
};

struct Results {
  Two held, swapped_two;
  unsigned int words[6];
  unsigned long long wide[6];
  int sum, seen, counted, swapped, expected;
  unsigned int lock, least;
  long long added;
  unsigned long mixed;
  float fraction;
  double exchanged, before;
  int data, flag, fetched;
  float reciprocal;
};

template <class T>
__device__ void extremes(T* to, T value) {
  atomicMin(to, value);
  atomicMin_block(to + 1, value);
  atomicMin_system(to + 2, value);
  atomicMax(to + 3, value);
  atomicMax_block(to + 4, value);
  atomicMax_system(to + 5, value);
}

__global__ void compute(Results* r) {
  const unsigned int i = threadIdx.x;
  extremes(r->words, (i % 2 << 31) + i + 3);
  extremes(r->wide, ((unsigned long long)(i % 2) << 63) + i + 3);
  __nv_atomic_add(&r->sum, 2, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_sub(&r->added, 3ll, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_BLOCK);
  __nv_atomic_xor(&r->mixed, (unsigned long)(1 << i), __NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_SYSTEM);
  __nv_atomic_min(&r->least, (i % 2 << 31) + i + 3, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
  __nv_atomic_fetch_add(&r->fraction, 0.5f, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  const Two one = {1, 2}, other = {i + 10, blockIdx.x};
  atomicExch(&r->held, Two{i, 7});
  const Two seen = atomicCAS(&r->swapped_two, one, other);
  if (seen.low == 1) __prof_trigger(1);
  if (i == 0) {
    r->before = __nv_atomic_exchange_n(&r->exchanged, 2.5, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_DEVICE);
    int expected = 7;
    r->swapped = __nv_atomic_compare_exchange_n(&r->expected, &expected, 8, false, __NV_ATOMIC_ACQUIRE,
                                                __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    r->fetched = expected;
    r->reciprocal = __bfloat162float(hrcp(__float2bfloat16(1.5e38f)));
  }
  if (blockIdx.x == 0 && i == 0) {
    r->data = 42;
    __nv_atomic_store_n(&r->flag, 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
  }
  if (blockIdx.x == 1 && i == 0) {
    while (__nv_atomic_load_n(&r->flag, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE) == 0) {
    }
    r->seen = r->data;
    unsigned int free = 0;
    while (!__nv_atomic_compare_exchange_n(&r->lock, &free, 1u, false, __NV_ATOMIC_ACQUIRE, __NV_ATOMIC_RELAXED,
                                           __NV_THREAD_SCOPE_DEVICE))
      free = 0;
    ++r->counted;
    __nv_atomic_store_n(&r->lock, 0u, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
  }
}

int main() {
  Results* r;
  cudaMallocManaged(&r, sizeof *r);
  *r = Results{};
  for (int k = 0; k < 3; ++k) r->words[k] = 0xffffffffu, r->wide[k] = ~0ull;
  r->swapped_two = Two{1, 2};
  r->least = 0xffffffffu;
  r->exchanged = 1.5;
  r->expected = 6;
  compute<<<2, 32>>>(r);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  for (int k = 0; k < 6; ++k) {
    same("words", r->words[k], k < 3 ? 3u : 0x80000000u + 34);
    same("wide", r->wide[k], k < 3 ? 3ull : (1ull << 63) + 34);
  }
  same("held", r->held.high, 7);
  same("held", r->held.low < 32, true);
  same("swapped two", r->swapped_two.low >= 10 && r->swapped_two.low < 42, true);
  same("swapped two", r->swapped_two.high < 2, true);
  same("sum", r->sum, 128);
  same("added", r->added, -192ll);
  same("mixed", r->mixed, 0ul);
  same("least", r->least, 3u);
  same("fraction", r->fraction, 32.f);
  same("exchanged", r->exchanged, 2.5);
  same("before", r->before == 1.5 || r->before == 2.5, true);
  same("swapped", r->swapped, 0);
  same("fetched", r->fetched, 6);
  same("expected", r->expected, 6);
  same("data", r->data, 42);
  same("flag", r->flag, 1);
  same("seen", r->seen, 42);
  same("counted", r->counted, 1);
  same("lock", r->lock, 0u);
  same("reciprocal of a large number", r->reciprocal > 6.6e-39f && r->reciprocal < 6.8e-39f, true);
  return verdict();
}
