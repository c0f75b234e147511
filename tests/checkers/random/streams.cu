// Gives the device what its input says, a line each: what, a number, a stream, an array to read, one to write.
//   K: kernel (of which each number is one)   C: copy   M: fill   H: copy to the host
//   F: frees memory in the stream's order   L: launches a function of the host
//   R: records an event   W: waits for it in the stream   E: on the host   S: waits for the stream   D: for all
// Stream 0 is the default stream, 4 one that is independent of it.
#include <cuda_runtime.h>

#include <cstdio>
#include <utility>

constexpr int kThreads = 32;
constexpr std::size_t kBytes = kThreads * sizeof(int);

template <int kNumber>
__global__ void kernel(const int* in, int* out) {
  out[threadIdx.x] = in[threadIdx.x] + kNumber;
}

using Kernel = void (*)(const int*, int*);

template <int... kNumbers>
Kernel kernel_of(int number, std::integer_sequence<int, kNumbers...>) {
  const Kernel all[] = {kernel<kNumbers>...};
  return all[number];
}

int main() {
  int* array[4];
  for (int*& one : array) {
    cudaMalloc(&one, kBytes);
    cudaMemset(one, 0, kBytes);
  }
  int* host;
  cudaMallocHost(&host, kBytes);
  cudaStream_t streams[5] = {};
  for (int i = 1; i < 4; ++i) cudaStreamCreate(&streams[i]);
  cudaStreamCreateWithFlags(&streams[4], cudaStreamNonBlocking);
  cudaEvent_t events[4];
  for (cudaEvent_t& one : events) cudaEventCreateWithFlags(&one, cudaEventDisableTiming);
  cudaDeviceSynchronize();
  char what;
  int number, at, from, to;
  while (std::scanf(" %c %d %d %d %d", &what, &number, &at, &from, &to) == 5) {
    const cudaStream_t stream = streams[at];
    switch (what) {
      case 'K':
        kernel_of(number, std::make_integer_sequence<int, 24>())<<<1, kThreads, 0, stream>>>(array[from], array[to]);
        break;
      case 'C': cudaMemcpyAsync(array[to], array[from], kBytes, cudaMemcpyDeviceToDevice, stream); break;
      case 'M': cudaMemsetAsync(array[to], 1, kBytes, stream); break;
      case 'H': cudaMemcpyAsync(host, array[from], kBytes, cudaMemcpyDeviceToHost, stream); break;
      case 'F': {
        void* memory;
        cudaMallocAsync(&memory, kBytes, stream);
        cudaFreeAsync(memory, stream);
        break;
      }
      case 'L': cudaLaunchHostFunc(stream, [](void*) {}, nullptr); break;
      case 'R': cudaEventRecord(events[number], stream); break;
      case 'W': cudaStreamWaitEvent(stream, events[number], 0); break;
      case 'E': cudaEventSynchronize(events[number]); break;
      case 'S': cudaStreamSynchronize(stream); break;
      case 'D': cudaDeviceSynchronize(); break;
    }
  }
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
