// Closes what device_begin.h and texture_indirect_functions.h opened, and adds what clang's own headers lack.
#undef atomicAdd
#undef atomicAdd_block
#undef atomicAdd_system
#undef __reduce_add_sync
#undef __reduce_min_sync
#undef __reduce_max_sync
#undef __reduce_and_sync
#undef __reduce_or_sync
#undef __reduce_xor_sync
#pragma pop_macro("inline")
#pragma pop_macro("always_inline")

// clang renames these two types around the last header it includes.
#pragma push_macro("dim3")
#pragma push_macro("uint3")
#undef dim3
#undef uint3

#undef __CUDACC__
#define __CUDACC__ 1
#ifndef __CUDACC_VER_MAJOR__
#ifndef __CUDACC_RTC__
#define __NVCC__ 1
#endif
#define __CUDACC_VER_MAJOR__ 12
// The first that knows the machine: it is told for those that came later than clang's newest.
#ifdef __WARPGLASS_NEWER_MACHINE__
#define __CUDACC_VER_MINOR__ 9
#else
#define __CUDACC_VER_MINOR__ 5
#endif
#define __CUDACC_VER_BUILD__ 0
#endif
#if !defined(__CUDACC_RELAXED_CONSTEXPR__) && !defined(__CUDACC_RTC__)
#define __CUDACC_RELAXED_CONSTEXPR__ 1
#define __CUDACC_EXTENDED_LAMBDA__ 1
#endif
// nvcc's names for kinds of lambdas that hide from host code what they return. No lambda of clang's does.
#define __nv_is_extended_device_lambda_closure_type(...) false
#define __nv_is_extended_host_device_lambda_closure_type(...) false
#define __nv_is_extended_device_lambda_with_preserved_return_type(...) false

#include <new>  // operator new and delete for the device, in clang's own wrapper of this header

#include "warpglass/device_atomics.h"
#include "warpglass/device_cache_hints.h"
#include "warpglass/device_dpx.h"
#include "warpglass/device_intrinsics.h"
#include "warpglass/device_math.h"
#include "warpglass/device_ordered_atomics.h"
#include "warpglass/device_std.h"
#include "warpglass/device_texture_references.h"
#include "warpglass/device_textures.h"
#include "warpglass/device_warp.h"
#include "warpglass/device_wide_atomics.h"

#ifdef __CUDACC_RDC__
// clang drops the device code of a file that has neither a kernel nor a variable, though other files may call it.
static __device__ __attribute__((used)) char __warpglass_kept;
#endif

#ifdef __CUDACC_RTC__
#include "warpglass/nvrtc_end.h"
#endif

#pragma pop_macro("dim3")
#pragma pop_macro("uint3")
