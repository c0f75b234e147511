// Transforms of what is not there, and what they do to their input.
#include <cuda_runtime.h>
#include <cufft.h>
#include <cufftXt.h>

#include <cstdio>
#include <cstring>
#include <vector>

namespace {

/// Whether a transform to real numbers leaves its input as it was.
bool keeps_input(int rank) {
  int n[2] = {8, 8};
  const std::size_t count = rank == 1 ? 5 : 8 * 5;
  std::vector<float> values(2 * count);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = float(i % 7);
  float *in = nullptr, *out = nullptr;
  cudaMalloc(&in, values.size() * sizeof(float));
  cudaMalloc(&out, 64 * sizeof(float));
  cudaMemcpy(in, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice);
  cufftHandle plan;
  cufftPlanMany(&plan, rank, n, nullptr, 1, 0, nullptr, 1, 0, CUFFT_C2R, 1);
  cufftExecC2R(plan, reinterpret_cast<cufftComplex*>(in), out);
  std::vector<float> after(values.size());
  cudaMemcpy(after.data(), in, after.size() * sizeof(float), cudaMemcpyDeviceToHost);
  cufftDestroy(plan);
  cudaFree(in);
  cudaFree(out);
  return std::memcmp(values.data(), after.data(), values.size() * sizeof(float)) == 0;
}

}  // namespace

int main() {
  cufftComplex *large = nullptr, *small = nullptr, host[128];
  cudaMalloc(&large, 1024);
  cudaMalloc(&small, 512);
  cudaMemset(large, 0, 1024);
  cudaMemset(small, 0, 512);
  cufftHandle plan, real;
  cufftPlan1d(&plan, 128, CUFFT_C2C, 1);
  cufftPlan1d(&real, 128, CUFFT_R2C, 1);
  std::printf("good: %d\n", cufftExecC2C(plan, large, large, CUFFT_FORWARD));
  std::printf("too short: %d\n", cufftExecC2C(plan, small, large, CUFFT_FORWARD));
  std::printf("the output too short: %d\n", cufftExecR2C(real, reinterpret_cast<cufftReal*>(large), small));
  std::printf("the host's: %d\n", cufftExecC2C(plan, large, host, CUFFT_FORWARD));
  std::printf("spoilt: %d\n", !keeps_input(2));
  std::printf("kept: %d\n", keeps_input(1));
  std::printf("callbacks: %d\n", cufftXtClearCallback(plan, CUFFT_CB_LD_COMPLEX));
  cufftDestroy(plan);
  cufftDestroy(real);
  cudaFree(large);
  cudaFree(small);
  return 0;
}
