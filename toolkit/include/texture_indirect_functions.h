// A header that clang's CUDA wrapper includes just before it defines functions that are only `inline`: shuffles, votes,
// __ldg, the conversions of threadIdx. They are inlined always and kept out of the line table, as in device_begin.h.
#ifndef WARPGLASS_TEXTURE_INDIRECT_FUNCTIONS_H
#define WARPGLASS_TEXTURE_INDIRECT_FUNCTIONS_H
#if defined(__CLANG_CUDA_RUNTIME_WRAPPER_H__) && defined(__CUDA__)
#include <limits>
#pragma push_macro("inline")
#undef inline
#define inline inline __attribute__((always_inline))

// clang's own forms of these are set aside, ours are in device_atomics.h and device_warp.h: its float2 and float4 sums
// are asm statements that vanish when the result is not used, its reductions hand mask and value over in wrong order.
#define atomicAdd clang_cuda_atomicAdd
#define atomicAdd_block clang_cuda_atomicAdd_block
#define atomicAdd_system clang_cuda_atomicAdd_system
#define __reduce_add_sync clang_cuda_reduce_add_sync
#define __reduce_min_sync clang_cuda_reduce_min_sync
#define __reduce_max_sync clang_cuda_reduce_max_sync
#define __reduce_and_sync clang_cuda_reduce_and_sync
#define __reduce_or_sync clang_cuda_reduce_or_sync
#define __reduce_xor_sync clang_cuda_reduce_xor_sync
#endif
#endif
