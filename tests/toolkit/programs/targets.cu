// What is for the host, for the device and for one of its machines, by libcu++'s names.
// prints: 1 100 90
// prints: 2 206 3
#include <cstdio>
#define __WARPGLASS_OWN_TARGET__  // an older libcu++ that is installed has less
#include "../../../toolkit/include/nv/target"

__host__ __device__ int either() { NV_IF_TARGET(NV_IS_DEVICE, (return 1;), (return 2;)) }

__host__ __device__ int one_of_both() {
  int result = 0;
  NV_IF_TARGET(NV_IS_HOST, (result = 5; result += 1;))
  NV_IF_TARGET(NV_NO_TARGET, (result = 1000;))
  NV_IF_ELSE_TARGET(NV_PROVIDES_SM_90, (result += 100;), (result += 200;))
  return result;
}

__host__ __device__ int first() {
  NV_DISPATCH_TARGET(NV_IS_EXACTLY_SM_80, (return 80;), NV_PROVIDES_SM_100, (return 100;), NV_IS_EXACTLY_SM_90,
                     (int a = 1, b = 2; return 87 + a + b;), NV_IS_HOST, (return 3;))
}

__global__ void print() { std::printf("%d %d %d\n", either(), one_of_both(), first()); }

int main() {
  print<<<1, 1>>>();
  cudaDeviceSynchronize();
  std::printf("%d %d %d\n", either(), one_of_both(), first());
}
