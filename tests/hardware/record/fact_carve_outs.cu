// Shared memory and first-level cache: what the driver sets an SM to, for blocks of many sizes and every way a program can
// ask: a percentage (cudaFuncAttributePreferredSharedMemoryCarveout) or a preference (cudaFuncSetCacheConfig).
#include "fact.hpp"

namespace {

__global__ void __launch_bounds__(1024) touch(unsigned* out) {
  extern __shared__ unsigned s[];
  if (out != nullptr) {
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x ^ 1];
  }
}

void launch(const char* asked, int value, unsigned bytes, unsigned threads) {
  std::printf("%s %d\t%u\t%u\n", asked, value, bytes, threads);
  touch<<<1, threads, bytes>>>(nullptr);
  fact::check(cudaDeviceSynchronize());
}

}  // namespace

int main() {
  std::printf(
      "launch__shared_mem_config_size launch__occupancy_limit_shared_mem launch__occupancy_limit_warps "
      "launch__occupancy_limit_registers launch__occupancy_limit_blocks launch__registers_per_thread\n");
  std::printf("# A launch a row: what was asked for, bytes of dynamic shared memory, and threads of the block.\n");
  fact::check(cudaFuncSetAttribute(touch, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 * 1024));
  const unsigned kBytes[] = {0, 1024, 4096, 10000, 16384, 33000, 49152, 65536, 100000, 232448};
  const unsigned kThreads[] = {64, 256, 1024};
  for (const int percent : {-1, 0, 10, 25, 50, 75, 100}) {
    fact::check(cudaFuncSetAttribute(touch, cudaFuncAttributePreferredSharedMemoryCarveout, percent));
    for (const unsigned bytes : kBytes)
      for (const unsigned threads : kThreads) launch("percent", percent, bytes, threads);
  }
  fact::check(cudaFuncSetAttribute(touch, cudaFuncAttributePreferredSharedMemoryCarveout, -1));
  for (const int config : {0, 1, 2, 3}) {
    fact::check(cudaFuncSetCacheConfig(touch, static_cast<cudaFuncCache>(config)));
    for (const unsigned bytes : {0u, 4096u, 33000u})
      for (const unsigned threads : kThreads) launch("config", config, bytes, threads);
  }
  std::printf("PASS carve_outs\n");
  return 0;
}
