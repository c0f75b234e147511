// Tensor maps: what the calls that encode them take and refuse (CUDA Driver API, Tensor Map Object Management), where
// maps may lie, and what kernels change in them.
#include <cuda_runtime.h>

#include <cstring>
#include <vector>

#include "driver_expect.hpp"

struct Tiled {
  int type = CU_TENSOR_MAP_DATA_TYPE_UINT16;
  unsigned rank = 3;
  cuuint64_t dims[5] = {64, 16, 8, 4, 2};
  cuuint64_t strides[4] = {128, 2048, 16384, 65536};
  cuuint32_t box[5] = {16, 4, 2, 1, 1};
  cuuint32_t steps[5] = {1, 1, 1, 1, 1};
  int interleave = 0, swizzle = 0, promotion = 0, fill = 0;
  std::size_t offset = 0;  // of the address
};

unsigned char* g_memory;
CUtensorMap g_map;

CUresult encode(const Tiled& t) {
  return cuTensorMapEncodeTiled(&g_map, CUtensorMapDataType(t.type), t.rank, g_memory + t.offset, t.dims, t.strides,
                                t.box, t.steps, CUtensorMapInterleave(t.interleave), CUtensorMapSwizzle(t.swizzle),
                                CUtensorMapL2promotion(t.promotion), CUtensorMapFloatOOBfill(t.fill));
}

#define TAKES(...)                          \
  do {                                      \
    Tiled t;                                \
    __VA_ARGS__;                            \
    EXPECT_ANSWER(encode(t), CUDA_SUCCESS); \
  } while (0)
#define REFUSES(...)                                    \
  do {                                                  \
    Tiled t;                                            \
    __VA_ARGS__;                                        \
    EXPECT_ANSWER(encode(t), CUDA_ERROR_INVALID_VALUE); \
  } while (0)

void tiles() {
  TAKES();
  for (int type = 0; type < 13; ++type) TAKES(t.type = type);
  REFUSES(t.type = 16);
  REFUSES(t.type = -1);
  for (unsigned rank = 1; rank <= 5; ++rank) TAKES(t.rank = rank);
  REFUSES(t.rank = 0);
  REFUSES(t.rank = 6);
  TAKES(t.offset = 16);
  REFUSES(t.offset = 8);
  REFUSES(t.dims[1] = 0);
  TAKES(t.dims[1] = 1ull << 32);
  REFUSES(t.dims[1] = (1ull << 32) + 1);
  REFUSES(t.strides[0] = 136);
  TAKES(t.strides[1] = (1ull << 40) - 16);
  REFUSES(t.strides[1] = 1ull << 40);
  REFUSES(t.box[1] = 0);
  TAKES(t.box[1] = 256);
  REFUSES(t.box[1] = 257);
  REFUSES(t.box[0] = 12);
  REFUSES(t.steps[1] = 0);
  TAKES(t.steps[1] = 8);
  REFUSES(t.steps[1] = 9);
  for (int swizzle = 1; swizzle < 4; ++swizzle) {
    const unsigned span = 16u << swizzle;
    TAKES(t.swizzle = swizzle, t.box[0] = span / 2);
    REFUSES(t.swizzle = swizzle, t.box[0] = span / 2 + 8);
  }
  for (int swizzle = 4; swizzle < 7; ++swizzle) REFUSES(t.swizzle = swizzle, t.box[0] = 72);
  REFUSES(t.swizzle = 7);
  TAKES(t.interleave = 1);
  REFUSES(t.interleave = 1, t.rank = 2);
  TAKES(t.interleave = 2, t.swizzle = 1);
  TAKES(t.interleave = 2, t.swizzle = 3);
  TAKES(t.interleave = 2);
  REFUSES(t.interleave = 1, t.box[0] = 4);
  REFUSES(t.interleave = 2, t.swizzle = 1, t.offset = 16);
  REFUSES(t.interleave = 2, t.swizzle = 1, t.strides[0] = 144);
  REFUSES(t.interleave = 3);
  REFUSES(t.promotion = 4);
  TAKES(t.fill = 1, t.type = CU_TENSOR_MAP_DATA_TYPE_FLOAT16);
  REFUSES(t.fill = 1);
  REFUSES(t.fill = 2);
  // Elements of 4 and 6 bits, and swizzles of larger atoms, are of later chips.
  int major = 0;
  EXPECT_DONE(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 0));
