// Matrix loads and stores from tiles in shared memory, swizzled and not, and fragments that plain loads fill.
#include <cuda_fp16.h>
#include <mma.h>

#include "check.hpp"

static __device__ unsigned shared_address(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }

// Where a 16-byte chunk of a row of eight lies: in its place, moved by the row (no two rows of eight in one bank), or in
// rows that are longer by a chunk.
struct InPlace {
  static constexpr int kPitch = 8;
  static __device__ int chunk(int row, int column) { return row * kPitch + column; }
};
struct Swizzled {
  static constexpr int kPitch = 8;
  static __device__ int chunk(int row, int column) { return row * kPitch + (column ^ (row & 7)); }
};
struct Padded {
  static constexpr int kPitch = 9;
  static __device__ int chunk(int row, int column) { return row * kPitch + column; }
};

// A tile of 32 rows of 64 halves, whose half (r, c) is r * 64 + c.
template <class Layout>
static __device__ void fill(int4* tile) {
  for (int i = threadIdx.x; i < 32 * 8; i += blockDim.x) {
    const unsigned first = i / 8 * 64 + i % 8 * 8;
    const auto pair = [&](unsigned k) { return static_cast<int>((first + k) | (first + k + 1) << 16); };
    tile[Layout::chunk(i / 8, i % 8)] = make_int4(pair(0), pair(2), pair(4), pair(6));
  }
  __syncthreads();
}

template <class Layout, bool kTransposed>
__global__ void load_matrices(int* out, int) {
  __shared__ __align__(16) int4 tile[32 * Layout::kPitch];
  fill<Layout>(tile);
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int sum[4] = {};
  for (int k = 0; k < 4; ++k) {
    const unsigned from = shared_address(tile + Layout::chunk(warp * 16 + lane % 16, k * 2 + lane / 16));
    int v[4];
    if constexpr (kTransposed) {
      asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                   : "=r"(v[0]), "=r"(v[1]), "=r"(v[2]), "=r"(v[3]) : "r"(from));
    } else {
      asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                   : "=r"(v[0]), "=r"(v[1]), "=r"(v[2]), "=r"(v[3]) : "r"(from));
    }
    for (int i = 0; i < 4; ++i) sum[i] += v[i] * (k + 1);
  }
  for (int i = 0; i < 4; ++i) out[(warp * 4 + i) * 32 + lane] = sum[i];
}

__global__ void load_few_matrices(int* out, int) {
  __shared__ __align__(16) int4 tile[32 * 8];
  fill<Swizzled>(tile);
  const int lane = threadIdx.x;
  int one, two[2];
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"
               : "=r"(one) : "r"(shared_address(tile + Swizzled::chunk(lane % 8, 3))));
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
               : "=r"(two[0]), "=r"(two[1]) : "r"(shared_address(tile + Swizzled::chunk(lane % 16, 5))));
  out[lane] = one;
  out[32 + lane] = two[0];
  out[64 + lane] = two[1];
}

template <class Layout, bool kTransposed>
__global__ void store_matrices(int* out, int) {
  __shared__ __align__(16) int4 tile[16 * Layout::kPitch];
  const int lane = threadIdx.x;
  for (int k = 0; k < 4; ++k) {
    const unsigned to = shared_address(tile + Layout::chunk(lane % 16, k * 2 + lane / 16));
    const int v[4] = {k * 1000 + lane, k * 1000 + 100 + lane, k * 1000 + 200 + lane, k * 1000 + 300 + lane};
    if constexpr (kTransposed) {
      asm volatile("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(to), "r"(v[0]), "r"(v[1]),
                   "r"(v[2]), "r"(v[3]) : "memory");
    } else {
      asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(to), "r"(v[0]), "r"(v[1]),
                   "r"(v[2]), "r"(v[3]) : "memory");
    }
  }
  __syncwarp();
  for (int i = lane; i < 16 * 8; i += 32) reinterpret_cast<int4*>(out)[i] = tile[Layout::chunk(i / 8, i % 8)];
}

