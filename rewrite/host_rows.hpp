// Elements that the host finds by row and column in an index, `a[y * w + x]`.
#pragma once

#include <string>

#include "rewrite/array_uses.hpp"
#include "rewrite/syntax_tree.hpp"

namespace warpglass::rewrite {

/// The row's length in `y * w + x`, of a counter x that goes from 0 to below it; nullptr: it is none such.
/// \param key  of the row's length (array_bytes.hpp)
[[nodiscard]] const Node* row_factor(const HostFunction& host, const Node& index, const std::string& key);

}  // namespace warpglass::rewrite
