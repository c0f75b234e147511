// Device memory. Global addresses live in an arena reserved in the host's address space, so a device pointer into
// managed or pinned memory is the host pointer as well. Shared and local memory have generic windows outside any
// address a host can have. Every access is checked against its allocation; gaps between allocations catch overruns.
//
// Devices of one process have one address space: each has an arena and a capacity of its own, any of them says what an
// address is, and whose, and kernels of one reach memory of another where that has been opened to them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpglass::sim {

/// Generic addresses of the shared and local windows: bits 63..56 tell the window, the rest is the offset.
inline constexpr std::uint64_t kSharedWindow = std::uint64_t{0x01} << 56;
inline constexpr std::uint64_t kLocalWindow = std::uint64_t{0x02} << 56;
inline constexpr std::uint64_t kWindowMask = std::uint64_t{0xff} << 56;

/// Addresses of shared memory, generic or not, name the block of the cluster in bits 31..24: 0 is the one that runs,
/// else the rank and 1. More than a block's shared memory has.
inline constexpr unsigned kClusterShift = 24;
inline constexpr std::uint64_t kClusterMask = std::uint64_t{0xff} << kClusterShift;

/// The block of the cluster that an address of shared memory names; nothing: the one that runs.
[[nodiscard]] inline std::optional<std::uint32_t> named_rank(std::uint64_t address) {
  const std::uint64_t named = (address & kClusterMask) >> kClusterShift;
  if (named == 0) return std::nullopt;
  return static_cast<std::uint32_t>(named - 1);
}

/// How far an address lies before the shared memory of the block that runs, which an index below 0 makes; else 0. It
/// would name a block far beyond those of any cluster, and an offset far beyond any block's memory.
[[nodiscard]] inline std::uint32_t bytes_before_shared(std::uint64_t address) {
  const std::uint32_t below = 0u - static_cast<std::uint32_t>(address);
  return below <= (1u << (kClusterShift - 1)) ? below : 0;
}

/// The same place in the memory of another block; a rank beyond what an address can name becomes one that is none.
[[nodiscard]] inline std::uint64_t mapped_to(std::uint64_t address, std::uint64_t rank) {
  const std::uint64_t named = std::min(rank + 1, kClusterMask >> kClusterShift);
  return (address & ~kClusterMask) | named << kClusterShift;
}

enum class AllocationKind : std::uint8_t {
  device,
  managed,
  pinned,
  module,
  constant,
  heap,
  reserved,  // for a launch's own use: no object of the program
};

/// Of the word by which kernels tell a conditional node of a graph what to do.
inline constexpr std::string_view kConditionLabel = "condition of a graph";

struct Allocation {
  std::uint64_t begin = 0;
  std::uint64_t size = 0;  // bytes as asked for
  AllocationKind kind = AllocationKind::device;
  std::string label;  // "cudaMalloc #3", or a variable's name
  std::uint64_t serial = 0;
  std::uint32_t device = 0;    // whose it is: Memory::device()
  std::uint32_t open_to = 0;   // a bit for each device whose kernels reach it, whatever open_peer() says
  bool by_grant = false;       // open_peer() opens it to nobody
  bool is_mapped = false;      // virtual memory: goes on in what is mapped right behind it
  std::uint64_t contents = 0;  // another number whenever it may hold something else; the host's own writes are not seen

  [[nodiscard]] std::uint64_t end() const { return begin + size; }
};

class Memory;

/// What the memories of one process have in common. Theirs to read and write.
class AddressSpace {
  friend class Memory;

  std::shared_mutex mutex_;                   // of all the memories' state as well
  std::vector<Memory*> memories_;             // by device
  std::map<std::uint64_t, Allocation> live_;  // by begin
  std::deque<Allocation> freed_;              // the last of them, newest first
  std::uint64_t serial_ = 0;
  std::uint64_t contents_ = 0;  // numbers given out
};

enum class MemoryAction : std::uint8_t {
  allocate,  // `allocation` is new
  free,      // `allocation` is gone
  write,     // the host writes
  read,      // the host reads
  copy,      // within the device, from `from`
  fill,
  library_read,   // by a library's work in a stream
  library_write,  // likewise
};

