// Launches with the same arguments, over and over: what is wrong with them, or with what is done between them, is told
// as if each was executed.
#include <cstdio>
#include <cstring>

constexpr int kCount = 4096;
constexpr int kBytes = kCount * sizeof(int);

__global__ void add_one(int* to, const int* from) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = from[i] + 1;
}
__global__ void add_one_renewed(int* to, const int* from) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = from[i] + 1;  // finds: uninitialised-read
}
__global__ void add_one_copied(int* to, const int* from) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = from[i] + 1;  // finds: uninitialised-read
}
__global__ void add_one_written_late(int* to, const int* from) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = from[i] + 1;  // finds: uninitialised-read
}
__global__ void in_place(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }
__global__ void meet(int* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i / 2] = i;  // finds: global-race
}
__global__ void neighbours(int* to, const int* from) {
  __shared__ int part[256];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = from[i];  // finds: shared-race
  to[i] = part[(threadIdx.x + 32) % 256];  // finds: shared-race
}
__global__ void unwritten(int* to, int count) {
  __shared__ int part[256];
  if (threadIdx.x < count) part[threadIdx.x] = threadIdx.x;
  __syncthreads();
  to[blockIdx.x * blockDim.x + threadIdx.x] = part[threadIdx.x] + 1;  // finds: uninitialised-read
}
__global__ void behind(int* to, const int* from, int at) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = from[i + at];  // finds: out-of-bounds
}
__global__ void fill(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
__global__ void read_beside(int* to, const int* from) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = from[i];  // finds: stream-race
}

int* device(int value) {
  int* x = nullptr;
  cudaMalloc(&x, kBytes);
  cudaMemset(x, value, kBytes);
  return x;
}

void one_stream() {
  int *a = device(1), *b = device(2), *fresh = nullptr;
  for (int round = 0; round < 8; ++round) add_one<<<16, 256>>>(b, a);
  for (int round = 0; round < 5; ++round) meet<<<16, 256>>>(b);
  for (int round = 0; round < 5; ++round) neighbours<<<16, 256>>>(b, a);
  for (int round = 0; round < 5; ++round) unwritten<<<16, 256>>>(b, 200);
  for (int round = 0; round < 5; ++round) behind<<<16, 256>>>(b, a, 64);
  // What holds the same again, and has not been written since.
  for (int round = 0; round < 6; ++round) {
    add_one_renewed<<<16, 256>>>(b, a);
    if (round % 2 == 1) cudaMemset(a, 0, kBytes);
    if (round < 4) continue;
    cudaFree(a);
    cudaMalloc(&a, kBytes);
  }
  a = device(0);
  cudaMalloc(&fresh, kBytes);
  for (int round = 0; round < 6; ++round) {
    add_one_copied<<<16, 256>>>(b, a);
    if (round < 4) cudaMemset(a, 0, kBytes);
    if (round == 4) cudaMemcpy(a, fresh, kBytes, cudaMemcpyDeviceToDevice);
  }
  // What is told once is so where it comes again.
  int* late = nullptr;
  cudaMalloc(&late, kBytes);
  for (int round = 0; round < 6; ++round) {
    if (round == 2) cudaMemset(late, 0, kBytes);
    add_one_written_late<<<16, 256>>>(b, late);
  }
  for (int round = 0; round < 6; ++round) {
    cudaMemset(a, 0, kBytes);
    in_place<<<16, 256>>>(a);
  }
  cudaDeviceSynchronize();
}

void beside_the_host() {
  int *x = nullptr, *a = device(0);
  cudaMallocManaged(&x, kBytes);
  memset(x, 1, kBytes);
  for (int round = 0; round < 8; ++round) {
    add_one<<<16, 256>>>(a, x);
    if (round != 6) cudaDeviceSynchronize();
    x[5] = 0x01010101;  // finds: host-race
  }
  cudaDeviceSynchronize();
  int sum = 0;
  for (int round = 0; round < 8; ++round) {
    fill<<<16, 256>>>(x);
    for (int again = 0; again < 4; ++again) add_one<<<16, 256>>>(a, x);
    if (round != 6) cudaDeviceSynchronize();
    sum += x[7];  // finds: host-race
  }
  cudaDeviceSynchronize();
  printf("%d\n", sum);
  cudaFree(x);
}

void two_streams() {
  int *a = device(1), *b = device(1);
  cudaStream_t s, t;
  for (int round = 0; round < 4; ++round) {
    fill<<<16, 256>>>(a);
    read_beside<<<16, 256>>>(b, a);
  }
  cudaStreamCreate(&s);
  cudaStreamCreate(&t);
  for (int round = 0; round < 6; ++round) {
    fill<<<16, 256, 0, s>>>(a);
    if (round % 2 == 1) cudaStreamSynchronize(s);
    read_beside<<<16, 256, 0, t>>>(b, a);
    cudaDeviceSynchronize();
  }
  cudaStreamDestroy(s);
  cudaStreamDestroy(t);
}

int main() {
  one_stream();
  beside_the_host();
  two_streams();
  return cudaDeviceReset();
}
