// Tensor memory of a block: 128 lanes of 512 columns of 32 bits, of which a warp reaches the 32 lanes that are its
// quarter (PTX ISA, Tensor Memory). An address has the lane in its upper half and the column in its lower one. On a
// machine the blocks of an SM share the columns, and one that finds too few waits for the others; here each block has
// all of them.
#pragma once

#include <bitset>
#include <cstdint>
#include <memory>
#include <optional>

namespace warpglass::sim {

class TensorMemory {
 public:
  static constexpr std::uint32_t kLanes = 128;
  static constexpr std::uint32_t kColumns = 512;
  static constexpr std::uint32_t kLeast = 32;  // columns of an allocation, a power of two

  [[nodiscard]] static constexpr std::uint32_t lane_of(std::uint32_t address) { return address >> 16 & (kLanes - 1); }
  [[nodiscard]] static constexpr std::uint32_t column_of(std::uint32_t address) { return address & 0xffff; }

  /// \return  the first column; nothing: so many side by side are not free
  [[nodiscard]] std::optional<std::uint32_t> allocate(std::uint32_t columns);
  /// \return  whether it was an allocation
  [[nodiscard]] bool free(std::uint32_t first, std::uint32_t columns);
  [[nodiscard]] bool holds(std::uint32_t first, std::uint32_t columns) const;
  [[nodiscard]] bool empty() const { return allocated_.none(); }

  /// 128 lanes of a column that is allocated.
  [[nodiscard]] std::uint32_t* column(std::uint32_t number) { return cells_[number]; }

 private:
  alignas(64) std::uint32_t cells_[kColumns][kLanes] = {};
  std::bitset<kColumns> allocated_;
  std::bitset<kColumns> begins_;  // an allocation does
};

}  // namespace warpglass::sim
