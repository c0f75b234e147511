// Named barriers of kernels whose warps have different tasks: bar.sync waits, bar.arrive does not, and both need the
// right number and count. (PTX ISA, barrier{.cta}: it orders the accesses of the threads that take part.)
#include <cuda_runtime.h>

constexpr int kBlock = 128;

__device__ void sync(int number, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(threads) : "memory");
}
__device__ void arrive(int number, int threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(number), "r"(threads) : "memory");
}

// Two pairs of warps, each with a barrier of its own.
__global__ void pairs_wrong(int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x, pair = t / 64;
  s[t] = t;  // finds: shared-race
  sync(1 + pair, 64);
  out[t] = s[(t + 64) % kBlock];  // finds: shared-race
}

__global__ void pairs_right(int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x, pair = t / 64;
  s[t] = t;
  sync(1 + pair, 64);
  out[t] = s[pair * 64 + (t + 32) % 64];
}

// One barrier for both pairs: whoever comes first makes a pair.
__global__ void one_number_wrong(int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x, pair = t % 64 / 32;
  s[t] = t;  // finds: shared-race
  sync(1, 64);
  out[t] = s[(pair * 32 + t % 32 + 64 * (1 - t / 64))];  // finds: shared-race
}

// Fills that are handed over: the producer says that a buffer is full, the consumer that it is empty.
__global__ void hand_over_never_empty(int* out) {
  __shared__ int s[32];
  const int lane = threadIdx.x % 32;
  int sum = 0;
#pragma unroll 1
  for (int i = 0; i < 4; ++i) {
    if (threadIdx.x < 32) {
      s[lane] = i + lane;  // finds: shared-race
      sync(2, 64);
    } else {
      sync(2, 64);
      sum += s[31 - lane];  // finds: shared-race
    }
  }
  if (threadIdx.x >= 32) out[lane] = sum;
}

__global__ void hand_over_right(int* out) {
  __shared__ int s[32];
  const int lane = threadIdx.x % 32;
  int sum = 0;
#pragma unroll 1
  for (int i = 0; i < 4; ++i) {
    if (threadIdx.x < 32) {
      if (i > 0) sync(1, 64);
      s[lane] = i + lane;
      sync(2, 64);
    } else {
      sync(2, 64);
      sum += s[31 - lane];
      if (i < 3) arrive(1, 64);
    }
  }
  if (threadIdx.x >= 32) out[lane] = sum;
}

// The consumers arrive only, and read before the producer has come.
__global__ void wrong_way_round_wrong(int* out) {
  __shared__ int s[32];
  const int t = threadIdx.x;
  if (t < 32) {
    s[t] = t;
    sync(1, kBlock);
  } else {
    arrive(1, kBlock);
    out[t] = s[t % 32];  // finds: shared-race
  }
}

__global__ void wrong_way_round_right(int* out) {
  __shared__ int s[32];
  const int t = threadIdx.x;
  if (t < 32) {
    s[t] = t;
    arrive(1, kBlock);
  } else {
    sync(1, kBlock);
    out[t] = s[t % 32];
  }
}

// The count is that of one consumer too few: the barrier is complete before the last warp has written.
__global__ void count_too_small_wrong(int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  s[t] = t;  // finds: shared-race
  if (t < 64) sync(1, 64);
  if (t < 64) {
    out[t] = s[t + 64];  // finds: shared-race
  } else {
    arrive(2, 64);
  }
  if (t >= 64) sync(2, 64);
}

__global__ void count_too_small_right(int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  s[t] = t;
  if (t < 64) sync(1, kBlock);
  if (t < 64) {
    out[t] = s[t + 64];
  } else {
    arrive(1, kBlock);
  }
}

// A ring of two buffers with two barriers each.
__global__ void ring_wrong(int* out) {
  __shared__ int s[2][32];
  const int lane = threadIdx.x % 32;
  int sum = 0;
#pragma unroll 1
  for (int i = 0; i < 6; ++i) {
    const int stage = i % 2;
    if (threadIdx.x < 32) {
      if (i >= 2) sync(1 + stage, 64);
      s[stage][lane] = i;  // finds: shared-race
      arrive(3 + stage, 64);
    } else {
      sync(3 + stage, 64);
      if (i < 4) arrive(1 + stage, 64);
      sum += s[stage][31 - lane];
    }
  }
  if (threadIdx.x >= 32) out[lane] = sum;
}

