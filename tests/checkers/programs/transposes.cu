// Tiles and arrays that are turned around, through shared memory and in place.
#include <cuda_runtime.h>

constexpr int kBlock = 64;
constexpr int kTile = 16;

__global__ void transpose_wrong(const float* in, float* out) {
  __shared__ float tile[kTile][kTile + 1];
  const int x = threadIdx.x, y = threadIdx.y;
  const int width = gridDim.x * kTile;
  tile[y][x] = in[(blockIdx.y * kTile + y) * width + blockIdx.x * kTile + x];   // finds: shared-race
  out[(blockIdx.x * kTile + y) * width + blockIdx.y * kTile + x] = tile[x][y];  // finds: shared-race
}

__global__ void transpose_right(const float* in, float* out) {
  __shared__ float tile[kTile][kTile + 1];
  const int x = threadIdx.x, y = threadIdx.y;
  const int width = gridDim.x * kTile;
  tile[y][x] = in[(blockIdx.y * kTile + y) * width + blockIdx.x * kTile + x];
  __syncthreads();
  out[(blockIdx.x * kTile + y) * width + blockIdx.y * kTile + x] = tile[x][y];
}

// Eight rows of threads for a tile of sixteen rows.
__global__ void transpose_thin_wrong(const float* in, float* out) {
  __shared__ float tile[kTile][kTile + 1];
  const int x = threadIdx.x, y = threadIdx.y;
  for (int i = 0; i < kTile; i += 8) tile[y + i][x] = in[(y + i) * kTile + x];   // finds: shared-race
  for (int i = 0; i < kTile; i += 8) out[(y + i) * kTile + x] = tile[x][y + i];  // finds: shared-race
}

__global__ void transpose_thin_right(const float* in, float* out) {
  __shared__ float tile[kTile][kTile + 1];
  const int x = threadIdx.x, y = threadIdx.y;
  for (int i = 0; i < kTile; i += 8) tile[y + i][x] = in[(y + i) * kTile + x];
  __syncthreads();
  for (int i = 0; i < kTile; i += 8) out[(y + i) * kTile + x] = tile[x][y + i];
}

// Two tiles that change places in memory; the second load may not overtake the first store.
__global__ void transpose_in_place_wrong(float* a) {
  const int x = threadIdx.x, y = threadIdx.y;
  float* diagonal = a + blockIdx.x * kTile * kTile;
  diagonal[x * kTile + y] = diagonal[y * kTile + x];  // finds: global-race
}

__global__ void transpose_in_place_right(float* a) {
  __shared__ float tile[kTile][kTile + 1];
  const int x = threadIdx.x, y = threadIdx.y;
  float* diagonal = a + blockIdx.x * kTile * kTile;
  tile[y][x] = diagonal[y * kTile + x];
  __syncthreads();
  diagonal[y * kTile + x] = tile[x][y];
}

__global__ void reverse_in_place_wrong(int* a) {
  const int t = threadIdx.x;
  int* part = a + blockIdx.x * kBlock;
  part[kBlock - 1 - t] = part[t];  // finds: global-race
}

__global__ void reverse_in_place_right(int* a) {
  const int t = threadIdx.x;
  int* part = a + blockIdx.x * kBlock;
  const int value = part[t];
  __syncthreads();
  part[kBlock - 1 - t] = value;
}

int main() {
  constexpr int kBytes = 4096;
  float *a, *b;
  cudaMalloc(&a, kBytes);
  cudaMalloc(&b, kBytes);
  cudaMemset(a, 0, kBytes);
  cudaMemset(b, 0, kBytes);
  int* in = reinterpret_cast<int*>(a);
  const dim3 tile(kTile, kTile);
  transpose_wrong<<<dim3(2, 2), tile>>>(a, b);
  transpose_right<<<dim3(2, 2), tile>>>(a, b);
  transpose_thin_wrong<<<1, dim3(kTile, 8)>>>(a, b);
  transpose_thin_right<<<1, dim3(kTile, 8)>>>(a, b);
  transpose_in_place_wrong<<<2, tile>>>(a);
  transpose_in_place_right<<<2, tile>>>(a);
  reverse_in_place_wrong<<<2, kBlock>>>(in);
  reverse_in_place_right<<<2, kBlock>>>(in);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
