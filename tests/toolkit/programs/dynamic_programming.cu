// The functions for dynamic programming, on the device and on the host.
// prints: 30 checks, 0 differences
#include "check.h"

__host__ __device__ inline void compute(int a, int b, unsigned* o) {
  bool first, low, high;
  o[0] = __vimax3_s32(a, b, 5);
  o[1] = __vimin3_u32(a, b, 70000u);
  o[2] = __viaddmax_s32(a, b, -3);
  o[3] = __viaddmin_s32_relu(a, b, 100);
  o[4] = __vibmax_s32(a, b, &first);
  o[5] = first;
  o[6] = __viaddmax_s16x2((unsigned)a, (unsigned)b, 0x00057fffu);
  o[7] = __vimin3_u16x2((unsigned)a, (unsigned)b, 0x1234ffffu);
  o[8] = __vimax_s16x2_relu((unsigned)a, (unsigned)b);
  o[9] = __vibmin_u16x2((unsigned)a, (unsigned)b, &high, &low) + 2 * high + low;
}

__global__ void device(const int* a, const int* b, unsigned* o) {
  compute(a[threadIdx.x], b[threadIdx.x], o + 10 * threadIdx.x);
}

int main() {
  int *a, *b;
  unsigned* o;
  cudaMallocManaged(&a, 12);
  cudaMallocManaged(&b, 12);
  cudaMallocManaged(&o, 120);
  const int as[3] = {7, -2147483647 - 1, 0x7fff8000}, bs[3] = {-9, -1, 0x00018000};
  for (int i = 0; i < 3; ++i) a[i] = as[i], b[i] = bs[i];
  device<<<1, 3>>>(a, b, o);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  // By hand: the first row.
  const unsigned row[10] = {7, 7, (unsigned)-2, 0, 7, 1, 0x00057fff, 0x00000007, 0x00000007, 0x00000007u + 2 + 1};
  for (int k = 0; k < 10; ++k) same("by hand", o[k], row[k]);
  for (int i = 1; i < 3; ++i) {
    unsigned wanted[10];
    compute(as[i], bs[i], wanted);
    for (int k = 0; k < 10; ++k) same("both sides", o[10 * i + k], wanted[k]);
  }
  return verdict();
}
