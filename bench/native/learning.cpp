#include <algorithm>
#include <bit>
#include <cmath>

#include "bench/native/native.hpp"

namespace warpglass::bench {
namespace {

constexpr int kColumns = 1024;
constexpr int kSize = 32;

float float_of(std::uint16_t half) { return static_cast<float>(std::bit_cast<_Float16>(half)); }

}  // namespace

void batched_products(const std::uint16_t* a, const std::uint16_t* b, float* c, int count) {
  for (int product = 0; product < count; ++product) {
    float rows[kSize * kSize];
    float by_rows[kSize * kSize];  // b
    for (int i = 0; i < kSize * kSize; ++i) rows[i] = float_of(a[i]);
    for (int i = 0; i < kSize * kSize; ++i) by_rows[i % kSize * kSize + i / kSize] = float_of(b[i]);
    for (int m = 0; m < kSize; ++m) {
      float sums[kSize] = {};
      for (int k = 0; k < kSize; ++k) {
        for (int n = 0; n < kSize; ++n) sums[n] = std::fma(rows[m * kSize + k], by_rows[k * kSize + n], sums[n]);
      }
      std::copy(sums, sums + kSize, c + std::ptrdiff_t{m} * kSize);
    }
    a += kSize * kSize;
    b += kSize * kSize;
    c += kSize * kSize;
  }
}

void softmax(const float* in, float* out, int rows) {
  for (int row = 0; row < rows; ++row, in += kColumns, out += kColumns) {
    const float largest = *std::max_element(in, in + kColumns);
    float sum = 0.0f;
    for (int i = 0; i < kColumns; ++i) sum += out[i] = std::exp(in[i] - largest);
    const float scale = 1.0f / sum;
    for (int i = 0; i < kColumns; ++i) out[i] *= scale;
  }
}

void layer_norm(const float* in, const float* gain, const float* bias, float* out, int rows) {
  for (int row = 0; row < rows; ++row, in += kColumns, out += kColumns) {
    float sum = 0.0f;
    for (int i = 0; i < kColumns; ++i) sum += in[i];
    const float mean = sum / kColumns;
    float squares = 0.0f;
    for (int i = 0; i < kColumns; ++i) squares = std::fma(in[i] - mean, in[i] - mean, squares);
    const float scale = 1.0f / std::sqrt(squares / kColumns + 1e-5f);
    for (int i = 0; i < kColumns; ++i) out[i] = std::fma((in[i] - mean) * scale, gain[i], bias[i]);
  }
}

}  // namespace warpglass::bench
