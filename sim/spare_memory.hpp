// Memory of objects that come and go in large numbers with every launch, kept for the next ones of their kind.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <mutex>
#include <new>
#include <vector>

namespace warpglass::sim {

/// Each thread keeps some of what it has freed; more than that is anybody's, since one thread frees what others have
/// made.
/// \tparam Bytes, Alignment  of an object. \tparam Most  that are anybody's
template <std::size_t Bytes, std::size_t Alignment, std::size_t Most>
class SpareMemory {
 public:
  [[nodiscard]] static void* take() {
    Kept& kept = kept_here();
    if (kept.count == 0) kept.count = take_from_all(kept.place.data());
    if (kept.count != 0) return kept.place[--kept.count];
    return ::operator new(Bytes, std::align_val_t(Alignment));
  }
  static void give(void* place) noexcept {
    Kept& kept = kept_here();
    if (kept.ended) return free(place);
    if (kept.count == kept.place.size()) {
      kept.count -= kAtOnce;
      give_to_all(kept.place.data() + kept.count);
    }
    kept.place[kept.count++] = place;
  }

 private:
  static constexpr std::size_t kAtOnce = 32;  // that change hands

  struct Kept {
    std::array<void*, 2 * kAtOnce> place;
    std::size_t count = 0;
    bool ended = false;  // the thread has: what its other objects still free is not kept

    ~Kept() {
      while (count != 0) free(place[--count]);
      ended = true;
    }
  };
  struct Common {
    std::mutex mutex;
    std::vector<void*> places;
  };

  static void free(void* place) noexcept { ::operator delete(place, std::align_val_t(Alignment)); }
  [[nodiscard]] static Kept& kept_here() {
    thread_local Kept kept;
    return kept;
  }
  /// Lives as long as the process: threads may end after all else has.
  [[nodiscard]] static Common& common() {
    static Common& common = *new Common;
    return common;
  }
  // Nobody waits: in a process that was forked meanwhile, who has the lock may be a thread of the parent's.

  static std::size_t take_from_all(void** places) {
    Common& all = common();
    const std::unique_lock lock(all.mutex, std::try_to_lock);
    if (!lock) return 0;
    const std::size_t count = std::min(kAtOnce, all.places.size());
    std::copy_n(all.places.end() - static_cast<std::ptrdiff_t>(count), count, places);
    all.places.resize(all.places.size() - count);
    return count;
  }
  static void give_to_all(void** places) noexcept {
    Common& all = common();
    const std::unique_lock lock(all.mutex, std::try_to_lock);
    if (lock && all.places.size() + kAtOnce <= Most) {
      if (all.places.capacity() == 0) all.places.reserve(Most);
      all.places.insert(all.places.end(), places, places + kAtOnce);
    } else {
      std::for_each_n(places, kAtOnce, free);
    }
  }
};

}  // namespace warpglass::sim
