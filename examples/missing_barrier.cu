// Reversing a block's elements through shared memory, with the barrier and without it.
//
// A thread reads what another thread wrote. With `__syncthreads` between, the write is done; without, the reader may
// come first and find what was there before. On a GPU the mistake shows only now and then, which is why it survives
// testing: a race checker must name both lines, two threads and the address, every time.
//
// The program passes when the version with the barrier is right; what the other one gave is said, not judged.
// Usage: missing_barrier [blocks]
#include "check.hpp"

constexpr int kBlock = 256;

__global__ void reverse_with_barrier(const int* in, int* out) {
  __shared__ int s[kBlock];
  const int base = blockIdx.x * kBlock;
  s[threadIdx.x] = in[base + threadIdx.x];
  __syncthreads();
  out[base + threadIdx.x] = s[kBlock - 1 - threadIdx.x];
}

__global__ void reverse_without_barrier(const int* in, int* out) {
  __shared__ int s[kBlock];
  const int base = blockIdx.x * kBlock;
  s[threadIdx.x] = in[base + threadIdx.x];
  out[base + threadIdx.x] = s[kBlock - 1 - threadIdx.x];  // races with the line above of another warp
}

int main(int argc, char** argv) {
  const int blocks = examples::size_argument(argc, argv, 1, "blocks", 64, 1, 1 << 16);
  std::vector<int> in(static_cast<std::size_t>(blocks) * kBlock);
  std::vector<int> want(in.size());
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<int>(i) + 1;
  for (std::size_t i = 0; i < in.size(); ++i) want[i] = in[i / kBlock * kBlock + kBlock - 1 - i % kBlock];
  const examples::DeviceArray<int> device_in(in);
  examples::DeviceArray<int> device_out(in.size());
  examples::Verdict verdict("missing_barrier");

  reverse_with_barrier<<<blocks, kBlock>>>(device_in.get(), device_out.get());
  CHECK_LAUNCH();
  verdict.expect_equal("with barrier", device_out.to_host(), want);

  device_out.fill(0xff);
  reverse_without_barrier<<<blocks, kBlock>>>(device_in.get(), device_out.get());
  CHECK_LAUNCH();
  const std::vector<int> got = device_out.to_host();
  int wrong = 0;
  for (std::size_t i = 0; i < got.size(); ++i) wrong += got[i] != want[i];
  return verdict.finish("without the barrier " + std::to_string(wrong) + " elements were wrong this time");
}
