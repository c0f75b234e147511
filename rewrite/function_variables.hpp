// The variables of a function, and which of them keep what they were made with.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "rewrite/element_index.hpp"
#include "rewrite/syntax_tree.hpp"

namespace warpglass::rewrite {

class FunctionVariables {
 public:
  /// \param function  outlives this
  explicit FunctionVariables(const Node& function);

  /// A variable that the function declares; nullptr: it has none of this id. Parameters are none.
  [[nodiscard]] const Node* find(const std::string& id) const;

  /// Whether nobody changes it, parameters too.
  [[nodiscard]] bool stays(const std::string& id) const { return !changed_.contains(id); }

  /// Whether nobody changes it behind a place of the text.
  [[nodiscard]] bool stays_behind(const std::string& id, std::size_t offset) const {
    const auto changed = changed_.find(id);
    return changed == changed_.end() || changed->second <= offset;
  }

 private:
  void note_change(const Node& name, const Path& around);

  Variables variables_;
  std::map<std::string, std::size_t>
      changed_;  // by id: where it is last, in bytes; where somebody may do it later: the end
};

/// Whether a variable's or an expression's type begins with `const`.
[[nodiscard]] bool is_constant(const Node& node);

/// What a variable is made with; nullptr: nothing.
[[nodiscard]] const Node* initialiser_of(const Node& variable);

}  // namespace warpglass::rewrite
