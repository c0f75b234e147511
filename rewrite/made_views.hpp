// Objects of the host that are made with an array's pointer, to be handed to kernels (array_views.hpp).
#pragma once

#include <cstddef>

#include "rewrite/array_uses.hpp"
#include "rewrite/syntax_tree.hpp"

namespace warpglass::rewrite {

/// \param depth  of what is made with the pointer, in the path to that
/// \return whether it is such an object
[[nodiscard]] bool read_view(const HostFunction& host, DeviceArray& array, const Path& path, std::size_t depth);

}  // namespace warpglass::rewrite
