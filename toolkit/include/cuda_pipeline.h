// Copies that run beside the program as CUDA 11.0 had them before cuda::pipeline, which is libcu++'s (cuda/pipeline):
// nvcuda::experimental::pipeline, over the primitives.
#ifndef _CUDA_PIPELINE_H_
#define _CUDA_PIPELINE_H_

#include "cuda_pipeline_primitives.h"
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#include "cuda_awbarrier.h"
#endif

#if defined(__cplusplus) && defined(__CUDA__)

namespace nvcuda {
namespace experimental {

class pipeline {
 public:
  pipeline() = default;
  pipeline(const pipeline&) = delete;
  pipeline& operator=(const pipeline&) = delete;

  /// \return the number of the batch that this closes
  __device__ size_t commit() {
    __pipeline_commit();
    return batch_++;
  }
  __device__ void commit_and_wait() {
    commit();
    wait_prior<0>();
  }
  /// Until the batch of that number is there, and all before it.
  __device__ void wait(size_t batch) { __pipeline_wait_prior(batch_ > batch + 1 ? batch_ - batch - 1 : 0); }
  /// Until all are there but the last N.
  template <unsigned N>
  __device__ void wait_prior() {
    __pipeline_wait_prior(N);
  }
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  __device__ void arrive_on(awbarrier& barrier) { __pipeline_arrive_on(&barrier.barrier_); }
#endif

 private:
  size_t batch_ = 0;
};

/// Of 4, 8 or 16 bytes at their alignment beside the program, of others at once.
template <class T>
__device__ void memcpy_async(T& to, const T& from, pipeline&) {
  if constexpr ((sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16) && alignof(T) == sizeof(T)) {
    __pipeline_memcpy_async(&to, &from, sizeof(T));
  } else {
    to = from;
  }
}
/// Elements behind the end of the source are zeros.
template <class T, size_t Elements, size_t Present>
__device__ void memcpy_async(T (*to)[Elements], const T (*from)[Present], pipeline&) {
  static_assert(Present <= Elements, "more is copied than there is room for");
  constexpr size_t bytes = sizeof *to;
  if constexpr ((bytes == 4 || bytes == 8 || bytes == 16)) {
    __pipeline_memcpy_async(to, from, bytes, bytes - sizeof *from);
  } else {
    for (size_t i = 0; i < Elements; ++i) (*to)[i] = i < Present ? (*from)[i] : T();
  }
}

}  // namespace experimental
}  // namespace nvcuda

#endif

#endif
