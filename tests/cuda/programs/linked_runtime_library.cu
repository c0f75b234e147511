// A library with a runtime of its own (tests/cuda/linked_runtime_test.cpp).
#include <cuda_runtime.h>

extern "C" int work() {
  int* memory = nullptr;
  return cudaMalloc(&memory, sizeof *memory);
}
