// prints: sum 496
// prints: up 0 0 1 30
// prints: xor 1.5 0.5 31.5
// prints: width 3 7
// prints: ballot 0000fff0 any 1 all 0
// prints: some ffff0000 any 1 all 1
// prints: legacy array 0 7
// prints: configured 0 42 3.5 52 0
// Programs from before CUDA 9: warp functions without _sync, in whole warps and in a branch, and calls of that time.
#include <cstdio>

__global__ void sums(int* out) {
  int sum = threadIdx.x;
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down(sum, step);
  out[threadIdx.x] = __shfl(sum, 0);
}

__global__ void moves(int* up, float* across, int* within) {
  const int lane = threadIdx.x;
  up[lane] = __shfl_up(lane, 1);
  across[lane] = __shfl_xor(lane + 0.5f, 1);
  within[lane] = __shfl(lane, 3, 4);
}

__global__ void votes(unsigned int* out) {
  const int lane = threadIdx.x;
  const unsigned int all = __ballot(lane >= 4 && lane < 16);
  const int any = __any(lane == 5), every = __all(lane == 5);
  if (lane == 0) out[0] = all, out[1] = any, out[2] = every;
  if (lane >= 16) {
    const unsigned int some = __ballot(1);
    const int some_any = __any(lane == 20), some_all = __all(lane > 15);
    if (lane == 16) out[3] = some, out[4] = some_any, out[5] = some_all;
  }
}

__global__ void put(int* out, double value, char which) { out[which] = (int)(12 * value), *(double*)(out + 4) = value; }

void launch_in_steps(int* out) {
  cudaMemset(out, 0, 128);
  cudaConfigureCall(1, 1);
  cudaSetupArgument((char)2, 16);
  cudaSetupArgument(out, 0);
  const double value = 3.5;
  cudaSetupArgument(&value, sizeof value, 8);
  const int error = cudaLaunch(put);
  cudaThreadSynchronize();
  std::printf("configured %d %d %g", error, out[2], *(double*)(out + 4));
  std::printf(" %d", cudaLaunch(put));  // each launch needs a configuration
  cudaConfigureCall(1, 1);
  std::printf(" %d\n", cudaSetupArgument(&value, 8, 4090) == cudaSuccess);
}

int main() {
  int *a, *b;
  float* f;
  unsigned int* v;
  cudaMallocManaged(&a, 128);
  cudaMallocManaged(&b, 128);
  cudaMallocManaged(&f, 128);
  cudaMallocManaged(&v, 128);
  sums<<<1, 32>>>(a);
  cudaThreadSynchronize();
  std::printf("sum %d\n", a[31]);
  moves<<<1, 32>>>(a, f, b);
  cudaThreadSynchronize();
  std::printf("up %d %d %d %d\n", a[0], a[1], a[2], a[31]);
  std::printf("xor %g %g %g\n", f[0], f[1], f[30]);
  std::printf("width %d %d\n", b[0], b[5]);
  votes<<<1, 32>>>(v);
  cudaThreadSynchronize();
  std::printf("ballot %08x any %u all %u\n", v[0], v[1], v[2]);
  std::printf("some %08x any %u all %u\n", v[3], v[4], v[5]);
  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMallocArray(&array, &format, 4, 2);
  float values[8] = {0, 1, 2, 3, 4, 5, 6, 7}, back[8] = {};
  cudaMemcpyToArray(array, 0, 0, values, sizeof values, cudaMemcpyHostToDevice);
  cudaMemcpyFromArray(back, array, 0, 0, sizeof back, cudaMemcpyDeviceToHost);
  std::printf("legacy array %g %g\n", back[0], back[7]);
  launch_in_steps(a);
  cudaThreadExit();
  return 0;
}
