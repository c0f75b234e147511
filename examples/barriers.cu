// Which barriers a kernel needs: sums over tiles that every thread reads backwards.
//
// A tile that is filled again needs two barriers a round: one before it is read, one before it is overwritten. With two
// tiles in turn the second is one too many, because the other tile's barrier lies between. Threads that only exchange
// elements with their own warp need a barrier of the warp.
//
// What to see: `warpglass advise barriers.cu` leaves out the second barrier of `two_tiles`, makes that of `by_warp` a
// `__syncwarp()`, and leaves `one_tile` as it is.
// Usage: barriers [rounds]
#include "check.hpp"

constexpr int kThreads = 128;

__global__ void one_tile(const int* in, int* out, int rounds) {
  __shared__ int tile[kThreads];
  const int t = threadIdx.x;
  int sum = 0;
  for (int i = 0; i < rounds; ++i) {
    tile[t] = in[i * kThreads + t];
    __syncthreads();
    sum += tile[kThreads - 1 - t];
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void two_tiles(const int* in, int* out, int rounds) {
  __shared__ int tile[2][kThreads];
  const int t = threadIdx.x;
  int sum = 0;
  for (int i = 0; i < rounds; ++i) {
    tile[i % 2][t] = in[i * kThreads + t];
    __syncthreads();
    sum += tile[i % 2][kThreads - 1 - t];
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void by_warp(const int* in, int* out, int rounds) {
  __shared__ int tile[kThreads];
  const int t = threadIdx.x;
  int sum = 0;
  for (int i = 0; i < rounds; ++i) {
    tile[t] = in[i * kThreads + t];
    __syncthreads();
    sum += tile[t ^ 31];
    __syncthreads();
  }
  out[t] = sum;
}

using Kernel = void (*)(const int*, int*, int);

int main(int argc, char** argv) {
  const int rounds = examples::size_argument(argc, argv, 1, "rounds", 8, 1, 65536);
  std::vector<int> in(static_cast<std::size_t>(rounds) * kThreads);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<int>(i % 1000);
  const examples::DeviceArray<int> device_in(in);
  examples::DeviceArray<int> out(kThreads);
  examples::Verdict verdict("barriers");

  const auto expect = [&](const char* what, Kernel kernel, int turn) {
    std::vector<int> want(kThreads);
    for (int t = 0; t < kThreads; ++t) {
      for (int i = 0; i < rounds; ++i) want[t] += in[static_cast<std::size_t>(i) * kThreads + (t ^ turn)];
    }
    out.fill(0xff);
    kernel<<<1, kThreads>>>(device_in.get(), out.get(), rounds);
    CHECK_LAUNCH();
    verdict.expect_equal(what, out.to_host(), want);
  };
  expect("one tile", one_tile, kThreads - 1);
  expect("two tiles", two_tiles, kThreads - 1);
  expect("by warp", by_warp, 31);
  return verdict.finish();
}
