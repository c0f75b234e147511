// Barriers of the block that the run has shown to order nothing, or nothing beyond a warp, and how the source reads
// without them. A line of the source may be in several kernels, by templates or functions that they share: what one of
// them needs stays for all.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "rewrite/barrier_statements.hpp"
#include "tools/warpglass/source_change.hpp"
#include "tools/warpglass/source_text.hpp"

namespace warpglass::tool {
namespace {

using analysis::BarrierNeed;
using analysis::BarrierProfile;
using analysis::KernelProfile;
using rewrite::BarrierStatement;

struct Place {
  SourcePosition where;
  BarrierNeed need = BarrierNeed::none;  // of the kernel that needs it most
  std::uint64_t executions = 0;
};

/// By key, of all kernels.
std::map<std::string, Place> places_of(const report::Report& report) {
  std::map<std::string, Place> places;
  for (const KernelProfile& kernel : report.run.kernels) {
    for (const BarrierProfile& barrier : kernel.barriers) {
      Place& place = places[key_of(barrier.where)];
      place.where = barrier.where;
      place.need = std::min(place.need, barrier.need);
      place.executions += barrier.executions;
    }
  }
  return places;
}

/// Kernels that have barriers in common, directly or by way of another.
struct Unit {
  Kernels kernels;
  std::set<std::string> places;

