// What a kernel does with elements of its pointers, and all that others may see of it, by their places in the source.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rewrite/edit.hpp"
#include "rewrite/element_index.hpp"
#include "rewrite/function_variables.hpp"
#include "rewrite/shared_declarations.hpp"
#include "rewrite/syntax_tree.hpp"

namespace warpglass::rewrite {

/// `in[i]`, of a parameter.
struct StructureElement {
  const Node* subscript = nullptr;
  const Node* member = nullptr;  // what is taken of it, up to the innermost member that is named
  const Node* store = nullptr;   // that assigns it as a whole
  bool is_kept = false;          // its address is taken
  bool is_stored = true;         // unless it is seen that it is only read
  std::vector<std::pair<const Node*, const Node*>> names = {};  // of references to it, with what is taken by them
  std::size_t begin = 0;
  std::size_t end = 0;
};
using ElementsOfOne = std::vector<StructureElement>;

/// Something that others may see: a store to memory, or a call.
struct Deed {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t first = 0;                 // what ends behind it may come after it
  std::vector<std::string> stores = {};  // by these pointers, by clang's ids; empty: it is no store
};

/// Into memory that others may name, too.
struct Look {
  std::size_t begin = 0;
  std::string pointer;  // its id; empty: not known
};

struct StructureElements {
  const Node* body = nullptr;  // of the kernel; nullptr: it has none that could be read
  std::string file{};
  std::string text{};
  FunctionVariables variables;
  Variables parameters{};
  std::vector<ElementsOfOne> elements{};  // those of one pointer and one index together
  std::vector<Deed> deeds{};
  std::vector<Look> looks{};
  std::map<std::string, std::size_t> uses{};  // of variables, by their ids
  std::vector<std::size_t> returns{};
};

/// \param kernel  outlives the answer
[[nodiscard]] StructureElements structure_elements(const Node& kernel, const FileText& text);

/// `const Point* in`
[[nodiscard]] bool is_constant_pointer(const Node& parameter);

/// From its first token to its last, where it is written or the macro stands that writes it.
[[nodiscard]] std::optional<Span> written_or_macro(const Node& node);

}  // namespace warpglass::rewrite
