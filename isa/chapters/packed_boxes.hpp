// Boxes of a tensor whose elements have 4 or 6 bits: copied as the bytes that they take, and padded in shared memory
// where the map wants it (PTX ISA, Tensor-map Packing format).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/tensor_map.hpp"

namespace warpglass::isa {

/// A map; of elements of 4 or 6 bits one of the bytes that they take of global memory.
struct UsableMap : sim::TensorMap {
  std::uint32_t bits = 8;  // of an element of the tensor, where they are less
  bool padded = false;     // 16 of them take 16 bytes of shared memory
};

[[nodiscard]] UsableMap usable(const sim::TensorMap& map);

/// What shared memory gets of a box whose elements it pads: a byte for each.
[[nodiscard]] UsableMap padded(const UsableMap& map);

/// Each 16 elements in 16 bytes, behind them zeros.
[[nodiscard]] std::vector<std::byte> padded(const std::vector<std::byte>& box, std::uint32_t bits);

}  // namespace warpglass::isa
