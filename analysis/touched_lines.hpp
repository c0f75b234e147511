// Which bytes of global memory an operation touches and how, by 128-byte line, with an example of who does.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "analysis/footprint.hpp"
#include "analysis/line_table.hpp"
#include "base/diagnostic.hpp"
#include "sim/program.hpp"

namespace warpglass::analysis {

/// What is done with a byte.
enum class Touching : std::uint8_t {
  read,
  write,
  // By volatile accesses, those with an order or a scope, and atomics, which count as writes.
  strong_read,
  strong_write,
};
inline constexpr std::size_t kTouchings = 4;

[[nodiscard]] constexpr bool is_strong(Touching how) { return how >= Touching::strong_read; }
[[nodiscard]] constexpr bool is_write(Touching how) { return how == Touching::write || how == Touching::strong_write; }

[[nodiscard]] inline bool has_byte(const LineBytes& bytes, std::uint64_t byte) {
  return (bytes[byte / 64] >> byte % 64 & 1) != 0;
}

/// One class of accesses to a line, with an example: of the lowest block, then pc.
struct Touch {
  LineBytes bytes{};
  std::uint32_t block = 0;
  std::uint32_t pc = 0;

  [[nodiscard]] bool any() const { return (bytes[0] | bytes[1]) != 0; }
  [[nodiscard]] bool has(std::uint64_t byte) const { return has_byte(bytes, byte); }
  void add(const LineBytes& more, std::uint32_t by, std::uint32_t at);

  friend bool operator==(const Touch&, const Touch&) = default;
};

struct TouchedLine {
  std::array<Touch, kTouchings> touches;

  [[nodiscard]] Touch& operator[](Touching how) { return touches[static_cast<std::size_t>(how)]; }
  [[nodiscard]] const Touch& operator[](Touching how) const { return touches[static_cast<std::size_t>(how)]; }
  /// The bytes of strong accesses.
  [[nodiscard]] LineBytes strong() const;
  void add(const TouchedLine& more);

  friend bool operator==(const TouchedLine&, const TouchedLine&) = default;
};

/// By an address over 128.
using TouchedLines = LineTable<TouchedLine>;

/// The first byte of both; -1: none.
[[nodiscard]] int common_byte(const LineBytes& a, const LineBytes& b);

/// Of each instruction of a program the source line, or the PTX where there is none.
[[nodiscard]] std::shared_ptr<const std::vector<SourcePosition>> positions_of(const sim::Program& program);

}  // namespace warpglass::analysis
