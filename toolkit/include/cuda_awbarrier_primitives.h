// Barriers in shared memory: mbarrier and its tokens (CUDA Programming Guide, "Memory Barrier Primitives Interface").
#ifndef _CUDA_AWBARRIER_PRIMITIVES_H_
#define _CUDA_AWBARRIER_PRIMITIVES_H_

#if defined(__cplusplus) && defined(__CUDA__)

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
#error "cuda_awbarrier_primitives.h: barriers in shared memory want compute capability 8.0; compile for -arch=sm_80 or later"
#endif

#include <stdint.h>

#define WG_DEVICE static __device__ __inline__ __attribute__((always_inline, nodebug, unused))

typedef unsigned long long __mbarrier_t;
typedef unsigned long long __mbarrier_token_t;

/// Arrivals that a barrier can wait for by what CUDA 13.0's header says; mbarrier itself can wait for 2^20 - 1.
WG_DEVICE uint32_t __mbarrier_maximum_count() { return 16383; }

/// \param expected_count  arrivals that end this phase and each one after it
WG_DEVICE void __mbarrier_init(__mbarrier_t* barrier, uint32_t expected_count) {
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"((unsigned int)__cvta_generic_to_shared(barrier)),
               "r"(expected_count)
               : "memory");
}
/// The barrier's memory is for other uses then.
WG_DEVICE void __mbarrier_inval(__mbarrier_t* barrier) {
  asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"((unsigned int)__cvta_generic_to_shared(barrier)) : "memory");
}
/// \return the phase that the caller has arrived in
WG_DEVICE __mbarrier_token_t __mbarrier_arrive(__mbarrier_t* barrier) {
  __mbarrier_token_t token;
  asm volatile("mbarrier.arrive.shared.b64 %0, [%1];"
               : "=l"(token)
               : "r"((unsigned int)__cvta_generic_to_shared(barrier))
               : "memory");
  return token;
}
/// Arrives, and is expected no more in the phases to come.
WG_DEVICE __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t* barrier) {
  __mbarrier_token_t token;
  asm volatile("mbarrier.arrive_drop.shared.b64 %0, [%1];"
               : "=l"(token)
               : "r"((unsigned int)__cvta_generic_to_shared(barrier))
               : "memory");
  return token;
}
/// Whether the phase of the token is over. Does not wait.
WG_DEVICE bool __mbarrier_test_wait(__mbarrier_t* barrier, __mbarrier_token_t token) {
  unsigned int is_over;
  asm volatile("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
               : "=r"(is_over)
               : "r"((unsigned int)__cvta_generic_to_shared(barrier)), "l"(token)
               : "memory");
  return is_over != 0;
}
/// Whether the phase of that parity is over, of the current one and the one before.
WG_DEVICE bool __mbarrier_test_wait_parity(__mbarrier_t* barrier, bool phase_parity) {
  unsigned int is_over;
  asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
               : "=r"(is_over)
               : "r"((unsigned int)__cvta_generic_to_shared(barrier)), "r"((unsigned int)phase_parity)
               : "memory");
  return is_over != 0;
}
/// As __mbarrier_test_wait(), after a while of waiting: at most so long, in nanoseconds. Before sm_90 it does not wait.
WG_DEVICE bool __mbarrier_try_wait(__mbarrier_t* barrier, __mbarrier_token_t token, uint32_t max_sleep_nanosec) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  unsigned int is_over;
  asm volatile("{ .reg .pred p; mbarrier.try_wait.shared.b64 p, [%1], %2, %3; selp.u32 %0, 1, 0, p; }"
               : "=r"(is_over)
               : "r"((unsigned int)__cvta_generic_to_shared(barrier)), "l"(token), "r"(max_sleep_nanosec)
               : "memory");
  return is_over != 0;
#else
  (void)max_sleep_nanosec;
  return __mbarrier_test_wait(barrier, token);
#endif
}
WG_DEVICE bool __mbarrier_try_wait_parity(__mbarrier_t* barrier, bool phase_parity, uint32_t max_sleep_nanosec) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  unsigned int is_over;
  asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], %2, %3; selp.u32 %0, 1, 0, p; }"
               : "=r"(is_over)
               : "r"((unsigned int)__cvta_generic_to_shared(barrier)), "r"((unsigned int)phase_parity),
                 "r"(max_sleep_nanosec)
               : "memory");
  return is_over != 0;
#else
  (void)max_sleep_nanosec;
  return __mbarrier_test_wait_parity(barrier, phase_parity);
#endif
}
/// Arrivals that the phase of the token still waited for when it was given.
WG_DEVICE uint32_t __mbarrier_token_pending_count(__mbarrier_token_t token) {
  uint32_t count;
  asm("mbarrier.pending_count.b64 %0, %1;" : "=r"(count) : "l"(token));
  return count;
}

#undef WG_DEVICE

#endif

#endif
