// Loads that GPUs without L1 for plain ones ask of L2 again and again: of scalars, vectors, members, by a pointer of
// the kernel's own; by a macro, and of what the launch writes as well, which are left.
#include "check.hpp"

#define AT(points, i) points[i]

struct Point {
  float x, y, z;
};

__global__ void blur(float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 4 || i >= n - 4) return;
  float sum = 0;
  for (int k = -4; k <= 4; ++k) sum += in[i + k];
  out[i] = sum;
}

__global__ void gather(const float4* v, const Point* points, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 4 || i >= n - 4) return;
  const float* row = (const float*)v + 4;
  float sum = 0;
  for (int k = -2; k <= 2; ++k) {
    const float4 q = v[i + k];
    sum += q.x + q.w + points[i + k].y + row[(i + k) & 31];
    sum += AT(points, i + k).x;
  }
  out[i] = sum;
}

__global__ void smooth(float* both) {
  const int i = threadIdx.x + 1;
  const float sum = both[i - 1] + both[i] + both[i + 1];
  __syncthreads();
  both[i] = sum;
}

int main() {
  constexpr int kCount = 1 << 12;
  float *a = nullptr, *out = nullptr, *both = nullptr;
  cudaMalloc(&a, kCount * 16);
  cudaMalloc(&out, kCount * 4);
  cudaMalloc(&both, kCount * 4);
  float* host = new float[kCount * 4];
  for (int i = 0; i < kCount * 4; ++i) host[i] = float(i % 100);
  cudaMemcpy(a, host, kCount * 16, cudaMemcpyHostToDevice);
  cudaMemset(out, 0, kCount * 4);
  cudaMemset(both, 0, kCount * 4);
  blur<<<kCount / 256, 256>>>(a, out, kCount);
  gather<<<kCount / 256, 256>>>(reinterpret_cast<float4*>(a), reinterpret_cast<Point*>(a), out, kCount);
  smooth<<<1, 256>>>(both);
  cudaMemcpy(host, out, kCount * 4, cudaMemcpyDeviceToHost);
  const bool is_right = host[100] == 5 * (100 % 100) || host[100] > 0;
  delete[] host;
  cudaFree(a);
  cudaFree(out);
  cudaFree(both);
  return is_right ? 0 : 1;
}
