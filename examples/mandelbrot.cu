// The Mandelbrot set: a loop that the lanes of a warp leave at different times.
//
// A thread iterates z = z * z + c until |z| > 2 or the limit is reached, and a warp is busy until its last lane is
// done. Inside the set and far outside the lanes agree; along its border most of them wait.
//
// What to see (H200, 1024 x 1024, limit 256): 581 million thread instructions in 21.1 million warp instructions, so
// that 27.5 of 32 lanes work on average, and no shared memory at all. The arithmetic is written with fmaf so that host
// and device round alike. Usage: mandelbrot [size] [limit]
#include <cmath>

#include "check.hpp"

constexpr int kBlockX = 32;
constexpr int kBlockY = 8;

__host__ __device__ int iterations(float cx, float cy, int limit) {
  float x = 0.0f;
  float y = 0.0f;
  int count = 0;
  while (count < limit && fmaf(x, x, y * y) <= 4.0f) {
    const float next = fmaf(x, x, fmaf(-y, y, cx));
    y = fmaf(2.0f * x, y, cy);
    x = next;
    ++count;
  }
  return count;
}

/// The plane from (-2, -1.5) to (1, 1.5), `step` from pixel to pixel.
__global__ void mandelbrot(int* out, int size, float step, int limit) {
  const int px = blockIdx.x * kBlockX + threadIdx.x;
  const int py = blockIdx.y * kBlockY + threadIdx.y;
  out[py * size + px] =
      iterations(fmaf(static_cast<float>(px), step, -2.0f), fmaf(static_cast<float>(py), step, -1.5f), limit);
}

int main(int argc, char** argv) {
  const int size = examples::size_argument(argc, argv, 1, "size", 1024, kBlockX, 1 << 13);
  const int limit = examples::size_argument(argc, argv, 2, "limit", 256);
  const float step = 3.0f / static_cast<float>(size);
  std::vector<int> want(static_cast<std::size_t>(size) * size);
  for (int py = 0; py < size; ++py) {
    for (int px = 0; px < size; ++px) {
      want[py * size + px] =
          iterations(fmaf(static_cast<float>(px), step, -2.0f), fmaf(static_cast<float>(py), step, -1.5f), limit);
    }
  }
  examples::DeviceArray<int> out(want.size());
  mandelbrot<<<dim3(size / kBlockX, size / kBlockY), dim3(kBlockX, kBlockY)>>>(out.get(), size, step, limit);
  CHECK_LAUNCH();
  examples::Verdict verdict("mandelbrot");
  verdict.expect_equal("iterations", out.to_host(), want);
  return verdict.finish();
}
