// A set-associative cache of 128-byte lines, whose 32-byte sectors come and go by themselves. Least recently used lines
// give way, among those of the lowest priority that the set has: first, normal, last. What is known of a set lies
// together in one or two lines of the host's own caches, and the line used last is looked at first: simulated caches
// are larger than the host's, so that what they touch decides what they cost.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "arch/caches.hpp"
#include "base/cache_operator.hpp"
#include "base/large_pages.hpp"

namespace warpglass::analysis {

/// What a cache has of a line; masks have a bit for each of its four sectors.
struct CachedLine {
  std::uint16_t readable : 4 = 0;  // sectors whose bytes are all there
  std::uint16_t present : 4 = 0;   // those, and sectors that were written in part
  std::uint16_t dirty : 4 = 0;     // to be written back; set by mark()
  std::uint16_t partial : 4 = 0;   // written in part, the other bytes not there yet; set by mark()
};

/// \tparam Ways  8 or 16
template <std::uint32_t Ways>
class SectoredCache {
 public:
  using Line = CachedLine;
  /// Bytes of the sectors that were written in part, a bit each.
  using Written = std::array<std::uint32_t, arch::kSectorsPerLine>;

  static constexpr std::size_t kHostLine = 64;
  using Order = std::conditional_t<Ways == 8, std::uint32_t, std::uint64_t>;
  using WayMask = std::conditional_t<Ways == 8, std::uint8_t, std::uint16_t>;

  /// What is known of the lines of a set.
  struct alignas(kHostLine) Set {
    std::uint32_t number[Ways];
    Line line[Ways];
    Order order;                         // ways, four bits each, the one used last in the lowest
    std::uint32_t epoch;                 // of the lines; older ones are no more
    std::uint8_t filled;                 // ways in use, the first ones
    std::array<std::uint8_t, 2> marked;  // lines with sectors in each mask
    WayMask copied;                      // ways of whose lines another cache has copies
    WayMask first;                       // ways whose lines give way before the others,
    WayMask last;                        // and those whose lines do after them
  };
  static_assert(Ways == 8 || Ways == 16);
  static_assert(sizeof(Set) == (Ways == 8 ? 64 : 128));

  /// Lines of a cache of so many bytes, in sets.
  [[nodiscard]] static std::uint32_t sets_of(std::uint64_t bytes) {
    return static_cast<std::uint32_t>(bytes / (arch::kCacheLine * Ways));
  }

  SectoredCache() = default;

  /// \param sets  so many of them, zero at first; outlive the cache. 0 make a cache that holds nothing
  SectoredCache(Set* set, std::uint32_t sets, const arch::EvictionRules& rules)
      : sets_(sets),
        inverse_(sets == 0 ? 0 : ~std::uint64_t{0} / sets + 1),
        set_(set),
        rules_(rules),
        written_(kKeepsBytes ? std::size_t{sets} * Ways : 0) {}

  [[nodiscard]] bool holds_anything() const { return sets_ != 0; }
  [[nodiscard]] std::uint32_t sets() const { return sets_; }

  /// The set that a line belongs to: number mod sets, by multiplication ("Faster Remainder by Direct Computation",
  /// Lemire, Kaser and Kurz, 2019). 0 where there is none.
  [[nodiscard]] std::uint32_t set_of_line(std::uint32_t number) const {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint32_t>(static_cast<Wide>(inverse_ * number) * sets_ >> 64);
  }

  /// The line, or nullptr; counts as a use.
  /// \param index   set_of_line(number)
  /// \param number  address / 128
  [[nodiscard]] Line* find(std::uint32_t index, std::uint32_t number) {
    if (sets_ == 0) return nullptr;
    Set& set = set_at(index);
    if (const std::uint32_t newest = set.order % 16; set.number[newest] == number) return &set.line[newest];
    const std::uint32_t way = way_of(set, number);
    if (way == kNoWay) return nullptr;
    use(set, way);
    return &set.line[way];
  }

  /// The line, made where it is not there.
  /// \param priority  of the line from now on; none is normal, no_allocate has no meaning here
  /// \param evicted   what had to give way
  Line& take(std::uint32_t index, std::uint32_t number, EvictionPriority priority, Line& evicted) {
    Set& set = set_at(index);
    if ((set.first | set.last | static_cast<unsigned>(priority)) != 0) [[unlikely]]
      return take_ranked(set, number, priority, evicted);
    if (const std::uint32_t newest = set.order % 16; set.number[newest] == number) return set.line[newest];
    std::uint32_t way = way_of(set, number);
    if (way != kNoWay) {
      use(set, way);
      return set.line[way];
    }
    way = next_way(set, evicted);
    set.number[way] = number;
    return set.line[way] = {};
  }

