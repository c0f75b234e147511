// Boxes of tensors against a plain computation of them, element by element, for maps and places drawn at random: all ranks,
// types, steps, swizzles and fills; what is loaded, what is stored, and nothing beside it.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

#include "driver_expect.hpp"

using Bytes = std::vector<unsigned char>;

constexpr unsigned kShared = 32 * 1024;
constexpr unsigned kGlobal = 256 * 1024;

struct Place {
  int at[5];
};

__device__ unsigned address_of(const void* object) { return static_cast<unsigned>(__cvta_generic_to_shared(object)); }

#define COORDINATES "r"(p.at[0]), "r"(p.at[1]), "r"(p.at[2]), "r"(p.at[3]), "r"(p.at[4])
#define LOAD(dim, list)                                                                                            \
  asm volatile("cp.async.bulk.tensor." dim ".shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, " \
               list "], [%7];" ::"r"(tile), "l"(&map), COORDINATES, "r"(bar) : "memory")
#define STORE(dim, list)                                                                                    \
  asm volatile("cp.async.bulk.tensor." dim ".global.shared::cta.tile.bulk_group [%1, " list "], [%0];" ::"r"(tile), \
               "l"(&map), COORDINATES : "memory")

__global__ void load(const __grid_constant__ CUtensorMap map, int rank, Place p, unsigned offset, unsigned bytes,
                     unsigned char* out) {
  extern __shared__ __align__(1024) unsigned char shared[];
  __shared__ alignas(8) unsigned long long barrier;
  for (unsigned i = threadIdx.x; i < kShared; i += blockDim.x) shared[i] = 0xee;
  const unsigned bar = address_of(&barrier), tile = address_of(shared) + offset;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(bar) : "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(bar), "r"(bytes) : "memory");
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    if (rank == 1) LOAD("1d", "{%2}");
    if (rank == 2) LOAD("2d", "{%2, %3}");
    if (rank == 3) LOAD("3d", "{%2, %3, %4}");
    if (rank == 4) LOAD("4d", "{%2, %3, %4, %5}");
    if (rank == 5) LOAD("5d", "{%2, %3, %4, %5, %6}");
  }
  // The barrier's phase ends with the last byte: one more or less, and this waits for good.
  unsigned done = 0;
  while (done == 0)
    asm volatile("{ .reg .pred q; mbarrier.try_wait.parity.shared::cta.b64 q, [%1], 0; selp.u32 %0, 1, 0, q; }"
                 : "=r"(done) : "r"(bar) : "memory");
  for (unsigned i = threadIdx.x; i < kShared; i += blockDim.x) out[i] = shared[i];
}

__global__ void store(const __grid_constant__ CUtensorMap map, int rank, Place p, unsigned offset, const unsigned char* in) {
  extern __shared__ __align__(1024) unsigned char shared[];
  for (unsigned i = threadIdx.x; i < kShared; i += blockDim.x) shared[i] = in[i];
  const unsigned tile = address_of(shared) + offset;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x != 0) return;
  if (rank == 1) STORE("1d", "{%2}");
  if (rank == 2) STORE("2d", "{%2, %3}");
  if (rank == 3) STORE("3d", "{%2, %3, %4}");
  if (rank == 4) STORE("4d", "{%2, %3, %4, %5}");
  if (rank == 5) STORE("5d", "{%2, %3, %4, %5, %6}");
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
  asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

// ---- The plain computation ----

struct Tensor {
  int type, rank, swizzle, fill;
  unsigned size;  // of an element
  cuuint64_t dims[5], strides[4];
  cuuint32_t box[5], steps[5];
};

unsigned count(const Tensor& t, int axis) { return axis == 0 ? t.box[0] : (t.box[axis] + t.steps[axis] - 1) / t.steps[axis]; }
unsigned elements(const Tensor& t) {
  unsigned all = 1;
  for (int i = 0; i < t.rank; ++i) all *= count(t, i);
  return all;
}

