// Wide accesses in the place of neighbouring ones: the run tells which kernels would gain by them, the source what can
// be edited.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "analysis/names.hpp"
#include "arch/instruction_costs.hpp"
#include "base/read_file.hpp"
#include "rewrite/wide_accesses.hpp"
#include "tools/warpglass/device_choice.hpp"
#include "tools/warpglass/hints.hpp"
#include "tools/warpglass/source_change.hpp"
#include "tools/warpglass/source_text.hpp"

namespace warpglass::tool {
namespace {

using analysis::KernelProfile;
using rewrite::WideAccess;

/// "/home/me/x.cu:7", of all lines.
std::set<std::string> lines_of(const WideAccess& access) {
  std::set<std::string> lines;
  for (const std::uint32_t line : access.lines)
    lines.insert(line_key({.file = access.where.file, .line = line, .column = 0}));
  return lines;
}

bool has_line(const KernelProfile& kernel, const std::set<std::string>& lines) {
  return std::ranges::any_of(kernel.lines, [&](const auto& line) { return lines.contains(line_key(line.where)); });
}

/// Wide accesses of kernels that have lines in common.
struct WideUnit {
  Kernels kernels;
  std::vector<const WideAccess*> accesses;
};

void add(std::vector<WideUnit>& units, WideUnit unit) {
  for (auto other = units.begin(); other != units.end();) {
    if (std::ranges::none_of(unit.kernels, [&](const KernelProfile* kernel) { return has(other->kernels, *kernel); })) {
      ++other;
      continue;
    }
    for (const KernelProfile* kernel : other->kernels) {
      if (!has(unit.kernels, *kernel)) unit.kernels.push_back(kernel);
    }
    unit.accesses.insert(unit.accesses.begin(), other->accesses.begin(), other->accesses.end());
    other = units.erase(other);
  }
  units.push_back(std::move(unit));
}

SourceChange change_of(const WideUnit& unit, std::uint32_t schedulers) {
  SourceChange change{.advice = {},
                      .kernels = unit.kernels,
                      .candidates = {},
                      .look = Look::counts,
                      .makes_wider = true,
                      .figures = access_figures};
  // Bytes have to be taken out of their word: that is weighed against the sectors.
  if (std::ranges::any_of(unit.accesses, &WideAccess::is_narrow)) {
    change.figures = [schedulers](const report::Report& report, const Kernels& kernels) {
      std::vector<report::Figure> all = access_figures(report, kernels);
      weigh_by_cycles(all, report, kernels, schedulers);
      return all;
    };
  }
  report::ChangeAdvice& advice = change.advice;
  const WideAccess& first = *unit.accesses.front();
  advice.where = first.where;
  advice.rule = "wide-access";
  ChangeCandidate candidate;
  std::string types;
  for (const WideAccess* access : unit.accesses) {
    candidate.edits.insert(candidate.edits.end(), access->edits.begin(), access->edits.end());
    types += fmt::format("{}{} of {}", types.empty() ? "" : ", ", access->type, access->pointer);
  }
  advice.message = fmt::format("each thread {} {} neighbouring elements of {} one by one",
                               first.stores ? "stores" : "loads", first.type.back(), first.pointer);
  if (unit.accesses.size() > 1)
    advice.message +=
        fmt::format(", and so at {} other place{}", unit.accesses.size() - 1, unit.accesses.size() == 2 ? "" : "s");
  for (const KernelProfile* kernel : unit.kernels) advice.kernels.push_back(kernel->name);
  candidate.proposal.title = "as " + first.type;
  candidate.proposal.lines = changed_lines(candidate.edits);
  candidate.proposal.patch = patch_of(candidate.edits);
  change.candidates.push_back(std::move(candidate));
  advice.remarks.push_back(fmt::format(
      "it needs pointers that are aligned to the size of their vector, as those that cudaMalloc returns are: {}",
      types));
  return change;
}

}  // namespace

std::vector<SourceChange> wide_accesses_to_make(const RunOptions& options, const report::Report& report,
                                                SourceTrees& trees, WideRemarks& remarks) {
  const std::vector<WidePlace> places = wide_places(report);
  std::set<std::string> filters;
  std::set<std::string> lines;
  for (const WidePlace& place : places) {
    if (std::string filter = rewrite::kernel_filter(place.kernel->mangled_name); !filter.empty())
      filters.insert(std::move(filter));
    for (const SourcePosition& where : place.where) lines.insert(line_key(where));
  }
  trees.prepare(filters);
  std::vector<WideAccess> accesses;
  for (const std::string& filter : filters) {
    for (WideAccess& access : rewrite::wide_accesses(trees.of(filter), contents_of)) {
      if (std::ranges::find(accesses, access.where, &WideAccess::where) == accesses.end())
        accesses.push_back(std::move(access));
    }
  }
  std::vector<WideUnit> units;
  for (WideAccess& access : accesses) {
    const std::set<std::string> of_access = lines_of(access);
    if (std::ranges::none_of(of_access, [&](const std::string& line) { return lines.contains(line); })) continue;
    if (access.obstacle.empty() && !is_users(access.where.file, options.program))
      access.obstacle = "it stands in a file that is not the program's own";
    for (const std::string& line : of_access) remarks[{.line = line, .stores = access.stores}] = access.obstacle;
    if (!access.obstacle.empty()) continue;
    WideUnit unit{.kernels = {}, .accesses = {&access}};
    for (const KernelProfile& kernel : report.run.kernels) {
      if (has_line(kernel, of_access)) unit.kernels.push_back(&kernel);
    }
    add(units, std::move(unit));
  }
  const std::uint32_t schedulers = arch::schedulers(device_named(options.arch).capability);
  std::vector<SourceChange> changes;
  for (const WideUnit& unit : units) changes.push_back(change_of(unit, schedulers));
  std::ranges::sort(changes, {}, [](const SourceChange& change) {
    const SourcePosition& where = change.advice.where;
    return std::tuple(where.file, where.line, where.column);
  });
  return changes;
}

}  // namespace warpglass::tool