#define TAKES_LATER(...)    \
  do {                      \
    if (major >= 10)        \
      TAKES(__VA_ARGS__);   \
    else                    \
      REFUSES(__VA_ARGS__); \
  } while (0)
  for (int swizzle = 4; swizzle < 7; ++swizzle) TAKES_LATER(t.swizzle = swizzle, t.box[0] = 64);
  TAKES_LATER(t.type = CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN8B, t.box[0] = 64);
  REFUSES(t.type = CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN8B, t.box[0] = 64, t.dims[0] = 65);
  TAKES_LATER(t.type = CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B, t.box[0] = 128, t.dims[0] = 256, t.strides[0] = 192);
  REFUSES(t.type = CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B, t.box[0] = 64, t.dims[0] = 256);
  REFUSES(t.type = CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B, t.box[0] = 128, t.dims[0] = 256, t.strides[0] = 208);
  Tiled t;
  EXPECT_ANSWER(cuTensorMapEncodeTiled(nullptr, CU_TENSOR_MAP_DATA_TYPE_UINT16, 3, g_memory, t.dims, t.strides, t.box,
                                       t.steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
                                       CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE),
                CUDA_ERROR_INVALID_VALUE);
  EXPECT_ANSWER(cuTensorMapReplaceAddress(&g_map, g_memory + 8), CUDA_ERROR_INVALID_VALUE);
  EXPECT_ANSWER(cuTensorMapReplaceAddress(nullptr, g_memory), CUDA_ERROR_INVALID_VALUE);
}

CUresult columns(unsigned rank, int lower, int upper, unsigned channels, unsigned pixels, int swizzle = 0) {
  const Tiled t;
  const int lowers[] = {lower, 0, 0}, uppers[] = {upper, 0, 0};
  return cuTensorMapEncodeIm2col(&g_map, CU_TENSOR_MAP_DATA_TYPE_UINT16, rank, g_memory, t.dims, t.strides, lowers,
                                 uppers, channels, pixels, t.steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
                                 CUtensorMapSwizzle(swizzle), CU_TENSOR_MAP_L2_PROMOTION_NONE,
                                 CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
}

void pixels() {
  EXPECT_ANSWER(columns(2, 0, 0, 8, 8), CUDA_ERROR_INVALID_VALUE);
  EXPECT_ANSWER(columns(6, 0, 0, 8, 8), CUDA_ERROR_INVALID_VALUE);
  const int reach[] = {32768, 128, 16};
  for (unsigned rank = 3; rank <= 5; ++rank) {
    const int most = reach[rank - 3];
    EXPECT_DONE(columns(rank, -most, most - 1, 8, 8));
    EXPECT_ANSWER(columns(rank, -most - 1, 0, 8, 8), CUDA_ERROR_INVALID_VALUE);
    EXPECT_ANSWER(columns(rank, 0, most, 8, 8), CUDA_ERROR_INVALID_VALUE);
  }
  EXPECT_ANSWER(columns(4, 0, -16, 8, 8), CUDA_ERROR_INVALID_VALUE);  // no pixel is left
  EXPECT_DONE(columns(4, 0, 0, 256, 1024));
  EXPECT_ANSWER(columns(4, 0, 0, 257, 8), CUDA_ERROR_INVALID_VALUE);
  EXPECT_ANSWER(columns(4, 0, 0, 8, 1025), CUDA_ERROR_INVALID_VALUE);
  EXPECT_ANSWER(columns(4, 0, 0, 72, 8, CU_TENSOR_MAP_SWIZZLE_128B), CUDA_ERROR_INVALID_VALUE);
}

// ---- Kernels ----

__device__ unsigned address_of(const void* object) { return static_cast<unsigned>(__cvta_generic_to_shared(object)); }

// A box of 4 rows of 16, at (8, 3), comes to `out`.
__device__ void load_box(const CUtensorMap* map, unsigned bytes, unsigned short* out) {
  __shared__ __align__(1024) unsigned short box[512];
  __shared__ __align__(8) unsigned long long barrier;
  const unsigned bar = address_of(&barrier);
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(bar) : "memory");
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(bar), "r"(bytes) : "memory");
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], "
        "[%4];" ::"r"(address_of(box)),
        "l"(map), "r"(8), "r"(3), "r"(bar)
        : "memory");
  }
  __syncthreads();
  unsigned done = 0;
  while (done == 0)
    asm volatile("{ .reg .pred q; mbarrier.try_wait.parity.shared::cta.b64 q, [%1], 0; selp.u32 %0, 1, 0, q; }"
                 : "=r"(done)
                 : "r"(bar)
                 : "memory");
  for (unsigned i = threadIdx.x; i < bytes / 2; i += blockDim.x) out[i] = box[i];
}

__constant__ CUtensorMap g_constant;
__global__ void by_parameter(const __grid_constant__ CUtensorMap map, unsigned short* out) { load_box(&map, 128, out); }
__global__ void by_constant(unsigned short* out) { load_box(&g_constant, 128, out); }
__global__ void by_pointer(const CUtensorMap* map, unsigned short* out) { load_box(map, 128, out); }