__global__ void ring_right(int* out) {
  __shared__ int s[2][32];
  const int lane = threadIdx.x % 32;
  int sum = 0;
#pragma unroll 1
  for (int i = 0; i < 6; ++i) {
    const int stage = i % 2;
    if (threadIdx.x < 32) {
      if (i >= 2) sync(1 + stage, 64);
      s[stage][lane] = i;
      arrive(3 + stage, 64);
    } else {
      sync(3 + stage, 64);
      sum += s[stage][31 - lane];
      if (i < 4) arrive(1 + stage, 64);
    }
  }
  if (threadIdx.x >= 32) out[lane] = sum;
}

// Barrier 0 is that of __syncthreads().
__global__ void number_zero_right(int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  s[t] = t;
  if (t < 64) {
    __syncthreads();
  } else {
    asm volatile("bar.sync 0;" ::: "memory");
  }
  out[t] = s[kBlock - 1 - t];
}

// Roles of different size: three warps compute, one stores what they have computed.
__global__ void storing_warp_wrong(int* out) {
  __shared__ int s[96];
  const int t = threadIdx.x;
#pragma unroll 1
  for (int i = 0; i < 3; ++i) {
    if (t < 96) {
      if (i > 0) sync(2, kBlock);
      s[t] = t + i;  // finds: shared-race
      arrive(1, kBlock);
    } else {
      sync(1, kBlock);
      if (i < 2) arrive(2, kBlock);
      for (int j = t - 96; j < 96; j += 32) out[i * 96 + j] = s[j];
    }
  }
}

__global__ void storing_warp_right(int* out) {
  __shared__ int s[96];
  const int t = threadIdx.x;
#pragma unroll 1
  for (int i = 0; i < 3; ++i) {
    if (t < 96) {
      if (i > 0) sync(2, kBlock);
      s[t] = t + i;
      arrive(1, kBlock);
    } else {
      sync(1, kBlock);
      for (int j = t - 96; j < 96; j += 32) out[i * 96 + j] = s[j];
      if (i < 2) arrive(2, kBlock);
    }
  }
}

// bar.red counts and orders.
__global__ void reducing_right(int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  s[t] = t;
  int odd;
  asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; bar.red.popc.u32 %0, 3, p; }"
               : "=r"(odd)
               : "r"(t & 1)
               : "memory");
  out[t] = s[kBlock - 1 - t] + odd;
}

// Two groups that exchange turns at two barriers, as in a ping-pong schedule.
__global__ void ping_pong_wrong(int* out) {
  __shared__ int s[64];
  const int t = threadIdx.x % 64, group = threadIdx.x / 64;
#pragma unroll 1
  for (int i = 0; i < 3; ++i) {
    s[t] = group * 100 + i;  // finds: shared-race
    sync(3 + group, 64);
    out[threadIdx.x] = s[63 - t];  // finds: shared-race
  }
}

__global__ void ping_pong_right(int* out) {
  __shared__ int s[64];
  const int t = threadIdx.x % 64, group = threadIdx.x / 64;
#pragma unroll 1
  for (int i = 0; i < 3; ++i) {
    if (group == 1 || i > 0) sync(1 + group, kBlock);
    s[t] = group * 100 + i;
    sync(3 + group, 64);
    out[threadIdx.x] = s[63 - t];
    if (group == 0 || i < 2) arrive(2 - group, kBlock);
  }
}

int main() {
  int* out;
  cudaMalloc(&out, 4096);
  pairs_wrong<<<1, kBlock>>>(out);
  pairs_right<<<1, kBlock>>>(out);
  one_number_wrong<<<1, kBlock>>>(out);
  hand_over_never_empty<<<1, 64>>>(out);
  hand_over_right<<<1, 64>>>(out);
  wrong_way_round_wrong<<<1, kBlock>>>(out);
  wrong_way_round_right<<<1, kBlock>>>(out);
  count_too_small_wrong<<<1, kBlock>>>(out);
  count_too_small_right<<<1, kBlock>>>(out);
  ring_wrong<<<1, 64>>>(out);
  ring_right<<<1, 64>>>(out);
  number_zero_right<<<1, kBlock>>>(out);
  storing_warp_wrong<<<1, kBlock>>>(out);
  storing_warp_right<<<1, kBlock>>>(out);
  reducing_right<<<1, kBlock>>>(out);
  ping_pong_wrong<<<1, kBlock>>>(out);
  ping_pong_right<<<1, kBlock>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
