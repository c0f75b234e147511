// What each level of memory takes and gives: cycles of a load that the next one waits for, and bytes a cycle when nothing
// is waited for. Prints a table (TSV) with a row a level: name, latency in cycles, bytes a cycle of one multiprocessor,
// bytes a cycle of all together. Usage: memory_levels
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <random>
#include <vector>

#define CHECK(call)                                                                                    \
  do {                                                                                                 \
    const cudaError_t error = (call);                                                                  \
    if (error != cudaSuccess) std::printf("%s: %s\n", #call, cudaGetErrorString(error)), std::exit(1); \
  } while (false)

constexpr int kHops = 4096;
constexpr int kUnrolled = 16;
__constant__ unsigned constant_chain[1024];

enum Level { kShared, kFirst, kSecond, kConstant };

// One hop: what is loaded is the address of the next, in the terms of its memory.
template <Level level>
__device__ void hop(unsigned long long& at) {
  if (level == kFirst) asm volatile("ld.global.ca.u64 %0, [%0];" : "+l"(at)::"memory");
  if (level == kSecond) asm volatile("ld.global.cg.u64 %0, [%0];" : "+l"(at)::"memory");
}
template <Level level>
__device__ void hop(unsigned& at) {
  if (level == kShared) asm volatile("ld.shared.u32 %0, [%0];" : "+r"(at)::"memory");
  if (level == kConstant) asm volatile("ld.const.u32 %0, [%0];" : "+r"(at)::"memory");
}

template <Level level, class Address>
__device__ float cycles_a_hop(Address at, int warm) {
  long long begin = 0;
  for (int i = -warm; i < kHops; i += kUnrolled) {
    if (i == 0) begin = clock64();
#pragma unroll
    for (int k = 0; k < kUnrolled; ++k) hop<level>(at);
  }
  const long long spent = clock64() - begin;
  return at == 1 ? 0 : static_cast<float>(spent) / kHops;
}

template <Level level>
__global__ void chase(const unsigned long long* chain, int warm, float* cycles) {
  __shared__ unsigned own[1024];
  const auto first = static_cast<unsigned>(__cvta_generic_to_shared(own));
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) own[i] = first + (i + 32) % 1024 * 4;
  __syncthreads();
  if (level == kShared) {
    *cycles = cycles_a_hop<kShared>(first, warm);
  } else if (level == kConstant) {
    unsigned at;
    asm volatile("{ .reg .u64 a; mov.u64 a, constant_chain; cvt.u32.u64 %0, a; }" : "=r"(at));
    *cycles = cycles_a_hop<kConstant>(at, warm);
  } else {
    *cycles = cycles_a_hop<level>(reinterpret_cast<unsigned long long>(chain), warm);
  }
}

// 16 bytes a lane, all of which are used, or the assembler would load fewer; each block goes over a part of the buffer again and again, of
// `words` of 16 bytes, a power of two. Blocks with the same part begin at different places.
template <Level level>
__global__ void stream(const uint4* data, unsigned words, unsigned parts, long long rounds, long long* cycles, unsigned* sink) {
  __shared__ uint4 own[2048];
  for (int i = threadIdx.x; i < 2048; i += blockDim.x) own[i] = data[i];
  __syncthreads();
  const uint4* mine = data + static_cast<size_t>(blockIdx.x % parts) * words;
  const unsigned offset = blockIdx.x / parts * (words / 8) + threadIdx.x;
  const auto shared = static_cast<unsigned>(__cvta_generic_to_shared(own));
  unsigned sum = 0;
  const long long begin = clock64();
  for (long long i = 0; i < rounds * words; i += kUnrolled * blockDim.x) {
#pragma unroll
    for (int k = 0; k < kUnrolled; ++k) {
      const unsigned at = (static_cast<unsigned>(i) + k * blockDim.x + offset) & (words - 1);
      uint4 v;
      if (level == kShared)
        asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "r"(shared + at * 16));
      else if (level == kFirst)
        asm volatile("ld.global.ca.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(mine + at));
      else
        asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(mine + at));
      sum ^= v.x ^ v.y ^ v.z ^ v.w;
    }
  }
  if (sum == 12345) *sink = sum;
  __syncthreads();
  if (threadIdx.x == 0) cycles[blockIdx.x] = clock64() - begin;
}

