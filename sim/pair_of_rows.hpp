// Rows of the usual vectors, in an op itself.
#pragma once

#include <cstdint>

namespace warpglass::sim {

/// Two rows in one field of an op, where a constant says which they are.
class PairOfRows {
 public:
  PairOfRows(std::uint32_t first, std::uint32_t second) : field_(first / kUnit | second / kUnit << 16) {}
  explicit PairOfRows(std::uint32_t field) : field_(field) {}

  [[nodiscard]] static bool holds(std::uint32_t row) { return row % kUnit == 0 && row / kUnit <= 0xffff; }
  [[nodiscard]] std::uint32_t field() const { return field_; }
  [[nodiscard]] std::uint32_t first() const { return (field_ & 0xffff) * kUnit; }
  [[nodiscard]] std::uint32_t second() const { return (field_ >> 16) * kUnit; }

 private:
  static constexpr std::uint32_t kUnit = 64;  // rows are aligned to it
  std::uint32_t field_;
};

}  // namespace warpglass::sim
