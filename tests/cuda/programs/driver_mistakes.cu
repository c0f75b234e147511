// What a program of the driver API does wrong.
#include <cuda.h>

int main() {
  CUcontext c;
  CUdeviceptr p = 0, q = 0;
  char host[64] = {};
  cuInit(0);
  cuCtxCreate(&c, nullptr, 0, 0);
  cuMemAlloc(&p, 64);
  cuMemAlloc(&q, 64);
  cuMemcpyHtoD(p, host, 128);
  cuMemFree(p);
  cuMemFree(p);
  cuLaunchKernel(nullptr, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr);
  return 0;
}
