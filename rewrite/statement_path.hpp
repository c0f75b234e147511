// The way from a kernel's body to something in it: which conditions it stands under, and in which loops.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "rewrite/syntax_tree.hpp"

namespace warpglass::rewrite {

struct StatementPath {
  std::vector<const Node*> loops;       // outermost first, with what a pragma says of them
  std::set<std::string> counters;       // ids of theirs
  const Node* body = nullptr;           // of the innermost loop, or of the kernel
  const Node* statement = nullptr;      // of those that the body is a list of, or all of it
  std::vector<const Node*> returns;     // `if (...) return;`, of the same list and ahead of it
  std::vector<const Node*> conditions;  // under which it is executed, within the statement
  std::string obstacle;                 // why some threads of the block may not come there together; empty: they do
};

/// \param body  of the kernel; outlives the answer
[[nodiscard]] StatementPath path_to(const Node& body, const Node& target);

/// Whether it is `if (...) return;`.
[[nodiscard]] bool is_early_return(const Node& statement);

/// A loop without what a pragma says of it.
[[nodiscard]] const Node& plain_loop(const Node& statement);

}  // namespace warpglass::rewrite
