// Sum of each element and its two neighbours: shared memory as a cache that the program fills itself.
//
//   neighbour_sum_global    three global loads a thread; two of three read what a neighbouring lane reads too
//   neighbour_sum_checked   one global load a thread into shared memory; the first and the last thread of a block fetch
//                           the element outside their block from global memory
//   neighbour_sum_halo      the block loads its elements and the one to each side, then no thread needs a check
//
// What to see (H200, n = 1,048,576, 4096 blocks of 256 threads): the global version makes 98,304 warp loads of 458,750
// sectors, because two of three loads start in the middle of a sector and touch 5 instead of 4; the other two make
// 40,958 of 139,262, the elements beside a block being loads of one lane. Elements outside the array count as 0. Usage:
// neighbour_sum [n]
#include "check.hpp"

constexpr int kBlock = 256;

__global__ void neighbour_sum_global(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int left = i > 0 ? in[i - 1] : 0;
  const int right = i + 1 < n ? in[i + 1] : 0;
  out[i] = left + in[i] + right;
}

__global__ void neighbour_sum_checked(const int* in, int* out, int n) {
  __shared__ int s[kBlock];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int tid = threadIdx.x;
  s[tid] = i < n ? in[i] : 0;
  __syncthreads();
  if (i >= n) return;

  int left = 0;
  if (tid > 0) {
    left = s[tid - 1];
  } else if (i > 0) {
    left = in[i - 1];
  }
  int right = 0;
  if (tid + 1 < kBlock) {
    right = s[tid + 1];
  } else if (i + 1 < n) {
    right = in[i + 1];
  }
  out[i] = left + s[tid] + right;
}

__global__ void neighbour_sum_halo(const int* in, int* out, int n) {
  __shared__ int s[kBlock + 2];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int tid = threadIdx.x;
  s[tid + 1] = i < n ? in[i] : 0;
  if (tid == 0) s[0] = i > 0 ? in[i - 1] : 0;
  if (tid == kBlock - 1) s[kBlock + 1] = i + 1 < n ? in[i + 1] : 0;
  __syncthreads();
  if (i < n) out[i] = s[tid] + s[tid + 1] + s[tid + 2];
}

int main(int argc, char** argv) {
  const int n = examples::size_argument(argc, argv, 1, "n", 1 << 20);
  std::vector<int> in(n);
  examples::Random random(1);
  for (int& value : in) value = 1 + random.below(1000);
  std::vector<int> want(n);
  for (int i = 0; i < n; ++i) want[i] = (i > 0 ? in[i - 1] : 0) + in[i] + (i + 1 < n ? in[i + 1] : 0);

  const examples::DeviceArray<int> device_in(in);
  examples::DeviceArray<int> device_out(n);
  const int blocks = (n + kBlock - 1) / kBlock;
  examples::Verdict verdict("neighbour_sum");

  neighbour_sum_global<<<blocks, kBlock>>>(device_in.get(), device_out.get(), n);
  CHECK_LAUNCH();
  verdict.expect_equal("global", device_out.to_host(), want);

  device_out.fill(0xff);
  neighbour_sum_checked<<<blocks, kBlock>>>(device_in.get(), device_out.get(), n);
  CHECK_LAUNCH();
  verdict.expect_equal("checked", device_out.to_host(), want);

  device_out.fill(0xff);
  neighbour_sum_halo<<<blocks, kBlock>>>(device_in.get(), device_out.get(), n);
  CHECK_LAUNCH();
  verdict.expect_equal("halo", device_out.to_host(), want);
  return verdict.finish();
}
