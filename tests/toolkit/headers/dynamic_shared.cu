// ptx: .extern .shared
// ptx: ld.shared.f32
// ptx: cvta.shared.u64
extern __shared__ float tile[];
__device__ __noinline__ float read(const float* p) { return *p; }
__global__ void __launch_bounds__(128) k(float* out) {
  __shared__ double fixed[32];
  fixed[threadIdx.x] = tile[threadIdx.x ^ 1];
  __syncthreads();
  out[0] = read(tile + 3) + (float)fixed[threadIdx.x ^ 1] + __cvta_generic_to_shared(tile);
}
