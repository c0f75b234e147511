// Our headers against CUDA 13's binary interface: programs built by nvcc 13 pass the same structures to our library.
// This file is also the proof that a plain C++ compiler reads the headers without a warning.
#include <gtest/gtest.h>

#include <cstddef>

#include "cuComplex.h"
#include "cuda.h"
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_fp8.h"
#include "cuda_runtime.h"
#include "cuda_runtime_api.h"
#include "math_constants.h"

namespace {

#define VALUE(enumerator, value) static_assert(static_cast<long long>(enumerator) == (value));
#define TYPE(type, bytes, alignment) static_assert(sizeof(type) == (bytes) && alignof(type) == (alignment));
#define FIELD(type, field, offset, bytes) \
  static_assert(offsetof(type, field) == (offset) && sizeof(static_cast<type*>(nullptr)->field) == (bytes));
#define FIELD_AT(type, field, offset) static_assert(offsetof(type, field) == (offset));
#include "cuda13_abi.inc"

TEST(Abi, DroppedDevicePropertiesFillTheReservedTail) {
  static_assert(offsetof(cudaDeviceProp, clockRate) == sizeof(cudaDeviceProp) - 8 * sizeof(int));
  static_assert(offsetof(cudaDeviceProp, cooperativeMultiDeviceLaunch) == sizeof(cudaDeviceProp) - sizeof(int));
  cudaDeviceProp properties{};
  properties.clockRate = 1980000;
  EXPECT_EQ(properties.reserved[47], 0);
}

TEST(Abi, VectorsAreMadeFromTheirParts) {
  const float4 f = make_float4(1, 2, 3, 4);
  EXPECT_EQ(f.x + 10 * f.y + 100 * f.z + 1000 * f.w, 4321);
  const dim3 d(2, 3);
  EXPECT_EQ(d.x * 100 + d.y * 10 + d.z, 231u);
}

}  // namespace
