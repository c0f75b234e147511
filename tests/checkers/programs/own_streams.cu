// The default streams of threads: in order with the legacy one, not with each other. That threads end in the order of
// the program orders nothing on the device.
#include <cuda_runtime.h>

#include <thread>

constexpr int kCount = 1024;

__global__ void write_first(int* a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

__global__ void of_another_thread_wrong(const int* a, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = a[i];  // finds: stream-race
}
__global__ void behind_the_legacy_stream_right(const int* a, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = a[i];
}
__global__ void behind_an_event_right(const int* a, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = a[i];
}
__global__ void of_the_same_thread_right(const int* a, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = a[i];
}
__global__ void fill_managed(int* a) { a[threadIdx.x] = 5; }

template <class Work>
void in_a_thread(Work&& work) {
  std::thread(work).join();
}

int main() {
  const dim3 grid(kCount / 256), block(256);
  const cudaStream_t own = cudaStreamPerThread;
  int *a, *out, *managed;
  cudaMalloc(&a, kCount * sizeof(int));
  cudaMalloc(&out, kCount * sizeof(int));
  cudaMallocManaged(&managed, 2 * 4096);
  cudaEvent_t event;
  cudaEventCreate(&event);

  in_a_thread([&] { write_first<<<grid, block, 0, own>>>(a); });
  of_another_thread_wrong<<<grid, block, 0, own>>>(a, out);
  cudaDeviceSynchronize();

  in_a_thread([&] { write_first<<<grid, block, 0, own>>>(a); });
  behind_the_legacy_stream_right<<<grid, block>>>(a, out);
  of_the_same_thread_right<<<grid, block, 0, own>>>(a, out);
  cudaDeviceSynchronize();

  in_a_thread([&] {
    write_first<<<grid, block, 0, own>>>(a);
    cudaEventRecord(event, own);
  });
  cudaStreamWaitEvent(own, event);
  behind_an_event_right<<<grid, block, 0, own>>>(a, out);
  of_the_same_thread_right<<<grid, block, 0, own>>>(a, out);
  cudaDeviceSynchronize();

  int sum = 0;
  fill_managed<<<1, 32, 0, own>>>(managed);
  cudaStreamSynchronize(own);
  sum += managed[0];
  in_a_thread([&] { fill_managed<<<1, 32, 0, own>>>(managed); });
  cudaStreamSynchronize(own);  // of this thread
  sum += managed[1];           // finds: host-race
  cudaStreamSynchronize(cudaStreamLegacy);
  sum += managed[2];

  cudaEventDestroy(event);
  cudaFree(managed);
  cudaFree(out);
  cudaFree(a);
  return sum == 15 ? 0 : 3;
}
