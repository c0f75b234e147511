// Sizes of types, from clang's syntax tree.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rewrite/syntax_tree.hpp"

namespace warpglass::rewrite {

struct Extent {
  std::uint64_t bytes = 0;
  std::uint64_t alignment = 1;
};

/// Of a type as clang writes it: "float", "const int *", "float[3][2]". Nothing where the text alone does not show it.
[[nodiscard]] std::optional<Extent> extent_of(std::string_view type);

/// Of a structure that is defined. \param obstacle  why it is not known
[[nodiscard]] std::optional<Extent> extent_of_record(const Node& record, std::string& obstacle);

/// Whether it is the definition of a structure or a class.
[[nodiscard]] bool defines_structure(const Node& node);

/// The definition of this name among the trees, without namespaces; nullptr: there is none, or more than one.
[[nodiscard]] const Node* structure_named(const std::vector<Node>& trees, const std::string& name);

/// What a `typedef` calls so, or a `using`: `typedef struct Tag { ... } Sample;`.
struct StructureName {
  std::string name{};            // "Tag"; empty: it has none, or the typedef is not seen
  const Node* record = nullptr;  // its definition; nullptr: it is not among the trees
};
[[nodiscard]] StructureName structure_called(const std::vector<Node>& trees, const std::string& name);

/// "Particle" of "physics::Particle".
[[nodiscard]] std::string last_part(const std::string& name);

/// "int" of "const struct int".
[[nodiscard]] std::string_view without_qualifiers(std::string_view type);

}  // namespace warpglass::rewrite
