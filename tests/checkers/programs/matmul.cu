// Products of matrices and vectors: tiles of shared memory that a block fills, uses and fills again.
#include <cuda_runtime.h>

constexpr int kTile = 16;
constexpr int kSize = 32;

__global__ void tiled_no_load_barrier(const float* a, const float* b, float* c) {
  __shared__ float as[kTile][kTile];
  __shared__ float bs[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * kTile + y, column = blockIdx.x * kTile + x;
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < kSize; k += kTile) {
    as[y][x] = a[row * kSize + k + x];
    bs[y][x] = b[(k + y) * kSize + column];                      // finds: shared-race
    for (int i = 0; i < kTile; ++i) sum += as[y][i] * bs[i][x];  // finds: shared-race
    __syncthreads();
  }
  c[row * kSize + column] = sum;
}

__global__ void tiled_no_use_barrier(const float* a, const float* b, float* c) {
  __shared__ float as[kTile][kTile];
  __shared__ float bs[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * kTile + y, column = blockIdx.x * kTile + x;
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < kSize; k += kTile) {
    as[y][x] = a[row * kSize + k + x];       // finds: shared-race
    bs[y][x] = b[(k + y) * kSize + column];  // finds: shared-race
    __syncthreads();
    for (int i = 0; i < kTile; ++i) sum += as[y][i] * bs[i][x];  // finds: shared-race
  }
  c[row * kSize + column] = sum;
}

__global__ void tiled_right(const float* a, const float* b, float* c) {
  __shared__ float as[kTile][kTile];
  __shared__ float bs[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * kTile + y, column = blockIdx.x * kTile + x;
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < kSize; k += kTile) {
    as[y][x] = a[row * kSize + k + x];
    bs[y][x] = b[(k + y) * kSize + column];
    __syncthreads();
    for (int i = 0; i < kTile; ++i) sum += as[y][i] * bs[i][x];
    __syncthreads();
  }
  c[row * kSize + column] = sum;
}

