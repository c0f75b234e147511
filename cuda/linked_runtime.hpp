// NVIDIA's runtime that is linked into a program or a library, where ours has not taken its place.
#pragma once

#include <string>

namespace warpglass::cuda {

/// What to do about it, in one line. \param caller  an address in its code
[[nodiscard]] std::string advice_on_linked_runtime(const void* caller);

}  // namespace warpglass::cuda
