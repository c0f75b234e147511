// Buffers in several stages, rings, and memory that is used again for something else.
#include <cuda_runtime.h>

constexpr int kBlock = 64;
constexpr int kSteps = 6;

// The next value waits in a register.
__global__ void register_stage_wrong(const int* in, int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  int next = in[t];
  int sum = 0;
#pragma unroll 1
  for (int i = 1; i <= kSteps; ++i) {
    s[t] = next;  // finds: shared-race
    __syncthreads();
    if (i < kSteps) next = in[i * kBlock + t];
    sum += s[(t + 32) % kBlock];  // finds: shared-race
  }
  out[t] = sum;
}

__global__ void register_stage_right(const int* in, int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  int next = in[t];
  int sum = 0;
#pragma unroll 1
  for (int i = 1; i <= kSteps; ++i) {
    s[t] = next;
    __syncthreads();
    if (i < kSteps) next = in[i * kBlock + t];
    sum += s[(t + 32) % kBlock];
    __syncthreads();
  }
  out[t] = sum;
}

// Three stages, filled two rounds ahead: the barrier stands before the fill, and one is enough.
__global__ void three_stages_right(const int* in, int* out) {
  __shared__ int s[3][kBlock];
  const int t = threadIdx.x;
  int sum = 0;
  s[0][t] = in[t];
  s[1][t] = in[kBlock + t];
#pragma unroll 1
  for (int i = 0; i < kSteps; ++i) {
    __syncthreads();
    if (i + 2 < kSteps) s[(i + 2) % 3][t] = in[(i + 2) * kBlock + t];
    sum += s[i % 3][(t + 32) % kBlock];
  }
  out[t] = sum;
}

// Filled three rounds ahead, the stage is the one in use.
__global__ void three_stages_wrong(const int* in, int* out) {
  __shared__ int s[3][kBlock];
  const int t = threadIdx.x;
  int sum = 0;
  for (int i = 0; i < 3; ++i) s[i][t] = in[i * kBlock + t];
#pragma unroll 1
  for (int i = 0; i < kSteps; ++i) {
    __syncthreads();
    sum += s[i % 3][(t + 32) % kBlock];                          // finds: shared-race
    if (i + 3 < kSteps) s[i % 3][t] = in[(i + 3) * kBlock + t];  // finds: shared-race
  }
  out[t] = sum;
}

// A ring that threads write at a moving place; it may not wrap around within a round.
__global__ void ring_wrong(const int* in, int* out) {
  constexpr int kRing = kBlock;
  __shared__ int s[kRing];
  const int t = threadIdx.x;
  int sum = 0;
#pragma unroll 1
  for (int i = 0; i < kSteps; ++i) {
    s[(i * kBlock + t) % kRing] = in[i * kBlock + t];  // finds: shared-race
    __syncthreads();
    sum += s[(i * kBlock + kBlock - 1 - t) % kRing];  // finds: shared-race
  }
  out[t] = sum;
}

__global__ void ring_right(const int* in, int* out) {
  constexpr int kRing = 2 * kBlock;
  __shared__ int s[kRing];
  const int t = threadIdx.x;
  int sum = 0;
#pragma unroll 1
  for (int i = 0; i < kSteps; ++i) {
    s[(i * kBlock + t) % kRing] = in[i * kBlock + t];
    __syncthreads();
    sum += s[(i * kBlock + kBlock - 1 - t) % kRing];
  }
  out[t] = sum;
}

// One warp produces, the other consumes, a round later; both come to the same barrier.
__global__ void two_roles_wrong(const int* in, int* out) {
  __shared__ int s[2][32];
  const int lane = threadIdx.x % 32;
  const bool produces = threadIdx.x < 32;
  int sum = 0;
#pragma unroll 1
  for (int i = 0; i <= kSteps; ++i) {
    if (produces && i < kSteps) s[i % 2][lane] = in[i * 32 + lane];  // finds: shared-race
    if (!produces && i > 0) sum += s[i % 2][31 - lane];              // finds: shared-race
    __syncthreads();
  }
  if (!produces) out[lane] = sum;
}

__global__ void two_roles_right(const int* in, int* out) {
  __shared__ int s[2][32];
  const int lane = threadIdx.x % 32;
  const bool produces = threadIdx.x < 32;
  int sum = 0;
#pragma unroll 1
  for (int i = 0; i <= kSteps; ++i) {
    if (produces && i < kSteps) s[i % 2][lane] = in[i * 32 + lane];
    if (!produces && i > 0) sum += s[(i - 1) % 2][31 - lane];
    __syncthreads();
  }
  if (!produces) out[lane] = sum;
}

// The last round's barrier is left out, and the array is used again behind the loop.
__global__ void used_again_wrong(const int* in, int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  int sum = 0;
#pragma unroll 1
  for (int i = 0; i < kSteps; ++i) {
    s[t] = in[i * kBlock + t];
    __syncthreads();
    sum += s[(t + 32) % kBlock];  // finds: shared-race
    if (i + 1 < kSteps) __syncthreads();
  }
  s[t] = sum;  // finds: shared-race
  __syncthreads();
  out[t] = s[kBlock - 1 - t];
}

__global__ void used_again_right(const int* in, int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  int sum = 0;
#pragma unroll 1
  for (int i = 0; i < kSteps; ++i) {
    s[t] = in[i * kBlock + t];
    __syncthreads();
    sum += s[(t + 32) % kBlock];
    __syncthreads();
  }
  s[t] = sum;
  __syncthreads();
  out[t] = s[kBlock - 1 - t];
}

// Space that two phases use for different things.
__global__ void two_phases_wrong(const int* in, int* out) {
  __shared__ int space[kBlock];
  const int t = threadIdx.x;
  space[t] = in[t];
  __syncthreads();
  const int neighbour = space[(t + 32) % kBlock];  // finds: shared-race
  float* const scaled = reinterpret_cast<float*>(space);
  scaled[t] = neighbour * 0.5f;  // finds: shared-race
  __syncthreads();
  out[t] = static_cast<int>(scaled[kBlock - 1 - t]);
}

__global__ void two_phases_right(const int* in, int* out) {
  __shared__ int space[kBlock];
  const int t = threadIdx.x;
  space[t] = in[t];
  __syncthreads();
  const int neighbour = space[(t + 32) % kBlock];
  __syncthreads();
  float* const scaled = reinterpret_cast<float*>(space);
  scaled[t] = neighbour * 0.5f;
  __syncthreads();
  out[t] = static_cast<int>(scaled[kBlock - 1 - t]);
}

int main() {
  int values[kSteps * kBlock];
  for (int i = 0; i < kSteps * kBlock; ++i) values[i] = i;
  int *in, *out;
  cudaMalloc(&in, sizeof values);
  cudaMalloc(&out, kBlock * sizeof(int));
  cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
  register_stage_wrong<<<1, kBlock>>>(in, out);
  register_stage_right<<<1, kBlock>>>(in, out);
  three_stages_right<<<1, kBlock>>>(in, out);
  three_stages_wrong<<<1, kBlock>>>(in, out);
  ring_wrong<<<1, kBlock>>>(in, out);
  ring_right<<<1, kBlock>>>(in, out);
  two_roles_wrong<<<1, kBlock>>>(in, out);
  two_roles_right<<<1, kBlock>>>(in, out);
  used_again_wrong<<<1, kBlock>>>(in, out);
  used_again_right<<<1, kBlock>>>(in, out);
  two_phases_wrong<<<1, kBlock>>>(in, out);
  two_phases_right<<<1, kBlock>>>(in, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
