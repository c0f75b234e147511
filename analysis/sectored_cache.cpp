#include "analysis/sectored_cache.hpp"

#include <algorithm>

#include "arch/caches.hpp"

namespace warpglass::analysis {

SectoredCache::SectoredCache(std::uint64_t bytes, std::uint32_t ways)
    : sets_(bytes / (std::uint64_t{arch::kCacheLine} * ways)), ways_(ways), lines_(sets_ * ways) {}

SectoredCache::Line* SectoredCache::find(std::uint64_t number) {
  if (sets_ == 0) return nullptr;
  Line* const set = set_of(number);
  for (std::uint32_t way = 0; way < ways_; ++way) {
    if (set[way].number != number || set[way].used <= cleared_) continue;
    set[way].used = ++now_;
    return &set[way];
  }
  return nullptr;
}

SectoredCache::Line& SectoredCache::take(std::uint64_t number, Line& evicted) {
  evicted = {};
  if (Line* const known = find(number)) return *known;
  Line* const set = set_of(number);
  Line* const victim = std::min_element(set, set + ways_, [](const Line& x, const Line& y) { return x.used < y.used; });
  if (victim->used > cleared_) evicted = *victim;
  *victim = {.number = number, .used = ++now_};
  return *victim;
}

SectoredCache::DirtyLines SectoredCache::dirty_lines(std::uint64_t number) {
  DirtyLines found;
  Line* const set = set_of(number);
  for (std::uint32_t way = 0; way < ways_; ++way) {
    if (set[way].dirty == 0 || set[way].used <= cleared_) continue;
    ++found.count;
    if (found.oldest == nullptr || set[way].used < found.oldest->used) found.oldest = &set[way];
  }
  return found;
}

}  // namespace warpglass::analysis