#define REPLACE(field, type, ...) \
  asm volatile("tensormap.replace.tile." field ".shared::cta.b1024." type " [%0], " __VA_ARGS__ : "memory")

// A map made of zeros, field by field, as compilers of kernels do it.
__global__ void from_zeros(CUtensorMap* map, const void* tensor, unsigned short* out) {
  __shared__ CUtensorMap made;
  if (threadIdx.x < 32) reinterpret_cast<unsigned*>(&made)[threadIdx.x] = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    const unsigned to = address_of(&made);
    REPLACE("global_address", "b64", "%1;" ::"r"(to), "l"(tensor));
    REPLACE("rank", "b32", "%1;" ::"r"(to), "r"(1));
    REPLACE("box_dim", "b32", "0, %1;" ::"r"(to), "r"(16));
    REPLACE("box_dim", "b32", "1, %1;" ::"r"(to), "r"(4));
    REPLACE("global_dim", "b32", "0, %1;" ::"r"(to), "r"(64));
    REPLACE("global_dim", "b32", "1, %1;" ::"r"(to), "r"(5));
    REPLACE("global_stride", "b64", "0, %1;" ::"r"(to), "l"(128ull));
    REPLACE("element_stride", "b32", "0, %1;" ::"r"(to), "r"(1));
    REPLACE("element_stride", "b32", "1, %1;" ::"r"(to), "r"(1));
    REPLACE("elemtype", "b32", "1;" ::"r"(to));
    REPLACE("interleave_layout", "b32", "0;" ::"r"(to));
    REPLACE("swizzle_mode", "b32", "0;" ::"r"(to));
    REPLACE("fill_mode", "b32", "0;" ::"r"(to));
  }
  __syncthreads();
  if (threadIdx.x < 32)
    asm volatile(
        "tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%0], [%1], 128;" ::"l"(
            map),
        "r"(address_of(&made))
        : "memory");
  __syncthreads();
  asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(map) : "memory");
  load_box(map, 128, out);
}

void kernels() {
  std::vector<unsigned short> tensor(64 * 64);
  for (unsigned i = 0; i < tensor.size(); ++i) tensor[i] = static_cast<unsigned short>(i);
  EXPECT_OK(cudaMemcpy(g_memory, tensor.data(), tensor.size() * 2, cudaMemcpyHostToDevice));
  unsigned short* out = nullptr;
  CUtensorMap* there = nullptr;
  EXPECT_OK(cudaMalloc(&out, 4096));
  EXPECT_OK(cudaMalloc(&there, sizeof *there));
  const auto box_of = [&](unsigned first, unsigned rows) {  // of `rows` rows that the tensor has
    unsigned short box[64];
    EXPECT_OK(cudaMemcpy(box, out, sizeof box, cudaMemcpyDeviceToHost));
    EXPECT_OK(cudaMemset(out, 0xee, sizeof box));
    for (unsigned i = 0; i < 64; ++i)
      if (box[i] != (i / 16 < rows ? first + (3 + i / 16) * 64 + 8 + i % 16 : 0)) return false;
    return true;
  };
  Tiled t;
  t.rank = 2;
  t.dims[1] = 32;
  EXPECT_DONE(encode(t));
  by_parameter<<<1, 64>>>(g_map, out);
  EXPECT(box_of(0, 4));
  EXPECT_OK(cudaMemcpyToSymbol(g_constant, &g_map, sizeof g_map));
  by_constant<<<1, 64>>>(out);
  EXPECT(box_of(0, 4));
  EXPECT_OK(cudaMemcpy(there, &g_map, sizeof g_map, cudaMemcpyHostToDevice));
  by_pointer<<<1, 64>>>(there, out);
  EXPECT(box_of(0, 4));
  EXPECT_DONE(cuTensorMapReplaceAddress(&g_map, g_memory + 256));
  by_parameter<<<1, 64>>>(g_map, out);
  EXPECT(box_of(128, 4));
  from_zeros<<<1, 64>>>(there, g_memory, out);
  EXPECT(box_of(0, 2));
  EXPECT_OK(cudaFree(out));
  EXPECT_OK(cudaFree(there));
}

int main() {
  EXPECT_DONE(cuInit(0));
  EXPECT_OK(cudaMalloc(&g_memory, 1 << 20));
  tiles();
  pixels();
  kernels();
  void* by_name = nullptr;
  cudaDriverEntryPointQueryResult found;
  EXPECT_OK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &by_name, 12000, cudaEnableDefault, &found));
  EXPECT(by_name != nullptr && found == cudaDriverEntryPointSuccess);
  EXPECT_OK(cudaFree(g_memory));
  return failures;
}
