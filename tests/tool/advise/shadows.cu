// Names that are other variables in an inner scope, where an edit would write them again.
#include "check.hpp"

struct Drop {
  float z, vz, mass, age, radius;
};
struct Grain {
  float z, vz, mass, age, radius;
};

/// Of each its own only, unless there are rounds.
__global__ void fall(Drop* drops, float step, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  Drop& one = drops[i];
  one.z += step * one.vz;
  for (int i = 0; i < rounds; ++i) one.z += step * one.vz;
}

__global__ void settle(Grain* grains, float step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  grains[i].z -= step * grains[i].vz;
}

__global__ void twice(const float* in, float* out, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < w) out[y * w + x] = 2 * in[y * w + x];
}

int main(int argc, char**) {
  const int n = 4096;
  std::vector<Drop> rain(n);
  for (int i = 0; i < n; ++i) rain[i] = {i % 17 * 1.0f, i % 5 * 1.0f, 1, 2, 3};
  Drop* drops;
  cudaMalloc(&drops, n * sizeof(Drop));
  cudaMemcpy(drops, rain.data(), n * sizeof(Drop), cudaMemcpyHostToDevice);
  fall<<<n / 128, 128>>>(drops, 0.5f, argc - 1);
  cudaMemcpy(rain.data(), drops, n * sizeof(Drop), cudaMemcpyDeviceToHost);

  std::vector<Grain> sand(n);
  for (int i = 0; i < n; ++i) sand[i] = {i % 19 * 1.0f, i % 3 * 1.0f, 1, 2, 3};
  Grain* grains;
  const std::size_t bytes = n * sizeof(Grain);
  cudaMalloc(&grains, bytes);
  {
    const int n = argc > 1 ? 17 : 4096;
    cudaMemcpy(grains, sand.data(), bytes, cudaMemcpyHostToDevice);
    std::printf("%d\n", n);
  }
  settle<<<n / 128, 128>>>(grains, 0.25f);
  cudaMemcpy(sand.data(), grains, bytes, cudaMemcpyDeviceToHost);

  const int w = 1003, h = 32;
  std::vector<float> image(w * h, 3), got(w * h);
  for (int i = 0; i < w * h; ++i) image[i] = static_cast<float>(i % 1009);
  const std::size_t of_image = w * h * sizeof(float);
  float *in, *out;
  cudaMalloc(&in, of_image);
  cudaMalloc(&out, of_image);
  for (int h = argc > 1 ? 2 : 32; h == 2 || h == 32; ++h)
    cudaMemcpy(in, image.data(), of_image, cudaMemcpyHostToDevice);
  twice<<<dim3(8, h), 128>>>(in, out, w, h);
  cudaMemcpy(got.data(), out, of_image, cudaMemcpyDeviceToHost);

  double sum = 0;
  for (int i = 0; i < n; ++i) sum += rain[i].z * (i % 31) + sand[i].z * (i % 13);
  for (int i = 0; i < w * h; ++i) sum += got[i] * (i % 13);
  std::printf("%g\n", sum);
}
