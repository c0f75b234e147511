// What names mean where an edit writes them. A text that is written again elsewhere may come to stand where a variable
// of an inner scope has a name of it: it would mean that one there.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rewrite/edit.hpp"
#include "rewrite/syntax_tree.hpp"

namespace warpglass::rewrite {

/// Why edits of a function do not mean what they say: one writes a name where the function has more than one variable
/// of that name in scope. Empty: none does.
/// \param text  of the function's file; edits of other files are left out
[[nodiscard]] std::string obstacle_of_scopes(const Node& function, const std::string& file, const std::string& text,
                                             const std::vector<Edit>& edits);

/// Whether a function has a variable or a parameter whose name is a word of this text.
[[nodiscard]] bool declares_any(const Node& function, std::string_view words);

}  // namespace warpglass::rewrite
