// Sum of a block's elements in shared memory, four ways that differ in which thread adds which pair.
//
//   reduce_interleaved  every second, fourth, eighth thread works: the warps stay whole and idle in pieces (divergence)
//   reduce_strided      neighbouring threads work, on pairs that lie further and further apart: bank conflicts instead
//   reduce_sequential   neighbouring threads work on neighbouring words: neither
//   reduce_shuffle      a warp adds its 32 values through registers; shared memory carries one word a warp
//
// What to see (H200, n = 262,144, 1,024 blocks of 256): the sequential version reads shared memory in 25,600 warp
// instructions and as many wavefronts, 25 a block, because a warp without a working lane does not count; the strided
// one needs more wavefronts than instructions; the shuffle version reads 1,024. Usage: reduction [n]
#include "check.hpp"

constexpr int kBlock = 256;
constexpr int kWarp = 32;

__global__ void reduce_interleaved(const unsigned* in, unsigned* sums, int n) {
  __shared__ unsigned s[kBlock];
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const int tid = threadIdx.x;
  s[tid] = i < n ? in[i] : 0;
  __syncthreads();
  for (int distance = 1; distance < kBlock; distance *= 2) {
    if (tid % (2 * distance) == 0) s[tid] += s[tid + distance];
    __syncthreads();
  }
  if (tid == 0) sums[blockIdx.x] = s[0];
}

__global__ void reduce_strided(const unsigned* in, unsigned* sums, int n) {
  __shared__ unsigned s[kBlock];
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const int tid = threadIdx.x;
  s[tid] = i < n ? in[i] : 0;
  __syncthreads();
  for (int distance = 1; distance < kBlock; distance *= 2) {
    const int first = 2 * distance * tid;
    if (first < kBlock) s[first] += s[first + distance];
    __syncthreads();
  }
  if (tid == 0) sums[blockIdx.x] = s[0];
}

__global__ void reduce_sequential(const unsigned* in, unsigned* sums, int n) {
  __shared__ unsigned s[kBlock];
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const int tid = threadIdx.x;
  s[tid] = i < n ? in[i] : 0;
  __syncthreads();
  for (int distance = kBlock / 2; distance > 0; distance /= 2) {
    if (tid < distance) s[tid] += s[tid + distance];
    __syncthreads();
  }
  if (tid == 0) sums[blockIdx.x] = s[0];
}

__device__ unsigned warp_sum(unsigned value) {
  for (int distance = kWarp / 2; distance > 0; distance /= 2) value += __shfl_down_sync(0xffffffffu, value, distance);
  return value;
}

__global__ void reduce_shuffle(const unsigned* in, unsigned* sums, int n) {
  __shared__ unsigned of_warp[kBlock / kWarp];
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const int lane = threadIdx.x % kWarp;
  const int warp = threadIdx.x / kWarp;
  unsigned value = warp_sum(i < n ? in[i] : 0);
  if (lane == 0) of_warp[warp] = value;
  __syncthreads();
  if (warp == 0) {
    value = warp_sum(lane < kBlock / kWarp ? of_warp[lane] : 0);
    if (lane == 0) sums[blockIdx.x] = value;
  }
}

int main(int argc, char** argv) {
  const int n = examples::size_argument(argc, argv, 1, "n", 1 << 18);
  std::vector<unsigned> in(n);
  examples::Random random(7);
  for (unsigned& value : in) value = random.below(1000);
  const int blocks = (n + kBlock - 1) / kBlock;
  std::vector<unsigned> want(blocks);
  for (int i = 0; i < n; ++i) want[i / kBlock] += in[i];

  const examples::DeviceArray<unsigned> device_in(in);
  examples::Verdict verdict("reduction");
  for (auto kernel : {reduce_interleaved, reduce_strided, reduce_sequential, reduce_shuffle}) {
    examples::DeviceArray<unsigned> sums(blocks);
    kernel<<<blocks, kBlock>>>(device_in.get(), sums.get(), n);
    CHECK_LAUNCH();
    verdict.expect_equal("sums", sums.to_host(), want);
  }
  return verdict.finish();
}