  /// Of a line that is there: sectors are not any more. Counts as a use.
  void forget(std::uint32_t index, std::uint32_t number, std::uint32_t sectors) {
    Line* const line = find(index, number);
    if (line == nullptr) return;
    line->readable &= ~sectors & 0xf;
    line->present &= ~sectors & 0xf;
  }

  /// Asks the host for what it takes to look a line of the set up, which is about to happen.
  void prefetch(std::uint32_t index) const {
    if (sets_ == 0) return;
    const auto* const set = reinterpret_cast<const std::byte*>(&set_[index]);
    for (std::size_t at = 0; at < sizeof(Set); at += kHostLine) __builtin_prefetch(set + at, 1);
  }

  enum class Mark : std::uint8_t { dirty, partial };

  /// Adds sectors to the line's mask. Where more than `most` lines of its set have some by now, the one of them that
  /// was used least recently; else nullptr.
  Line* mark(Line& line, Mark mark, std::uint32_t sectors, std::uint32_t most) {
    const std::uint32_t before = mask_of(line, mark);
    if ((sectors & ~before) == 0) return nullptr;
    set_mask(line, mark, before | sectors);
    if (before != 0) return nullptr;
    Set& set = set_of(line);
    if (++set.marked[static_cast<std::size_t>(mark)] <= most) return nullptr;
    for (std::uint32_t place = set.filled; place-- > 0;) {
      Line& other = set.line[set.order >> 4 * place & 15];
      if (mask_of(other, mark) != 0) return &other;
    }
    return nullptr;
  }

  /// Takes them out.
  void unmark(Line& line, Mark mark, std::uint32_t sectors) {
    const std::uint32_t before = mask_of(line, mark);
    if ((before & sectors) == 0) return;
    set_mask(line, mark, before & ~sectors);
    if ((before & ~sectors) == 0) --set_of(line).marked[static_cast<std::size_t>(mark)];
  }

  /// Another cache has a copy of the line.
  void note_copy(const Line& line) { set_of(line).copied |= way_bit(line); }
  [[nodiscard]] bool has_copy(const Line& line) { return (set_of(line).copied & way_bit(line)) != 0; }

  /// Of a line that has or gets a partial sector; what is said of the others has no meaning.
  [[nodiscard]] Written& written(const Line& line) {
    const Set& set = set_of(line);
    return written_[static_cast<std::size_t>(&set - set_) * Ways + static_cast<std::size_t>(&line - set.line)];
  }

  /// Forgets everything, at little cost.
  void clear() { ++epoch_; }

 private:
  static constexpr std::uint32_t kNoWay = ~std::uint32_t{0};
  static constexpr std::uint32_t kNoLine = ~std::uint32_t{0};  // no line's number
  static constexpr Order kOnes = static_cast<Order>(0x1111111111111111);

  Set& set_at(std::uint32_t index) {
    Set& set = set_[index];
    if (set.epoch != epoch_) [[unlikely]] {
      set.epoch = epoch_;
      set.filled = 0;
      set.order = 0;
      set.marked = {};
      set.copied = set.first = set.last = 0;
      for (std::uint32_t& number_of_none : set.number) number_of_none = kNoLine;
    }
    return set;
  }

  /// As take(), where priorities are in play.
  [[gnu::noinline]] Line& take_ranked(Set& set, std::uint32_t number, EvictionPriority priority, Line& evicted) {
    std::uint32_t way = way_of(set, number);
    const bool is_new = way == kNoWay;
    if (is_new) {
      way = set.filled < Ways ? free_way(set, evicted) : give_up(set, lowest(set), evicted);
      set.number[way] = number;
      set.line[way] = {};
    }
    use(set, way);
    if (priority == EvictionPriority::unchanged) {
      if (!is_new) return set.line[way];
      if (rules_.unchanged_is_first) priority = EvictionPriority::first;
    }
    const auto bit = static_cast<WayMask>(1u << way);
    set.first = static_cast<WayMask>((set.first & ~bit) | (priority == EvictionPriority::first ? bit : 0));
    set.last = static_cast<WayMask>((set.last & ~bit) | (priority == EvictionPriority::last ? bit : 0));
    if (static_cast<std::uint32_t>(std::popcount(set.last)) > rules_.last_ways)
      set.last = static_cast<WayMask>(set.last & ~(1u << oldest_of(set, set.last)));
    return set.line[way];
  }