// A fragment's elements are all loaded one by one and stored as a matrix: what they hold matters, where does not.
__global__ void plain_accumulator(float* out, const float* in) {
  nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float> sum;
  const int lane = threadIdx.x;
  float total = 0;
  for (int i = 0; i < sum.num_elements; ++i) {
    sum.x[i] = in[i * 32 + lane] * 2;
    total += sum.x[i];
  }
  nvcuda::wmma::store_matrix_sync(out, sum, 16, nvcuda::wmma::mem_row_major);
  out[256 + lane] = total;
}

__global__ void product(float* out, const half* a, const half* b, const float* c) {
  __shared__ __align__(32) half left[16 * 24];
  for (int i = threadIdx.x; i < 256; i += 32) left[i / 16 * 24 + i % 16] = a[i];
  __syncwarp();
  nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 16, 16, 16, half, nvcuda::wmma::row_major> fa;
  nvcuda::wmma::fragment<nvcuda::wmma::matrix_b, 16, 16, 16, half, nvcuda::wmma::col_major> fb;
  nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float> sum;
  nvcuda::wmma::load_matrix_sync(sum, c, 16, nvcuda::wmma::mem_row_major);
  nvcuda::wmma::load_matrix_sync(fa, left, 24);
  nvcuda::wmma::load_matrix_sync(fb, b, 16);
  nvcuda::wmma::mma_sync(sum, fa, fb, sum);
  for (int i = 0; i < sum.num_elements; ++i) sum.x[i] = fmaxf(sum.x[i], 0.0f);
  nvcuda::wmma::store_matrix_sync(out, sum, 16, nvcuda::wmma::mem_row_major);
}

// Nothing else reads what the plain loads bring: only the store of the matrix does.
template <class Shape, class T, nvcuda::wmma::layout_t kLayout>
__global__ void only_stored(T* out, const T* in, int pitch) {
  nvcuda::wmma::fragment<nvcuda::wmma::accumulator, Shape::kRows, Shape::kColumns, Shape::kDepth, T> sum;
  for (int i = 0; i < sum.num_elements; ++i) sum.x[i] = in[i * 32 + threadIdx.x];
  nvcuda::wmma::store_matrix_sync(out, sum, pitch, kLayout);
}

template <class Shape, class T, nvcuda::wmma::layout_t kLayout>
__global__ void copy_accumulator(T* out, const T* in, int pitch) {
  nvcuda::wmma::fragment<nvcuda::wmma::accumulator, Shape::kRows, Shape::kColumns, Shape::kDepth, T> sum;
  nvcuda::wmma::load_matrix_sync(sum, in, pitch, kLayout);
  nvcuda::wmma::store_matrix_sync(out, sum, pitch, kLayout);
}

__global__ void copy_through_shared(float* out, const float* in) {
  __shared__ __align__(32) float tile[16 * 20];
  nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float> sum;
  nvcuda::wmma::load_matrix_sync(sum, in, 16, nvcuda::wmma::mem_row_major);
  nvcuda::wmma::store_matrix_sync(tile, sum, 20, nvcuda::wmma::mem_row_major);
  __syncwarp();
  for (int i = threadIdx.x; i < 256; i += 32) out[i] = tile[i / 16 * 20 + i % 16];
}

template <class LayoutA, class LayoutB>
__global__ void product_of_layouts(float* out, const half* a, const half* b, int pitch) {
  nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 16, 16, 16, half, LayoutA> fa;
  nvcuda::wmma::fragment<nvcuda::wmma::matrix_b, 16, 16, 16, half, LayoutB> fb;
  nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float> sum;
  nvcuda::wmma::fill_fragment(sum, 1.0f);
  nvcuda::wmma::load_matrix_sync(fa, a, pitch);
  nvcuda::wmma::load_matrix_sync(fb, b, pitch);
  nvcuda::wmma::mma_sync(sum, fa, fb, sum);
  nvcuda::wmma::store_matrix_sync(out, sum, 16, nvcuda::wmma::mem_row_major);
}

template <int kM, int kN, int kK>
struct Shape {
  static constexpr int kRows = kM, kColumns = kN, kDepth = kK;
};

// Sums of all lanes in shared memory, by atomics on floats and doubles.
template <class T>
__global__ void shared_sums(T* out, const T* in, int bins) {
  __shared__ T sums[32];
  if (threadIdx.x < 32) sums[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&sums[threadIdx.x % bins], in[threadIdx.x]);
  __syncthreads();
  if (threadIdx.x < 32) out[threadIdx.x] = sums[threadIdx.x];
}

