// Counters of each thread's own: how many of its elements have each of 16 values, in bytes of shared memory.
//
// Neighbouring threads have neighbouring bytes, four to a word, and so four threads have a bank. As long as all of a
// warp count the same value, the four share a word and nothing is lost. When the data tell them to count different
// values, the four want different words of one bank. No padding helps, because rows change nothing about who shares a
// bank with whom. With a word for each counter a thread has a bank to itself, whatever the data are: it costs four
// times the memory.
//
// What to see: `warpglass advise private_counts.cu` finds no padding and no swizzle, gives each counter a word,
// `counts[16][128][4]`, and proves it: as few wavefronts as there can be. Usage: private_counts [elements of a thread]
#include "check.hpp"

constexpr int kValues = 16;
constexpr int kThreads = 128;
constexpr int kBlocks = 16;

__global__ void count_values(const unsigned char* in, unsigned* out, int n) {
  __shared__ unsigned char counts[kValues][kThreads];
  for (int value = 0; value < kValues; ++value) counts[value][threadIdx.x] = 0;
  const int first = blockIdx.x * kThreads + threadIdx.x;
  for (int i = 0; i < n; ++i) {
    const int value = in[i * kBlocks * kThreads + first];
    counts[value][threadIdx.x] += 1;
  }
  __syncthreads();
  // A warp takes every fourth value.
  for (int value = threadIdx.x / 32; value < kValues; value += kThreads / 32) {
    unsigned sum = 0;
    for (int thread = threadIdx.x % 32; thread < kThreads; thread += 32) sum += counts[value][thread];
    for (int apart = 16; apart > 0; apart /= 2) sum += __shfl_down_sync(0xffffffff, sum, apart);
    if (threadIdx.x % 32 == 0) atomicAdd(&out[value], sum);
  }
}

int main(int argc, char** argv) {
  const int n = examples::size_argument(argc, argv, 1, "elements of a thread", 64, 1, 255);
  std::vector<unsigned char> in(static_cast<std::size_t>(n) * kBlocks * kThreads);
  std::vector<unsigned> want(kValues);
  examples::Random random(3);
  for (unsigned char& value : in) {
    value = static_cast<unsigned char>(random.below(kValues));
    ++want[value];
  }
  const examples::DeviceArray<unsigned char> device_in(in);
  examples::DeviceArray<unsigned> out(kValues);
  out.fill(0);
  count_values<<<kBlocks, kThreads>>>(device_in.get(), out.get(), n);
  CHECK_LAUNCH();
  examples::Verdict verdict("private_counts");
  verdict.expect_equal("counts", out.to_host(), want);
  return verdict.finish();
}
