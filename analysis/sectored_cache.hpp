// A set-associative cache of 128-byte lines, whose 32-byte sectors come and go by themselves. Least recently used lines
// give way.
#pragma once

#include <cstdint>
#include <vector>

namespace warpglass::analysis {

/// Masks have a bit for each of a line's four sectors.
class SectoredCache {
 public:
  struct Line {
    std::uint64_t number = ~std::uint64_t{0};  // address / 128
    std::uint64_t used = 0;                    // when
    std::uint8_t readable = 0;                 // sectors whose bytes are all there
    std::uint8_t present = 0;                  // those, and sectors that were written in part
    std::uint8_t dirty = 0;                    // to be written back
  };

  SectoredCache() = default;
  /// \param bytes  0 makes a cache that holds nothing
  SectoredCache(std::uint64_t bytes, std::uint32_t ways);

  [[nodiscard]] bool holds_anything() const { return sets_ != 0; }

  /// The line, or nullptr; counts as a use.
  [[nodiscard]] Line* find(std::uint64_t number);

  /// The line, made where it is not there. \param evicted  what had to give way, with its dirty sectors
  Line& take(std::uint64_t number, Line& evicted);

  /// Dirty lines in the set of a line, and the one that was used least recently.
  struct DirtyLines {
    std::uint32_t count = 0;
    Line* oldest = nullptr;
  };
  [[nodiscard]] DirtyLines dirty_lines(std::uint64_t number);

  /// Forgets everything, at no cost.
  void clear() { cleared_ = now_; }

 private:
  [[nodiscard]] Line* set_of(std::uint64_t number) { return lines_.data() + number % sets_ * ways_; }

  std::uint64_t sets_ = 0;
  std::uint32_t ways_ = 0;
  std::uint64_t now_ = 0;
  std::uint64_t cleared_ = 0;  // lines last used then or before are no more
  std::vector<Line> lines_;
};

}  // namespace warpglass::analysis
