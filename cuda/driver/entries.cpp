// The driver calls by name alone: no header of CUDA here.
#include "cuda/driver/entries.hpp"

#include <array>

extern "C" {
#define CALL(name, version, symbol) void symbol();
#define CALL_PER_THREAD(name, version, symbol, per_thread) void symbol();
#define ABSENT(name, version, symbol) void symbol();
#define ABSENT_PER_THREAD(name, version, symbol, per_thread) void symbol();
#include "cuda/driver/calls.def"
#undef CALL
#undef CALL_PER_THREAD
#undef ABSENT
#undef ABSENT_PER_THREAD

// What libcuda.so.1 leads to, in the order of calls.def.
__attribute__((visibility("default"))) extern void (*const __cudaWarpglassDriver[])();
void (*const __cudaWarpglassDriver[])() = {
#define CALL(name, version, symbol) symbol,
#define CALL_PER_THREAD(name, version, symbol, per_thread) symbol,
#define ABSENT(name, version, symbol) symbol,
#define ABSENT_PER_THREAD(name, version, symbol, per_thread) symbol,
#include "cuda/driver/calls.def"
#undef CALL
#undef CALL_PER_THREAD
#undef ABSENT
#undef ABSENT_PER_THREAD
};
}

namespace warpglass::cuda {
namespace {

// NOLINTBEGIN(bugprone-macro-parentheses): they are names
const DriverEntry kEntries[] = {
#define CALL(name, version, symbol) {#name, version, #symbol, nullptr, reinterpret_cast<void*>(&symbol)},
#define CALL_PER_THREAD(name, version, symbol, per_thread) \
  {#name, version, #symbol, #per_thread, reinterpret_cast<void*>(&symbol)},
#define ABSENT CALL
#define ABSENT_PER_THREAD CALL_PER_THREAD
#include "cuda/driver/calls.def"
#undef CALL
#undef CALL_PER_THREAD
#undef ABSENT
#undef ABSENT_PER_THREAD
};
// NOLINTEND(bugprone-macro-parentheses)

}  // namespace

std::span<const DriverEntry> driver_entries() { return kEntries; }

const char* driver_symbol_at(const void* function) {
  for (const DriverEntry& entry : kEntries)
    if (entry.function == function) return entry.symbol;
  return nullptr;
}

}  // namespace warpglass::cuda
