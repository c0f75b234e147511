// Atomics whose lanes wait for each other at one address, combined within their warp: the run tells where lanes wait,
// the source whether another function can be called there, and the trial what that takes instead.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "analysis/names.hpp"
#include "arch/instruction_costs.hpp"
#include "base/read_file.hpp"
#include "rewrite/atomic_calls.hpp"
#include "rewrite/function_names.hpp"
#include "tools/warpglass/device_choice.hpp"
#include "tools/warpglass/hints.hpp"
#include "tools/warpglass/source_change.hpp"
#include "tools/warpglass/source_text.hpp"

namespace warpglass::tool {
namespace {

using analysis::grouped;
using rewrite::AtomicCall;
using rewrite::Combining;
using rewrite::WarpSums;

/// CUDA C++ Programming Guide, Warp Shuffle Functions and Warp Reduce Functions.
WarpSums warp_sums(const arch::ComputeCapability& capability) {
  if (capability < arch::ComputeCapability{3, 0}) return WarpSums::none;
  return capability < arch::ComputeCapability{8, 0} ? WarpSums::shuffles : WarpSums::instructions;
}

/// Calls of kernels that have some in common.
struct CombinedUnit {
  Kernels kernels;
  std::vector<const AtomicCall*> calls;
  std::uint64_t turns = 0;
  bool has_one_address = true;  // in each warp of each call
};

class Atomics {
 public:
  Atomics(const RunOptions& options, const report::Report& report, SourceTrees& trees)
      : options_(options),
        report_(report),
        places_(atomic_places(report)),
        capability_(device_named(options.arch).capability) {
    std::erase_if(places_, [](const AtomicPlace& place) {
      return place.instruction->lowering.find("combined") != std::string::npos;
    });
    std::set<std::string> kernels;
    for (const AtomicPlace& place : places_) kernels.insert(rewrite::kernel_filter(place.kernel->mangled_name));
    kernels.erase("");
    const std::set<std::string> functions = functions_with_places();
    std::set<std::string> filters = kernels;
    filters.insert(functions.begin(), functions.end());
    trees.prepare(filters);
    for (const std::string& kernel : kernels) {
      if (rewrite::has_fences(trees.of(kernel))) with_fences_.insert(kernel);
    }
    for (const std::string& function : functions) {
      for (AtomicCall& call : rewrite::atomic_calls(trees.of(function), contents_of)) {
        if (std::ranges::find(calls_, call) == calls_.end()) calls_.push_back(std::move(call));
      }
    }
  }

  std::vector<SourceChange> find(AtomicRemarks& remarks) {
    for (const AtomicPlace& place : places_) {
      const std::vector<const AtomicCall*> calls = calls_at(place.instruction->source);
      std::string obstacle = obstacle_of(place, calls);
      if (obstacle.empty()) add(place, calls);
      remarks.insert_or_assign(key_of(place.instruction->source), std::move(obstacle));
    }
    std::vector<SourceChange> changes;
    for (const CombinedUnit& unit : units_) changes.push_back(change_of(unit));
    std::ranges::sort(changes, {}, [](const SourceChange& change) {
      const SourcePosition& where = change.advice.where;
      return std::tuple(where.file, where.line, where.column);
    });
    return changes;
  }

 private:
  [[nodiscard]] std::set<std::string> functions_with_places() const {
    std::map<std::string, std::set<std::size_t>> places;  // by file
    std::map<std::string, std::string> texts;
    for (const AtomicPlace& place : places_) {
      const SourcePosition& where = place.instruction->source;
      if (where.line == 0 || !is_users(where.file, options_.program)) continue;
      const auto [text, fresh] = texts.try_emplace(where.file);
      if (fresh) text->second = contents_of(where.file).value_or("");
      places[where.file].insert(rewrite::offset_of(text->second, where.line, where.column));
    }
    std::set<std::string> functions;
    for (const auto& [file, of_file] : places) functions.merge(rewrite::functions_around(texts.at(file), of_file));
    return functions;
  }

  /// One, or those of a template.
  [[nodiscard]] std::vector<const AtomicCall*> calls_at(const SourcePosition& where) const {
    std::vector<const AtomicCall*> found;
    for (const AtomicCall& call : calls_) {
      if (key_of(call.where) == key_of(where)) found.push_back(&call);
    }
    return found;
  }

