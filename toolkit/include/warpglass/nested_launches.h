// Included before a file whose device code launches kernels. clang takes such launches for errors, so each is given to
// us wrapped: `warpglass_nested([&] __host__ __device__ { kernel<<<grid, block>>>(arguments); })`. In a function for
// host and device clang accepts a launch, and compiles it to a call of __cudaPushCallConfiguration followed by one of
// the kernel, unless it can see that device code really comes to it: hence the way by a pointer. The virtual GPU takes a
// call of a kernel for a launch.
#ifndef WARPGLASS_NESTED_LAUNCHES_H
#define WARPGLASS_NESTED_LAUNCHES_H

#ifdef __CUDA_ARCH__
// A kernel that is launched must stay one: not inlined, not left out because it has no effect, and no loop where it
// launches itself.
#undef __global__
#define __global__ __attribute__((global, noinline, disable_tail_calls, weak))
#define __warpglass_internal_global__ __attribute__((global, noinline, disable_tail_calls))
#else
#define __warpglass_internal_global__ __attribute__((global))
#endif

template <class F>
struct warpglass_caller {
  static constexpr auto call = &F::operator();
};

template <class F>
__device__ __attribute__((nodebug, always_inline)) inline auto warpglass_nested(F launch) {
  return (launch.*warpglass_caller<F>::call)();
}

#if defined(__CUDA_ARCH__) && !defined(__WARPGLASS_FINDS_LAUNCHES__)
extern "C" __device__ unsigned __warpglass_configure(unsigned grid_x, unsigned grid_y, unsigned grid_z,
                                                     unsigned block_x, unsigned block_y, unsigned block_z,
                                                     unsigned long long shared_bytes, void* stream);

// The declaration that comes last is the one clang calls.
__host__ __device__ __attribute__((nodebug, always_inline)) inline unsigned __cudaPushCallConfiguration(
    const dim3& grid, const dim3& block, size_t shared_bytes = 0, void* stream = nullptr) {
  return __warpglass_configure(grid.x, grid.y, grid.z, block.x, block.y, block.z, shared_bytes, stream);
}
#endif

#endif