// Where byte `at` of a box lies: tables of the lines of 128 bytes that a swizzle repeats, piece by piece.
unsigned place_in_shared(const Tensor& t, unsigned address) {
  const unsigned line = address / 128, piece = address % 128 / 16, rest = address % 16;
  unsigned to = piece;
  if (t.swizzle == CU_TENSOR_MAP_SWIZZLE_32B) to = piece / 2 * 2 + (piece % 2 + line % 2) % 2;
  if (t.swizzle == CU_TENSOR_MAP_SWIZZLE_64B) {
    static const unsigned kOf[4][4] = {{0, 1, 2, 3}, {1, 0, 3, 2}, {2, 3, 0, 1}, {3, 2, 1, 0}};
    to = piece / 4 * 4 + kOf[line % 4][piece % 4];
  }
  if (t.swizzle == CU_TENSOR_MAP_SWIZZLE_128B) {
    static const unsigned kOf[8][8] = {{0, 1, 2, 3, 4, 5, 6, 7}, {1, 0, 3, 2, 5, 4, 7, 6}, {2, 3, 0, 1, 6, 7, 4, 5}, {3, 2, 1, 0, 7, 6, 5, 4},
                                       {4, 5, 6, 7, 0, 1, 2, 3}, {5, 4, 7, 6, 1, 0, 3, 2}, {6, 7, 4, 5, 2, 3, 0, 1}, {7, 6, 5, 4, 3, 2, 1, 0}};
    to = kOf[line % 8][piece];
  }
  return line * 128 + to * 16 + rest;
}

// Calls with each element's place in the box, counted in elements, and in global memory, or -1 where it is outside. What is
// stored are pieces of 16 bytes that are in the tensor in part.
template <class Visit>
void for_each_element(const Tensor& t, const Place& p, bool stored, Visit&& visit) {
  unsigned number = 0;
  for (unsigned e = 0; e < (t.rank > 4 ? count(t, 4) : 1); ++e)
    for (unsigned d = 0; d < (t.rank > 3 ? count(t, 3) : 1); ++d)
      for (unsigned c = 0; c < (t.rank > 2 ? count(t, 2) : 1); ++c)
        for (unsigned b = 0; b < (t.rank > 1 ? count(t, 1) : 1); ++b)
          for (unsigned a = 0; a < count(t, 0); ++a) {
            const unsigned index[] = {a, b, c, d, e};
            long long at = 0;
            bool inside = true;
            for (int i = 0; i < t.rank; ++i) {
              const long long x = p.at[i] + static_cast<long long>(index[i]) * (i == 0 ? 1 : t.steps[i]);
              const long long piece = 16 / t.size, dim = static_cast<long long>(t.dims[i]);
              inside = inside && x >= 0 && x < (stored && i == 0 ? (dim + piece - 1) / piece * piece : dim);
              at += x * static_cast<long long>(i == 0 ? t.size : t.strides[i - 1]);
            }
            visit(number++, inside ? at : -1);
          }
}

void fill_element(const Tensor& t, unsigned char* to) {
  for (unsigned b = 0; b < t.size; ++b) to[b] = t.fill == 0 ? 0 : b % 2 == 0 ? 0xf7 : 0x7f;
}

// Byte `b` of element `number` of a box, from where the box begins: with a swizzle, rows lie a span apart.
unsigned in_rows(const Tensor& t, unsigned number, unsigned b) {
  const unsigned row = t.box[0] * t.size, pitch = t.swizzle == 0 ? row : 16u << t.swizzle;
  return number / t.box[0] * pitch + number % t.box[0] * t.size + b;
}

std::mt19937 g_random(20);
unsigned below(unsigned bound) { return g_random() % bound; }

Tensor any_tensor() {
  static const int kTypes[] = {CU_TENSOR_MAP_DATA_TYPE_UINT8, CU_TENSOR_MAP_DATA_TYPE_UINT16, CU_TENSOR_MAP_DATA_TYPE_UINT32, CU_TENSOR_MAP_DATA_TYPE_INT64,
                               CU_TENSOR_MAP_DATA_TYPE_FLOAT16, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16};
  static const unsigned kSizes[] = {1, 2, 4, 8, 2, 4, 2};
  Tensor t{};
  const unsigned which = below(7);
  t.type = kTypes[which];
  t.size = kSizes[which];
  t.rank = 1 + below(5);
  t.swizzle = below(4);
  t.fill = which > 3 && below(2);
  const unsigned span = t.swizzle == 0 ? 256 : 16u << t.swizzle;
  t.box[0] = 16 * (1 + below(span / 16)) / t.size;
  t.dims[0] = 1 + below(2 * t.box[0]);
  cuuint64_t stride = (t.dims[0] * t.size + 15) / 16 * 16;
  for (int i = 1; i < t.rank; ++i) {
    t.box[i] = 1 + below(t.rank > 3 ? 4 : 9);
    t.dims[i] = 1 + below(7);
    t.steps[i] = below(2) ? 1 : 1 + below(8);
    t.strides[i - 1] = stride + 16 * below(3);
    stride = t.strides[i - 1] * t.dims[i];
  }
  t.steps[0] = 1;
  return t;
}

