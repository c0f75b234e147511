// The neighbour sum through shared memory with the block-boundary check forgotten.
//
// Thread 0 of every block reads s[-1] and the last thread reads s[BLOCK]: bytes that belong to no array. A GPU may
// fault on them or, more often, hand back whatever lies there, so that two elements of every block are wrong and nobody
// is told. A checker must name the line, the block, the lane and the address: `s - 4` and `s + 1024`.
//
// The program passes when the mistake shows, as a refused launch or as wrong sums at block boundaries and nowhere else.
// Usage: neighbour_sum_wrong [n]
#include "check.hpp"

constexpr int kBlock = 256;

__global__ void neighbour_sum_wrong(const int* in, int* out, int n) {
  __shared__ int s[kBlock];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int tid = threadIdx.x;
  s[tid] = i < n ? in[i] : 0;
  __syncthreads();
  if (i < n) out[i] = s[tid - 1] + s[tid] + s[tid + 1];  // wrong for tid == 0 and for tid == kBlock - 1
}

int main(int argc, char** argv) {
  const int n = examples::size_argument(argc, argv, 1, "n", 1 << 14, kBlock);
  std::vector<int> in(n);
  examples::Random random(1);
  for (int& value : in) value = 1 + random.below(1000);
  const examples::DeviceArray<int> device_in(in);
  examples::DeviceArray<int> device_out(n);
  examples::Verdict verdict("neighbour_sum_wrong");

  neighbour_sum_wrong<<<n / kBlock, kBlock>>>(device_in.get(), device_out.get(), n);
  const cudaError_t refused = cudaGetLastError();
  const cudaError_t faulted = cudaDeviceSynchronize();
  if (refused != cudaSuccess || faulted != cudaSuccess) {
    return verdict.finish(std::string("as it must be, the kernel was stopped: ") +
                          cudaGetErrorString(refused != cudaSuccess ? refused : faulted));
  }

  const std::vector<int> got = device_out.to_host();
  int wrong_at_boundary = 0;
  int wrong_inside = 0;
  for (int i = 0; i < n; ++i) {
    const int want = (i > 0 ? in[i - 1] : 0) + in[i] + (i + 1 < n ? in[i + 1] : 0);
    if (got[i] == want) continue;
    const bool at_boundary = i % kBlock == 0 || i % kBlock == kBlock - 1;
    (at_boundary ? wrong_at_boundary : wrong_inside) += 1;
  }
  verdict.expect(wrong_inside == 0, std::to_string(wrong_inside) + " sums inside the blocks are wrong");
  verdict.expect(wrong_at_boundary > 0, "no sum at a block boundary is wrong");
  return verdict.finish("as it must be, " + std::to_string(wrong_at_boundary) + " sums at block boundaries are wrong");
}
