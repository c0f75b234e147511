// The driver calls by name alone: no header of CUDA here.
#include "cuda/driver/entries.hpp"

#include <array>

extern "C" {
#define CALL(name, version, symbol) void symbol();
#define CALL_PER_THREAD(name, version, symbol, per_thread) \
  void symbol();                                           \
  void per_thread();
#define ABSENT(name, version, symbol) void symbol();
#define ABSENT_PER_THREAD(name, version, symbol, per_thread) void symbol();
#include "cuda/driver/calls.def"
#undef CALL
#undef CALL_PER_THREAD
#undef ABSENT
#undef ABSENT_PER_THREAD

// What libcuda.so.1 leads to, in the order of calls.def; a call's other name follows it.
__attribute__((visibility("default"))) extern void (*const __cudaWarpglassDriver[])();
void (*const __cudaWarpglassDriver[])() = {
#define CALL(name, version, symbol) symbol,
#define CALL_PER_THREAD(name, version, symbol, per_thread) symbol, per_thread,
#define ABSENT(name, version, symbol) symbol,
#define ABSENT_PER_THREAD(name, version, symbol, per_thread) symbol, symbol,
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
#define AT(function) reinterpret_cast<void*>(&function)
#define CALL(name, version, symbol) {#name, version, #symbol, nullptr, AT(symbol), nullptr},
#define CALL_PER_THREAD(name, version, symbol, per_thread) \
  {#name, version, #symbol, #per_thread, AT(symbol), AT(per_thread)},
#define ABSENT CALL
#define ABSENT_PER_THREAD(name, version, symbol, per_thread) \
  {#name, version, #symbol, #per_thread, AT(symbol), AT(symbol)},
#include "cuda/driver/calls.def"
#undef CALL
#undef CALL_PER_THREAD
#undef ABSENT
#undef ABSENT_PER_THREAD
#undef AT
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
