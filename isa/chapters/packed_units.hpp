// Units of 16 bytes in which shared memory has sixteen elements of four or six bits, with padding behind them: how
// instructions take them apart (PTX ISA, b4x16_p64 and b6x16_p32).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace warpglass::isa {

enum class UnitPacking : std::uint8_t { none, by_4_bits, by_6_bits };

/// \param word  of a spelling: b4x16_p64, b6x16_p32 or empty
[[nodiscard]] UnitPacking unit_packing(std::string_view word);

/// The four words of a unit. Packed elements get a byte each, in its low bits.
[[nodiscard]] std::array<std::uint32_t, 4> words_of_unit(const std::byte* unit, UnitPacking packing);

}  // namespace warpglass::isa