int main() {
  EXPECT_DONE(cuInit(0));
  unsigned char *global = nullptr, *out = nullptr;
  EXPECT_OK(cudaMalloc(&global, kGlobal));
  EXPECT_OK(cudaMalloc(&out, kShared));
  Bytes source(kGlobal), shared(kShared), found(kGlobal);
  for (unsigned char& byte : source) byte = 1 + below(100);  // no number whose bits a copy would change
  for (unsigned char& byte : shared) byte = 101 + below(100);
  int done = 0;
  while (done < 400) {
    const Tensor t = any_tensor();
    const unsigned bytes = elements(t) * t.size;
    const cuuint64_t end = t.rank == 1 ? t.dims[0] * t.size : t.strides[t.rank - 2] * t.dims[t.rank - 1];
    const unsigned rows = bytes / (t.box[0] * t.size);
    if (in_rows(t, rows * t.box[0], 0) > kShared / 2 || end > kGlobal) continue;
    ++done;
    CUtensorMap map;
    EXPECT_DONE(cuTensorMapEncodeTiled(&map, CUtensorMapDataType(t.type), t.rank, global, t.dims, t.strides, t.box, t.steps,
                                       CU_TENSOR_MAP_INTERLEAVE_NONE, CUtensorMapSwizzle(t.swizzle), CU_TENSOR_MAP_L2_PROMOTION_NONE,
                                       CUtensorMapFloatOOBfill(t.fill)));
    Place p{};
    for (int i = 0; i < t.rank; ++i) p.at[i] = static_cast<int>(below(t.dims[i] + t.box[i] + 2)) - static_cast<int>(t.box[i]) - 1;
    p.at[0] -= p.at[0] % static_cast<int>(16 / t.size);
    const unsigned offset = 128 * below(16);

    EXPECT_OK(cudaMemcpy(global, source.data(), kGlobal, cudaMemcpyHostToDevice));
    load<<<1, 64, kShared>>>(map, t.rank, p, offset, bytes, out);
    found.resize(kShared);
    EXPECT_OK(cudaMemcpy(found.data(), out, kShared, cudaMemcpyDeviceToHost));
    Bytes expected(kShared, 0xee);
    for_each_element(t, p, false, [&](unsigned number, long long at) {
      unsigned char element[8];
      fill_element(t, element);
      if (at >= 0) std::memcpy(element, &source[at], t.size);
      for (unsigned b = 0; b < t.size; ++b) expected[place_in_shared(t, offset + in_rows(t, number, b))] = element[b];
    });
    EXPECT(found == expected);

    for (int& at : p.at) at = at < 0 ? 0 : at;  // stores begin in the tensor or behind it

    EXPECT_OK(cudaMemcpy(out, shared.data(), kShared, cudaMemcpyHostToDevice));
    store<<<1, 64, kShared>>>(map, t.rank, p, offset, out);
    found.resize(kGlobal);
    EXPECT_OK(cudaMemcpy(found.data(), global, kGlobal, cudaMemcpyDeviceToHost));
    expected = source;
    for_each_element(t, p, true, [&](unsigned number, long long at) {
      for (unsigned b = 0; b < t.size && at >= 0; ++b) expected[at + b] = shared[place_in_shared(t, offset + in_rows(t, number, b))];
    });
    EXPECT(found == expected);
    if (failures > 0) return std::printf("map %d: type %d rank %d swizzle %d\n", done, t.type, t.rank, t.swizzle), 1;
  }
  EXPECT_OK(cudaFree(global));
  EXPECT_OK(cudaFree(out));
  return failures;
}
