// The texture unit interpolates for nothing, with weights of 1/256.
//
// An image is magnified by a linearly filtered texture and by the same sum written out. A position half a texel to the
// right of a texel's centre is half of each neighbour; positions in between come in 256 steps, so that the two agree to
// 1/256 of a texel's contrast and no better. Positions outside the image repeat its edge (clamp).
//
// What to see: both kernels print the same picture; only the second has global loads, four to a pixel.
// Usage: texture_filter [n]
#include <cmath>

#include "check.hpp"

constexpr int kZoom = 4;
constexpr int kBlock = 16;

// The pixel's centre, in texels of the small image.
__host__ __device__ inline float position(int pixel) { return (pixel + 0.5f) / kZoom; }

__global__ void magnify_texture(cudaTextureObject_t image, float* out, int width) {
  const int x = blockIdx.x * kBlock + threadIdx.x;
  const int y = blockIdx.y * kBlock + threadIdx.y;
  if (x < width && y < width) out[y * width + x] = tex2D<float>(image, position(x), position(y));
}

__host__ __device__ inline int clamped(int i, int n) { return i < 0 ? 0 : i >= n ? n - 1 : i; }

__host__ __device__ inline float interpolate(const float* image, int n, float x, float y) {
  const int i = static_cast<int>(floorf(x - 0.5f));
  const int j = static_cast<int>(floorf(y - 0.5f));
  const float a = x - 0.5f - i;
  const float b = y - 0.5f - j;
  const float above =
      (1 - a) * image[clamped(j, n) * n + clamped(i, n)] + a * image[clamped(j, n) * n + clamped(i + 1, n)];
  const float below =
      (1 - a) * image[clamped(j + 1, n) * n + clamped(i, n)] + a * image[clamped(j + 1, n) * n + clamped(i + 1, n)];
  return (1 - b) * above + b * below;
}

__global__ void magnify_loads(const float* image, float* out, int n) {
  const int x = blockIdx.x * kBlock + threadIdx.x;
  const int y = blockIdx.y * kBlock + threadIdx.y;
  const int width = n * kZoom;
  if (x < width && y < width) out[y * width + x] = interpolate(image, n, position(x), position(y));
}

int main(int argc, char** argv) {
  const int n = examples::size_argument(argc, argv, 1, "n", 32, 4, 1024);
  const int width = n * kZoom;
  std::vector<float> image(n * n);
  for (int i = 0; i < n * n; ++i) image[i] = static_cast<float>(i * 37 % 101) / 101;

  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  CHECK_CUDA(cudaMallocArray(&array, &format, n, n));
  CHECK_CUDA(
      cudaMemcpy2DToArray(array, 0, 0, image.data(), n * sizeof(float), n * sizeof(float), n, cudaMemcpyHostToDevice));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc sampling = {};
  sampling.addressMode[0] = cudaAddressModeClamp;
  sampling.addressMode[1] = cudaAddressModeClamp;
  sampling.filterMode = cudaFilterModeLinear;
  cudaTextureObject_t texture;
  CHECK_CUDA(cudaCreateTextureObject(&texture, &resource, &sampling, nullptr));

  const dim3 block(kBlock, kBlock);
  const dim3 grid((width + kBlock - 1) / kBlock, (width + kBlock - 1) / kBlock);
  const examples::DeviceArray<float> in(image);
  const examples::DeviceArray<float> filtered(width * width);
  const examples::DeviceArray<float> summed(width * width);
  magnify_texture<<<grid, block>>>(texture, filtered.get(), width);
  CHECK_LAUNCH();
  magnify_loads<<<grid, block>>>(in.get(), summed.get(), n);
  CHECK_LAUNCH();

  examples::Verdict verdict("texture_filter");
  const std::vector<float> from_texture = filtered.to_host();
  const std::vector<float> from_loads = summed.to_host();
  float furthest = 0;
  float wrong = 0;
  for (int y = 0; y < width; ++y) {
    for (int x = 0; x < width; ++x) {
      const float want = interpolate(image.data(), n, position(x), position(y));
      furthest = fmaxf(furthest, fabsf(from_texture[y * width + x] - want));
      wrong = fmaxf(wrong, fabsf(from_loads[y * width + x] - want));
    }
  }
  verdict.expect(furthest <= 2.0f / 256, "the texture unit is more than two steps off");
  verdict.expect(wrong <= 1e-6f, "the sum written out differs from the host's");
  CHECK_CUDA(cudaDestroyTextureObject(texture));
  CHECK_CUDA(cudaFreeArray(array));
  return verdict.finish();
}
