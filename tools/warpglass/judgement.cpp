#include "tools/warpglass/judgement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "analysis/names.hpp"
#include "base/counted.hpp"
#include "report/diff.hpp"

namespace warpglass::tool {
namespace {

using analysis::KernelProfile;
using report::Verdict;

std::uint64_t wavefronts_of(const KernelProfile& kernel, std::uint64_t analysis::Counts::* member) {
  std::uint64_t sum = 0;
  for (const analysis::InstructionProfile& one : kernel.instructions)
    sum += one.kind.starts_with("constant") ? 0 : one.counts.*member;
  return sum;
}

std::string percent(double share) { return fmt::format("{:.0f} %", share * 100); }

std::string text_of(const report::Figure& figure) {
  return figure.is_share ? percent(figure.value) : analysis::grouped(static_cast<std::uint64_t>(figure.value));
}

bool is_worse(const report::Figure& before, const report::Figure& after) {
  const double tolerated = before.tolerated * before.value;
  return before.less_is_better ? after.value > before.value + tolerated : after.value < before.value - tolerated;
}

}  // namespace

bool has(const Kernels& kernels, const KernelProfile& one) {
  return std::ranges::find(kernels, one.mangled_name, &KernelProfile::mangled_name) != kernels.end();
}

Kernels same_kernels(const report::Report& report, const Kernels& kernels) {
  Kernels same;
  for (const KernelProfile& kernel : report.run.kernels) {
    if (has(kernels, kernel)) same.push_back(&kernel);
  }
  return same;
}

Kernels all_kernels(const report::Report& report) {
  Kernels kernels;
  for (const KernelProfile& kernel : report.run.kernels) kernels.push_back(&kernel);
  return kernels;
}

double metric(const report::Report& report, const KernelProfile& kernel, std::string_view name) {
  for (std::size_t i = 0; i < report.run.metrics.size() && i < kernel.values.size(); ++i) {
    if (report.run.metrics[i].name == name) return kernel.values[i];
  }
  return 0;
}

report::KernelFigures figures_of(const report::Report& report, const Kernels& kernels) {
  report::KernelFigures figures{.occupancy = 1};
  for (const KernelProfile* kernel : kernels) {
    figures.wavefronts += wavefronts_of(*kernel, &analysis::Counts::wavefronts);
    figures.wavefronts_ideal += wavefronts_of(*kernel, &analysis::Counts::wavefronts_ideal);
    figures.instructions += static_cast<std::uint64_t>(metric(report, *kernel, "smsp__inst_executed.sum"));
    figures.registers_per_thread = std::max(figures.registers_per_thread, kernel->registers_per_thread);
    figures.registers_estimated = figures.registers_estimated || !kernel->registers_assembled;
    figures.static_shared_bytes = std::max(figures.static_shared_bytes, kernel->static_shared_bytes);
    figures.occupancy = std::min(figures.occupancy, kernel->occupancy);
  }
  return figures;
}

std::vector<std::string> what_got_worse(const report::Report& before, const report::Report& after,
                                        const Kernels& kernels) {
  std::vector<std::string> worse;
  const report::Difference difference = report::difference(before, after);
  for (const report::KernelChange& kernel : difference.kernels) {
    if (kernel.before == nullptr || kernel.after == nullptr || !has(kernels, *kernel.after)) continue;
    for (const report::LineChange& line : kernel.lines) {
      for (const report::Change& change : line.changes) {
        const bool traffic = change.name == "wavefronts" || change.name == "sectors";
        if (!traffic || change.after.value_or(0) <= change.before.value_or(0)) continue;
        const SourcePosition& where = line.after.line != 0 ? line.after : line.before;
        std::string text = fmt::format("line {}, {}: {} {} -> {}", where.line, line.what, change.name,
                                       analysis::grouped(static_cast<std::uint64_t>(change.before.value_or(0))),
                                       analysis::grouped(static_cast<std::uint64_t>(change.after.value_or(0))));
        // Several of a line may have become the same.
        if (std::ranges::find(worse, text) == worse.end()) worse.push_back(std::move(text));
      }
    }
  }
  return worse;
}

std::string lost_occupancy(const report::Report& before, const report::Report& after, const Kernels& kernels) {
  std::string lost;
  double most = 0;
  for (const KernelProfile& kernel : after.run.kernels) {
    if (!has(kernels, kernel)) continue;
    const auto known = std::ranges::find(before.run.kernels, kernel.mangled_name, &KernelProfile::mangled_name);
    if (known == before.run.kernels.end() || known->occupancy - kernel.occupancy <= most) continue;
    most = known->occupancy - kernel.occupancy;
    lost = fmt::format("it costs occupancy, {} -> {} of {}", percent(known->occupancy), percent(kernel.occupancy),
                       kernel.name);
  }
  return lost;
}

double cost_of(const report::KernelFigures& figures, std::uint32_t schedulers) {
  return static_cast<double>(figures.wavefronts) + static_cast<double>(figures.instructions) / schedulers;
}

const analysis::Finding* first_mistake(const report::Report& report) {
  const auto found = std::ranges::find(report.run.findings, Severity::error, &analysis::Finding::severity);
  return found == report.run.findings.end() ? nullptr : &*found;
}

Judgement judge_program(Trials& trials, const Trial& trial) {
  if (!trial.compile_error.empty()) return {Verdict::not_compiled, "it does not compile: " + trial.compile_error};
  const analysis::Finding* const mistake = trial.report ? first_mistake(*trial.report) : nullptr;
  if (mistake != nullptr) return {Verdict::makes_mistakes, "it makes a mistake: " + mistake->message};
  if (trial.report && trial.report->results && trial.report->results->strayed != 0)
    return {Verdict::makes_mistakes, fmt::format("kernels take {} what lies between its rows, or ahead of them",
                                                 counted(analysis::grouped(trial.report->results->strayed), "time"))};
  if (const std::string difference = trials.difference(trial); !difference.empty())
    return {Verdict::results_differ, difference};
  return {Verdict::proved, ""};
}

Judgement judge_figures(const std::vector<report::Figure>& before, const std::vector<report::Figure>& after) {
  const report::Figure& then = before.front();
  const report::Figure& now = after.front();
  if (then.less_is_better ? now.value >= then.value : now.value <= then.value)
    return {Verdict::no_better,
            fmt::format("{} {} when it ran, and {} as it is", text_of(now), now.name, text_of(then))};
  for (std::size_t i = 1; i < before.size(); ++i) {
    if (before[i].weighs && is_worse(before[i], after[i]))
      return {Verdict::loses,
              fmt::format("it costs {}: {} -> {}", before[i].name, text_of(before[i]), text_of(after[i]))};
  }
  return {Verdict::proved, ""};
}

}  // namespace warpglass::tool
