// Which calls return while a kernel that waits for the host is ahead in the stream, and what they answer: a line a call.
// stream_rules.expected beside it holds what this program printed on an H200 with CUDA 13.0 (driver 580.159.04,
// 2026-11-23), built by nvcc.
#include <cuda_runtime.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <future>
#include <string>

__global__ void wait_for(const volatile int* flag) {
  while (*flag == 0) {
  }
}
__global__ void nothing() {}

int* flag = nullptr;
cudaStream_t busy = nullptr;

void ask(const std::string& name, const std::function<cudaError_t()>& call) {
  *const_cast<volatile int*>(flag) = 0;
  wait_for<<<1, 1, 0, busy>>>(flag);
  auto answer = std::async(std::launch::async, call);
  const bool returned = answer.wait_for(std::chrono::seconds(1)) == std::future_status::ready;
  *const_cast<volatile int*>(flag) = 1;
  const cudaError_t error = answer.get();
  std::printf("%-44s %s %s\n", name.c_str(), returned ? "returns" : "waits", cudaGetErrorName(error));
  cudaDeviceSynchronize();
  cudaGetLastError();
}

int main() {
  const size_t most = size_t(64) << 20;
  void *device = nullptr, *pinned = nullptr, *pageable = std::malloc(most);
  cudaStream_t other = nullptr;
  cudaHostAlloc(reinterpret_cast<void**>(&flag), sizeof *flag, cudaHostAllocMapped);
  cudaMalloc(&device, 2 * most);
  cudaMallocHost(&pinned, most);
  cudaStreamCreate(&busy);
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  nothing<<<1, 1, 0, busy>>>();
  cudaDeviceSynchronize();
  for (size_t n : {size_t(4096), size_t(64) << 10, size_t(65) << 10, size_t(1) << 20, most}) {
    const std::string size = " " + std::to_string(n);
    ask("memcpyAsync pageable to device" + size,
        [=] { return cudaMemcpyAsync(device, pageable, n, cudaMemcpyHostToDevice, busy); });
    ask("memcpyAsync device to pageable" + size,
        [=] { return cudaMemcpyAsync(pageable, device, n, cudaMemcpyDeviceToHost, busy); });
    ask("memcpyAsync pinned to device" + size,
        [=] { return cudaMemcpyAsync(device, pinned, n, cudaMemcpyHostToDevice, busy); });
    ask("memcpy device to device" + size,
        [=] { return cudaMemcpy(static_cast<char*>(device) + most, device, n, cudaMemcpyDeviceToDevice); });
    ask("memset" + size, [=] { return cudaMemset(device, 0, n); });
    ask("memset of pinned" + size, [=] { return cudaMemset(pinned, 0, n); });
  }
  void* one = nullptr;
  ask("malloc", [&] { return cudaMalloc(&one, 1 << 20); });
  ask("mallocHost", [&] { return cudaMallocHost(&one, 1 << 20); });
  ask("free", [&] {
    cudaMalloc(&one, 1 << 20);
    return cudaFree(one);
  });
  cudaStream_t stream = nullptr;
  ask("streamCreate", [&] { return cudaStreamCreate(&stream); });
  ask("streamQuery of it", [] { return cudaStreamQuery(busy); });
  ask("streamQuery of the default stream", [] { return cudaStreamQuery(nullptr); });
  ask("streamQuery of an independent one", [&] { return cudaStreamQuery(other); });
  ask("streamAddCallback", [] {
    return cudaStreamAddCallback(busy, [](cudaStream_t, cudaError_t, void*) {}, nullptr, 0);
  });
  ask("freeAsync", [&] {
    cudaMallocAsync(&one, 4096, busy);
    return cudaFreeAsync(one, busy);
  });
  ask("streamDestroy", [&] {
    cudaStreamCreate(&stream);
    nothing<<<1, 1, 0, stream>>>();
    return cudaStreamDestroy(stream);
  });
  cudaEvent_t before = nullptr, behind = nullptr;
  cudaEventCreate(&before);
  cudaEventCreate(&behind);
  ask("eventElapsedTime behind", [&] {
    float milliseconds = 0;
    cudaEventRecord(before, other);
    cudaEventRecord(behind, busy);
    return cudaEventElapsedTime(&milliseconds, before, behind);
  });
  ask("getLastError after NotReady", [] {
    cudaStreamQuery(busy);
    return cudaGetLastError();
  });
}
