// Extent or index in a grid or block, x fastest.
#pragma once

#include <cstdint>

namespace warpglass {

struct Dim3 {
  std::uint32_t x = 1;
  std::uint32_t y = 1;
  std::uint32_t z = 1;

  [[nodiscard]] constexpr std::uint64_t volume() const { return std::uint64_t{x} * y * z; }
  friend constexpr bool operator==(const Dim3&, const Dim3&) = default;
};

/// Index of element number `linear` of an extent, x fastest.
[[nodiscard]] constexpr Dim3 index_at(std::uint64_t linear, const Dim3& extent) {
  return {static_cast<std::uint32_t>(linear % extent.x), static_cast<std::uint32_t>(linear / extent.x % extent.y),
          static_cast<std::uint32_t>(linear / extent.x / extent.y)};
}

/// The number that index_at() turns into `index`.
[[nodiscard]] constexpr std::uint64_t number_of(const Dim3& index, const Dim3& extent) {
  return index.x + extent.x * (index.y + std::uint64_t{extent.y} * index.z);
}

}  // namespace warpglass
