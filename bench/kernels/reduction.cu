// Sum of each block's 256 words by halving distances in shared memory: block 256, grid count/256.
extern "C" __global__ void reduce(const unsigned* in, unsigned* sums) {
  constexpr int kBlock = 256;
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
