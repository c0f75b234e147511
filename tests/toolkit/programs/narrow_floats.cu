// Half, bfloat16, fp8 and the tensor units on the device, against the same headers on the host.
// prints: 333 checks, 0 differences
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <mma.h>

#include "check.h"

using namespace nvcuda;

__host__ __device__ inline void compute(float x, float y, float* o) {
  half a = x, b = y;
  __nv_bfloat16 c = x, d = y;
  o[1] = (float)(a / b);
  o[2] = (float)__hmax(a, b) + (a < b ? 10.f : 0.f);
  float2 pair = __half22float2(__floats2half2_rn(x, y) * __half2half2(b) - __float2half2_rn(0.5f));
  o[3] = pair.x;
  o[4] = pair.y;
  volatile half kept = a;
  volatile __nv_bfloat16 kept_too = c;
  kept = static_cast<__half_raw>(kept);
  a = kept;
  o[0] = (float)(a * b + a);
  c = kept_too;
  o[5] = (float)(c * d - c);
  o[6] = (float)__nv_fp8_e4m3(x * y) + (float)__nv_fp8_e5m2(y);
}

__global__ void device(const float* x, const float* y, float* o) {
  compute(x[threadIdx.x], y[threadIdx.x], o + 7 * threadIdx.x);
}

__global__ void product(const half* a, const half* b, float* c) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::fill_fragment(fc, 1.0f);
  wmma::load_matrix_sync(fa, a, 16);
  wmma::load_matrix_sync(fb, b, 16);
  wmma::mma_sync(fc, fa, fb, fc);
  wmma::store_matrix_sync(c, fc, 16, wmma::mem_row_major);
}

int main() {
  float *x, *y, *o;
  half* matrix;
  cudaMallocManaged(&x, 44);
  cudaMallocManaged(&y, 44);
  cudaMallocManaged(&o, 1024);
  cudaMallocManaged(&matrix, 512);
  for (int i = 0; i < 11; ++i) {
    x[i] = 0.37f * (float)(i - 4);
    y[i] = 1.0f / (float)(i + 2);
  }
  device<<<1, 11>>>(x, y, o);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  for (int i = 0; i < 11; ++i) {
    float wanted[7];
    compute(x[i], y[i], wanted);
    for (int k = 0; k < 7; ++k) same("narrow", o[7 * i + k], wanted[k]);
  }
  for (int i = 0; i < 256; ++i) matrix[i] = half((float)(i % 7 - 3));
  product<<<1, 32>>>(matrix, matrix, o);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  for (int row = 0; row < 16; ++row) {
    for (int column = 0; column < 16; ++column) {
      float wanted = 1;
      for (int k = 0; k < 16; ++k) wanted += (float)matrix[16 * row + k] * (float)matrix[16 * column + k];
      same("product", o[16 * row + column], wanted);
    }
  }
  return verdict();
}
