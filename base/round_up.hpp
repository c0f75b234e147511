#pragma once

#include <cstdint>

namespace warpglass {

/// To the next multiple of a unit; the value itself where there is none. In bytes, registers or whatever both are in.
[[nodiscard]] constexpr std::uint64_t round_up(std::uint64_t value, std::uint64_t unit) {
  return unit == 0 ? value : (value + unit - 1) / unit * unit;
}

}  // namespace warpglass
