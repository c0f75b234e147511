// ptx: shfl.sync.down.b32
// ptx: vote.sync.ballot.b32
// ptx: match.any.sync.b32
// ptx: redux.sync.add.s32
// ptx: bar.warp.sync
// ptx: activemask.b32
// not-ptx: call.uni
__global__ void k(int* out, int v, unsigned mask) {
  out[0] = __shfl_down_sync(~0u, v, 1) + __ballot_sync(~0u, v > 2) + __match_any_sync(~0u, v) + __activemask();
  out[1] = __reduce_add_sync(mask, v);
  __syncwarp();
  double d = __shfl_xor_sync(~0u, (double)v, 3);
  out[2] = (int)d + __any_sync(~0u, v) + __all_sync(~0u, v);
}
// A program's own beside CUDA's.
__device__ float2 __shfl_down(float2 value, unsigned int delta) {
  return {__shfl_down(value.x, delta), __shfl_down(value.y, delta, 16)};
}
// As libcu++ has it.
namespace library {
struct __any {
  __device__ __any(...) {}
};
__device__ __any any(int value) { return __any(value); }
}  // namespace library
