// Tiles that threads fill for each other: stencils with halos, steps within a tile, and convolutions.
#include <cuda_runtime.h>

constexpr int kBlock = 64;
constexpr int kTile = 16;
constexpr int kRadius = 3;

__global__ void halo_no_barrier(const int* in, int* out) {
  __shared__ int s[kBlock + 2 * kRadius];
  const int t = threadIdx.x;
  const int i = blockIdx.x * kBlock + t + kRadius;
  s[t + kRadius] = in[i];  // finds: shared-race
  if (t < kRadius) {
    s[t] = in[i - kRadius];
    s[t + kRadius + kBlock] = in[i + kBlock];
  }
  int sum = 0;
  for (int d = 0; d <= 2 * kRadius; ++d) sum += s[t + d];  // finds: shared-race
  out[i] = sum;
}

__global__ void halo_right(const int* in, int* out) {
  __shared__ int s[kBlock + 2 * kRadius];
  const int t = threadIdx.x;
  const int i = blockIdx.x * kBlock + t + kRadius;
  s[t + kRadius] = in[i];
  if (t < kRadius) {
    s[t] = in[i - kRadius];
    s[t + kRadius + kBlock] = in[i + kBlock];
  }
  __syncthreads();
  int sum = 0;
  for (int d = 0; d <= 2 * kRadius; ++d) sum += s[t + d];
  out[i] = sum;
}

// The barrier stands before the halo is loaded.
__global__ void halo_after_barrier_wrong(const int* in, int* out) {
  __shared__ int s[kBlock + 2];
  const int t = threadIdx.x;
  const int i = blockIdx.x * kBlock + t + 1;
  s[t + 1] = in[i];
  __syncthreads();
  if (t < 2) s[t * (kBlock + 1)] = in[blockIdx.x * kBlock + t * (kBlock + 1)];  // finds: shared-race
  out[i] = s[t] + s[t + 1] + s[t + 2];
}

// The ends are held by the threads that need them.
__global__ void halo_own_right(const int* in, int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  const int i = blockIdx.x * kBlock + t + 1;
  s[t] = in[i];
  __syncthreads();
  const int left = t == 0 ? in[i - 1] : s[t - 1];
  const int right = t == kBlock - 1 ? in[i + 1] : s[t + 1];
  out[i] = left + s[t] + right;
}

__global__ void stencil_2d_wrong(const float* in, float* out) {
  __shared__ float s[kTile + 2][kTile + 2];
  const int x = threadIdx.x, y = threadIdx.y;
  const int width = kTile + 2;
  s[y + 1][x + 1] = in[(y + 1) * width + x + 1];  // finds: shared-race
  if (y < 2) s[y * (kTile + 1)][x + 1] = in[y * (kTile + 1) * width + x + 1];
  if (x < 2) s[y + 1][x * (kTile + 1)] = in[(y + 1) * width + x * (kTile + 1)];
  const float around = s[y][x + 1] + s[y + 2][x + 1] + s[y + 1][x] + s[y + 1][x + 2];  // finds: shared-race
  out[(y + 1) * width + x + 1] = around - 4 * s[y + 1][x + 1];
}

__global__ void stencil_2d_right(const float* in, float* out) {
  __shared__ float s[kTile + 2][kTile + 2];
  const int x = threadIdx.x, y = threadIdx.y;
  const int width = kTile + 2;
  s[y + 1][x + 1] = in[(y + 1) * width + x + 1];
  if (y < 2) s[y * (kTile + 1)][x + 1] = in[y * (kTile + 1) * width + x + 1];
  if (x < 2) s[y + 1][x * (kTile + 1)] = in[(y + 1) * width + x * (kTile + 1)];
  __syncthreads();
  const float around = s[y][x + 1] + s[y + 2][x + 1] + s[y + 1][x] + s[y + 1][x + 2];
  out[(y + 1) * width + x + 1] = around - 4 * s[y + 1][x + 1];
}

// Several steps within a tile: all have to read before the first one writes.
__global__ void heat_steps_no_barrier(float* a) {
  __shared__ float s[kBlock];
  const int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
#pragma unroll 1
  for (int step = 0; step < 4; ++step) {
    const float mean = (s[(t + 1) % kBlock] + s[(t + kBlock - 1) % kBlock]) / 2;  // finds: shared-race
    s[t] = mean;                                                                  // finds: shared-race
  }
  a[t] = s[t];
}

__global__ void heat_steps_one_barrier(float* a) {
  __shared__ float s[kBlock];
  const int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
#pragma unroll 1
  for (int step = 0; step < 4; ++step) {
    const float mean = (s[(t + 1) % kBlock] + s[(t + kBlock - 1) % kBlock]) / 2;  // finds: shared-race
    __syncthreads();
    s[t] = mean;  // finds: shared-race
  }
  a[t] = s[t];
}

__global__ void heat_steps_right(float* a) {
  __shared__ float s[kBlock];
  const int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
#pragma unroll 1
  for (int step = 0; step < 4; ++step) {
    const float mean = (s[(t + 1) % kBlock] + s[(t + kBlock - 1) % kBlock]) / 2;
    __syncthreads();
    s[t] = mean;
    __syncthreads();
  }
  a[t] = s[t];
}

