__global__ void times_two(int* value) { *value *= 2; }

int doubled(int value) {
  int* device;
  cudaMalloc(&device, sizeof value);
  cudaMemcpy(device, &value, sizeof value, cudaMemcpyHostToDevice);
  times_two<<<1, 1>>>(device);
  cudaMemcpy(&value, device, sizeof value, cudaMemcpyDeviceToHost);
  cudaFree(device);
  return value;
}
