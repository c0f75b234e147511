// The program runs once, and every access to its shared arrays is heard. Layouts that would have cost less are made in
// the source, compiled and run; what is proposed has then been counted, and has computed the same. Arrays of different
// kernels do not meet in any counter: their layouts are tried in one program, and each by itself only where that fails.
#include "tools/warpglass/advise_command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <iterator>
#include <utility>
#include <vector>

#include "analysis/names.hpp"
#include "arch/global_sectors.hpp"
#include "arch/instruction_costs.hpp"
#include "report/advice.hpp"
#include "tools/warpglass/array_layouts.hpp"
#include "tools/warpglass/attempts.hpp"
#include "tools/warpglass/device_choice.hpp"
#include "tools/warpglass/error.hpp"
#include "tools/warpglass/hints.hpp"
#include "tools/warpglass/judgement.hpp"
#include "tools/warpglass/kernel_choice.hpp"
#include "tools/warpglass/layout_trial.hpp"
#include "tools/warpglass/output.hpp"
#include "tools/warpglass/program_file.hpp"
#include "tools/warpglass/source_change.hpp"
#include "tools/warpglass/source_text.hpp"
#include "tools/warpglass/source_trees.hpp"
#include "tools/warpglass/sweep.hpp"
#include "tools/warpglass/terminal.hpp"