  [[nodiscard]] bool shares(const std::set<std::string>& others) const {
    return std::ranges::any_of(others, [&](const std::string& place) { return places.contains(place); });
  }
};

std::vector<Unit> units_of(const report::Report& report) {
  std::vector<Unit> units;
  for (const KernelProfile& kernel : report.run.kernels) {
    if (kernel.barriers.empty()) continue;
    Unit unit{.kernels = {&kernel}, .places = {}};
    for (const BarrierProfile& barrier : kernel.barriers) unit.places.insert(key_of(barrier.where));
    for (auto other = units.begin(); other != units.end();) {
      if (!other->shares(unit.places)) {
        ++other;
        continue;
      }
      unit.kernels.insert(unit.kernels.begin(), other->kernels.begin(), other->kernels.end());
      unit.places.merge(other->places);
      other = units.erase(other);
    }
    units.push_back(std::move(unit));
  }
  return units;
}

std::vector<report::Figure> figures(const report::Report& report, const Kernels& kernels) {
  std::uint64_t passed = 0;
  for (const KernelProfile* kernel : kernels) {
    for (const BarrierProfile& barrier : kernel->barriers) passed += barrier.executions;
  }
  std::vector<report::Figure> all = common_figures(report, kernels);
  all.insert(all.begin(), {.name = "barriers passed by warps", .value = static_cast<double>(passed)});
  return all;
}

/// "2 of 3 barriers order nothing ..."
std::string share_text(std::size_t all, std::size_t some, const char* one_does, const char* several_do) {
  if (all == 1) return fmt::format("the kernel's only barrier {}", one_does);
  return fmt::format("{} of {} barriers {}", some, all, some == 1 ? one_does : several_do);
}

std::string message_of(std::size_t all, std::size_t none, std::size_t within_warps) {
  std::string text;
  if (none != 0)
    text = share_text(all, none, "orders nothing that others do not order as well",
                      "order nothing that others do not order as well");
  if (within_warps != 0)
    text += (text.empty() ? "" : "; ") +
            share_text(all, within_warps, "keeps order within warps only", "keep order within warps only");
  return text;
}

std::string title_of(std::size_t left_out, std::size_t within_warps) {
  if (left_out == 0) return "as __syncwarp()";
  if (within_warps != 0) return "without, or as __syncwarp()";
  return left_out == 1 ? "without it" : "without them";
}

/// "line 7", with the file's name where it is another one.
std::string line_of(const SourcePosition& where, const SourcePosition& seen_from) {
  const std::string line = fmt::format("line {}", where.line);
  return where.file == seen_from.file ? line : where.file + ", " + line;
}

constexpr const char* kClaim =
    "it is so with what this run was given: a barrier that other sizes or other data need is not told from one that "
    "nobody needs, so read the code before you take it out";

/// The statements of a unit's functions, by place.
std::map<std::string, BarrierStatement> statements_of(const Unit& unit, SourceTrees& trees) {
  std::map<std::string, BarrierStatement> statements;
  for (const KernelProfile* kernel : unit.kernels) {
    const std::string filter = rewrite::kernel_filter(kernel->mangled_name);
    if (filter.empty()) continue;
    for (BarrierStatement& one : rewrite::barrier_statements(trees.of(filter), text_of_file))
      statements.try_emplace(key_of(one.where), std::move(one));
  }
  return statements;
}

/// The edit of one place, or why there is none.
struct PlaceEdit {
  std::optional<rewrite::Edit> edit;
  std::string line;  // as it reads then
  std::string obstacle;
};

PlaceEdit edit_of(const Place& place, const std::map<std::string, BarrierStatement>& statements,
                  const std::string& program) {
  const auto known = statements.find(key_of(place.where));
  if (known == statements.end())
    return {.edit = {}, .line = "", .obstacle = "it is no __syncthreads(); of the kernel's own text"};
  const BarrierStatement& statement = known->second;
  if (!is_users(statement.where.file, program))
    return {.edit = {}, .line = "", .obstacle = "it stands in a file that is not the program's own"};
  if (place.need == BarrierNeed::within_warps)
    return {.edit = rewrite::of_the_warp(statement), .line = "__syncwarp();", .obstacle = ""};
  if (!statement.in_list) return {.edit = {}, .line = "", .obstacle = "a condition or a loop has nothing else to do"};
  return {.edit = rewrite::left_out(statement), .line = "without __syncthreads();", .obstacle = ""};
}

SourceChange change_of(const Unit& unit, const std::vector<Place>& redundant, SourceTrees& trees,
                       const std::string& program) {
  SourceChange change{.advice = {}, .kernels = unit.kernels, .candidates = {}, .look = Look::races, .figures = figures};
  report::ChangeAdvice& advice = change.advice;
  advice.where = redundant.front().where;
  advice.rule = "redundant-barrier";
  for (const KernelProfile* kernel : unit.kernels) advice.kernels.push_back(kernel->name);
  const auto with = [&](BarrierNeed need) {
    return static_cast<std::size_t>(std::ranges::count(redundant, need, &Place::need));
  };
  advice.message = message_of(unit.places.size(), with(BarrierNeed::none), with(BarrierNeed::within_warps));
  const std::map<std::string, BarrierStatement> statements = statements_of(unit, trees);
  ChangeCandidate candidate;
  std::size_t left_out = 0;
  std::size_t within_warps = 0;
  for (const Place& place : redundant) {
    PlaceEdit made = edit_of(place, statements, program);
    const std::string line = line_of(place.where, advice.where);
    if (!made.edit) {
      advice.remarks.push_back(fmt::format("{} is left as it is: {}", line, made.obstacle));
      continue;
    }
    ++(place.need == BarrierNeed::none ? left_out : within_warps);
    candidate.edits.push_back(std::move(*made.edit));
    candidate.proposal.lines.push_back(fmt::format("{}: {}", line, made.line));
  }
  if (candidate.edits.empty()) return change;
  candidate.proposal.title = title_of(left_out, within_warps);
  candidate.proposal.patch = patch_of(candidate.edits);
  change.candidates.push_back(std::move(candidate));
  advice.remarks.emplace_back(kClaim);
  return change;
}

}  // namespace

std::vector<SourceChange> barriers_to_leave_out(const RunOptions& options, const report::Report& report,
                                                SourceTrees& trees) {
  const std::map<std::string, Place> places = places_of(report);
  std::vector<std::pair<Unit, std::vector<Place>>> all;
  std::set<std::string> filters;
  for (Unit& unit : units_of(report)) {
    std::vector<Place> redundant;
    for (const std::string& key : unit.places) {
      if (const Place& place = places.at(key); place.need != BarrierNeed::block) redundant.push_back(place);
    }
    if (redundant.empty()) continue;
    std::ranges::sort(redundant, {}, [](const Place& place) {
      return std::tuple(place.where.file, place.where.line, place.where.column);
    });
    for (const KernelProfile* kernel : unit.kernels) {
      if (std::string filter = rewrite::kernel_filter(kernel->mangled_name); !filter.empty())
        filters.insert(std::move(filter));
    }
    all.emplace_back(std::move(unit), std::move(redundant));
  }
  trees.prepare(filters);
  std::vector<SourceChange> changes;
  for (const auto& [unit, redundant] : all) changes.push_back(change_of(unit, redundant, trees, options.program));
  return changes;
}

}  // namespace warpglass::tool
