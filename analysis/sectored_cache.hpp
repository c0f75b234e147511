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
  static constexpr std::uint32_t kMostWays = 16;

  struct Line {
    std::uint8_t readable = 0;  // sectors whose bytes are all there
    std::uint8_t present = 0;   // those, and sectors that were written in part
    std::uint8_t dirty = 0;     // to be written back; set by mark()
    std::uint8_t partial = 0;   // written in part, the other bytes not there yet; set by mark()
    std::array<std::uint32_t, arch::kSectorsPerLine> written{};  // bytes of the partial ones
  };

  SectoredCache() = default;
  /// \param bytes  0 makes a cache that holds nothing
  /// \param ways   at most kMostWays
  SectoredCache(std::uint64_t bytes, std::uint32_t ways);

  [[nodiscard]] bool holds_anything() const { return sets_ != 0; }

  /// The line, or nullptr; counts as a use. \param number  address / 128
  [[nodiscard]] Line* find(std::uint64_t number);

  /// The line, made where it is not there. \param evicted  what had to give way
  Line& take(std::uint64_t number, Line& evicted);

  /// Asks the host for what it takes to look the line up, which is about to happen.
  void prefetch(std::uint64_t number) const {
    if (sets_ == 0) return;
    const auto* const set = reinterpret_cast<const std::byte*>(&set_[number % sets_]);
    __builtin_prefetch(set);
    __builtin_prefetch(set + 64);
    __builtin_prefetch(set + sizeof(Set) - 1);
  }

  enum class Mark : std::uint8_t { dirty, partial };

  /// Adds sectors to the line's mask. Where more than `most` lines of its set have some by now, the one of them that
  /// was used least recently; else nullptr.
  Line* mark(Line& line, Mark mark, std::uint8_t sectors, std::uint32_t most);

  /// Takes them out.
  void unmark(Line& line, Mark mark, std::uint8_t sectors);

  /// Forgets everything, at little cost.
  void clear() { ++epoch_; }

 private:
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };
  // Zeroed by the system when it is first touched: most launches touch little of a second level.
  template <class T>
  using Zeroed = std::unique_ptr<T[], Free>;

  /// What is known of a set besides its lines, together, so that a look at it touches little memory.
  struct Set {
    std::array<std::uint64_t, kMostWays> number;
    std::array<std::uint8_t, kMostWays> age;  // lines of the set that were used since
    std::uint32_t epoch;                      // of the lines; older ones are no more
    std::uint8_t filled;                      // ways in use, the first ones
    std::array<std::uint8_t, 2> marked;       // lines with sectors in each mask
  };

  static constexpr std::uint32_t kNoWay = ~std::uint32_t{0};

  [[nodiscard]] Set& set_at(std::size_t index);
  [[nodiscard]] static std::uint32_t way_of(const Set& set, std::uint64_t number);
  static void use(Set& set, std::uint32_t way);
  [[nodiscard]] static std::uint8_t& mask_of(Line& line, Mark mark);

  std::uint64_t sets_ = 0;
  std::uint32_t ways_ = 0;
  std::uint32_t epoch_ = 1;
  Zeroed<Set> set_;
  Zeroed<Line> lines_;  // by set and way
};

}  // namespace warpglass::analysis
