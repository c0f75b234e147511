// Products of matrices in stages: asynchronous copies into swizzled tiles run ahead of matrix loads and products, edges
// are filled with zeros, and the result goes through shared memory to wide stores.
#include <cuda_fp16.h>

#include "check.hpp"

constexpr int kTile = 64;   // rows and columns of the result that a block makes
constexpr int kDepth = 32;  // of a stage

static __device__ unsigned shared_address(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }

// A copy of `kBytes`: zeros where it is not wanted, or nothing at all.
enum Edges { kZeros, kNothing, kNone };

template <int kBytes, Edges kEdges>
static __device__ void copy(void* to, const void* from, bool wanted) {
  if constexpr (kEdges == kZeros && kBytes == 16) {
    asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16, %2;" ::"r"(shared_address(to)), "l"(from), "r"(wanted ? 16 : 0));
  } else if constexpr (kEdges == kZeros) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(shared_address(to)), "l"(from), "n"(kBytes), "r"(wanted ? kBytes : 0));
  } else if constexpr (kEdges == kNothing && kBytes == 16) {
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %2, 0; @p cp.async.cg.shared.global.L2::128B [%0], [%1], 16; }" ::"r"(shared_address(to)),
                 "l"(from), "r"(static_cast<int>(wanted)));
  } else if constexpr (kEdges == kNothing) {
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %2, 0; @p cp.async.ca.shared.global [%0], [%1], %3; }" ::"r"(shared_address(to)), "l"(from),
                 "r"(static_cast<int>(wanted)), "n"(kBytes));
  } else if constexpr (kBytes == 16) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(to)), "l"(from));
  } else {
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(shared_address(to)), "l"(from), "n"(kBytes));
  }
}

static __device__ void commit() { asm volatile("cp.async.commit_group;"); }

template <int kLeft>
static __device__ void wait() {
  asm volatile("cp.async.wait_group %0;" ::"n"(kLeft));
}

// Rows of 32 halves are four chunks of 16 bytes, moved by every second row; rows of 64 halves eight, moved by every row.
static __device__ int left_place(int row, int chunk) { return (row * 4 + (chunk ^ (row >> 1 & 3))) * 8; }
static __device__ int right_place(int row, int chunk) { return (row * 8 + (chunk ^ (row & 7))) * 8; }

static __device__ void load_four(unsigned (&v)[4], const half* from) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(v[0]), "=r"(v[1]), "=r"(v[2]), "=r"(v[3]) : "r"(shared_address(from)));
}

static __device__ void load_four_transposed(unsigned (&v)[4], const half* from) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(v[0]), "=r"(v[1]), "=r"(v[2]), "=r"(v[3]) : "r"(shared_address(from)));
}

static __device__ void multiply(float (&sum)[4], const unsigned (&a)[4], unsigned b0, unsigned b1) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
               : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

template <int kBytes, Edges kEdges>
static __device__ void copy_stage(half* left, half* right, const half* a, const half* b, int m, int n, int k, int from) {
  constexpr int kHalves = kBytes / 2;
  const int top = blockIdx.y * kTile, side = blockIdx.x * kTile;
  for (int i = threadIdx.x; i < kTile * kDepth / kHalves; i += 128) {
    const int row = i / (kDepth / kHalves), column = i % (kDepth / kHalves) * kHalves;
    const bool wanted = top + row < m && from + column < k;
    copy<kBytes, kEdges>(left + left_place(row, column / 8) + column % 8, wanted ? a + (top + row) * k + from + column : a, wanted);
  }
  for (int i = threadIdx.x; i < kTile * kDepth / kHalves; i += 128) {
    const int row = i / (kTile / kHalves), column = i % (kTile / kHalves) * kHalves;
    const bool wanted = from + row < k && side + column < n;
    copy<kBytes, kEdges>(right + right_place(row, column / 8) + column % 8, wanted ? b + (from + row) * n + side + column : b, wanted);
  }
}

