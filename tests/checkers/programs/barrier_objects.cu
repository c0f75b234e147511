// Barrier objects in shared memory: initialised once, shown to the others, invalidated before the memory is used again.
#include <cuda_runtime.h>

constexpr int kBlock = 64;

__device__ unsigned address_of(const void* shared) { return static_cast<unsigned>(__cvta_generic_to_shared(shared)); }

__device__ void initialise(unsigned long long* object) {
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(address_of(object)), "r"(kBlock) : "memory");
}

__device__ void invalidate(unsigned long long* object) {
  asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(address_of(object)) : "memory");
}

__device__ void arrive_and_wait(unsigned long long* object, unsigned parity) {
  asm volatile(
      "{\n"
      ".reg .pred done;\n"
      ".reg .b64 state;\n"
      "mbarrier.arrive.shared.b64 state, [%0];\n"
      "wait: mbarrier.test_wait.parity.shared.b64 done, [%0], %1;\n"
      "@!done bra wait;\n"
      "}" ::"r"(address_of(object)),
      "r"(parity)
      : "memory");
}

__global__ void used_once_right(int* out) {
  __shared__ unsigned long long object;
  if (threadIdx.x == 0) initialise(&object);
  __syncthreads();
  arrive_and_wait(&object, 0);
  out[threadIdx.x] = 1;
}

// Zeros happen to look like an object that nobody is expected at.
__global__ void zeros_wrong(int* out) {
  __shared__ unsigned long long object;
  if (threadIdx.x == 0) object = 0;
  __syncthreads();
  if (threadIdx.x == 0) asm volatile("mbarrier.expect_tx.relaxed.cta.shared.b64 [%0], 4;" ::"r"(address_of(&object)) : "memory");  // finds: barrier-object
  out[threadIdx.x] = 1;
}

__global__ void initialised_again_wrong(int* out) {
  __shared__ unsigned long long object;
  for (int round = 0; round < 2; ++round) {
    if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(address_of(&object)), "r"(kBlock) : "memory");  // finds: barrier-object
    __syncthreads();
    arrive_and_wait(&object, 0);
    __syncthreads();
  }
  out[threadIdx.x] = 1;
}

__global__ void invalidated_between_right(int* out) {
  __shared__ unsigned long long object;
  for (int round = 0; round < 2; ++round) {
    if (threadIdx.x == 0) initialise(&object);
    __syncthreads();
    arrive_and_wait(&object, 0);
    __syncthreads();
    if (threadIdx.x == 0) invalidate(&object);
  }
  out[threadIdx.x] = 1;
}

__global__ void phases_right(int* out) {
  __shared__ unsigned long long object;
  if (threadIdx.x == 0) initialise(&object);
  __syncthreads();
  for (unsigned round = 0; round < 4; ++round) arrive_and_wait(&object, round & 1);
  out[threadIdx.x] = 1;
}

__global__ void used_after_wrong(int* out) {
  __shared__ unsigned long long object;
  if (threadIdx.x == 0) initialise(&object);
  __syncthreads();
  arrive_and_wait(&object, 0);
  __syncthreads();
  if (threadIdx.x == 0) {
    invalidate(&object);
    asm volatile("mbarrier.expect_tx.relaxed.cta.shared.b64 [%0], 4;" ::"r"(address_of(&object)) : "memory");  // finds: barrier-object
  }
  out[threadIdx.x] = 1;
}

int main() {
  int* out;
  cudaMalloc(&out, kBlock * sizeof(int));
  used_once_right<<<1, kBlock>>>(out);
  zeros_wrong<<<1, kBlock>>>(out);
  initialised_again_wrong<<<1, kBlock>>>(out);
  invalidated_between_right<<<1, kBlock>>>(out);
  phases_right<<<1, kBlock>>>(out);
  used_after_wrong<<<1, kBlock>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
