// Sparse factors A: of every four units along K two are kept, and four bits of metadata say which (PTX ISA, Sparse
// matrix storage): two numbers of two bits, in their order. A unit is an element of 16 or 8 bits, half a tf32 or two
// 4-bit elements. The manual leaves open what other metadata does; the machine takes the units that it names, halves of
// two numbers and one unit twice too (tests/hardware/isa/sparse.tsv).
#pragma once

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

#include "isa/chapters/fragment.hpp"
#include "isa/chapters/lanes.hpp"
#include "isa/instruction.hpp"

namespace warpglass::isa {

/// Bits of a unit.
[[nodiscard]] constexpr std::uint32_t unit_bits_of(ElementType type) {
  return bits_of(type) == 8 || bits_of(type) == 4 ? 8 : 16;
}

/// Which of a row's units along K the kept unit `at` is. \param choice  the four bits for unit `at`, and others above
[[nodiscard]] constexpr std::uint32_t kept_unit(std::uint32_t at, std::uint32_t choice) {
  return at / 2 * 4 + (choice >> at % 2 * 2 & 3u);
}

/// Of four neighbouring lanes, how many hold metadata of a row of A. \param bits  of what is kept of it
[[nodiscard]] constexpr std::uint32_t lanes_with_metadata(ElementType type, std::uint32_t bits) {
  return std::max(bits / unit_bits_of(type) / 8, 1u);
}

/// Which unit of B along K the kept unit `at` of a row of 16 meets. A register of metadata for elements of 16 and 32
/// bits is of two rows, one 8 below the other; for narrower ones a lane has the one row, its neighbour the other.
/// \param first  which of four neighbours is the first with metadata
[[nodiscard]] inline std::uint32_t met_unit(ElementType type, const Lanes<std::uint32_t>& metadata, std::uint32_t first,
                                            std::uint32_t row, std::uint32_t at) {
  const std::uint32_t choice = at / 2;
  const bool narrow = unit_bits_of(type) == 8;
  const std::uint32_t lane = row % 8 * 4 + first + (narrow ? choice / 8 * 2 + row / 8 : choice / 4);
  const std::uint32_t bit = narrow ? choice % 8 * 4 : row / 8 * 16 + choice % 4 * 4;
  return kept_unit(at, metadata[lane] >> bit);
}

/// All that the rows of a warp's A meet.
template <class Met>
void take_met_units(ElementType type, const Lanes<std::uint32_t>& metadata, std::uint32_t first, std::uint32_t kept,
                    Met& to) {
  for (std::uint32_t row = 0; row < to.size(); ++row)
    for (std::uint32_t at = 0; at < kept; ++at)
      to[row][at] = static_cast<std::uint8_t>(met_unit(type, metadata, first, row, at));
}

/// Says which literals say which lanes' metadata counts. \param selectors  how many there are
inline void refuse_selector(BindContext& context, const ptx::Operand& operand, std::int64_t selectors) {
  context.error(operand.position, selectors == 1 ? "all lanes hold metadata of this shape: its selector is 0"
                                                 : fmt::format("the selector of this shape is 0 to {}", selectors - 1));
}

}  // namespace warpglass::isa
