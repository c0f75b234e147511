// What statements of a kernel do besides computing: what they assign, whether they store to memory or call something.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "rewrite/element_index.hpp"
#include "rewrite/syntax_tree.hpp"

namespace warpglass::rewrite {

struct Effects {
  std::set<std::string> changed;    // variables that are declared or assigned
  std::vector<std::string> stores;  // to memory that other variables may name too: the pointer's id, "" for none
  std::set<std::string> loads;      // from such memory, likewise
  bool calls = false;               // functions, whatever they do
};

void add_effects(const Node& node, const Variables& variables, Effects& to);

/// Whether it is executed from its beginning to its end: it branches, loops and leaves nowhere.
[[nodiscard]] bool is_straight(const Node& node);

/// Whether an expression names one of these variables.
[[nodiscard]] bool names_any(const Node& node, const std::set<std::string>& variables);

}  // namespace warpglass::rewrite