// A thread computes four rows, so that each value of B is used four times.
__global__ void four_rows_wrong(const float* a, const float* b, float* c) {
  __shared__ float as[4 * kTile][kTile];
  __shared__ float bs[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  float sums[4] = {};
#pragma unroll 1
  for (int k = 0; k < kSize; k += kTile) {
    for (int r = 0; r < 4; ++r) as[r * kTile + y][x] = a[(r * kTile + y) * kSize + k + x];  // finds: shared-race
    bs[y][x] = b[(k + y) * kSize + blockIdx.x * kTile + x];                                 // finds: shared-race
    __syncthreads();
    for (int i = 0; i < kTile; ++i) {
      const float value = bs[i][x];  // finds: shared-race
      for (int r = 0; r < 4; ++r) sums[r] += as[r * kTile + y][i] * value;
    }
  }
  for (int r = 0; r < 4; ++r) c[(r * kTile + y) * kSize + blockIdx.x * kTile + x] = sums[r];
}

__global__ void four_rows_right(const float* a, const float* b, float* c) {
  __shared__ float as[4 * kTile][kTile];
  __shared__ float bs[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  float sums[4] = {};
#pragma unroll 1
  for (int k = 0; k < kSize; k += kTile) {
    for (int r = 0; r < 4; ++r) as[r * kTile + y][x] = a[(r * kTile + y) * kSize + k + x];
    bs[y][x] = b[(k + y) * kSize + blockIdx.x * kTile + x];
    __syncthreads();
    for (int i = 0; i < kTile; ++i) {
      const float value = bs[i][x];
      for (int r = 0; r < 4; ++r) sums[r] += as[r * kTile + y][i] * value;
    }
    __syncthreads();
  }
  for (int r = 0; r < 4; ++r) c[(r * kTile + y) * kSize + blockIdx.x * kTile + x] = sums[r];
}

// Loads of four floats: a quarter of the block fills a tile.
__global__ void vector_loads_wrong(const float4* a, const float* b, float* c) {
  __shared__ float4 as[kTile][kTile / 4];
  const int x = threadIdx.x, y = threadIdx.y;
  const int thread = y * kTile + x;
  if (thread < kTile * kTile / 4) as[thread / 4][thread % 4] = a[thread / 4 * (kSize / 4) + thread % 4];
  const float* row = reinterpret_cast<const float*>(as[y]);
  float sum = 0;
  for (int i = 0; i < kTile; ++i) sum += row[i] * b[i * kSize + x];  // finds: shared-race
  c[y * kSize + x] = sum;
}

__global__ void vector_loads_right(const float4* a, const float* b, float* c) {
  __shared__ float4 as[kTile][kTile / 4];
  const int x = threadIdx.x, y = threadIdx.y;
  const int thread = y * kTile + x;
  if (thread < kTile * kTile / 4) as[thread / 4][thread % 4] = a[thread / 4 * (kSize / 4) + thread % 4];
  __syncthreads();
  const float* row = reinterpret_cast<const float*>(as[y]);
  float sum = 0;
  for (int i = 0; i < kTile; ++i) sum += row[i] * b[i * kSize + x];
  c[y * kSize + x] = sum;
}

// The next tile is fetched into registers while this one is used.
__global__ void prefetch_wrong(const float* a, const float* b, float* c) {
  __shared__ float as[kTile][kTile];
  __shared__ float bs[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int column = blockIdx.x * kTile + x;
  float next_a = a[y * kSize + x];
  float next_b = b[y * kSize + column];
  float sum = 0;
#pragma unroll 1
  for (int k = kTile; k <= kSize; k += kTile) {
    as[y][x] = next_a;  // finds: shared-race
    bs[y][x] = next_b;  // finds: shared-race
    __syncthreads();
    if (k < kSize) {
      next_a = a[y * kSize + k + x];
      next_b = b[(k + y) * kSize + column];
    }
    for (int i = 0; i < kTile; ++i) sum += as[y][i] * bs[i][x];  // finds: shared-race
  }
  c[y * kSize + column] = sum;
}

__global__ void prefetch_right(const float* a, const float* b, float* c) {
  __shared__ float as[kTile][kTile];
  __shared__ float bs[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int column = blockIdx.x * kTile + x;
  float next_a = a[y * kSize + x];
  float next_b = b[y * kSize + column];
  float sum = 0;
#pragma unroll 1
  for (int k = kTile; k <= kSize; k += kTile) {
    __syncthreads();
    as[y][x] = next_a;
    bs[y][x] = next_b;
    __syncthreads();
    if (k < kSize) {
      next_a = a[y * kSize + k + x];
      next_b = b[(k + y) * kSize + column];
    }
    for (int i = 0; i < kTile; ++i) sum += as[y][i] * bs[i][x];
  }
  c[y * kSize + column] = sum;
}

__global__ void matrix_vector_wrong(const float* a, const float* v, float* out) {
  __shared__ float part[kSize];
  const int t = threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int from = 0; from < 2 * kSize; from += kSize) {
    if (t < kSize) part[t] = v[from + t];  // finds: shared-race
    __syncthreads();
    for (int i = 0; i < kSize; ++i) sum += a[t * kSize + i] * part[i];
  }
  out[t] = sum;
}

__global__ void matrix_vector_right(const float* a, const float* v, float* out) {
  __shared__ float part[kSize];
  const int t = threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int from = 0; from < 2 * kSize; from += kSize) {
    if (t < kSize) part[t] = v[from + t];
    __syncthreads();
    for (int i = 0; i < kSize; ++i) sum += a[t * kSize + i] * part[i];
    __syncthreads();
  }
  out[t] = sum;
}

// A block a row: partial sums of all threads, added up by one.
__global__ void row_per_block_wrong(const float* a, const float* v, float* out) {
  __shared__ float sums[2 * kSize];
  const int t = threadIdx.x;
  sums[t] = t < kSize ? a[blockIdx.x * kSize + t] * v[t] : 0;
  if (t == 2 * kSize - 1) {
    float sum = 0;
#pragma unroll 1
    for (int i = 0; i < 2 * kSize; ++i) sum += sums[i];  // finds: shared-race
    out[blockIdx.x] = sum;
  }
}

__global__ void row_per_block_right(const float* a, const float* v, float* out) {
  __shared__ float sums[2 * kSize];
  const int t = threadIdx.x;
  sums[t] = t < kSize ? a[blockIdx.x * kSize + t] * v[t] : 0;
  __syncthreads();
  if (t == 2 * kSize - 1) {
    float sum = 0;
#pragma unroll 1
    for (int i = 0; i < 2 * kSize; ++i) sum += sums[i];
    out[blockIdx.x] = sum;
  }
}

// Blocks that share out the inner dimension add to the same result.
__global__ void split_k_wrong(const float* a, const float* b, float* c) {
  const int x = threadIdx.x, y = threadIdx.y;
  const int k = blockIdx.z * kTile;
  float sum = 0;
  for (int i = 0; i < kTile; ++i) sum += a[y * kSize + k + i] * b[(k + i) * kSize + x];
  c[y * kSize + x] += sum;  // finds: global-race
}

__global__ void split_k_right(const float* a, const float* b, float* c) {
  const int x = threadIdx.x, y = threadIdx.y;
  const int k = blockIdx.z * kTile;
  float sum = 0;
  for (int i = 0; i < kTile; ++i) sum += a[y * kSize + k + i] * b[(k + i) * kSize + x];
  atomicAdd(&c[y * kSize + x], sum);
}

// C = A * A in place: other blocks still read what this one replaces.
__global__ void square_wrong(float* a) {
  const int column = blockIdx.x * kTile + threadIdx.x, row = blockIdx.y * kTile + threadIdx.y;
  float sum = 0;
#pragma unroll 1
  for (int i = 0; i < kSize; ++i) sum += a[row * kSize + i] * a[i * kSize + column];  // finds: global-race
  a[row * kSize + column] = sum;                                                      // finds: global-race
}

__global__ void square_right(const float* a, float* c) {
  const int column = blockIdx.x * kTile + threadIdx.x, row = blockIdx.y * kTile + threadIdx.y;
  float sum = 0;
#pragma unroll 1
  for (int i = 0; i < kSize; ++i) sum += a[row * kSize + i] * a[i * kSize + column];
  c[row * kSize + column] = sum;
}

int main() {
  float *a, *b, *c;
  cudaMalloc(&a, 4 * kSize * kSize * sizeof(float));
  cudaMalloc(&b, 4 * kSize * kSize * sizeof(float));
  cudaMalloc(&c, 4 * kSize * kSize * sizeof(float));
  cudaMemset(a, 0, 4 * kSize * kSize * sizeof(float));
  cudaMemset(b, 0, 4 * kSize * kSize * sizeof(float));
  cudaMemset(c, 0, 4 * kSize * kSize * sizeof(float));
  const dim3 tile(kTile, kTile);
  tiled_no_load_barrier<<<dim3(2, 2), tile>>>(a, b, c);
  tiled_no_use_barrier<<<dim3(2, 2), tile>>>(a, b, c);
  tiled_right<<<dim3(2, 2), tile>>>(a, b, c);
  four_rows_wrong<<<2, tile>>>(a, b, c);
  four_rows_right<<<2, tile>>>(a, b, c);
  vector_loads_wrong<<<1, tile>>>(reinterpret_cast<float4*>(a), b, c);
  vector_loads_right<<<1, tile>>>(reinterpret_cast<float4*>(a), b, c);
  prefetch_wrong<<<2, tile>>>(a, b, c);
  prefetch_right<<<2, tile>>>(a, b, c);
  matrix_vector_wrong<<<1, 2 * kSize>>>(a, b, c);
  matrix_vector_right<<<1, 2 * kSize>>>(a, b, c);
  row_per_block_wrong<<<kSize, 2 * kSize>>>(a, b, c);
  row_per_block_right<<<kSize, 2 * kSize>>>(a, b, c);
  split_k_wrong<<<dim3(1, 1, 2), tile>>>(a, b, c);
  split_k_right<<<dim3(1, 1, 2), tile>>>(a, b, c);
  square_wrong<<<dim3(2, 2), tile>>>(a);
  square_right<<<dim3(2, 2), tile>>>(a, c);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
