// prints: 3 5
// Launches as some formatters write them.
#include <cstdio>

template <class T>
__global__ void add(T* out, T value) {
  *out += value;
}

int main() {
  int* out;
  cudaMallocManaged(&out, 4);
  *out = 1;
  // clang-format off
  add << <1, 1 >> > (out, 2);
  cudaDeviceSynchronize();
  std::printf("%d", *out);
  add<int> << < dim3(1), dim3(1) >> >(out, 1 << 1);
  // clang-format on
  cudaDeviceSynchronize();
  std::printf(" %d\n", *out);
}
