// Copies between the blocks of a cluster by libcu++'s names for instructions, `cuda::ptx`: by ours with our compiler,
// by libcu++'s own where nvcc brings one.
#include <cstdint>
#include <cstdio>

#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <cuda/ptx>

#include "expect.hpp"

namespace ptx = cuda::ptx;

constexpr int kWords = 256;
constexpr unsigned kBytes = kWords * sizeof(int);

template <class T>
__device__ T* other_blocks(T* mine, unsigned rank) {
  return cooperative_groups::this_cluster().map_shared_rank(mine, rank);
}

__device__ void wait_for(std::uint64_t* barrier, std::uint32_t parity) {
  while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, barrier, parity)) {
  }
}

// Two blocks: each fetches a row of its own, hands it to the other one, adds what it was handed to the sum of all, and
// stores it.
__global__ void __cluster_dims__(2, 1, 1) exchange(const int* rows, int* swapped, int* sum, unsigned* seen) {
  alignas(128) __shared__ int mine[kWords];
  alignas(128) __shared__ int others[kWords];
  __shared__ int from_all;
  alignas(8) __shared__ std::uint64_t filled;
  alignas(8) __shared__ std::uint64_t handed;
  alignas(8) __shared__ std::uint64_t counted;
  const unsigned bytes = sizeof mine;
  const unsigned block = ptx::get_sreg_cluster_ctarank();
  const bool leads = ptx::get_sreg_tid_x() == 0;
  if (leads) {
    ptx::mbarrier_init(&filled, 1);
    ptx::mbarrier_init(&handed, 1);
    ptx::mbarrier_init(&counted, 1);
    from_all = 0;
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  }
  ptx::barrier_cluster_arrive(ptx::sem_release);
  ptx::barrier_cluster_wait(ptx::sem_acquire);

  const unsigned other = block ^ 1;
  if (leads) {
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &filled, bytes);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cluster, ptx::space_cluster,
                                   other_blocks(&handed, other), bytes);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &counted,
                                   blockDim.x * 2 * sizeof(int));
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, mine, rows + block * kWords, bytes, &filled);
  }
  wait_for(&filled, 0);
  if (leads) {
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_shared, other_blocks(others, other), mine, bytes,
                       other_blocks(&handed, other));
  }
  wait_for(&handed, 0);
  // The barrier objects have to be ready for what the other block counts there.
  ptx::barrier_cluster_arrive();
  ptx::barrier_cluster_wait();
  for (unsigned to = 0; to < 2; ++to) {
    ptx::red_async(ptx::op_add, other_blocks(&from_all, to), others[threadIdx.x], other_blocks(&counted, to));
  }
  wait_for(&counted, 0);
  if (leads) {
    sum[block] = from_all;
    seen[block] = ptx::getctarank(ptx::space_cluster, other_blocks(&from_all, other));
    ptx::fence_proxy_async(ptx::space_shared);
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, swapped + block * kWords, others, bytes);
    ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_add, swapped + 2 * kWords, others, bytes);
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>{});
  }
  ptx::barrier_cluster_arrive();
  ptx::barrier_cluster_wait();
}

__global__ void waits(int* out) {
  alignas(8) __shared__ std::uint64_t barrier;
  if (threadIdx.x == 0) ptx::mbarrier_init(&barrier, 64);
  __syncthreads();
  const std::uint64_t state = threadIdx.x < 32
                                  ? ptx::mbarrier_arrive(&barrier)
                                  : ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &barrier);
  while (!ptx::mbarrier_test_wait(ptx::sem_acquire, ptx::scope_cta, &barrier, state)) {
  }
  out[threadIdx.x] = ptx::mbarrier_try_wait(&barrier, state) + ptx::mbarrier_test_wait_parity(&barrier, 0u) +
                     2 * !ptx::mbarrier_test_wait_parity(&barrier, 1u);
  ptx::fence(ptx::sem_acq_rel, ptx::scope_gpu);
}

int main() {
  int* rows = nullptr;
  int* swapped = nullptr;
  int* sum = nullptr;
  unsigned* seen = nullptr;
  EXPECT_OK(cudaMallocManaged(&rows, 2 * kBytes));
  EXPECT_OK(cudaMallocManaged(&swapped, 3 * kBytes));
  EXPECT_OK(cudaMallocManaged(&sum, 2 * sizeof(int)));
  EXPECT_OK(cudaMallocManaged(&seen, 2 * sizeof(unsigned)));
  int expected = 0;
  for (int i = 0; i < 2 * kWords; ++i) expected += rows[i] = i * i - 7;
  for (int i = 0; i < kWords; ++i) swapped[2 * kWords + i] = 5;
  exchange<<<2, kWords>>>(rows, swapped, sum, seen);
  EXPECT_OK(cudaDeviceSynchronize());
  for (int i = 0; i < kWords; ++i) {
    EXPECT(swapped[i] == rows[kWords + i]);
    EXPECT(swapped[kWords + i] == rows[i]);
    EXPECT(swapped[2 * kWords + i] == 5 + rows[i] + rows[kWords + i]);
  }
  for (int block = 0; block < 2; ++block) {
    EXPECT(sum[block] == expected);
    EXPECT(static_cast<int>(seen[block]) == (block ^ 1));
  }
  int* out = nullptr;
  EXPECT_OK(cudaMallocManaged(&out, 64 * sizeof(int)));
  waits<<<1, 64>>>(out);
  EXPECT_OK(cudaDeviceSynchronize());
  for (int i = 0; i < 64; ++i) EXPECT(out[i] == 4);
  return failures;
}
