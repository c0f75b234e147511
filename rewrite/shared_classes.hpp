// Classes of which `__shared__` variables are, and whose only member is an array: `struct Tile { float data[32][32];
// }`. The array's layout is the class's, and so it is every variable's.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rewrite/syntax_tree.hpp"

namespace warpglass::rewrite {

struct SharedClass {
  const Node* field = nullptr;           // its array; of a template, the field of one of its specialisations
  std::vector<std::uint64_t> extents{};  // outermost first
  std::string element{};                 // "float"
  std::string variable{};                // "tile"
  std::string mangled{};                 // the variable's name in PTX
  std::string obstacle{};                // why its array cannot have another layout; empty: it can
  std::string not_swizzled{};            // why its elements have to lie in their order; empty: they need not
};

/// \param source   of all that the source itself declares; outlives the answer
/// \param mangled  variables whose classes are looked for
[[nodiscard]] std::vector<SharedClass> shared_classes(const std::vector<Node>& source,
                                                      const std::vector<std::string>& mangled);

/// "float[32][32]" into "float" and 32, 32. No extents: it is no array of a known size.
[[nodiscard]] std::vector<std::uint64_t> extents_of(std::string& type);

}  // namespace warpglass::rewrite
