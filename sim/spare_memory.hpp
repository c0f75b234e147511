// Memory of objects that come and go in large numbers with every launch, kept for the next ones of their kind.
#pragma once

#include <array>
#include <cstddef>
#include <new>

namespace warpglass::sim {

/// Each thread keeps some of what it has freed.
/// \tparam Bytes, Alignment  of an object. \tparam Most  that are kept
template <std::size_t Bytes, std::size_t Alignment, std::size_t Most>
class SpareMemory {
 public:
  [[nodiscard]] static void* take() {
    Kept& kept = kept_here();
    if (kept.count != 0) return kept.place[--kept.count];
    return ::operator new(Bytes, std::align_val_t(Alignment));
  }
  static void give(void* place) noexcept {
    Kept& kept = kept_here();
    if (kept.count < Most && !kept.ended) {
      kept.place[kept.count++] = place;
    } else {
      ::operator delete(place, std::align_val_t(Alignment));
    }
  }

 private:
  struct Kept {
    std::array<void*, Most> place;
    std::size_t count = 0;
    bool ended = false;  // the thread has: what others of its objects still free is not kept

    ~Kept() {
      while (count != 0) ::operator delete(place[--count], std::align_val_t(Alignment));
      ended = true;
    }
  };
  [[nodiscard]] static Kept& kept_here() {
    thread_local Kept kept;
    return kept;
  }
};

}  // namespace warpglass::sim
