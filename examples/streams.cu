// Kernels are launched, not called: the host goes on at once, and a stream keeps its own work in order.
//
// Two streams each copy in, compute and copy out; an event in the first makes the second wait for a value it needs. A
// kernel's end is a barrier for its whole grid: the next kernel in the stream sees everything it wrote.
//
// What to see: the same result for every order of the two streams that their event allows.
// Usage: streams [n]
#include "check.hpp"

constexpr int kBlock = 256;

__global__ void square(const int* in, int* out, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) out[i] = in[i] * in[i];
}

__global__ void add(const int* a, const int* b, int* out, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}

int main(int argc, char** argv) {
  const int n = examples::size_argument(argc, argv, 1, "n", 1 << 16);
  const int blocks = (n + kBlock - 1) / kBlock;
  std::vector<int> in(n);
  std::vector<int> want(n);
  for (int i = 0; i < n; ++i) {
    in[i] = i % 1000;
    want[i] = in[i] * in[i] + in[i];
  }
  examples::DeviceArray<int> a(n);
  examples::DeviceArray<int> b(n);
  examples::DeviceArray<int> squares(n);
  examples::DeviceArray<int> sums(n);

  cudaStream_t first;
  cudaStream_t second;
  cudaEvent_t squared;
  CHECK_CUDA(cudaStreamCreate(&first));
  CHECK_CUDA(cudaStreamCreate(&second));
  CHECK_CUDA(cudaEventCreate(&squared));

  CHECK_CUDA(cudaMemcpyAsync(a.get(), in.data(), n * sizeof(int), cudaMemcpyHostToDevice, first));
  square<<<blocks, kBlock, 0, first>>>(a.get(), squares.get(), n);
  CHECK_CUDA(cudaGetLastError());
  CHECK_CUDA(cudaEventRecord(squared, first));

  std::vector<int> got(n);
  CHECK_CUDA(cudaMemcpyAsync(b.get(), in.data(), n * sizeof(int), cudaMemcpyHostToDevice, second));
  CHECK_CUDA(cudaStreamWaitEvent(second, squared, 0));
  add<<<blocks, kBlock, 0, second>>>(squares.get(), b.get(), sums.get(), n);
  CHECK_CUDA(cudaGetLastError());
  CHECK_CUDA(cudaMemcpyAsync(got.data(), sums.get(), n * sizeof(int), cudaMemcpyDeviceToHost, second));
  CHECK_CUDA(cudaStreamSynchronize(second));

  examples::Verdict verdict("streams");
  verdict.expect_equal("sums", got, want);
  verdict.expect(cudaEventQuery(squared) == cudaSuccess, "the event the second stream waited for has not happened");
  CHECK_CUDA(cudaEventDestroy(squared));
  CHECK_CUDA(cudaStreamDestroy(first));
  CHECK_CUDA(cudaStreamDestroy(second));
  return verdict.finish();
}