// Four warps, two by two, each 32 by 32 of the result.
template <int kStages, int kBytes, Edges kEdges>
__global__ void product(float* out, const half* a, const half* b, int m, int n, int k) {
  __shared__ __align__(128) half left[kStages][kTile * kDepth];
  __shared__ __align__(128) half right[kStages][kDepth * kTile];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (kEdges == kNothing) {
    for (int i = threadIdx.x; i < kStages * kTile * kDepth; i += 128) (&left[0][0])[i] = (&right[0][0])[i] = __float2half(0.0f);
    __syncthreads();
  }
  for (int stage = 0; stage < kStages - 1; ++stage) {
    if (stage * kDepth < k) copy_stage<kBytes, kEdges>(left[stage], right[stage], a, b, m, n, k, stage * kDepth);
    commit();
  }
  float sum[2][4][4] = {};
  for (int step = 0; step * kDepth < k; ++step) {
    wait<kStages - 2>();
    __syncthreads();
    const int next = step + kStages - 1;
    if (next * kDepth < k) copy_stage<kBytes, kEdges>(left[next % kStages], right[next % kStages], a, b, m, n, k, next * kDepth);
    commit();
    const half* from_left = left[step % kStages];
    const half* from_right = right[step % kStages];
#pragma unroll
    for (int inner = 0; inner < kDepth / 16; ++inner) {
      unsigned fa[2][4], fb[2][4];
      for (int i = 0; i < 2; ++i)
        load_four(fa[i], from_left + left_place(warp / 2 * 32 + i * 16 + lane % 16, inner * 2 + lane / 16));
      for (int j = 0; j < 2; ++j)
        load_four_transposed(fb[j], from_right + right_place(inner * 16 + lane % 16, warp % 2 * 4 + j * 2 + lane / 16));
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 4; ++j) multiply(sum[i][j], fa[i], fb[j / 2][j % 2 * 2], fb[j / 2][j % 2 * 2 + 1]);
    }
  }
  wait<0>();
  __syncthreads();
  // Through shared memory, 16 rows of each warp at a time, in rows that are four words longer.
  float* rows = reinterpret_cast<float*>(&left[0][0]) + warp * (16 * 36);
  static_assert(sizeof left + sizeof right >= 4 * 16 * 36 * sizeof(float));
  static_assert(sizeof left >= 4 * 16 * 36 * sizeof(float) || kStages == 2);
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 4; ++j) {
      float* to = rows + lane / 4 * 36 + j * 8 + lane % 4 * 2;
      *reinterpret_cast<float2*>(to) = make_float2(sum[i][j][0], sum[i][j][1]);
      *reinterpret_cast<float2*>(to + 8 * 36) = make_float2(sum[i][j][2], sum[i][j][3]);
    }
    __syncwarp();
    for (int part = lane; part < 16 * 8; part += 32) {
      const int row = blockIdx.y * kTile + warp / 2 * 32 + i * 16 + part / 8, column = blockIdx.x * kTile + warp % 2 * 32 + part % 8 * 4;
      if (row < m && column < n)
        *reinterpret_cast<float4*>(out + row * n + column) = *reinterpret_cast<const float4*>(rows + part / 8 * 36 + part % 8 * 4);
    }
    __syncwarp();
  }
}

// The same for floats, cut to tf32: fragments are loaded word by word.
template <int kStages>
__global__ void product_of_floats(float* out, const float* a, const float* b, int m, int n, int k) {
  constexpr int kWords = 16;
  __shared__ __align__(128) float left[kStages][32 * kWords];
  __shared__ __align__(128) float right[kStages][kWords * 32];
  const int lane = threadIdx.x, top = blockIdx.y * 32, side = blockIdx.x * 32;
  const auto copy_both = [&](int stage, int from) {
    for (int i = lane; i < 32 * kWords / 4; i += 32) {
      const int row = i / 4, column = i % 4;
      copy<16, kNone>(left[stage] + row * 16 + (column ^ (row >> 1 & 3)) * 4, a + (top + row) * k + from + column * 4, true);
    }
    for (int i = lane; i < 32 * kWords / 4; i += 32) {
      const int row = i / 8, column = i % 8;
      copy<16, kNone>(right[stage] + row * 32 + (column ^ (row & 3) * 2) * 4, b + (from + row) * n + side + column * 4, true);
    }
    commit();
  };
  for (int stage = 0; stage < kStages - 1; ++stage) copy_both(stage, stage * kWords);
  float sum[2][4][4] = {};
  for (int step = 0; step * kWords < k; ++step) {
    wait<kStages - 2>();
    __syncwarp();
    const int next = step + kStages - 1;
    if (next * kWords < k) copy_both(next % kStages, next * kWords);
    else commit();
    const float* from_left = left[step % kStages];
    const float* from_right = right[step % kStages];
#pragma unroll
    for (int inner = 0; inner < kWords / 8; ++inner) {
      for (int i = 0; i < 2; ++i) {
        float fa[4];
        for (int e = 0; e < 4; ++e) {
          const int row = i * 16 + lane / 4 + e % 2 * 8, column = inner * 8 + lane % 4 + e / 2 * 4;
          fa[e] = from_left[row * 16 + ((column / 4) ^ (row >> 1 & 3)) * 4 + column % 4];
        }
        for (int j = 0; j < 4; ++j) {
          float fb[2];
          for (int e = 0; e < 2; ++e) {
            const int row = inner * 8 + lane % 4 + e * 4, column = j * 8 + lane / 4;
            fb[e] = from_right[row * 32 + ((column / 4) ^ (row & 3) * 2) * 4 + column % 4];
          }
          asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                       : "+f"(sum[i][j][0]), "+f"(sum[i][j][1]), "+f"(sum[i][j][2]), "+f"(sum[i][j][3])
                       : "r"(__float_as_int(fa[0])), "r"(__float_as_int(fa[1])), "r"(__float_as_int(fa[2])), "r"(__float_as_int(fa[3])),
                         "r"(__float_as_int(fb[0])), "r"(__float_as_int(fb[1])));
        }
      }
    }
  }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 4; ++j)
      for (int e = 0; e < 2; ++e)
        *reinterpret_cast<float2*>(out + (top + i * 16 + lane / 4 + e * 8) * n + side + j * 8 + lane % 4 * 2) = make_float2(sum[i][j][e * 2], sum[i][j][e * 2 + 1]);
}

