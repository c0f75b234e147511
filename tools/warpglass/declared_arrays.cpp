#include "tools/warpglass/declared_arrays.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "tools/warpglass/source_text.hpp"

namespace warpglass::tool {

std::vector<rewrite::SharedDeclaration> declared_arrays(SourceTrees& trees, const std::vector<std::string>& mangled) {
  std::set<std::string> filters;
  for (const std::string& name : mangled) {
    if (std::string filter = rewrite::function_filter(name); !filter.empty()) filters.insert(std::move(filter));
  }
  trees.prepare(filters);
  std::vector<rewrite::SharedDeclaration> declarations;
  for (const std::string& filter : filters) {
    for (rewrite::SharedDeclaration& one : rewrite::shared_declarations(trees.of(filter), text_of_file)) {
      const bool known = std::ranges::any_of(declarations, [&](const auto& other) { return other.where == one.where; });
      if (!known) declarations.push_back(std::move(one));
    }
  }
  return declarations;
}

}  // namespace warpglass::tool
