// Transpose by the copy engine of Hopper: one thread names a box of a tensor, and the machine fetches it.
//
// A tensor map (cuTensorMapEncodeTiled) says where the matrix lies and how large a box is. The box comes to shared memory row
// by row, 128 bytes each, and a warp that reads a column of it meets one bank 32 times: padding cannot help, since the copy
// leaves no gaps. Its swizzle does: CU_TENSOR_MAP_SWIZZLE_128B exchanges pieces of 16 bytes within each line of 128 bytes,
// by the line's number: element (row, column) lies at [row][column ^ 4 * (row % 8)].
//
// What to see (n = 512, 256 blocks of 32x8):
//   transpose_box           262,144 shared load wavefronts for 8,192 loads of a word: all 32 lanes in one bank
//   transpose_box_swizzled   32,768: eight lines have their pieces in eight places, so four lanes meet in a bank
//   transpose_box_quads       8,192 for 2,048 loads of a piece: what so many bytes need, no conflict is left
// Usage: tensor_maps [n]
#include <cuda.h>

#include "check.hpp"

constexpr int kTile = 32;
constexpr int kBytes = kTile * kTile * sizeof(float);

__device__ unsigned shared_address(const void* pointer) {
  return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

// Fetches the box whose first element is (x, y), and waits for its bytes. To be called by all threads of the block.
__device__ void fetch(float* tile, const CUtensorMap* map, int x, int y) {
  __shared__ unsigned long long barrier;
  const unsigned bar = shared_address(&barrier);
  if (threadIdx.x == 0 && threadIdx.y == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(bar) : "memory");
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(bar), "r"(kBytes) : "memory");
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::
            "r"(shared_address(tile)),
        "l"(map), "r"(x), "r"(y), "r"(bar)
        : "memory");
  }
  __syncthreads();
  unsigned done = 0;
  while (done == 0) {
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done)
                 : "r"(bar)
                 : "memory");
  }
}

__global__ void transpose_box(const __grid_constant__ CUtensorMap map, float* out, int n) {
  __shared__ alignas(1024) float tile[kTile][kTile];
  fetch(&tile[0][0], &map, blockIdx.x * kTile, blockIdx.y * kTile);
  for (int i = threadIdx.y; i < kTile; i += blockDim.y)
    out[(blockIdx.x * kTile + i) * n + blockIdx.y * kTile + threadIdx.x] = tile[threadIdx.x][i];
}

__global__ void transpose_box_swizzled(const __grid_constant__ CUtensorMap map, float* out, int n) {
  __shared__ alignas(1024) float tile[kTile][kTile];
  fetch(&tile[0][0], &map, blockIdx.x * kTile, blockIdx.y * kTile);
  const int row = threadIdx.x;
  for (int i = threadIdx.y; i < kTile; i += blockDim.y)
    out[(blockIdx.x * kTile + i) * n + blockIdx.y * kTile + row] = tile[row][i ^ 4 * (row % 8)];
}

// A piece of the swizzle is four words: who takes it whole needs no more passes than there are bytes.
__global__ void transpose_box_quads(const __grid_constant__ CUtensorMap map, float* out, int n) {
  __shared__ alignas(1024) float tile[kTile][kTile];
  fetch(&tile[0][0], &map, blockIdx.x * kTile, blockIdx.y * kTile);
  const int row = threadIdx.x;
  const int column = 4 * threadIdx.y;  // 8 rows of threads
  const float4 piece = *reinterpret_cast<const float4*>(&tile[row][column ^ 4 * (row % 8)]);
  float* const to = out + (blockIdx.x * kTile + column) * n + blockIdx.y * kTile + row;
  to[0] = piece.x;
  to[n] = piece.y;
  to[2 * n] = piece.z;
  to[3 * n] = piece.w;
}

CUtensorMap map_of(float* matrix, int n, CUtensorMapSwizzle swizzle) {
  CUtensorMap map;
  const cuuint64_t extents[] = {static_cast<cuuint64_t>(n), static_cast<cuuint64_t>(n)};
  const cuuint64_t strides[] = {n * sizeof(float)};
  const cuuint32_t box[] = {kTile, kTile};
  const cuuint32_t steps[] = {1, 1};
  const CUresult result = cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, matrix, extents, strides, box,
                                                 steps, CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle,
                                                 CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (result != CUDA_SUCCESS) {
    std::printf("FAIL cuTensorMapEncodeTiled: %d\n", static_cast<int>(result));
    std::exit(1);
  }
  return map;
}

int main(int argc, char** argv) {
  const int n = examples::size_argument(argc, argv, 1, "n", 512, kTile, 1 << 12);
  examples::Verdict verdict("tensor_maps");
  std::vector<float> in(static_cast<std::size_t>(n) * n);
  std::vector<float> want(in.size());
  for (int y = 0; y < n; ++y) {
    for (int x = 0; x < n; ++x) {
      in[y * n + x] = static_cast<float>(y * n + x);
      want[x * n + y] = in[y * n + x];
    }
  }
  const examples::DeviceArray<float> device_in(in);
  const CUtensorMap plain = map_of(device_in.get(), n, CU_TENSOR_MAP_SWIZZLE_NONE);
  const CUtensorMap swizzled = map_of(device_in.get(), n, CU_TENSOR_MAP_SWIZZLE_128B);
  const auto run = [&](auto kernel, const CUtensorMap& map, const char* name) {
    examples::DeviceArray<float> out(in.size());
    kernel<<<dim3(n / kTile, n / kTile), dim3(kTile, 8)>>>(map, out.get(), n);
    CHECK_LAUNCH();
    verdict.expect_equal(name, out.to_host(), want);
  };
  run(transpose_box, plain, "box");
  run(transpose_box_swizzled, swizzled, "swizzled");
  run(transpose_box_quads, swizzled, "quads");
  return verdict.finish();
}
