// What becomes of limits that are asked for: rounded, raised, refused.
#include <cuda_runtime.h>

#include <cstdio>

int main() {
  const size_t asked[] = {0,      1,      15,      16,      17,      100,     500,     512,      1000,
                          1024,   1025,   1040,    4096,    65536,   262144,  523264,  524288,   524289,
                          1000000, 1048576, 1048577, 8650752, 8650753, 10000000, 100000000, size_t{1} << 31};
  for (const cudaLimit limit : {cudaLimitPrintfFifoSize, cudaLimitStackSize}) {
    const char* const name = limit == cudaLimitStackSize ? "stack" : "fifo";
    size_t value = 0;
    cudaDeviceGetLimit(&value, limit);
    printf("%s default %zu\n", name, value);
    for (const size_t bytes : asked) {
      const int error = cudaDeviceSetLimit(limit, bytes);
      cudaGetLastError();
      cudaDeviceGetLimit(&value, limit);
      printf("%s set %zu: error %d, get %zu\n", name, bytes, error, value);
    }
  }
}
