// flags: -Xclang -fgpu-default-stream=per-thread
// host-symbol: cudaMemcpyAsync_ptsz
// host-symbol: cudaLaunchKernel_ptsz
// host-symbol: cudaMalloc
__global__ void k() {}
void use(void* to, const void* from) {
  float* data;
  cudaMalloc(&data, 4);
  cudaMemcpyAsync(to, from, 4, cudaMemcpyDefault, 0);
  k<<<1, 1>>>();
}