  [[nodiscard]] std::string obstacle_of(const AtomicPlace& place, const std::vector<const AtomicCall*>& calls) const {
    if (warp_sums(capability_) == WarpSums::none) return fmt::format("sm_{} has no shuffles", capability_.sm());
    if (!is_users(place.instruction->source.file, options_.program))
      return "it stands in a file that is not the program's own";
    if (calls.empty()) return "no function of the program calls it there by its name";
    const auto refused = std::ranges::find_if(calls, [](const AtomicCall* call) { return !call->obstacle.empty(); });
    if (refused != calls.end()) return (*refused)->obstacle;
    return !with_fences_.contains(rewrite::kernel_filter(place.kernel->mangled_name))
               ? ""
               : "the kernel has fences: what other blocks see of a thread may depend on its own atomic";
  }

  /// All that execute it, few turns or many.
  [[nodiscard]] Kernels kernels_with(const SourcePosition& where) const {
    Kernels kernels;
    for (const analysis::KernelProfile& kernel : report_.run.kernels) {
      if (std::ranges::any_of(kernel.instructions,
                              [&](const auto& one) { return one.source.line != 0 && one.source == where; }))
        kernels.push_back(&kernel);
    }
    return kernels;
  }

  void add(const AtomicPlace& place, const std::vector<const AtomicCall*>& calls) {
    CombinedUnit unit{.kernels = kernels_with(place.instruction->source),
                      .calls = calls,
                      .turns = place.turns,
                      .has_one_address = place.has_one_address};
    for (auto other = units_.begin(); other != units_.end();) {
      if (std::ranges::none_of(unit.kernels, [&](const auto* kernel) { return has(other->kernels, *kernel); })) {
        ++other;
        continue;
      }
      for (const analysis::KernelProfile* kernel : other->kernels) {
        if (!has(unit.kernels, *kernel)) unit.kernels.push_back(kernel);
      }
      for (const AtomicCall* one : other->calls) {
        if (std::ranges::find(unit.calls, one) == unit.calls.end()) unit.calls.push_back(one);
      }
      unit.turns += other->turns;
      unit.has_one_address = unit.has_one_address && other->has_one_address;
      other = units_.erase(other);
    }
    units_.push_back(std::move(unit));
  }

  [[nodiscard]] SourceChange change_of(const CombinedUnit& unit) const {
    const std::uint32_t schedulers = arch::schedulers(capability_);
    SourceChange change{
        .advice = {}, .kernels = unit.kernels, .candidates = {}, .reach = Reach::kernels, .must_be_clear = true};
    change.figures = [schedulers](const report::Report& report, const Kernels& kernels) {
      return atomic_figures(report, kernels, schedulers);
    };
    report::ChangeAdvice& advice = change.advice;
    const AtomicCall& first = **std::ranges::min_element(unit.calls, {}, [](const AtomicCall* call) {
      return std::tuple(call->where.file, call->where.line, call->where.column);
    });
    advice.where = first.where;
    advice.rule = "combined-atomics";
    advice.message = fmt::format("lanes of a warp take turns at one address: {} turns of atomics", grouped(unit.turns));
    std::set<std::string> places;
    for (const AtomicCall* call : unit.calls) places.insert(key_of(call->where));
    if (places.size() > 1)
      advice.message += fmt::format(", and at {} other place{}", places.size() - 1, places.size() == 2 ? "" : "s");
    for (const analysis::KernelProfile* kernel : unit.kernels) advice.kernels.push_back(kernel->name);
    for (const Combining combining : {Combining::first_lane, Combining::each_address}) {
      if (combining == Combining::each_address && unit.has_one_address) continue;  // it does the same for more
      ChangeCandidate candidate{
          .proposal = {},
          .edits = rewrite::combined(calls_, unit.calls, combining, warp_sums(capability_), contents_of)};
      if (candidate.edits.empty()) continue;
      candidate.proposal.title =
          combining == Combining::first_lane ? "the first lane's address combined" : "each address combined";
      candidate.proposal.lines = changed_lines(candidate.edits);
      candidate.proposal.patch = patch_of(candidate.edits);
      change.candidates.push_back(std::move(candidate));
    }
    advice.remarks.emplace_back(
        "on a chip it is not settled which lane's atomic comes first; integers come out the same in any order");
    return change;
  }

  const RunOptions& options_;
  const report::Report& report_;
  std::vector<AtomicPlace> places_;
  arch::ComputeCapability capability_;
  std::set<std::string> with_fences_;  // kernels, by their filter
  std::vector<AtomicCall> calls_;
  std::vector<CombinedUnit> units_;
};

}  // namespace

std::vector<SourceChange> atomics_to_combine(const RunOptions& options, const report::Report& report,
                                             SourceTrees& trees, AtomicRemarks& remarks) {
  return Atomics(options, report, trees).find(remarks);
}

}  // namespace warpglass::tool
