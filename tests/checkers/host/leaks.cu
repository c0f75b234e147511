// What is never freed, beside what is.
#include <cuda_runtime.h>

#include <cstdlib>

void* made(std::size_t bytes) {
  void* memory = nullptr;
  cudaMalloc(&memory, bytes);  // notes: leak
  return memory;
}

struct Buffer {
  Buffer() { cudaMalloc(&memory, 32); }
  ~Buffer() { cudaFree(memory); }
  int* memory = nullptr;
};

Buffer for_the_whole_program;

int main() {
  int *x = nullptr, *managed = nullptr, *pinned = nullptr;
  for (int i = 0; i < 3; ++i) cudaMalloc(&x, 1000);  // notes: leak
  cudaFree(made(100));
  made(200);
  made(300);
  cudaMallocManaged(&managed, 64);  // notes: leak
  cudaMallocHost(&pinned, 64);      // notes: leak
  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMallocArray(&array, &format, 16);  // notes: leak
  cudaMallocArray(&array, &format, 16);
  cudaFreeArray(array);

  cudaStream_t stream;
  cudaEvent_t event;
  cudaStreamCreate(&stream);  // notes: leak
  cudaStreamCreate(&stream);
  cudaStreamDestroy(stream);
  cudaEventCreate(&event);  // notes: leak
  cudaEventCreate(&event);
  cudaEventDestroy(event);

  void* heap = std::malloc(64);
  cudaHostRegister(heap, 64, cudaHostRegisterDefault);
  Buffer buffer;
}
