// Which bytes of global memory an operation touches and how, by 128-byte line, with an example of who does.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "analysis/footprint.hpp"
#include "analysis/line_table.hpp"
#include "base/diagnostic.hpp"
#include "sim/listener.hpp"

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

  [[nodiscard]] bool any() const { return bytes != LineBytes{}; }
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

/// What shards have found is what their launch touches.
void add(TouchedLines& lines, TouchedLines&& more);

/// The first byte of both; -1: none.
[[nodiscard]] int common_byte(const LineBytes& a, const LineBytes& b);

struct AddressRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

/// What one worker of a launch touches of global memory.
class TouchingShard final : public sim::Shard {
 public:
  /// Of all of it.
  TouchingShard() = default;
  /// Only of these ranges, in order.
  explicit TouchingShard(std::vector<AddressRange> ranges) : everything_(false), ranges_(std::move(ranges)) {}

  void on_access(const sim::AccessEvent& event) override;

  [[nodiscard]] TouchedLines take_lines() { return std::move(lines_); }

 private:
  [[nodiscard]] bool is_wanted(std::uint64_t line) const;

  bool everything_ = true;
  std::vector<AddressRange> ranges_;
  TouchedLines lines_;
  FootprintCache footprints_;
};

/// Of each instruction of a program the source line, or the PTX where there is none.
[[nodiscard]] std::shared_ptr<const std::vector<SourcePosition>> positions_of(const sim::Program& program);

}  // namespace warpglass::analysis
