// The variables of a function, and which of them keep what they were made with.
#pragma once

#include <set>
#include <string>

#include "rewrite/element_index.hpp"
#include "rewrite/syntax_tree.hpp"

namespace warpglass::rewrite {

class FunctionVariables {
 public:
  /// \param function  outlives this
  explicit FunctionVariables(const Node& function) { read(function, nullptr, nullptr); }

  /// A variable that the function declares; nullptr: it has none of this id. Parameters are none.
  [[nodiscard]] const Node* find(const std::string& id) const;

  /// Whether nobody changes it, parameters too.
  [[nodiscard]] bool stays(const std::string& id) const { return !changed_.contains(id); }

 private:
  void read(const Node& node, const Node* parent, const Node* grandparent);

  Variables variables_;
  std::set<std::string> changed_;
};

/// Whether a variable's or an expression's type begins with `const`.
[[nodiscard]] bool is_constant(const Node& node);

/// What a variable is made with; nullptr: nothing.
[[nodiscard]] const Node* initialiser_of(const Node& variable);

}  // namespace warpglass::rewrite
