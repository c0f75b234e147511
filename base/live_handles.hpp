// The handles that a library has given out, by which those of nothing are told from them.
#pragma once

#include <mutex>
#include <unordered_set>

namespace warpglass {

template <class Handle>
class LiveHandles {
 public:
  /// Of the whole process. It outlives whatever the program destroys last.
  static LiveHandles& all() {
    static LiveHandles& handles = *new LiveHandles;
    return handles;
  }
  [[nodiscard]] bool has(Handle handle) {
    const std::lock_guard lock(mutex_);
    return known_.contains(handle);
  }
  void add(Handle handle) {
    const std::lock_guard lock(mutex_);
    known_.insert(handle);
  }
  /// \return whether it was there
  [[nodiscard]] bool remove(Handle handle) {
    const std::lock_guard lock(mutex_);
    return known_.erase(handle) != 0;
  }

 private:
  std::mutex mutex_;
  std::unordered_set<Handle> known_;
};

}  // namespace warpglass
