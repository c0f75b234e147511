#include "sim/memory.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <mutex>
#include <utility>

#include "base/large_pages.hpp"
#include "base/round_up.hpp"

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

/// Which allocations share pages of a driver's; as many as there are kinds of pages: none
/// (tests/hardware/memory_reuse.txt).
constexpr std::size_t page_sharers(AllocationKind kind, std::uint64_t size) {
  constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;
  if (kind != AllocationKind::device || size >= 2 * kMiB) return 2;
  return size < kMiB ? 0 : 1;
}

/// Extents with a begin and a size, as few as cover the same bytes.
template <class Extent>
void merge_touching(std::vector<Extent>& extents) {
  std::ranges::sort(extents, {}, &Extent::begin);
  std::size_t kept = 0;
  for (const Extent& one : extents) {
    Extent& last = extents[kept];
    if (one.begin > last.begin + last.size) {
      extents[++kept] = one;
    } else {
      last.size = std::max(last.size, one.begin + one.size - last.begin);
    }
  }
  extents.resize(std::min(extents.size(), kept + 1));
}

// What malloc in device code takes for a block, and the pieces of the heap (Memory::set_heap_limit).
constexpr std::uint64_t kHeapPiece = 1279008;
constexpr std::uint64_t kHeapAtFirst = std::uint64_t{8} << 20;
std::uint64_t on_heap(std::uint64_t size) { return round_up(size, 16) + 16; }

}  // namespace

Memory::Memory(std::uint64_t capacity, std::shared_ptr<AddressSpace> space)
    : space_(space != nullptr ? std::move(space) : std::make_shared<AddressSpace>()), capacity_(capacity) {
  device_ = static_cast<std::uint32_t>(space_->memories_.size());
  space_->memories_.push_back(this);
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
  {
    const std::unique_lock lock(space_->mutex_);
    std::erase_if(space_->live_, [this](const auto& entry) { return entry.second.device == device_; });
    space_->memories_[device_] = nullptr;
  }
  if (arena_ != nullptr) unmap_pages(arena_, arena_size_);
}

