// Counters of each thread's own in bytes and halves, of which the data tell it which to change: threads that share a bank
// want different words of it, however the rows are padded. And one that is walked by a pointer, which is left.
#include "check.hpp"

constexpr int kValues = 8;

__global__ void of_bytes(const unsigned char* in, unsigned* out) {
  __shared__ signed char counts[kValues][64];
  for (int value = 0; value < kValues; ++value) counts[value][threadIdx.x] = -100;
  for (int i = 0; i < 32; ++i) counts[in[i * 64 + threadIdx.x] % kValues][threadIdx.x]++;
  for (int value = 0; value < kValues; ++value) out[value * 64 + threadIdx.x] = counts[value][threadIdx.x];
}

__global__ void of_halves(const unsigned char* in, unsigned* out) {
  __shared__ unsigned short sums[kValues * 64];
  for (int value = 0; value < kValues; ++value) sums[value * 64 + threadIdx.x] = 0;
  for (int i = 0; i < 32; ++i) sums[in[i * 64 + threadIdx.x] % kValues * 64 + threadIdx.x] += 5000;
  for (int value = 0; value < kValues; ++value) out[value * 64 + threadIdx.x] = sums[value * 64 + threadIdx.x];
}

__global__ void by_pointer(const unsigned char* in, unsigned* out) {
  __shared__ unsigned char held[kValues][64];
  unsigned char* const own = &held[0][threadIdx.x];
  for (int value = 0; value < kValues; ++value) own[value * 64] = 0;
  for (int i = 0; i < 32; ++i) own[in[i * 64 + threadIdx.x] % kValues * 64] += 1;
  for (int value = 0; value < kValues; ++value) out[value * 64 + threadIdx.x] = own[value * 64];
}

int main() {
  std::vector<unsigned char> host(32 * 64);
  unsigned state = 1;
  for (unsigned char& value : host) value = (state = state * 1664525u + 1013904223u) >> 24;
  OnDevice<unsigned char> in(host.size());
  OnDevice<unsigned> out(kValues * 64);
  cudaMemcpy(in.get(), host.data(), host.size(), cudaMemcpyHostToDevice);
  of_bytes<<<1, 64>>>(in.get(), out.get());
  std::printf("%.0f\n", out.sum());
  of_halves<<<1, 64>>>(in.get(), out.get());
  std::printf("%.0f\n", out.sum());
  by_pointer<<<1, 64>>>(in.get(), out.get());
  std::printf("%.0f\n", out.sum());
}
