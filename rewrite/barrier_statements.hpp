// Barriers of the block that stand as statements of their own in the user's source, `__syncthreads();`: from clang's
// syntax tree, with what is to be edited to leave one out or to make it one of the warp.
#pragma once

#include <vector>

#include "base/diagnostic.hpp"
#include "rewrite/edit.hpp"
#include "rewrite/shared_declarations.hpp"
#include "rewrite/syntax_tree.hpp"

namespace warpglass::rewrite {

struct BarrierStatement {
  SourcePosition where;
  Span name;             // of the function that is called
  Span statement;        // up to the semicolon; with nothing else but a comment on its line, the whole line
  bool in_list = false;  // it stands in a list of statements: the others stay as they are without it

  friend bool operator==(const BarrierStatement&, const BarrierStatement&) = default;
};

/// Each place once, however many kernels a template makes of it. What macros write is passed over.
[[nodiscard]] std::vector<BarrierStatement> barrier_statements(const std::vector<Node>& trees, const FileText& text);

[[nodiscard]] Edit left_out(const BarrierStatement& barrier);
[[nodiscard]] Edit of_the_warp(const BarrierStatement& barrier);

}  // namespace warpglass::rewrite
