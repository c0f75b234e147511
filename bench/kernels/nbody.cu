// Accelerations of bodies that attract each other, x, y, z and mass each: block 256, grid count/256.
constexpr int kBlock = 256;
constexpr float kSoftening = 0.01f;

extern "C" __global__ void nbody(const float4* bodies, float4* accelerations, int count) {
  __shared__ float4 tile[kBlock];
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const float4 own = bodies[i];
  float ax = 0.0f;
  float ay = 0.0f;
  float az = 0.0f;
  for (int start = 0; start < count; start += kBlock) {
    tile[threadIdx.x] = bodies[start + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < kBlock; ++j) {
      const float4 other = tile[j];
      const float dx = other.x - own.x;
      const float dy = other.y - own.y;
      const float dz = other.z - own.z;
      const float inverse = rsqrtf(fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, kSoftening))));
      const float factor = other.w * inverse * inverse * inverse;
      ax = fmaf(factor, dx, ax);
      ay = fmaf(factor, dy, ay);
      az = fmaf(factor, dz, az);
    }
    __syncthreads();
  }
  accelerations[i] = make_float4(ax, ay, az, 0.0f);
}
