#include "tools/warpglass/source_trees.hpp"

#include <algorithm>
#include <utility>

#include "rewrite/named_declarations.hpp"
#include "rewrite/type_extent.hpp"
#include "tools/warpglass/device_choice.hpp"
#include "tools/warpglass/parallel.hpp"

namespace warpglass::tool {
namespace {

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

SourceTrees::SourceTrees(const RunOptions& options, const std::string& cache)
    : job_{.source = options.program,
           .name = options.program,
           .architecture = device_compiled_for(options.arch, options.devices).sm_name(),
           .folder = "",
           .to = toolkit::CompileTo::syntax_tree,
           .flags = options.compiler_flags,
           .cache = cache,
           .kept = false} {}

void SourceTrees::prepare(const std::set<std::string>& filters) {
  std::vector<std::string> fresh;
  for (const std::string& filter : filters) {
    if (known(filter) != nullptr || is_of_the_source(filter)) continue;
    const auto like =
        std::ranges::find_if(fresh, [&](const std::string& other) { return !shared(other, filter).empty(); });
    if (like == fresh.end()) {
      fresh.push_back(filter);
    } else {
      *like = shared(*like, filter);
    }
  }
  std::vector<std::vector<rewrite::Node>> made(fresh.size());
  in_parallel(fresh.size(), [&](std::size_t i) { made[i] = syntax_trees(job_, fresh[i]); });
  for (std::size_t i = 0; i < fresh.size(); ++i) trees_.emplace(fresh[i], std::move(made[i]));
}

const std::vector<rewrite::Node>& SourceTrees::of_the_source() {
  if (!source_) source_ = syntax_trees_of_source(job_);
  return *source_;
}

bool SourceTrees::is_of_the_source(const std::string& filter) {
  rewrite::NamedDeclarations found = rewrite::declarations_named(of_the_source(), filter);
  if (found.has_definition) of_source_.emplace(filter, std::move(found.trees));
  return found.has_definition;
}

const std::vector<rewrite::Node>& SourceTrees::of(const std::string& filter) {
  prepare({filter});
  return *known(filter);
}

const std::vector<rewrite::Node>& SourceTrees::of_class(const std::string& name) {
  const auto [known, is_new] = classes_.try_emplace(name);
  if (!is_new) return known->second;
  known->second = rewrite::classes_named(of_the_source(), name);
  if (known->second.empty()) {
    const std::vector<rewrite::Node> trees = syntax_trees(job_, name);
    known->second = trees;
    rewrite::add_definitions(known->second, trees);
  }
  return known->second;
}

const rewrite::Node* SourceTrees::structure(const std::string& name) {
  const std::vector<rewrite::Node>& trees = of(name);
  if (const rewrite::Node* const own = rewrite::structure_named(trees, name)) return own;
  const rewrite::StructureName called = rewrite::structure_called(trees, name);
  if (called.record != nullptr) return called.record;
  if (!called.name.empty()) return rewrite::structure_named(of(called.name), called.name);
  return rewrite::structure_called(of_the_source(), name).record;  // without a name it is in no tree of that
}

const std::vector<rewrite::Node>* SourceTrees::known(const std::string& filter) const {
  if (const auto own = of_source_.find(filter); own != of_source_.end()) return &own->second;
  const auto other =
      std::ranges::find_if(trees_, [&](const auto& one) { return filter.find(one.first) != std::string::npos; });
  return other == trees_.end() ? nullptr : &other->second;
}

}  // namespace warpglass::tool
