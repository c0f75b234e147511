// Kernels and copies in several streams: what orders them, and what does not.
#include <cuda_runtime.h>

constexpr int kCount = 1024;

__global__ void write_first(int* a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

__global__ void unordered_read_wrong(const int* a, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = a[i];  // finds: stream-race
}
__global__ void event_right(const int* a, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = a[i];
}
__global__ void event_too_early_wrong(const int* a, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = a[i];  // finds: stream-race
}
__global__ void host_waited_right(const int* a, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = a[i];
}
__global__ void default_stream_right(const int* a, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = a[i];
}
__global__ void independent_wrong(const int* a, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = a[i];  // finds: stream-race
}
__global__ void record_between_right(const int* a, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = a[i];
}
__global__ void wait_between_right(const int* a, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = a[i];
}
__global__ void never_recorded_wrong(const int* a, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = a[i];  // finds: stream-race
}
__global__ void halves_right(int* a) { a[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }
__global__ void overlapping_wrong(int* a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 2; }  // finds: stream-race
__global__ void counted_right(int* count) { atomicAdd(count, 1); }
__global__ void copied_away_wrong(int* a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 3; }  // finds: stream-race
__global__ void copied_away_right(int* a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 3; }
__global__ void filled_meanwhile_wrong(const int* a, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = a[i];  // finds: stream-race
}
__global__ void new_memory_right(int* a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 4; }

int main() {
  int *a, *out, *host;
  cudaMalloc(&a, kCount * sizeof(int));
  cudaMalloc(&out, kCount * sizeof(int));
  cudaMallocHost(&host, kCount * sizeof(int));
  cudaStream_t s, t, independent;
  cudaStreamCreate(&s);
  cudaStreamCreate(&t);
  cudaStreamCreateWithFlags(&independent, cudaStreamNonBlocking);
  cudaEvent_t event;
  cudaEventCreate(&event);
  const dim3 grid(kCount / 256), block(256);

  write_first<<<grid, block, 0, s>>>(a);
  unordered_read_wrong<<<grid, block, 0, t>>>(a, out);
  cudaDeviceSynchronize();

  write_first<<<grid, block, 0, s>>>(a);
  cudaEventRecord(event, s);
  cudaStreamWaitEvent(t, event, 0);
  event_right<<<grid, block, 0, t>>>(a, out);
  cudaDeviceSynchronize();

  cudaEventRecord(event, s);
  write_first<<<grid, block, 0, s>>>(a);
  cudaStreamWaitEvent(t, event, 0);
  event_too_early_wrong<<<grid, block, 0, t>>>(a, out);
  cudaDeviceSynchronize();

  write_first<<<grid, block, 0, s>>>(a);
  cudaStreamSynchronize(s);
  host_waited_right<<<grid, block, 0, t>>>(a, out);
  cudaDeviceSynchronize();

  // The default stream waits for the others, and they for it.
  write_first<<<grid, block, 0, s>>>(a);
  default_stream_right<<<grid, block>>>(a, out);
  default_stream_right<<<grid, block, 0, t>>>(a, out);
  cudaDeviceSynchronize();

  write_first<<<grid, block>>>(a);
  independent_wrong<<<grid, block, 0, independent>>>(a, out);
  cudaDeviceSynchronize();

  // Whatever the default stream is given comes between the other streams' work (facts/legacy_stream.tsv).
  cudaEvent_t between, never;
  cudaEventCreate(&between);
  cudaEventCreate(&never);
  write_first<<<grid, block, 0, s>>>(a);
  cudaEventRecord(between);
  record_between_right<<<grid, block, 0, t>>>(a, out);
  cudaDeviceSynchronize();

  write_first<<<grid, block, 0, s>>>(a);
  cudaStreamWaitEvent(nullptr, between, 0);
  wait_between_right<<<grid, block, 0, t>>>(a, out);
  cudaDeviceSynchronize();

  write_first<<<grid, block, 0, s>>>(a);
  cudaStreamWaitEvent(nullptr, never, 0);
  never_recorded_wrong<<<grid, block, 0, t>>>(a, out);
  cudaDeviceSynchronize();

  halves_right<<<2, 256, 0, s>>>(a);
  halves_right<<<2, 256, 0, t>>>(a + kCount / 2);
  cudaDeviceSynchronize();

  overlapping_wrong<<<2, 256, 0, s>>>(a);
  overlapping_wrong<<<2, 256, 0, t>>>(a + 511);
  cudaDeviceSynchronize();

  counted_right<<<2, 256, 0, s>>>(a);
  counted_right<<<2, 256, 0, t>>>(a);
  cudaDeviceSynchronize();

  copied_away_wrong<<<grid, block, 0, s>>>(a);
  cudaMemcpyAsync(host, a, kCount * sizeof(int), cudaMemcpyDeviceToHost, t);
  cudaDeviceSynchronize();

  copied_away_right<<<grid, block, 0, s>>>(a);
  cudaMemcpyAsync(host, a, kCount * sizeof(int), cudaMemcpyDeviceToHost, s);
  cudaMemcpy(host, a, kCount * sizeof(int), cudaMemcpyDeviceToHost);
  cudaDeviceSynchronize();

  cudaMemsetAsync(a, 0, kCount * sizeof(int), s);
  filled_meanwhile_wrong<<<grid, block, 0, t>>>(a, out);
  cudaDeviceSynchronize();

  // Memory that was freed in a stream's order and comes again is other memory.
  int *first, *second;
  cudaMallocAsync(reinterpret_cast<void**>(&first), 4096, s);
  new_memory_right<<<4, 256, 0, s>>>(first);
  cudaFreeAsync(first, s);
  cudaMallocAsync(reinterpret_cast<void**>(&second), 4096, t);
  new_memory_right<<<4, 256, 0, t>>>(second);
  cudaFreeAsync(second, t);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
