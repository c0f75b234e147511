// Kernels whose threads could change places: in a square block, `threadIdx.x` and `threadIdx.y` exchanged all over a
// kernel give each thread the work of another one, and the block the same work. From clang's syntax tree. Edited are
// kernels that do nothing else with their threads' numbers, and nothing that a warp's threads do together.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "rewrite/edit.hpp"
#include "rewrite/shared_declarations.hpp"
#include "rewrite/syntax_tree.hpp"

namespace warpglass::rewrite {

struct ExchangedThreads {
  SourcePosition where;  // of the kernel's name
  std::vector<Edit> edits;
  std::string obstacle;  // why it is not edited; empty: it is

  friend bool operator==(const ExchangedThreads&, const ExchangedThreads&) = default;
};

/// One for each kernel that takes one of the two numbers.
[[nodiscard]] std::vector<ExchangedThreads> exchanged_threads(const std::vector<Node>& trees, const FileText& text);

}  // namespace warpglass::rewrite
