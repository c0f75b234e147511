// Which words of which 128-byte lines a warp's access touches, and by which lanes: worked out once for each shape and
// each place of its first lane within a line, and from then on looked up.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "sim/events.hpp"

namespace warpglass::analysis {

/// \param words  a bit each
template <class Visit>
void for_each_word(std::uint32_t words, Visit&& visit) {
  for (; words != 0; words &= words - 1) visit(static_cast<std::size_t>(std::countr_zero(words)));
}

inline constexpr std::uint64_t kLineBytes = 128;
inline constexpr std::uint64_t kWordBytes = 4;
inline constexpr std::uint8_t kWholeWord = 0xf;  // a bit a byte
inline constexpr int kLineWords = static_cast<int>(kLineBytes / kWordBytes);

/// Bytes of a line, a bit each.
using LineBytes = std::array<std::uint64_t, 2>;

/// Words of one line, of all of which the same bytes are touched.
struct LinePart {
  static constexpr std::uint8_t kUntouched = 0xfe;
  static constexpr std::uint8_t kSeveral = 0xff;
  using Lanes = std::array<std::uint8_t, kLineWords>;  // by word
  /// The lowest and the highest lane that touches a word; kUntouched.
  struct Range {
    alignas(32) Lanes low;
    Lanes high;
  };

  std::int64_t line = 0;         // behind that of the first lane
  const Range* lanes = nullptr;  // Footprint::ranges[range - 1]; nullptr: `only` touches all words
  std::uint32_t range = 0;
  std::uint32_t words = 0;  // a bit each
  std::uint8_t bytes = 0;   // of a word, a bit each
  bool several = false;     // lanes touch one word
  std::uint8_t only = 0;

  /// `bytes` of `words`.
  [[nodiscard]] LineBytes touched() const {
    constexpr std::uint32_t kHalf = kLineWords / 2;
    return {of_nibbles(words % (1u << kHalf)) * bytes, of_nibbles(words >> kHalf) * bytes};
  }
  /// \param word  of `words`
  [[nodiscard]] std::uint8_t low(std::size_t word) const { return lanes == nullptr ? only : lanes->low[word]; }
  [[nodiscard]] std::uint8_t high(std::size_t word) const { return lanes == nullptr ? only : lanes->high[word]; }
  /// That touches the word; kUntouched; kSeveral.
  [[nodiscard]] Lanes lane_by_word() const;

 private:
  /// 16 bits, the lowest of four each.
  [[nodiscard]] static std::uint64_t of_nibbles(std::uint64_t bits) {
    bits = (bits | bits << 24) & 0x000000ff000000ffu;
    bits = (bits | bits << 12) & 0x000f000f000f000fu;
    bits = (bits | bits << 6) & 0x0303030303030303u;
    return (bits | bits << 3) & 0x1111111111111111u;
  }
};

/// Whether the words are touched by the same lanes.
[[nodiscard]] inline bool same_lanes(const LinePart::Lanes& a, const LinePart::Lanes& b) {
  std::array<std::uint64_t, sizeof(a) / sizeof(std::uint64_t)> one;
  std::array<std::uint64_t, sizeof(a) / sizeof(std::uint64_t)> other;
  std::memcpy(one.data(), a.data(), sizeof a);
  std::memcpy(other.data(), b.data(), sizeof b);
  return ((one[0] ^ other[0]) | (one[1] ^ other[1]) | (one[2] ^ other[2]) | (one[3] ^ other[3])) == 0;
}

/// Those of an access's parts that are of one line.
struct PartsOfLine {
  std::span<const LinePart> parts;  // with others
  std::int64_t line = 0;
};

/// Whether two accesses touch the same words of their lines, whole and each by one lane, the same in both.
[[nodiscard]] bool have_same_lanes(const PartsOfLine& a, const PartsOfLine& b);

/// All that is touched of one line.
struct LineTouch {
  std::int64_t line = 0;  // behind that of the first lane
  std::uint32_t words = 0;
  std::uint8_t type = 0;  // every byte of these words is touched, by elements of so many bytes: 1, 2 or 4; 0: not so
};

struct Footprint {
  /// The parts by line. Worked out the first time.
  struct Lines {
    std::vector<LineTouch> all;
    bool several = false;        // lanes touch one word
    bool in_lane_order = false;  // 32 lanes, a whole word each: one behind the other by part and by word
  };

