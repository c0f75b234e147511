// Sums of products of f16, bf16, tf32 and fp8, one result after another: for all values, infinities and NaNs too.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "isa/chapters/product.hpp"
#include "isa/chapters/tensor_sum.hpp"

namespace warpglass::isa {

/// Factors of a product as registers hold them, each element in the low end of a word.
struct ShortFactors {
  using Elements = std::array<std::uint32_t, kMaxShortDepth>;  // along K

  std::size_t rows = 0;
  std::size_t columns = 0;  // a multiple of 8
  std::size_t depth = 0;    // K
  std::array<Elements, kMaxExtent> a;
  std::array<Elements, kMaxExtent> b;  // by columns
};

/// Accumulators, and results: f16 or fp32 in the low end.
using ShortSums = std::array<std::array<std::uint32_t, kMaxExtent>, kMaxExtent>;

/// An e4m3 or e5m2 as the f16 that the machine widens it to.
[[nodiscard]] std::uint16_t half_of_fp8(ElementType type, std::uint32_t bits);

/// Replaces every accumulator, of type product.c, by the result, of type product.d, as product.unit computes it.
void add_short_products(const Product& product, const ShortFactors& factors, ShortSums& sums);

}  // namespace warpglass::isa
