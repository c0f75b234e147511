// Shapes of a block: which threads are a warp decides what the warp asks for at once, and how many warps there are
// decides what the SM can hold.
//
// A warp of a block of 16x16 has two rows of 16 pixels: of one byte each, that is half a sector twice. A block of 48 threads
// is two warps, one of them half empty. And an SM holds 32 blocks at most: of one warp each, they are half of what it could
// have.
//
// What to see: `warpglass advise shapes.cu` gives `brighten`, `halve` and `square` other blocks. It leaves `tiles`, which
// has the size of its block written in its index.
// Usage: shapes [pixels]
#include "check.hpp"

using Pixel = unsigned char;

constexpr int kHalf = 48;

__global__ void brighten(const Pixel* in, Pixel* out, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < n) out[y * n + x] = in[y * n + x] / 2 + 128;
}

__global__ void halve(const Pixel* in, Pixel* out, int n) {
  const int i = blockIdx.x * kHalf + threadIdx.x;
  if (i < n) out[i] = in[i] / 2;
}

__global__ void square(const Pixel* in, Pixel* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = in[i] * in[i];
}

__global__ void tiles(const Pixel* in, Pixel* out, int n) {
  const int at = (blockIdx.y * 16 + threadIdx.y) * n + blockIdx.x * 16 + threadIdx.x;
  out[at] = 255 - in[at];
}

int main(int argc, char** argv) {
  const int n = examples::size_argument(argc, argv, 1, "pixels", 512, 16, 1 << 13);
  const int all = n * n;
  std::vector<Pixel> in(all);
  for (int i = 0; i < all; ++i) in[i] = static_cast<Pixel>(i * 7);
  const examples::DeviceArray<Pixel> device_in(in);
  examples::DeviceArray<Pixel> out(all);
  examples::Verdict verdict("shapes");

  const auto expect = [&](const char* what, auto&& value) {
    CHECK_LAUNCH();
    std::vector<Pixel> want(all);
    for (int i = 0; i < all; ++i) want[i] = static_cast<Pixel>(value(in[i]));
    verdict.expect_equal(what, out.to_host(), want);
    out.fill(0xff);
  };
  dim3 block(16, 16);
  dim3 grid((n + block.x - 1) / block.x, (n + block.y - 1) / block.y);
  brighten<<<grid, block>>>(device_in.get(), out.get(), n);
  expect("brighten", [](int pixel) { return pixel / 2 + 128; });
  halve<<<(all + kHalf - 1) / kHalf, kHalf>>>(device_in.get(), out.get(), all);
  expect("halve", [](int pixel) { return pixel / 2; });
  square<<<(all + 31) / 32, 32>>>(device_in.get(), out.get(), all);
  expect("square", [](int pixel) { return pixel * pixel; });
  tiles<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(device_in.get(), out.get(), n);
  expect("tiles", [](int pixel) { return 255 - pixel; });
  return verdict.finish();
}
