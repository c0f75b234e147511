// Which allocations a launch has been in, and whether it has read or written there: for who wants to know whether
// another launch would do the same again. Sites find the allocation of an address only when it is another one than
// before, so that nothing is noted for an access that goes the usual way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/memory.hpp"

namespace warpglass::sim {

struct Program;

struct TouchedAllocation {
  std::uint64_t begin = 0;
  std::uint64_t size = 0;  // bytes
  std::uint64_t serial = 0;
  AllocationKind kind = AllocationKind::device;
  bool reads = false;
  bool writes = false;
};

/// Of one launch.
struct TouchedMemory {
  /// All that the launch depends on, beside its request, and all that it has changed is in `allocations`, by begin.
  /// What the launch itself needed (AllocationKind::reserved) is left out.
  bool complete = true;
  /// It has found images by their handles: it depends on what these stand for as well (TextureTable::version).
  bool images = false;
  std::vector<TouchedAllocation> allocations;
};

enum class ImageUse : std::uint8_t { update, read, write };

/// What one worker notes.
class TouchLog {
 public:
  /// \param sites  of the program
  explicit TouchLog(std::size_t sites) : last_(sites + kImageUses, 0) {}

  /// \param site  of the access; as many as the program has: it is of none, and may read as well as write
  void note(std::size_t site, const Allocation& allocation) {
    if (last_[site] == allocation.begin) return;
    last_[site] = allocation.begin;
    add(site, allocation);
  }

  /// Of an image that is used so, by the address of its first level. What of it is used is not looked at.
  [[nodiscard]] bool knows_image(std::uint64_t base, ImageUse use) const;
  void note_image(std::uint64_t base, ImageUse use, const Allocation& allocation);

  /// The launch does something that memory does not show, or depends on it.
  void give_up() { complete_ = false; }

  /// Adds what was noted.
  void add_to(TouchedMemory& sum, const Program& program) const;

 private:
  // Sites that go through more of them are of programs that keep their data in many pieces.
  static constexpr std::size_t kMost = 256;
  // Behind the program's sites, ImageUse by ImageUse; what no site does is an update as well.
  static constexpr std::size_t kImageUses = 3;

  struct Touch {
    std::size_t site = 0;
    TouchedAllocation at;
  };
  void add(std::size_t site, const Allocation& allocation);

  std::vector<std::uint64_t> last_;  // begin of the allocation that was noted last, by site
  std::vector<Touch> touches_;
  struct NotedImage {
    std::uint64_t base = 0;
    ImageUse use{};
    friend bool operator==(const NotedImage&, const NotedImage&) = default;
  };
  std::vector<NotedImage> images_;
  bool complete_ = true;
};

}  // namespace warpglass::sim
