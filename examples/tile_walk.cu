// One 32x32 tile of int, written and read along rows or along columns.
//
// The block is 32x32 threads, so that a warp is one value of threadIdx.y. A row is one wavefront for a warp, a column
// of an unpadded tile is 32. The static tile knows its pitch when it is compiled, the dynamic one (third launch
// argument) only when it is launched; the banks are the same.
//
// What to see, shared wavefronts for the 32 store and the 32 load instructions of one block:
//   row_row                     32 and   32
//   column_column            1,024 and 1,024
//   row_column                  32 and 1,024   the transpose
//   row_column_padded           32 and   32   33 words a row
//   row_column_dynamic          32 and 1,024
//   row_column_dynamic_padded   32 and   32
// Usage: tile_walk [blocks]
#include "check.hpp"

constexpr int kTile = 32;

__global__ void row_row(int* out) {
  __shared__ int tile[kTile][kTile];
  const int i = threadIdx.y * kTile + threadIdx.x;
  tile[threadIdx.y][threadIdx.x] = i;
  __syncthreads();
  out[blockIdx.x * kTile * kTile + i] = tile[threadIdx.y][threadIdx.x];
}

__global__ void column_column(int* out) {
  __shared__ int tile[kTile][kTile];
  const int i = threadIdx.y * kTile + threadIdx.x;
  tile[threadIdx.x][threadIdx.y] = i;
  __syncthreads();
  out[blockIdx.x * kTile * kTile + i] = tile[threadIdx.x][threadIdx.y];
}

__global__ void row_column(int* out) {
  __shared__ int tile[kTile][kTile];
  const int i = threadIdx.y * kTile + threadIdx.x;
  tile[threadIdx.y][threadIdx.x] = i;
  __syncthreads();
  out[blockIdx.x * kTile * kTile + i] = tile[threadIdx.x][threadIdx.y];
}

__global__ void row_column_padded(int* out) {
  __shared__ int tile[kTile][kTile + 1];
  const int i = threadIdx.y * kTile + threadIdx.x;
  tile[threadIdx.y][threadIdx.x] = i;
  __syncthreads();
  out[blockIdx.x * kTile * kTile + i] = tile[threadIdx.x][threadIdx.y];
}

// `pitch` is the number of words from one row to the next: 32 without padding, 33 with.
__global__ void row_column_dynamic(int* out, int pitch) {
  extern __shared__ int tile[];
  const int i = threadIdx.y * kTile + threadIdx.x;
  tile[threadIdx.y * pitch + threadIdx.x] = i;
  __syncthreads();
  out[blockIdx.x * kTile * kTile + i] = tile[threadIdx.x * pitch + threadIdx.y];
}

int main(int argc, char** argv) {
  const int blocks = examples::size_argument(argc, argv, 1, "blocks", 1, 1, 1 << 14);
  const std::size_t count = static_cast<std::size_t>(blocks) * kTile * kTile;
  std::vector<int> same(count);
  std::vector<int> transposed(count);
  for (int b = 0; b < blocks; ++b) {
    for (int y = 0; y < kTile; ++y) {
      for (int x = 0; x < kTile; ++x) {
        same[(b * kTile + y) * kTile + x] = y * kTile + x;
        transposed[(b * kTile + y) * kTile + x] = x * kTile + y;
      }
    }
  }
  const dim3 block(kTile, kTile);
  examples::DeviceArray<int> out(count);
  examples::Verdict verdict("tile_walk");

  row_row<<<blocks, block>>>(out.get());
  CHECK_LAUNCH();
  verdict.expect_equal("row_row", out.to_host(), same);

  out.fill(0xff);
  column_column<<<blocks, block>>>(out.get());
  CHECK_LAUNCH();
  verdict.expect_equal("column_column", out.to_host(), same);

  out.fill(0xff);
  row_column<<<blocks, block>>>(out.get());
  CHECK_LAUNCH();
  verdict.expect_equal("row_column", out.to_host(), transposed);

  out.fill(0xff);
  row_column_padded<<<blocks, block>>>(out.get());
  CHECK_LAUNCH();
  verdict.expect_equal("row_column_padded", out.to_host(), transposed);

  for (int pitch : {kTile, kTile + 1}) {
    out.fill(0xff);
    row_column_dynamic<<<blocks, block, kTile * pitch * sizeof(int)>>>(out.get(), pitch);
    CHECK_LAUNCH();
    verdict.expect_equal("row_column_dynamic", out.to_host(), transposed);
  }
  return verdict.finish();
}
