// Barriers of the block that stand as statements of their own in the user's source, `__syncthreads();`, `block.sync();`
// or a macro that is no more than that: from clang's syntax tree, with what is to be edited to leave one out or to make
// it one of the warp. Calls of functions that are no more than a barrier can be treated likewise.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "rewrite/edit.hpp"
#include "rewrite/shared_declarations.hpp"
#include "rewrite/syntax_tree.hpp"

namespace warpglass::rewrite {

struct BarrierStatement {
  SourcePosition where;   // as the line table has it
  std::string text;       // "__syncthreads();", "block.sync();"
  Span call;              // without the semicolon
  Span statement;         // up to the semicolon; with nothing else but a comment on its line, the whole line
  bool in_list = false;   // it stands in a list of statements: the others stay as they are without it
  bool is_whole = false;  // the function that it stands in does nothing else
  std::string obstacle;   // why it cannot be edited; empty: it can

  friend bool operator==(const BarrierStatement&, const BarrierStatement&) = default;
};

/// Each place once, however many kernels a template makes of it.
[[nodiscard]] std::vector<BarrierStatement> barrier_statements(const std::vector<Node>& trees, const FileText& text);

/// Statements that call a function without arguments and do nothing else.
[[nodiscard]] std::vector<BarrierStatement> plain_calls(const std::vector<Node>& trees, const FileText& text);

[[nodiscard]] Edit left_out(const BarrierStatement& barrier);
[[nodiscard]] Edit of_the_warp(const BarrierStatement& barrier);

}  // namespace warpglass::rewrite