/// What is done with memory other than by kernels. What a program does to managed or pinned memory by itself is not
/// heard.
struct MemoryEvent {
  MemoryAction what = MemoryAction::allocate;
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
  std::uint64_t from = 0;                  // copy: address; write: of the host, 0 where a variable is initialised
  const Allocation* allocation = nullptr;  // allocate, free; borrowed for the time of the call
  bool same = false;                       // write, copy, fill: what was there is there again
};

/// The arena of a device and its allocations. All members may be called from several threads.
class Memory {
 public:
  /// \param capacity  bytes that allocations may add up to; the arena is reserved, not committed
  /// \param space     of the process's devices, the next of which has this memory; nullptr: there is one
  explicit Memory(std::uint64_t capacity, std::shared_ptr<AddressSpace> space = nullptr);
  ~Memory();
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  /// Address of `size` fresh bytes (zero-size requests get one byte), or 0 when the capacity is used up.
  /// \param alignment  a power of two; at least 256 is used
  [[nodiscard]] std::uint64_t allocate(std::uint64_t size, AllocationKind kind, std::string label,
                                       std::uint64_t alignment = 256);

  /// The memory that malloc in device code gets, or 0 when the heap (or the capacity) has no more of it.
  [[nodiscard]] std::uint64_t allocate_from_heap(std::uint64_t size, std::string label);

  /// Of how many bytes the heap is. Before each block lie 16 bytes of its own; the largest block of an H200's is of as
  /// many pieces of 1,279,008 bytes as the heap has whole ones (tests/hardware/h200/facts/device_heap.txt). Of small
  /// blocks it has room for fewer than are given here.
  /// 0: as at the beginning, 8 MiB, and unused. \return  whether it can be changed: not once a kernel has used it
  bool set_heap_limit(std::uint64_t bytes);
  [[nodiscard]] std::uint64_t heap_limit() const;

  /// As allocate, but does not count towards the capacity: for what a launch itself needs.
  [[nodiscard]] std::uint64_t allocate_reserved(std::uint64_t size, std::string label);

  /// Also of other devices' memory. False when no allocation begins at `address`.
  ///
  /// What was there is zero afterwards when it was 2 MiB or more; of smaller allocations of the kind `device`, when
  /// none of their size, below 1 MiB or from there on, is left: a driver gives such pages back
  /// (tests/hardware/memory_reuse.txt).
  bool release(std::uint64_t address);

  /// Addresses for `size` bytes, which nobody else is given until they are given up; nothing is there before
  /// allocate_at(). 0 when there are none left.
  [[nodiscard]] std::uint64_t reserve(std::uint64_t size);

  /// Makes an allocation at addresses of reserve(), which keeps them when the allocation is released. False when the
  /// capacity is used up, or one is there.
  [[nodiscard]] bool allocate_at(std::uint64_t reserved, std::uint64_t size, AllocationKind kind, std::string label);

  /// Lets others have addresses of reserve(), as soon as no allocation is there.
  void give_up(std::uint64_t reserved);

  /// Makes host memory outside the arena addressable (cudaHostRegister). False when it overlaps an allocation.
  /// \param is_mapped  it is a part of virtual memory (cuMemMap)
  bool adopt(void* host, std::uint64_t size, std::string label, bool is_mapped = false);

  /// Whether there is managed or pinned memory, which the host may write by itself.
  [[nodiscard]] bool has_host_memory() const;

  /// The allocation that holds `address`, whichever device has it.
  [[nodiscard]] std::optional<Allocation> find(std::uint64_t address) const;

  /// Where the memory ends that holds `address`: an allocation, or parts of virtual memory that are mapped one right
  /// behind the other, which copies and libraries take for one. 0: there is none.
  [[nodiscard]] std::uint64_t end_of(std::uint64_t address) const;

  /// The same for a kernel of this device: nothing where it must not reach the allocation.
  [[nodiscard]] std::optional<Allocation> reach(std::uint64_t address) const;
  [[nodiscard]] bool may_reach(const Allocation& allocation) const;

  // ---- Beside other devices ----

  /// The device's number.
  [[nodiscard]] std::uint32_t device() const { return device_; }
  [[nodiscard]] bool is_alone() const { return space_->memories_.size() == 1; }

  /// Whether this device's kernels reach plain memory of another.
  void open_peer(std::uint32_t device, bool open);
  [[nodiscard]] bool has_peer(std::uint32_t device) const { return (peers_ >> device & 1u) != 0; }

