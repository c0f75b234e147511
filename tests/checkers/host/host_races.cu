// The program touches managed and pinned memory with and without having waited for who uses it.
#include <cstdio>
#include <cstring>

__global__ void fill(int* x, int n, int value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = value;
}

__global__ void sum(const int* x, int n, int* result) {
  int all = 0;
  for (int i = 0; i < n; ++i) all += x[i];
  *result = all;
}

__global__ void publish(int* data, volatile int* ready) {
  data[0] = 7;
  __threadfence_system();
  *ready = 1;
}

__global__ void scale(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2;
}

constexpr int kCount = 4096;

int* managed(int count = kCount) {
  int* x = nullptr;
  cudaMallocManaged(&x, count * sizeof(int));
  memset(x, 0, count * sizeof(int));
  return x;
}

int* pinned() {
  int* x = nullptr;
  cudaMallocHost(&x, kCount * sizeof(int));
  memset(x, 0, kCount * sizeof(int));
  return x;
}

void managed_memory() {
  int* x = managed();
  int* other = managed();
  fill<<<16, 256>>>(x, kCount, 1);
  other[5] = 1;
  int first = x[5];  // finds: host-race
  cudaDeviceSynchronize();
  first += x[6];
  fill<<<16, 256>>>(x, kCount / 2, 1);
  x[kCount - 1] = 3;
  int* fresh = managed();  // waits for nothing
  x[7] = 4;  // finds: host-race
  cudaFree(fresh);  // waits for everything
  x[8] = 5;
  sum<<<1, 1>>>(x, kCount, other);
  first += x[0];
  x[1] = 2;            // finds: host-race
  first += other[0];  // finds: host-race
  cudaDeviceSynchronize();
  printf("%d %d\n", first, other[0]);
  cudaFree(x);
  cudaFree(other);
}

void through_a_flag() {
  int* data = managed(1);
  int* ready = managed(1);
  publish<<<1, 1>>>(data, ready);
  while (*static_cast<volatile int*>(ready) == 0) {
  }
  printf("%d\n", data[0]);
  publish<<<1, 1>>>(data, ready);
  printf("%d\n", data[0]);  // finds: host-race
  cudaDeviceSynchronize();
  cudaFree(data);
  cudaFree(ready);
}

void streams() {
  cudaStream_t one, other;
  cudaStreamCreate(&one);
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  cudaEvent_t behind;
  cudaEventCreate(&behind);
  int* x = managed();
  int* y = managed();
  fill<<<16, 256, 0, one>>>(x, kCount, 1);
  cudaEventRecord(behind, one);
  fill<<<16, 256, 0, other>>>(y, kCount, 1);
  cudaStreamSynchronize(other);
  int all = y[1];
  all += x[1];  // finds: host-race
  cudaEventSynchronize(behind);
  all += x[2];
  fill<<<16, 256, 0, other>>>(y, kCount, 1);
  cudaMemcpy(&all, x, sizeof all, cudaMemcpyDeviceToHost);
  all += y[2];  // finds: host-race
  while (cudaStreamQuery(other) != cudaSuccess) {
  }
  all += y[3];
  printf("%d\n", all);
  cudaStreamDestroy(one);
  cudaStreamDestroy(other);
  cudaEventDestroy(behind);
  cudaFree(x);
  cudaFree(y);
}

void copies() {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  int* device = nullptr;
  cudaMalloc(&device, kCount * sizeof(int));
  int* to = pinned();
  int* from = pinned();
  static int pageable[kCount];
  cudaMemcpyAsync(device, from, kCount * sizeof(int), cudaMemcpyHostToDevice, stream);
  int all = from[3];
  from[3] = 1;  // finds: host-race
  cudaMemcpyAsync(to, device, kCount * sizeof(int), cudaMemcpyDeviceToHost, stream);
  all += to[3];  // finds: host-race
  cudaStreamSynchronize(stream);
  all += to[4];
  cudaMemcpyAsync(pageable, device, kCount * sizeof(int), cudaMemcpyDeviceToHost, stream);  // notes: pageable-copy
  all += pageable[4];
  cudaMemcpyAsync(device, pageable, kCount * sizeof(int), cudaMemcpyHostToDevice, stream);
  pageable[4] = 2;
  cudaMemcpy(to, device, kCount * sizeof(int), cudaMemcpyDeviceToHost);
  all += to[5];
  fill<<<16, 256, 0, stream>>>(to, kCount, 2);
  static int copy[kCount];
  memcpy(copy, to, sizeof copy);  // finds: host-race
  cudaDeviceSynchronize();
  printf("%d %d\n", all, copy[9]);
  cudaStreamDestroy(stream);
  cudaFree(device);
  cudaFreeHost(to);
  cudaFreeHost(from);
}

void in_the_streams_order() {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  static int* x = managed();
  fill<<<16, 256, 0, stream>>>(x, kCount, 3);
  cudaLaunchHostFunc(stream, [](void*) { printf("%d\n", x[0]); }, nullptr);
  fill<<<16, 256, 0, stream>>>(x, kCount, 4);
  cudaStreamAddCallback(stream, [](cudaStream_t, cudaError_t, void*) { printf("%d\n", x[0]); }, nullptr, 0);
  fill<<<16, 256, 0, stream>>>(x, kCount, 5);
  printf("%d\n", x[0]);  // finds: host-race
  cudaStreamDestroy(stream);
  cudaFree(x);
}

// As the first program of many goes, without the line that matters.
void the_first_program() {
  float* x = nullptr;
  cudaMallocManaged(&x, kCount * sizeof(float));
  for (int i = 0; i < kCount; ++i) x[i] = 1;
  scale<<<16, 256>>>(x, kCount);
  float worst = 0;
  for (int i = 0; i < kCount; ++i) worst = x[i] > worst ? x[i] : worst;  // finds: host-race
  printf("%g\n", worst);
  cudaFree(x);
}

int main() {
  managed_memory();
  through_a_flag();
  streams();
  copies();
  in_the_streams_order();
  the_first_program();
}
