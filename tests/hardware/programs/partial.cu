// Partial warps, blocks of two and three dimensions, odd sizes, early returns and lanes that part.
#include "check.hpp"

__global__ void odd_copy(int* out, const int* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = in[i] + 1;
}

__global__ void odd_plane(int* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[y * width + x] = x * 1000 + y;
}

__global__ void odd_volume(int* out) {
  __shared__ int cells[5][7][3];
  cells[threadIdx.x][threadIdx.y][threadIdx.z] = threadIdx.x * 100 + threadIdx.y * 10 + threadIdx.z;
  __syncthreads();
  const int i = (threadIdx.z * 7 + threadIdx.y) * 5 + threadIdx.x;
  out[i] = cells[4 - threadIdx.x][6 - threadIdx.y][2 - threadIdx.z];
}

__global__ void halves(int* out) {
  __shared__ int words[64];
  const int i = threadIdx.x;
  words[i] = i * 5;
  __syncthreads();
  if (i % 32 < 16) {
    out[i] = words[(i * 2) % 64];
  } else {
    out[i] = words[(i * 4) % 64] + 1;
  }
}

__global__ void three_ways(int* out) {
  __shared__ int words[96];
  const int i = threadIdx.x;
  words[i] = i;
  __syncthreads();
  switch (i % 3) {
    case 0: out[i] = words[95 - i] * 2; break;
    case 1: out[i] = words[(i * 7) % 96] + 5; break;
    default: out[i] = -1;
  }
}

__global__ void own_trip_count(int* out) {
  __shared__ int words[64];
  const int i = threadIdx.x;
  words[i] = i;
  __syncthreads();
  int sum = 0;
  for (int k = 0; k < i % 5; ++k) sum += words[(i + k * 3) % 64];
  out[i] = sum;
}

__global__ void leave_early(int* out, int limit) {
  __shared__ int words[64];
  const int i = threadIdx.x;
  words[i] = i * i;
  __syncthreads();
  if (i > limit) return;
  out[i] = words[limit - i];
}

__global__ void reduce_tail(int* out) {
  __shared__ int words[128];
  const int i = threadIdx.x;
  words[i] = i;
  __syncthreads();
  for (int stride = 64; stride > 0; stride /= 2) {
    if (i < stride) words[i] += words[i + stride];
    __syncthreads();
  }
  if (i == 0) out[0] = words[0];
}

__global__ void stencil(int* out, const int* in) {
  __shared__ int tile[11][19];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y + 1][x + 1] = in[y * 17 + x];
  if (x == 0) tile[y + 1][0] = 0;
  if (x == 16) tile[y + 1][18] = 0;
  if (y == 0) tile[0][x + 1] = 0;
  if (y == 8) tile[10][x + 1] = 0;
  __syncthreads();
  out[y * 17 + x] = tile[y + 1][x] + tile[y + 1][x + 2] + tile[y][x + 1] + tile[y + 2][x + 1];
}

__global__ void unrolled(int* out, const int* in) {
  const int i = threadIdx.x;
  int sum = 0;
#pragma unroll
  for (int k = 0; k < 8; ++k) sum += in[k * 96 + i];
  out[i] = sum;
}

__global__ void unknown_count(int* out, const int* in, int n) {
  const int i = threadIdx.x;
  int sum = 0;
  for (int k = i; k < n; k += 96) sum += in[k];
  out[i] = sum;
}

__global__ void several_returns(int* out, const int* in) {
  const int i = threadIdx.x;
  const int value = in[i];
  if (value % 2 == 0) {
    out[i] = 2;
    return;
  }
  if (value % 3 == 0) {
    out[i] = 3;
    return;
  }
  out[i] = value;
}

int main() {
  const int* in = check::array<int>(1000, [](int i) { return i * 3 % 101; });
  const auto at = [](int i) { return i * 3 % 101; };
  check::words("odd_copy", odd_copy, 3, 96, 257, [&](int i) { return at(i) + 1; }, in, 257);
  check::words("odd_plane", odd_plane, dim3(3, 2), dim3(13, 5), 37 * 9,
               [](int i) { return i % 37 * 1000 + i / 37; }, 37, 9);
  check::words("odd_volume", odd_volume, 1, dim3(5, 7, 3), 105, [](int i) {
    return (4 - i % 5) * 100 + (6 - i / 5 % 7) * 10 + (2 - i / 35);
  });
  check::words("halves", halves, 1, 64, 64,
               [](int i) { return i % 32 < 16 ? (i * 2) % 64 * 5 : (i * 4) % 64 * 5 + 1; });
  check::words("three_ways", three_ways, 1, 96, 96,
               [](int i) { return i % 3 == 0 ? (95 - i) * 2 : i % 3 == 1 ? (i * 7) % 96 + 5 : -1; });
  check::words("own_trip_count", own_trip_count, 1, 64, 64, [](int i) {
    int sum = 0;
    for (int k = 0; k < i % 5; ++k) sum += (i + k * 3) % 64;
    return sum;
  });
  check::words("leave_early", leave_early, 1, 64, 64,
               [](int i) { return i > 40 ? 0 : (40 - i) * (40 - i); }, 40);
  check::words("reduce_tail", reduce_tail, 1, 128, 1, [](int) { return 128 * 127 / 2; });
  check::words("stencil", stencil, 1, dim3(17, 9), 17 * 9, [&](int i) {
    const int x = i % 17, y = i / 17;
    return (x > 0 ? at(i - 1) : 0) + (x < 16 ? at(i + 1) : 0) + (y > 0 ? at(i - 17) : 0) + (y < 8 ? at(i + 17) : 0);
  }, in);
  check::words("unrolled", unrolled, 1, 96, 96, [&](int i) {
    int sum = 0;
    for (int k = 0; k < 8; ++k) sum += at(k * 96 + i);
    return sum;
  }, in);
  check::words("unknown_count", unknown_count, 1, 96, 96, [&](int i) {
    int sum = 0;
    for (int k = i; k < 901; k += 96) sum += at(k);
    return sum;
  }, in, 901);
  check::words("several_returns", several_returns, 1, 70, 70, [&](int i) {
    return at(i) % 2 == 0 ? 2 : at(i) % 3 == 0 ? 3 : at(i);
  }, in);
  return check::finish("partial");
}
