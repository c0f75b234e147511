// Calls that take an array: the statement that one stands in, whether it can be written otherwise there, and what
// CUDA's runtime does by it.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "rewrite/array_uses.hpp"
#include "rewrite/syntax_tree.hpp"

namespace warpglass::rewrite {

/// What classes may put around what they are given, or give.
[[nodiscard]] bool is_wrapping(const Node& node);

/// Conversions, also those that are written, and parentheses.
[[nodiscard]] bool is_cast(const Node& node);

/// Conversions, written ones too, and what classes put around what they are given.
[[nodiscard]] bool passes_on(const Node& node);

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

}  // namespace warpglass::rewrite
