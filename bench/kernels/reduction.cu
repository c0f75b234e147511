// Sum of each block's 256 words: block 256, grid count/256.
constexpr int kBlock = 256;
constexpr int kWarp = 32;

// By halving distances in shared memory.
extern "C" __global__ void reduce(const unsigned* in, unsigned* sums) {
  __shared__ unsigned s[kBlock];
  const int tid = threadIdx.x;
  s[tid] = in[blockIdx.x * kBlock + tid];
  __syncthreads();
  for (int distance = kBlock / 2; distance > 0; distance /= 2) {
    if (tid < distance) s[tid] += s[tid + distance];
    __syncthreads();
  }
  if (tid == 0) sums[blockIdx.x] = s[0];
}

__device__ unsigned sum_of_warp(unsigned value) {
  for (int distance = kWarp / 2; distance > 0; distance /= 2) value += __shfl_down_sync(~0u, value, distance);
  return value;
}

// Each warp by shuffles, then the warps' sums likewise.
extern "C" __global__ void reduce_shuffle(const unsigned* in, unsigned* sums) {
  constexpr int kWarps = kBlock / kWarp;
  __shared__ unsigned warps[kWarps];
  const int lane = threadIdx.x % kWarp;
  unsigned value = sum_of_warp(in[blockIdx.x * kBlock + threadIdx.x]);
  if (lane == 0) warps[threadIdx.x / kWarp] = value;
  __syncthreads();
  if (threadIdx.x >= kWarp) return;
  value = sum_of_warp(lane < kWarps ? warps[lane] : 0);
  if (lane == 0) sums[blockIdx.x] = value;
}
