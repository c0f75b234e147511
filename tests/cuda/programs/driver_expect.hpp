// What programs of the driver API share: how they print its answers, and PTX to load.
#pragma once

#include <cuda.h>

#include <cstdio>

#include "expect.hpp"

inline const char* name_of(CUresult result) {
  const char* name = nullptr;
  return cuGetErrorName(result, &name) == CUDA_SUCCESS ? name : "no error's number";
}

// A call and its answer; what it puts out is printed where that does not depend on the machine.
#define SAY(...) (std::printf(__VA_ARGS__), std::fflush(stdout))
#define CALL(expression) SAY("%-78s %s\n", #expression, name_of(expression))

#define EXPECT_DONE(call)                                                         \
  do {                                                                            \
    const CUresult result = (call);                                               \
    if (result != CUDA_SUCCESS) {                                                 \
      ++failures;                                                                 \
      std::printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, name_of(result)); \
    }                                                                             \
  } while (0)
#define EXPECT_ANSWER(call, answer)                                               \
  do {                                                                            \
    const CUresult result = (call);                                               \
    if (result != (answer)) {                                                     \
      ++failures;                                                                 \
      std::printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, name_of(result)); \
    }                                                                             \
  } while (0)

inline const char* const kText = R"(
.version 7.0
.target sm_70
.address_size 64
.visible .global .align 4 .u32 amount = 3;
.visible .entry add_amount(.param .u64 out, .param .u32 more) {
  .reg .b64 %rd<2>; .reg .b32 %r<4>;
  ld.param.u64 %rd1, [out];
  ld.param.u32 %r3, [more];
  ld.global.u32 %r1, [amount];
  ld.global.u32 %r2, [%rd1];
  add.u32 %r2, %r2, %r1;
  add.u32 %r2, %r2, %r3;
  st.global.u32 [%rd1], %r2;
  ret;
}
.visible .entry nothing() { ret; }
.visible .entry bounded() .maxntid 64, 1, 1 { ret; }
)";
