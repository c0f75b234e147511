// Iterations to escape: block 32x8, grid size/32 x size/8.
extern "C" __global__ void mandelbrot(int* out, int size, float step, int limit) {
  const int px = blockIdx.x * 32 + threadIdx.x;
  const int py = blockIdx.y * 8 + threadIdx.y;
  const float cx = fmaf(static_cast<float>(px), step, -2.0f);
  const float cy = fmaf(static_cast<float>(py), step, -1.5f);
  float x = 0.0f;
  float y = 0.0f;
  int count = 0;
  while (count < limit && fmaf(x, x, y * y) <= 4.0f) {
    const float next = fmaf(x, x, fmaf(-y, y, cx));
    y = fmaf(2.0f * x, y, cy);
    x = next;
    ++count;
  }
  out[py * size + px] = count;
}