  std::vector<LinePart> parts;
  std::vector<LinePart::Range> ranges;  // of those that several lanes touch
  std::uint32_t holders = 0;            // FootprintCache and whoever remembers accesses
  bool claimed = false;                 // ClusterClaims holds it
  bool noted = false;                   // ApartAccesses does

  /// \param phase  of the first lane's address within its line
  void touch(const std::int64_t offset[32], LaneMask lanes, std::uint32_t bytes, std::uint32_t phase);
  void clear();
  [[nodiscard]] std::size_t bytes() const {
    return parts.capacity() * sizeof(LinePart) + ranges.capacity() * sizeof(LinePart::Range) +
           lines_.all.capacity() * sizeof(LineTouch);
  }
  [[nodiscard]] const Lines& by_line() {
    if (!lines_known_) find_lines();
    return lines_;
  }

 private:
  void find_lines();

  Lines lines_;
  bool lines_known_ = false;
};

/// Holds a footprint for as long as it is needed. Of one thread.
class FootprintRef {
 public:
  FootprintRef() = default;
  explicit FootprintRef(Footprint* footprint) : footprint_(footprint) {
    if (footprint_ != nullptr) ++footprint_->holders;
  }
  FootprintRef(const FootprintRef& other) : FootprintRef(other.footprint_) {}
  FootprintRef(FootprintRef&& other) noexcept : footprint_(other.footprint_) { other.footprint_ = nullptr; }
  FootprintRef& operator=(FootprintRef other) noexcept {
    std::swap(footprint_, other.footprint_);
    return *this;
  }
  ~FootprintRef() {
    if (footprint_ != nullptr && --footprint_->holders == 0) let_go(footprint_);
  }

  [[nodiscard]] Footprint& operator*() const { return *footprint_; }
  [[nodiscard]] Footprint* operator->() const { return footprint_; }
  [[nodiscard]] explicit operator bool() const { return footprint_ != nullptr; }

 private:
  static void let_go(Footprint* footprint);

  Footprint* footprint_ = nullptr;
};

/// Footprint::touch of one that is nobody's yet.
[[nodiscard]] FootprintRef footprint_of(const std::int64_t offset[32], LaneMask lanes, std::uint32_t bytes,
                                        std::uint32_t phase);

/// Of one worker's accesses.
class FootprintCache {
 public:
  /// Until the next call for another access.
  [[nodiscard]] const FootprintRef& of(const sim::AccessEvent& event);
  /// Whether of() knows it, or will; otherwise it works it out each time.
  [[nodiscard]] bool keeps(const sim::AccessEvent& event);

 private:
  struct Known {
    std::uint64_t shape = 0;
    std::uint32_t bytes = 0;
    std::array<FootprintRef, kLineBytes> by_phase;
  };
  struct Site {
    std::vector<std::unique_ptr<Known>> known;
    Known* last = nullptr;  // of them, that was asked for

    /// nullptr: it is not known.
    [[nodiscard]] Known* find(const sim::AccessEvent& event);
  };

  /// The last that is not kept: several ask for the footprint of an access.
  struct Other {
    FootprintRef footprint;
    std::size_t site = 0;
    std::uint64_t shape = 0;  // 0: of none
    std::uint32_t bytes = 0;
    std::uint32_t phase = 0;
  };

  [[nodiscard]] static std::size_t site_of(const sim::AccessEvent& event) {
    return std::size_t{event.at.pc} * 2 + (event.direction == sim::Direction::read ? 0 : 1);
  }

  std::vector<Site> sites_;  // two of an op: what it reads and what it writes
  Other other_;
};

}  // namespace warpglass::analysis