namespace warpglass::tool {
namespace {

using report::Proposal;
using report::Verdict;

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

constexpr const char* kWaits =
    "it was not tried: other changes of the kernel come first; make them, and call advise again";

bool share(const Kernels& some, const Kernels& others) {
  return std::ranges::any_of(some, [&](const auto* kernel) { return has(others, *kernel); });
}

/// Blocks are changed last, because accesses are made for them: kernels that have other changes to try wait. Layouts
/// are made for them too, but another block may be what an array needs: both are tried, and one of them is chosen.
void add_blocks(std::vector<SourceChange> blocks, std::vector<SourceChange>& changes) {
  const std::size_t others = changes.size();
  for (SourceChange& block : blocks) {
    const bool waits = std::any_of(
        changes.begin(), changes.begin() + static_cast<std::ptrdiff_t>(others),
        [&](const SourceChange& change) { return !change.candidates.empty() && share(change.kernels, block.kernels); });
    if (waits && !block.candidates.empty()) {
      block.candidates.clear();
      block.advice.remarks = {kWaits};
    }
    changes.push_back(std::move(block));
  }
}

/// An array for each member, and what makes the same accesses cheaper where the structures lie: both are tried.
void try_rivals(std::vector<SourceChange>& changes) {
  for (const SourceChange& layout : changes) {
    if (layout.advice.rule != kMemberArrays) continue;
    for (SourceChange& other : changes) {
      if (share(layout.kernels, other.kernels)) other.waits = false;
    }
  }
}

/// A swizzle that saves no more than a padding which is proved; it is named, and not tried.
bool is_needless(ArrayLayouts& array, const LayoutCandidate& candidate) {
  const std::vector<Proposal>& proposals = array.advice.proposals;
  const auto proved = std::ranges::find(proposals, Verdict::proved, &Proposal::verdict);
  if (proved == proposals.end()) return false;
  array.advice.remarks.push_back(
      fmt::format("{} was not tried: it saves no more wavefronts than {}, and takes instructions besides",
                  candidate.proposal.title, proved->title));
  return true;
}

/// Every candidate of every array and every change, the first ones first.
void prove_all(Trials& trials, std::vector<ArrayLayouts>& arrays, std::vector<SourceChange>& changes,
               std::uint32_t schedulers) {
  std::vector<Attempt> attempts;
  bool more = true;
  for (std::size_t number = 0; more; ++number) {
    more = false;
    for (ArrayLayouts& array : arrays) {
      if (number >= array.candidates.size()) continue;
      more = true;
      const LayoutCandidate& candidate = array.candidates[number];
      attempts.push_back({.title = candidate.proposal.title,
                          .kernels = &array.kernels,
                          .edits = &candidate.edits,
                          .reach = Reach::kernels,
                          .look = Look::counts,
                          .judge =
                              [&trials, &array, &candidate, schedulers](const Trial& trial) {
                                array.advice.proposals.push_back(judged(trials, trial, array, candidate, schedulers));
                              },
                          .promises = {},
                          .needless = candidate.gains_no_more ? std::function<bool()>([&array, &candidate] {
                            return is_needless(array, candidate);
                          })
                                                              : std::function<bool()>(),
                          .wait = {}});
    }
    for (SourceChange& change : changes) {
      if (number >= change.candidates.size()) continue;
      more = true;
      const ChangeCandidate& candidate = change.candidates[number];
      attempts.push_back(
          {.title = candidate.proposal.title,
           .kernels = change.meets.empty() ? &change.kernels : &change.meets,
           .edits = &candidate.edits,
           .reach = change.reach,
           .look = change.look,
           .judge =
               [&trials, &change, &candidate](const Trial& trial) {
                 change.advice.proposals.push_back(judged(trials, trial, change, candidate));
               },
           .promises = change.counts_first ? std::function<bool(const Trial&)>([&trials, &change](const Trial& trial) {
             return promises(trials, trial, change);
           })
                                           : std::function<bool(const Trial&)>(),
           .is_last = change.lays_out,
           .wait = change.waits ? std::function<void()>([&change] { change.advice.remarks.emplace_back(kWaits); })
                                : std::function<void()>()});
    }
  }
  try_all(trials, attempts);
}

/// The one that costs least; the first, which is the simpler one, unless another costs clearly less.
std::size_t best_of(const std::vector<Proposal>& proposals, std::uint32_t schedulers) {
  std::size_t best = proposals.size();
  const auto cost = [&](std::size_t i) { return cost_of(*proposals[i].after, schedulers); };
  for (std::size_t i = 0; i < proposals.size(); ++i) {
    if (proposals[i].verdict != Verdict::proved) continue;
    if (best == proposals.size() || cost(i) < (1 - kWorthwhile) * cost(best)) best = i;
  }
  return best;
}

/// The first proved one, unless another gains so much more of what the change is for.
std::size_t best_of(const report::ChangeAdvice& change) {
  std::size_t best = change.proposals.size();
  for (std::size_t i = 0; i < change.proposals.size(); ++i) {
    if (change.proposals[i].verdict != Verdict::proved) continue;
    if (best == change.proposals.size() ||
        is_clearly_better(change.proposals[i].after.front(), change.proposals[best].after.front()))
      best = i;
  }
  return best;
}

/// Cycles of an SM, roughly, by the rows of a change's table: a sector takes one of them, too.
double cycles_of(const std::vector<report::Figure>& figures, std::uint32_t schedulers) {
  const auto value = [&](std::string_view begin) {
    const auto found =
        std::ranges::find_if(figures, [&](const report::Figure& one) { return one.name.starts_with(begin); });
    return found == figures.end() ? 0 : found->value;
  };
  return value("sectors") + value("wavefronts") + value("instructions") / schedulers;
}

/// The proposal that is recommended of each array and of each change; as many as there are proposals: none.
struct Choices {
  std::vector<std::size_t> of_arrays;
  std::vector<std::size_t> of_changes;
};

/// Of other blocks and layouts for these kernels' arrays what costs less; the rest stays proved, and says so.
void choose_between(SourceChange& change, std::size_t& of_change, std::vector<ArrayLayouts>& arrays,
                    std::vector<std::size_t>& of_arrays, std::uint32_t schedulers) {
  if (of_change == change.advice.proposals.size()) return;
  std::vector<std::size_t> rivals;
  double saved = 0;  // by layouts
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    if (of_arrays[i] == arrays[i].advice.proposals.size() || !share(arrays[i].kernels, change.kernels)) continue;
    rivals.push_back(i);
    saved += cost_of(arrays[i].advice.before, schedulers) -
             cost_of(*arrays[i].advice.proposals[of_arrays[i]].after, schedulers);
  }
  if (rivals.empty()) return;
  const report::ChangeProposal& block = change.advice.proposals[of_change];
  const double gained = cycles_of(change.advice.before, schedulers) - cycles_of(block.after, schedulers);
  if (gained <= saved) {
    change.advice.remarks.push_back(
        fmt::format("{} is proved by itself, but costs more than the layout of {}: make that, and call advise again",
                    block.title, arrays[rivals.front()].advice.name));
    of_change = change.advice.proposals.size();
    return;
  }
  for (const std::size_t i : rivals) {
    arrays[i].advice.remarks.push_back(fmt::format(
        "{} is proved by itself, but costs more than blocks of {} (below): make them, and call advise again",
        arrays[i].advice.proposals[of_arrays[i]].title, block.title));
    of_arrays[i] = arrays[i].advice.proposals.size();
  }
}

/// Accesses that become wider come before what takes them through shared memory: it may not be needed then. Both come
/// before another path for what stays.
void let_others_come_first(std::vector<SourceChange>& changes, std::vector<std::size_t>& of_changes) {
  const auto is_chosen = [&](std::size_t i) { return of_changes[i] != changes[i].advice.proposals.size(); };
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const bool to_wider = changes[i].yields_to_wider;
    const bool to_others = changes[i].yields_to_others;
    for (std::size_t other = 0; is_chosen(i) && other < changes.size(); ++other) {
      if (changes[other].lays_out) continue;  // it has found its place among them (choose_layouts)
      const bool yields = (to_wider && changes[other].makes_wider) || (to_others && !changes[other].yields_to_others);
      if (!yields || !is_chosen(other) || !share(changes[i].kernels, changes[other].kernels)) continue;
      changes[i].advice.remarks.push_back(
          fmt::format("it is proved by itself, but {} come first: make them, and call advise again",
                      to_others ? "other changes of the kernel" : "wider accesses"));
      of_changes[i] = changes[i].advice.proposals.size();
    }
  }
}

