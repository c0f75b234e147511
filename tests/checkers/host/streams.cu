// Streams and events that are used once they are destroyed.
#include <cuda_runtime.h>

__global__ void touch(int* x) { x[0] = 1; }

int main() {
  int* x = nullptr;
  cudaMalloc(&x, 64);

  cudaStream_t gone, stream;
  cudaEvent_t past, event;
  cudaStreamCreate(&gone);
  cudaEventCreate(&past);
  touch<<<1, 1, 0, gone>>>(x);
  cudaEventRecord(past, gone);
  cudaStreamSynchronize(gone);
  cudaStreamDestroy(gone);
  cudaEventDestroy(past);
  cudaStreamCreate(&stream);
  cudaEventCreateWithFlags(&event, cudaEventDisableTiming);

  cudaStreamSynchronize(gone);            // finds: use-after-destroy
  touch<<<1, 1, 0, gone>>>(x);            // finds: use-after-destroy
  cudaMemsetAsync(x, 0, 64, gone);        // finds: use-after-destroy
  cudaEventRecord(event, gone);           // finds: use-after-destroy
  cudaStreamWaitEvent(gone, event, 0);    // finds: use-after-destroy
  cudaStreamQuery(gone);                  // finds: use-after-destroy
  cudaStreamDestroy(gone);                // finds: use-after-destroy
  cudaEventRecord(past, stream);          // finds: use-after-destroy
  cudaEventSynchronize(past);             // finds: use-after-destroy
  cudaStreamWaitEvent(stream, past, 0);   // finds: use-after-destroy
  cudaEventDestroy(past);                 // finds: use-after-destroy
  cudaStreamSynchronize(reinterpret_cast<cudaStream_t>(x));  // finds: api-error

  touch<<<1, 1, 0, stream>>>(x);
  cudaEventRecord(event, stream);
  cudaStreamWaitEvent(stream, event, 0);
  cudaEventSynchronize(event);
  cudaStreamDestroy(stream);
  cudaEventDestroy(event);
  cudaFree(x);
}
