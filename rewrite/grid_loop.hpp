// Loops in which the threads of a block go over an array side by side: `for (int i = number; i < n; i += threads)`. As
// long as one thread of the block has an element its first thread has one, so that all could go round together.
#pragma once

#include <optional>
#include <string>

#include "rewrite/function_variables.hpp"
#include "rewrite/statement_path.hpp"
#include "rewrite/syntax_tree.hpp"

namespace warpglass::rewrite {

struct GridLoop {
  const Node* loop = nullptr;
  const Node* body = nullptr;
  const Node* condition = nullptr;  // `i < n`
  std::string counter;              // its id,
  std::string name;                 // "i",
  std::string type;                 // "int"
};

/// Of what stands in one loop.
/// \param obstacle  why it is none; empty: it is one
[[nodiscard]] std::optional<GridLoop> grid_loop(const StatementPath& path, const FunctionVariables& variables,
                                                std::string& obstacle);

/// Whether an index is one more from thread to thread of a block of one dimension. \param counter  id of a variable
/// that is, or empty
[[nodiscard]] bool counts_by_one(const Node& index, const FunctionVariables& variables, const std::string& counter);

}  // namespace warpglass::rewrite
