// Softmax and layer norm of rows of 1024 floats: block 256, four neighbours a thread, a block for each row.
constexpr int kWarp = 32;
constexpr int kWarps = 8;
constexpr float kColumns = 1024.0f;

template <class Join>
__device__ float over_block(float value, Join join) {
  __shared__ float warps[kWarps];
  for (int distance = kWarp / 2; distance > 0; distance /= 2)
    value = join(value, __shfl_xor_sync(~0u, value, distance));
  __syncthreads();
  if (threadIdx.x % kWarp == 0) warps[threadIdx.x / kWarp] = value;
  __syncthreads();
  value = warps[0];
  for (int warp = 1; warp < kWarps; ++warp) value = join(value, warps[warp]);
  return value;
}

__device__ float sum_of(float4 v) { return v.x + v.y + (v.z + v.w); }

__device__ float sum_over_block(float value) {
  return over_block(value, [](float a, float b) { return a + b; });
}

extern "C" __global__ void softmax(const float4* in, float4* out) {
  const int at = blockIdx.x * blockDim.x + threadIdx.x;
  float4 v = in[at];
  const float largest =
      over_block(fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w)), [](float a, float b) { return fmaxf(a, b); });
  v = make_float4(expf(v.x - largest), expf(v.y - largest), expf(v.z - largest), expf(v.w - largest));
  const float scale = 1.0f / sum_over_block(sum_of(v));
  out[at] = make_float4(v.x * scale, v.y * scale, v.z * scale, v.w * scale);
}

extern "C" __global__ void layer_norm(const float4* in, const float4* gain, const float4* bias, float4* out) {
  const int at = blockIdx.x * blockDim.x + threadIdx.x;
  float4 v = in[at];
  const float mean = sum_over_block(sum_of(v)) / kColumns;
  v = make_float4(v.x - mean, v.y - mean, v.z - mean, v.w - mean);
  const float squares = v.x * v.x + v.y * v.y + (v.z * v.z + v.w * v.w);
  const float scale = rsqrtf(sum_over_block(squares) / kColumns + 1e-5f);
  const float4 g = gain[threadIdx.x];
  const float4 b = bias[threadIdx.x];
  out[at] = make_float4(fmaf(v.x * scale, g.x, b.x), fmaf(v.y * scale, g.y, b.y), fmaf(v.z * scale, g.z, b.z),
                        fmaf(v.w * scale, g.w, b.w));
}
