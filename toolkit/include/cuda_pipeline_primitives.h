// Copies from global to shared memory that run beside the program: cp.async and its groups. Machines before sm_80 copy
// at once.
#ifndef _CUDA_PIPELINE_PRIMITIVES_H_
#define _CUDA_PIPELINE_PRIMITIVES_H_

#if defined(__cplusplus) && defined(__CUDA__)

#define WG_DEVICE static __device__ __inline__ __attribute__((always_inline, nodebug, unused))

typedef unsigned long long __mbarrier_t;

/// Copies `bytes` (4, 8 or 16) to shared memory, the last `zero_fill` of them as zeros.
WG_DEVICE void __pipeline_memcpy_async(void* shared, const void* global, size_t bytes, size_t zero_fill = 0) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  unsigned int to = (unsigned int)__cvta_generic_to_shared(shared);
  size_t from = __cvta_generic_to_global(global);
  unsigned int read = (unsigned int)(bytes - zero_fill);
  if (bytes == 16) {
    if (zero_fill) {
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(read) : "memory");
    } else {
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from) : "memory");
    }
  } else if (bytes == 8) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" ::"r"(to), "l"(from), "r"(read) : "memory");
  } else {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(to), "l"(from), "r"(read) : "memory");
  }
#else
  for (size_t i = 0; i < bytes; ++i) {
    static_cast<char*>(shared)[i] = i < bytes - zero_fill ? static_cast<const char*>(global)[i] : 0;
  }
#endif
}
/// Closes the group of copies started since the last call.
WG_DEVICE void __pipeline_commit() {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}
/// Waits until at most `groups` groups are under way; a constant of 0 to 8.
WG_DEVICE void __pipeline_wait_prior(size_t groups) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  switch (groups) {
    case 0: asm volatile("cp.async.wait_all;" ::: "memory"); break;
    case 1: asm volatile("cp.async.wait_group 1;" ::: "memory"); break;
    case 2: asm volatile("cp.async.wait_group 2;" ::: "memory"); break;
    case 3: asm volatile("cp.async.wait_group 3;" ::: "memory"); break;
    case 4: asm volatile("cp.async.wait_group 4;" ::: "memory"); break;
    case 5: asm volatile("cp.async.wait_group 5;" ::: "memory"); break;
    case 6: asm volatile("cp.async.wait_group 6;" ::: "memory"); break;
    case 7: asm volatile("cp.async.wait_group 7;" ::: "memory"); break;
    default: asm volatile("cp.async.wait_group 8;" ::: "memory"); break;
  }
#endif
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
/// Once the copies that this thread has started are there the barrier has one arrival more, which it had not been
/// waiting for before.
WG_DEVICE void __pipeline_arrive_on(__mbarrier_t* barrier) {
  asm volatile("cp.async.mbarrier.arrive.shared.b64 [%0];" ::"r"((unsigned int)__cvta_generic_to_shared(barrier))
               : "memory");
}
#endif

#undef WG_DEVICE

#endif

#endif
