#include "sim/memory.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <mutex>
#include <utility>

#include "base/large_pages.hpp"

namespace warpglass::sim {
namespace {

// Bytes left free behind every allocation, so that running off its end lands in no allocation at all. Being readable
// host memory, the gap also lets the engine load whole vectors at an allocation's end.
constexpr std::uint64_t kGap = 512;
constexpr std::uint64_t kMinAlignment = 256;
// Freed extents of at least this size give their pages back to the host.
constexpr std::uint64_t kReturnPages = std::uint64_t{1} << 20;
// Freed allocations that are remembered, for messages.
constexpr std::size_t kMaxFreed = 4096;

/// Beside what the program has allocated.
constexpr bool is_free_of_charge(AllocationKind kind) {
  return kind == AllocationKind::constant || kind == AllocationKind::reserved;
}

constexpr std::uint64_t round_up(std::uint64_t value, std::uint64_t unit) { return (value + unit - 1) / unit * unit; }

// What malloc in device code takes for a block, and the pieces of the heap (Memory::set_heap_limit).
constexpr std::uint64_t kHeapPiece = 1279008;
constexpr std::uint64_t kHeapAtFirst = std::uint64_t{8} << 20;
std::uint64_t on_heap(std::uint64_t size) { return round_up(size, 16) + 16; }

}  // namespace

Memory::Memory(std::uint64_t capacity) : capacity_(capacity) {
  // Twice the capacity leaves room for gaps and fragments. Hosts that forbid overcommitting get what they allow.
  for (arena_size_ = std::max<std::uint64_t>(2 * capacity, 1 << 20); arena_size_ >= (1 << 20); arena_size_ /= 2) {
    arena_ = static_cast<std::byte*>(map_pages(arena_size_));
    if (arena_ != nullptr) break;
  }
  if (arena_ == nullptr) {
    arena_size_ = 0;
    capacity_ = 0;
    return;
  }
  capacity_ = std::min(capacity_, arena_size_);
  // The first page stays free: vectors may be read from somewhat below the first allocation.
  free_.emplace(reinterpret_cast<std::uintptr_t>(arena_) + 4096, arena_size_ - 4096);
}

Memory::~Memory() {
  if (arena_ != nullptr) unmap_pages(arena_, arena_size_);
}

std::uint64_t Memory::allocate(std::uint64_t size, AllocationKind kind, std::string label, std::uint64_t alignment) {
  std::uint64_t address = 0;
  {
    const std::unique_lock lock(mutex_);
    if (size == 0) size = 1;
    if (size > capacity_ - used_) return 0;
    address = take(size, kind, std::move(label), alignment);
    if (address != 0 && !is_free_of_charge(kind)) used_ += size;
  }
  tell_allocated(address);
  return address;
}

std::uint64_t Memory::allocate_from_heap(std::uint64_t size, std::string label) {
  std::uint64_t address = 0;
  {
    const std::unique_lock lock(mutex_);
    heap_begun_ = true;
    size = std::max<std::uint64_t>(size, 1);
    if (size > heap_limit_ || on_heap(size) > heap_limit_ / kHeapPiece * kHeapPiece ||
        on_heap(size) > heap_limit_ - heap_used_ || size > capacity_ - used_)
      return 0;
    address = take(size, AllocationKind::heap, std::move(label), kMinAlignment);
    if (address == 0) return 0;
    used_ += size;
    heap_used_ += on_heap(size);
  }
  tell_allocated(address);
  return address;
}

bool Memory::set_heap_limit(std::uint64_t bytes) {
  const std::unique_lock lock(mutex_);
  if (bytes == 0) {
    heap_begun_ = false;
    bytes = kHeapAtFirst;
  }
  if (heap_begun_) return false;
  heap_limit_ = bytes;
  return true;
}

std::uint64_t Memory::heap_limit() const {
  const std::shared_lock lock(mutex_);
  return heap_limit_;
}

std::uint64_t Memory::allocate_reserved(std::uint64_t size, std::string label) {
  std::uint64_t address = 0;
  {
    const std::unique_lock lock(mutex_);
    address = take(std::max<std::uint64_t>(size, 1), AllocationKind::reserved, std::move(label), kMinAlignment);
  }
  tell_allocated(address);
  return address;
}

std::uint64_t Memory::reserve(std::uint64_t size) {
  const std::unique_lock lock(mutex_);
  const std::uint64_t begin = find_extent(std::max<std::uint64_t>(size, 1), kMinAlignment);
  if (begin == 0) return 0;
  const auto taken = extents_.find(begin);
  kept_.insert(*taken);
  extents_.erase(taken);
  return begin;
}

bool Memory::allocate_at(std::uint64_t reserved, std::uint64_t size, AllocationKind kind, std::string label) {
  {
    const std::unique_lock lock(mutex_);
    const auto kept = kept_.find(reserved);
    size = std::max<std::uint64_t>(size, 1);
    if (kept == kept_.end() || size + kGap > kept->second || live_.contains(reserved)) return false;
    if (size > capacity_ - used_) return false;
    extents_.insert(*kept);
    live_.emplace(reserved, Allocation{reserved, size, kind, std::move(label), ++serial_});
    if (!is_free_of_charge(kind)) used_ += size;
  }
  tell_allocated(reserved);
  return true;
}

void Memory::give_up(std::uint64_t reserved) {
  const std::unique_lock lock(mutex_);
  const auto kept = kept_.find(reserved);
  if (kept == kept_.end()) return;
  if (!live_.contains(reserved)) give_back_later({.begin = kept->first, .size = kept->second});
  kept_.erase(kept);
}

// Without the lock: who hears it may ask for allocations.
void Memory::tell_allocated(std::uint64_t address) const {
  if (!heard_) return;
  if (const std::optional<Allocation> fresh = find(address)) {
    heard_({.what = MemoryAction::allocate, .address = address, .bytes = fresh->size, .allocation = &*fresh});
  }
}

std::uint64_t Memory::take(std::uint64_t size, AllocationKind kind, std::string label, std::uint64_t alignment) {
  const std::uint64_t begin = find_extent(size, alignment);
  if (begin != 0) live_.emplace(begin, Allocation{begin, size, kind, std::move(label), ++serial_});
  return begin;
}

std::uint64_t Memory::find_extent(std::uint64_t size, std::uint64_t alignment) {
  std::uint64_t begin = take_extent(size, alignment);
  if (begin == 0 && !delayed_.empty()) {
    give_back_delayed(0);
    begin = take_extent(size, alignment);
  }
  return begin;
}

std::uint64_t Memory::take_extent(std::uint64_t size, std::uint64_t alignment) {
  alignment = std::max(alignment, kMinAlignment);
  const std::uint64_t extent = round_up(size, kMinAlignment) + kGap;
  for (auto it = free_.begin(); it != free_.end(); ++it) {
    const std::uint64_t begin = round_up(it->first, alignment);
    if (begin + extent > it->first + it->second) continue;
    const std::uint64_t hole_begin = it->first;
    const std::uint64_t hole_end = it->first + it->second;
    free_.erase(it);
    if (begin > hole_begin) free_.emplace(hole_begin, begin - hole_begin);
    if (begin + extent < hole_end) free_.emplace(begin + extent, hole_end - begin - extent);
    extents_.emplace(begin, extent);
    return begin;
  }
  return 0;
}

void Memory::give_back(Extent extent) {
  const auto after = free_.lower_bound(extent.begin);
  if (after != free_.end() && after->first == extent.begin + extent.size) {
    extent.size += after->second;
    free_.erase(after);
  }
  auto before = free_.lower_bound(extent.begin);
  if (before != free_.begin() && (--before, before->first + before->second == extent.begin)) {
    before->second += extent.size;
  } else {
    free_.emplace(extent.begin, extent.size);
  }
}

void Memory::give_back_later(Extent extent) {
  delayed_.push_back(extent);
  delayed_bytes_ += extent.size;
  give_back_delayed(delay_);
}

void Memory::give_back_delayed(std::uint64_t all_but) {
  while (delayed_bytes_ > all_but) {
    delayed_bytes_ -= delayed_.front().size;
    give_back(delayed_.front());
    delayed_.pop_front();
  }
}

void Memory::delay_reuse(std::uint64_t bytes) {
  const std::unique_lock lock(mutex_);
  delay_ = bytes;
  give_back_delayed(delay_);
}

bool Memory::release(std::uint64_t address) {
  std::unique_lock lock(mutex_);
  const auto it = live_.find(address);
  if (it == live_.end()) return false;
  const auto taken = extents_.find(address);
  const Extent extent{.begin = address, .size = taken->second};
  extents_.erase(taken);
  if (extent.size != 0 && !is_free_of_charge(it->second.kind)) used_ -= it->second.size;
  if (it->second.kind == AllocationKind::heap) heap_used_ -= on_heap(it->second.size);
  const bool kept = kept_.contains(address);
  const Allocation gone = std::move(it->second);
  live_.erase(it);
  // What a launch itself needed is nobody's to use, and adopted memory is still the host's.
  if (!is_free_of_charge(gone.kind) && extent.size != 0) freed_.push_front(gone);
  if (freed_.size() > kMaxFreed) freed_.pop_back();
  lock.unlock();
  tell({.what = MemoryAction::free, .address = address, .bytes = gone.size, .allocation = &gone});
  if (extent.size == 0) return true;
  // What it held stands until everybody has been told.
  lock.lock();
  if (extent.size >= kReturnPages || delay_ != 0) {
    const std::uint64_t page_begin = round_up(extent.begin, 4096);
    const std::uint64_t page_end = (extent.begin + extent.size) / 4096 * 4096;
    if (page_end > page_begin) madvise(host(page_begin), page_end - page_begin, MADV_DONTNEED);
  }
  if (!kept) give_back_later(extent);
  return true;
}

bool Memory::adopt(void* host_memory, std::uint64_t size, std::string label) {
  std::unique_lock lock(mutex_);
  const std::uint64_t begin = reinterpret_cast<std::uintptr_t>(host_memory);
  if (begin == 0 || size == 0 || begin + size < begin) return false;
  auto next = live_.lower_bound(begin);
  if (next != live_.end() && next->first < begin + size) return false;
  if (next != live_.begin() && (--next, next->second.end() > begin)) return false;
  extents_.emplace(begin, 0);
  live_.emplace(begin, Allocation{begin, size, AllocationKind::pinned, std::move(label), ++serial_});
  lock.unlock();
  tell_allocated(begin);
  return true;
}

std::optional<Allocation> Memory::find(std::uint64_t address) const {
  const std::shared_lock lock(mutex_);
  auto it = live_.upper_bound(address);
  if (it == live_.begin()) return std::nullopt;
  --it;
  if (address >= it->second.end()) return std::nullopt;
  return it->second;
}

bool Memory::has_host_memory() const {
  const std::shared_lock lock(mutex_);
  return std::ranges::any_of(live_, [](const auto& entry) {
    return entry.second.kind == AllocationKind::managed || entry.second.kind == AllocationKind::pinned;
  });
}

std::optional<Allocation> Memory::nearest(std::uint64_t address) const {
  const std::shared_lock lock(mutex_);
  if (live_.empty()) return std::nullopt;
  const auto is_object = [](const auto& entry) { return entry.second.kind != AllocationKind::reserved; };
  auto above = live_.lower_bound(address);
  auto below = above;
  while (above != live_.end() && !is_object(*above)) ++above;
  while (below != live_.begin() && !is_object(*std::prev(below))) --below;
  const bool any_above = above != live_.end();
  if (below == live_.begin()) return any_above ? std::optional(above->second) : std::nullopt;
  --below;
  if (!any_above) return below->second;
  const std::uint64_t over = address >= below->second.end() ? address - below->second.end() : 0;
  return over <= above->first - address ? below->second : above->second;
}

std::optional<Allocation> Memory::find_freed(std::uint64_t address) const {
  if (find(address)) return std::nullopt;
  const std::shared_lock lock(mutex_);
  for (const Allocation& gone : freed_) {
    if (address >= gone.begin && address < gone.end()) return gone;
  }
  return std::nullopt;
}

bool Memory::in_arena(std::uint64_t address) const {
  return address - reinterpret_cast<std::uintptr_t>(arena_) < arena_size_;
}

std::uint64_t Memory::used() const {
  const std::shared_lock lock(mutex_);
  return used_;
}

std::map<std::uint64_t, Allocation> Memory::allocations() const {
  const std::shared_lock lock(mutex_);
  return live_;
}

}  // namespace warpglass::sim
