// Sums, products and both of two floats, rounded in each direction; and what nvcc calls its kinds of lambdas.
// prints: 24 checks, 0 differences
#include "check.h"

__global__ void pairs(float2* out, float2 a, float2 b, float2 c) {
  out[0] = __fadd2_rn(a, b), out[1] = __fadd2_rz(a, b), out[2] = __fadd2_rd(a, b), out[3] = __fadd2_ru(a, b);
  out[4] = __fmul2_rn(a, b), out[5] = __fmul2_rz(a, b), out[6] = __fmul2_rd(a, b), out[7] = __fmul2_ru(a, b);
  out[8] = __ffma2_rn(a, b, c), out[9] = __ffma2_rz(a, b, c);
  out[10] = __ffma2_rd(a, b, c), out[11] = __ffma2_ru(a, b, c);
}

// As libraries ask before they call a lambda in host code.
template <class F>
int call(F f) {
  static_assert(!__nv_is_extended_device_lambda_closure_type(F) ||
                __nv_is_extended_host_device_lambda_closure_type(F) ||
                __nv_is_extended_device_lambda_with_preserved_return_type(F));
  return sizeof(f());
}

int main() {
  // 1 + 3 * 2^-25, -(1 + 3 * 2^-25); (1 + 2^-23)^2, -(1 + 2^-23)^2; the same plus 1, minus 1.
  const float bit = 1.1920929e-7f, one = 1 + bit, sum = 2 * bit;
  float2* out;
  cudaMallocManaged(&out, 12 * sizeof(float2));
  pairs<<<1, 1>>>(out, {1, -1}, {0.75f * bit, -0.75f * bit}, {});
  cudaDeviceSynchronize();
  const float up[] = {one, 1, 1, one}, down[] = {-one, -1, -one, -1};  // nearest, zero, down, up
  for (int i = 0; i < 4; ++i) same("sum", out[i].x, up[i]), same("sum", out[i].y, down[i]);

  pairs<<<1, 1>>>(out, {one, -one}, {one, one}, {1, -1});
  cudaDeviceSynchronize();
  const float low = 1 + sum, high = low + bit;
  const float product[] = {low, low, low, high}, negative[] = {-low, -low, -high, -low};
  for (int i = 0; i < 4; ++i) same("product", out[4 + i].x, product[i]), same("product", out[4 + i].y, negative[i]);
  const float both[] = {2 + sum, 2 + sum, 2 + sum, 2 + 2 * sum}, less[] = {-2 - sum, -2 - sum, -2 - 2 * sum, -2 - sum};
  for (int i = 0; i < 4; ++i) same("both", out[8 + i].x, both[i]), same("both", out[8 + i].y, less[i]);

  call([] __device__() { return 1; });
  return verdict();
}
