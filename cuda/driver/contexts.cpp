#include "cuda/driver/contexts.hpp"

#include <atomic>

#include "cuda/runtime_use.hpp"
#include "runtime/stream.hpp"
#include "sim/events.hpp"

namespace warpglass::cuda {
namespace {

std::atomic<bool> initialised{false};

thread_local ContextStack stack;
static_assert(std::is_trivially_destructible_v<ContextStack>);

}  // namespace

bool is_driver_initialised() noexcept { return initialised || has_runtime_been_called(); }
void note_driver_initialised() noexcept { initialised = true; }

ContextStack& context_stack() noexcept { return stack; }

std::recursive_mutex& context_mutex() {
  static auto* const made = new std::recursive_mutex;
  return *made;
}

PrimaryContext& primary_context(std::uint32_t device) {
  static auto* const made = [] {
    auto* const fresh = new std::array<PrimaryContext, kMaxDevices>;
    for (std::uint32_t i = 0; i < kMaxDevices; ++i) {
      Context& context = (*fresh)[i].context;
      // Those that programs make are numbered from 2 on.
      context = {.id = sim::default_stream(i) + 1, .device = i, .version = 3020, .primary = true};
      all_contexts()[&context] = &context;
    }
    return fresh;
  }();
  return (*made)[device];
}

Context& settled_primary(std::uint32_t device) {
  const std::lock_guard lock(context_mutex());
  PrimaryContext& it = primary_context(device);
  it.context.alive = it.retained != 0 || is_runtime_active(device);
  return it.context;
}

namespace {

std::uint32_t own_device() { return chosen_device().value_or(0); }

}  // namespace

void settle_primaries() {
  for (std::uint32_t device = 0; device < kMaxDevices; ++device) settled_primary(device);
}

Context* current_context() noexcept {
  Context* const top = stack.top();
  if (top == nullptr) return is_runtime_bound() ? &settled_primary(own_device()) : nullptr;
  // Else cudaSetDevice has put the primary context of another device in its place.
  return top->device == own_device() ? top : &settled_primary(own_device());
}

std::map<const void*, Context*>& all_contexts() {
  static auto* const all = new std::map<const void*, Context*>;
  return *all;
}

Context* find_context(CUcontext handle) {
  const std::lock_guard lock(context_mutex());
  settle_primaries();
  const auto found = all_contexts().find(handle);
  return found == all_contexts().end() || !found->second->alive ? nullptr : found->second;
}

Context* context_of(CUstream stream) {
  const std::lock_guard lock(context_mutex());
  for (const auto& [key, context] : all_contexts())
    if (context->alive && context->streams.contains(stream)) return context;
  const bool is_default = stream == nullptr || stream == CU_STREAM_LEGACY || stream == CU_STREAM_PER_THREAD;
  if (is_default) return current_context();
  return &settled_primary(sim::device_of_stream(reinterpret_cast<const runtime::Stream*>(stream)->id));
}

}  // namespace warpglass::cuda
