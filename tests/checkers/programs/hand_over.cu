// What a thread tells one of another block by a flag. A release is a fence and then a strong write, an acquire a strong
// read and then a fence, or accesses with .release and .acquire. (PTX ISA, Release and Acquire Patterns)
#include <cuda_runtime.h>

constexpr int kBlock = 64;

__device__ void store_release(int* p, int v) {
  asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(p), "r"(v) : "memory");
}
__device__ int load_acquire(const int* p) {
  int v;
  asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
  return v;
}
__device__ int load_relaxed(const int* p) {
  int v;
  asm volatile("ld.relaxed.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
  return v;
}

__global__ void release_acquire_plain_store(int* payload, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *payload = 7;
    *static_cast<volatile int*>(flag) = 1;
  } else {
    while (load_acquire(flag) == 0) {
    }
    *out = *payload;  // finds: missing-fence
  }
}

__global__ void release_acquire_relaxed_load(int* payload, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *payload = 7;
    store_release(flag, 1);
  } else {
    while (load_relaxed(flag) == 0) {
    }
    *out = *payload;  // finds: missing-fence
  }
}

__global__ void release_acquire_right(int* payload, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *payload = 7;
    store_release(flag, 1);
  } else {
    while (load_acquire(flag) == 0) {
    }
    *out = *payload;
  }
}

__global__ void volatile_flag_no_writer_fence(int* payload, volatile int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *payload = 7;
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    __threadfence();
    *out = *payload;  // finds: missing-fence
  }
}

__global__ void volatile_flag_no_reader_fence(int* payload, volatile int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *payload = 7;
    __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    *out = *payload;  // finds: missing-fence
  }
}

__global__ void volatile_flag_right(int* payload, volatile int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *payload = 7;
    __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    __threadfence();
    *out = *payload;
  }
}

// The flag goes up before the payload is there.
__global__ void too_early_wrong(int* payload, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    store_release(flag, 1);
    *payload = 7;
  } else {
    while (load_acquire(flag) == 0) {
    }
    *out = *payload;  // finds: global-race
  }
}

__global__ void too_early_right(int* payload, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *payload = 7;
    store_release(flag, 1);
  } else {
    while (load_acquire(flag) == 0) {
    }
    *out = *payload;
  }
}

// A message goes there and an answer comes back.
__global__ void answer_wrong(int* message, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *message = 1;
    store_release(flag, 1);
    while (load_relaxed(flag) != 2) {
    }
    *out = *message;  // finds: missing-fence
  } else {
    while (load_acquire(flag) != 1) {
    }
    *message += 1;
    store_release(flag, 2);
  }
}

__global__ void answer_right(int* message, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *message = 1;
    store_release(flag, 1);
    while (load_acquire(flag) != 2) {
    }
    *out = *message;
  } else {
    while (load_acquire(flag) != 1) {
    }
    *message += 1;
    store_release(flag, 2);
  }
}

// Atomics with an order of their own.
__global__ void ordered_atomics_wrong(int* payload, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  int seen = 0;
  if (blockIdx.x == 0) {
    *payload = 7;
    asm volatile("atom.add.relaxed.gpu.global.s32 %0, [%1], 1;" : "=r"(seen) : "l"(flag) : "memory");
  } else {
    while (seen == 0) asm volatile("atom.add.acquire.gpu.global.s32 %0, [%1], 0;" : "=r"(seen) : "l"(flag) : "memory");
    *out = *payload;  // finds: missing-fence
  }
}

__global__ void ordered_atomics_right(int* payload, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  int seen = 0;
  if (blockIdx.x == 0) {
    *payload = 7;
    asm volatile("atom.add.release.gpu.global.s32 %0, [%1], 1;" : "=r"(seen) : "l"(flag) : "memory");
  } else {
    while (seen == 0) asm volatile("atom.add.acquire.gpu.global.s32 %0, [%1], 0;" : "=r"(seen) : "l"(flag) : "memory");
    *out = *payload;
  }
}

// A reduction without a result tells as well.
__global__ void ordered_reduction_right(int* payload, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *payload = 7;
    asm volatile("red.release.gpu.global.add.s32 [%0], 1;" ::"l"(flag) : "memory");
  } else {
    while (load_acquire(flag) == 0) {
    }
    *out = *payload;
  }
}

// A fence that comes too early: what is stored behind it is not told of.
__global__ void stored_behind_the_fence(int* payload, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    payload[0] = 7;
    __threadfence();
    payload[1] = 8;
    atomicExch(flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0) {
    }
    __threadfence();
    out[0] = payload[0];
    out[1] = payload[1];  // finds: missing-fence
  }
}

int main() {
  int *a, *flags, *out;
  cudaMalloc(&a, 1024);
  cudaMalloc(&flags, 1024);
  cudaMalloc(&out, 1024);
  cudaMemset(a, 0, 1024);
  const auto clear = [&] { cudaMemset(flags, 0, 1024); };
  clear();
  release_acquire_plain_store<<<2, kBlock>>>(a, flags, out);
  clear();
  release_acquire_relaxed_load<<<2, kBlock>>>(a, flags, out);
  clear();
  release_acquire_right<<<2, kBlock>>>(a, flags, out);
  clear();
  volatile_flag_no_writer_fence<<<2, kBlock>>>(a, flags, out);
  clear();
  volatile_flag_no_reader_fence<<<2, kBlock>>>(a, flags, out);
  clear();
  volatile_flag_right<<<2, kBlock>>>(a, flags, out);
  clear();
  stored_behind_the_fence<<<2, kBlock>>>(a, flags, out);
  clear();
  too_early_wrong<<<2, kBlock>>>(a, flags, out);
  clear();
  too_early_right<<<2, kBlock>>>(a, flags, out);
  clear();
  answer_wrong<<<2, 32>>>(a, flags, out);
  clear();
  answer_right<<<2, 32>>>(a, flags, out);
  clear();
  ordered_atomics_wrong<<<2, 32>>>(a, flags, out);
  clear();
  ordered_atomics_right<<<2, 32>>>(a, flags, out);
  clear();
  ordered_reduction_right<<<2, 32>>>(a, flags, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
