// Structures of plain pointers, of which kernels are given one member by one.
#include "check.hpp"

#include <utility>

struct Fields {
  float *u = nullptr, *v = nullptr, *next = nullptr;
  int w = 0, h = 0;
};

struct Grain {
  float z, vz, mass, age, radius;
};
struct Heap {
  Grain* grains;
  int count;
};

struct Whole {
  float* data;
  int w;
};

__global__ void mix(const float* u, const float* v, float* next, int w) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < w) next[y * w + x] = 0.5f * (u[y * w + x] + v[y * w + x]);
}

__global__ void settle(Grain* grains, float step, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) grains[i].z -= step * grains[i].vz;
}

__global__ void grow(float* data, int w) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < w) data[y * w + x] += 1;
}

void clear(Whole whole, std::size_t bytes) { cudaMemset(whole.data, 0, bytes); }

int main(int argc, char**) {
  const int w = 1003, h = 24, n = 4096;
  std::vector<float> image(w * h), got(w * h);
  for (int i = 0; i < w * h; ++i) image[i] = static_cast<float>(i % 1009);
  Fields f;
  f.w = w;
  f.h = h;
  cudaMalloc(&f.u, w * h * sizeof(float));
  cudaMalloc(&f.v, w * h * sizeof(float));
  cudaMalloc(&f.next, w * h * sizeof(float));
  cudaMemcpy(f.u, image.data(), w * h * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(f.v, 0, w * h * sizeof(float));
  for (int i = 0; i < 2 + argc; ++i) {
    mix<<<dim3(8, h), 128>>>(f.u, f.v, f.next, w);
    std::swap(f.u, f.next);
  }
  cudaMemcpy(got.data(), f.u, w * h * sizeof(float), cudaMemcpyDeviceToHost);
  double sum = 0;
  for (int i = 0; i < w * h; ++i) sum += got[i] * (i % 31);
  cudaFree(f.u);
  cudaFree(f.v);
  cudaFree(f.next);

  std::vector<Grain> sand(n);
  for (int i = 0; i < n; ++i) sand[i] = {i % 17 * 1.0f, i % 5 * 1.0f, 1, 2, 3};
  Heap heap;
  heap.count = n;
  cudaMalloc(&heap.grains, heap.count * sizeof(Grain));
  cudaMemcpy(heap.grains, sand.data(), heap.count * sizeof(Grain), cudaMemcpyHostToDevice);
  settle<<<n / 128, 128>>>(heap.grains, 0.5f, heap.count);
  cudaMemcpy(sand.data(), heap.grains, heap.count * sizeof(Grain), cudaMemcpyDeviceToHost);
  cudaFree(heap.grains);
  for (int i = 0; i < n; ++i) sum += sand[i].z * (i % 13);

  Whole whole{nullptr, w};
  cudaMalloc(&whole.data, w * h * sizeof(float));
  clear(whole, w * h * sizeof(float));
  grow<<<dim3(8, h), 128>>>(whole.data, w);
  cudaMemcpy(got.data(), whole.data, w * h * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < w * h; ++i) sum += got[i] * (i % 11);
  cudaFree(whole.data);
  std::printf("%g\n", sum);
}
