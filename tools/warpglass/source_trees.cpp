#include "tools/warpglass/source_trees.hpp"

#include <algorithm>
#include <ranges>
#include <utility>

#include "tools/warpglass/device_choice.hpp"
#include "tools/warpglass/error.hpp"
#include "tools/warpglass/parallel.hpp"

namespace warpglass::tool {

SourceTrees::SourceTrees(const RunOptions& options)
    : job_{.source = options.program,
           .name = options.program,
           .architecture = device_named(options.arch).sm_name(),
           .folder = "",
           .to = toolkit::CompileTo::syntax_tree,
           .flags = options.compiler_flags} {}

void SourceTrees::prepare(const std::set<std::string>& filters) {
  // What a longer name lets through, a part of it does too.
  const auto is_covered = [](const auto& by, const std::string& filter) {
    return std::ranges::any_of(by, [&](const auto& other) { return filter.find(other) != std::string::npos; });
  };
  std::vector<std::string> fresh;
  for (const std::string& filter : filters) {
    const bool shorter = std::ranges::any_of(
        filters, [&](const std::string& other) { return other != filter && filter.find(other) != std::string::npos; });
    if (!shorter && !is_covered(trees_ | std::views::keys, filter)) fresh.push_back(filter);
  }
  std::vector<std::vector<rewrite::Node>> made(fresh.size());
  in_parallel(fresh.size(), [&](std::size_t i) {
    std::string problem;
    made[i] = rewrite::read_syntax_trees(syntax_trees(job_, fresh[i]), problem);
    if (!problem.empty()) throw UsageError(problem);
  });
  for (std::size_t i = 0; i < fresh.size(); ++i) trees_.emplace(fresh[i], std::move(made[i]));
}

const std::vector<rewrite::Node>& SourceTrees::of(const std::string& filter) {
  prepare({filter});
  const auto known =
      std::ranges::find_if(trees_, [&](const auto& one) { return filter.find(one.first) != std::string::npos; });
  return known->second;
}

}  // namespace warpglass::tool
