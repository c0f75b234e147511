// Registers of a warp group's product belong to it from when it is issued until its group is waited for, and what
// threads have done with them before is done only behind a fence.
#include <cuda_runtime.h>

constexpr int kThreads = 128;
constexpr int kWords = 512 + 64;  // 64 rows of A and 8 columns of B, of 32 bytes each

__device__ unsigned long long descriptor(const void* matrix) {
  const auto address = static_cast<unsigned>(__cvta_generic_to_shared(matrix));
  // Parts of eight rows and 16 bytes: 128 bytes along K, 256 across it.
  return (address & 0x3ffff) >> 4 | 128ull >> 4 << 16 | 256ull >> 4 << 32;
}
#define BEGIN() asm volatile("wgmma.fence.sync.aligned;" ::: "memory")
#define COMMIT() asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory")
#define WAIT(n) asm volatile("wgmma.wait_group.sync.aligned " #n ";" ::: "memory")
#define MULTIPLY(d, a, b)                                                                                   \
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;" \
               : "+f"((d)[0]), "+f"((d)[1]), "+f"((d)[2]), "+f"((d)[3])                                     \
               : "l"(a), "l"(b)                                                                             \
               : "memory")
#define MULTIPLY_FRAGMENT(d, a, b)                                                                                      \
  asm volatile(                                                                                                         \
      "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, {%4, %5, %6, %7}, %8, 1, 1, 1, 0;"           \
      : "+f"((d)[0]), "+f"((d)[1]), "+f"((d)[2]), "+f"((d)[3])                                                          \
      : "r"((a)[0]), "r"((a)[1]), "r"((a)[2]), "r"((a)[3]), "l"(b)                                                      \
      : "memory")
// What computes the sums stays on its side of a fence or a wait.
#define KEEP(d) asm volatile("" : "+f"((d)[0]), "+f"((d)[1]), "+f"((d)[2]), "+f"((d)[3])::"memory")

__device__ void fill(unsigned* s) {
  for (int i = threadIdx.x; i < kWords; i += kThreads) s[i] = 0x3c003c00;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
}
__device__ void store(float* out, const float (&d)[4]) {
  for (int i = 0; i < 4; ++i) out[i * kThreads + threadIdx.x] = d[i];
}

__global__ void waited_for(float* out) {
  __shared__ __align__(128) unsigned s[kWords];
  fill(s);
  float d[4] = {};
  KEEP(d);
  BEGIN();
  MULTIPLY(d, descriptor(s), descriptor(s + 512));
  MULTIPLY(d, descriptor(s), descriptor(s + 512));  // of the same shape: needs no fence
  COMMIT();
  WAIT(0);
  KEEP(d);
  store(out, d);
}

// One group stays under way, as in CUTLASS's main loop, and the other's sums may be used.
__global__ void in_turns(float* out, int rounds) {
  __shared__ __align__(128) unsigned s[kWords];
  fill(s);
  float d[4] = {}, e[4] = {}, total[4] = {};
  KEEP(e);
  for (int i = 0; i < rounds; ++i) {
    d[0] = d[1] = d[2] = d[3] = i;
    KEEP(d);
    BEGIN();
    MULTIPLY(d, descriptor(s), descriptor(s + 512));
    COMMIT();
    MULTIPLY(e, descriptor(s), descriptor(s + 512));
    COMMIT();
    WAIT(1);
    KEEP(d);
    for (int j = 0; j < 4; ++j) total[j] += d[j];
  }
  WAIT(0);
  KEEP(e);
  for (int j = 0; j < 4; ++j) total[j] += e[j];
  store(out, total);
}

__global__ void read_early(float* out) {
  __shared__ __align__(128) unsigned s[kWords];
  fill(s);
  float d[4] = {};
  KEEP(d);
  BEGIN();
  MULTIPLY(d, descriptor(s), descriptor(s + 512));
  COMMIT();
  out[threadIdx.x] = d[0];  // finds: product-register
  WAIT(0);
  store(out, d);
}

__global__ void the_other_group(float* out) {
  __shared__ __align__(128) unsigned s[kWords];
  fill(s);
  float d[4] = {}, e[4] = {};
  KEEP(d);
  KEEP(e);
  BEGIN();
  MULTIPLY(d, descriptor(s), descriptor(s + 512));
  COMMIT();
  MULTIPLY(e, descriptor(s), descriptor(s + 512));
  COMMIT();
  WAIT(1);
  KEEP(d);
  store(out, d);
  out[threadIdx.x] = e[0];  // finds: product-register
  WAIT(0);
  store(out, e);
}

// The wait is only for groups, and there is none.
__global__ void never_committed(float* out) {
  __shared__ __align__(128) unsigned s[kWords];
  fill(s);
  float d[4] = {};
  KEEP(d);
  BEGIN();
  MULTIPLY(d, descriptor(s), descriptor(s + 512));
  WAIT(0);
  KEEP(d);
  out[threadIdx.x] = d[0];  // finds: product-register
  COMMIT();
  WAIT(0);
}

