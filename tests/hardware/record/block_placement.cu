// Which multiprocessor each block of a launch goes to, and which half of the second level each multiprocessor is near
// to. Prints a table (TSV) with a row a fact:
//   block  SHAPE  BLOCK  SM      of a launch of idle blocks of that shape: `threads x blocks x shared bytes`
//   sm     LINE   SM  CYCLES     a load of a line that the second level has, from that SM; fastest of several
// Usage: block_placement
#include <cstdio>
#include <vector>

#define CHECK(call)                                                                        \
  do {                                                                                     \
    const cudaError_t error = (call);                                                      \
    if (error != cudaSuccess) return std::printf("%s\n", cudaGetErrorString(error)), 1;    \
  } while (false)

__device__ unsigned sm_of_caller() {
  unsigned sm;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
  return sm;
}

// Long enough that all blocks of a wave are there before one ends.
__global__ void note_sm(unsigned* sm, long long wait) {
  if (threadIdx.x == 0 && threadIdx.y == 0) sm[blockIdx.y * gridDim.x + blockIdx.x] = sm_of_caller();
  const long long begin = clock64();
  while (clock64() - begin < wait) {
  }
}

// Loads that wait for each other: each address is the last one, plus what was loaded there, which is 0.
__global__ void ask_line(const unsigned* lines, int line, unsigned* cycles) {
  const unsigned* at = lines + line * 32;
  long long best = 1 << 30;
  for (int i = 0; i < 8; ++i) {
    const long long begin = clock64();
    for (int k = 0; k < 16; ++k) {
      unsigned value;
      asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(value) : "l"(at) : "memory");
      at += value;
    }
    const long long spent = clock64() - begin;
    if (at != lines + line * 32) best = 0;
    if (i != 0 && spent < best) best = spent;
  }
  cycles[sm_of_caller()] = static_cast<unsigned>(best / 16);
}

int main() {
  cudaDeviceProp device;
  CHECK(cudaGetDeviceProperties(&device, 0));
  const int sms = device.multiProcessorCount;
  unsigned* noted;
  CHECK(cudaMalloc(&noted, 1 << 20));
  CHECK(cudaFuncSetAttribute(note_sm, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 << 10));
  struct Shape {
    int threads, blocks, shared;
    long long wait;
  };
  for (const Shape& shape : {Shape{256, 2 * sms, 0, 200000}, Shape{256, 2 * sms, 0, 200}, Shape{1024, 2 * sms, 0, 200000},
                             Shape{32, 4 * sms, 0, 200000}, Shape{256, sms, 200 << 10, 200000}, Shape{256, 64, 0, 200000},
                             Shape{64, 1024, 0, 200000}}) {
    note_sm<<<shape.blocks, shape.threads, shape.shared>>>(noted, shape.wait);
    CHECK(cudaDeviceSynchronize());
    std::vector<unsigned> sm(shape.blocks);
    CHECK(cudaMemcpy(sm.data(), noted, shape.blocks * sizeof(unsigned), cudaMemcpyDeviceToHost));
    for (int block = 0; block < shape.blocks; ++block)
      std::printf("block\t%d x %d x %d, %lld cycles\t%d\t%u\n", shape.threads, shape.blocks, shape.shared, shape.wait, block, sm[block]);
  }
  unsigned *lines, *cycles;
  CHECK(cudaMalloc(&lines, 1 << 20));
  CHECK(cudaMemset(lines, 0, 1 << 20));
  CHECK(cudaMalloc(&cycles, 4096));
  CHECK(cudaFuncSetAttribute(ask_line, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 << 10));
  for (int line = 0; line < 48; ++line) {
    ask_line<<<sms, 1, 200 << 10>>>(lines, line, cycles);
    CHECK(cudaDeviceSynchronize());
    std::vector<unsigned> spent(sms);
    CHECK(cudaMemcpy(spent.data(), cycles, sms * sizeof(unsigned), cudaMemcpyDeviceToHost));
    for (int sm = 0; sm < sms; ++sm) std::printf("sm\t%d\t%d\t%u\n", line, sm, spent[sm]);
  }
}