/// All edits of a choice that touch what others touch as well make no patch: of these, and of changes that make the
/// same accesses cheaper, one stays.
void choose_layouts(std::vector<SourceChange>& changes, std::vector<std::size_t>& of_changes,
                    const std::vector<ArrayLayouts>& arrays, const std::vector<std::size_t>& of_arrays,
                    std::uint32_t schedulers) {
  const auto is_chosen = [&](std::size_t i) { return of_changes[i] != changes[i].advice.proposals.size(); };
  const auto edits = [&](std::size_t i) -> const auto& { return changes[i].candidates[of_changes[i]].edits; };
  const auto title = [&](std::size_t i) -> const auto& { return changes[i].advice.proposals[of_changes[i]].title; };
  const auto gain = [&](std::size_t i) {
    return cycles_of(changes[i].advice.before, schedulers) -
           cycles_of(changes[i].advice.proposals[of_changes[i]].after, schedulers);
  };
  const auto meet = [](const std::vector<rewrite::Edit>& some, const std::vector<rewrite::Edit>& others) {
    std::vector<rewrite::Edit> all = some;
    all.insert(all.end(), others.begin(), others.end());
    return rewrite::overlap(std::move(all));
  };
  const auto give_up = [&](std::size_t i, const std::string& why) {
    changes[i].advice.remarks.push_back(fmt::format("{} is proved by itself, but {}", title(i), why));
    of_changes[i] = changes[i].advice.proposals.size();
  };
  for (std::size_t i = 0; i < changes.size(); ++i) {
    if (!changes[i].lays_out) continue;
    for (std::size_t other = 0; is_chosen(i) && other < changes.size(); ++other) {
      if (other == i || !is_chosen(other) || !share(changes[i].kernels, changes[other].kernels)) continue;
      const bool same_accesses = changes[other].makes_wider && changes[i].advice.rule == kMemberArrays;
      if (!same_accesses && !meet(edits(i), edits(other))) continue;
      const bool is_worth_more = gain(i) > (1 + kWorthwhile) * gain(other);
      const std::size_t loser = is_worth_more ? other : i;
      give_up(loser, fmt::format("{} gains {} ({})", title(is_worth_more ? i : other),
                                 loser == other || gain(i) < gain(other) ? "more" : "as much",
                                 loser < (is_worth_more ? i : other) ? "below" : "above"));
    }
    for (std::size_t array = 0; is_chosen(i) && array < arrays.size(); ++array) {
      if (of_arrays[array] == arrays[array].advice.proposals.size()) continue;
      if (meet(edits(i), arrays[array].candidates[of_arrays[array]].edits))
        give_up(i, fmt::format("the layout of {} is edited in the same places: make that, and call advise again",
                               arrays[array].advice.name));
    }
  }
}

