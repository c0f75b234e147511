// Products of warp groups read their factors beside the threads that issue them, by way of the async proxy: what
// threads have stored there has to be fenced, and may be overwritten only once the group of the product has been waited
// for.
#include <cuda_runtime.h>

constexpr int kThreads = 128;
constexpr int kWords = 512 + 64;  // 64 rows of A and 8 columns of B, of 32 bytes each

__device__ unsigned long long descriptor(const void* matrix) {
  const auto address = static_cast<unsigned>(__cvta_generic_to_shared(matrix));
  // Parts of eight rows and 16 bytes: 128 bytes along K, 256 across it.
  return (address & 0x3ffff) >> 4 | 128ull >> 4 << 16 | 256ull >> 4 << 32;
}
__device__ void fence_proxy() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ void begin() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ void commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
__device__ void wait() { asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory"); }
#define MULTIPLY(d, a, b)                                                                                   \
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;" \
               : "+f"((d)[0]), "+f"((d)[1]), "+f"((d)[2]), "+f"((d)[3])                                     \
               : "l"(a), "l"(b)                                                                             \
               : "memory")

__device__ void fill(unsigned* words, unsigned value) {
  for (int i = threadIdx.x; i < kWords; i += kThreads) words[i] = value;
}
__device__ void store(float* out, const float (&d)[4]) {
  for (int i = 0; i < 4; ++i) out[i * kThreads + threadIdx.x] = d[i];
}

__global__ void multiply_right(float* out) {
  __shared__ __align__(128) unsigned s[kWords];
  float d[4] = {};
  fill(s, 0x3c003c00);
  fence_proxy();
  __syncthreads();
  begin();
  MULTIPLY(d, descriptor(s), descriptor(s + 512));
  commit();
  wait();
  __syncthreads();
  fill(s, 0);
  store(out, d);
}

__global__ void without_fence(float* out) {
  __shared__ __align__(128) unsigned s[kWords];
  float d[4] = {};
  for (int i = threadIdx.x; i < kWords; i += kThreads) s[i] = 0x3c003c00;
  __syncthreads();
  begin();
  MULTIPLY(d, descriptor(s), descriptor(s + 512));  // finds: missing-fence
  commit();
  wait();
  store(out, d);
}

__global__ void without_wait(float* out) {
  __shared__ __align__(128) unsigned s[kWords];
  float d[4] = {};
  fill(s, 0x3c003c00);
  fence_proxy();
  __syncthreads();
  begin();
  MULTIPLY(d, descriptor(s), descriptor(s + 512));
  commit();
  __syncthreads();
  for (int i = threadIdx.x; i < kWords; i += kThreads) s[i] = 0;  // finds: shared-race
  wait();
  store(out, d);
}

// As in a pipeline: a fifth warp fills the next stage once one thread of the four others says that it was read. What
// one warp has waited for is done for all four, and the newest group is still under way.
__device__ void arrive(unsigned long long* object) {
  const auto address = static_cast<unsigned>(__cvta_generic_to_shared(object));
  asm volatile("{ .reg .b64 state; mbarrier.arrive.shared::cta.b64 state, [%0]; }" ::"r"(address) : "memory");
}
__device__ void wait_for(unsigned long long* object, unsigned phase) {
  const auto address = static_cast<unsigned>(__cvta_generic_to_shared(object));
  asm volatile(
      "{ .reg .pred done; again: mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1; @!done bra again; }" ::"r"(address),
      "r"(phase)
      : "memory");
}
template <int kOf>
__global__ void pipeline(float* out) {
  __shared__ __align__(128) unsigned s[2][kWords];
  __shared__ unsigned long long read;
  float d[4] = {};
  if (threadIdx.x == 0) {
    const auto address = static_cast<unsigned>(__cvta_generic_to_shared(&read));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(address) : "memory");
  }
  if (threadIdx.x < kThreads) {
    fill(s[0], 0x3c003c00);
    fill(s[1], 0x3c003c00);
    fence_proxy();
  }
  __syncthreads();
  if (threadIdx.x < kThreads) {
    begin();
    MULTIPLY(d, descriptor(s[0]), descriptor(s[0] + 512));
    commit();
    MULTIPLY(d, descriptor(s[1]), descriptor(s[1] + 512));
    commit();
    asm volatile("wgmma.wait_group.sync.aligned 1;" ::: "memory");
    if (threadIdx.x == 64) arrive(&read);
    wait();
    for (int i = 0; i < 4; ++i) out[i * kThreads + threadIdx.x] = d[i];
  } else {
    wait_for(&read, 0);
    for (int i = threadIdx.x - kThreads; i < 512; i += 32) {
      if (kOf == 0) s[0][i] = 0;
      if (kOf == 1) s[1][i] = 0;  // finds: shared-race
    }
  }
}

int main() {
  float* out;
  cudaMalloc(&out, 4 * kThreads * sizeof(float));
  pipeline<0><<<1, kThreads + 32>>>(out);
  pipeline<1><<<1, kThreads + 32>>>(out);
  multiply_right<<<1, kThreads>>>(out);
  without_fence<<<1, kThreads>>>(out);
  without_wait<<<1, kThreads>>>(out);
  cudaDeviceSynchronize();
  float value = 0;
  cudaMemcpy(&value, out, sizeof value, cudaMemcpyDeviceToHost);
  cudaFree(out);
  return value == 16 ? 0 : 1;
}
