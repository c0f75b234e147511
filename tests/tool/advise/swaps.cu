// Arrays that change places between launches: by std::swap, by a third pointer, and by pointers that are given their
// places.
#include "check.hpp"

#include <utility>

#define CHECK(call)                                                                      \
  do {                                                                                   \
    const cudaError_t status = (call);                                                   \
    if (status != cudaSuccess) {                                                         \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
      std::exit(1);                                                                      \
    }                                                                                    \
  } while (0)

struct Body {
  float x, y, vx, vy, mass;
};

__global__ void spread(const float* in, float* out, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x >= w || y >= h) return;
  const float up = y > 0 ? in[(y - 1) * w + x] : 0, down = y < h - 1 ? in[(y + 1) * w + x] : 0;
  out[y * w + x] = 0.5f * in[y * w + x] + 0.25f * (up + down);
}

__global__ void warm(const float* in, float* out, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < w && y < h) out[y * w + x] = in[y * w + x] + 1;
}

__global__ void advance(const Body* from, Body* to, float step, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  to[i].x = from[i].x + step * from[i].vx;
  to[i].vx = from[i].vx;
}

int main(int argc, char**) {
  const int rounds = argc > 1 ? 4 : 3;
  const int w = 1003, h = 24, n = 4096;
  const std::size_t bytes = w * h * sizeof(float);
  std::vector<float> image(w * h), got(w * h);
  for (int i = 0; i < w * h; ++i) image[i] = static_cast<float>(i % 1009);

  float *now = nullptr, *next = nullptr;
  CHECK(cudaMalloc(&now, bytes));
  CHECK(cudaMalloc(&next, bytes));
  CHECK(cudaMemcpy(now, image.data(), bytes, cudaMemcpyHostToDevice));
  for (int i = 0; i < rounds; ++i) {
    spread<<<dim3(8, h), 128>>>(now, next, w, h);
    std::swap(now, next);
  }
  CHECK(cudaMemcpy(got.data(), now, bytes, cudaMemcpyDeviceToHost));
  double sum = 0;
  for (int i = 0; i < w * h; ++i) sum += got[i] * (i % 31);
  CHECK(cudaFree(now));
  CHECK(cudaFree(next));
  now = nullptr;

  float* first;
  float* second;
  CHECK(cudaMalloc(&first, bytes));
  CHECK(cudaMalloc(&second, bytes));
  CHECK(cudaMemcpy(first, image.data(), bytes, cudaMemcpyHostToDevice));
  float *source = first, *target = second;
  for (int i = 0; i < rounds; ++i) {
    warm<<<dim3(8, h), 128>>>(source, target, w, h);
    float* const other = source;
    source = target;
    target = other;
  }
  CHECK(cudaMemcpy(got.data(), source, bytes, cudaMemcpyDeviceToHost));
  for (int i = 0; i < w * h; ++i) sum += got[i] * (i % 29);
  CHECK(cudaFree(first));
  CHECK(cudaFree(second));

  std::vector<Body> bodies(n);
  for (int i = 0; i < n; ++i) bodies[i] = {i % 17 * 1.0f, 1, i % 5 * 1.0f, 2, 3};
  Body *from, *to;
  CHECK(cudaMalloc(&from, n * sizeof(Body)));
  CHECK(cudaMalloc(&to, n * sizeof(Body)));
  CHECK(cudaMemcpy(from, bodies.data(), n * sizeof(Body), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(to, bodies.data(), n * sizeof(Body), cudaMemcpyHostToDevice));
  for (int i = 0; i < rounds; ++i) {
    advance<<<n / 128, 128>>>(from, to, 0.5f, n);
    std::swap(from, to);
  }
  CHECK(cudaMemcpy(bodies.data(), from, n * sizeof(Body), cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i) sum += bodies[i].x * (i % 23) + bodies[i].mass;
  CHECK(cudaFree(from));
  CHECK(cudaFree(to));
  std::printf("%g\n", sum);
}
