// Memory that nobody has written.
#include <cuda_runtime.h>

constexpr int kBlock = 64;

__global__ void shared_wrong(int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  if (t < kBlock / 2) s[t] = t;
  __syncthreads();
  out[t] = s[t] + 1;  // finds: uninitialised-read
}

__global__ void shared_right(int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  s[t] = t < kBlock / 2 ? t : 0;
  __syncthreads();
  out[t] = s[t] + 1;
}

// The last element is beyond what was written.
__global__ void neighbours_wrong(const int* in, int* out) {
  const int t = threadIdx.x;
  out[t] = in[t] + in[t + 1];  // finds: uninitialised-read
}

__global__ void neighbours_right(const int* in, int* out) {
  const int t = threadIdx.x;
  out[t] = t == kBlock - 1 ? in[t] : in[t] + in[t + 1];
}

__global__ void count_wrong(int* count) {
  atomicAdd(count, 1);  // finds: uninitialised-read
}

__global__ void count_right(int* count) { atomicAdd(count, 1); }

__global__ void add_to_itself_wrong(int* a) {
  a[threadIdx.x] += 1;  // finds: uninitialised-read
}

// An exchange does not look at what was there.
__global__ void exchange_right(int* a) { atomicExch(a + threadIdx.x, 1); }

struct Gapped {
  char kind;
  int value;
};

// Gaps are copied, and nobody looks at them.
__global__ void copy_gaps_right(const Gapped* in, Gapped* out) { out[threadIdx.x] = in[threadIdx.x]; }

__global__ void bytes_wrong(int* out) {
  __shared__ unsigned char s[4 * kBlock];
  const int t = threadIdx.x;
  s[4 * t] = s[4 * t + 1] = s[4 * t + 2] = 1;
  __syncthreads();
  out[t] = reinterpret_cast<int*>(s)[t] + 1;  // finds: uninitialised-read
}

__global__ void bytes_right(int* out) {
  __shared__ unsigned char s[4 * kBlock];
  const int t = threadIdx.x;
  s[4 * t] = s[4 * t + 1] = s[4 * t + 2] = s[4 * t + 3] = 1;
  __syncthreads();
  out[t] = reinterpret_cast<int*>(s)[t] + 1;
}

__global__ void local_wrong(int* out, int count) {
  int a[16];
  for (int i = 0; i < count; ++i) a[(i * 5) % 16] = i;
  out[threadIdx.x] = a[(threadIdx.x * 3) % 16] + 1;  // finds: uninitialised-read
}

__global__ void local_right(int* out, int count) {
  int a[16] = {};
  for (int i = 0; i < count; ++i) a[(i * 5) % 16] = i;
  out[threadIdx.x] = a[(threadIdx.x * 3) % 16] + 1;
}

int* fresh() {
  void* memory = nullptr;
  cudaMalloc(&memory, 2 * kBlock * sizeof(int));
  return static_cast<int*>(memory);
}

int* zeroed() {
  int* const memory = fresh();
  cudaMemset(memory, 0, 2 * kBlock * sizeof(int));
  return memory;
}

int main() {
  int* const out = zeroed();
  int* const part = fresh();
  int values[kBlock] = {};
  cudaMemcpy(part, values, sizeof values, cudaMemcpyHostToDevice);
  shared_wrong<<<1, kBlock>>>(out);
  shared_right<<<1, kBlock>>>(out);
  neighbours_wrong<<<1, kBlock>>>(part, out);
  neighbours_right<<<1, kBlock>>>(part, out);
  count_wrong<<<1, kBlock>>>(fresh());
  count_right<<<1, kBlock>>>(zeroed());
  add_to_itself_wrong<<<1, kBlock>>>(fresh());
  exchange_right<<<1, kBlock>>>(fresh());
  Gapped gapped[kBlock];
  for (int i = 0; i < kBlock; ++i) gapped[i] = {'a', i};
  Gapped* from = nullptr;
  Gapped* to = nullptr;
  cudaMalloc(&from, sizeof gapped);
  cudaMalloc(&to, sizeof gapped);
  cudaMemcpy(from, gapped, sizeof gapped, cudaMemcpyHostToDevice);
  copy_gaps_right<<<1, kBlock>>>(from, to);
  bytes_wrong<<<1, kBlock>>>(out);
  bytes_right<<<1, kBlock>>>(out);
  local_wrong<<<1, kBlock>>>(out, 8);
  local_right<<<1, kBlock>>>(out, 8);
  cudaDeviceSynchronize();
  return 0;
}
