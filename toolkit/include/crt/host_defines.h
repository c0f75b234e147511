// CUDA's keywords. clang in CUDA mode gets the attributes; any other compiler, which only ever sees host code, gets
// nothing. There is no include guard on purpose: libraries undefine the keywords around their own headers and rely on
// a later include of driver_types.h to bring them back.
#ifndef __HOST_DEFINES_H__
#define __HOST_DEFINES_H__
#endif

#ifndef __no_return__
#define __no_return__ __attribute__((noreturn))
#endif
// __noinline__ is a keyword of clang's CUDA mode; elsewhere a macro of that name would break the standard library's own
// __attribute__((__noinline__)).
#ifndef __forceinline__
#define __forceinline__ __inline__ __attribute__((always_inline))
#endif
#ifndef __align__
#define __align__(n) __attribute__((aligned(n)))
#endif
#ifndef __thread__
#define __thread__ __thread
#endif
#ifndef __import__
#define __import__
#define __export__
#endif
#ifndef __specialization_static
#define __specialization_static static
#endif
#ifndef CUDARTAPI
#define CUDARTAPI
#define CUDARTAPI_CDECL
#define CUDART_CB
#endif

// NVIDIA's front end marks its built-in types with these; they carry no meaning here.
#ifndef __device_builtin__
#define __device_builtin__
#define __device_builtin_texture_type__
#define __device_builtin_surface_type__
#define __cudart_builtin__
#endif

#if defined(__CUDA__)
#ifndef __host__
#define __host__ __attribute__((host))
#endif
#ifndef __device__
#define __device__ __attribute__((device))
#endif
#ifndef __global__
#define __global__ __attribute__((global))
#endif
#ifndef __shared__
#define __shared__ __attribute__((shared))
#endif
// clang has other constants in constant memory as well: our pass (plugin/) leaves it to these.
#ifndef __constant__
#ifdef __CUDA_ARCH__
#define __constant__ __attribute__((constant, annotate("warpglass_constant")))
#else
#define __constant__ __attribute__((constant))
#endif
#endif
#ifndef __launch_bounds__
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#endif
// Before clang 20 the parameter is merely const, and its address that of a copy, unless our pass is there (plugin/).
#ifndef __grid_constant__
#if __has_attribute(grid_constant)
#define __grid_constant__ __attribute__((grid_constant))
#elif defined(__CUDA_ARCH__)
#define __grid_constant__ __attribute__((annotate("warpglass_grid_constant")))
#else
#define __grid_constant__
#endif
#endif
// clang knows managed variables for HIP only. This is a device variable that host code may read and write; the section
// tells the runtime library to place the variable's storage at the address of its host shadow.
#ifndef __managed__
#define __managed__ __attribute__((device, section("warpglass_managed")))
// The section fills whole pages of its own, so that a check can take them from the program (cuda/page_guard): what a
// file adds begins at a page, and what follows in subsection 1 ends at one. Where there are no such variables, there is
// no section. clang leaves out assembly at file scope where it compiles for the device.
__asm__(
    ".pushsection warpglass_managed,\"aw\",@progbits\n"
    ".balign 4096\n"
    ".subsection 1\n"
    ".balign 4096\n"
    ".popsection");
#endif
#else
#ifndef __host__
#define __host__
#endif
#ifndef __device__
#define __device__
#endif
#ifndef __global__
#define __global__
#endif
#ifndef __shared__
#define __shared__
#endif
#ifndef __constant__
#define __constant__
#endif
#ifndef __launch_bounds__
#define __launch_bounds__(...)
#endif
#ifndef __grid_constant__
#define __grid_constant__
#endif
#ifndef __managed__
#define __managed__
#endif
#endif

#ifndef __nv_pure__
#define __nv_pure__ __attribute__((pure))
#endif

// What clang has no attribute for. Kernels are rewritten where it refuses __cluster_dims__ (toolkit/refused_source.hpp).
#if defined(__CUDA__)
#if !defined(__cluster_dims__) && defined(__WARPGLASS_PREPROCESSES__)
#define __cluster_dims__(...) __attribute__((cluster_dims(__VA_ARGS__)))
#elif !defined(__cluster_dims__)
// The error names the sizes as they are once all macros are expanded.
#define __WARPGLASS_TEXT(...) #__VA_ARGS__
#define __WARPGLASS_CLUSTER_REFUSED(sizes) \
  _Pragma(__WARPGLASS_TEXT(                \
      GCC error "clang knows no __cluster_dims__ but where a kernel is defined: write it there: " sizes))
#define __WARPGLASS_CLUSTER(...) __WARPGLASS_CLUSTER_REFUSED(#__VA_ARGS__)
#define __cluster_dims__(...) __WARPGLASS_CLUSTER(__cluster_dims__(__VA_ARGS__))
#endif
#ifndef __maxnreg__
#define __maxnreg__(...) \
  __attribute__((diagnose_if(true, "__maxnreg__ has no effect: use -maxrregcount for the whole file", "warning")))
#endif
#else
#ifndef __cluster_dims__
#define __cluster_dims__(...)
#endif
#ifndef __maxnreg__
#define __maxnreg__(...)
#endif
#endif
