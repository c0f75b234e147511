// What a function of the host does with an object that owns an array (memory_classes.hpp).
#pragma once

#include <cstddef>

#include "rewrite/array_pointers.hpp"
#include "rewrite/array_uses.hpp"
#include "rewrite/memory_classes.hpp"
#include "rewrite/syntax_tree.hpp"

namespace warpglass::rewrite {

/// What Thrust puts between its vector and a pointer.
[[nodiscard]] bool is_owners_pointer(const MemoryOwner& owner, const Node& node);

/// \param path  to the object's name
/// \param at  its place in the path; behind what says where the array lies
/// \return whether that is all that is to be known
[[nodiscard]] bool read_owner_use(HostFunction& host, const ArrayPointers& pointers, DeviceArray& array,
                                  const Path& path, std::size_t& at);

}  // namespace warpglass::rewrite
