// What an access asks of the lines that it touches, on its way to the caches: words, one after another.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "base/cache_operator.hpp"

namespace warpglass::analysis {

inline constexpr std::uint32_t kWholeLine = 0xf;            // a bit a sector
inline constexpr std::uint32_t kWholeSector = 0xffffffffu;  // a bit a byte

/// The sectors that are none of `others`.
[[nodiscard]] constexpr std::uint32_t without(std::uint32_t sectors, std::uint32_t others) { return sectors & ~others; }

/// How many sectors a mask has.
[[nodiscard]] constexpr std::uint32_t sector_count(std::uint32_t sectors) {
  return static_cast<std::uint32_t>(std::popcount(sectors));
}

/// What is asked of a line, in a word.
class LineRequest {
 public:
  enum class Kind : std::uint8_t { read, write, update };

  /// \param near      partition of the second level that the SM is near to
  /// \param priority  in the second level
  constexpr LineRequest(Kind kind, std::uint8_t near, EvictionPriority priority)
      : bits_(static_cast<std::uint32_t>(kind) | std::uint32_t{near} << kNear |
              static_cast<std::uint32_t>(priority) << kPriority) {}
  constexpr explicit LineRequest(std::uint32_t bits) : bits_(bits) {}

  /// Of sectors, what kind of request it may be. \param whole  of these, those of which every byte is written
  /// \param partly  how many are written, but not as a whole
  [[nodiscard]] static constexpr LineRequest of_sectors(std::uint32_t sectors, std::uint32_t whole,
                                                        std::uint32_t partly) {
    return LineRequest(partly << kPartly | sectors << kSectors | whole << kWhole);
  }
  /// The same request of a run: so many lines, one behind the other, none of which is written in part.
  [[nodiscard]] constexpr LineRequest of_run(std::uint32_t lines) const {
    return LineRequest((bits_ & ~((kMostLines - 1) << kLines)) | (lines - 1) << kLines);
  }
  static constexpr std::uint32_t kMostLines = 32;
  static constexpr std::size_t kMostPartitions = 8;
  /// The same kind of request, of others' sectors.
  [[nodiscard]] constexpr LineRequest of(LineRequest sectors) const {
    return LineRequest((bits_ & kCommon) | sectors.bits_);
  }
  [[nodiscard]] constexpr LineRequest with(EvictionPriority priority) const {
    return LineRequest((bits_ & ~(0xffu << kPriority)) | static_cast<std::uint32_t>(priority) << kPriority);
  }

  [[nodiscard]] constexpr Kind kind() const { return static_cast<Kind>(bits_ & 0x3); }
  [[nodiscard]] constexpr std::uint32_t near() const { return bits_ >> kNear & (kMostPartitions - 1); }
  [[nodiscard]] constexpr std::uint32_t lines() const { return (bits_ >> kLines & (kMostLines - 1)) + 1; }
  [[nodiscard]] constexpr EvictionPriority priority() const {
    return static_cast<EvictionPriority>(bits_ >> kPriority & 0xff);
  }
  [[nodiscard]] constexpr std::uint32_t sectors() const { return bits_ >> kSectors & 0xf; }
  [[nodiscard]] constexpr std::uint32_t whole() const { return bits_ >> kWhole; }
  /// Sectors that are written, but not as a whole, and how many they are: which bytes of each, a bit each, stands
  /// behind the request. Of other requests none.
  [[nodiscard]] constexpr std::uint32_t partly() const { return partly_count() == 0 ? 0u : sectors() & ~whole(); }
  [[nodiscard]] constexpr std::uint32_t partly_count() const { return bits_ >> kPartly & 0x7; }
  [[nodiscard]] constexpr std::uint32_t bits() const { return bits_; }

