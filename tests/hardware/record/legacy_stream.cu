// Whether what the default stream is given orders other streams: a kernel of one stream that takes 40 ms, the call, a
// kernel of another stream, which says whether it has come behind the first. nvcc -arch=sm_90 legacy_stream.cu && ./a.out
#include <cuda_runtime.h>

#include <cstdio>
#include <functional>

__global__ void slow(volatile int* flag) {
  const long long begin = clock64();
  while (clock64() - begin < 60000000) {
  }
  *flag = 1;
}
__global__ void look(volatile int* flag, int* saw) { *saw = *flag; }
__global__ void nothing() {}

int main() {
  int *flag, *saw;
  char *bytes, *others;
  cudaMalloc(&flag, sizeof(int));
  cudaMalloc(&saw, sizeof(int));
  cudaMalloc(&bytes, 64);
  cudaMalloc(&others, 64);
  cudaStream_t first, second, third;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaStreamCreate(&third);
  cudaEvent_t done, event, never;
  for (cudaEvent_t* one : {&done, &event, &never}) cudaEventCreateWithFlags(one, cudaEventDisableTiming);
  cudaEventRecord(done, third);
  void* pooled = nullptr;
  cudaMallocAsync(&pooled, 256, third);
  // Nothing is loaded for the first time later.
  look<<<1, 1, 0, second>>>(flag, saw);
  nothing<<<1, 1>>>();
  slow<<<1, 1, 0, first>>>(flag);
  cudaDeviceSynchronize();
  const struct {
    const char* call;
    std::function<void()> make;
  } cases[] = {
      {"none", [] {}},
      {"kernel", [] { nothing<<<1, 1>>>(); }},
      {"cudaEventRecord", [&] { cudaEventRecord(event, nullptr); }},
      {"cudaStreamWaitEvent, never recorded", [&] { cudaStreamWaitEvent(nullptr, never, 0); }},
      {"cudaStreamWaitEvent, done", [&] { cudaStreamWaitEvent(nullptr, done, 0); }},
      {"cudaMemcpyAsync", [&] { cudaMemcpyAsync(bytes, others, 64, cudaMemcpyDeviceToDevice, nullptr); }},
      {"cudaMemsetAsync", [&] { cudaMemsetAsync(bytes, 0, 64, nullptr); }},
      {"cudaLaunchHostFunc", [] { cudaLaunchHostFunc(nullptr, [](void*) {}, nullptr); }},
      {"cudaStreamQuery", [] { cudaStreamQuery(nullptr); }},
      {"cudaFreeAsync", [&] { cudaFreeAsync(pooled, nullptr); }},
      {"cudaMallocAsync", [&] { cudaMallocAsync(&pooled, 256, nullptr); }},
  };
  std::printf("call\torders\n");
  for (const auto& one : cases) {
    int value = 0;
    cudaMemcpy(flag, &value, sizeof value, cudaMemcpyHostToDevice);
    cudaMemcpy(saw, &value, sizeof value, cudaMemcpyHostToDevice);
    cudaDeviceSynchronize();
    slow<<<1, 1, 0, first>>>(flag);
    one.make();
    look<<<1, 1, 0, second>>>(flag, saw);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    cudaMemcpy(&value, saw, sizeof value, cudaMemcpyDeviceToHost);
    std::printf("%s\t%d\n", one.call, value);
  }
}
