// Neighbours of 16 bits: whose loads the assembler merges, by what is done with the values.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "check.hpp"

constexpr unsigned kThreads = 64;

/// Four neighbours of a shared row, the same in every thread.
template <class T, class Use>
__device__ __forceinline__ void four(T* row, float* out, Use use) {
  const unsigned t = threadIdx.x;
  if (t < 16) row[t] = T(float(t + 1));
  __syncthreads();
  out[t] = use(row[4], row[5], row[6], row[7]) + float(t);
}

#define FOUR(Name, T, ...)                                                          \
  __global__ void Name(float* out) {                                                \
    __shared__ __align__(16) T row[16];                                             \
    four(row, out, [](T a, T b, T c, T d) -> float { return float(__VA_ARGS__); }); \
  }

FOUR(summed_as_floats, __half, __half2float(a) + __half2float(b) + __half2float(c) + __half2float(d))
FOUR(summed_as_halves, __half, __half2float(__hadd(__hadd(a, b), __hadd(c, d))))
FOUR(compared_halves, __half, (__hlt(a, b) ? 10.0f : 3.0f) + (__hlt(c, d) ? 5.0f : 11.0f))
FOUR(three_of_four, __half, __half2float(a) + __half2float(b) + __half2float(d))
FOUR(two_apart, __half, __half2float(a) + __half2float(c))
FOUR(two_across, __half, __half2float(b) + __half2float(c))
FOUR(brains_as_floats, __nv_bfloat16,
     __bfloat162float(a) + __bfloat162float(b) + __bfloat162float(c) + __bfloat162float(d))
FOUR(summed_as_brains, __nv_bfloat16, __bfloat162float(__hadd(__hadd(a, b), __hadd(c, d))))
FOUR(numbers, unsigned short, a + b + c + d)
FOUR(numbers_as_floats, unsigned short, float(a) + float(b) + float(c) + float(d))
FOUR(signed_numbers, short, a - b + c - d)
FOUR(bytes, unsigned char, float(a) + float(b) + float(c) + float(d))

/// A number among halves is loaded by itself.
__global__ void one_number(float* out) {
  __shared__ __align__(16) unsigned short row[16];
  const unsigned t = threadIdx.x;
  if (t < 16) row[t] = __half_as_ushort(__float2half(float(t + 1)));
  __syncthreads();
  const int number = row[4];
  out[t] = __half2float(__ushort_as_half(row[5])) + __half2float(__ushort_as_half(row[6])) +
           __half2float(__ushort_as_half(row[7])) + float(number / 256) + float(t);
}

/// Sixteen, and what they are stored as.
__global__ void sixteen(float* out, __half* copy) {
  __shared__ __align__(16) __half row[16];
  const unsigned t = threadIdx.x;
  if (t < 16) row[t] = __float2half(float(t + 1));
  __syncthreads();
  float sum = float(t);
#pragma unroll
  for (int i = 0; i < 16; ++i) {
    sum += __half2float(row[i]);
    copy[64 * i + t] = row[i];
  }
  out[t] = sum;
}

/// In global memory the address has to be known to be aligned, as behind a load of 16 bytes.
__global__ void in_global_memory(float* out, const __half* in) {
  const unsigned t = threadIdx.x;
  const __half* const mine = in + 16 * t;
  const int4 first = *reinterpret_cast<const int4*>(mine);
  float sum = float(first.x & 1);
#pragma unroll
  for (int i = 8; i < 16; ++i) sum += __half2float(mine[i]);
  out[t] = sum;
}

int main() {
#define RUN(Name, value) \
  check::words(#Name, Name, dim3(1), dim3(kThreads), int(kThreads), [](int t) { return float(value) + float(t); })
  RUN(summed_as_floats, 26);
  RUN(summed_as_halves, 26);
  RUN(compared_halves, 15);
  RUN(three_of_four, 19);
  RUN(two_apart, 12);
  RUN(two_across, 13);
  RUN(brains_as_floats, 26);
  RUN(summed_as_brains, 26);
  RUN(numbers, 26);
  RUN(numbers_as_floats, 26);
  RUN(signed_numbers, -2);
  RUN(bytes, 26);
  RUN(one_number, 6 + 7 + 8 + 0x45);
  __half* const halves = check::array<__half>(16 * kThreads, [](int i) { return __float2half(float(i % 16)); });
  check::words(
      "sixteen", sixteen, dim3(1), dim3(kThreads), int(kThreads), [](int t) { return float(136 + t); }, halves);
  __half* const input = check::array<__half>(16 * kThreads, [](int i) { return __float2half(float(i % 16)); });
  check::words(
      "in_global_memory", in_global_memory, dim3(1), dim3(kThreads), int(kThreads), [](int) { return 92.0f; },
      static_cast<const __half*>(input));
  return check::finish("halves");
}