Choices choose(std::vector<ArrayLayouts>& arrays, std::vector<SourceChange>& changes, std::uint32_t schedulers) {
  Choices choices;
  for (const ArrayLayouts& array : arrays) choices.of_arrays.push_back(best_of(array.advice.proposals, schedulers));
  for (SourceChange& change : changes) {
    choices.of_changes.push_back(best_of(change.advice));
    if (change.replaces_layouts)
      choose_between(change, choices.of_changes.back(), arrays, choices.of_arrays, schedulers);
  }
  choose_layouts(changes, choices.of_changes, arrays, choices.of_arrays, schedulers);
  let_others_come_first(changes, choices.of_changes);
  return choices;
}

/// Of changes that were proved one by one: nothing may get worse.
Judgement judge_together(Trials& trials, const Trial& trial, std::uint32_t schedulers) {
  Judgement judgement = judge_program(trials, trial);
  if (judgement.verdict != Verdict::proved) return judgement;
  const report::Report& before = *trials.first().report;
  const Kernels kernels = all_kernels(before);
  if (std::string lost = lost_occupancy(before, *trial.report, kernels); !lost.empty())
    return {Verdict::loses, std::move(lost)};
  const report::KernelFigures then = figures_of(before, kernels);
  const report::KernelFigures now = figures_of(*trial.report, same_kernels(*trial.report, kernels));
  const auto cycles = [&](const report::Report& report, const Kernels& of) {
    return atomic_figures(report, of, schedulers)[kBusiestUnit].value;
  };
  // What trades sectors for wavefronts and instructions is weighed by the unit that is busy longest, as each by itself.
  if (cost_of(now, schedulers) > cost_of(then, schedulers) &&
      cycles(*trial.report, same_kernels(*trial.report, kernels)) >= cycles(before, kernels))
    return {Verdict::loses, fmt::format("they take {} instructions and {} wavefronts, not {} and {}",
                                        analysis::grouped(now.instructions), analysis::grouped(now.wavefronts),
                                        analysis::grouped(then.instructions), analysis::grouped(then.wavefronts))};
  return judgement;
}

constexpr const char* kSamePlace =
    "it is proved by itself, but changes a place that another repair changes, too: make that, and call advise again";

/// All that was chosen, as one change.
class Repairs {
 public:
  /// \return whether it can be made with the others: it changes no place that one of them does
  [[nodiscard]] bool add(const std::vector<rewrite::Edit>& edits, Reach reach, Look look) {
    std::vector<rewrite::Edit> all = edits_;
    all.insert(all.end(), edits.begin(), edits.end());
    if (count_ > 0 && rewrite::overlap(all)) return false;
    edits_ = std::move(all);
    reach_ = std::max(reach_, reach);
    look_ = std::max(look_, look);
    ++count_;
    return true;
  }

  /// Proves several together.
  void conclude(Trials& trials, report::Advice& advice, std::uint32_t schedulers) {
    if (count_ > 1) {
      const Judgement judgement = judge_together(trials, trials.run({edits_, reach_}, look_), schedulers);
      advice.together = judgement.verdict;
      advice.together_reason = judgement.reason;
      if (judgement.verdict != Verdict::proved) edits_.clear();
    }
    advice.patch = patch_of(edits_);
  }

  void apply() const {
    for (const auto& [file, text] : edited_files(edits_)) write_output(file, text);
  }

 private:
  std::vector<rewrite::Edit> edits_;
  Reach reach_ = Reach::kernels;
  Look look_ = Look::counts;
  std::size_t count_ = 0;
};

void check_program(const RunOptions& options) {
  if (classify(options.program) == ProgramKind::cuda_source) return;
  throw UsageError(fmt::format(
      "{}: advise edits and compiles CUDA source: name a .cu file; warpglass run reports of programs and PTX",
      options.program));
}

