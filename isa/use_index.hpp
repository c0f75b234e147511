// Who reads and writes which register, both ways.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isa/liveness.hpp"

namespace warpglass::isa {

class UseIndex {
 public:
  /// \param uses  sorted by instruction
  UseIndex(std::span<const RegisterUse> uses, std::size_t instructions);

  /// Uses by one instruction.
  [[nodiscard]] std::span<const RegisterUse> of(std::uint32_t instruction) const {
    return uses_.subspan(first_[instruction], first_[instruction + 1] - first_[instruction]);
  }
  /// Instructions that write a register, ascending.
  [[nodiscard]] std::span<const std::uint32_t> writers(std::uint32_t index) const {
    if (index >= writers_.size()) return {};
    return writers_[index];
  }
  /// Instructions that read a register, ascending.
  [[nodiscard]] std::span<const std::uint32_t> readers(std::uint32_t index) const {
    if (index >= readers_.size()) return {};
    return readers_[index];
  }
  /// The one instruction that writes all of the register; kNone when there are none, several, or one that writes a part
  /// of it or only under a guard.
  [[nodiscard]] std::uint32_t sole_writer(std::uint32_t index) const {
    return index < sole_.size() ? sole_[index] : kNone;
  }
  [[nodiscard]] std::uint32_t register_count() const { return static_cast<std::uint32_t>(writers_.size()); }

  static constexpr std::uint32_t kNone = 0xffffffffu;

 private:
  std::span<const RegisterUse> uses_;
  std::vector<std::size_t> first_;
  std::vector<std::vector<std::uint32_t>> writers_;
  std::vector<std::vector<std::uint32_t>> readers_;
  std::vector<std::uint32_t> sole_;
};

}  // namespace warpglass::isa
