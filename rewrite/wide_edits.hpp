// How the source reads with one access of a vector type in the place of several elements: a load into a variable ahead
// of the first of them, or a variable whose members are set one by one and that is stored behind the last.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "rewrite/edit.hpp"
#include "rewrite/element_index.hpp"
#include "rewrite/shared_declarations.hpp"
#include "rewrite/syntax_tree.hpp"

namespace warpglass::rewrite {

/// An element of a pointer that a statement loads, or that it stores and does nothing else.
struct Element {
  const Node* subscript = nullptr;
  std::size_t statement = 0;  // in the list
  ElementIndex index;
  bool conditional = false;  // not in any case
};

/// Elements of one vector, in the order of their constants.
struct VectorElements {
  std::vector<Element> elements;
  std::string type;     // "float4"
  std::string pointer;  // its name
  bool stores = false;
  std::string counter;          // name of the counter, where a loop takes one in each round
  const Node* first = nullptr;  // the statement that takes one first, or the loop
  const Node* last = nullptr;
};

/// Of one kernel.
class WideEdits {
 public:
  explicit WideEdits(const FileText& text) : text_(text) {}

  /// \return empty where a macro writes a part of it
  [[nodiscard]] std::vector<Edit> of(const VectorElements& vector);

 private:
  [[nodiscard]] std::string fresh_name(std::string name, const std::string& text);

  const FileText& text_;
  std::set<std::string> names_;  // that were made
};

}  // namespace warpglass::rewrite
