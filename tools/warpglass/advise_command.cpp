// The program runs once, and every access to its shared arrays is heard. Layouts that would have cost less are made in
// the source, compiled and run; what is proposed has then been counted, and has computed the same. Arrays of different
// kernels do not meet in any counter: their layouts are tried in one program, and each by itself only where that fails.
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

using Kernels = std::vector<const KernelProfile*>;

bool has(const Kernels& kernels, const KernelProfile& one) {
  return std::ranges::find(kernels, one.mangled_name, &KernelProfile::mangled_name) != kernels.end();
}

/// Which lines of these kernels cost more than before.
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

/// "occupancy 100 % -> 50 %", of the one of these kernels that loses most; empty: none does.
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

Kernels all_kernels(const report::Report& report) {
  Kernels kernels;
  for (const KernelProfile& kernel : report.run.kernels) kernels.push_back(&kernel);
  return kernels;
}

/// Cycles of an SM, roughly: it moves a wavefront in one, and each of its schedulers issues an instruction.
double cost_of(const report::KernelFigures& figures, std::uint32_t schedulers) {
  return static_cast<double>(figures.wavefronts) + static_cast<double>(figures.instructions) / schedulers;
}

const analysis::Finding* first_mistake(const report::Report& report) {
  const auto found = std::ranges::find(report.run.findings, Severity::error, &analysis::Finding::severity);
  return found == report.run.findings.end() ? nullptr : &*found;
}

/// What is wrong with the program as a whole; proved: nothing.
Judgement judge_program(Trials& trials, const Trial& trial) {
  if (!trial.compile_error.empty()) return {Verdict::not_compiled, "it does not compile: " + trial.compile_error};
  const analysis::Finding* const mistake = trial.report ? first_mistake(*trial.report) : nullptr;
  if (mistake != nullptr) return {Verdict::results_differ, "it makes a mistake: " + mistake->message};
  if (const std::string difference = trials.difference(trial); !difference.empty())
    return {Verdict::results_differ, difference};
  return {Verdict::proved, ""};
}

/// What these kernels cost, in a program that computes the same.
Judgement judge_cost(const report::Report& before, const report::Report& after, const Kernels& kernels,
                     std::uint32_t schedulers) {
  const report::KernelFigures then = figures_of(before, same_kernels(before, kernels));
  const report::KernelFigures now = figures_of(after, same_kernels(after, kernels));
  if (now.wavefronts >= then.wavefronts)
    return {Verdict::no_better, fmt::format("{} wavefronts when it ran, and {} as declared",
                                            analysis::grouped(now.wavefronts), analysis::grouped(then.wavefronts))};
  if (std::string lost = lost_occupancy(before, after, kernels); !lost.empty())
    return {Verdict::loses, std::move(lost)};
  if (cost_of(now, schedulers) >= cost_of(then, schedulers))
    return {Verdict::loses,
            fmt::format("it takes more instructions ({} -> {}) than its wavefronts are worth ({} -> {})",
                        analysis::grouped(then.instructions), analysis::grouped(now.instructions),
                        analysis::grouped(then.wavefronts), analysis::grouped(now.wavefronts))};
  return {Verdict::proved, ""};
}

Judgement judge(Trials& trials, const Trial& trial, const Kernels& kernels, std::uint32_t schedulers) {
  Judgement judgement = judge_program(trials, trial);
  if (judgement.verdict != Verdict::proved) return judgement;
  return judge_cost(*trials.first().report, *trial.report, kernels, schedulers);
}

/// \param trial  of a program in which the array has this layout
Proposal judged(Trials& trials, const Trial& trial, const ArrayLayouts& array, const LayoutCandidate& candidate,
                std::uint32_t schedulers) {
  Proposal proposal = candidate.proposal;
  const Judgement judgement = judge(trials, trial, array.kernels, schedulers);
  proposal.verdict = judgement.verdict;
  proposal.reason = judgement.reason;
  if (!trial.report) return proposal;
  proposal.after = figures_of(*trial.report, same_kernels(*trial.report, array.kernels));
  if (proposal.verdict != Verdict::results_differ)
    proposal.worse = what_got_worse(*trials.first().report, *trial.report, array.kernels);
  return proposal;
}

/// Candidates that are tried in one program: of arrays that no kernel has both of.
struct Group {
  std::vector<ArrayLayouts*> arrays;
  std::vector<rewrite::Edit> edits;

  [[nodiscard]] bool takes(const ArrayLayouts& array, const LayoutCandidate& candidate) const {
    for (const ArrayLayouts* other : arrays) {
      if (std::ranges::any_of(array.kernels, [&](const KernelProfile* one) { return has(other->kernels, *one); }))
        return false;
    }
    std::vector<rewrite::Edit> all = edits;
    all.insert(all.end(), candidate.edits.begin(), candidate.edits.end());
    return !rewrite::overlap(std::move(all));
  }
};

/// Of the candidates with this number.
std::vector<Group> groups_of(std::vector<ArrayLayouts>& arrays, std::size_t number) {
  std::vector<Group> groups;
  for (ArrayLayouts& array : arrays) {
    if (number >= array.candidates.size()) continue;
    const LayoutCandidate& candidate = array.candidates[number];
    auto group = std::ranges::find_if(groups, [&](const Group& one) { return one.takes(array, candidate); });
    if (group == groups.end()) group = groups.insert(groups.end(), Group{});
    group->arrays.push_back(&array);
    group->edits.insert(group->edits.end(), candidate.edits.begin(), candidate.edits.end());
  }
  return groups;
}

void prove(Trials& trials, const Group& group, std::size_t number, std::uint32_t schedulers) {
  const Trial trial = trials.run(group.edits);
  const bool apart = group.arrays.size() > 1 && judge_program(trials, trial).verdict != Verdict::proved;
  for (ArrayLayouts* array : group.arrays) {
    const LayoutCandidate& candidate = array->candidates[number];
    show_progress(fmt::format("trying {}", candidate.proposal.title));
    array->advice.proposals.push_back(
        judged(trials, apart ? trials.run(candidate.edits) : trial, *array, candidate, schedulers));
    clear_progress();
  }
}

/// Every candidate of every array, the first ones first.
void prove_all(Trials& trials, std::vector<ArrayLayouts>& arrays, std::uint32_t schedulers) {
  std::vector<std::vector<Group>> all;
  std::vector<std::vector<rewrite::Edit>> programs;
  for (std::size_t number = 0;; ++number) {
    std::vector<Group> groups = groups_of(arrays, number);
    if (groups.empty()) break;
    for (const Group& group : groups) programs.push_back(group.edits);
    all.push_back(std::move(groups));
  }
  trials.prepare(programs);
  for (std::size_t number = 0; number < all.size(); ++number) {
    for (const Group& group : all[number]) prove(trials, group, number, schedulers);
  }
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
      const Judgement judgement =
          rewrite::overlap(edits_) ? Judgement{Verdict::not_compiled, "they change the same place"}
                                   : judge(trials, trials.run(edits_), all_kernels(*trials.first().report), schedulers);
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
    prove_all(trials, arrays, schedulers);
    for (ArrayLayouts& array : arrays) {
      array.advice.before = figures_of(run, array.kernels);
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
