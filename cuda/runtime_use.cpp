#include "cuda/runtime_use.hpp"

#include <array>
#include <atomic>

#include "cuda/current_device.hpp"

namespace warpglass::cuda {
namespace {

std::atomic<bool> called{false};
std::array<std::atomic<bool>, kMaxDevices> active{};  // by device
// What a thread has to itself is kept in one place, so that a launch asks where that is once.
thread_local std::optional<std::uint32_t> chosen;
thread_local bool bound_here = false;
thread_local int driver_calls = 0;

std::atomic<bool>& own_active() { return active[chosen.value_or(0)]; }

}  // namespace

std::optional<std::uint32_t> chosen_device() noexcept { return chosen; }
void choose_device(std::optional<std::uint32_t> device) noexcept { chosen = device; }

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
  if (driver_calls != 0) return;
  std::atomic<bool>& own = own_active();
  if (!own.load(std::memory_order_relaxed)) own.store(true, std::memory_order_relaxed);
}

void end_runtime_use() noexcept { own_active() = false; }

bool is_runtime_active(std::uint32_t device) noexcept { return active[device].load(std::memory_order_relaxed); }
bool is_runtime_bound() noexcept { return bound_here; }
void bind_runtime(bool bound) noexcept { bound_here = bound; }

void enter_driver() noexcept { ++driver_calls; }
void leave_driver() noexcept { --driver_calls; }

}  // namespace warpglass::cuda
