#include <cmath>

#include "bench/native/native.hpp"

namespace warpglass::bench {
namespace {

constexpr std::uint32_t kEmpty = ~std::uint32_t{0};

std::uint32_t slot_of(std::uint32_t key, std::uint32_t slots) { return (key * 2654435769u >> 7) & (slots - 1); }

/// Where the key is, or the empty slot that ends the search.
std::uint32_t search(const std::uint32_t* table, std::uint32_t key, std::uint32_t slots) {
  std::uint32_t slot = slot_of(key, slots);
  while (table[slot] != key && table[slot] != kEmpty) slot = (slot + 1) & (slots - 1);
  return slot;
}

}  // namespace

void radix_sort(const std::uint32_t* keys, std::uint32_t* out, std::uint32_t* scratch, int count) {
  for (int shift = 0; shift < 32; shift += 8) {
    std::uint32_t* const to = shift % 16 == 0 ? scratch : out;
    std::uint32_t next[257] = {};
    for (int i = 0; i < count; ++i) ++next[(keys[i] >> shift & 255) + 1];
    for (int digit = 0; digit < 256; ++digit) next[digit + 1] += next[digit];
    for (int i = 0; i < count; ++i) to[next[keys[i] >> shift & 255]++] = keys[i];
    keys = to;
  }
}

void spmv(const std::int32_t* starts, const std::int32_t* columns, const float* values, const float* x, float* y,
          int rows) {
  for (int row = 0; row < rows; ++row) {
    float sum = 0.0f;
    for (int i = starts[row]; i < starts[row + 1]; ++i) sum = std::fma(values[i], x[columns[i]], sum);
    y[row] = sum;
  }
}

void hash_table(const std::uint32_t* keys, const std::uint32_t* wanted, std::uint32_t* table, std::uint32_t* values,
                std::uint32_t* found, int count, std::uint32_t slots) {
  for (int i = 0; i < count; ++i) {
    const std::uint32_t slot = search(table, keys[i], slots);
    table[slot] = keys[i];
    values[slot] = static_cast<std::uint32_t>(i);
  }
  for (int i = 0; i < count; ++i) {
    const std::uint32_t slot = search(table, wanted[i], slots);
    found[i] = table[slot] == wanted[i] ? values[slot] : kEmpty;
  }
}

}  // namespace warpglass::bench
