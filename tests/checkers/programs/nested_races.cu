// A grid and what it launches from device code: the nested grid begins after what its launching thread had done or knew
// of, and all else goes on beside it.
#include <cuda_runtime.h>

constexpr int kBlock = 64;

__global__ void doubles(const int* in, int* out) {
  out[threadIdx.x] = in[threadIdx.x] * 2;  // finds: global-race
}

__global__ void doubles_right(const int* in, int* out) { out[threadIdx.x] = in[threadIdx.x] * 2; }

__global__ void sums(const int* in, int* out) {
  atomicAdd(out, in[threadIdx.x]);  // finds: global-race
}

__global__ void sums_right(const int* in, int* out) { atomicAdd(out, in[threadIdx.x]); }

// The other threads have not come to the launch.
__global__ void no_barrier_wrong(int* in, int* out) {
  in[threadIdx.x] = threadIdx.x;
  if (threadIdx.x == 0) doubles<<<1, kBlock>>>(in, out);
}

__global__ void barrier_right(int* in, int* out) {
  in[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) doubles_right<<<1, kBlock>>>(in, out);
}

// Nothing in the launching grid waits for the nested one.
__global__ void reads_result_wrong(int* in, int* out, int* result) {
  if (threadIdx.x == 0) sums<<<1, kBlock>>>(in, out);
  __syncthreads();
  result[threadIdx.x] = *reinterpret_cast<int*>(out) + in[threadIdx.x];
}

__global__ void adds_right(const int* in, const int* sum, int* result) {
  result[threadIdx.x] = *sum + in[threadIdx.x];
}

__global__ void tail_right(int* in, int* out, int* result) {
  if (threadIdx.x != 0) return;
  sums_right<<<1, kBlock>>>(in, out);
  adds_right<<<1, kBlock, 0, cudaStreamTailLaunch>>>(in, out, result);
}

// Each block launches for its own part; the parts are different.
__global__ void parts_right(int* in, int* out) {
  int* const own = in + blockIdx.x * kBlock;
  own[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) doubles_right<<<1, kBlock>>>(own, out + blockIdx.x * kBlock);
}

__global__ void clears(int* data) {
  data[threadIdx.x] = 0;  // finds: global-race
}

__global__ void passes_on(int* data) {
  if (threadIdx.x == 0) clears<<<1, kBlock>>>(data);
}

// What is launched further down goes on beside the first grid, too.
__global__ void two_levels_wrong(int* data) {
  if (threadIdx.x == 0) passes_on<<<1, 32>>>(data);
  data[threadIdx.x] = 1;
}

__global__ void goes_on(int* data) { data[threadIdx.x] += 1; }

__global__ void two_levels_right(int* data) {
  data[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 0) goes_on<<<1, kBlock>>>(data);
}

// A launch by every thread, for what is its own.
__global__ void one(int* value) { *value += 1; }

__global__ void own_right(int* data) {
  data[threadIdx.x] = threadIdx.x;
  one<<<1, 1>>>(data + threadIdx.x);
}

int main() {
  int* data;
  cudaMalloc(&data, 4096);
  cudaMemset(data, 0, 4096);
  int* const out = data + 256;
  int* const result = data + 512;
  no_barrier_wrong<<<1, kBlock>>>(data, out);
  barrier_right<<<1, kBlock>>>(data, out);
  reads_result_wrong<<<1, kBlock>>>(data, out, result);
  tail_right<<<1, kBlock>>>(data, out, result);
  parts_right<<<2, kBlock>>>(data, out);
  two_levels_wrong<<<1, kBlock>>>(data);
  two_levels_right<<<1, kBlock>>>(data);
  own_right<<<1, 32>>>(data);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