int sms;
float* cycles;
long long* spent;
unsigned* sink;

template <Level level>
float latency(const unsigned long long* chain, int warm) {
  chase<level><<<1, 1>>>(chain, warm, cycles);
  float value;
  CHECK(cudaMemcpy(&value, cycles, sizeof(value), cudaMemcpyDeviceToHost));
  return value;
}

// Bytes a cycle of all blocks, one or two an SM.
template <Level level>
double rate(const uint4* data, size_t words_each, int rounds, int blocks, int parts) {
  stream<level><<<blocks, 1024>>>(data, static_cast<unsigned>(words_each), parts, 1, spent, sink);
  stream<level><<<blocks, 1024>>>(data, static_cast<unsigned>(words_each), parts, rounds, spent, sink);
  std::vector<long long> each(blocks);
  CHECK(cudaMemcpy(each.data(), spent, blocks * sizeof(long long), cudaMemcpyDeviceToHost));
  double mean = 0;
  for (const long long cycles_of_block : each) mean += static_cast<double>(cycles_of_block) / blocks;
  return 16.0 * static_cast<double>(words_each) * rounds * blocks / mean;
}

// A chain through `bytes`, a line of 128 bytes a hop, in random order.
unsigned long long* chain_of(size_t bytes) {
  const size_t lines = bytes / 128;
  std::vector<unsigned> order(lines);
  std::iota(order.begin(), order.end(), 0u);
  std::shuffle(order.begin() + 1, order.end(), std::mt19937(7));
  unsigned long long* device;
  CHECK(cudaMalloc(&device, bytes));
  std::vector<unsigned long long> chain(lines * 16);
  for (size_t i = 0; i < lines; ++i) chain[order[i] * 16ull] = reinterpret_cast<unsigned long long>(device + order[(i + 1) % lines] * 16ull);
  CHECK(cudaMemcpy(device, chain.data(), bytes, cudaMemcpyHostToDevice));
  return device;
}

int main() {
  cudaDeviceProp device;
  CHECK(cudaGetDeviceProperties(&device, 0));
  sms = device.multiProcessorCount;
  CHECK(cudaMalloc(&cycles, 4));
  CHECK(cudaMalloc(&sink, 4));
  CHECK(cudaMalloc(&spent, 4096 * sizeof(long long)));
  // Constant memory is addressed from its own beginning.
  unsigned hops[1024];
  for (unsigned i = 0; i < 1024; ++i) hops[i] = (i + 1) % 256 * 4;
  CHECK(cudaMemcpyToSymbol(constant_chain, hops, sizeof(hops)));
  uint4* data;
  constexpr size_t kBytes = size_t{8} << 30;
  CHECK(cudaMalloc(&data, kBytes));
  CHECK(cudaMemset(data, 1, kBytes));
  std::printf("level\tlatency\tbytes a cycle of an SM\tbytes a cycle of all\n");
  const double shared_one = rate<kShared>(data, 2048, 2000, 1, 1);
  std::printf("shared\t%.1f\t%.1f\t%.0f\n", latency<kShared>(nullptr, 64), shared_one, rate<kShared>(data, 2048, 2000, sms, sms));
  std::printf("constant\t%.1f\t\t\n", latency<kConstant>(nullptr, 1024));
  unsigned long long* const small = chain_of(16 << 10);
  std::printf("l1\t%.1f\t%.1f\t%.0f\n", latency<kFirst>(small, 1024), rate<kFirst>(data, 1024, 4000, 1, 1), rate<kFirst>(data, 1024, 4000, sms, sms));
  unsigned long long* const middle = chain_of(size_t{4} << 20);
  std::printf("l2\t%.1f\t%.1f\t%.0f\n", latency<kSecond>(middle, 40000), rate<kSecond>(data, 16384, 100, 1, 1), rate<kSecond>(data, 16384, 100, 2 * sms, 64));
  unsigned long long* const large = chain_of(size_t{512} << 20);
  std::printf("dram\t%.1f\t%.1f\t%.0f\n", latency<kSecond>(large, 0), rate<kSecond>(data, size_t{64} << 20, 1, 1, 1), rate<kSecond>(data, size_t{1} << 20, 1, 2 * sms, 2 * sms));
  CHECK(cudaDeviceSynchronize());
}
