// `threadIdx.x` and its like in clang's syntax tree, where clang's headers make properties of them.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "rewrite/syntax_tree.hpp"

namespace warpglass::rewrite {

/// Of `blockIdx.x` 0, of y and z 1 and 2; nothing where it is no member of this variable.
[[nodiscard]] std::optional<std::size_t> dimension_of(const Node& node, std::string_view variable);

}  // namespace warpglass::rewrite
