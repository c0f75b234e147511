#include "tools/warpglass/source_trees.hpp"

#include <algorithm>
#include <utility>

#include "tools/warpglass/device_choice.hpp"
#include "tools/warpglass/error.hpp"
#include "tools/warpglass/parallel.hpp"

namespace warpglass::tool {
namespace {

/// Clang writes the trees of one filter at a time. To parse takes it half a second, to read what was parsed a third of
/// that: for so many filters the source is parsed by itself.
constexpr std::size_t kWorthParsing = 3;

/// Shorter pieces of names let too much through.
constexpr std::size_t kShortest = 5;

/// The longest piece that two filters have in common: clang is called once for both then. Empty: they have too little.
std::string shared(const std::string& a, const std::string& b) {
  if (a.find(b) != std::string::npos) return b;
  if (b.find(a) != std::string::npos) return a;
  for (std::size_t length = std::min(a.size(), b.size()); length >= kShortest; --length) {
    for (std::size_t at = 0; at + length <= a.size(); ++at) {
      std::string piece = a.substr(at, length);
      if (b.find(piece) != std::string::npos) return piece;
    }
  }
  return "";
}

}  // namespace

SourceTrees::SourceTrees(const RunOptions& options)
    : job_{.source = options.program,
           .name = options.program,
           .architecture = device_compiled_for(options.arch, options.devices).sm_name(),
           .folder = "",
           .to = toolkit::CompileTo::syntax_tree,
           .flags = options.compiler_flags,
           .cache = options.cache,
           .kept = false},
      source_(options.program) {}

void SourceTrees::prepare(const std::set<std::string>& filters) {
  std::vector<std::string> fresh;
  for (const std::string& filter : filters) {
    if (known_for(filter) != trees_.end()) continue;
    const auto like =
        std::ranges::find_if(fresh, [&](const std::string& other) { return !shared(other, filter).empty(); });
    if (like == fresh.end()) {
      fresh.push_back(filter);
    } else {
      *like = shared(*like, filter);
    }
  }
  parse_for(fresh.size());
  std::vector<std::vector<rewrite::Node>> made(fresh.size());
  in_parallel(fresh.size(), [&](std::size_t i) { made[i] = syntax_trees(job_, fresh[i]); });
  for (std::size_t i = 0; i < fresh.size(); ++i) trees_.emplace(fresh[i], std::move(made[i]));
}

void SourceTrees::parse_for(std::size_t filters) {
  if (filters < kWorthParsing || folder_) return;
  folder_.emplace();
  CompileJob parse = job_;
  parse.folder = folder_->path();
  parse.to = toolkit::CompileTo::parsed;
  parse.silent = true;
  try {
    job_.source = compile(parse);
  } catch (const UsageError&) {
    // The filters are asked for one by one then, and say what is wrong.
    job_.source = parse.source;
  }
}

const std::vector<rewrite::Node>& SourceTrees::of(const std::string& filter) {
  prepare({filter});
  return known_for(filter)->second;
}

const std::vector<rewrite::Node>& SourceTrees::of_structure(const std::string& filter) {
  if (!folder_) return of(filter);
  const auto [known, is_new] = structures_.try_emplace(filter);
  if (is_new) {
    CompileJob job = job_;
    job.source = source_;
    known->second = syntax_trees(job, filter);
  }
  return known->second;
}

std::map<std::string, std::vector<rewrite::Node>>::const_iterator SourceTrees::known_for(
    const std::string& filter) const {
  return std::ranges::find_if(trees_, [&](const auto& one) { return filter.find(one.first) != std::string::npos; });
}

}  // namespace warpglass::tool
