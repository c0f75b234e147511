#include "isa/chapters/packed_units.hpp"

#include <cstring>
#include <utility>

namespace warpglass::isa {

UnitPacking unit_packing(std::string_view word) {
  if (word == "b4x16_p64") return UnitPacking::by_4_bits;
  return word == "b6x16_p32" ? UnitPacking::by_6_bits : UnitPacking::none;
}

std::array<std::uint32_t, 4> words_of_unit(const std::byte* unit, UnitPacking packing) {
  std::array<std::uint32_t, 4> words{};
  std::memcpy(words.data(), unit, sizeof words);
  if (packing == UnitPacking::none) return words;
  const unsigned width = packing == UnitPacking::by_4_bits ? 4 : 6;
  const auto packed = std::exchange(words, {});
  for (unsigned i = 0; i < 16; ++i) {
    const unsigned at = i * width;
    std::uint64_t bits = packed[at / 32];
    if (at / 32 < 3) bits |= std::uint64_t{packed[at / 32 + 1]} << 32;
    words[i / 4] |= static_cast<std::uint32_t>(bits >> at % 32 & ((1u << width) - 1)) << i % 4 * 8;
  }
  return words;
}

}  // namespace warpglass::isa
