// Two `extern __shared__` arrays are one: both names stand for the first byte of the launch's dynamic shared memory.
//
// Declaring a second one does not reserve a second range. `alias_wrong` writes both and reads back the last write
// through either name; `alias_right` gives the second array its own part by hand.
//
// The program passes when the wrong version shows the overlap and the right one does not.
// Usage: shared_alias [blocks]
#include "check.hpp"

constexpr int kBlock = 128;

__global__ void alias_wrong(int* out) {
  extern __shared__ int first[];
  extern __shared__ int second[];
  first[threadIdx.x] = 1;
  __syncthreads();
  second[threadIdx.x] = 2;  // writes first[threadIdx.x]
  __syncthreads();
  out[blockIdx.x * kBlock + threadIdx.x] = first[kBlock - 1 - threadIdx.x];
}

__global__ void alias_right(int* out) {
  extern __shared__ int both[];
  int* first = both;
  int* second = both + kBlock;
  first[threadIdx.x] = 1;
  second[threadIdx.x] = 2;
  __syncthreads();
  out[blockIdx.x * kBlock + threadIdx.x] = first[kBlock - 1 - threadIdx.x] + 10 * second[kBlock - 1 - threadIdx.x];
}

int main(int argc, char** argv) {
  const int blocks = examples::size_argument(argc, argv, 1, "blocks", 4, 1, 1 << 16);
  const std::size_t count = static_cast<std::size_t>(blocks) * kBlock;
  examples::DeviceArray<int> out(count);
  examples::Verdict verdict("shared_alias");

  alias_wrong<<<blocks, kBlock, 2 * kBlock * sizeof(int)>>>(out.get());
  CHECK_LAUNCH();
  verdict.expect_equal("overlapping", out.to_host(), std::vector<int>(count, 2));

  out.fill(0xff);
  alias_right<<<blocks, kBlock, 2 * kBlock * sizeof(int)>>>(out.get());
  CHECK_LAUNCH();
  verdict.expect_equal("separate", out.to_host(), std::vector<int>(count, 21));
  return verdict.finish("the two arrays of alias_wrong overlap, as they must");
}
