// Arrays in global memory that lie badly, though every warp takes neighbouring elements.
//
// A row of 1,000 floats with one more at each end is no multiple of a sector: three rows of four begin amid one, and a
// warp's request there takes five sectors instead of four. Numbers behind a header of one float begin amid a sector all of them. Structures of
// which a kernel takes two members of six bring the other four along. None of it is the kernel's fault alone: where the
// memory comes from decides, and how it is copied.
//
// What to see: `warpglass advise global_layouts.cu` pads the rows, lets the samples begin 31 elements later in what is
// allocated, and gives each member of the drops an array of its own; each with all that the host does with it.
// Usage: global_layouts [height]
#include "check.hpp"

constexpr int kBlock = 128;

struct Drop {
  float x, y, z;
  float vx, vy, vz;
};

/// Of each element's neighbours. \param row  elements from row to row, of `width` and a border at each side
__global__ void smooth(const float* in, float* out, int width, int height, int row) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const int i = (y + 1) * row + x + 1;
  out[i] = 0.25f * (in[i - row] + in[i - 1] + in[i + 1] + in[i + row]);
}

/// \param header  one number that all samples are scaled by
__global__ void scale(const float* header, const float* samples, float* out, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) out[i] = header[0] * samples[i];
}

__global__ void fall(Drop* drops, float step, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i >= n) return;
  drops[i].vz -= step;
  drops[i].z += step * drops[i].vz;
}

void smooth_image(examples::Verdict& verdict, int height) {
  const int width = 1000;
  const int row = width + 2;
  std::vector<float> image(row * (height + 2)), want(image.size()), got(image.size());
  for (std::size_t i = 0; i < image.size(); ++i) image[i] = static_cast<float>(i % 977);
  for (int y = 1; y <= height; ++y) {
    for (int i = y * row + 1; i <= y * row + width; ++i)
      want[i] = 0.25f * (image[i - row] + image[i - 1] + image[i + 1] + image[i + row]);
  }
  float* in = nullptr;
  float* out = nullptr;
  const std::size_t bytes = row * (height + 2) * sizeof(float);
  CHECK_CUDA(cudaMalloc(&in, bytes));
  CHECK_CUDA(cudaMalloc(&out, bytes));
  CHECK_CUDA(cudaMemcpy(in, image.data(), bytes, cudaMemcpyHostToDevice));
  CHECK_CUDA(cudaMemset(out, 0, bytes));
  const dim3 block(32, 8);
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  smooth<<<grid, block>>>(in, out, width, height, row);
  CHECK_LAUNCH();
  CHECK_CUDA(cudaMemcpy(got.data(), out, bytes, cudaMemcpyDeviceToHost));
  CHECK_CUDA(cudaFree(in));
  CHECK_CUDA(cudaFree(out));
  verdict.expect_equal("smooth", got, want);
}

void scale_samples(examples::Verdict& verdict, int n) {
  std::vector<float> file(n + 1), want(n), got(n);
  file[0] = 0.5f;
  for (int i = 0; i < n; ++i) {
    file[i + 1] = static_cast<float>(i % 4099);
    want[i] = 0.5f * file[i + 1];
  }
  float* loaded = nullptr;
  float* out = nullptr;
  CHECK_CUDA(cudaMalloc(&loaded, (n + 1) * sizeof(float)));
  CHECK_CUDA(cudaMalloc(&out, n * sizeof(float)));
  CHECK_CUDA(cudaMemcpy(loaded, file.data(), (n + 1) * sizeof(float), cudaMemcpyHostToDevice));
  scale<<<(n + kBlock - 1) / kBlock, kBlock>>>(loaded, loaded + 1, out, n);
  CHECK_LAUNCH();
  CHECK_CUDA(cudaMemcpy(got.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK_CUDA(cudaFree(loaded));
  CHECK_CUDA(cudaFree(out));
  verdict.expect_equal("scale", got, want);
}

void let_fall(examples::Verdict& verdict, int n) {
  std::vector<Drop> rain(n);
  std::vector<float> want(n), got(n);
  for (int i = 0; i < n; ++i) {
    rain[i] = {1.0f * i, 2, 100, 0, 0, -1.0f * (i % 8)};
    want[i] = 100 + 0.5f * (-1.0f * (i % 8) - 0.5f);
  }
  Drop* drops = nullptr;
  CHECK_CUDA(cudaMalloc(&drops, n * sizeof(Drop)));
  CHECK_CUDA(cudaMemcpy(drops, rain.data(), n * sizeof(Drop), cudaMemcpyHostToDevice));
  fall<<<(n + kBlock - 1) / kBlock, kBlock>>>(drops, 0.5f, n);
  CHECK_LAUNCH();
  CHECK_CUDA(cudaMemcpy(rain.data(), drops, n * sizeof(Drop), cudaMemcpyDeviceToHost));
  CHECK_CUDA(cudaFree(drops));
  for (int i = 0; i < n; ++i) got[i] = rain[i].z;
  verdict.expect_equal("fall", got, want);
}

int main(int argc, char** argv) {
  const int height = examples::size_argument(argc, argv, 1, "height", 64, 1, 1 << 16);
  examples::Verdict verdict("global_layouts");
  smooth_image(verdict, height);
  scale_samples(verdict, 1000 * height);
  let_fall(verdict, 100 * height);
  return verdict.finish();
}