__global__ void written_early(float* out) {
  __shared__ __align__(128) unsigned s[kWords];
  fill(s);
  const auto a = descriptor(s), b = descriptor(s + 512);
  float sum;
  asm volatile(  // finds: product-register
      "{\n .reg .f32 d<4>;\n wgmma.fence.sync.aligned;\n"
      " wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {d0, d1, d2, d3}, %1, %2, 0, 1, 1, 0, 0;\n"
      " wgmma.commit_group.sync.aligned;\n add.f32 d1, %3, 1.0;\n wgmma.wait_group.sync.aligned 0;\n"
      " mov.f32 %0, d0;\n}"
      : "=f"(sum)
      : "l"(a), "l"(b), "f"(out[threadIdx.x])
      : "memory");
  out[threadIdx.x] = sum;
}

__global__ void factor_changed(float* out) {
  __shared__ __align__(128) unsigned s[kWords];
  fill(s);
  const auto b = descriptor(s + 512);
  float sum;
  asm volatile(  // finds: product-register
      "{\n .reg .f32 d<4>;\n .reg .b32 a<4>;\n add.u32 a0, %2, 1;\n add.u32 a1, %2, 2;\n add.u32 a2, %2, 3;\n"
      " add.u32 a3, %2, 4;\n wgmma.fence.sync.aligned;\n"
      " wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {d0, d1, d2, d3}, {a0, a1, a2, a3}, %1, 0, 1, 1, 0;\n"
      " wgmma.commit_group.sync.aligned;\n add.u32 a1, %2, 5;\n wgmma.wait_group.sync.aligned 0;\n"
      " cvt.rn.f32.u32 %0, a1;\n add.f32 %0, %0, d0;\n}"
      : "=f"(sum)
      : "l"(b), "r"(s[threadIdx.x])
      : "memory");
  out[threadIdx.x] = sum;
}

// Only the warps that go this way.
__global__ void read_early_in_part(float* out) {
  __shared__ __align__(128) unsigned s[kWords];
  fill(s);
  float d[4] = {};
  KEEP(d);
  BEGIN();
  MULTIPLY(d, descriptor(s), descriptor(s + 512));
  COMMIT();
  if (threadIdx.x == 64) out[0] = d[3];  // finds: product-register
  if (threadIdx.x == kThreads) out[1] = d[2];
  WAIT(0);
}

__global__ void without_fence(float* out) {
  __shared__ __align__(128) unsigned s[kWords];
  fill(s);
  float d[4] = {};
  KEEP(d);
  BEGIN();
  MULTIPLY(d, descriptor(s), descriptor(s + 512));
  COMMIT();
  WAIT(0);
  KEEP(d);
  for (float& one : d) one *= 0.5f;
  KEEP(d);
  MULTIPLY(d, descriptor(s), descriptor(s + 512));  // finds: product-register
  COMMIT();
  WAIT(0);
  KEEP(d);
  store(out, d);
}

__global__ void factor_without_fence(float* out) {
  __shared__ __align__(128) unsigned s[kWords];
  fill(s);
  float d[4] = {};
  unsigned a[4];
  KEEP(d);
  BEGIN();
  for (int i = 0; i < 4; ++i) a[i] = s[threadIdx.x + i];
  MULTIPLY_FRAGMENT(d, a, descriptor(s + 512));  // finds: product-register
  COMMIT();
  WAIT(0);
  KEEP(d);
  store(out, d);
}

__global__ void factor_behind_fence(float* out) {
  __shared__ __align__(128) unsigned s[kWords];
  fill(s);
  float d[4] = {};
  unsigned a[4];
  for (int i = 0; i < 4; ++i) a[i] = s[threadIdx.x + i];
  asm volatile("" : "+r"(a[0]), "+r"(a[1]), "+r"(a[2]), "+r"(a[3])::"memory");
  KEEP(d);
  BEGIN();
  MULTIPLY_FRAGMENT(d, a, descriptor(s + 512));
  COMMIT();
  WAIT(0);
  KEEP(d);
  store(out, d);
}

__global__ void no_fence_at_all(float* out) {
  __shared__ __align__(128) unsigned s[kWords];
  fill(s);
  float d[4] = {};
  KEEP(d);
  MULTIPLY(d, descriptor(s), descriptor(s + 512));  // finds: product-register
  COMMIT();
  WAIT(0);
  KEEP(d);
  store(out, d);
}

int main() {
  float* out;
  cudaMalloc(&out, 4 * kThreads * sizeof(float));
  cudaMemset(out, 0, 4 * kThreads * sizeof(float));
  read_early<<<1, kThreads>>>(out);
  the_other_group<<<1, kThreads>>>(out);
  never_committed<<<1, kThreads>>>(out);
  written_early<<<1, kThreads>>>(out);
  factor_changed<<<1, kThreads>>>(out);
  read_early_in_part<<<1, kThreads>>>(out);
  without_fence<<<1, kThreads>>>(out);
  factor_without_fence<<<1, kThreads>>>(out);
  factor_behind_fence<<<1, kThreads>>>(out);
  no_fence_at_all<<<1, kThreads>>>(out);
  waited_for<<<1, kThreads>>>(out);
  float value = 0;
  cudaMemcpy(&value, out, sizeof value, cudaMemcpyDeviceToHost);
  bool right = value == 32;
  in_turns<<<1, kThreads>>>(out, 3);
  cudaMemcpy(&value, out, sizeof value, cudaMemcpyDeviceToHost);
  right = right && value == 3 + 3 * 16 + 3 * 16;
  cudaFree(out);
  return right ? 0 : 1;
}
