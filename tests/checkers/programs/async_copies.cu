// cp.async, by cuda_pipeline.h: copies to shared memory that the thread waits for itself, and that others see after a
// barrier behind that.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

constexpr int kBlock = 64;
constexpr int kSteps = 6;

__global__ void one_stage_wrong(const int* in, int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &in[t], sizeof(int));  // finds: shared-race
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[t] = s[(t + 32) % kBlock];  // finds: shared-race
}

__global__ void one_stage_right(const int* in, int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &in[t], sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[t] = s[(t + 32) % kBlock];
}

// What a thread has copied itself is its own.
__global__ void own_element_right(const int* in, int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &in[t], sizeof(int));
  __pipeline_wait_prior(0);
  out[t] = s[t] * 2;
}

__global__ void warp_tile_wrong(const int* in, int* out) {
  __shared__ int s[32];
  const int lane = threadIdx.x;
  __pipeline_memcpy_async(&s[lane], &in[lane], sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[lane] = s[31 - lane];  // finds: shared-race
}

__global__ void warp_tile_right(const int* in, int* out) {
  __shared__ int s[32];
  const int lane = threadIdx.x;
  __pipeline_memcpy_async(&s[lane], &in[lane], sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncwarp();
  out[lane] = s[31 - lane];
}

// The copy of the next round goes to the buffer that others still read.
__global__ void two_stages_wrong(const int* in, int* out) {
  __shared__ int s[2][kBlock];
  const int t = threadIdx.x;
  int sum = 0;
  __pipeline_memcpy_async(&s[0][t], &in[t], sizeof(int));
  __pipeline_commit();
#pragma unroll 1
  for (int i = 0; i < kSteps; ++i) {
    if (i + 1 < kSteps)
      __pipeline_memcpy_async(&s[(i + 1) % 2][t], &in[(i + 1) * kBlock + t], sizeof(int));  // finds: shared-race
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += s[i % 2][(t + 32) % kBlock];  // finds: shared-race
  }
  out[t] = sum;
}

__global__ void two_stages_right(const int* in, int* out) {
  __shared__ int s[2][kBlock];
  const int t = threadIdx.x;
  int sum = 0;
  __pipeline_memcpy_async(&s[0][t], &in[t], sizeof(int));
  __pipeline_commit();
#pragma unroll 1
  for (int i = 0; i < kSteps; ++i) {
    if (i + 1 < kSteps) __pipeline_memcpy_async(&s[(i + 1) % 2][t], &in[(i + 1) * kBlock + t], sizeof(int));
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += s[i % 2][(t + 32) % kBlock];
    __syncthreads();
  }
  out[t] = sum;
}

// With three buffers one barrier is enough: the copy is issued behind it.
__global__ void three_stages_right(const int* in, int* out) {
  __shared__ int s[3][kBlock];
  const int t = threadIdx.x;
  int sum = 0;
  for (int i = 0; i < 2; ++i) {
    __pipeline_memcpy_async(&s[i][t], &in[i * kBlock + t], sizeof(int));
    __pipeline_commit();
  }
#pragma unroll 1
  for (int i = 0; i < kSteps; ++i) {
    __pipeline_wait_prior(1);
    __syncthreads();
    if (i + 2 < kSteps) __pipeline_memcpy_async(&s[(i + 2) % 3][t], &in[(i + 2) * kBlock + t], sizeof(int));
    __pipeline_commit();
    sum += s[i % 3][(t + 32) % kBlock];
  }
  out[t] = sum;
}

// Sixteen bytes at a time; a quarter of the block copies, everybody reads.
__global__ void sixteen_bytes_wrong(const int* in, int* out) {
  __shared__ __align__(16) int s[kBlock];
  const int t = threadIdx.x;
  if (t < kBlock / 4) __pipeline_memcpy_async(&s[4 * t], &in[4 * t], 16);
  __pipeline_wait_prior(0);
  out[t] = s[t];  // finds: shared-race
}

__global__ void sixteen_bytes_right(const int* in, int* out) {
  __shared__ __align__(16) int s[kBlock];
  const int t = threadIdx.x;
  if (t < kBlock / 4) __pipeline_memcpy_async(&s[4 * t], &in[4 * t], 16);
  __pipeline_wait_prior(0);
  __syncthreads();
  out[t] = s[t];
}

// The tail is filled with zeros by plain stores.
__global__ void padded_wrong(const int* in, int* out, int count) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  if (t < count) __pipeline_memcpy_async(&s[t], &in[t], sizeof(int));
  if (t >= count / 2) s[(t + 32) % kBlock] = 0;  // finds: shared-race
  __pipeline_wait_prior(0);
  __syncthreads();
  out[t] = s[kBlock - 1 - t];
}

__global__ void padded_right(const int* in, int* out, int count) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  if (t < count) __pipeline_memcpy_async(&s[t], &in[t], sizeof(int));
  if (t >= count) s[t] = 0;
  __pipeline_wait_prior(0);
  __syncthreads();
  out[t] = s[kBlock - 1 - t];
}

// What is copied has been written by this block, and a barrier has to stand between.
__global__ void from_scratch_wrong(int* scratch, int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  scratch[t] = t;                                                         // finds: global-race
  __pipeline_memcpy_async(&s[t], &scratch[kBlock - 1 - t], sizeof(int));  // finds: global-race
  __pipeline_wait_prior(0);
  out[t] = s[t];
}

__global__ void from_scratch_right(int* scratch, int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  scratch[t] = t;
  __syncthreads();
  __pipeline_memcpy_async(&s[t], &scratch[kBlock - 1 - t], sizeof(int));
  __pipeline_wait_prior(0);
  out[t] = s[t];
}

// The copy tells a barrier object when it is done.
__global__ void barrier_object_right(const int* in, int* out) {
  __shared__ unsigned long long bar;
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  const auto object = static_cast<unsigned>(__cvta_generic_to_shared(&bar));
  if (t == 0) asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(object), "r"(kBlock) : "memory");
  __syncthreads();
  __pipeline_memcpy_async(&s[t], &in[t], sizeof(int));
  asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(object) : "memory");
  int done = 0;
  while (done == 0)
    asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done)
                 : "r"(object)
                 : "memory");
  out[t] = s[kBlock - 1 - t];
}

int main() {
  int values[kSteps * kBlock];
  for (int i = 0; i < kSteps * kBlock; ++i) values[i] = i + 1;
  int *in, *out;
  cudaMalloc(&in, sizeof values);
  cudaMalloc(&out, sizeof values);
  cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
  one_stage_wrong<<<1, kBlock>>>(in, out);
  one_stage_right<<<1, kBlock>>>(in, out);
  own_element_right<<<1, kBlock>>>(in, out);
  warp_tile_wrong<<<1, 32>>>(in, out);
  warp_tile_right<<<1, 32>>>(in, out);
  two_stages_wrong<<<1, kBlock>>>(in, out);
  two_stages_right<<<1, kBlock>>>(in, out);
  three_stages_right<<<1, kBlock>>>(in, out);
  sixteen_bytes_wrong<<<1, kBlock>>>(in, out);
  sixteen_bytes_right<<<1, kBlock>>>(in, out);
  padded_wrong<<<1, kBlock>>>(in, out, 48);
  padded_right<<<1, kBlock>>>(in, out, 48);
  from_scratch_wrong<<<1, kBlock>>>(in, out);
  from_scratch_right<<<1, kBlock>>>(in, out);
  barrier_object_right<<<1, kBlock>>>(in, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
