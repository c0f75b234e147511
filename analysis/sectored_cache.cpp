#include "analysis/sectored_cache.hpp"

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
    : sets_(bytes / (std::uint64_t{arch::kCacheLine} * ways)),
      ways_(ways),
      numbers_(zeroed<std::uint64_t>(sets_ * ways)),
      lines_(zeroed<Line>(sets_ * ways)) {}

SectoredCache::Line* SectoredCache::find_in(std::size_t set, std::uint64_t number) {
  const std::uint64_t* const numbers = numbers_.get() + set;
  for (std::uint32_t way = 0; way < ways_; ++way) {
    if (numbers[way] != number) continue;
    Line& line = lines_[set + way];
    if (line.used <= cleared_) continue;
    line.used = ++now_;
    return &line;
  }
  return nullptr;
}

SectoredCache::Line* SectoredCache::find(std::uint64_t number) {
  return sets_ == 0 ? nullptr : find_in(first_way(number), number);
}

SectoredCache::Line& SectoredCache::take(std::uint64_t number, Line& evicted) {
  evicted = {};
  const std::size_t set = first_way(number);
  if (Line* const known = find_in(set, number)) return *known;
  std::size_t victim = set;
  for (std::size_t way = set + 1; way < set + ways_ && lines_[victim].used > cleared_; ++way) {
    if (lines_[way].used < lines_[victim].used) victim = way;
  }
  if (lines_[victim].used > cleared_) evicted = lines_[victim];
  numbers_[victim] = number;
  lines_[victim] = {.used = ++now_};
  return lines_[victim];
}

SectoredCache::Marked SectoredCache::marked(std::uint64_t number, std::uint8_t Line::* mask) {
  Marked found;
  const std::size_t set = first_way(number);
  for (std::size_t way = set; way < set + ways_; ++way) {
    Line& line = lines_[way];
    if (line.*mask == 0 || line.used <= cleared_) continue;
    ++found.count;
    if (found.oldest == nullptr || line.used < found.oldest->used) found.oldest = &line;
  }
  return found;
}

}  // namespace warpglass::analysis
