// Conversions nobody wrote: a double constant in float code, and arithmetic on narrow integers.
//
// `0.5 * x` with a float x is computed in double: the float is widened, multiplied by the slower unit and rounded back.
// `0.5f * x` is one instruction. Sums of `char` and `short` are computed as int; storing them back cuts them off again.
//
// What to see: scale_double_constant has two conversions and a 64-bit multiply-add a thread where scale_float_constant
// has one 32-bit multiply-add, for results that differ in the last bit at most. Usage: conversions [n]
#include "check.hpp"

constexpr int kBlock = 256;

__global__ void scale_double_constant(const float* in, float* out, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) out[i] = 0.3 * in[i] + 1.0;
}

__global__ void scale_float_constant(const float* in, float* out, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) out[i] = 0.3f * in[i] + 1.0f;
}

__global__ void average_bytes(const unsigned char* in, unsigned char* out, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i + 1 < n) out[i] = static_cast<unsigned char>((in[i] + in[i + 1]) / 2);  // 255 + 255 does not wrap round
}

int main(int argc, char** argv) {
  const int n = examples::size_argument(argc, argv, 1, "n", 1 << 16);
  std::vector<float> in(n);
  std::vector<unsigned char> bytes(n);
  examples::Random random(13);
  for (float& value : in) value = static_cast<float>(random.below(1024));
  for (unsigned char& value : bytes) value = static_cast<unsigned char>(random.below(256));
  const examples::DeviceArray<float> device_in(in);
  const examples::DeviceArray<unsigned char> device_bytes(bytes);
  examples::DeviceArray<float> in_double(n);
  examples::DeviceArray<float> in_float(n);
  examples::DeviceArray<unsigned char> averages(n);
  const int blocks = (n + kBlock - 1) / kBlock;
  examples::Verdict verdict("conversions");

  scale_double_constant<<<blocks, kBlock>>>(device_in.get(), in_double.get(), n);
  CHECK_LAUNCH();
  scale_float_constant<<<blocks, kBlock>>>(device_in.get(), in_float.get(), n);
  CHECK_LAUNCH();
  const std::vector<float> wide = in_double.to_host();
  const std::vector<float> narrow = in_float.to_host();
  bool close = true;
  for (int i = 0; i < n; ++i) {
    const double want = 0.3 * in[i] + 1.0;
    close = close && wide[i] == static_cast<float>(want) && narrow[i] - want <= 1e-6 * want &&
            want - narrow[i] <= 1e-6 * want;
  }
  verdict.expect(close, "scaled values are further from the exact ones than a float's rounding");

  average_bytes<<<blocks, kBlock>>>(device_bytes.get(), averages.get(), n);
  CHECK_LAUNCH();
  std::vector<unsigned char> want(n, 0xff);
  for (int i = 0; i + 1 < n; ++i) want[i] = static_cast<unsigned char>((bytes[i] + bytes[i + 1]) / 2);
  verdict.expect_equal("averages", averages.to_host(), want);
  return verdict.finish();
}