  /// From now on an allocation is reached by kernels of these devices, a bit for each, and its own. \return  whether
  /// there is one at `address`
  bool grant(std::uint64_t address, std::uint32_t devices);

  /// The allocation nearest below or above `address`, for messages.
  [[nodiscard]] std::optional<Allocation> nearest(std::uint64_t address) const;

  /// The allocation, of those freed last, that an address lay in which is in none now.
  [[nodiscard]] std::optional<Allocation> find_freed(std::uint64_t address) const;

  /// Whether an address is one that the device's allocations have, or may be given.
  [[nodiscard]] bool in_arena(std::uint64_t address) const;

  /// From now on freed memory is not given out again while there is less of it than this, so that who still uses it is
  /// found out.
  void delay_reuse(std::uint64_t bytes);
  [[nodiscard]] bool delays_reuse() const { return delay_ != 0; }

  /// From now on: is told of allocations, and of what tell() is given, by allocation. Empty: nobody is.
  void hear(std::function<void(const MemoryEvent&)> heard) { heard_ = std::move(heard); }
  /// Something that the runtime does to memory.
  void tell(const MemoryEvent& event) const;

  // ---- What allocations hold ----

  /// Something else may be there from now on: gives all allocations another number that lie in [address, address +
  /// bytes), of whichever device; tell() does so for what is written. \return  the number
  std::uint64_t change_contents(std::uint64_t address, std::uint64_t bytes) const;
  /// The same in all allocations.
  void change_all_contents() const;
  /// It holds again what it has held under this number.
  void set_contents(std::uint64_t begin, std::uint64_t number) const;

  [[nodiscard]] std::uint64_t capacity() const { return capacity_; }
  [[nodiscard]] std::uint64_t used() const;
  /// This device's.
  [[nodiscard]] std::map<std::uint64_t, Allocation> allocations() const;

  [[nodiscard]] static std::byte* host(std::uint64_t address) {
    return reinterpret_cast<std::byte*>(static_cast<std::uintptr_t>(address));
  }

 private:
  struct Extent {
    std::uint64_t begin = 0;
    std::uint64_t size = 0;
  };

  void add(std::uint64_t begin, std::uint64_t size, AllocationKind kind, std::string label);
  [[nodiscard]] const Allocation* find_locked(std::uint64_t address) const;
  [[nodiscard]] std::uint64_t left_of_part(std::uint64_t address) const;
  std::uint64_t take(std::uint64_t size, AllocationKind kind, std::string label, std::uint64_t alignment);
  std::uint64_t find_extent(std::uint64_t size, std::uint64_t alignment);
  std::uint64_t take_extent(std::uint64_t size, std::uint64_t alignment);
  void give_back(Extent extent);
  void give_back_later(Extent extent);
  void give_back_delayed(std::uint64_t all_but);
  void wipe_free(Extent extent);
  void tell_allocated(std::uint64_t address) const;

  const std::shared_ptr<AddressSpace> space_;
  std::uint32_t device_ = 0;
  std::uint32_t peers_ = 0;  // a bit for each device whose memory is open to kernels of this one
  std::uint64_t capacity_ = 0;
  std::uint64_t used_ = 0;
  std::uint64_t heap_limit_ = std::uint64_t{8} << 20;
  std::uint64_t heap_used_ = 0;
  bool heap_begun_ = false;
  std::function<void(const MemoryEvent&)> heard_;
  std::byte* arena_ = nullptr;
  std::uint64_t arena_size_ = 0;
  std::map<std::uint64_t, std::uint64_t> free_;     // begin -> size, arena extents incl. gaps
  std::map<std::uint64_t, std::uint64_t> extents_;  // begin of allocation -> extent taken from the arena (0: adopted)
  std::map<std::uint64_t, std::uint64_t> kept_;     // begin -> size of extents that reserve() keeps
  std::deque<Extent> delayed_;                      // freed, but not in free_ yet; oldest first
  std::uint64_t delayed_bytes_ = 0;
  std::uint64_t delay_ = 0;  // delayed_bytes_ at most
  /// Allocations that a driver puts together on pages.
  struct Together {
    std::uint64_t alive = 0;
    std::vector<Extent> freed{};  // since none was
  };
  std::array<Together, 2> together_;  // below 1 MiB, below 2 MiB
};

}  // namespace warpglass::sim