__global__ void halves_as_numbers(int* out, const half* in) { out[threadIdx.x] = static_cast<int>(__half2float(in[threadIdx.x])); }

// What the matrix loads give: a register of lane l holds halves 2 (l % 4) and the next of row l / 4; transposed, of column l / 4.
int expected_load(int i, bool transposed) {
  const int lane = i % 32, matrix = i / 32 % 4, warp = i / 128;
  unsigned sum = 0;
  for (unsigned k = 0; k < 4; ++k) {
    const auto at = [&](unsigned row, unsigned column) { return (warp * 16 + matrix % 2 * 8 + row) * 64 + (k * 2 + matrix / 2) * 8 + column; };
    const unsigned major = lane / 4, minor = lane % 4 * 2;
    const unsigned low = transposed ? at(minor, major) : at(major, minor), high = transposed ? at(minor + 1, major) : at(major, minor + 1);
    sum += (low | high << 16) * (k + 1);
  }
  return static_cast<int>(sum);
}

int expected_store(int i, bool transposed) {
  // Word i holds halves of row i / 32 at columns 2 (i % 32) and the next.
  const auto half_at = [&](int row, int column) {
    const int k = column / 16, matrix = column % 16 / 8 * 2 + row / 8, r = row % 8, c = column % 8;
    const int major = transposed ? c : r, minor = transposed ? r : c;
    const unsigned word = k * 1000 + matrix * 100 + major * 4 + minor / 2;
    return minor % 2 ? word >> 16 : word & 0xffff;
  };
  return static_cast<int>(half_at(i / 32, i % 32 * 2) | half_at(i / 32, i % 32 * 2 + 1) << 16);
}