std::uint64_t Memory::allocate(std::uint64_t size, AllocationKind kind, std::string label, std::uint64_t alignment) {
  std::uint64_t address = 0;
  {
    const std::unique_lock lock(space_->mutex_);
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
    const std::unique_lock lock(space_->mutex_);
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
  const std::unique_lock lock(space_->mutex_);
  if (bytes == 0) {
    heap_begun_ = false;
    bytes = kHeapAtFirst;
  }
  if (heap_begun_) return false;
  heap_limit_ = bytes;
  return true;
}

std::uint64_t Memory::heap_limit() const {
  const std::shared_lock lock(space_->mutex_);
  return heap_limit_;
}

std::uint64_t Memory::allocate_reserved(std::uint64_t size, std::string label) {
  std::uint64_t address = 0;
  {
    const std::unique_lock lock(space_->mutex_);
    address = take(std::max<std::uint64_t>(size, 1), AllocationKind::reserved, std::move(label), kMinAlignment);
  }
  tell_allocated(address);
  return address;
}

std::uint64_t Memory::reserve(std::uint64_t size) {
  const std::unique_lock lock(space_->mutex_);
  const std::uint64_t begin = find_extent(std::max<std::uint64_t>(size, 1), kMinAlignment);
  if (begin == 0) return 0;
  const auto taken = extents_.find(begin);
  kept_.insert(*taken);
  extents_.erase(taken);
  return begin;
}

bool Memory::allocate_at(std::uint64_t reserved, std::uint64_t size, AllocationKind kind, std::string label) {
  {
    const std::unique_lock lock(space_->mutex_);
    const auto kept = kept_.find(reserved);
    size = std::max<std::uint64_t>(size, 1);
    if (kept == kept_.end() || size + kGap > kept->second || space_->live_.contains(reserved)) return false;
    if (size > capacity_ - used_) return false;
    extents_.insert(*kept);
    add(reserved, size, kind, std::move(label));
    if (!is_free_of_charge(kind)) used_ += size;
  }
  tell_allocated(reserved);
  return true;
}

void Memory::give_up(std::uint64_t reserved) {
  const std::unique_lock lock(space_->mutex_);
  const auto kept = kept_.find(reserved);
  if (kept == kept_.end()) return;
  if (!space_->live_.contains(reserved)) give_back_later({.begin = kept->first, .size = kept->second});
  kept_.erase(kept);
}

// Without the lock: who hears it may ask for allocations.
void Memory::tell_allocated(std::uint64_t address) const {
  if (!heard_) return;
  if (const std::optional<Allocation> fresh = find(address)) {
    heard_({.what = MemoryAction::allocate, .address = address, .bytes = fresh->size, .allocation = &*fresh});
  }
}

// CUDA Programming Guide, "Unified virtual addressing": what the host may touch, all devices do.
void Memory::add(std::uint64_t begin, std::uint64_t size, AllocationKind kind, std::string label) {
  if (const std::size_t sharers = page_sharers(kind, size); sharers < together_.size()) ++together_[sharers].alive;
  const bool hosts = kind == AllocationKind::managed || kind == AllocationKind::pinned;
  space_->live_.emplace(begin, Allocation{.begin = begin,
                                          .size = size,
                                          .kind = kind,
                                          .label = std::move(label),
                                          .serial = ++space_->serial_,
                                          .device = device_,
                                          .open_to = hosts ? ~std::uint32_t{0} : 0,
                                          .contents = ++space_->contents_});
}

std::uint64_t Memory::take(std::uint64_t size, AllocationKind kind, std::string label, std::uint64_t alignment) {
  const std::uint64_t begin = find_extent(size, alignment);
  if (begin != 0) add(begin, size, kind, std::move(label));
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
  const std::unique_lock lock(space_->mutex_);
  delay_ = bytes;
  give_back_delayed(delay_);
}

bool Memory::release(std::uint64_t address) {
  std::unique_lock lock(space_->mutex_);
  const auto it = space_->live_.find(address);
  if (it == space_->live_.end()) return false;
  if (it->second.device != device_) {
    Memory* const owner = space_->memories_[it->second.device];
    lock.unlock();
    return owner->release(address);
  }
  const auto taken = extents_.find(address);
  const Extent extent{.begin = address, .size = taken->second};
  extents_.erase(taken);
  if (extent.size != 0 && !is_free_of_charge(it->second.kind)) used_ -= it->second.size;
  if (it->second.kind == AllocationKind::heap) heap_used_ -= on_heap(it->second.size);
  const bool kept = kept_.contains(address);
  const Allocation gone = std::move(it->second);
  space_->live_.erase(it);
  // What a launch itself needed is nobody's to use, and adopted memory is still the host's.
  if (!is_free_of_charge(gone.kind) && extent.size != 0) space_->freed_.push_front(gone);
  if (space_->freed_.size() > kMaxFreed) space_->freed_.pop_back();
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
  const std::size_t sharers = page_sharers(gone.kind, gone.size);
  if (sharers == together_.size()) {
    // Nobody finds on a chip what a driver keeps for itself.
    if (gone.kind == AllocationKind::device || gone.kind == AllocationKind::reserved) wipe_free(extent);
    return true;
  }
  Together& together = together_[sharers];
  together.freed.push_back(extent);
  // One that stays while others come and go, at the same addresses over and over, is no reason to keep them all.
  constexpr std::size_t kMany = 1024;
  if (together.freed.size() % kMany == 0) merge_touching(together.freed);
  if (--together.alive == 0) {
    for (const Extent& one : together.freed) wipe_free(one);
    together.freed.clear();
  }
  return true;
}

/// Zero becomes what of an extent nobody has been given since; whole pages of a large one are handed back, not written.
void Memory::wipe_free(Extent extent) {
  const std::uint64_t end = extent.begin + extent.size;
  auto hole = free_.upper_bound(extent.begin);
  if (hole != free_.begin()) --hole;
  for (; hole != free_.end() && hole->first < end; ++hole) {
    const std::uint64_t first = std::max(hole->first, extent.begin);
    const std::uint64_t last = std::min(hole->first + hole->second, end);
    if (first >= last) continue;
    const std::uint64_t page_begin = std::min(round_up(first, 4096), last);
    const std::uint64_t page_end = std::max(last / 4096 * 4096, page_begin);
    if (page_end - page_begin >= kReturnPages) {
      std::memset(host(first), 0, page_begin - first);
      madvise(host(page_begin), page_end - page_begin, MADV_DONTNEED);
      std::memset(host(page_end), 0, last - page_end);
    } else {
      std::memset(host(first), 0, last - first);
    }
  }
}

bool Memory::adopt(void* host_memory, std::uint64_t size, std::string label, bool is_mapped) {
  std::unique_lock lock(space_->mutex_);
  const std::uint64_t begin = reinterpret_cast<std::uintptr_t>(host_memory);
  if (begin == 0 || size == 0 || begin + size < begin) return false;
  auto next = space_->live_.lower_bound(begin);
  if (next != space_->live_.end() && next->first < begin + size) return false;
  if (next != space_->live_.begin() && (--next, next->second.end() > begin)) return false;
  extents_.emplace(begin, 0);
  add(begin, size, AllocationKind::pinned, std::move(label));
  space_->live_.at(begin).is_mapped = is_mapped;
  lock.unlock();
  tell_allocated(begin);
  return true;
}

const Allocation* Memory::find_locked(std::uint64_t address) const {
  auto it = space_->live_.upper_bound(address);
  if (it == space_->live_.begin()) return nullptr;
  --it;
  return address < it->second.end() ? &it->second : nullptr;
}

std::optional<Allocation> Memory::find(std::uint64_t address) const {
  const std::shared_lock lock(space_->mutex_);
  const Allocation* const found = find_locked(address);
  return found != nullptr ? std::optional(*found) : std::nullopt;
}

std::uint64_t Memory::end_of(std::uint64_t address) const {
  const std::shared_lock lock(space_->mutex_);
  const Allocation* last = find_locked(address);
  if (last == nullptr) return 0;
  while (last->is_mapped) {
    const auto next = space_->live_.find(last->end());
    if (next == space_->live_.end() || !next->second.is_mapped) break;
    last = &next->second;
  }
  return last->end();
}

/// Bytes up to where another part of virtual memory may begin; of other memory there is no such place.
std::uint64_t Memory::left_of_part(std::uint64_t address) const {
  const std::optional<Allocation> part = find(address);
  return part && part->is_mapped ? part->end() - address : ~std::uint64_t{0};
}

std::uint64_t Memory::change_contents(std::uint64_t address, std::uint64_t bytes) const {
  const std::unique_lock lock(space_->mutex_);
  const std::uint64_t number = ++space_->contents_;
  auto first = space_->live_.upper_bound(address);
  if (first != space_->live_.begin() && std::prev(first)->second.end() > address) --first;
  for (; first != space_->live_.end() && (first->first <= address || first->first - address < bytes); ++first)
    first->second.contents = number;
  return number;
}

void Memory::change_all_contents() const {
  const std::unique_lock lock(space_->mutex_);
  for (auto& [begin, allocation] : space_->live_) allocation.contents = ++space_->contents_;
}

void Memory::set_contents(std::uint64_t begin, std::uint64_t number) const {
  const std::unique_lock lock(space_->mutex_);
  if (const auto found = space_->live_.find(begin); found != space_->live_.end()) found->second.contents = number;
}

void Memory::tell(const MemoryEvent& event) const {
  const bool writes = event.what == MemoryAction::write || event.what == MemoryAction::copy ||
                      event.what == MemoryAction::fill || event.what == MemoryAction::library_write;
  if (writes && !event.same) change_contents(event.address, event.bytes);
  if (!heard_) return;
  if (event.allocation != nullptr) return heard_(event);
  MemoryEvent part = event;
  for (std::uint64_t left = event.bytes;;) {
    part.bytes = std::min(left, left_of_part(part.address));
    if (part.from != 0) part.bytes = std::min(part.bytes, left_of_part(part.from));
    heard_(part);
    if (part.bytes >= left) return;
    left -= part.bytes;
    part.address += part.bytes;
    if (part.from != 0) part.from += part.bytes;
  }
}

std::optional<Allocation> Memory::reach(std::uint64_t address) const {
  const std::shared_lock lock(space_->mutex_);
  const Allocation* const found = find_locked(address);
  return found != nullptr && may_reach(*found) ? std::optional(*found) : std::nullopt;
}

bool Memory::may_reach(const Allocation& allocation) const {
  if (allocation.device == device_ || (allocation.open_to >> device_ & 1u) != 0) return true;
  return !allocation.by_grant && has_peer(allocation.device);
}

void Memory::open_peer(std::uint32_t device, bool open) {
  const std::unique_lock lock(space_->mutex_);
  const std::uint32_t bit = 1u << device;
  peers_ = open ? peers_ | bit : peers_ & ~bit;
}

bool Memory::grant(std::uint64_t address, std::uint32_t devices) {
  const std::unique_lock lock(space_->mutex_);
  const Allocation* const found = find_locked(address);
  if (found == nullptr) return false;
  Allocation& allocation = space_->live_.at(found->begin);
  allocation.open_to = devices;
  allocation.by_grant = true;
  return true;
}

bool Memory::has_host_memory() const {
  const std::shared_lock lock(space_->mutex_);
  return std::ranges::any_of(space_->live_, [](const auto& entry) {
    return entry.second.kind == AllocationKind::managed || entry.second.kind == AllocationKind::pinned;
  });
}

std::optional<Allocation> Memory::nearest(std::uint64_t address) const {
  const std::shared_lock lock(space_->mutex_);
  if (space_->live_.empty()) return std::nullopt;
  const auto is_object = [](const auto& entry) { return entry.second.kind != AllocationKind::reserved; };
  auto above = space_->live_.lower_bound(address);
  auto below = above;
  while (above != space_->live_.end() && !is_object(*above)) ++above;
  while (below != space_->live_.begin() && !is_object(*std::prev(below))) --below;
  const bool any_above = above != space_->live_.end();
  if (below == space_->live_.begin()) return any_above ? std::optional(above->second) : std::nullopt;
  --below;
  if (!any_above) return below->second;
  const std::uint64_t over = address >= below->second.end() ? address - below->second.end() : 0;
  return over <= above->first - address ? below->second : above->second;
}

std::optional<Allocation> Memory::find_freed(std::uint64_t address) const {
  if (find(address)) return std::nullopt;
  const std::shared_lock lock(space_->mutex_);
  for (const Allocation& gone : space_->freed_) {
    if (address >= gone.begin && address < gone.end()) return gone;
  }
  return std::nullopt;
}

bool Memory::in_arena(std::uint64_t address) const {
  const std::shared_lock lock(space_->mutex_);
  return std::ranges::any_of(space_->memories_, [address](const Memory* memory) {
    return memory != nullptr && address - reinterpret_cast<std::uintptr_t>(memory->arena_) < memory->arena_size_;
  });
}

std::uint64_t Memory::used() const {
  const std::shared_lock lock(space_->mutex_);
  return used_;
}

std::map<std::uint64_t, Allocation> Memory::allocations() const {
  const std::shared_lock lock(space_->mutex_);
  std::map<std::uint64_t, Allocation> own;
  for (const auto& [begin, allocation] : space_->live_)
    if (allocation.device == device_) own.emplace(begin, allocation);
  return own;
}

}  // namespace warpglass::sim
