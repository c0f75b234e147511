// What is done with an object that owns an array of the device: how it is made, and copied as a whole.
#pragma once

#include <cstddef>

#include "rewrite/array_uses.hpp"
#include "rewrite/syntax_tree.hpp"

namespace warpglass::rewrite {

/// `Buffer<float> in(w * h);`. Where it is not seen how many elements that makes, the array has an obstacle then.
/// \param made  what the variable is made with
[[nodiscard]] ArrayCall owned_allocation(const HostFunction& host_function, DeviceArray& array, const Node& statement,
                                         const Node& made);

/// `h = d;` and `d = h;`. \param depth  of the operator in the path
/// \return whether it is one of those that are known
[[nodiscard]] bool read_owned_assignment(const HostFunction& host, DeviceArray& array, const Path& path,
                                         std::size_t depth);

/// `thrust::copy(d.begin(), d.end(), h.begin());`, and the other way. \param depth  of `d.begin()` in the path
/// \return likewise
[[nodiscard]] bool read_owned_copy(const HostFunction& function, DeviceArray& array, const Path& path,
                                   std::size_t depth);

}  // namespace warpglass::rewrite
