// How often each byte occurs: a histogram for each block in shared memory, all added to `bins`. Any block and grid.
extern "C" __global__ void histogram(const unsigned* words, unsigned* bins, int count) {
  __shared__ unsigned local[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) local[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    const unsigned word = words[i];
    for (int byte = 0; byte < 4; ++byte) atomicAdd(&local[word >> 8 * byte & 255], 1u);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x) atomicAdd(&bins[i], local[i]);
}
