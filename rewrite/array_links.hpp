// Pointers that are given what others lead to, so that several arrays have to lie alike.
#pragma once

#include <cstddef>

#include "rewrite/array_pointers.hpp"
#include "rewrite/array_uses.hpp"
#include "rewrite/syntax_tree.hpp"

namespace warpglass::rewrite {

/// `std::swap(a, b)`
[[nodiscard]] bool is_std_swap(const HostFunction& host, const Node& node);

/// That an array's pointer is given the place of another's, or that one its own.
/// \param depth  in the path, of what does it; \param number  of its part that the name is
/// \return whether it is one of those that are known
[[nodiscard]] bool read_link(HostFunction& host, const ArrayPointers& pointers, DeviceArray& array, const Path& path,
                             std::size_t depth, std::size_t number);

}  // namespace warpglass::rewrite
