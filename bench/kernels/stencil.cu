// One step of a stencil of seven points on n x n x n floats, each thread along a column: block 32x8, grid n/32 x n/8.
extern "C" __global__ void stencil(const float* in, float* out, int n, float centre, float side) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x == 0 || y == 0 || x == n - 1 || y == n - 1) return;
  const int plane = n * n;
  int at = y * n + x;
  float below = in[at];
  float here = in[at += plane];
  for (int z = 1; z < n - 1; ++z, at += plane) {
    const float above = in[at + plane];
    const float sides = in[at - 1] + in[at + 1] + in[at - n] + in[at + n] + below + above;
    out[at] = fmaf(centre, here, side * sides);
    below = here;
    here = above;
  }
}
