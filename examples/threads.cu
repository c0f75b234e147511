// Threads counted along the wrong index: neighbouring threads take elements of a matrix that are a row apart.
//
// A warp is 32 threads with neighbouring threadIdx.x. Where that counts rows, each lane of a load or a store takes a
// sector of its own: 32 sectors for 128 bytes. With threadIdx.x and threadIdx.y in each other's place the block does
// the same work, and a warp takes a part of a row: four sectors.
//
// What to see: `warpglass advise threads.cu` exchanges the two in `add` and in `product`, and proves it. It leaves
// `row_maxima`, in which a warp works together.
// Usage: threads
#include <algorithm>

#include "check.hpp"

constexpr int kN = 128;
constexpr int kBlock = 16;

__global__ void add(const float* a, const float* b, float* c) {
  const int row = blockIdx.x * kBlock + threadIdx.x;
  const int column = blockIdx.y * kBlock + threadIdx.y;
  c[row * kN + column] = a[row * kN + column] + b[row * kN + column];
}

__global__ void product(const float* a, const float* b, float* c) {
  const int row = blockIdx.x * kBlock + threadIdx.x;
  const int column = blockIdx.y * kBlock + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < kN; ++k) sum += a[row * kN + k] * b[k * kN + column];
  c[row * kN + column] = sum;
}

/// Of pairs of rows, as two neighbouring lanes hold them.
__global__ void row_maxima(const float* a, float* c) {
  const int row = blockIdx.x * kBlock + threadIdx.x;
  const int column = blockIdx.y * kBlock + threadIdx.y;
  const float own = a[row * kN + column];
  c[row * kN + column] = fmaxf(own, __shfl_xor_sync(0xffffffff, own, 1));
}

int main() {
  std::vector<float> a(kN * kN);
  std::vector<float> b(kN * kN);
  for (int i = 0; i < kN * kN; ++i) {
    a[i] = static_cast<float>(i % 7);
    b[i] = static_cast<float>(i % 5);
  }
  const examples::DeviceArray<float> device_a(a);
  const examples::DeviceArray<float> device_b(b);
  examples::DeviceArray<float> device_c(kN * kN);
  examples::Verdict verdict("threads");
  std::vector<float> want(kN * kN);
  const dim3 grid(kN / kBlock, kN / kBlock);
  const dim3 block(kBlock, kBlock);

  for (int i = 0; i < kN * kN; ++i) want[i] = a[i] + b[i];
  add<<<grid, block>>>(device_a.get(), device_b.get(), device_c.get());
  CHECK_LAUNCH();
  verdict.expect_equal("add", device_c.to_host(), want);

  for (int row = 0; row < kN; ++row) {
    for (int column = 0; column < kN; ++column) {
      float sum = 0;
      for (int k = 0; k < kN; ++k) sum += a[row * kN + k] * b[k * kN + column];
      want[row * kN + column] = sum;
    }
  }
  product<<<grid, block>>>(device_a.get(), device_b.get(), device_c.get());
  CHECK_LAUNCH();
  verdict.expect_equal("product", device_c.to_host(), want);

  for (int i = 0; i < kN * kN; ++i) want[i] = std::max(a[i], a[i / kN % 2 == 0 ? i + kN : i - kN]);
  row_maxima<<<grid, block>>>(device_a.get(), device_c.get());
  CHECK_LAUNCH();
  verdict.expect_equal("row_maxima", device_c.to_host(), want);
  return verdict.finish();
}
