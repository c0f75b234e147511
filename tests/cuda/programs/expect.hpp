// For programs that check themselves: the exit code is the number of expectations that did not hold.
#pragma once

#include <cstdio>

inline int failures = 0;

#define EXPECT(condition)                                                       \
  do {                                                                          \
    if (!(condition)) {                                                         \
      ++failures;                                                               \
      std::printf("%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition); \
    }                                                                           \
  } while (0)

#define EXPECT_OK(call)                                                                   \
  do {                                                                                    \
    const cudaError_t error = (call);                                                     \
    if (error != cudaSuccess) {                                                           \
      ++failures;                                                                         \
      std::printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorName(error)); \
    }                                                                                     \
  } while (0)
