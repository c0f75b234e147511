// Loads that another path would serve from the first level, on machines where plain ones pass by it: the run tells
// which, the source whether __ldg() can stand there, and the trial what is no longer asked of the second level.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analysis/names.hpp"
#include "arch/instruction_costs.hpp"
#include "rewrite/read_only_loads.hpp"
#include "rewrite/shared_declarations.hpp"
#include "tools/warpglass/device_choice.hpp"
#include "tools/warpglass/hints.hpp"
#include "tools/warpglass/source_change.hpp"
#include "tools/warpglass/source_text.hpp"

namespace warpglass::tool {
namespace {

using analysis::grouped;
using rewrite::ReadOnlyLoad;

std::vector<report::Figure> read_only_figures(const report::Report& report, const Kernels& kernels,
                                              std::uint32_t schedulers) {
  std::vector<report::Figure> all = common_figures(report, kernels);
  all.insert(all.begin(),
             {.name = "sectors asked of L2, modelled", .value = sectors_of_second_level(report, kernels).value_or(0)});
  weigh_by_cycles(all, report, kernels, schedulers);
  return all;
}

/// The innermost load that has the place; nullptr: none has.
const ReadOnlyLoad* load_at(const std::vector<ReadOnlyLoad>& loads, const SourcePosition& where) {
  const ReadOnlyLoad* best = nullptr;
  for (const ReadOnlyLoad& load : loads) {
    const SourcePosition line{.file = load.where.file, .line = where.line, .column = 0};
    if (line_key(line) != line_key(where) || !load.has(where)) continue;
    if (best == nullptr || load.length < best->length) best = &load;
  }
  return best;
}

/// One for all such loads of a kernel, and of others that have some of them.
struct Unit {
  SourceChange change;
  std::uint64_t found = 0;         // sectors that would be found
  std::set<std::string> places{};  // of the findings
  std::set<std::string> edited{};
};

class Loads {
 public:
  Loads(const RunOptions& options, const report::Report& report, SourceTrees& trees)
      : options_(options),
        report_(report),
        trees_(trees),
        schedulers_(arch::schedulers(device_named(options.arch).capability)) {}

  std::vector<SourceChange> find(ReadOnlyRemarks& remarks) {
    std::set<std::string> filters;
    for (const analysis::Finding* finding : findings()) filters.insert(filter_of(*finding));
    filters.erase("");
    trees_.prepare(filters);
    for (const analysis::Finding* finding : findings()) remarks.emplace(key_of(finding->where), add(*finding));
    std::vector<SourceChange> changes;
    for (auto& [filter, unit] : units_) {
      report::ChangeAdvice& advice = unit.change.advice;
      advice.message = fmt::format(
          "{} of memory that nobody writes meanwhile {} by the first level: {} sectors are asked of L2 again",
          unit.places.size() == 1 ? "a load" : fmt::format("{} loads", unit.places.size()),
          unit.places.size() == 1 ? "passes" : "pass", grouped(unit.found));
      ChangeCandidate& candidate = unit.change.candidates.front();
      candidate.proposal.lines = changed_lines(candidate.edits);
      candidate.proposal.patch = patch_of(candidate.edits);
      changes.push_back(std::move(unit.change));
    }
    return changes;
  }

 private:
  [[nodiscard]] std::vector<const analysis::Finding*> findings() const {
    std::vector<const analysis::Finding*> all;
    for (const analysis::Finding& finding : report_.run.findings) {
      if (finding.rule == "uncached-load") all.push_back(&finding);
    }
    return all;
  }

  [[nodiscard]] const analysis::KernelProfile* kernel_of(const analysis::Finding& finding) const {
    const auto found = std::ranges::find(report_.run.kernels, finding.kernel, &analysis::KernelProfile::name);
    return found == report_.run.kernels.end() ? nullptr : &*found;
  }

  [[nodiscard]] std::string filter_of(const analysis::Finding& finding) const {
    const analysis::KernelProfile* const kernel = kernel_of(finding);
    return kernel == nullptr ? "" : rewrite::kernel_filter(kernel->mangled_name);
  }

  /// \return why it is not tried; empty: it is
  std::string add(const analysis::Finding& finding) {
    const std::string filter = filter_of(finding);
    if (filter.empty()) return "the kernel is not found in the source";
    const std::vector<ReadOnlyLoad> loads = rewrite::read_only_loads(trees_.of(filter));
    const ReadOnlyLoad* const load = load_at(loads, finding.where);
    if (load == nullptr) return "it is no element that the kernel itself loads by a pointer";
    if (!load->obstacle.empty()) return load->obstacle;
    if (!is_users(load->where.file, options_.program)) return "it stands in a file that is not the program's own";
    const auto [entry, fresh] = units_.try_emplace(filter);
    Unit& unit = entry->second;
    if (fresh) start(unit, finding);
    const analysis::KernelProfile* const kernel = kernel_of(finding);
    if (!has(unit.change.kernels, *kernel)) {
      unit.change.kernels.push_back(kernel);
      unit.change.advice.kernels.push_back(kernel->name);
    }
    unit.found += finding.excess;
    unit.places.insert(key_of(load->where));
    take(*load, unit);
    // What one of them fetches, another finds.
    for (const ReadOnlyLoad& other : loads) {
      if (!load->pointer.empty() && other.pointer == load->pointer && other.obstacle.empty()) take(other, unit);
    }
    return "";
  }

  static void take(const ReadOnlyLoad& load, Unit& unit) {
    if (!unit.edited.insert(key_of(load.where)).second) return;
    std::vector<rewrite::Edit>& edits = unit.change.candidates.front().edits;
    edits.insert(edits.end(), load.edits.begin(), load.edits.end());
  }

  void start(Unit& unit, const analysis::Finding& finding) const {
    unit.change.look = Look::races;
    unit.change.reach = Reach::kernels;
    unit.change.counts_first = true;
    unit.change.yields_to_others = true;
    unit.change.figures = [schedulers = schedulers_](const report::Report& report, const Kernels& kernels) {
      return read_only_figures(report, kernels, schedulers);
    };
    unit.change.advice.where = finding.where;
    unit.change.advice.rule = "read-only-path";
    unit.change.advice.remarks.emplace_back(
        "it needs that no thread of a launch writes what these loads read, as none did in this run; const and "
        "__restrict__ on the pointer do the same where the compiler sees the pointer's way to the load");
    unit.change.candidates.emplace_back().proposal.title = "by __ldg()";
  }

  const RunOptions& options_;
  const report::Report& report_;
  SourceTrees& trees_;
  std::uint32_t schedulers_;
  std::map<std::string, Unit> units_;  // by the kernel's name in the source
};

}  // namespace

std::vector<SourceChange> loads_to_make_read_only(const RunOptions& options, const report::Report& report,
                                                  SourceTrees& trees, ReadOnlyRemarks& remarks) {
  return Loads(options, report, trees).find(remarks);
}

}  // namespace warpglass::tool
