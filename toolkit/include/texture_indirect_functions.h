// A header that clang's CUDA wrapper includes just before it defines functions that are only `inline`: shuffles, votes,
// __ldg, the conversions of threadIdx. They are inlined always and kept out of the line table, as in device_begin.h.
#ifndef WARPGLASS_TEXTURE_INDIRECT_FUNCTIONS_H
#define WARPGLASS_TEXTURE_INDIRECT_FUNCTIONS_H
#if defined(__CLANG_CUDA_RUNTIME_WRAPPER_H__) && defined(__CUDA__)
#include <limits>
#pragma push_macro("inline")
#undef inline
#define inline inline __attribute__((always_inline))

// clang's own float2 and float4 forms of these are asm statements that vanish when the result is not used.
#define atomicAdd clang_cuda_atomicAdd
#define atomicAdd_block clang_cuda_atomicAdd_block
#define atomicAdd_system clang_cuda_atomicAdd_system
#endif
#endif
