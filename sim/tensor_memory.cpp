#include "sim/tensor_memory.hpp"

namespace warpglass::sim {

std::optional<std::uint32_t> TensorMemory::allocate(std::uint32_t columns) {
  for (std::uint32_t first = 0; first + columns <= kColumns; first += columns) {
    bool is_free = true;
    for (std::uint32_t i = 0; i < columns; ++i) is_free = is_free && !allocated_[first + i];
    if (!is_free) continue;
    for (std::uint32_t i = 0; i < columns; ++i) allocated_[first + i] = true;
    begins_[first] = true;
    return first;
  }
  return std::nullopt;
}

bool TensorMemory::free(std::uint32_t first, std::uint32_t columns) {
  if (!holds(first, columns) || !begins_[first]) return false;
  for (std::uint32_t i = 0; i < columns; ++i) {
    if (i != 0 && begins_[first + i]) return false;
  }
  if (first + columns < kColumns && allocated_[first + columns] && !begins_[first + columns]) return false;
  for (std::uint32_t i = 0; i < columns; ++i) allocated_[first + i] = false;
  begins_[first] = false;
  return true;
}

bool TensorMemory::holds(std::uint32_t first, std::uint32_t columns) const {
  if (first >= kColumns || columns > kColumns - first) return false;
  for (std::uint32_t i = 0; i < columns; ++i) {
    if (!allocated_[first + i]) return false;
  }
  return true;
}

}  // namespace warpglass::sim
