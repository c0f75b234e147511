// What is done with an object that owns an array of the device: how it is made, and copied as a whole.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "rewrite/array_uses.hpp"
#include "rewrite/syntax_tree.hpp"

namespace warpglass::rewrite {

/// What classes may put around what they are given, or give.
[[nodiscard]] bool is_wrapping(const Node& node);

/// Statements that others may stand in; where a macro writes one, it is what the macro makes of its argument.
[[nodiscard]] bool holds_others(const Node& node);

/// Whether nothing else is done in what a call stands in, ahead of it or beside it: what is written there may be
/// written again, and the call may be made sooner. \param path  to the call; \param from  of what it stands in;
/// \param is_read  of other calls, whether they only read arrays
[[nodiscard]] bool is_done_alone(const Path& path, std::size_t from, std::size_t depth,
                                 const std::function<bool(const Node& call)>& is_read);

/// A call with the statement that it stands in. \param depth  of the call in the path
[[nodiscard]] ArrayCall array_call(const HostFunction& host, const std::string& function, const Node& call,
                                   const Node& pointer, const Path& path, std::size_t depth);

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
