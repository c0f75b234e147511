// The `__shared__` arrays that functions of the user's source declare, and every place that names them: from clang's
// syntax tree, which knows types, macros and templates, with offsets into the files. Brackets alone are looked up in
// the text, between two places of the tree.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "rewrite/edit.hpp"
#include "rewrite/syntax_tree.hpp"

namespace warpglass::rewrite {

/// An element that is named by all its indices.
struct ElementUse {
  Span row;                    // the last index but one, between its brackets; of one dimension, the only one
  Span column;                 // the last one
  bool row_is_simple = false;  // a name, a number: needs no parentheses
  bool column_is_sum = false;  // of what binds as closely as sums do, or closer

  friend bool operator==(const ElementUse&, const ElementUse&) = default;
};

/// Where an array is declared, once for all kernels that a template makes of it.
struct SharedDeclaration {
  struct Version {
    std::string mangled;                 // the name in PTX
    std::vector<std::uint64_t> extents;  // outermost first

    friend bool operator==(const Version&, const Version&) = default;
  };
  std::string name;     // "tile"
  std::string element;  // "float"
  SourcePosition where;
  Span declarator;    // from the name to the last bracket
  Span last_extent;   // between the last two brackets
  Span plane_extent;  // likewise of the extent before, where there are more than two
  Span row_extent;    // likewise of the first, where there are two
  std::vector<Version> versions;
  std::vector<ElementUse> uses;
  std::string not_padded;      // why its rows cannot be made longer; empty: they can
  std::string not_swizzled;    // why its columns cannot be exchanged; empty: they can
  std::string not_transposed;  // why rows and columns cannot change places, beyond these; empty: they can

  /// Its rows, if it has any, are made in the index.
  [[nodiscard]] bool is_flat() const { return versions.front().extents.size() == 1; }
};

/// Text of a file; nothing where there is none.
using FileText = std::function<std::optional<std::string>(const std::string& file)>;

/// In the order in which the trees have them.
[[nodiscard]] std::vector<SharedDeclaration> shared_declarations(const std::vector<Node>& trees, const FileText& text);

/// The arrays of classes that the variables of these mangled names are of (rewrite/shared_classes.hpp).
/// \param source  of all that the source itself declares
[[nodiscard]] std::vector<SharedDeclaration> shared_class_declarations(const std::vector<Node>& source,
                                                                       const std::vector<std::string>& mangled,
                                                                       const FileText& text);

/// Of the function that a variable with this mangled name belongs to, the part of its name that clang's filter of
/// syntax trees finds it by; empty where it belongs to none.
[[nodiscard]] std::string function_filter(const std::string& mangled);

/// Likewise of a kernel with this mangled name.
[[nodiscard]] std::string kernel_filter(const std::string& mangled);

}  // namespace warpglass::rewrite
