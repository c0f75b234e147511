// What each thread keeps for itself in an array of one dimension, one thread's behind another's: lanes are as far apart
// as a thread's part is long. Interleaved, each lane has a bank of its own, whichever element it takes.
#include "check.hpp"

constexpr int kThreads = 128;
constexpr int kBins = 8;

__global__ void own_bins(int* out, const float* in, int n) {
  __shared__ int bins[kThreads * kBins];
  for (int k = 0; k < kBins; ++k) bins[threadIdx.x * kBins + k] = 0;
  for (int i = threadIdx.x; i < n; i += kThreads) bins[threadIdx.x * kBins + (static_cast<int>(in[i]) * 5 & 7)] += 1;
  for (int k = 0; k < kBins; ++k) out[k * kThreads + threadIdx.x] = bins[threadIdx.x * kBins + k];
}

__global__ void complex_numbers(float* out, const float* in) {
  __shared__ float z[2 * kThreads];
  z[2 * threadIdx.x] = in[threadIdx.x];
  z[2 * threadIdx.x + 1] = in[kThreads + threadIdx.x];
  __syncthreads();
  const int other = kThreads - 1 - threadIdx.x;
  out[threadIdx.x] = z[2 * other] - z[2 * other + 1];
}

int main() {
  OnDevice<float> in(2048), out(256);
  OnDevice<int> bins(kThreads * kBins);
  own_bins<<<1, kThreads>>>(bins.get(), in.get(), 2048);
  complex_numbers<<<1, kThreads>>>(out.get(), in.get());
  std::printf("%.0f %.0f\n", static_cast<double>(bins.sum()), out.sum());
}
