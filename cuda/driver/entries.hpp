// Every call of the driver API: its name, since when it is called so, and where it is.
#pragma once

#include <cstddef>
#include <span>

namespace warpglass::cuda {

struct DriverEntry {
  const char* name;        // as programs ask for it: "cuMemAlloc"
  int version;             // of CUDA that gave this form to the name: 3020
  const char* symbol;      // "cuMemAlloc_v2"
  const char* per_thread;  // the same for the calling thread's own default stream: "cuMemcpy_ptds"; nullptr: none
  void* function;
  void* in_own_stream;  // what per_thread is
};

/// In the order of calls.def, those of one name by their versions.
[[nodiscard]] std::span<const DriverEntry> driver_entries();

/// "cuMemAlloc_v2"; nullptr for what is none of them.
[[nodiscard]] const char* driver_symbol_at(const void* function);

}  // namespace warpglass::cuda
