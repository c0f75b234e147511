// The barrier in shared memory as CUDA 11.0 had it before cuda::barrier: nvcuda::experimental::awbarrier.
#ifndef _CUDA_AWBARRIER_H_
#define _CUDA_AWBARRIER_H_

#include "cuda_awbarrier_primitives.h"

#if defined(__cplusplus) && defined(__CUDA__)

namespace nvcuda {
namespace experimental {

class pipeline;

class awbarrier {
 public:
  class arrival_token {
   public:
    arrival_token() = default;
    __device__ uint32_t pending_count() const { return __mbarrier_token_pending_count(token_); }

   private:
    friend class awbarrier;
    __device__ arrival_token(__mbarrier_token_t token) : token_(token) {}

    __mbarrier_token_t token_;
  };

  awbarrier() = default;
  awbarrier(const awbarrier&) = delete;
  awbarrier& operator=(const awbarrier&) = delete;

  __device__ arrival_token arrive() { return __mbarrier_arrive(&barrier_); }
  __device__ arrival_token arrive_and_drop() { return __mbarrier_arrive_and_drop(&barrier_); }
  __device__ void wait(arrival_token token) {
    while (!__mbarrier_try_wait(&barrier_, token.token_, ~0u)) {
    }
  }
  __device__ void arrive_and_wait() { wait(arrive()); }
  /// \param hint_cycles  of the clock, after which it returns false
  __device__ bool timed_wait(arrival_token token, uint32_t hint_cycles) {
    return waited(hint_cycles, [&] { return __mbarrier_test_wait(&barrier_, token.token_); });
  }
  __device__ bool timed_wait_parity(bool phase, uint32_t hint_cycles) {
    return waited(hint_cycles, [&] { return __mbarrier_test_wait_parity(&barrier_, phase); });
  }
  __device__ bool try_wait(arrival_token token, uint32_t max_sleep_nanosec) {
    return __mbarrier_try_wait(&barrier_, token.token_, max_sleep_nanosec);
  }
  __device__ bool try_wait_parity(bool phase, uint32_t max_sleep_nanosec) {
    return __mbarrier_try_wait_parity(&barrier_, phase, max_sleep_nanosec);
  }
  static __host__ __device__ constexpr uint32_t max() { return 16383; }

 private:
  friend class pipeline;
  friend __device__ void init(awbarrier* barrier, uint32_t expected_count) {
    __mbarrier_init(&barrier->barrier_, expected_count);
  }
  friend __device__ void inval(awbarrier* barrier) { __mbarrier_inval(&barrier->barrier_); }

  template <class IsOver>
  static __device__ bool waited(uint32_t cycles, IsOver is_over) {
    const long long start = clock64();
    do {
      if (is_over()) return true;
    } while (clock64() - start < static_cast<long long>(cycles));
    return false;
  }

  __mbarrier_t barrier_;
};

}  // namespace experimental
}  // namespace nvcuda

#endif

#endif
