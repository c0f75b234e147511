// The program runs once, and every access to its shared arrays is heard. Layouts that would have cost less are made in
// the source one by one, compiled and run; what is proposed has then been counted, and has computed the same.
#include "tools/warpglass/advise_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <utility>
#include <vector>

#include "analysis/names.hpp"
#include "arch/instruction_costs.hpp"
#include "report/advice.hpp"
#include "report/diff.hpp"
#include "rewrite/patch.hpp"
#include "tools/warpglass/array_layouts.hpp"
#include "tools/warpglass/device_choice.hpp"
#include "tools/warpglass/error.hpp"
#include "tools/warpglass/hints.hpp"
#include "tools/warpglass/layout_trial.hpp"
#include "tools/warpglass/output.hpp"
#include "tools/warpglass/program_file.hpp"
#include "tools/warpglass/terminal.hpp"

namespace warpglass::tool {
namespace {

using analysis::KernelProfile;
using report::Proposal;
using report::Verdict;

std::uint64_t wavefronts_of(const KernelProfile& kernel, std::uint64_t analysis::Counts::* member) {
  std::uint64_t sum = 0;
  for (const analysis::InstructionProfile& one : kernel.instructions)
    sum += one.kind.starts_with("constant") ? 0 : one.counts.*member;
  return sum;
}

double metric(const report::Report& report, const KernelProfile& kernel, std::string_view name) {
  for (std::size_t i = 0; i < report.run.metrics.size() && i < kernel.values.size(); ++i) {
    if (report.run.metrics[i].name == name) return kernel.values[i];
  }
  return 0;
}

report::KernelFigures figures_of(const report::Report& report, const std::vector<const KernelProfile*>& kernels) {
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

/// The same kernels in another run.
std::vector<const KernelProfile*> same_kernels(const report::Report& report,
                                               const std::vector<const KernelProfile*>& kernels) {
  std::vector<const KernelProfile*> same;
  for (const KernelProfile& kernel : report.run.kernels) {
    const bool wanted = std::ranges::find(kernels, kernel.mangled_name, &KernelProfile::mangled_name) != kernels.end();
    if (wanted) same.push_back(&kernel);
  }
  return same;
}

std::string percent(double share) { return fmt::format("{:.0f} %", share * 100); }

/// Which lines cost more than before, anywhere in the program.
std::vector<std::string> what_got_worse(const report::Report& before, const report::Report& after) {
  std::vector<std::string> worse;
  const report::Difference difference = report::difference(before, after);
  for (const report::KernelChange& kernel : difference.kernels) {
    if (kernel.before == nullptr || kernel.after == nullptr) continue;
    for (const report::LineChange& line : kernel.lines) {
      for (const report::Change& change : line.changes) {
        const bool traffic = change.name == "wavefronts" || change.name == "sectors";
        if (!traffic || change.after.value_or(0) <= change.before.value_or(0)) continue;
        const SourcePosition& where = line.after.line != 0 ? line.after : line.before;
        worse.push_back(fmt::format("line {}, {}: {} {} -> {}", where.line, line.what, change.name,
                                    analysis::grouped(static_cast<std::uint64_t>(change.before.value_or(0))),
                                    analysis::grouped(static_cast<std::uint64_t>(change.after.value_or(0)))));
      }
    }
  }
  return worse;
}

struct Judgement {
  Verdict verdict = Verdict::no_better;
  std::string reason;
};

/// "occupancy 100 % -> 50 %", of the kernel that loses most; empty: none does.
std::string lost_occupancy(const report::Report& before, const report::Report& after) {
  std::string lost;
  double most = 0;
  for (const KernelProfile& kernel : after.run.kernels) {
    const auto known = std::ranges::find(before.run.kernels, kernel.mangled_name, &KernelProfile::mangled_name);
    if (known == before.run.kernels.end() || known->occupancy - kernel.occupancy <= most) continue;
    most = known->occupancy - kernel.occupancy;
    lost = fmt::format("it costs occupancy, {} -> {} of {}", percent(known->occupancy), percent(kernel.occupancy),
                       kernel.name);
  }
  return lost;
}

/// Of everything that the program ran.
report::KernelFigures all_figures(const report::Report& report) {
  std::vector<const KernelProfile*> kernels;
  for (const KernelProfile& kernel : report.run.kernels) kernels.push_back(&kernel);
  return figures_of(report, kernels);
}

/// Cycles of an SM, roughly: it moves a wavefront in one, and each of its schedulers issues an instruction.
double cost_of(const report::KernelFigures& figures, std::uint32_t schedulers) {
  return static_cast<double>(figures.wavefronts) + static_cast<double>(figures.instructions) / schedulers;
}

const analysis::Finding* first_mistake(const report::Report& report) {
  const auto found = std::ranges::find(report.run.findings, Severity::error, &analysis::Finding::severity);
  return found == report.run.findings.end() ? nullptr : &*found;
}

Judgement judge(Trials& trials, const Trial& trial, std::uint32_t schedulers) {
  if (!trial.compile_error.empty()) return {Verdict::not_compiled, "it does not compile: " + trial.compile_error};
  const analysis::Finding* const mistake = trial.report ? first_mistake(*trial.report) : nullptr;
  if (mistake != nullptr) return {Verdict::results_differ, "it makes a mistake: " + mistake->message};
  if (const std::string difference = trials.difference(trial); !difference.empty())
    return {Verdict::results_differ, difference};
  const report::Report& before = *trials.first().report;
  const report::Report& after = *trial.report;
  const report::KernelFigures then = all_figures(before);
  const report::KernelFigures now = all_figures(after);
  if (now.wavefronts >= then.wavefronts)
    return {Verdict::no_better, fmt::format("{} wavefronts when it ran, and {} as declared",
                                            analysis::grouped(now.wavefronts), analysis::grouped(then.wavefronts))};
  if (std::string lost = lost_occupancy(before, after); !lost.empty()) return {Verdict::loses, std::move(lost)};
  if (cost_of(now, schedulers) >= cost_of(then, schedulers))
    return {Verdict::loses,
            fmt::format("it takes more instructions ({} -> {}) than its wavefronts are worth ({} -> {})",
                        analysis::grouped(then.instructions), analysis::grouped(now.instructions),
                        analysis::grouped(then.wavefronts), analysis::grouped(now.wavefronts))};
  return {Verdict::proved, ""};
}

Proposal prove(Trials& trials, const ArrayLayouts& array, const LayoutCandidate& candidate, std::uint32_t schedulers) {
  Proposal proposal = candidate.proposal;
  show_progress(fmt::format("trying {}", proposal.title));
  const Trial trial = trials.run(candidate.edits);
  const Judgement judgement = judge(trials, trial, schedulers);
  clear_progress();
  proposal.verdict = judgement.verdict;
  proposal.reason = judgement.reason;
  if (!trial.report) return proposal;
  proposal.after = figures_of(*trial.report, same_kernels(*trial.report, array.kernels));
  if (proposal.verdict != Verdict::results_differ)
    proposal.worse = what_got_worse(*trials.first().report, *trial.report);
  return proposal;
}

/// The one that costs least; the first, which is the simpler one, unless another costs less by this.
constexpr double kWorthwhile = 0.05;

std::size_t best_of(const std::vector<Proposal>& proposals, std::uint32_t schedulers) {
  std::size_t best = proposals.size();
  const auto cost = [&](std::size_t i) { return cost_of(*proposals[i].after, schedulers); };
  for (std::size_t i = 0; i < proposals.size(); ++i) {
    if (proposals[i].verdict != Verdict::proved) continue;
    if (best == proposals.size() || cost(i) < (1 - kWorthwhile) * cost(best)) best = i;
  }
  return best;
}

/// All that was chosen, as one change.
class Repairs {
 public:
  void add(const LayoutCandidate& candidate) {
    edits_.insert(edits_.end(), candidate.edits.begin(), candidate.edits.end());
    ++count_;
  }

  /// Proves several together.
  void conclude(Trials& trials, report::Advice& advice, std::uint32_t schedulers) {
    if (count_ > 1) {
      const Judgement judgement = rewrite::overlap(edits_)
                                      ? Judgement{Verdict::not_compiled, "they change the same place"}
                                      : judge(trials, trials.run(edits_), schedulers);
      advice.together = judgement.verdict;
      advice.together_reason = judgement.reason;
      if (judgement.verdict != Verdict::proved) edits_.clear();
    }
    for (const auto& [file, text] : edited_files(edits_))
      advice.patch += rewrite::patch(patch_name(file), read_file(file), text);
  }

  void apply() const {
    for (const auto& [file, text] : edited_files(edits_)) write_output(file, text);
  }

 private:
  std::vector<rewrite::Edit> edits_;
  std::size_t count_ = 0;
};

/// Each candidate, and all that will be chosen if the first of each array is.
std::vector<std::vector<rewrite::Edit>> likely_trials(const std::vector<ArrayLayouts>& arrays) {
  std::vector<std::vector<rewrite::Edit>> all;
  std::vector<rewrite::Edit> together;
  std::size_t repaired = 0;
  for (const ArrayLayouts& array : arrays) {
    for (const LayoutCandidate& candidate : array.candidates) all.push_back(candidate.edits);
    if (array.candidates.empty()) continue;
    const std::vector<rewrite::Edit>& first = array.candidates.front().edits;
    together.insert(together.end(), first.begin(), first.end());
    ++repaired;
  }
  if (repaired > 1 && !rewrite::overlap(together)) all.push_back(std::move(together));
  return all;
}

void check_program(const RunOptions& options) {
  if (classify(options.program) == ProgramKind::cuda_source) return;
  throw UsageError(fmt::format(
      "{}: advise edits and compiles CUDA source: name a .cu file; warpglass run reports of programs and PTX",
      options.program));
}

void write(const AdviseOptions& options, const report::Advice& advice) {
  if (options.json != "-" && options.patch != "-") {
    const std::string text = report::to_text(advice, {.colour = wants_colour(options.run.colour, Stream::output),
                                                      .width = terminal_width(Stream::output),
                                                      .directory = working_directory(),
                                                      .source = source_lookup()});
    std::fwrite(text.data(), 1, text.size(), stdout);
  }
  if (!options.json.empty()) write_output(options.json, report::to_json(advice));
  if (!options.patch.empty()) write_output(options.patch, advice.patch);
}

}  // namespace

int advise(const AdviseOptions& options) {
  check_output(options.json);
  check_output(options.patch);
  check_program(options.run);
  Trials trials(options.run);
  const Trial& first = trials.first();
  if (!first.report) {
    report_nothing(options.run, first.exit_code);
    return first.exit_code;
  }
  const report::Report& run = *first.report;
  report::Advice advice{.tool_version = run.tool_version,
                        .program = run.program,
                        .command = run.command,
                        .device = run.device,
                        .architecture = run.architecture,
                        .exit_code = first.exit_code,
                        .notices = run.run.notices};
  const bool faulted = first_mistake(run) != nullptr;
  if (faulted || run.interrupted)
    advice.notices.emplace_back(run.interrupted ? "the program was interrupted: nothing was tried"
                                                : "the program makes mistakes: warpglass check names them; nothing was "
                                                  "tried");
  const std::uint32_t schedulers = arch::schedulers(device_named(options.run.arch).capability);
  Repairs repairs;
  if (!faulted && !run.interrupted) {
    std::vector<ArrayLayouts> arrays = layouts_to_try(options.run, run);
    trials.prepare(likely_trials(arrays));
    for (ArrayLayouts& array : arrays) {
      array.advice.before = figures_of(run, array.kernels);
      for (const LayoutCandidate& candidate : array.candidates)
        array.advice.proposals.push_back(prove(trials, array, candidate, schedulers));
      if (const std::size_t best = best_of(array.advice.proposals, schedulers); best != array.advice.proposals.size()) {
        array.advice.proposals[best].chosen = true;
        repairs.add(array.candidates[best]);
      }
      advice.arrays.push_back(std::move(array.advice));
    }
    repairs.conclude(trials, advice, schedulers);
  }
  advice.hints = hints_of(run);
  advice.notices.insert(advice.notices.end(), trials.notices().begin(), trials.notices().end());
  if (options.apply) repairs.apply();
  write(options, advice);
  return first.exit_code;
}

}  // namespace warpglass::tool
