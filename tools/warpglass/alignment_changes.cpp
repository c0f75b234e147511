// Structures that are aligned to more bytes, where threads take their members one by one: the run tells which kernels
// would gain by it, the source which structure it is.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "rewrite/aligned_structures.hpp"
#include "rewrite/shared_declarations.hpp"
#include "tools/warpglass/hints.hpp"
#include "tools/warpglass/source_change.hpp"
#include "tools/warpglass/source_text.hpp"

namespace warpglass::tool {
namespace {

using rewrite::AlignedStructure;

/// Structures that a place can be about: those of its kernel that are as large as its lanes are apart.
/// \param begins_at  bytes: arrays of them begin at multiples of so many
std::vector<AlignedStructure> structures_at(const WidePlace& place, std::uint32_t begins_at, SourceTrees& trees) {
  std::vector<AlignedStructure> found;
  const std::string filter = rewrite::kernel_filter(place.kernel->mangled_name);
  if (filter.empty()) return found;
  for (const std::string& name : rewrite::structures_of(trees.of(filter), place.kernel->mangled_name)) {
    for (AlignedStructure& one : rewrite::aligned_structures(trees.of(name), name, begins_at)) {
      if ((one.bytes == place.apart || one.bytes == 0) && std::ranges::find(found, one) == found.end())
        found.push_back(std::move(one));
    }
  }
  return found;
}

SourceChange change_of(const AlignedStructure& structure, const report::Report& report) {
  SourceChange change{.advice = {},
                      .kernels = {},
                      .meets = all_kernels(report),
                      .candidates = {},
                      .makes_wider = true,
                      .figures = access_figures};
  report::ChangeAdvice& advice = change.advice;
  advice.where = structure.where;
  advice.rule = "wide-structure";
  advice.message = fmt::format("threads take the members of {}, {} bytes, one by one", structure.name, structure.bytes);
  ChangeCandidate candidate;
  candidate.edits = structure.edits;
  candidate.proposal.title = fmt::format("aligned to {}", structure.alignment);
  candidate.proposal.lines = changed_lines(candidate.edits);
  candidate.proposal.patch = patch_of(candidate.edits);
  change.candidates.push_back(std::move(candidate));
  advice.remarks.push_back(fmt::format(
      "it needs pointers to {} that are aligned to {} bytes, as those that cudaMalloc and new return are; a structure "
      "that has a {} among its members may grow",
      structure.name, structure.alignment, structure.name));
  return change;
}

}  // namespace

std::vector<SourceChange> structures_to_align(const RunOptions& options, const report::Report& report,
                                              SourceTrees& trees, WideRemarks& remarks) {
  std::vector<WidePlace> places = wide_places(report);
  std::set<std::string> filters;
  for (const WidePlace& place : places) {
    if (std::string filter = rewrite::kernel_filter(place.kernel->mangled_name); !filter.empty())
      filters.insert(std::move(filter));
  }
  trees.prepare(filters);
  // An array that begins amid a buffer, as behind a header, is aligned to less than its structure could be.
  std::map<std::uint64_t, std::uint32_t> begins_at;  // by the structure's size
  for (const WidePlace& place : places) {
    std::uint32_t& least = begins_at.try_emplace(place.apart, place.begins_at).first->second;
    least = std::min(least, place.begins_at);
  }
  std::map<std::string, SourceChange> changes;  // by the structure's place
  for (const WidePlace& place : places) {
    for (AlignedStructure& structure : structures_at(place, begins_at[place.apart], trees)) {
      if (structure.obstacle.empty() && !is_users(structure.where.file, options.program))
        structure.obstacle = "it stands in a file that is not the program's own";
      std::string why = structure.obstacle.empty() ? "" : fmt::format("{}: {}", structure.name, structure.obstacle);
      for (const SourcePosition& where : place.where) {
        const WideKey key{.line = line_key(where), .stores = place.stores};
        if (const auto [known, is_new] = remarks.emplace(key, why); !is_new && why.empty()) known->second.clear();
      }
      if (!structure.obstacle.empty()) continue;
      SourceChange& change = changes.try_emplace(key_of(structure.where), change_of(structure, report)).first->second;
      if (has(change.kernels, *place.kernel)) continue;
      change.kernels.push_back(place.kernel);
      change.advice.kernels.push_back(place.kernel->name);
    }
  }
  std::vector<SourceChange> all;
  for (auto& [where, change] : changes) all.push_back(std::move(change));
  return all;
}

}  // namespace warpglass::tool