// Two arrays in turn.
__global__ void heat_two_arrays_right(float* a) {
  __shared__ float s[2][kBlock];
  const int t = threadIdx.x;
  s[0][t] = a[t];
  __syncthreads();
#pragma unroll 1
  for (int step = 0; step < 4; ++step) {
    const float* from = s[step % 2];
    s[1 - step % 2][t] = (from[(t + 1) % kBlock] + from[(t + kBlock - 1) % kBlock]) / 2;
    __syncthreads();
  }
  a[t] = s[0][t];
}

// The filter's taps come from shared memory too.
__global__ void convolution_wrong(const float* in, const float* taps, float* out) {
  __shared__ float s[kBlock + 2 * kRadius];
  __shared__ float filter[2 * kRadius + 1];
  const int t = threadIdx.x;
  const int first = blockIdx.x * kBlock;
  for (int i = t; i < kBlock + 2 * kRadius; i += kBlock) s[i] = in[first + i];
  __syncthreads();
  if (t >= kBlock - 7) filter[t - kBlock + 7] = taps[t - kBlock + 7];
  float sum = 0;
  for (int i = 0; i <= 2 * kRadius; ++i) sum += s[t + i] * filter[i];  // finds: shared-race
  out[first + t] = sum;
}

__global__ void convolution_right(const float* in, const float* taps, float* out) {
  __shared__ float s[kBlock + 2 * kRadius];
  __shared__ float filter[2 * kRadius + 1];
  const int t = threadIdx.x;
  const int first = blockIdx.x * kBlock;
  for (int i = t; i < kBlock + 2 * kRadius; i += kBlock) s[i] = in[first + i];
  if (t >= kBlock - 7) filter[t - kBlock + 7] = taps[t - kBlock + 7];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i <= 2 * kRadius; ++i) sum += s[t + i] * filter[i];
  out[first + t] = sum;
}

// Rows, then columns, of one tile: the results of the first pass are read by others.
__global__ void separable_wrong(const float* in, float* out) {
  __shared__ float rows[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int left = x == 0 ? 0 : x - 1, up = y == 0 ? 0 : y - 1;
  rows[y][x] = in[y * kTile + left] + in[y * kTile + x];
  out[y * kTile + x] = rows[up][x] + rows[y][x];  // finds: shared-race
}

__global__ void separable_right(const float* in, float* out) {
  __shared__ float rows[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int left = x == 0 ? 0 : x - 1, up = y == 0 ? 0 : y - 1;
  rows[y][x] = in[y * kTile + left] + in[y * kTile + x];
  __syncthreads();
  out[y * kTile + x] = rows[up][x] + rows[y][x];
}

// Along z a block moves plane by plane through a volume.
__global__ void planes_wrong(const float* in, float* out) {
  __shared__ float plane[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
#pragma unroll 1
  for (int z = 0; z < 3; ++z) {
    plane[y][x] = in[(z * kTile + y) * kTile + x];  // finds: shared-race
    __syncthreads();
    out[(z * kTile + y) * kTile + x] = plane[y][x] + plane[(y + 1) % kTile][x];  // finds: shared-race
  }
}

__global__ void planes_right(const float* in, float* out) {
  __shared__ float plane[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
#pragma unroll 1
  for (int z = 0; z < 3; ++z) {
    plane[y][x] = in[(z * kTile + y) * kTile + x];
    __syncthreads();
    out[(z * kTile + y) * kTile + x] = plane[y][x] + plane[(y + 1) % kTile][x];
    __syncthreads();
  }
}

int main() {
  constexpr int kBytes = 4096;
  float *a, *b;
  cudaMalloc(&a, kBytes);
  cudaMalloc(&b, kBytes);
  cudaMemset(a, 0, kBytes);
  cudaMemset(b, 0, kBytes);
  int* in = reinterpret_cast<int*>(a);
  int* out = reinterpret_cast<int*>(b);
  const dim3 tile(kTile, kTile);
  halo_no_barrier<<<2, kBlock>>>(in, out);
  halo_right<<<2, kBlock>>>(in, out);
  halo_after_barrier_wrong<<<2, kBlock>>>(in, out);
  halo_own_right<<<2, kBlock>>>(in, out);
  stencil_2d_wrong<<<1, tile>>>(a, b);
  stencil_2d_right<<<1, tile>>>(a, b);
  heat_steps_no_barrier<<<1, kBlock>>>(a);
  heat_steps_one_barrier<<<1, kBlock>>>(a);
  heat_steps_right<<<1, kBlock>>>(a);
  heat_two_arrays_right<<<1, kBlock>>>(a);
  convolution_wrong<<<2, kBlock>>>(a, b + 256, b);
  convolution_right<<<2, kBlock>>>(a, b + 256, b);
  separable_wrong<<<1, tile>>>(a, b);
  separable_right<<<1, tile>>>(a, b);
  planes_wrong<<<1, tile>>>(a, b);
  planes_right<<<1, tile>>>(a, b);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
