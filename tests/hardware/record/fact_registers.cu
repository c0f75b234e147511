// Registers of kernels as the driver launches them: small ones, and those that call other functions or the device's
// runtime. Beside the profiler's number, in the column of the addresses, stands what the driver says of the function.
#include <cassert>
#include <cstdlib>

#include "fact.hpp"

namespace {

__global__ void nothing(float*) {}
__global__ void one_store(float* out) { out[0] = 1; }
__global__ void some_loads(float* out) { out[threadIdx.x] = out[32 + threadIdx.x] * out[64 + threadIdx.x] + out[96]; }
__global__ void quotient(float* out) { out[threadIdx.x] = out[32 + threadIdx.x] / out[64 + threadIdx.x]; }
__global__ void quotient_64(long long* out, long long by) { out[threadIdx.x] = out[32 + threadIdx.x] / by; }
__global__ void says_hello(float*) { std::printf("#\n"); }
__global__ void says_numbers(float* out) { std::printf("#%f %f %f\n", out[0], out[1], out[2]); }
__global__ void asserts(float* out) { assert(out[threadIdx.x] == 0); }
__global__ void allocates(float** out) { out[threadIdx.x] = static_cast<float*>(malloc(16)); }
__global__ void releases(float** out) { free(out[threadIdx.x] == nullptr ? nullptr : out[threadIdx.x]); }
__global__ void traps(float* out) {
  if (out[0] != 0) __trap();
}
__device__ __noinline__ float small_function(float x) { return x * x + 3; }
__device__ __noinline__ float loop_function(float x, int n) {
  float sum = x;
  for (int i = 0; i < n; ++i) sum = sum * x + static_cast<float>(i);
  return sum;
}
__device__ int recursive(int n) { return n < 2 ? n : recursive(n - 1) + recursive(n - 2); }
__global__ void calls_small(float* out) { out[threadIdx.x] = small_function(out[threadIdx.x]); }
__global__ void calls_loop(float* out, int n) { out[threadIdx.x] = loop_function(out[threadIdx.x], n) + loop_function(out[1], n); }
__global__ void calls_recursive(float* out) { out[0] = static_cast<float>(recursive(static_cast<int>(out[1]))); }

template <int kHeld, bool kSays>
__global__ void holds(float* out) {
  float value[kHeld];
#pragma unroll
  for (int i = 0; i < kHeld; ++i) value[i] = out[i * 32 + threadIdx.x];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < kHeld; ++i) out[i * 33] = value[i];
  if (kSays) std::printf("#\n");
#pragma unroll
  for (int i = 0; i < kHeld; ++i) out[i * 37] = value[kHeld - 1 - i];
}

template <typename Kernel, typename... Arguments>
void launch(const char* name, Kernel* kernel, Arguments... arguments) {
  cudaFuncAttributes attributes{};
  fact::check(cudaFuncGetAttributes(&attributes, kernel));
  std::printf("%s\t0\t%d\n", name, attributes.numRegs);
  kernel<<<1, 1>>>(arguments...);
  fact::check(cudaDeviceSynchronize());
}

}  // namespace

int main() {
  float* base = nullptr;
  fact::check(cudaMalloc(reinterpret_cast<void**>(&base), 1 << 20));
  fact::check(cudaMemset(base, 0, 1 << 20));
  std::printf("launch__registers_per_thread launch__registers_per_thread_allocated launch__occupancy_limit_registers\n");
  std::printf("# A launch a row; the last column is cudaFuncAttributes::numRegs.\n");
  launch("nothing", nothing, base);
  launch("one_store", one_store, base);
  launch("some_loads", some_loads, base);
  launch("quotient", quotient, base);
  launch("quotient_64", quotient_64, reinterpret_cast<long long*>(base), 7ll);
  launch("says_hello", says_hello, base);
  launch("says_numbers", says_numbers, base);
  launch("asserts", asserts, base + 8192);
  launch("allocates", allocates, reinterpret_cast<float**>(base));
  launch("releases", releases, reinterpret_cast<float**>(base));
  launch("traps", traps, base + 4096);
  launch("calls_small", calls_small, base);
  launch("calls_loop", calls_loop, base, 3);
  launch("calls_recursive", calls_recursive, base + 16384);
  launch("holds 4", holds<4, false>, base);
  launch("holds 8", holds<8, false>, base);
  launch("holds 12", holds<12, false>, base);
  launch("holds 20", holds<20, false>, base);
  launch("holds 8, says_hello", holds<8, true>, base);
  launch("holds 20, says_hello", holds<20, true>, base);
  launch("holds 40, says_hello", holds<40, true>, base);
  launch("holds 40", holds<40, false>, base);
  return 0;
}
