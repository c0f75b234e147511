// Device functions against the C library's, for those that our headers put together or the virtual GPU answers.
// prints: 180 checks, 0 differences
#include "check.h"

constexpr int kValues = 12;
constexpr int kFunctions = 15;
__constant__ double values[kValues];

__global__ void functions(double* out, int* exponents) {
  int i = threadIdx.x;
  double x = values[i], whole, sine, cosine;
  double* o = out + i * kFunctions;
  int exponent, quotient;
  o[0] = modf(x, &whole);
  o[1] = whole;
  o[2] = frexp(x, &exponent);
  o[3] = exponent;
  o[4] = remquo(x, 0.75, &quotient);
  o[5] = quotient & 7;
  sincos(x, &sine, &cosine);
  o[6] = sine;
  o[7] = cosine;
  o[8] = round(x);
  o[9] = copysign(2.0, x);
  o[10] = fdim(x, 1.0);
  o[11] = exp(-fabs(x));
  o[12] = cbrt(x);
  o[13] = (double)llrint(x);
  o[14] = hypot(x, 2.0);
}

int main() {
  const double host[kValues] = {0.0,    -0.0, 0.5,  -0.49999999999999994, 2.5, -3.5, 1e-310, 123456.789, -7.25,
                                0x1p60, 3.0,  -0.75};
  cudaMemcpyToSymbol(values, host, sizeof host);
  double* out;
  cudaMallocManaged(&out, sizeof(double) * kValues * kFunctions);
  functions<<<1, kValues>>>(out, nullptr);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  for (int i = 0; i < kValues; ++i) {
    double x = host[i], whole;
    const double* o = out + i * kFunctions;
    int exponent, quotient;
    same("modf", o[0], modf(x, &whole));
    same("modf whole", o[1], whole);
    same("frexp", o[2], frexp(x, &exponent));
    same("frexp exponent", o[3], exponent);
    same("remquo", o[4], remquo(x, 0.75, &quotient));
    same("remquo quotient", o[5], quotient & 7);
    same("sin", o[6], sin(x), 1e-14);
    same("cos", o[7], cos(x), 1e-14);
    same("round", o[8], round(x));
    same("copysign", o[9], copysign(2.0, x));
    same("fdim", o[10], fdim(x, 1.0));
    same("exp", o[11], exp(-fabs(x)), 1e-14);
    same("cbrt", o[12], cbrt(x), 1e-14);
    same("llrint", o[13], (double)llrint(x));
    same("hypot", o[14], hypot(x, 2.0), 1e-14);
  }
  return verdict();
}
