// Neighbouring elements that a thread loads or stores one by one, and how the source reads with one access of a vector
// type in their place: from clang's syntax tree. Only what computes the same wherever the pointer is aligned is edited:
// elements of a kernel's parameter, at an index whose first one is a multiple of as many, all of them taken in any
// case, with nothing between that could change what is loaded, or see that it is stored later.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "rewrite/edit.hpp"
#include "rewrite/shared_declarations.hpp"
#include "rewrite/syntax_tree.hpp"

namespace warpglass::rewrite {

struct WideAccess {
  SourcePosition where;              // of the first element
  std::vector<std::uint32_t> lines;  // of all of them, ascending
  std::string type;                  // "float4"
  std::string pointer;               // "in"
  bool stores = false;
  bool is_narrow = false;  // elements of less than a word, which take instructions to be taken out of it
  std::vector<Edit> edits;
  std::string obstacle;  // why it is not edited; empty: it is

  friend bool operator==(const WideAccess&, const WideAccess&) = default;
};

/// Each place once, however many kernels a template makes of it. Those with an obstacle too.
[[nodiscard]] std::vector<WideAccess> wide_accesses(const std::vector<Node>& trees, const FileText& text);

}  // namespace warpglass::rewrite
