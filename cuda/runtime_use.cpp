#include "cuda/runtime_use.hpp"

#include <atomic>

namespace warpglass::cuda {
namespace {

std::atomic<bool> called{false};
std::atomic<bool> active{false};
thread_local bool bound_here = false;
thread_local int driver_calls = 0;

}  // namespace

void note_any_runtime_call() noexcept {
  if (driver_calls == 0 && !called.load(std::memory_order_relaxed)) called.store(true, std::memory_order_relaxed);
}

bool has_runtime_been_called() noexcept { return called.load(std::memory_order_relaxed); }

void note_runtime_call() noexcept {
  if (driver_calls != 0) return;
  bound_here = true;
  note_runtime_start();
}

void note_runtime_start() noexcept {
  if (driver_calls == 0 && !active.load(std::memory_order_relaxed)) active.store(true, std::memory_order_relaxed);
}

void end_runtime_use() noexcept { active = false; }

bool is_runtime_active() noexcept { return active.load(std::memory_order_relaxed); }
bool is_runtime_bound() noexcept { return bound_here; }
void bind_runtime(bool bound) noexcept { bound_here = bound; }

void enter_driver() noexcept { ++driver_calls; }
void leave_driver() noexcept { --driver_calls; }

}  // namespace warpglass::cuda
