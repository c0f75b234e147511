// Calls of atomic functions, from clang's syntax tree, and how the source reads with a function of its own
// in their place.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "rewrite/edit.hpp"
#include "rewrite/shared_declarations.hpp"
#include "rewrite/syntax_tree.hpp"
#include "rewrite/warp_atomic.hpp"

namespace warpglass::rewrite {

struct AtomicCall {
  SourcePosition where;  // of the function's name
  Span name;             // likewise; of no file where a macro writes it
  WarpAtomic atomic;
  /// Where a definition can stand that the call finds: ahead of its function, and of the comment ahead of that.
  Span ahead;
  std::string obstacle;  // why another function cannot be called in its place; empty: it can

  friend bool operator==(const AtomicCall&, const AtomicCall&) = default;
};

/// Of all functions in the trees. A place is there several times where a template makes functions that differ there.
[[nodiscard]] std::vector<AtomicCall> atomic_calls(const std::vector<Node>& trees, const FileText& text);

/// Whether __threadfence() or its like is called.
[[nodiscard]] bool has_fences(const std::vector<Node>& trees);

/// Has these call functions that combine the lanes of a warp, and defines those. Calls that are edited apart from each
/// other share what they both need: a definition is the same edit whoever asks for it.
/// \param calls  all that may be edited in the program; definitions stand ahead of the first one's function of each
/// file
/// \param edited  those that are
/// \return nothing where one of them has no such function
[[nodiscard]] std::vector<Edit> combined(const std::vector<AtomicCall>& calls,
                                         const std::vector<const AtomicCall*>& edited, Combining combining,
                                         WarpSums sums, const FileText& text);

}  // namespace warpglass::rewrite
