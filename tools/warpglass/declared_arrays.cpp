#include "tools/warpglass/declared_arrays.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <utility>

#include "tools/warpglass/compile.hpp"
#include "tools/warpglass/device_choice.hpp"
#include "tools/warpglass/error.hpp"
#include "tools/warpglass/parallel.hpp"

namespace warpglass::tool {

std::optional<std::string> text_of_file(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(in), {});
}

std::vector<rewrite::SharedDeclaration> declared_arrays(const RunOptions& options,
                                                        const std::vector<std::string>& mangled) {
  const CompileJob job{.source = options.program,
                       .name = options.program,
                       .architecture = device_compiled_for(options.arch, options.devices).sm_name(),
                       .folder = "",
                       .to = toolkit::CompileTo::syntax_tree,
                       .flags = options.compiler_flags};
  std::set<std::string> filters;
  for (const std::string& name : mangled) {
    if (std::string filter = rewrite::function_filter(name); !filter.empty()) filters.insert(std::move(filter));
  }
  std::vector<std::vector<rewrite::SharedDeclaration>> found(filters.size());
  in_parallel(filters.size(), [&](std::size_t i) {
    std::string problem;
    const std::string text = syntax_trees(job, *std::next(filters.begin(), static_cast<std::ptrdiff_t>(i)));
    const std::vector<rewrite::Node> trees = rewrite::read_syntax_trees(text, problem);
    if (!problem.empty()) throw UsageError(problem);
    found[i] = rewrite::shared_declarations(trees, text_of_file);
  });
  std::vector<rewrite::SharedDeclaration> declarations;
  for (std::vector<rewrite::SharedDeclaration>& of_filter : found) {
    for (rewrite::SharedDeclaration& one : of_filter) {
      const bool known = std::ranges::any_of(declarations, [&](const auto& other) { return other.where == one.where; });
      if (!known) declarations.push_back(std::move(one));
    }
  }
  return declarations;
}

}  // namespace warpglass::tool
