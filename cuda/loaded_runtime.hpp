// The runtime library that the program has loaded, as a library beside it (libcublas, libcurand) finds it.
#pragma once

namespace warpglass::library {

/// A function of the runtime library, of whichever generation; nullptr: the program has loaded none. Interpreters open
/// libraries so that their names stay their own: those are looked into as well.
/// \param name  "cudaMemcpyAsync"
[[nodiscard]] void* find_in_runtime(const char* name);

/// \tparam Call  what it is a pointer to
template <class Call>
[[nodiscard]] Call runtime_call(const char* name) {
  return reinterpret_cast<Call>(find_in_runtime(name));
}

}  // namespace warpglass::library
