#include "cuda/driver/contexts.hpp"

#include <atomic>

#include "cuda/runtime_use.hpp"

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

PrimaryContext& primary_context() {
  static auto* const made = [] {
    auto* fresh = new PrimaryContext;
    all_contexts()[&fresh->context] = &fresh->context;
    return fresh;
  }();
  return *made;
}

Context& settled_primary() {
  const std::lock_guard lock(context_mutex());
  PrimaryContext& it = primary_context();
  it.context.alive = it.retained != 0 || is_runtime_active();
  return it.context;
}

Context* current_context() noexcept {
  if (stack.top() != nullptr) return stack.top();
  if (!is_runtime_bound()) return nullptr;
  return &settled_primary();
}

std::map<const void*, Context*>& all_contexts() {
  static auto* const all = new std::map<const void*, Context*>;
  return *all;
}

Context* find_context(CUcontext handle) {
  const std::lock_guard lock(context_mutex());
  static_cast<void>(settled_primary());
  const auto found = all_contexts().find(handle);
  return found == all_contexts().end() || !found->second->alive ? nullptr : found->second;
}

Context* context_of(CUstream stream) {
  const std::lock_guard lock(context_mutex());
  for (const auto& [key, context] : all_contexts())
    if (context->alive && context->streams.contains(stream)) return context;
  const bool is_default = stream == nullptr || stream == CU_STREAM_LEGACY || stream == CU_STREAM_PER_THREAD;
  return is_default ? current_context() : &settled_primary();
}

}  // namespace warpglass::cuda
