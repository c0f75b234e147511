// The part of a warp group's product that one warp has: 16 rows of A, all of B. Sums are those of the warp's products
// (isa/chapters/tensor_sum.hpp) of all K at once; of fp8 the terms are cut 13 places below the largest exponent, and
// results in fp32 keep 13 bits of fraction (tests/hardware/wgmma: all recorded results come out of it). Of a sparse A
// half the elements are there, and B has twice the K; every row of A meets its own elements of B.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "isa/chapters/factor_words.hpp"
#include "isa/chapters/fragment.hpp"

namespace warpglass::isa {

inline constexpr std::size_t kGroupRows = 16;      // of a warp
inline constexpr std::size_t kGroupColumns = 256;  // at most
inline constexpr std::size_t kGroupWords = 8;      // K has 32 bytes, of every type

using GroupFactorA = FactorWords<kGroupRows, kGroupWords>;
using GroupFactorB = FactorWords<kGroupColumns, 2 * kGroupWords>;  // the first half, where A is not sparse

/// Which units of B along K (isa/chapters/sparsity.hpp) those of each row of a sparse A meet.
using MetUnits = std::array<std::array<std::uint8_t, 4 * kGroupWords>, kGroupRows>;

struct GroupProduct {
  std::uint32_t columns = 8;  // N
  ElementType a = ElementType::f16;
  ElementType b = ElementType::f16;
  ElementType d = ElementType::f32;
  bool negative = false;  // the products' signs are changed
  bool adds = true;       // to the accumulators; else to zero
  bool saturates = false;
  bool wide = false;  // terms of fp8 keep 25 places as others do, and results all bits of fp32
};

/// Accumulators, 32 bits each: fp32, s32, or fp16 in the low half.
struct GroupSums {
  alignas(64) std::uint32_t rows[kGroupRows][kGroupColumns];

  [[nodiscard]] std::uint32_t* operator[](std::size_t row) { return rows[row]; }
};

/// The columns beyond the last, up to a multiple of kGroupStep, are there too, and may hold anything that is finite:
/// zeros.
inline constexpr std::size_t kGroupStep = 16;

/// \param met  of a sparse A; else nullptr
/// \return false, with nothing written, where vectors do not do: bf16 and tf32 so large that fp32 does not hold every
/// product of two, or sums so small that it does not hold their scale; of a sparse tf32 halves of two numbers
[[nodiscard]] bool multiply_group_in_vectors(const GroupProduct& product, const GroupFactorA& a, const GroupFactorB& b,
                                             const MetUnits* met, GroupSums& sums);

/// The same, and of the numbers that are left over.
void multiply_group(const GroupProduct& product, const GroupFactorA& a, const GroupFactorB& b, const MetUnits* met,
                    GroupSums& sums);

}  // namespace warpglass::isa
