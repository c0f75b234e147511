// Which parts of 16 bits of a register's value anybody needs.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "isa/lowering/draft.hpp"

namespace warpglass::isa {

/// Parts of 16 bits of up to 64, a bit each, the lowest first.
using Parts = unsigned;

inline constexpr Parts kLowWord = 0x3;
inline constexpr Parts kHighWord = 0xc;

/// The parts of registers of 32 and 64 bits that those who stay read, or need for what is read of their results.
class PartsRead {
 public:
  explicit PartsRead(const Draft& draft) : draft_(draft) {}

  /// \param depth  how many instructions to follow at most
  Parts of(std::uint32_t index, unsigned depth);

 private:
  [[nodiscard]] Parts all_of(std::uint32_t index) const;
  Parts by(std::uint32_t reader, std::uint32_t index, Parts all, unsigned depth);
  Parts taken_apart(std::uint32_t reader, const ptx::Operand& parts, Parts all, unsigned depth);

  const Draft& draft_;
  std::map<std::pair<std::uint32_t, bool>, Parts> read_;  // by register, and whether its readers' results count
};

}  // namespace warpglass::isa
