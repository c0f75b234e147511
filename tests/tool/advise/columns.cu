// A row for each lane, of elements of every size: what is read by columns wants rows of an odd number of words, or as
// many further elements as make one.
#include "check.hpp"

__global__ void bytes(float* out, const float* in) {
  __shared__ unsigned char of_bytes[32][64];
  const int t = threadIdx.x;
  for (int c = 0; c < 64; ++c) of_bytes[t][c] = static_cast<unsigned char>(in[t] + c);
  __syncthreads();
  for (int c = 0; c < 64; ++c) out[c * 32 + t] = of_bytes[t][c];
}

__global__ void halves(float* out, const float* in) {
  __shared__ unsigned short of_halves[32][64];
  const int t = threadIdx.x;
  for (int c = 0; c < 64; ++c) of_halves[t][c] = static_cast<unsigned short>(in[t] + c);
  __syncthreads();
  for (int c = 0; c < 64; ++c) out[c * 32 + t] = of_halves[t][c];
}

__global__ void words(float* out, const float* in) {
  __shared__ float of_words[32][64];
  const int t = threadIdx.x;
  for (int c = 0; c < 64; ++c) of_words[t][c] = in[c * 32 + t];
  __syncthreads();
  for (int c = 0; c < 64; ++c) out[c * 32 + t] = of_words[t][c ^ 1];
}

__global__ void doubles(float* out, const float* in) {
  __shared__ double of_doubles[32][16];
  const int t = threadIdx.x;
  for (int c = 0; c < 16; ++c) of_doubles[t][c] = in[c * 32 + t];
  __syncthreads();
  for (int c = 0; c < 16; ++c) out[c * 32 + t] = static_cast<float>(of_doubles[t][c ^ 1]);
}

/// Bins of each thread's own: which one is known from the data alone, and any is in the bank of all others' same one.
__global__ void bins(float* out, const float* in) {
  __shared__ unsigned counts[32][32];
  const int t = threadIdx.x;
  for (int b = 0; b < 32; ++b) counts[t][b] = 0;
  for (int i = 0; i < 32; ++i) ++counts[t][static_cast<int>(in[i]) % 32];
  __syncthreads();
  unsigned sum = 0;
  for (int other = 0; other < 32; ++other) sum += counts[other][t];
  out[t] = sum;
}

int main() {
  OnDevice<float> in(2048), out(2048);
  bytes<<<1, 32>>>(out.get(), in.get());
  std::printf("%.0f\n", out.sum());
  halves<<<1, 32>>>(out.get(), in.get());
  std::printf("%.0f\n", out.sum());
  words<<<1, 32>>>(out.get(), in.get());
  std::printf("%.0f\n", out.sum());
  doubles<<<1, 32>>>(out.get(), in.get());
  std::printf("%.0f\n", out.sum());
  bins<<<1, 32>>>(out.get(), in.get());
  std::printf("%.0f\n", out.sum());
}
