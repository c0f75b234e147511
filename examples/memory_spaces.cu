// The other memories: constant, read-only global, and local.
//
// Constant memory serves one address a request: a warp that reads one word is served at once, a warp that reads 32
// words 32 times over. `__ldg`, or `const` with `__restrict__`, lets a global load take the read-only path. Local
// memory is a thread's own piece of device memory: an array indexed with a value known only at run time must live
// there, and lane l's element i lies beside lane l+1's element i, so that equal indices make dense requests and
// different ones do not.
//
// What to see (H200): constant_broadcast and constant_scattered read the same table with the same instruction and
// differ only in the addresses; local_same_index and local_own_index differ only in the sectors of their local loads.
// Usage: memory_spaces [blocks]
#include "check.hpp"

constexpr int kBlock = 256;
constexpr int kTable = 64;
constexpr int kLocal = 64;

__constant__ int table[kTable];

__global__ void constant_broadcast(int* out) { out[blockIdx.x * kBlock + threadIdx.x] = table[blockIdx.x % kTable]; }

__global__ void constant_scattered(int* out) {
  out[blockIdx.x * kBlock + threadIdx.x] = table[(blockIdx.x + threadIdx.x) % kTable];
}

__global__ void read_only(const int* __restrict__ in, int* out) {
  out[blockIdx.x * kBlock + threadIdx.x] = __ldg(&in[(blockIdx.x + threadIdx.x) % kTable]);
}

// The loop that fills the array is kept a loop, so that its index is not known when the code is compiled.
__global__ void local_same_index(const int* in, int* out, int index) {
  int own[kLocal];
#pragma unroll 1
  for (int i = 0; i < kLocal; ++i) own[i] = in[i] + threadIdx.x;
  out[blockIdx.x * kBlock + threadIdx.x] = own[index % kLocal];
}

__global__ void local_own_index(const int* in, int* out, int index) {
  int own[kLocal];
#pragma unroll 1
  for (int i = 0; i < kLocal; ++i) own[i] = in[i] + threadIdx.x;
  out[blockIdx.x * kBlock + threadIdx.x] = own[(index + threadIdx.x % 32) % kLocal];
}

int main(int argc, char** argv) {
  const int blocks = examples::size_argument(argc, argv, 1, "blocks", 64, 1, 1 << 16);
  std::vector<int> values(kTable);
  for (int i = 0; i < kTable; ++i) values[i] = 1000 + i * i;
  CHECK_CUDA(cudaMemcpyToSymbol(table, values.data(), sizeof(table)));
  const examples::DeviceArray<int> in(values);
  examples::DeviceArray<int> out(static_cast<std::size_t>(blocks) * kBlock);
  examples::Verdict verdict("memory_spaces");
  constexpr int kIndex = 7;

  std::vector<int> broadcast(static_cast<std::size_t>(blocks) * kBlock);
  std::vector<int> scattered(broadcast.size());
  std::vector<int> same_index(broadcast.size());
  std::vector<int> own_index(broadcast.size());
  for (int b = 0; b < blocks; ++b) {
    for (int t = 0; t < kBlock; ++t) {
      const int i = b * kBlock + t;
      broadcast[i] = values[b % kTable];
      scattered[i] = values[(b + t) % kTable];
      same_index[i] = values[kIndex] + t;
      own_index[i] = values[(kIndex + t % 32) % kLocal] + t;
    }
  }

  constant_broadcast<<<blocks, kBlock>>>(out.get());
  CHECK_LAUNCH();
  verdict.expect_equal("constant broadcast", out.to_host(), broadcast);

  out.fill(0xff);
  constant_scattered<<<blocks, kBlock>>>(out.get());
  CHECK_LAUNCH();
  verdict.expect_equal("constant scattered", out.to_host(), scattered);

  out.fill(0xff);
  read_only<<<blocks, kBlock>>>(in.get(), out.get());
  CHECK_LAUNCH();
  verdict.expect_equal("read only", out.to_host(), scattered);

  out.fill(0xff);
  local_same_index<<<blocks, kBlock>>>(in.get(), out.get(), kIndex);
  CHECK_LAUNCH();
  verdict.expect_equal("local, same index", out.to_host(), same_index);

  out.fill(0xff);
  local_own_index<<<blocks, kBlock>>>(in.get(), out.get(), kIndex);
  CHECK_LAUNCH();
  verdict.expect_equal("local, own index", out.to_host(), own_index);
  return verdict.finish();
}