int main() {
  check::words("load_matrices", load_matrices<InPlace, false>, 1, 64, 256, [](int i) { return expected_load(i, false); }, 0);
  check::words("load_matrices", load_matrices<Swizzled, false>, 1, 64, 256, [](int i) { return expected_load(i, false); }, 0);
  check::words("load_matrices", load_matrices<Padded, false>, 1, 64, 256, [](int i) { return expected_load(i, false); }, 0);
  check::words("load_matrices", load_matrices<InPlace, true>, 1, 64, 256, [](int i) { return expected_load(i, true); }, 0);
  check::words("load_matrices", load_matrices<Swizzled, true>, 1, 64, 256, [](int i) { return expected_load(i, true); }, 0);
  check::words("load_few_matrices", load_few_matrices, 1, 32, 96, [](int i) {
    const int lane = i % 32, major = lane / 4, minor = lane % 4 * 2;
    if (i < 32) return (major * 64 + 24 + minor) | (major * 64 + 25 + minor) << 16;
    const int row = (i / 32 - 1) * 8 + minor;
    return (row * 64 + 40 + major) | ((row + 1) * 64 + 40 + major) << 16;
  }, 0);
  check::words("store_matrices", store_matrices<InPlace, false>, 1, 32, 512, [](int i) { return expected_store(i, false); }, 0);
  check::words("store_matrices", store_matrices<Swizzled, false>, 1, 32, 512, [](int i) { return expected_store(i, false); }, 0);
  check::words("store_matrices", store_matrices<Swizzled, true>, 1, 32, 512, [](int i) { return expected_store(i, true); }, 0);

  float* floats = check::array<float>(256, [](int i) { return i % 16; });
  float* same = check::array<float>(256, [](int) { return 3; });
  half* left = check::array<half>(256, [](int i) { return __float2half(static_cast<float>(i % 7 - 3)); });
  half* right = check::array<half>(256, [](int i) { return __float2half(static_cast<float>(i % 5 - 2)); });
  double* doubles = check::array<double>(256, [](int i) { return i % 16; });
  check::words("plain_accumulator", plain_accumulator, 1, 32, 288, [](int i) { return i < 256 ? 6 : 48; }, same);
  check::words("product", product, 1, 32, 256, [](int i) {
    int sum = i % 16;
    for (int k = 0; k < 16; ++k) sum += ((i / 16 * 16 + k) % 7 - 3) * ((i % 16 * 16 + k) % 5 - 2);
    return sum > 0 ? sum : 0;
  }, left, right, floats);
  using nvcuda::wmma::mem_col_major;
  using nvcuda::wmma::mem_row_major;
  half* halves = check::array<half>(512, [](int i) { return __float2half(static_cast<float>(i)); });
  int* words = check::array<int>(512, [](int i) { return i * 3; });
  double* wide = check::array<double>(512, [](int i) { return i; });
  const auto three = [](int) { return 3; };
  const auto itself = [](int i) { return i; };
  check::words("only_stored", only_stored<Shape<16, 16, 16>, float, mem_row_major>, 1, 32, 256, three, same, 16);
  check::words("only_stored", only_stored<Shape<16, 16, 16>, float, mem_col_major>, 1, 32, 256, three, same, 16);
  check::words("only_stored", only_stored<Shape<32, 8, 16>, float, mem_row_major>, 1, 32, 256, three, same, 8);
  check::words("only_stored", only_stored<Shape<8, 32, 16>, float, mem_col_major>, 1, 32, 256, three, same, 8);
  check::words("copy_accumulator", copy_accumulator<Shape<16, 16, 16>, float, mem_row_major>, 1, 32, 256, [](int i) { return i % 16; }, floats, 16);
  check::words("copy_accumulator", copy_accumulator<Shape<16, 16, 16>, float, mem_col_major>, 1, 32, 256, [](int i) { return i % 16; }, floats, 16);
  check::words("copy_accumulator", copy_accumulator<Shape<16, 16, 16>, int, mem_row_major>, 1, 32, 256, [](int i) { return i * 3; }, words, 16);
  check::words("copy_accumulator", copy_accumulator<Shape<8, 8, 4>, double, mem_row_major>, 1, 32, 64, itself, wide, 8);
  check::words("copy_accumulator", copy_accumulator<Shape<8, 8, 4>, double, mem_col_major>, 1, 32, 64, itself, wide, 8);
  {
    half* copied = check::array<half>(512, [](int) { return __float2half(0.0f); });
    copy_accumulator<Shape<16, 16, 16>, half, mem_row_major><<<1, 32>>>(copied, halves, 16);
    copy_accumulator<Shape<16, 16, 16>, half, mem_col_major><<<1, 32>>>(copied + 256, halves + 256, 16);
    check::words("halves_as_numbers", halves_as_numbers, 1, 512, 512, itself, copied);
  }
  check::words("copy_through_shared", copy_through_shared, 1, 32, 256, [](int i) { return i % 16; }, floats);
  const auto product_with = [](bool a_rows, bool b_rows) {
    return [=](int i) {
      int sum = 1;
      for (int k = 0; k < 16; ++k) {
        const int at = a_rows ? i / 16 * 16 + k : k * 16 + i / 16, bt = b_rows ? k * 16 + i % 16 : i % 16 * 16 + k;
        sum += (at % 7 - 3) * (bt % 5 - 2);
      }
      return sum;
    };
  };
  using Rows = nvcuda::wmma::row_major;
  using Columns = nvcuda::wmma::col_major;
  check::words("product_of_layouts", product_of_layouts<Rows, Rows>, 1, 32, 256, product_with(true, true), left, right, 16);
  check::words("product_of_layouts", product_of_layouts<Columns, Columns>, 1, 32, 256, product_with(false, false), left, right, 16);
  check::words("product_of_layouts", product_of_layouts<Columns, Rows>, 1, 32, 256, product_with(false, true), left, right, 16);
  const auto sum_of = [](int bins) {
    return [=](int i) {
      int sum = 0;
      for (int k = 0; k < 256; ++k) sum += k % bins == i ? k % 16 : 0;
      return sum;
    };
  };
  check::words("shared_sums", shared_sums<float>, 1, 256, 32, sum_of(32), floats, 32);
  check::words("shared_sums", shared_sums<float>, 1, 256, 32, sum_of(5), floats, 5);
  check::words("shared_sums", shared_sums<double>, 1, 256, 32, sum_of(32), doubles, 32);
  check::words("shared_sums", shared_sums<double>, 1, 256, 32, sum_of(3), doubles, 3);
  return check::finish("tiles");
}
