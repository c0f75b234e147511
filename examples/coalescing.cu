// Global memory is moved in sectors of 32 bytes: how many a warp's request touches is what it costs.
//
// Neighbouring floats of a warp fill 4 sectors, the least possible. An offset that is no multiple of 8 words cuts
// through a fifth; a stride leaves holes in every sector, up to one sector a lane; an array of structures makes three
// strided requests where three arrays make three dense ones; wider elements ask for more sectors a request, all of them
// used.
//
// What to see (H200), sectors a load request: copy_offset 4 for 0 and 8 words, 5 for 1; copy_strided 4, 8, 16, 32, 32
// for strides 1, 2, 4, 8, 32; structures of 12 bytes 12 for each member; copy_float4 16; copy_double 8; gather up
// to 32. Usage: coalescing [n]
#include "check.hpp"

constexpr int kBlock = 256;

struct Point {
  float x, y, z;
};

__global__ void copy_offset(const float* in, float* out, int n, int offset) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) out[i] = in[i + offset];
}

__global__ void copy_strided(const float* in, float* out, int n, int stride) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) out[i] = in[i * stride];
}

__global__ void sum_structures(const Point* in, float* out, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) out[i] = in[i].x + in[i].y + in[i].z;
}

__global__ void sum_arrays(const float* x, const float* y, const float* z, float* out, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) out[i] = x[i] + y[i] + z[i];
}

__global__ void copy_float4(const float4* in, float4* out, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) out[i] = in[i];
}

__global__ void copy_double(const double* in, double* out, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) out[i] = in[i];
}

__global__ void gather(const float* in, const int* index, float* out, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) out[i] = in[index[i]];
}

int main(int argc, char** argv) {
  const int n = examples::size_argument(argc, argv, 1, "n", 1 << 16, kBlock, 1 << 22);
  constexpr int kLargestStride = 32;
  const int blocks = n / kBlock;
  examples::Verdict verdict("coalescing");

  std::vector<float> in(static_cast<std::size_t>(n) * kLargestStride);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i % 65536);
  const examples::DeviceArray<float> device_in(in);
  examples::DeviceArray<float> out(n);
  std::vector<float> want(n);

  for (int offset : {0, 1, 8}) {
    for (int i = 0; i < n; ++i) want[i] = in[i + offset];
    out.fill(0xff);
    copy_offset<<<blocks, kBlock>>>(device_in.get(), out.get(), n, offset);
    CHECK_LAUNCH();
    verdict.expect_equal("offset", out.to_host(), want);
  }
  for (int stride : {1, 2, 4, 8, kLargestStride}) {
    for (int i = 0; i < n; ++i) want[i] = in[static_cast<std::size_t>(i) * stride];
    out.fill(0xff);
    copy_strided<<<blocks, kBlock>>>(device_in.get(), out.get(), n, stride);
    CHECK_LAUNCH();
    verdict.expect_equal("strided", out.to_host(), want);
  }

  // The first 3 n words serve as n structures and as three arrays of n.
  for (int i = 0; i < n; ++i) want[i] = in[3 * i] + in[3 * i + 1] + in[3 * i + 2];
  out.fill(0xff);
  sum_structures<<<blocks, kBlock>>>(reinterpret_cast<const Point*>(device_in.get()), out.get(), n);
  CHECK_LAUNCH();
  verdict.expect_equal("structures", out.to_host(), want);

  for (int i = 0; i < n; ++i) want[i] = in[i] + in[n + i] + in[2 * n + i];
  out.fill(0xff);
  sum_arrays<<<blocks, kBlock>>>(device_in.get(), device_in.get() + n, device_in.get() + 2 * n, out.get(), n);
  CHECK_LAUNCH();
  verdict.expect_equal("arrays", out.to_host(), want);

  const std::vector<float> first(in.begin(), in.begin() + n);
  out.fill(0xff);
  copy_float4<<<(n / 4 + kBlock - 1) / kBlock, kBlock>>>(reinterpret_cast<const float4*>(device_in.get()),
                                                         reinterpret_cast<float4*>(out.get()), n / 4);
  CHECK_LAUNCH();
  verdict.expect_equal("float4", out.to_host(), first);

  out.fill(0xff);
  copy_double<<<(n / 2 + kBlock - 1) / kBlock, kBlock>>>(reinterpret_cast<const double*>(device_in.get()),
                                                         reinterpret_cast<double*>(out.get()), n / 2);
  CHECK_LAUNCH();
  verdict.expect_equal("double", out.to_host(), first);

  std::vector<int> index(n);
  examples::Random random(11);
  for (int i = 0; i < n; ++i) {
    index[i] = static_cast<int>((random.below(65536) * 65536u + random.below(65536)) % static_cast<unsigned>(n));
    want[i] = in[index[i]];
  }
  const examples::DeviceArray<int> device_index(index);
  out.fill(0xff);
  gather<<<blocks, kBlock>>>(device_in.get(), device_index.get(), out.get(), n);
  CHECK_LAUNCH();
  verdict.expect_equal("gather", out.to_host(), want);
  return verdict.finish();
}
