#include "bench/native/native.hpp"

namespace warpglass::bench {
namespace {

constexpr int kBlock = 256;

}  // namespace

void reduce_blocks(const std::uint32_t* in, std::uint32_t* sums, int count) {
  for (int start = 0; start < count; start += kBlock) {
    std::uint32_t s[kBlock];
    for (int i = 0; i < kBlock; ++i) s[i] = in[start + i];
    for (int distance = kBlock / 2; distance > 0; distance /= 2) {
      for (int i = 0; i < distance; ++i) s[i] += s[i + distance];
    }
    sums[start / kBlock] = s[0];
  }
}

void sum_blocks(const std::uint32_t* in, std::uint32_t* sums, int count) {
  for (int start = 0; start < count; start += kBlock) {
    std::uint32_t sum = 0;
    for (int i = 0; i < kBlock; ++i) sum += in[start + i];
    sums[start / kBlock] = sum;
  }
}

}  // namespace warpglass::bench
