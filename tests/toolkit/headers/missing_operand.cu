// A template that is never made may name an operand of assembly that is not there: nvcc does not look at it, clang does.
// ptx: bar.sync
// not-ptx: commit
template <int kGroup>
__device__ void commit(int barrier) {
  asm volatile("tcgen05.commit.cta_group::%2.mbarrier::arrive::one.shared::cluster.b64 [%0], %1;" ::"r"(barrier), "n"(kGroup) : "memory");
}
__global__ void k() { __syncthreads(); }
