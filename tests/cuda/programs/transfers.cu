// Copies and fills between two launches, of each kind.
#include <cstdio>
#include <cstdlib>
#include <vector>

__constant__ int factor;
__global__ void scale(int* data) { data[threadIdx.x] *= factor; }

int main() {
  std::vector<int> pageable(1024), other(1024);
  int *device = nullptr, *second = nullptr, *pinned = nullptr, *managed = nullptr;
  cudaMalloc(&device, 4096);
  cudaMalloc(&second, 4096);
  cudaMallocHost(&pinned, 4096);
  cudaMallocManaged(&managed, 4096);
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  const int three = 3;

  cudaMemcpyToSymbol(factor, &three, sizeof three);
  cudaMemcpy(device, pageable.data(), 4096, cudaMemcpyHostToDevice);
  cudaMemcpy(other.data(), pageable.data(), 4096, cudaMemcpyHostToHost);  // nothing of the device's
  cudaMemset(second, 0, 2048);
  scale<<<1, 32>>>(device);
  cudaMemcpyAsync(second, pinned, 1024, cudaMemcpyHostToDevice, stream);
  cudaMemcpyAsync(pinned, second, 512, cudaMemcpyDefault, stream);
  cudaMemcpy2DAsync(second, 128, device, 64, 64, 8, cudaMemcpyDeviceToDevice, stream);  // 8 rows
  cudaMemcpy(managed, device, 256, cudaMemcpyDefault);
  cudaMemcpy(device, nullptr, 0, cudaMemcpyHostToDevice);
  scale<<<1, 32, 0, stream>>>(second);
  cudaMemcpy(pageable.data(), device, 128, cudaMemcpyDeviceToHost);

  cudaGraph_t graph;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaMemsetAsync(device, 1, 64, stream);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, stream);
  cudaGraphLaunch(exec, stream);
  cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
