// Arrays whose layout cannot be changed without more than edits of the declaration and of indices: one whose elements
// are walked by a pointer across its rows, one that is handed to a function by its type, one that a macro declares and
// names, one with rows of a type of their own. The last, of structures, has members that can be parted.
#include "check.hpp"

using Row = float[32];
#define TILE(name) __shared__ float name[32][32]
#define AT(r, c) by_macro[r][c]

__device__ float sum_of(const float (*rows)[32], int column) {
  float sum = 0;
  for (int r = 0; r < 32; ++r) sum += rows[(r + column) % 32][0];
  return sum;
}

__global__ void walks(float* out) {
  __shared__ float walked[32][32];
  float* const all = &walked[0][0];
  for (int i = threadIdx.x; i < 1024; i += 32) all[i] = i;
  __syncthreads();
  float sum = 0;
  for (int c = 0; c < 32; ++c) sum += walked[threadIdx.x][c] * (c + 1);
  out[threadIdx.x] = sum;
}

__global__ void hands_over(float* out) {
  __shared__ float handed[32][32];
  for (int r = 0; r < 32; ++r) handed[threadIdx.x][r] = r + threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = sum_of(handed, threadIdx.x);
}

__global__ void uses_macros(float* out) {
  TILE(by_macro);
  for (int c = 0; c < 32; ++c) AT(threadIdx.x, c) = c + threadIdx.x;
  __syncthreads();
  float sum = 0;
  for (int r = 0; r < 32; ++r) sum += AT(r, threadIdx.x) * r;
  out[threadIdx.x] = sum;
}

__global__ void has_rows(float* out) {
  __shared__ Row rows[32];
  for (int c = 0; c < 32; ++c) rows[threadIdx.x][c] = c + threadIdx.x;
  __syncthreads();
  float sum = 0;
  for (int r = 0; r < 32; ++r) sum += rows[r][threadIdx.x] * r;
  out[threadIdx.x] = sum;
}

struct Particle {
  float x, y, z, w;
};

__global__ void structures(float* out) {
  __shared__ Particle particles[64];
  for (int i = threadIdx.x; i < 64; i += 32) particles[i].x = particles[i].w = i;
  __syncthreads();
  out[threadIdx.x] = particles[threadIdx.x * 2].x + particles[63 - threadIdx.x].w;
}

int main() {
  OnDevice<float> out(32);
  walks<<<1, 32>>>(out.get());
  std::printf("%.0f\n", out.sum());
  hands_over<<<1, 32>>>(out.get());
  std::printf("%.0f\n", out.sum());
  uses_macros<<<1, 32>>>(out.get());
  std::printf("%.0f\n", out.sum());
  has_rows<<<1, 32>>>(out.get());
  std::printf("%.0f\n", out.sum());
  structures<<<1, 32>>>(out.get());
  std::printf("%.0f\n", out.sum());
}