// A tile to halves through stmatrix, and out as 16 bytes a thread.
__global__ void halves_by_matrix_stores(half* out, const float* in) {
  __shared__ __align__(128) half tile[16 * 64];
  const int lane = threadIdx.x;
  for (int k = 0; k < 4; ++k) {
    unsigned v[4];
    for (int i = 0; i < 4; ++i) {
      const float2 two = *reinterpret_cast<const float2*>(in + (lane / 4 + i % 2 * 8) * 64 + k * 16 + i / 2 * 8 + lane % 4 * 2);
      const half2 both = __floats2half2_rn(two.x, two.y);
      v[i] = *reinterpret_cast<const unsigned*>(&both);
    }
    asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(
                     shared_address(tile + right_place(lane % 16, k * 2 + lane / 16))),
                 "r"(v[0]), "r"(v[1]), "r"(v[2]), "r"(v[3])
                 : "memory");
  }
  __syncwarp();
  for (int i = lane; i < 128; i += 32) reinterpret_cast<int4*>(out)[i] = *reinterpret_cast<const int4*>(tile + right_place(i / 8, i % 8));
}

__global__ void words_of(int* out, const half* in) { out[threadIdx.x] = static_cast<int>(__half2float(in[threadIdx.x])); }

int element(int i, int step) { return i * step % 9 - 4; }

int main() {
  half* a = check::array<half>(128 * 128, [](int i) { return __float2half(static_cast<float>(element(i, 5))); });
  half* b = check::array<half>(128 * 128, [](int i) { return __float2half(static_cast<float>(element(i, 7))); });
  float* af = check::array<float>(64 * 64, [](int i) { return static_cast<float>(element(i, 5)); });
  float* bf = check::array<float>(64 * 64, [](int i) { return static_cast<float>(element(i, 7)); });
  const auto expected = [](int n, int k) {
    return [=](int i) {
      int sum = 0;
      for (int at = 0; at < k; ++at) sum += element(i / n * k + at, 5) * element(at * n + i % n, 7);
      return sum;
    };
  };
  check::words("product", product<3, 16, kZeros>, dim3(2, 1), 128, 64 * 128, expected(128, 128), a, b, 64, 128, 128);
  check::words("product", product<4, 16, kNone>, dim3(1, 1), 128, 64 * 64, expected(64, 128), a, b, 64, 64, 128);
  check::words("product", product<3, 16, kZeros>, dim3(2, 1), 128, 50 * 88, expected(88, 72), a, b, 50, 88, 72);
  check::words("product", product<3, 16, kNothing>, dim3(2, 1), 128, 50 * 88, expected(88, 72), a, b, 50, 88, 72);
  check::words("product", product<3, 8, kZeros>, dim3(2, 1), 128, 50 * 84, expected(84, 68), a, b, 50, 84, 68);
  check::words("product", product<3, 4, kZeros>, dim3(1, 1), 128, 40 * 60, expected(60, 66), a, b, 40, 60, 66);
  check::words("product", product<3, 4, kNothing>, dim3(1, 1), 128, 40 * 60, expected(60, 66), a, b, 40, 60, 66);
  check::words("product_of_floats", product_of_floats<3>, dim3(2, 2), 32, 64 * 64, expected(64, 64), af, bf, 64, 64, 64);
  half* halves = check::array<half>(16 * 64, [](int) { return __float2half(0.0f); });
  halves_by_matrix_stores<<<1, 32>>>(halves, af);
  check::words("words_of", words_of, 1, 1024, 1024, [](int i) { return element(i, 5); }, halves);
  return check::finish("stages");
}
