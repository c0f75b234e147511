// What is done with the lines of a cache (analysis/sectored_cache.hpp). Included by what compiles itself once per
// instruction set: a set's lines are compared with the wanted one at once, and its order is a number whose parts move.
#if defined(WARPGLASS_ANALYSIS_CACHED_LINES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WARPGLASS_ANALYSIS_CACHED_LINES_INL_HPP
#undef WARPGLASS_ANALYSIS_CACHED_LINES_INL_HPP
#else
#define WARPGLASS_ANALYSIS_CACHED_LINES_INL_HPP
#endif

#include <hwy/highway.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>

#include "analysis/sectored_cache.hpp"
#include "base/cache_operator.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpglass::analysis::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// The lines of one cache.
template <std::uint32_t Ways>
class CachedLines {
 public:
  using Cache = SectoredCache<Ways>;
  using Set = typename Cache::Set;
  using Order = typename Cache::Order;
  using WayMask = typename Cache::WayMask;

  CachedLines() = default;
  /// \param cache  outlives this, and is not cleared meanwhile
  HWY_INLINE explicit CachedLines(Cache& cache) : cache_(&cache), sets_(cache.sets()), epoch_(cache.epoch()) {}

  /// A line that is there.
  class Entry {
   public:
    HWY_INLINE Entry(Set& set, std::uint32_t way) : set_(&set), way_(way) {}
    HWY_INLINE CachedLine& line() const { return set_->line[way_]; }
    HWY_INLINE CachedLine* operator->() const { return &line(); }

   private:
    friend class CachedLines;
    Set* set_;
    std::uint32_t way_;
  };

  /// The line, or nullptr; counts as a use.
  /// \param index   of its set
  /// \param number  address / 128
  HWY_INLINE CachedLine* find(std::uint32_t index, std::uint32_t number) const {
    if (!cache_->holds_anything()) return nullptr;
    Set& set = set_at(index);
    if (const std::uint32_t newest = way_at(set, 0); set.number[newest] == number) return &set.line[newest];
    const std::uint32_t way = way_of(set, number);
    if (way == kNoWay) return nullptr;
    use(set, way);
    return &set.line[way];
  }

  /// The line, made where it is not there.
  /// \param priority  of the line from now on; none is normal, no_allocate has no meaning here
  /// \param evicted   empty before; what had to give way
  HWY_INLINE Entry take(std::uint32_t index, std::uint32_t number, EvictionPriority priority,
                        CachedLine& evicted) const {
    Set& set = set_at(index);
    if ((set.first | set.last | static_cast<unsigned>(priority)) != 0) [[unlikely]]
      return {set, take_ranked(set, number, priority, evicted)};
    if (const std::uint32_t newest = way_at(set, 0); set.number[newest] == number) return {set, newest};
    std::uint32_t way = way_of(set, number);
    if (way != kNoWay) {
      use(set, way);
      return {set, way};
    }
    way = way_at(set, Ways - 1);
    set.order = set.order << 4 | way;
    evicted = replace(set, way, number);
    return {set, way};
  }

  /// Of a line that is there: sectors are not any more. Counts as a use.
  HWY_INLINE void forget(std::uint32_t index, std::uint32_t number, std::uint32_t sectors) const {
    CachedLine* const line = find(index, number);
    if (line == nullptr) return;
    line->remove(CachedLine::kReadable, sectors);
    line->remove(CachedLine::kPresent, sectors);
  }

  // Two masks of a line, of which the set knows how many lines have sectors there.
  enum class Mark : std::uint8_t { dirty, partial };

  /// Adds sectors to the line's mask. Where more than `most` lines of its set have some by now, the one of them that
  /// was used least recently.
  HWY_INLINE std::optional<Entry> mark(Entry entry, Mark mark, std::uint32_t sectors, std::uint32_t most) const {
    const std::uint32_t before = entry->mask(place_of(mark));
    if ((sectors & ~before) == 0) return {};
    entry->add(place_of(mark), sectors);
    Set& set = *entry.set_;
    if (before != 0 || ++set.marked[static_cast<std::size_t>(mark)] <= most) return {};
    return Entry(set, oldest_marked(set, place_of(mark)));
  }

  /// Takes them out.
  HWY_INLINE void unmark(Entry entry, Mark mark, std::uint32_t sectors) const {
    const std::uint32_t before = entry->mask(place_of(mark));
    if ((before & sectors) == 0) return;
    entry->remove(place_of(mark), sectors);
    if ((before & ~sectors) == 0) --entry.set_->marked[static_cast<std::size_t>(mark)];
  }

  /// Another cache has a copy of the line, if it `has`.
  HWY_INLINE void note_copy(Entry entry, bool has = true) const {
    entry.set_->copied |= static_cast<WayMask>(std::uint32_t{has} << entry.way_);
  }
  HWY_INLINE bool has_copy(Entry entry) const { return (entry.set_->copied >> entry.way_ & 1) != 0; }

  HWY_INLINE typename Cache::Written& written(Entry entry) const { return cache_->written(*entry.set_, entry.way_); }

 private:
  static constexpr std::uint32_t kNoWay = ~std::uint32_t{0};
  static constexpr std::uint32_t kNoLine = ~std::uint32_t{0};  // no line's number
  static constexpr Order kOnes = static_cast<Order>(0x1111111111111111);
  static constexpr Order kFromTheLast = static_cast<Order>(Ways == 8 ? 0x01234567u : 0x0123456789abcdefu);

