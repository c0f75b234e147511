// Declarations by name, of a tree of all that a source declares.
#pragma once

#include <string>
#include <vector>

#include "rewrite/syntax_tree.hpp"

namespace warpglass::rewrite {

struct NamedDeclarations {
  std::vector<Node> trees;
  bool has_definition = false;  // of something that is called just so
};

/// The outermost ones whose qualified name has the filter in it, as clang's own filter lets them through; what is
/// declared in functions alone is not looked for.
[[nodiscard]] NamedDeclarations declarations_named(const std::vector<Node>& units, const std::string& filter);

/// The definition of a class, or of a template of classes, that has just this name with its namespaces, as clang writes
/// it in types: "gpu::Buffer". Functions are in it that are defined behind it. Empty: there is none.
[[nodiscard]] std::vector<Node> classes_named(const std::vector<Node>& units, const std::string& name);

/// Puts what the units define of classes' functions outside of these in the place of their declarations.
void add_definitions(std::vector<Node>& classes, const std::vector<Node>& units);

}  // namespace warpglass::rewrite
