// A set-associative cache of 128-byte lines, whose 32-byte sectors come and go by themselves. Least recently used lines
// give way, among those of the lowest priority that the set has: first, normal, last. What is known of a set lies
// together in one or two lines of the host's own caches, and the line used last is looked at first: simulated caches
// are larger than the host's, so that what they touch decides what they cost. What is done with a line is compiled for
// each of the host's instruction sets (analysis/cached_lines-inl.hpp).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "arch/caches.hpp"
#include "base/large_pages.hpp"

namespace warpglass::analysis {

/// Which of a cache's sets a line belongs to: its number mod sets, by multiplication ("Faster Remainder by Direct
/// Computation", Lemire, Kaser and Kurz, 2019). 0 where there is none.
class SetIndex {
 public:
  SetIndex() = default;
  explicit SetIndex(std::uint32_t sets) : sets_(sets), inverse_(sets == 0 ? 0 : ~std::uint64_t{0} / sets + 1) {}
  [[nodiscard]] std::uint32_t sets() const { return sets_; }
  [[nodiscard]] std::uint32_t of_line(std::uint32_t number) const {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint32_t>(static_cast<Wide>(inverse_ * number) * sets_ >> 64);
  }

 private:
  std::uint32_t sets_ = 0;
  std::uint64_t inverse_ = 0;
};

/// What a cache has of a line: masks with a bit for each of its four sectors, four bits each.
struct CachedLine {
  // Where a mask stands.
  static constexpr unsigned kReadable = 0;  // sectors whose bytes are all there
  static constexpr unsigned kPresent = 4;   // first level: those, and sectors that were written in part
  static constexpr unsigned kDirty = 8;     // to be written back
  static constexpr unsigned kPartial = 12;  // written in part, the other bytes not there yet

  [[nodiscard]] std::uint32_t mask(unsigned at) const { return std::uint32_t{bits} >> at & 0xf; }
  [[nodiscard]] std::uint32_t readable() const { return mask(kReadable); }
  [[nodiscard]] std::uint32_t present() const { return mask(kPresent); }
  [[nodiscard]] std::uint32_t dirty() const { return mask(kDirty); }
  [[nodiscard]] std::uint32_t partial() const { return mask(kPartial); }
  void add(unsigned at, std::uint32_t sectors) { bits = static_cast<std::uint16_t>(bits | sectors << at); }
  void remove(unsigned at, std::uint32_t sectors) { bits = static_cast<std::uint16_t>(bits & ~(sectors << at)); }

  std::uint16_t bits = 0;
};

/// \tparam Ways  8 or 16
template <std::uint32_t Ways>
class SectoredCache {
 public:
  static constexpr std::size_t kHostLine = 64;
  using Order = std::conditional_t<Ways == 8, std::uint32_t, std::uint64_t>;
  using WayMask = std::conditional_t<Ways == 8, std::uint8_t, std::uint16_t>;

  /// What is known of the lines of a set. Ways that have none are those used longest ago.
  struct alignas(kHostLine) Set {
    std::uint32_t number[Ways];
    CachedLine line[Ways];
    Order order;                         // ways, four bits each, the one used last in the lowest
    std::uint32_t epoch;                 // of the lines; older ones are no more
    std::array<std::uint8_t, 2> marked;  // lines with dirty sectors, and with partial ones
    WayMask copied;                      // ways of whose lines another cache has copies
    WayMask first;                       // ways whose lines give way before the others,
    WayMask last;                        // and those whose lines do after them
  };
  static_assert(Ways == 8 || Ways == 16);
  static_assert(sizeof(Set) == (Ways == 8 ? 64 : 128));

  /// Bytes of the sectors of a line that are partial, a bit each; what is said of the others has no meaning.
  using Written = std::array<std::uint32_t, arch::kSectorsPerLine>;

  /// Lines of a cache of so many bytes, in sets.
  [[nodiscard]] static std::uint32_t sets_of(std::uint64_t bytes) {
    return static_cast<std::uint32_t>(bytes / (arch::kCacheLine * Ways));
  }

  SectoredCache() = default;

  /// \param sets  so many of them, zero at first; outlive the cache. 0 make a cache that holds nothing
  SectoredCache(Set* set, std::uint32_t sets, const arch::EvictionRules& rules)
      : set_(set), index_(sets), rules_(rules), written_(kKeepsBytes ? std::size_t{sets} * Ways : 0) {}

  [[nodiscard]] bool holds_anything() const { return index_.sets() != 0; }
  [[nodiscard]] const SetIndex& index() const { return index_; }
  [[nodiscard]] const arch::EvictionRules& rules() const { return rules_; }
  [[nodiscard]] std::uint32_t epoch() const { return epoch_; }
  [[nodiscard]] Set* sets() { return set_; }
  [[nodiscard]] Written& written(const Set& set, std::uint32_t way) {
    return written_[static_cast<std::size_t>(&set - set_) * Ways + way];
  }

  /// Asks the host for what it takes to look a line of the set up, which is about to happen.
  void prefetch(std::uint32_t index) const {
    if (!holds_anything()) return;
    const auto* const set = reinterpret_cast<const std::byte*>(&set_[index]);
    for (std::size_t at = 0; at < sizeof(Set); at += kHostLine) __builtin_prefetch(set + at, 1);
  }

  /// Forgets everything, at little cost.
  void clear() { ++epoch_; }

 private:
  Set* set_ = nullptr;
  std::uint32_t epoch_ = 1;
  SetIndex index_;
  arch::EvictionRules rules_;
  static constexpr bool kKeepsBytes = Ways == arch::kSecondLevelWays;  // first levels are written through
  ZeroedArray<Written> written_;                                       // by set and way
};

/// Several caches of the same size, side by side.
template <std::uint32_t Ways>
class CacheBank {
 public:
  using Cache = SectoredCache<Ways>;

  CacheBank() = default;
  CacheBank(std::uint32_t caches, std::uint64_t bytes_each, const arch::EvictionRules& rules)
      : set_(std::size_t{caches} * Cache::sets_of(bytes_each)) {
    const std::uint32_t sets = Cache::sets_of(bytes_each);
    for (std::uint32_t i = 0; i < caches; ++i) caches_.emplace_back(set_.data() + std::size_t{i} * sets, sets, rules);
  }

  [[nodiscard]] std::size_t size() const { return caches_.size(); }
  Cache& operator[](std::size_t index) { return caches_[index]; }
  const Cache& operator[](std::size_t index) const { return caches_[index]; }
  void clear() {
    for (Cache& cache : caches_) cache.clear();
  }

 private:
  ZeroedArray<typename Cache::Set> set_;
  std::vector<Cache> caches_;
};

}  // namespace warpglass::analysis