  HWY_INLINE Set& set_at(std::uint32_t index) const {
    Set& set = sets_[index];
    if (set.epoch != epoch_) [[unlikely]]
      empty(set, epoch_);
    return set;
  }

  static HWY_NOINLINE void empty(Set& set, std::uint32_t epoch) {
    set = {};
    set.epoch = epoch;
    set.order = kFromTheLast;
    for (std::uint32_t& number_of_none : set.number) number_of_none = kNoLine;
  }

  /// As take(), where priorities are in play.
  HWY_NOINLINE std::uint32_t take_ranked(Set& set, std::uint32_t number, EvictionPriority priority,
                                         CachedLine& evicted) const {
    const arch::EvictionRules& rules = cache_->rules();
    std::uint32_t way = way_of(set, number);
    const bool is_new = way == kNoWay;
    if (is_new) {
      way = way_at(set, Ways - 1);
      if (set.number[way] != kNoLine) way = lowest(set);
      evicted = replace(set, way, number);
    }
    use(set, way);
    if (priority == EvictionPriority::unchanged) {
      if (!is_new) return way;
      if (rules.unchanged_is_first) priority = EvictionPriority::first;
    }
    const auto bit = static_cast<WayMask>(1u << way);
    set.first = static_cast<WayMask>((set.first & ~bit) | (priority == EvictionPriority::first ? bit : 0));
    set.last = static_cast<WayMask>((set.last & ~bit) | (priority == EvictionPriority::last ? bit : 0));
    if (static_cast<std::uint32_t>(std::popcount(set.last)) > rules.last_ways)
      set.last = static_cast<WayMask>(set.last & ~(1u << oldest_of(set, set.last)));
    return way;
  }

  /// The way of a full set whose line gives way next.
  HWY_INLINE std::uint32_t lowest(const Set& set) const {
    if (set.first != 0 && cache_->rules().newest_first) {
      std::uint32_t place = 0;
      while ((set.first >> way_at(set, place) & 1) == 0) ++place;
      return way_at(set, place);
    }
    const auto normal = static_cast<WayMask>(~(set.first | set.last));
    return oldest_of(set, set.first != 0 ? set.first : normal != 0 ? normal : set.last);
  }

  static HWY_INLINE std::uint32_t way_at(const Set& set, std::uint32_t place) {
    return static_cast<std::uint32_t>(set.order >> 4 * place & 15);
  }

  /// The one of some ways that was used least recently.
  static HWY_INLINE std::uint32_t oldest_of(const Set& set, WayMask ways) {
    std::uint32_t place = Ways - 1;
    while ((ways >> way_at(set, place) & 1) == 0) --place;
    return way_at(set, place);
  }

  /// The same of those whose lines have sectors in a mask.
  static HWY_INLINE std::uint32_t oldest_marked(const Set& set, unsigned mask) {
    std::uint32_t place = Ways - 1;
    while (set.line[way_at(set, place)].mask(mask) == 0) --place;
    return way_at(set, place);
  }

  // At most one way has the number.
  static HWY_INLINE std::uint32_t way_of(const Set& set, std::uint32_t number) {
    const hn::CappedTag<std::uint32_t, Ways> d;
    const auto wanted = hn::Set(d, number);
    std::uint32_t found = 0;
    for (std::size_t way = 0; way < Ways; way += hn::Lanes(d)) {
      std::uint8_t bytes[8] = {};
      hn::StoreMaskBits(d, hn::Eq(hn::Load(d, set.number + way), wanted), bytes);
      std::uint16_t bits;
      std::memcpy(&bits, bytes, sizeof bits);
      found |= std::uint32_t{bits} << way;
    }
    return found == 0 ? kNoWay : static_cast<std::uint32_t>(std::countr_zero(found));
  }

  /// Puts another line in the way's place. \returns what it had
  static HWY_INLINE CachedLine replace(Set& set, std::uint32_t way, std::uint32_t number) {
    const CachedLine evicted = std::exchange(set.line[way], {});
    set.number[way] = number;
    set.copied = static_cast<WayMask>(set.copied & ~(1u << way));
    if ((evicted.bits >> CachedLine::kDirty) != 0) {
      set.marked[0] = static_cast<std::uint8_t>(set.marked[0] - (evicted.dirty() != 0));
      set.marked[1] = static_cast<std::uint8_t>(set.marked[1] - (evicted.partial() != 0));
    }
    return evicted;
  }

  /// The way comes first in the order.
  static HWY_INLINE void use(Set& set, std::uint32_t way) {
    const Order other = set.order ^ kOnes * way;  // its four bits are 0
    const int place = std::countr_zero((other - kOnes) & ~other & kOnes << 3) & static_cast<int>(4 * (Ways - 1));
    const Order before = (Order{1} << place) - 1;
    set.order = (set.order & ~(before | Order{15} << place)) | (set.order & before) << 4 | way;
  }

  static constexpr unsigned place_of(Mark mark) {
    return mark == Mark::dirty ? CachedLine::kDirty : CachedLine::kPartial;
  }

  Cache* cache_ = nullptr;
  Set* sets_ = nullptr;
  std::uint32_t epoch_ = 0;
};

}  // namespace
}  // namespace warpglass::analysis::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
