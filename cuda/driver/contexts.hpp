// Contexts of the devices. Those of one share its memory and its state: a context is who made what, so that its end is
// the end of that. A device's primary context is the runtime API's. A thread has chosen the device of its context.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <set>

#include "cuda/current_device.hpp"
#include "cuda/driver/api.hpp"
#include "cuda/process.hpp"

namespace warpglass::cuda {

struct Context {
  std::uint64_t id = 0;
  std::uint32_t device = 0;
  unsigned flags = 0;
  unsigned version = 0;  // of the API that made it
  bool primary = false;
  bool alive = false;
  // Of contexts that are not primary: what goes when they go.
  std::set<CUdeviceptr> memory{};
  std::set<void*> pinned{};
  std::set<CUmodule> modules{};
  std::set<CUstream> streams{};
  std::set<CUevent> events{};
  std::set<CUarray> arrays{};
  std::set<CUmipmappedArray> mipmapped_arrays{};
};

/// What a thread pushed. No destructor: those of a thread's objects run before the exit handlers, which may make calls.
struct ContextStack {
  static constexpr std::size_t kDepth = 256;
  std::array<Context*, kDepth> entries{};
  std::size_t count = 0;

  [[nodiscard]] Context* top() const { return count == 0 ? nullptr : entries[count - 1]; }
  bool push(Context* context) {
    if (count == kDepth) return false;
    if (count == 0) beneath = chosen_device();
    entries[count++] = context;
    choose_device(context->device);
    return true;
  }
  void pop() {
    --count;
    choose_device(count == 0 ? beneath : top()->device);
  }
  void replace(Context* context) {
    entries[count - 1] = context;
    choose_device(context->device);
  }

 private:
  std::optional<std::uint32_t> beneath;  // what the thread had chosen before
};

struct PrimaryContext {
  Context context{};
  unsigned retained = 0;
};

/// cuInit was called.
[[nodiscard]] bool is_driver_initialised() noexcept;
void note_driver_initialised() noexcept;

/// The calling thread's.
[[nodiscard]] ContextStack& context_stack() noexcept;

/// Guards what follows, and what contexts hold. Taken after the process's lock, or without it.
[[nodiscard]] std::recursive_mutex& context_mutex();

[[nodiscard]] PrimaryContext& primary_context(std::uint32_t device);

/// The same, alive or not as it is now: the runtime API keeps it alive as soon as it is used.
Context& settled_primary(std::uint32_t device);

/// Of all devices.
void settle_primaries();

/// Of the calling thread; nullptr when it has none. It may be destroyed.
[[nodiscard]] Context* current_context() noexcept;

/// nullptr for what is no context, or none any more.
[[nodiscard]] Context* find_context(CUcontext handle);
[[nodiscard]] inline CUcontext handle_of(Context* context) { return reinterpret_cast<CUcontext>(context); }

/// Where the calling thread's context keeps what it made; the primary one keeps nothing, its end is the device's reset.
template <class Handle>
void belongs_to_context(std::set<Handle> Context::* kind, Handle handle) {
  const std::lock_guard lock(context_mutex());
  Context* context = current_context();
  if (context != nullptr && !context->primary) (context->*kind).insert(handle);
}
/// Who made it does not matter any more.
template <class Handle>
void belongs_to_none(std::set<Handle> Context::* kind, Handle handle);

/// Every context there ever was.
[[nodiscard]] std::map<const void*, Context*>& all_contexts();

template <class Handle>
void belongs_to_none(std::set<Handle> Context::* kind, Handle handle) {
  const std::lock_guard lock(context_mutex());
  for (const auto& [key, context] : all_contexts()) (context->*kind).erase(handle);
}

/// The context that a stream was made in.
[[nodiscard]] Context* context_of(CUstream stream);

}  // namespace warpglass::cuda
