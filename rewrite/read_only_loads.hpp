// Loads of elements by pointers, and what makes them `__ldg()`: the read-only path, whoever compiles.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "rewrite/edit.hpp"
#include "rewrite/syntax_tree.hpp"

namespace warpglass::rewrite {

/// One load, `in[i]`, `*p` or `points[i].x`.
struct ReadOnlyLoad {
  SourcePosition where;           // its first character
  std::uint32_t last_column = 0;  // where its last token begins, or its member's name does
  std::uint32_t last_line = 0;
  std::size_t length = 0;  // in characters
  std::string pointer;     // clang's id of the variable that it goes by; empty: it is made of several, or none
  std::string obstacle;    // why it is not edited; empty: it is
  std::vector<Edit> edits = {};

  friend bool operator==(const ReadOnlyLoad& a, const ReadOnlyLoad& b) { return a.where == b.where; }

  /// Whether a place that the compiler gives a load is this one's.
  [[nodiscard]] bool has(const SourcePosition& place) const {
    return place.line >= where.line && place.line <= last_line &&
           (place.line != where.line || place.column >= where.column) &&
           (place.line != last_line || place.column <= last_column);
  }
};

/// Of all kernels in the trees.
[[nodiscard]] std::vector<ReadOnlyLoad> read_only_loads(const std::vector<Node>& trees);

}  // namespace warpglass::rewrite
