// Included before a file with kernels that have __cluster_dims__, which clang knows nothing of. Each is given to us without
// it, and with a call of this function at the beginning of its body: a pragma, which reaches the kernel's PTX.
#ifndef WARPGLASS_CLUSTER_DIMS_H
#define WARPGLASS_CLUSTER_DIMS_H

template <int X, int Y = 1, int Z = 1>
__attribute__((device, nodebug, always_inline)) inline void __warpglass_cluster_dims() {
#ifdef __CUDA_ARCH__
  static_assert(__CUDA_ARCH__ >= 900, "__cluster_dims__ needs sm_90 or later");
  asm volatile(".pragma \"warpglass.reqnctapercluster %0 %1 %2\";" ::"n"(X), "n"(Y), "n"(Z));
#endif
}

#endif
