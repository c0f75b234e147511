#include "tools/warpglass/declared_arrays.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/read_file.hpp"
#include "report/explanation.hpp"
#include "tools/warpglass/error.hpp"
#include "tools/warpglass/program_file.hpp"

namespace warpglass::tool {
namespace {

void note(const rewrite::SharedDeclaration& declaration, report::Report& report) {
  for (analysis::KernelProfile& kernel : report.run.kernels) {
    for (analysis::SharedArray& array : kernel.shared_arrays) {
      const auto version =
          std::ranges::find(declaration.versions, array.name, &rewrite::SharedDeclaration::Version::mangled);
      if (version == declaration.versions.end()) continue;
      array.element = declaration.element;
      array.extents = version->extents;
    }
  }
}

}  // namespace

std::vector<rewrite::SharedDeclaration> declared_arrays(SourceTrees& trees, const std::vector<std::string>& mangled,
                                                        const std::vector<std::string>& others) {
  std::set<std::string> filters;
  for (const std::string& name : mangled) {
    if (std::string filter = rewrite::function_filter(name); !filter.empty()) filters.insert(std::move(filter));
  }
  trees.prepare(filters);
  std::vector<rewrite::SharedDeclaration> declarations;
  for (const std::string& filter : filters) {
    for (rewrite::SharedDeclaration& one : rewrite::shared_declarations(trees.of(filter), contents_of)) {
      const bool known = std::ranges::any_of(declarations, [&](const auto& other) { return other.where == one.where; });
      if (!known) declarations.push_back(std::move(one));
    }
  }
  std::vector<std::string> rest;
  for (const std::string& name : mangled) {
    const bool known = std::ranges::any_of(declarations, [&](const rewrite::SharedDeclaration& one) {
      return std::ranges::find(one.versions, name, &rewrite::SharedDeclaration::Version::mangled) != one.versions.end();
    });
    if (!known) rest.push_back(name);
  }
  if (rest.empty()) return declarations;
  rest.insert(rest.end(), others.begin(), others.end());
  for (rewrite::SharedDeclaration& one : rewrite::shared_class_declarations(trees.of_the_source(), rest, contents_of))
    declarations.push_back(std::move(one));
  return declarations;
}

void note_declarations(const RunOptions& options, report::Report& report) {
  if (classify(options.program) != ProgramKind::cuda_source) return;
  const bool page = std::ranges::any_of(options.files, [](const FormFile& file) { return file.form->name == "html"; });
  std::vector<std::string> shown;
  if (page) {
    shown = report::shared_arrays_with_examples(report);
  } else if (options.explain) {
    shown = report::shared_arrays_at(report, *options.explain);
  }
  if (shown.empty()) return;
  try {
    SourceTrees trees(options, options.cache);
    for (const rewrite::SharedDeclaration& declaration : declared_arrays(trees, shown)) note(declaration, report);
  } catch (const UsageError& error) {
    report.run.notices.push_back(fmt::format("extents of shared arrays are not known: {}", error.what()));
  }
}

}  // namespace warpglass::tool
