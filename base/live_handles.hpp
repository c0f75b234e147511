// The handles that a library has given out, by which those of nothing are told from them.
#pragma once

#include <memory>
#include <mutex>
#include <type_traits>
#include <unordered_set>
#include <utility>

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
  /// A new object of the library's own, known from now on.
  template <class... Arguments>
  [[nodiscard]] Handle make(Arguments&&... arguments) {
    auto made = std::make_unique<std::remove_pointer_t<Handle>>(std::forward<Arguments>(arguments)...);
    add(made.get());
    return made.release();
  }
  /// \return whether it was there
  [[nodiscard]] bool destroy(Handle handle) {
    if (!remove(handle)) return false;
    delete handle;
    return true;
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
