// How often a bulk copy is made that several lanes of a warp execute with the same operands: sums that lanes add by
// reductions, and how many boxes' bytes a barrier object is told of. nvcc -arch=sm_90a bulk_lanes.cu && ./a.out
#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>

__device__ uint32_t shared_address(const void* p) { return static_cast<uint32_t>(__cvta_generic_to_shared(p)); }

__global__ void add_run(float* out, unsigned lanes) {
  __shared__ alignas(128) float ones[32];
  ones[threadIdx.x] = 1;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncwarp();
  if ((lanes >> threadIdx.x & 1) == 0) return;
  asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [%0], [%1], 128;" ::"l"(out),
               "r"(shared_address(ones))
               : "memory");
  asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory");
}

__global__ void add_box(const __grid_constant__ CUtensorMap map, unsigned lanes) {
  __shared__ alignas(128) float ones[32];
  ones[threadIdx.x] = 1;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncwarp();
  if ((lanes >> threadIdx.x & 1) == 0) return;
  asm volatile("cp.reduce.async.bulk.tensor.1d.global.shared::cta.add.bulk_group [%0, {%1}], [%2];" ::"l"(&map), "r"(0),
               "r"(shared_address(ones))
               : "memory");
  asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory");
}

// Whether the phase ends where so many boxes are expected.
__global__ void load_box(const __grid_constant__ CUtensorMap map, unsigned lanes, int expected, int* ended) {
  __shared__ alignas(128) float box[32];
  __shared__ alignas(8) uint64_t barrier;
  const uint32_t at = shared_address(&barrier);
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at) : "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at), "r"(128 * expected) : "memory");
  }
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncwarp();
  if (lanes >> threadIdx.x & 1)
    asm volatile("cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2}], [%3];" ::
                     "r"(shared_address(box)),
                 "l"(&map), "r"(0), "r"(at)
                 : "memory");
  __syncwarp();
  int done = 0;
  for (int i = 0; i < 100000 && done == 0; ++i)
    asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared::cta.b64 p, [%1], 0; selp.s32 %0, 1, 0, p; }"
                 : "=r"(done)
                 : "r"(at)
                 : "memory");
  if (threadIdx.x == 0) *ended = done;
}

int main() {
  float* out;
  int* ended;
  cudaMalloc(&out, 4096);
  cudaMalloc(&ended, sizeof(int));
  void* encode = nullptr;
  cudaDriverEntryPointQueryResult found;
  cudaGetDriverEntryPoint("cuTensorMapEncodeTiled", &encode, cudaEnableDefault, &found);
  CUtensorMap map;
  const cuuint64_t extent[] = {1024}, stride[] = {0};
  const cuuint32_t box[] = {32}, step[] = {1};
  reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(encode)(
      &map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 1, out, extent, stride, box, step, CU_TENSOR_MAP_INTERLEAVE_NONE,
      CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  const auto sum = [&](auto&& launch) {
    float first = 0;
    cudaMemset(out, 0, 4096);
    launch();
    cudaMemcpy(&first, out, sizeof first, cudaMemcpyDeviceToHost);
    return first;
  };
  for (const unsigned lanes : {1u, 2u, 3u, 7u, 0x1fu, 0xf0u, 0x80000001u, 0xaaaaaaaau, 0xffffu, 0xffffffffu}) {
    std::printf("add_run\t%08x\t%g\n", lanes, sum([&] { add_run<<<1, 32>>>(out, lanes); }));
    std::printf("add_box\t%08x\t%g\n", lanes, sum([&] { add_box<<<1, 32>>>(map, lanes); }));
  }
  for (const unsigned lanes : {1u, 3u, 0x1fu, 0xffffffffu}) {
    for (const int expected : {1, 2, 5, 32}) {
      if (expected > __builtin_popcount(lanes)) continue;
      int done = 0;
      load_box<<<1, 32>>>(map, lanes, expected, ended);
      cudaMemcpy(&done, ended, sizeof done, cudaMemcpyDeviceToHost);
      std::printf("load_box\t%08x\t%d\t%d\n", lanes, expected, done);
    }
  }
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
