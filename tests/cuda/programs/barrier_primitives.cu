// The barrier's primitives, and the barrier and pipeline that CUDA 11.0 made of them. The program checks itself.
#include <cuda_awbarrier.h>
#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#include "expect.hpp"

constexpr int kThreads = 64;

// Producers and consumers in turn; half of the block leaves after the first phase.
__global__ void phases(int* out, unsigned* pending) {
  __shared__ __mbarrier_t barrier;
  __shared__ int words[kThreads];
  const int i = threadIdx.x;
  if (i == 0) __mbarrier_init(&barrier, kThreads);
  __syncthreads();
  words[i] = i + 1;
  const bool stays = i < kThreads / 2;
  const __mbarrier_token_t token = stays ? __mbarrier_arrive(&barrier) : __mbarrier_arrive_and_drop(&barrier);
  pending[i] = __mbarrier_token_pending_count(token);
  if (!stays) return;
  while (!__mbarrier_test_wait(&barrier, token)) {
  }
  out[i] = words[kThreads - 1 - i];
  __mbarrier_arrive(&barrier);
  while (!__mbarrier_try_wait_parity(&barrier, true, 1000)) {
  }
  if (!__mbarrier_test_wait_parity(&barrier, true) || __mbarrier_test_wait_parity(&barrier, false)) out[i] = -1;
  words[i] = out[i];
  const __mbarrier_token_t last = __mbarrier_arrive(&barrier);
  while (!__mbarrier_try_wait(&barrier, last, 1000)) {
  }
  out[i] += 1000 * words[(i + 1) % (kThreads / 2)];
  __syncthreads();
  if (i == 0) {
    __mbarrier_inval(&barrier);
    pending[kThreads] = __mbarrier_maximum_count();
  }
}

__global__ void copies(const float4* in, const short* narrow, float4* out, short* narrow_out, float* rest) {
  using namespace nvcuda::experimental;
  __shared__ float4 wide[kThreads];
  __shared__ short thin[kThreads];
  __shared__ float filled[kThreads][4];
  __shared__ awbarrier barrier;
  const int i = threadIdx.x;
  if (i == 0) init(&barrier, kThreads);
  __syncthreads();
  pipeline pipe;
  memcpy_async(wide[i], in[i], pipe);
  memcpy_async(thin[i], narrow[i], pipe);
  pipe.arrive_on(barrier);
  awbarrier::arrival_token token = barrier.arrive();
  barrier.wait(token);
  out[i] = wide[kThreads - 1 - i];
  narrow_out[i] = thin[kThreads - 1 - i];

  memcpy_async(&filled[i], reinterpret_cast<const float(*)[3]>(&in[i]), pipe);
  pipe.commit_and_wait();
  barrier.arrive_and_wait();
  for (int k = 0; k < 4; ++k) rest[4 * i + k] = filled[kThreads - 1 - i][k];
  token = barrier.arrive();
  while (!barrier.try_wait(token, 1000)) {
  }
  if (barrier.timed_wait_parity(true, 10)) rest[4 * i] = -1;  // the fourth phase has not begun to end
}

template <class T>
T* managed(int count) {
  T* memory = nullptr;
  EXPECT_OK(cudaMallocManaged(&memory, count * sizeof(T)));
  return memory;
}

int main() {
  int* const out = managed<int>(kThreads);
  unsigned* const pending = managed<unsigned>(kThreads + 1);
  phases<<<1, kThreads>>>(out, pending);
  EXPECT_OK(cudaDeviceSynchronize());
  for (int i = 0; i < kThreads / 2; ++i)
    EXPECT(out[i] == kThreads - i + 1000 * (kThreads - (i + 1) % (kThreads / 2)));
  unsigned long long sum = 0;
  for (int i = 0; i < kThreads; ++i) sum += pending[i];
  EXPECT(sum == 32 * kThreads + 32 * kThreads / 2);  // a warp arrives at once, and one warp is the first
  EXPECT(pending[kThreads] == 16383);

  float4* const in = managed<float4>(kThreads);
  float4* const wide = managed<float4>(kThreads);
  short* const narrow = managed<short>(kThreads);
  short* const narrow_out = managed<short>(kThreads);
  float* const rest = managed<float>(4 * kThreads);
  for (int i = 0; i < kThreads; ++i) {
    in[i] = make_float4(i, i + 0.25f, i + 0.5f, i + 0.75f);
    narrow[i] = static_cast<short>(3 * i);
  }
  copies<<<1, kThreads>>>(in, narrow, wide, narrow_out, rest);
  EXPECT_OK(cudaDeviceSynchronize());
  for (int i = 0; i < kThreads; ++i) {
    const int from = kThreads - 1 - i;
    EXPECT(wide[i].x == from && wide[i].w == from + 0.75f);
    EXPECT(narrow_out[i] == 3 * from);
    EXPECT(rest[4 * i] == from && rest[4 * i + 2] == from + 0.5f && rest[4 * i + 3] == 0);
  }
  return failures;
}
