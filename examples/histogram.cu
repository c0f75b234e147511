// Counting bytes into 256 bins with atomics: in global memory, in shared memory, and in one shared copy a warp.
//
// Lanes of a warp that add to the same shared word are served one after the other, so that the wavefronts of an atomic
// depend on the data: even data collides now and then, one repeated value is the worst case, 32 wavefronts. Counting is
// a case of its own: for an addition of the constant 1 whose result nobody reads, the assembler picks an instruction
// that counts the lanes of a word and adds once. A copy a warp keeps warps out of each other's way but cannot help the
// lanes of one warp.
//
// What to see (H200, n = 262,144, 64 blocks of 256 threads): 8,192 shared atomic instructions a kernel.
// histogram_shared needs 25,815 wavefronts for even data and 8,192 for one repeated value; histogram_weighted, which
// adds a loaded weight, 28,943 and 262,144. Usage: histogram [n]
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

__global__ void histogram_weighted(const unsigned char* in, const unsigned* weights, unsigned* bins, int n) {
  __shared__ unsigned s[kBins];
  s[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * kBlock + threadIdx.x; i < n; i += gridDim.x * kBlock) atomicAdd(&s[in[i]], weights[in[i]]);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], s[threadIdx.x]);
}

int main(int argc, char** argv) {
  static_assert(kBlock == kBins, "a thread clears and adds one bin");
  const int n = examples::size_argument(argc, argv, 1, "n", 1 << 18);
  std::vector<unsigned char> even(n);
  examples::Random random(5);
  for (unsigned char& value : even) value = static_cast<unsigned char>(random.below(kBins));
  const std::vector<unsigned char> repeated(n, 42);

  std::vector<unsigned> weights(kBins);
  for (int i = 0; i < kBins; ++i) weights[i] = i % 7 + 1;
  const examples::DeviceArray<unsigned> device_weights(weights);

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
    examples::DeviceArray<unsigned> bins(kBins);
    bins.fill(0);
    histogram_weighted<<<kBlocks, kBlock>>>(device_in.get(), device_weights.get(), bins.get(), n);
    CHECK_LAUNCH();
    for (int i = 0; i < kBins; ++i) want[i] *= weights[i];
    verdict.expect_equal("weighted bins", bins.to_host(), want);
  }
  return verdict.finish();
}
