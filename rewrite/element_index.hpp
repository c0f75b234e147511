// Elements of pointers in clang's syntax tree: which pointer, at what index, and what is known of the index.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "rewrite/syntax_tree.hpp"

namespace warpglass::rewrite {

/// Declarations of variables, by clang's id.
using Variables = std::map<std::string, const Node*>;

/// Without what the source does not show, and without parentheses. What a template puts in stays: it is another thing
/// in the next kernel that the template makes.
[[nodiscard]] const Node& plain(const Node& node);

/// The id of the variable that an expression is the name of; empty: it is none.
[[nodiscard]] std::string variable_of(const Node& node);

/// The name of the member of `*this` that an expression names; empty: it is none.
[[nodiscard]] std::string member_of_this(const Node& node);

/// The name of the function that a call, or a launch, calls; empty: a pointer tells which.
[[nodiscard]] std::string called_by(const Node& call);

/// Of a literal, or of a variable that is a constant; nothing where it is neither.
[[nodiscard]] std::optional<std::uint64_t> constant_of(const Node& node, const Variables& variables);

/// The largest power of two, at most 16, that is seen to divide a whole number.
[[nodiscard]] std::uint64_t divisor_of(const Node& node, const Variables& variables);

/// Whether it can be written twice: it calls nothing and changes nothing.
[[nodiscard]] bool is_repeatable(const Node& node);

/// Two expressions that read the same have the same.
[[nodiscard]] std::string shape_of(const Node& node);

/// An index as a sum of something and a constant, or a loop's counter.
struct ElementIndex {
  const Node* rest = nullptr;  // nullptr: nothing
  std::uint64_t constant = 0;
  bool has_counter = false;  // in the place of the constant
};

/// \param counter  id of the loop's counter; empty: there is none
[[nodiscard]] ElementIndex element_index(const Node& index, const std::string& counter);

}  // namespace warpglass::rewrite
