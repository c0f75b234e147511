// What the programs here share: arrays on the device, one result a thread, and the word PASS or FAIL at the end.
#pragma once

#include <cstdio>
#include <vector>

namespace check {

inline int failures = 0;
inline int cases = 0;

/// Launches `kernel(out, extra...)` with zeroed words and compares every word with `expected(index)`.
template <class T, class Expected, class... Parameters, class... Extra>
void words(const char* name, void (*kernel)(T*, Parameters...), dim3 grid, dim3 block, int count, Expected expected,
           Extra... extra) {
  T* device = nullptr;
  cudaMalloc(&device, count * sizeof(T));
  cudaMemset(device, 0, count * sizeof(T));
  kernel<<<grid, block>>>(device, extra...);
  std::vector<T> host(count);
  const cudaError_t status = cudaMemcpy(host.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost);
  cudaFree(device);
  ++cases;
  for (int i = 0; i < count; ++i) {
    if (status == cudaSuccess && host[i] == static_cast<T>(expected(i))) continue;
    std::printf("%s: word %d is wrong (%s)\n", name, i, cudaGetErrorString(status));
    ++failures;
    return;
  }
}

/// A device array of `count` elements made by `value(index)`; lives until the program ends.
template <class T, class Value>
T* array(int count, Value value) {
  std::vector<T> host;
  for (int i = 0; i < count; ++i) host.push_back(value(i));
  T* device = nullptr;
  cudaMalloc(&device, count * sizeof(T));
  cudaMemcpy(device, host.data(), count * sizeof(T), cudaMemcpyHostToDevice);
  return device;
}

inline int finish(const char* program) {
  if (failures == 0) std::printf("PASS %s: %d checks\n", program, cases);
  if (failures != 0) std::printf("FAIL %s: %d of %d checks\n", program, failures, cases);
  return failures == 0 ? 0 : 1;
}

}  // namespace check
