// A set-associative cache of 128-byte lines, whose 32-byte sectors come and go by themselves. Least recently used lines
// give way.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

#include "arch/caches.hpp"

namespace warpglass::analysis {

/// Masks have a bit for each of a line's four sectors.
class SectoredCache {
 public:
  struct Line {
    std::uint64_t used = 0;                                      // when; 0: never
    std::uint8_t readable = 0;                                   // sectors whose bytes are all there
    std::uint8_t present = 0;                                    // those, and sectors that were written in part
    std::uint8_t dirty = 0;                                      // to be written back
    std::uint8_t partial = 0;                                    // written in part, the other bytes not there yet
    std::array<std::uint32_t, arch::kSectorsPerLine> written{};  // bytes of the partial ones
  };
  static_assert(sizeof(Line) == 32);

  SectoredCache() = default;
  /// \param bytes  0 makes a cache that holds nothing
  SectoredCache(std::uint64_t bytes, std::uint32_t ways);

  [[nodiscard]] bool holds_anything() const { return sets_ != 0; }

  /// The line, or nullptr; counts as a use. \param number  address / 128
  [[nodiscard]] Line* find(std::uint64_t number);

  /// The line, made where it is not there. \param evicted  what had to give way
  Line& take(std::uint64_t number, Line& evicted);

  /// Lines of a line's set that have sectors in the mask, and the one that was used least recently.
  struct Marked {
    std::uint32_t count = 0;
    Line* oldest = nullptr;
  };
  [[nodiscard]] Marked marked(std::uint64_t number, std::uint8_t Line::* mask);

  /// Forgets everything, at no cost.
  void clear() { cleared_ = now_; }

 private:
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };
  // Zeroed by the system when it is first touched: most launches touch little of a second level.
  template <class T>
  using Zeroed = std::unique_ptr<T[], Free>;

  [[nodiscard]] std::size_t first_way(std::uint64_t number) const { return number % sets_ * ways_; }
  [[nodiscard]] Line* find_in(std::size_t set, std::uint64_t number);

  std::uint64_t sets_ = 0;
  std::uint32_t ways_ = 0;
  std::uint64_t now_ = 0;
  std::uint64_t cleared_ = 0;  // lines last used then or before are no more
  Zeroed<std::uint64_t> numbers_;
  Zeroed<Line> lines_;
};

}  // namespace warpglass::analysis