 private:
  static constexpr unsigned kPartly = 4;
  static constexpr unsigned kNear = 8;
  static constexpr unsigned kLines = 11;
  static constexpr unsigned kPriority = 16;
  static constexpr unsigned kSectors = 24;
  static constexpr unsigned kWhole = 28;
  static constexpr std::uint32_t kCommon = ((1u << kSectors) - 1) & ~(0x7u << kPartly);
  std::uint32_t bits_;
};

/// What the lines of an access have in common: three words, behind which they stand, each with its number, its request
/// and the bytes. A run of lines, one behind the other and all asked the same, none written in part, stands there as
/// the first of them alone.
class AccessHead {
 public:
  static constexpr std::size_t kWords = 3;
  static constexpr std::size_t kMostLines = 64;
  static constexpr std::size_t kMostWords = kWords + kMostLines * (2 + 4);

  constexpr AccessHead() = default;
  /// \param first_level  looks there, or leaves there what it stores
  constexpr AccessHead(LineRequest::Kind kind, bool local, bool first_level)
      : bits_(static_cast<std::uint32_t>(kind) << kKind | (local ? kLocal : 0u) | (first_level ? kFirstLevel : 0u)) {}
  /// As put() left it.
  constexpr explicit AccessHead(const std::uint32_t* words) : pc_(words[0]), sm_(words[1]), bits_(words[2]) {}

  /// The same by another instruction and SM.
  [[nodiscard]] constexpr AccessHead at(std::uint32_t pc, std::uint32_t sm) const {
    AccessHead head = *this;
    head.pc_ = pc;
    head.sm_ = sm;
    return head;
  }
  /// The same with a priority in the first level.
  [[nodiscard]] constexpr AccessHead with(EvictionPriority priority) const {
    AccessHead head = *this;
    head.bits_ |= static_cast<std::uint32_t>(priority) << kPriority;
    return head;
  }
  /// The same of a load that fetches all of a line into the first level.
  [[nodiscard]] constexpr AccessHead with_whole_lines() const {
    AccessHead head = *this;
    head.bits_ |= kWholeLines;
    return head;
  }
  /// The same of a load that might take the read-only path.
  [[nodiscard]] constexpr AccessHead with_what_if_read_only() const {
    AccessHead head = *this;
    head.bits_ |= kWhatIf;
    return head;
  }
  /// The same of a run.
  [[nodiscard]] constexpr AccessHead with_run() const {
    AccessHead head = *this;
    head.bits_ |= kRun;
    return head;
  }
  static constexpr std::size_t kRunWords = kWords + 2;
  /// \param lines  at most kMostLines
  void put(std::uint32_t* words, std::size_t lines) const {
    words[0] = pc_;
    words[1] = sm_;
    words[2] = bits_ | static_cast<std::uint32_t>(lines);
  }

  [[nodiscard]] constexpr std::uint32_t pc() const { return pc_; }
  [[nodiscard]] constexpr std::uint32_t sm() const { return sm_; }
  [[nodiscard]] constexpr std::uint32_t lines() const { return bits_ & 0xff; }
  [[nodiscard]] constexpr EvictionPriority priority() const {
    return static_cast<EvictionPriority>(bits_ >> kPriority & 0xff);
  }
  [[nodiscard]] constexpr LineRequest::Kind kind() const {
    return static_cast<LineRequest::Kind>(bits_ >> kKind & 0xff);
  }
  [[nodiscard]] constexpr bool local() const { return (bits_ & kLocal) != 0; }
  [[nodiscard]] constexpr bool first_level() const { return (bits_ & kFirstLevel) != 0; }
  [[nodiscard]] constexpr bool whole_lines() const { return (bits_ & kWholeLines) != 0; }
  [[nodiscard]] constexpr bool what_if_read_only() const { return (bits_ & kWhatIf) != 0; }
  [[nodiscard]] constexpr bool is_run() const { return (bits_ & kRun) != 0; }

 private:
  static constexpr unsigned kPriority = 8;
  static constexpr unsigned kKind = 16;
  static constexpr std::uint32_t kLocal = 1u << 24;
  static constexpr std::uint32_t kFirstLevel = 1u << 25;
  static constexpr std::uint32_t kWholeLines = 1u << 26;
  static constexpr std::uint32_t kWhatIf = 1u << 27;
  static constexpr std::uint32_t kRun = 1u << 28;
  std::uint32_t pc_ = 0;
  std::uint32_t sm_ = 0;
  std::uint32_t bits_ = 0;
};

}  // namespace warpglass::analysis
