// Blocks that reach each other by reductions only, which several workers run: each has a history of its own then.
#include <cuda_runtime.h>

constexpr int kBlock = 64;
constexpr int kBlocks = 64;
constexpr int kBins = 48;

__global__ void clear(int* bins) {
  if (threadIdx.x < kBins) bins[threadIdx.x] = 0;
}

__global__ void bins_right(const int* in, int* bins) {
  __shared__ int own[kBins];
  const int t = threadIdx.x;
  if (t < kBins) own[t] = 0;
  __syncthreads();
  atomicAdd(&own[in[blockIdx.x * kBlock + t] % kBins], 1);
  __syncthreads();
  if (t < kBins && own[t] != 0) atomicAdd(&bins[t], own[t]);
}

// The bins have no values to begin with: whoever comes first finds that, in the order of blocks.
__global__ void bins_unwritten(const int* in, int* bins) {
  const int t = threadIdx.x;
  if (blockIdx.x < 3) return;
  atomicAdd(&bins[in[blockIdx.x * kBlock + t] % kBins], 1);  // finds: uninitialised-read
}

__global__ void largest_unwritten(const int* in, int* largest) {
  atomicMax(largest, in[blockIdx.x * kBlock + threadIdx.x]);  // finds: uninitialised-read
}

// Beside what is reduced blocks write the same place.
__global__ void last_wrong(const int* in, int* count, int* last) {
  const int t = threadIdx.x;
  if (in[blockIdx.x * kBlock + t] % 7 == 0) atomicAdd(count, 1);
  if (t == 0) *last = blockIdx.x;  // finds: global-race
}

// What a block does by itself in global memory, between barriers.
__global__ void scratch_right(const int* in, int* scratch, int* sum) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  scratch[i] = in[i];
  __syncthreads();
  atomicAdd(sum, scratch[i ^ 1] - scratch[i ^ 2]);
}

__global__ void scratch_wrong(const int* in, int* scratch, int* sum) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  scratch[i] = in[i];
  atomicAdd(sum, scratch[i ^ 1]);  // finds: global-race
}

// What the neighbour's block has left: an atomic beside it orders nothing, as nobody looks at its result.
__global__ void neighbour_wrong(int* data, int* count) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const int before = i < kBlock ? 0 : data[i - kBlock];  // finds: global-race
  data[i] = before + 1;
  __threadfence_block();
  if (threadIdx.x == 0) atomicAdd(count, 1);
}

// Atomics that are so within their block only.
__global__ void of_blocks_wrong(const int* in, int* bins) {
  atomicAdd_block(&bins[in[blockIdx.x * kBlock + threadIdx.x] % kBins], 1);  // finds: scope-race
}

__global__ void halves_wrong(int* bins) {
  auto* const pairs = reinterpret_cast<unsigned long long*>(bins);
  if (blockIdx.x % 2 == 0) atomicAdd(&bins[threadIdx.x % kBins], 1);            // finds: global-race
  if (blockIdx.x % 2 == 1) atomicAdd(&pairs[threadIdx.x % (kBins / 2)], 1ull);  // finds: global-race
}

// Some read plainly what others reduce.
__global__ void read_wrong(int* count, int* out) {
  if (threadIdx.x == 0) atomicAdd(count, 1);       // finds: global-race
  if (threadIdx.x == 1) out[blockIdx.x] = *count;  // finds: global-race
}

int main() {
  constexpr int kCount = kBlocks * kBlock;
  int* in = nullptr;
  int* bins = nullptr;
  int* others = nullptr;
  int* largest = nullptr;
  int* data = nullptr;
  int* out = nullptr;
  cudaMalloc(&in, kCount * sizeof(int));
  cudaMalloc(&bins, kBins * sizeof(int));
  cudaMalloc(&others, kBins * sizeof(int));
  cudaMalloc(&largest, sizeof(int));
  cudaMalloc(&data, kCount * sizeof(int));
  cudaMalloc(&out, kBlocks * sizeof(int));
  int* host = new int[kCount];
  for (int i = 0; i < kCount; ++i) host[i] = i * 2654435769u >> 20;
  cudaMemcpy(in, host, kCount * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(data, 0, kCount * sizeof(int));
  clear<<<1, kBlock>>>(bins);
  bins_right<<<kBlocks, kBlock>>>(in, bins);
  bins_unwritten<<<kBlocks, kBlock>>>(in, others);
  bins_right<<<kBlocks, kBlock>>>(in, others);
  largest_unwritten<<<kBlocks, kBlock>>>(in, largest);
  last_wrong<<<kBlocks, kBlock>>>(in, bins, largest);
  scratch_right<<<kBlocks, kBlock>>>(in, data, bins);
  scratch_wrong<<<kBlocks, kBlock>>>(in, data, bins);
  neighbour_wrong<<<kBlocks, kBlock>>>(data, bins);
  of_blocks_wrong<<<kBlocks, kBlock>>>(in, bins);
  halves_wrong<<<kBlocks, kBlock>>>(bins);
  read_wrong<<<kBlocks, kBlock>>>(bins, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(bins);
  cudaFree(others);
  cudaFree(largest);
  cudaFree(data);
  cudaFree(out);
  delete[] host;
}
