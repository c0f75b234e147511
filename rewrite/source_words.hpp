// Words of a source, without asking clang: whether a name is taken, and how often one stands there.
#pragma once

#include <cstddef>
#include <string_view>

#include "rewrite/syntax_tree.hpp"

namespace warpglass::rewrite {

/// Whether it may stand in a name or a number.
[[nodiscard]] bool is_of_word(char c);

/// All of a function or of a class, from its first token to its last: of a class to that of the functions that are
/// defined behind it.
[[nodiscard]] std::string_view text_of_function(const Node& function, std::string_view text);

/// How often a text has a word, without comments and what is quoted.
[[nodiscard]] std::size_t uses_of_word(std::string_view text, std::string_view word);

}  // namespace warpglass::rewrite
