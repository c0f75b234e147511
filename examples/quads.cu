// Four neighbouring elements a thread: one by one, in a loop, and as one access of 16 bytes.
//
// Lanes that are 16 bytes apart and take 4 bytes each ask for four sectors of which they use a quarter, four times over.
// A `float4` takes all of them at once: a quarter of the requests, and each sector once. It needs an address that is a
// multiple of 16, as the first element of every thread has here.
//
// What to see: `warpglass advise quads.cu` makes `one_by_one` and `in_a_loop` what `as_one` is. It leaves `anywhere`,
// whose pitch may be any number.
// Usage: quads [threads]
#include "check.hpp"

constexpr int kBlock = 128;

__global__ void one_by_one(const float* in, float* out, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) {
    out[i] = in[4 * i] + in[4 * i + 1] + in[4 * i + 2] + in[4 * i + 3];
  }
}

__global__ void in_a_loop(const float* in, float* out, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = 0; k < 4; ++k) sum += in[4 * i + k];
  out[i] = sum;
}

__global__ void as_one(const float4* in, float* out, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i >= n) return;
  const float4 quad = in[i];
  out[i] = quad.x + quad.y + quad.z + quad.w;
}

__global__ void anywhere(const float* in, float* out, int n, int pitch) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i >= n) return;
  out[i] = in[pitch * i] + in[pitch * i + 1] + in[pitch * i + 2] + in[pitch * i + 3];
}

int main(int argc, char** argv) {
  const int n = examples::size_argument(argc, argv, 1, "threads", 1024, 1, 1 << 20);
  const int blocks = (n + kBlock - 1) / kBlock;
  std::vector<float> in(4 * static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i % 1000);
  std::vector<float> want(n);
  for (int i = 0; i < n; ++i) want[i] = in[4 * i] + in[4 * i + 1] + in[4 * i + 2] + in[4 * i + 3];
  const examples::DeviceArray<float> device_in(in);
  examples::DeviceArray<float> out(n);
  examples::Verdict verdict("quads");

  one_by_one<<<blocks, kBlock>>>(device_in.get(), out.get(), n);
  CHECK_LAUNCH();
  verdict.expect_equal("one by one", out.to_host(), want);
  out.fill(0xff);
  in_a_loop<<<blocks, kBlock>>>(device_in.get(), out.get(), n);
  CHECK_LAUNCH();
  verdict.expect_equal("in a loop", out.to_host(), want);
  out.fill(0xff);
  as_one<<<blocks, kBlock>>>(reinterpret_cast<const float4*>(device_in.get()), out.get(), n);
  CHECK_LAUNCH();
  verdict.expect_equal("as one", out.to_host(), want);
  out.fill(0xff);
  anywhere<<<blocks, kBlock>>>(device_in.get(), out.get(), n, 4);
  CHECK_LAUNCH();
  verdict.expect_equal("anywhere", out.to_host(), want);
  return verdict.finish();
}