/// Which loads the read-only path would serve, only simulated caches show.
RunOptions with_caches_where_they_tell(const RunOptions& options) {
  RunOptions run = options;
  if (arch::read_only_path_differs(device_named(run.arch).capability)) run.analysers.emplace_back("caches");
  return run;
}

void write(const AdviseOptions& options, const report::Advice& advice) {
  if (options.json != "-" && options.patch != "-") {
    const std::string text = report::to_text(advice, {.colour = wants_colour(options.run.colour, Stream::output),
                                                      .width = terminal_width(Stream::output),
                                                      .table_width = table_width(Stream::output),
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
  if (!options.sweep.folder.empty()) return sweep(options);
  Trials trials(with_caches_where_they_tell(options.run));
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
  if (std::string none = nothing_counted(options.run, run); !none.empty()) advice.notices.push_back(std::move(none));
  const std::uint32_t schedulers = arch::schedulers(device_named(options.run.arch).capability);
  Repairs repairs;
  WideRemarks wide;
  StagingRemarks staging;
  ReadOnlyRemarks read_only;
  LayoutRemarks layouts;
  AtomicRemarks atomics;
  if (!faulted && !run.interrupted) {
    SourceTrees trees(options.run, trials.cache());
    std::vector<ArrayLayouts> arrays = layouts_to_try(options.run, run, trees);
    std::vector<SourceChange> changes = barriers_to_leave_out(options.run, run, trees);
    std::ranges::move(wide_accesses_to_make(options.run, run, trees, wide), std::back_inserter(changes));
    std::ranges::move(structures_to_align(options.run, run, trees, wide), std::back_inserter(changes));
    std::ranges::move(accesses_to_stage(options.run, run, trees, staging), std::back_inserter(changes));
    std::ranges::move(threads_to_exchange(options.run, run, trees, staging), std::back_inserter(changes));
    std::ranges::move(structures_to_stage(options.run, run, trees, staging), std::back_inserter(changes));
    std::ranges::move(arrays_to_lay_out(options.run, run, trees, layouts), std::back_inserter(changes));
    std::ranges::move(loads_to_make_read_only(options.run, run, trees, read_only), std::back_inserter(changes));
    std::ranges::move(atomics_to_combine(options.run, run, trees, atomics), std::back_inserter(changes));
    try_rivals(changes);
    add_blocks(blocks_to_change(options.run, run, trees), changes);
    for (SourceChange& change : changes) change.advice.before = change.figures(run, change.kernels);
    prove_all(trials, arrays, changes, schedulers);
    for (ArrayLayouts& array : arrays) array.advice.before = figures_of(run, array.kernels);
    const Choices choices = choose(arrays, changes, schedulers);
    for (std::size_t i = 0; i < arrays.size(); ++i) {
      ArrayLayouts& array = arrays[i];
      if (const std::size_t best = choices.of_arrays[i]; best != array.advice.proposals.size()) {
        array.advice.proposals[best].chosen = repairs.add(array.candidates[best].edits, Reach::kernels, Look::counts);
        if (!array.advice.proposals[best].chosen) array.advice.remarks.emplace_back(kSamePlace);
      }
      advice.arrays.push_back(std::move(array.advice));
    }
    for (std::size_t i = 0; i < changes.size(); ++i) {
      SourceChange& change = changes[i];
      if (const std::size_t best = choices.of_changes[i]; best != change.advice.proposals.size()) {
        change.advice.proposals[best].chosen = repairs.add(change.candidates[best].edits, change.reach, change.look);
        if (!change.advice.proposals[best].chosen) change.advice.remarks.emplace_back(kSamePlace);
      }
      advice.changes.push_back(std::move(change.advice));
    }
    repairs.conclude(trials, advice, schedulers);
  }
  advice.hints = hints_of(run, wide, staging, read_only, layouts);
  std::ranges::move(atomic_hints(run, atomics), std::back_inserter(advice.hints));
  advice.notices.insert(advice.notices.end(), trials.notices().begin(), trials.notices().end());
  if (options.apply) repairs.apply();
  write(options, advice);
  return first.exit_code;
}

}  // namespace warpglass::tool
