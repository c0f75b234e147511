// MTGP32 in kernels: what the threads of blocks of several sizes draw, for seeds and parameters. Lines that begin with
// "near" are numbers of functions that approximate.
#include <cuda_runtime.h>
#include <curand_kernel.h>
#include <curand_mtgp32_host.h>

#include <cstdio>
#include <cstring>

namespace {

constexpr int kStates = 200;
constexpr int kMost = 1024;

enum Kind { integers, specific, specific_single, uniform, uniform_double, poisson, poisson_large, normal,
            normal_double, log_normal, log_normal_double };

__global__ void draw(curandStateMtgp32* states, int state, Kind kind, int rounds, double* out) {
  const int threads = blockDim.x * blockDim.y;
  const int thread = threadIdx.x + blockDim.x * threadIdx.y;
  curandStateMtgp32* const from = &states[state + blockIdx.x];
  for (int round = 0; round < rounds; ++round) {
    double number = 0;
    switch (kind) {
      case integers: number = curand(from); break;
      case specific: number = curand_mtgp32_specific(from, thread, threads); break;
      case specific_single: number = curand_mtgp32_single_specific(from, thread, threads); break;
      case uniform: number = curand_uniform(from); break;
      case uniform_double: number = curand_uniform_double(from); break;
      case poisson: number = curand_poisson(from, 7.5); break;
      case poisson_large: number = curand_poisson(from, 5000); break;
      case normal: number = curand_normal(from); break;
      case normal_double: number = curand_normal_double(from); break;
      case log_normal: number = curand_log_normal(from, 0.25f, 0.5f); break;
      case log_normal_double: number = curand_log_normal_double(from, 0.25, 0.5); break;
    }
    out[(blockIdx.x * rounds + round) * threads + thread] = number;
  }
}

curandStateMtgp32* states = nullptr;
mtgp32_kernel_params* parameters = nullptr;
double* out = nullptr;

void show(const char* name, int state, int blocks, dim3 threads, Kind kind, int rounds) {
  static double numbers[kMost * 8];
  draw<<<blocks, threads>>>(states, state, kind, rounds, out);
  const int count = static_cast<int>(threads.x * threads.y) * blocks * rounds;
  if (cudaMemcpy(numbers, out, count * sizeof(double), cudaMemcpyDeviceToHost) != cudaSuccess) std::printf("failed\n");
  double sum = 0;
  for (int i = 0; i < count; ++i) sum += numbers[i] * (1 + i % 7);
  std::printf("%s %d %dx%d:", name, state, threads.x, threads.y);
  for (const int i : {0, 1, count / 3, count - 1}) std::printf(" %.17g", numbers[i]);
  std::printf(" %.17g\n", sum);
}

}  // namespace

int main() {
  std::printf("sizes %zu %zu %zu\n", sizeof(mtgp32_params_fast_t), sizeof(mtgp32_kernel_params),
              sizeof(curandStateMtgp32));
  unsigned sum = 0;
  for (int i = 0; i < kStates; ++i) {
    const mtgp32_params_fast_t& set = mtgp32dc_params_fast_11213[i];
    unsigned words[sizeof set / 4];
    std::memcpy(words, &set, sizeof words);
    for (const unsigned word : words) sum = sum * 31 + word;
  }
  std::printf("parameters %d %u\n", static_cast<int>(sizeof mtgp32dc_params_fast_11213 / sizeof(mtgp32_params_fast_t)), sum);
  cudaMalloc(&states, kStates * sizeof *states);
  cudaMalloc(&parameters, sizeof *parameters);
  cudaMalloc(&out, kMost * 8 * sizeof *out);
  std::printf("constants %d\n", curandMakeMTGP32Constants(mtgp32dc_params_fast_11213, parameters));
  for (const unsigned long long seed : {0ull, 1ull, 1234ull, 0xffffffffull, 0x123456789abcdefull}) {
    std::printf("seed %llu: %d\n", seed,
                curandMakeMTGP32KernelState(states, mtgp32dc_params_fast_11213, parameters, kStates, seed));
    for (const int state : {0, 1, 77, 196}) show("integers", state, 4, dim3(64), integers, 4);
    show("integers", 9, 1, dim3(256), integers, 8);
    show("integers", 9, 1, dim3(32, 3), integers, 8);
    show("integers", 9, 1, dim3(1), integers, 8);
    show("specific", 11, 1, dim3(64), specific, 3);
    show("uniform", 12, 2, dim3(64), uniform, 3);
    show("uniform_double", 12, 2, dim3(64), uniform_double, 3);
    show("poisson", 13, 1, dim3(128), poisson, 3);
    show("near poisson_large", 13, 1, dim3(128), poisson_large, 3);
    show("near normal", 14, 1, dim3(128), normal, 3);
    show("near normal_double", 14, 1, dim3(128), normal_double, 3);
    show("near log_normal", 14, 1, dim3(128), log_normal, 3);
    show("near log_normal_double", 14, 1, dim3(128), log_normal_double, 3);
    // NVIDIA's leaves the state wrong behind it, and where there are several warps they race.
    show("specific_single", 15, 1, dim3(32), specific_single, 1);
  }
  return 0;
}
