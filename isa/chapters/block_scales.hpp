// Products whose factors have scales along K (PTX ISA, Block Scaling): kinds mxf8f6f4, mxf4 and mxf4nvf4 of mma and
// tcgen05.mma. How a B200 and an RTX 5000 add them up is public (Xie et al., MMA-Sim, 2025): of elements of 8 bits as
// without scales, which only move the products' exponents; of elements of 4 bits exactly by sixteen along K, each such
// sum times its scales' mantissas, and these cut 35 places below the largest exponent, which is that of a pair of
// scales or of the accumulator. No chip was asked here.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "isa/chapters/group_product.hpp"

namespace warpglass::isa {

struct BlockScale {
  std::int32_t mantissa = 8;  // eighths
  std::int32_t exponent = 0;
  bool is_nan = false;
};

/// \param is_power  UE8M0; else UE4M3
[[nodiscard]] BlockScale block_scale(std::uint32_t byte, bool is_power);

/// Sixteen elements of 4 bits along K: the sum of their products, in fourths, and the scales of both factors.
struct ScaledPart {
  std::int32_t fourths = 0;
  BlockScale of_a;
  BlockScale of_b;
};

/// \param c  fp32
[[nodiscard]] std::uint32_t sum_of_parts(std::span<const ScaledPart> parts, std::uint32_t c);

/// \param sums  fp32; those so far, if product.adds
/// \param of_rows, of_columns  UE8M0: powers of two, for all K
void multiply_scaled_group(const GroupProduct& product, const GroupFactorA& a, const GroupFactorB& b,
                           std::span<const BlockScale, kGroupRows> of_rows, std::span<const BlockScale> of_columns,
                           GroupSums& sums);

/// 64 elements of 4 bits along K, which are multiplied in quarters.
class QuarterSums {
 public:
  static constexpr std::size_t kQuarters = 4;

  /// \param a, b  the quarter's elements as e4m3, and zeros behind them
  void take(std::size_t quarter, const GroupProduct& product, const GroupFactorA& a, const GroupFactorB& b,
            GroupSums& scratch);
  [[nodiscard]] std::int32_t fourths(std::size_t quarter, std::size_t row, std::size_t column) const {
    return sums_[quarter][row][column];
  }

 private:
  std::array<std::array<std::array<std::int16_t, kGroupColumns>, kGroupRows>, kQuarters> sums_;
};

}  // namespace warpglass::isa