  /// The way of a full set whose line gives way next.
  [[nodiscard]] std::uint32_t lowest(const Set& set) const {
    if (set.first != 0 && rules_.newest_first) {
      std::uint32_t place = 0;
      while ((set.first >> way_at(set, place) & 1) == 0) ++place;
      return way_at(set, place);
    }
    const auto normal = static_cast<WayMask>(~(set.first | set.last));
    return oldest_of(set, set.first != 0 ? set.first : normal != 0 ? normal : set.last);
  }

  [[nodiscard]] static std::uint32_t way_at(const Set& set, std::uint32_t place) {
    return static_cast<std::uint32_t>(set.order >> 4 * place & 15);
  }

  /// The one of some ways that was used least recently.
  [[nodiscard]] static std::uint32_t oldest_of(const Set& set, WayMask ways) {
    std::uint32_t place = set.filled - 1u;
    while ((ways >> way_at(set, place) & 1) == 0) --place;
    return way_at(set, place);
  }

  [[nodiscard]] Set& set_of(const Line& line) {
    const auto offset = reinterpret_cast<const std::byte*>(&line) - reinterpret_cast<const std::byte*>(set_);
    return set_[static_cast<std::size_t>(offset) / sizeof(Set)];
  }

  [[nodiscard]] WayMask way_bit(const Line& line) { return static_cast<WayMask>(1u << (&line - set_of(line).line)); }

  // A loop of fixed length, which compilers turn into a few instructions: at most one way has the number.
  [[nodiscard]] static std::uint32_t way_of(const Set& set, std::uint32_t number) {
    std::uint32_t found = 0;
    for (std::uint32_t way = 0; way < Ways; ++way) found |= set.number[way] == number ? way + 1 : 0;
    return found - 1;
  }

  /// A way for a new line, the last of the order.
  static std::uint32_t free_way(Set& set, Line& evicted) {
    if (set.filled < Ways) {
      const std::uint32_t way = set.filled++;
      set.order |= Order{way} << 4 * way;
      return way;
    }
    return give_up(set, way_at(set, Ways - 1), evicted);
  }

  /// A way for a new line, which comes first in the order.
  static std::uint32_t next_way(Set& set, Line& evicted) {
    if (set.filled < Ways) {
      const std::uint32_t way = set.filled++;
      set.order = set.order << 4 | way;
      return way;
    }
    const std::uint32_t way = way_at(set, Ways - 1);
    set.order = set.order << 4 | way;
    return give_up(set, way, evicted);
  }

  /// Takes the way's line out.
  static std::uint32_t give_up(Set& set, std::uint32_t way, Line& evicted) {
    evicted = set.line[way];
    set.copied = static_cast<WayMask>(set.copied & ~(1u << way));
    set.marked[0] = static_cast<std::uint8_t>(set.marked[0] - (evicted.dirty != 0));
    set.marked[1] = static_cast<std::uint8_t>(set.marked[1] - (evicted.partial != 0));
    return way;
  }

  /// The way comes first in the order.
  static void use(Set& set, std::uint32_t way) {
    const Order other = set.order ^ kOnes * way;  // its four bits are 0
    const int place = std::countr_zero((other - kOnes) & ~other & kOnes << 3) & static_cast<int>(4 * (Ways - 1));
    const Order before = (Order{1} << place) - 1;
    set.order = (set.order & ~(before | Order{15} << place)) | (set.order & before) << 4 | way;
  }

  [[nodiscard]] static std::uint32_t mask_of(const Line& line, Mark mark) {
    return mark == Mark::dirty ? line.dirty : line.partial;
  }
  static void set_mask(Line& line, Mark mark, std::uint32_t sectors) {
    if (mark == Mark::dirty) {
      line.dirty = sectors & 15;
    } else {
      line.partial = sectors & 15;
    }
  }

  std::uint32_t sets_ = 0;
  std::uint32_t epoch_ = 1;
  std::uint64_t inverse_ = 0;
  Set* set_ = nullptr;
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
