// Shared arrays of one, two and three dimensions, and one whose size is given at the launch.
//
// Shared memory is a row of bytes; an array's dimensions only say how an index becomes an offset, the last one fastest.
// A dynamic array is `extern __shared__` without a size, and there is one such block of bytes a kernel: two arrays in
// it are carved out by hand, the wider type first so that both stay aligned.
//
// What to see (H200, 4 blocks): two_dimensions and three_dimensions read 128 times and need 128 wavefronts;
// three_dimensions_across, whose lanes are 4 * 32 words apart, needs 4,096.
// Usage: arrays [blocks]
#include "check.hpp"

constexpr int kX = 32;
constexpr int kY = 4;
constexpr int kZ = 8;
constexpr int kThreads = kX * kY * kZ;

__global__ void two_dimensions(int* out) {
  __shared__ int s[kZ * kY][kX];
  const int tid = threadIdx.x;
  s[tid / kX][tid % kX] = tid;
  __syncthreads();
  out[blockIdx.x * kThreads + tid] = s[kZ * kY - 1 - tid / kX][tid % kX];  // the rows upside down
}

__global__ void three_dimensions(int* out) {
  __shared__ int s[kZ][kY][kX];
  const int x = threadIdx.x;
  const int y = threadIdx.y;
  const int z = threadIdx.z;
  s[z][y][x] = (z * kY + y) * kX + x;
  __syncthreads();
  out[blockIdx.x * kThreads + (z * kY + y) * kX + x] = s[z][kY - 1 - y][x];
}

__global__ void three_dimensions_across(int* out) {
  __shared__ int s[kX][kY][kZ * 4];  // the lane index selects the first dimension: 128 words from lane to lane
  const int x = threadIdx.x;
  const int y = threadIdx.y;
  const int z = threadIdx.z;
  s[x][y][z] = (z * kY + y) * kX + x;
  __syncthreads();
  out[blockIdx.x * kThreads + (z * kY + y) * kX + x] = s[x][kY - 1 - y][z];
}

__global__ void dynamic_pair(double* out, int count) {
  extern __shared__ double doubles[];                   // count doubles, then
  int* ints = reinterpret_cast<int*>(doubles + count);  // count ints
  const int tid = threadIdx.x;
  doubles[tid] = 0.5 * tid;
  ints[tid] = tid;
  __syncthreads();
  const int other = count - 1 - tid;
  out[blockIdx.x * count + tid] = doubles[other] + ints[other];
}

int main(int argc, char** argv) {
  const int blocks = examples::size_argument(argc, argv, 1, "blocks", 4, 1, 1 << 12);
  std::vector<int> want_two(blocks * kThreads);
  std::vector<int> want_three(blocks * kThreads);
  std::vector<double> want_pair(blocks * kThreads);
  for (int b = 0; b < blocks; ++b) {
    for (int i = 0; i < kThreads; ++i) {
      const int x = i % kX;
      const int y = i / kX % kY;
      const int z = i / (kX * kY);
      want_two[b * kThreads + i] = (kZ * kY - 1 - i / kX) * kX + x;
      want_three[b * kThreads + i] = (z * kY + kY - 1 - y) * kX + x;
      want_pair[b * kThreads + i] = 1.5 * (kThreads - 1 - i);
    }
  }
  examples::Verdict verdict("arrays");
  examples::DeviceArray<int> out(want_two.size());
  const dim3 box(kX, kY, kZ);

  two_dimensions<<<blocks, kThreads>>>(out.get());
  CHECK_LAUNCH();
  verdict.expect_equal("two dimensions", out.to_host(), want_two);

  out.fill(0xff);
  three_dimensions<<<blocks, box>>>(out.get());
  CHECK_LAUNCH();
  verdict.expect_equal("three dimensions", out.to_host(), want_three);

  out.fill(0xff);
  three_dimensions_across<<<blocks, box>>>(out.get());
  CHECK_LAUNCH();
  verdict.expect_equal("three dimensions across", out.to_host(), want_three);

  examples::DeviceArray<double> pair_out(want_pair.size());
  dynamic_pair<<<blocks, kThreads, kThreads * (sizeof(double) + sizeof(int))>>>(pair_out.get(), kThreads);
  CHECK_LAUNCH();
  verdict.expect_equal("dynamic pair", pair_out.to_host(), want_pair);
  return verdict.finish();
}
