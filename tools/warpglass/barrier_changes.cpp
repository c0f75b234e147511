// Barriers of the block that the run has shown to order nothing, or nothing beyond a warp, and how the source reads
// without them. A line of the source may be in several kernels, by templates or functions that they share: what one of
// them needs stays for all.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "analysis/redundant_barriers.hpp"
#include "base/read_file.hpp"
#include "rewrite/barrier_statements.hpp"
#include "rewrite/function_names.hpp"
#include "tools/warpglass/source_change.hpp"
#include "tools/warpglass/source_text.hpp"

namespace warpglass::tool {
namespace {

using analysis::BarrierNeed;
using analysis::BarrierProfile;
using analysis::KernelProfile;
using rewrite::BarrierStatement;

struct BarrierPlace {
  SourcePosition where;
  std::optional<SourcePosition> called;  // the barrier in the function that is called there
  BarrierNeed need = BarrierNeed::none;  // of the kernel that needs it most
  std::uint64_t executions = 0;
  std::optional<analysis::InputDoubt> doubt;  // of some kernel
};

std::string key_of_place(const BarrierProfile& barrier) {
  return barrier.called ? key_of(barrier.where) + ' ' + key_of(*barrier.called) : key_of(barrier.where);
}

/// By key, of all kernels. A function's barrier that is the same in all calls of one kernel may be told by call in
/// another one: what needs it in one way keeps it in the other, too.
std::map<std::string, BarrierPlace> places_of(const report::Report& report) {
  std::map<std::string, BarrierPlace> places;
  for (const KernelProfile& kernel : report.run.kernels) {
    for (const BarrierProfile& barrier : kernel.barriers) {
      BarrierPlace& place = places[key_of_place(barrier)];
      place.where = barrier.where;
      place.called = barrier.called;
      place.need = std::min(place.need, barrier.need);
      place.executions += barrier.executions;
      if (!place.doubt) place.doubt = barrier.doubt;
    }
  }
  std::map<std::string, BarrierPlace> all = places;
  for (const auto& [key, place] : places) {
    const auto whole = place.called ? places.find(key_of(*place.called)) : places.end();
    if (whole == places.end()) continue;
    all[key].need = std::min(place.need, whole->second.need);
    if (!all[key].doubt) all[key].doubt = whole->second.doubt;
    BarrierPlace& of_function = all[whole->first];
    of_function.need = std::min(of_function.need, place.need);
    if (!of_function.doubt) of_function.doubt = place.doubt;
  }
  return all;
}

/// Kernels that have barriers in common, directly or by way of another.
struct BarrierUnit {
  Kernels kernels;
  std::set<std::string> places;
  std::set<std::string> statements;  // that the barriers are, called or not

