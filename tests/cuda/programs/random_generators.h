// What the programs that print libcurand's numbers have in common. A line holds a few of the numbers and, where these
// are exact, a sum of all. With the word host the generators run without a GPU.
#pragma once

#include <curand.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

inline bool on_host;
inline void* memory;  // for a program's longest array

template <class Number>
void print(const char* what, int status, size_t count, bool exact) {
  if (!on_host) cudaDeviceSynchronize();
  const Number* numbers = static_cast<const Number*>(memory);
  std::printf("%s %s %d %zu:", exact ? "exact" : "near", what, status, count);
  unsigned long long sum = 0;
  for (size_t i = 0; i < count; ++i) {
    unsigned long long bits = 0;
    std::memcpy(&bits, numbers + i, sizeof(Number));
    sum = sum * 31 + bits;
  }
  for (size_t i = 0; i < count; i += count / 6 + 1) std::printf(" %.17g", static_cast<double>(numbers[i]));
  exact ? std::printf(" sum %llx\n", sum) : std::printf("\n");
}

inline void set_up(int argc, char** argv, size_t most) {
  on_host = argc > 1 && std::strcmp(argv[1], "host") == 0;
  if (on_host) {
    memory = std::malloc(most * sizeof(double));
  } else {
    cudaMallocManaged(&memory, most * sizeof(double));
  }
}

inline curandStatus_t create(curandGenerator_t* generator, curandRngType_t type) {
  return on_host ? curandCreateGeneratorHost(generator, type) : curandCreateGenerator(generator, type);
}

inline void integers(curandGenerator_t generator, size_t count, const char* what = "integer") {
  print<unsigned int>(what, curandGenerate(generator, static_cast<unsigned int*>(memory), count), count, true);
}

inline void uniform_numbers(curandGenerator_t generator, size_t count) {
  float* floats = static_cast<float*>(memory);
  double* doubles = static_cast<double*>(memory);
  print<float>("uniform", curandGenerateUniform(generator, floats, count), count, true);
  print<double>("uniform_double", curandGenerateUniformDouble(generator, doubles, count), count, true);
}

inline void normal_numbers(curandGenerator_t generator, size_t count) {
  float* floats = static_cast<float*>(memory);
  double* doubles = static_cast<double*>(memory);
  print<float>("normal", curandGenerateNormal(generator, floats, count, 1, 2), count, false);
  print<double>("normal_double", curandGenerateNormalDouble(generator, doubles, count, 1, 2), count, false);
  print<float>("log_normal", curandGenerateLogNormal(generator, floats, count, 1, 0.5f), count, false);
  print<double>("log_normal_double", curandGenerateLogNormalDouble(generator, doubles, count, 1, 0.5), count, false);
}
