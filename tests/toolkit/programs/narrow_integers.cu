// Conversions between halves, bfloat16 and integers in all roundings, on the device by its instructions, against the
// same headers on the host; of numbers of all magnitudes, halfway cases and their neighbours among them.
// prints: 20480 checks, 0 differences
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "check.h"

__host__ __device__ inline unsigned long long mixed(unsigned long long sum, unsigned long long value) {
  return (sum ^ value) * 0x9e3779b97f4a7c15ull;
}

#define ROUNDINGS(name, type)                                                      \
  sum = mixed(sum, (unsigned long long)__half2##name##_rn(h));                     \
  sum = mixed(sum, (unsigned long long)__half2##name##_rz(h));                     \
  sum = mixed(sum, (unsigned long long)__half2##name##_rd(h));                     \
  sum = mixed(sum, (unsigned long long)__half2##name##_ru(h));                     \
  sum = mixed(sum, (unsigned long long)__bfloat162##name##_rn(b));                 \
  sum = mixed(sum, (unsigned long long)__bfloat162##name##_rz(b));                 \
  sum = mixed(sum, (unsigned long long)__bfloat162##name##_rd(b));                 \
  sum = mixed(sum, (unsigned long long)__bfloat162##name##_ru(b));                 \
  sum = mixed(sum, __half_as_ushort(__##name##2half_rn((type)i)));                 \
  sum = mixed(sum, __half_as_ushort(__##name##2half_rz((type)i)));                 \
  sum = mixed(sum, __half_as_ushort(__##name##2half_rd((type)i)));                 \
  sum = mixed(sum, __half_as_ushort(__##name##2half_ru((type)i)));                 \
  sum = mixed(sum, __bfloat16_as_ushort(__##name##2bfloat16_rn((type)i)));         \
  sum = mixed(sum, __bfloat16_as_ushort(__##name##2bfloat16_rz((type)i)));         \
  sum = mixed(sum, __bfloat16_as_ushort(__##name##2bfloat16_rd((type)i)));         \
  sum = mixed(sum, __bfloat16_as_ushort(__##name##2bfloat16_ru((type)i)));

__host__ __device__ inline unsigned long long compute(unsigned int bits, unsigned long long i) {
  const __half h = __ushort_as_half((unsigned short)bits);
  const __nv_bfloat16 b = __ushort_as_bfloat16((unsigned short)bits);
  unsigned long long sum = 0;
  ROUNDINGS(int, int)
  ROUNDINGS(uint, unsigned int)
  ROUNDINGS(short, short)
  ROUNDINGS(ushort, unsigned short)
  ROUNDINGS(ll, long long)
  ROUNDINGS(ull, unsigned long long)
  sum = mixed(sum, (unsigned long long)__half2char_rz(h) * 3 + __half2uchar_rz(h));
  return mixed(sum, (unsigned long long)__bfloat162char_rz(b) * 3 + __bfloat162uchar_rz(b));
}

// Halfway between two numbers of 8 or 11 bits, its neighbours, and others.
__host__ __device__ inline unsigned long long integer(unsigned int n) {
  const unsigned long long kept = 0x80 | (n * 37 & 0x7f) | (n & 1) << 9, half = kept << 1 | 1;
  const unsigned int shift = n % 55;
  const unsigned long long magnitude = n % 7 == 6 ? n * 0x9e3779b97f4a7c15ull : (half << shift) + (n / 55 % 3) - 1;
  return n % 5 == 4 ? 0 - magnitude : magnitude;
}

__global__ void device(unsigned long long* o) {
  const unsigned int n = blockIdx.x * blockDim.x + threadIdx.x;
  o[n] = compute(n * 16 / 5, integer(n));
}

int main() {
  constexpr unsigned int kCount = 20480;
  unsigned long long* o;
  cudaMallocManaged(&o, kCount * sizeof *o);
  device<<<kCount / 256, 256>>>(o);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  for (unsigned int n = 0; n < kCount; ++n) same("integers", o[n], compute(n * 16 / 5, integer(n)));
  return verdict();
}
