// What the programs share: an array on the device, and the numbers that come back.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <vector>

template <class T>
class OnDevice {
 public:
  explicit OnDevice(std::size_t count) : count_(count) {
    std::vector<T> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<T>(i * 7 % 1021);
    if (cudaMalloc(&data_, count * sizeof(T)) != cudaSuccess) std::exit(3);
    cudaMemcpy(data_, values.data(), count * sizeof(T), cudaMemcpyHostToDevice);
  }
  ~OnDevice() { cudaFree(data_); }
  T* get() { return data_; }

  /// A sum in which every element has a weight of its own.
  double sum() {
    std::vector<T> values(count_);
    cudaMemcpy(values.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost);
    double sum = 0;
    for (std::size_t i = 0; i < count_; ++i) sum += static_cast<double>(values[i]) * static_cast<double>(i % 97 + 1);
    return sum;
  }

 private:
  T* data_ = nullptr;
  std::size_t count_;
};
