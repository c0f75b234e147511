// What instructions cost: the same work with slow and with quick instructions, side by side.
//
// A double constant makes a float double, an operation on chars is one on ints with a cut behind it, dividing by a
// number that only the run knows takes some twenty instructions, and sinf is a small program where __sinf is two
// instructions.
//
// What to see: `warpglass costs` for the price of each, the report's pipes for who binds, and slow-conversion where a
// letter would be enough. docs/teaching/instruction_costs.md walks through it. Usage: instruction_costs [n]
#include <cmath>

#include "check.hpp"

constexpr int kBlock = 256;
constexpr int kRounds = 8;

__global__ void fade_double(const float* in, float* out, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) out[i] = in[i] * 0.9 + 0.05;
}

__global__ void fade_float(const float* in, float* out, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) out[i] = in[i] * 0.9f + 0.05f;
}

__global__ void mix_char(const signed char* in, signed char* out, int n, int rounds) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i >= n) return;
  signed char value = in[i];
  for (int round = 0; round < rounds; ++round) {
    value = value * 3 + 1;
    value ^= value >> 2;
  }
  out[i] = value;
}

__global__ void mix_int(const signed char* in, int* out, int n, int rounds) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i >= n) return;
  int value = in[i];
  for (int round = 0; round < rounds; ++round) {
    value = value * 3 + 1;
    value ^= value >> 2;
  }
  out[i] = value;
}

__global__ void row_and_column_divided(int* out, int n, int width) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) out[i] = i / width + i % width;
}

__global__ void row_and_column_shifted(int* out, int n, int log2_width) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) out[i] = (i >> log2_width) + (i & ((1 << log2_width) - 1));
}

__global__ void sine_accurate(const float* in, float* out, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) out[i] = sinf(in[i]);
}

__global__ void sine_quick(const float* in, float* out, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) out[i] = __sinf(in[i]);
}

bool close(const std::vector<float>& values, const std::vector<float>& in, double (*want)(double), double tolerance) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!(std::fabs(values[i] - want(in[i])) <= tolerance)) return false;
  }
  return true;
}

int main(int argc, char** argv) {
  const int n = examples::size_argument(argc, argv, 1, "n", 1 << 14);
  constexpr int kLog2Width = 6;
  std::vector<float> in(n);
  std::vector<signed char> bytes(n);
  examples::Random random(17);
  for (float& value : in) value = static_cast<float>(random.below(4096)) / 1304.0f;  // up to pi
  for (signed char& value : bytes) value = static_cast<signed char>(random.below(256));
  const examples::DeviceArray<float> device_in(in);
  const examples::DeviceArray<signed char> device_bytes(bytes);
  examples::DeviceArray<float> floats(n);
  examples::DeviceArray<signed char> chars(n);
  examples::DeviceArray<int> ints(n);
  const int blocks = (n + kBlock - 1) / kBlock;
  examples::Verdict verdict("instruction_costs");
  const auto fade = [](double x) { return x * 0.9 + 0.05; };
  const auto sine = [](double x) { return std::sin(x); };

  fade_double<<<blocks, kBlock>>>(device_in.get(), floats.get(), n);
  CHECK_LAUNCH();
  verdict.expect(close(floats.to_host(), in, fade, 1e-6), "fade_double is off");
  fade_float<<<blocks, kBlock>>>(device_in.get(), floats.get(), n);
  CHECK_LAUNCH();
  verdict.expect(close(floats.to_host(), in, fade, 1e-6), "fade_float is off");

  std::vector<signed char> mixed_bytes(n);
  std::vector<int> mixed(n);
  for (int i = 0; i < n; ++i) {
    signed char narrow = bytes[i];
    int wide = bytes[i];
    for (int round = 0; round < kRounds; ++round) {
      narrow = static_cast<signed char>(narrow * 3 + 1);
      narrow = static_cast<signed char>(narrow ^ (narrow >> 2));
      wide = wide * 3 + 1;
      wide ^= wide >> 2;
    }
    mixed_bytes[i] = narrow;
    mixed[i] = wide;
  }
  mix_char<<<blocks, kBlock>>>(device_bytes.get(), chars.get(), n, kRounds);
  CHECK_LAUNCH();
  verdict.expect_equal("mix_char", chars.to_host(), mixed_bytes);
  mix_int<<<blocks, kBlock>>>(device_bytes.get(), ints.get(), n, kRounds);
  CHECK_LAUNCH();
  verdict.expect_equal("mix_int", ints.to_host(), mixed);

  std::vector<int> places(n);
  for (int i = 0; i < n; ++i) places[i] = i / (1 << kLog2Width) + i % (1 << kLog2Width);
  row_and_column_divided<<<blocks, kBlock>>>(ints.get(), n, 1 << kLog2Width);
  CHECK_LAUNCH();
  verdict.expect_equal("row_and_column_divided", ints.to_host(), places);
  row_and_column_shifted<<<blocks, kBlock>>>(ints.get(), n, kLog2Width);
  CHECK_LAUNCH();
  verdict.expect_equal("row_and_column_shifted", ints.to_host(), places);

  sine_accurate<<<blocks, kBlock>>>(device_in.get(), floats.get(), n);
  CHECK_LAUNCH();
  verdict.expect(close(floats.to_host(), in, sine, 1e-6), "sine_accurate is off");
  sine_quick<<<blocks, kBlock>>>(device_in.get(), floats.get(), n);
  CHECK_LAUNCH();
  verdict.expect(close(floats.to_host(), in, sine, 1e-5), "sine_quick is off");
  return verdict.finish();
}
