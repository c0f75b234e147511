// Counting bytes into 256 bins with atomics: in global memory, in shared memory, and in one shared copy a warp.
//
// Lanes of a warp that add to the same shared word are served one after the other, so that the wavefronts of an atomic
// depend on the data: even data collides now and then, one repeated value is the worst case, 32 wavefronts. A copy a
// warp keeps warps out of each other's way but cannot help lanes of one warp.
//
// What to see (H200, n = 262,144, 64 blocks of 256 threads): the same number of shared atomic instructions for both
// kinds of data, and for the repeated value 32 wavefronts each.
// Usage: histogram [n]
#include "check.hpp"

constexpr int kBins = 256;
constexpr int kBlock = 256;
constexpr int kWarps = kBlock / 32;
constexpr int kBlocks = 64;

__global__ void histogram_global(const unsigned char* in, unsigned* bins, int n) {
  for (int i = blockIdx.x * kBlock + threadIdx.x; i < n; i += gridDim.x * kBlock) atomicAdd(&bins[in[i]], 1u);
}

__global__ void histogram_shared(const unsigned char* in, unsigned* bins, int n) {
  __shared__ unsigned s[kBins];
  s[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * kBlock + threadIdx.x; i < n; i += gridDim.x * kBlock) atomicAdd(&s[in[i]], 1u);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], s[threadIdx.x]);
}

__global__ void histogram_per_warp(const unsigned char* in, unsigned* bins, int n) {
  __shared__ unsigned s[kWarps][kBins];
  for (int warp = 0; warp < kWarps; ++warp) s[warp][threadIdx.x] = 0;
  __syncthreads();
  unsigned* own = s[threadIdx.x / 32];
  for (int i = blockIdx.x * kBlock + threadIdx.x; i < n; i += gridDim.x * kBlock) atomicAdd(&own[in[i]], 1u);
  __syncthreads();
  unsigned sum = 0;
  for (int warp = 0; warp < kWarps; ++warp) sum += s[warp][threadIdx.x];
  atomicAdd(&bins[threadIdx.x], sum);
}

int main(int argc, char** argv) {
  static_assert(kBlock == kBins, "a thread clears and adds one bin");
  const int n = examples::size_argument(argc, argv, 1, "n", 1 << 18);
  std::vector<unsigned char> even(n);
  examples::Random random(5);
  for (unsigned char& value : even) value = static_cast<unsigned char>(random.below(kBins));
  const std::vector<unsigned char> repeated(n, 42);

  examples::Verdict verdict("histogram");
  for (const auto& in : {even, repeated}) {
    std::vector<unsigned> want(kBins);
    for (unsigned char value : in) ++want[value];
    const examples::DeviceArray<unsigned char> device_in(in);
    for (auto kernel : {histogram_global, histogram_shared, histogram_per_warp}) {
      examples::DeviceArray<unsigned> bins(kBins);
      bins.fill(0);
      kernel<<<kBlocks, kBlock>>>(device_in.get(), bins.get(), n);
      CHECK_LAUNCH();
      verdict.expect_equal("bins", bins.to_host(), want);
    }
  }
  return verdict.finish();
}
