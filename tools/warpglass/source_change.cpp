#include "tools/warpglass/source_change.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "analysis/accesses.hpp"
#include "analysis/analyser.hpp"
#include "analysis/caches.hpp"
#include "analysis/names.hpp"
#include "tools/warpglass/source_text.hpp"

namespace warpglass::tool {
namespace {

using report::Verdict;

/// Of global and local memory.
std::uint64_t sectors_of(const Kernels& kernels) {
  std::uint64_t sum = 0;
  for (const analysis::KernelProfile* kernel : kernels) {
    for (const analysis::InstructionProfile& one : kernel->instructions) {
      if (!analysis::is_of_image(one.kind)) sum += one.counts.sectors;
    }
  }
  return sum;
}

/// What the checkers that looked at the trial say of these kernels.
const analysis::Finding* found_in(const report::Report& report, const Kernels& kernels) {
  const auto found = std::ranges::find_if(report.run.findings, [&](const analysis::Finding& finding) {
    return finding.severity != Severity::note && !analysis::is_about_cost(finding) &&
           std::ranges::any_of(kernels, [&](const auto* kernel) { return kernel->name == finding.kernel; });
  });
  return found == report.run.findings.end() ? nullptr : &*found;
}

Judgement judge(Trials& trials, const Trial& trial, const SourceChange& change) {
  Judgement judgement = judge_program(trials, trial);
  if (judgement.verdict != Verdict::proved || change.look != Look::races) return judgement;
  if (const analysis::Finding* const finding = found_in(*trial.report, change.kernels))
    return {Verdict::makes_mistakes, "it makes a mistake: " + finding->message};
  return judgement;
}

/// Whether all that a kernel does stands in files that are none of the user's: a library launches it, to fill an array
/// say.
bool is_librarys(const analysis::KernelProfile& kernel, const std::string& program) {
  return std::ranges::none_of(kernel.instructions, [&](const analysis::InstructionProfile& one) {
    return !one.source.file.empty() && is_users(one.source.file, program);
  });
}

/// Sectors that a library's kernels take more than before: what makes an array makes one of another size then.
std::uint64_t more_of_libraries(const report::Report& before, const report::Report& after, const std::string& program) {
  const auto sum = [&](const report::Report& report) {
    Kernels all = all_kernels(report);
    std::erase_if(all, [&](const auto* kernel) { return !is_librarys(*kernel, program); });
    return sectors_of(all);
  };
  const std::uint64_t then = sum(before);
  const std::uint64_t now = sum(after);
  return now > then ? now - then : 0;
}

/// Kernels that a change is not for, and that it may concern, cost no more than before; those that a library launches
/// for an array that is laid out anew no more than is gained.
Judgement judge_others(Trials& trials, const Trial& trial, const SourceChange& change) {
  Kernels others;
  for (const analysis::KernelProfile* kernel : change.meets) {
    const bool is_weighed = change.lays_out && is_librarys(*kernel, trials.program());
    if (!has(change.kernels, *kernel) && !is_weighed) others.push_back(kernel);
  }
  const report::Report& before = *trials.first().report;
  const Kernels now = same_kernels(*trial.report, others);
  if (const auto worse = what_got_worse(before, *trial.report, now); !worse.empty())
    return {Verdict::loses, "it costs more elsewhere: " + worse.front()};
  if (std::string lost = lost_occupancy(before, *trial.report, now); !lost.empty()) return {Verdict::loses, lost};
  if (const std::uint64_t more = change.lays_out ? more_of_libraries(before, *trial.report, trials.program()) : 0;
      more != 0) {
    const auto then = static_cast<double>(sectors_of(change.kernels));
    const auto left = static_cast<double>(sectors_of(same_kernels(*trial.report, change.kernels)) + more);
    if (left > (1 - kWorthwhile) * then)
      return {Verdict::loses,
              fmt::format("it saves {} sectors, and a library takes {} more to make its arrays",
                          analysis::grouped(static_cast<std::uint64_t>(then - left) + more), analysis::grouped(more))};
  }
  return {Verdict::proved, ""};
}

}  // namespace

std::vector<report::Figure> common_figures(const report::Report& report, const Kernels& kernels) {
  const report::KernelFigures figures = figures_of(report, kernels);
  return {{.name = "wavefronts of shared memory", .value = static_cast<double>(figures.wavefronts)},
          {.name = "sectors of global and local memory", .value = static_cast<double>(sectors_of(kernels))},
          {.name = "instructions", .value = static_cast<double>(figures.instructions)},
          {.name = figures.registers_estimated ? "registers a thread, estimated" : "registers a thread",
           .value = static_cast<double>(figures.registers_per_thread),
           .weighs = false},
          {.name = "occupancy", .value = figures.occupancy, .less_is_better = false, .is_share = true}};
}

std::vector<report::Figure> traded_figures(const report::Report& report, const Kernels& kernels,
                                           std::uint32_t schedulers) {
  std::vector<report::Figure> all = common_figures(report, kernels);
  const auto sectors =
      std::ranges::find_if(all, [](const report::Figure& figure) { return figure.name.starts_with("sectors"); });
  std::rotate(all.begin(), sectors, sectors + 1);
  weigh_by_cycles(all, report, kernels, schedulers);
  return all;
}

void weigh_by_cycles(std::vector<report::Figure>& all, const report::Report& report, const Kernels& kernels,
                     std::uint32_t schedulers) {
  const auto named = [&](std::string_view begin) {
    return std::ranges::find_if(all, [&](const report::Figure& figure) { return figure.name.starts_with(begin); });
  };
  const auto wavefronts = named("wavefronts");
  const auto instructions = named("instructions");
  const double traffic = sectors_of_second_level(report, kernels).value_or(static_cast<double>(sectors_of(kernels)));
  const double cycles = std::max({traffic, wavefronts->value, std::ceil(instructions->value / schedulers)});
  wavefronts->weighs = instructions->weighs = false;
  all.insert(all.begin() + kBusiestUnit,
             {.name = "cycles of the busiest unit, roughly", .value = cycles, .tolerated = 0});
}

std::optional<double> sectors_of_second_level(const report::Report& report, const Kernels& kernels) {
  if (!analysis::has_cache_metrics(report.run.metrics)) return std::nullopt;
  double sum = 0;
  for (const analysis::KernelProfile* kernel : kernels)
    sum += metric(report, *kernel, "lts__t_sectors_srcunit_tex.sum");
  return sum;
}

std::vector<report::Figure> staging_figures(const report::Report& report, const Kernels& kernels,
                                            std::uint32_t schedulers) {
  std::vector<report::Figure> all = traded_figures(report, kernels, schedulers);
  const report::KernelFigures of_kernels = figures_of(report, kernels);
  all.push_back({.name = "static shared memory of a block, bytes",
                 .value = static_cast<double>(of_kernels.static_shared_bytes),
                 .weighs = false});
  return all;
}

std::vector<report::Figure> atomic_figures(const report::Report& report, const Kernels& kernels,
                                           std::uint32_t schedulers) {
  std::uint64_t turns = 0;
  std::uint64_t waits = 0;  // of sectors, for the turns of others
  double pipe = 0;
  for (const analysis::KernelProfile* kernel : kernels) {
    for (const analysis::InstructionProfile& one : kernel->instructions) {
      if (one.kind == "shared atomic") turns += one.counts.wavefronts;
      if (one.kind != "global atomic" && one.kind != "global reduction") continue;
      turns += one.counts.sector_turns;
      waits += one.counts.sector_turns - std::min(one.counts.sector_turns, one.counts.sectors);
    }
    if (!kernel->pipes.empty()) pipe += kernel->pipes.front().cycles;
  }
  std::vector<report::Figure> all = common_figures(report, kernels);
  all.insert(all.begin(), {.name = "turns at atomics", .value = static_cast<double>(turns)});
  weigh_by_cycles(all, report, kernels, schedulers);
  for (report::Figure& figure : all) figure.weighs = figure.weighs && !figure.name.starts_with("sectors");
  report::Figure& cycles = all[kBusiestUnit];
  const double traffic = static_cast<double>(sectors_of(kernels) + waits);
  cycles.value = std::max({cycles.value, traffic, std::ceil(pipe / schedulers)});
  return all;
}

std::vector<report::Figure> access_figures(const report::Report& report, const Kernels& kernels) {
  std::uint64_t requests = 0;
  std::uint64_t tags = 0;
  for (const analysis::KernelProfile* kernel : kernels) {
    for (const analysis::InstructionProfile& one : kernel->instructions) {
      if (!one.kind.starts_with("global")) continue;
      requests += one.counts.requests;
      tags += one.counts.lines;
    }
  }
  std::vector<report::Figure> all = common_figures(report, kernels);
  all.insert(all.begin(), {{.name = "requests of global memory", .value = static_cast<double>(requests)},
                           {.name = "tag requests of the L1 cache", .value = static_cast<double>(tags)}});
  return all;
}

bool is_clearly_better(const report::Figure& now, const report::Figure& then) {
  return then.less_is_better ? now.value<(1 - kWorthwhile) * then.value : now.value>(1 + kWorthwhile) * then.value;
}

bool promises(Trials& trials, const Trial& trial, const SourceChange& change) {
  if (judge_program(trials, trial).verdict != Verdict::proved || !trial.report ||
      same_kernels(*trial.report, change.kernels).size() != change.kernels.size())
    return false;
  const std::vector<report::Figure> figures =
      change.figures(*trial.report, same_kernels(*trial.report, change.kernels));
  return judge_figures(change.advice.before, figures).verdict == Verdict::proved &&
         std::ranges::none_of(change.advice.proposals, [&](const report::ChangeProposal& other) {
           return other.verdict == Verdict::proved && !is_clearly_better(figures.front(), other.after.front());
         });
}

report::ChangeProposal judged(Trials& trials, const Trial& trial, const SourceChange& change,
                              const ChangeCandidate& candidate) {
  report::ChangeProposal proposal = candidate.proposal;
  Judgement judgement = judge(trials, trial, change);
  if (trial.report) proposal.after = change.figures(*trial.report, same_kernels(*trial.report, change.kernels));
  if (judgement.verdict == Verdict::proved &&
      same_kernels(*trial.report, change.kernels).size() != change.kernels.size())
    judgement = {Verdict::no_better, "not all of its kernels were counted when it ran"};
  if (judgement.verdict == Verdict::proved) judgement = judge_figures(change.advice.before, proposal.after);
  if (judgement.verdict == Verdict::proved && (change.lays_out || change.must_be_clear) &&
      !is_clearly_better(proposal.after.front(), change.advice.before.front()))
    judgement = {Verdict::no_better, "it saves less than 5 %"};
  if (judgement.verdict == Verdict::proved) judgement = judge_others(trials, trial, change);
  if (judgement.verdict == Verdict::proved && trial.look < change.look)
    judgement = {Verdict::no_better, "what is proved above gains as much"};
  proposal.verdict = judgement.verdict;
  proposal.reason = judgement.reason;
  if (proposal.verdict == Verdict::proved && change.look == Look::races) proposal.checks.emplace_back("no races found");
  return proposal;
}

}  // namespace warpglass::tool
