// nvcc takes alignas behind __shared__ and its kin, clang only before them.
// ptx: .shared .align 128 .b8
// ptx: .extern .shared .align 64 .b8
// ptx: .const .align 32 .b8
// ptx: .shared .align 256 .b8
// not-ptx: .shared .align 4 .b8
#define TILE(type) __shared__ alignas(sizeof(type) * 32) type
__constant__ alignas(32) char table[32];
__global__ void k(float* out) {
  extern __shared__ alignas(64) char rest[];
  __shared__ alignas(128) float tile[64];
  TILE(int) other[64];
  __shared__ alignas(256) float4 wide[64];
  tile[threadIdx.x] = out[threadIdx.x];
  other[threadIdx.x] = rest[threadIdx.x] + table[threadIdx.x % 32];
  wide[threadIdx.x].y = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x ^ 1] + (float)other[threadIdx.x ^ 1] + wide[threadIdx.x ^ 1].y;
}
