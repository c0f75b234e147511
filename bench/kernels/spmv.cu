// y = A x with A's rows one behind the other (CSR), a warp for each row: block 256, grid rows/8.
extern "C" __global__ void spmv(const int* starts, const int* columns, const float* values, const float* x, float* y,
                                int rows) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const int lane = threadIdx.x % 32;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int i = starts[row] + lane; i < starts[row + 1]; i += 32) sum = fmaf(values[i], x[columns[i]], sum);
  for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(~0u, sum, distance);
  if (lane == 0) y[row] = sum;
}
