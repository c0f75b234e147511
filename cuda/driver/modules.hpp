// Modules and libraries of the driver API: both are what cuda/libraries.hpp keeps.
#pragma once

#include "cuda/driver/api.hpp"
#include "cuda/driver/texture_references.hpp"
#include "cuda/libraries.hpp"
#include "cuda/process.hpp"

namespace warpglass::cuda {

[[nodiscard]] inline Library* find_module(CUmodule handle) {
  return find_library(reinterpret_cast<cudaLibrary_t>(handle));
}
[[nodiscard]] inline CUmodule handle_of(Library& library) { return reinterpret_cast<CUmodule>(&library); }

inline void unload_module(Process& process, CUmodule module) {
  if (const Library* known = find_module(module); known != nullptr) forget_references(process, known->module);
  static_cast<void>(unload_library(process, reinterpret_cast<cudaLibrary_t>(module)));
}

/// All that were loaded at run time for the calling thread's device, when that is reset.
void forget_modules(Process& process);

}  // namespace warpglass::cuda
