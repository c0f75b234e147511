// Compilers other than nvcc know no managed variables. The toolkit's `__managed__` therefore makes a device variable
// whose host shadow lies in a section of its own; what is found there shares its storage between host and device.
#pragma once

#include "cuda/page_guard.hpp"

namespace warpglass::cuda {

inline constexpr const char* kManagedSection = "warpglass_managed";

/// True when `address` lies in that section of the executable or library it belongs to.
[[nodiscard]] bool is_managed_shadow(const void* address);

/// The whole pages of that section, which hold nothing else; empty where `address` is not in it.
[[nodiscard]] page_guard::Pages pages_of_managed(const void* address);

}  // namespace warpglass::cuda