  [[nodiscard]] bool shares(const std::set<std::string>& others) const {
    return std::ranges::any_of(others, [&](const std::string& one) { return statements.contains(one); });
  }
};

std::vector<BarrierUnit> units_of(const report::Report& report) {
  std::vector<BarrierUnit> units;
  for (const KernelProfile& kernel : report.run.kernels) {
    if (kernel.barriers.empty()) continue;
    BarrierUnit unit{.kernels = {&kernel}, .places = {}, .statements = {}};
    for (const BarrierProfile& barrier : kernel.barriers) {
      unit.places.insert(key_of_place(barrier));
      unit.statements.insert(key_of(barrier.called.value_or(barrier.where)));
    }
    for (auto other = units.begin(); other != units.end();) {
      if (!other->shares(unit.statements)) {
        ++other;
        continue;
      }
      unit.kernels.insert(unit.kernels.begin(), other->kernels.begin(), other->kernels.end());
      unit.places.merge(other->places);
      unit.statements.merge(other->statements);
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
    "nothing was found that would need it with other data or arguments; blocks of another shape may, so read the code "
    "before you take it out";

/// Names of the kernels' functions and of those that have one of these barriers in their text, as filters.
std::set<std::string> filters_of(const BarrierUnit& unit, const std::vector<BarrierPlace>& redundant,
                                 const std::string& program) {
  std::set<std::string> filters;
  for (const KernelProfile* kernel : unit.kernels) filters.insert(rewrite::kernel_filter(kernel->mangled_name));
  std::map<std::string, std::vector<SourcePosition>> by_file;
  for (const BarrierPlace& place : redundant) {
    by_file[place.where.file].push_back(place.where);
    if (place.called) by_file[place.called->file].push_back(*place.called);
  }
  for (const auto& [file, places] : by_file) {
    if (!is_users(file, program)) continue;
    const std::string text = contents_of(file).value_or("");
    std::set<std::size_t> offsets;
    for (const SourcePosition& where : places) offsets.insert(rewrite::offset_of(text, where.line, where.column));
    filters.merge(rewrite::functions_around(text, offsets));
  }
  filters.erase("");
  return filters;
}

/// What stands at the places of a unit's functions.
struct Statements {
  std::vector<BarrierStatement> barriers;
  std::vector<BarrierStatement> calls;  // of functions, without arguments
};

Statements statements_of(const std::set<std::string>& filters, SourceTrees& trees) {
  Statements all;
  for (const std::string& filter : filters) {
    std::ranges::move(rewrite::barrier_statements(trees.of(filter), contents_of), std::back_inserter(all.barriers));
    std::ranges::move(rewrite::plain_calls(trees.of(filter), contents_of), std::back_inserter(all.calls));
  }
  return all;
}

/// The one at a place, or else the only one of its line.
const BarrierStatement* statement_at(const std::vector<BarrierStatement>& statements, const SourcePosition& where) {
  const auto at = std::ranges::find(statements, key_of(where), [](const auto& one) { return key_of(one.where); });
  if (at != statements.end()) return &*at;
  const BarrierStatement* found = nullptr;
  for (const BarrierStatement& one : statements) {
    if (line_key(one.where) != line_key(where)) continue;
    if (found != nullptr && *found != one) return nullptr;
    found = &one;
  }
  return found;
}

/// The edit of one place, or why there is none.
struct PlaceEdit {
  std::optional<rewrite::Edit> edit;
  std::string line;  // as it reads then
  std::string obstacle;
};

PlaceEdit refused(std::string why) { return {.edit = {}, .line = "", .obstacle = std::move(why)}; }

PlaceEdit edit_of(const BarrierPlace& place, const Statements& all, const std::string& program) {
  if (place.called) {
    const BarrierStatement* const inner = statement_at(all.barriers, *place.called);
    if (inner == nullptr || !inner->is_whole)
      return refused("the function that is called there does more than the barrier, which other calls of it need");
  }
  const BarrierStatement* const statement = statement_at(place.called ? all.calls : all.barriers, place.where);
  if (statement == nullptr) return refused("it is no statement of its own, __syncthreads(); or sync() of the block");
  if (!statement->obstacle.empty()) return refused(statement->obstacle);
  if (!is_users(statement->call.file, program)) return refused("it stands in a file that is not the program's own");
  if (place.need == BarrierNeed::within_warps)
    return {.edit = rewrite::of_the_warp(*statement), .line = "__syncwarp();", .obstacle = ""};
  if (!statement->in_list) return refused("a condition, a loop or a function has nothing else to do");
  return {.edit = rewrite::left_out(*statement), .line = "without " + statement->text, .obstacle = ""};
}

SourceChange change_of(const BarrierUnit& unit, const std::vector<BarrierPlace>& redundant,
                       const Statements& statements, const std::string& program) {
  SourceChange change{.advice = {},
                      .kernels = unit.kernels,
                      .candidates = {},
                      .reach = Reach::kernels,
                      .look = Look::races,
                      .figures = figures};
  report::ChangeAdvice& advice = change.advice;
  advice.where = redundant.front().where;
  advice.rule = "redundant-barrier";
  for (const KernelProfile* kernel : unit.kernels) advice.kernels.push_back(kernel->name);
  const auto with = [&](BarrierNeed need) {
    return static_cast<std::size_t>(std::ranges::count(redundant, need, &BarrierPlace::need));
  };
  advice.message = message_of(unit.places.size(), with(BarrierNeed::none), with(BarrierNeed::within_warps));
  ChangeCandidate candidate;
  std::size_t left_out = 0;
  std::size_t within_warps = 0;
  for (const BarrierPlace& place : redundant) {
    if (place.doubt) {
      advice.remarks.push_back(fmt::format("{} is left as it is: {}", line_of(place.where, advice.where),
                                           analysis::text_of(*place.doubt, advice.where)));
      continue;
    }
    if (place.called)
      advice.remarks.push_back(
          fmt::format("{} calls a function whose barrier other calls need", line_of(place.where, advice.where)));
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
  const std::map<std::string, BarrierPlace> places = places_of(report);
  std::vector<std::pair<BarrierUnit, std::vector<BarrierPlace>>> all;
  std::set<std::string> filters;
  for (BarrierUnit& unit : units_of(report)) {
    std::vector<BarrierPlace> redundant;
    for (const std::string& key : unit.places) {
      if (const BarrierPlace& place = places.at(key); place.need != BarrierNeed::block) redundant.push_back(place);
    }
    if (redundant.empty()) continue;
    std::ranges::sort(redundant, {}, [](const BarrierPlace& place) {
      return std::tuple(place.where.file, place.where.line, place.where.column);
    });
    filters.merge(filters_of(unit, redundant, options.program));
    all.emplace_back(std::move(unit), std::move(redundant));
  }
  trees.prepare(filters);
  std::vector<SourceChange> changes;
  for (const auto& [unit, redundant] : all) {
    const Statements statements = statements_of(filters_of(unit, redundant, options.program), trees);
    changes.push_back(change_of(unit, redundant, statements, options.program));
  }
  return changes;
}

}  // namespace warpglass::tool
