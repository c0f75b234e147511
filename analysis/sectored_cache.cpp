#include "analysis/sectored_cache.hpp"

#include <algorithm>
#include <bit>
#include <new>

namespace warpglass::analysis {
namespace {

template <class T>
T* zeroed(std::size_t count) {
  if (count == 0) return nullptr;
  void* const memory = std::calloc(count, sizeof(T));
  if (memory == nullptr) throw std::bad_alloc();
  return static_cast<T*>(memory);
}

}  // namespace

SectoredCache::SectoredCache(std::uint64_t bytes, std::uint32_t ways)
    : sets_(bytes / (std::uint64_t{arch::kCacheLine} * std::min(ways, kMostWays))),
      ways_(std::min(ways, kMostWays)),
      set_(zeroed<Set>(sets_)),
      lines_(zeroed<Line>(sets_ * ways_)) {}

SectoredCache::Set& SectoredCache::set_at(std::size_t index) {
  Set& set = set_[index];
  if (set.epoch != epoch_) {
    set.epoch = epoch_;
    set.filled = 0;
    set.marked = {};
  }
  return set;
}

// Loops of fixed length, which compilers turn into a few instructions.
std::uint32_t SectoredCache::way_of(const Set& set, std::uint64_t number) {
  std::uint32_t same = 0;
  for (std::uint32_t way = 0; way < kMostWays; ++way) same |= std::uint32_t{set.number[way] == number} << way;
  same &= (1u << set.filled) - 1;
  return same == 0 ? kNoWay : static_cast<std::uint32_t>(std::countr_zero(same));
}

/// The way is the youngest now; those that were younger are one older.
void SectoredCache::use(Set& set, std::uint32_t way) {
  const std::uint8_t before = set.age[way];
  if (before == 0) return;
  for (std::uint8_t& age : set.age) age = static_cast<std::uint8_t>(age + (age < before));
  set.age[way] = 0;
}

SectoredCache::Line* SectoredCache::find(std::uint64_t number) {
  if (sets_ == 0) return nullptr;
  const std::size_t index = number % sets_;
  Set& set = set_at(index);
  const std::uint32_t way = way_of(set, number);
  if (way == kNoWay) return nullptr;
  use(set, way);
  return &lines_[index * ways_ + way];
}

SectoredCache::Line& SectoredCache::take(std::uint64_t number, Line& evicted) {
  evicted = {};
  const std::size_t index = number % sets_;
  Set& set = set_at(index);
  std::uint32_t way = way_of(set, number);
  if (way != kNoWay) {
    use(set, way);
    return lines_[index * ways_ + way];
  }
  if (set.filled < ways_) {
    way = set.filled++;
    set.age[way] = static_cast<std::uint8_t>(way);  // the oldest
  } else {
    way = 0;
    while (set.age[way] + 1u != ways_) ++way;
    evicted = lines_[index * ways_ + way];
    set.marked[0] = static_cast<std::uint8_t>(set.marked[0] - (evicted.dirty != 0));
    set.marked[1] = static_cast<std::uint8_t>(set.marked[1] - (evicted.partial != 0));
  }
  use(set, way);
  set.number[way] = number;
  return lines_[index * ways_ + way] = {};
}

std::uint8_t& SectoredCache::mask_of(Line& line, Mark mark) { return mark == Mark::dirty ? line.dirty : line.partial; }

SectoredCache::Line* SectoredCache::mark(Line& line, Mark mark, std::uint8_t sectors, std::uint32_t most) {
  if (sectors == 0) return nullptr;
  std::uint8_t& mask = mask_of(line, mark);
  const bool fresh = mask == 0;
  mask |= sectors;
  if (!fresh) return nullptr;
  const std::size_t index = static_cast<std::size_t>(&line - lines_.get()) / ways_;
  Set& set = set_[index];
  if (++set.marked[static_cast<std::size_t>(mark)] <= most) return nullptr;
  Line* oldest = nullptr;
  std::uint8_t age = 0;
  for (std::uint32_t way = 0; way < set.filled; ++way) {
    Line& other = lines_[index * ways_ + way];
    if (mask_of(other, mark) == 0 || (oldest != nullptr && set.age[way] < age)) continue;
    oldest = &other;
    age = set.age[way];
  }
  return oldest;
}

void SectoredCache::unmark(Line& line, Mark mark, std::uint8_t sectors) {
  std::uint8_t& mask = mask_of(line, mark);
  if ((mask & sectors) == 0) return;
  mask = static_cast<std::uint8_t>(mask & ~sectors);
  if (mask == 0) --set_[static_cast<std::size_t>(&line - lines_.get()) / ways_].marked[static_cast<std::size_t>(mark)];
}

}  // namespace warpglass::analysis
