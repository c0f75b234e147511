// A check runs the program once in the engine's own order. Where its kernels talk to each other by memory, another
// order may show what the first one hid: then it is run again under seeds, until one of them shows nothing new. The
// findings of all runs are one report.
#include "tools/warpglass/check_command.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <span>
#include <utility>

#include "analysis/analyser.hpp"
#include "report/suppressions.hpp"
#include "tools/warpglass/command_timings.hpp"
#include "tools/warpglass/error.hpp"
#include "tools/warpglass/expected.hpp"
#include "tools/warpglass/kernel_choice.hpp"
#include "tools/warpglass/output.hpp"
#include "tools/warpglass/repeated_input.hpp"
#include "tools/warpglass/runnable.hpp"
#include "tools/warpglass/terminal.hpp"
#include "tools/warpglass/user_file.hpp"

namespace warpglass::tool {
namespace {

/// Seeds that are tried unasked, the engine's own order among them.
constexpr std::uint64_t kMostUnasked = 8;

bool is_mistake(const analysis::Finding& finding) { return finding.severity >= Severity::warning; }

/// One run after the other, each of which reads what the first one read.
class CheckedRuns {
 public:
  explicit CheckedRuns(const RunOptions& options) : options_(options), program_(options) {}

  /// The first run's exit code is that of all.
  RunOutcome first(std::uint64_t seed) { return run(seed, false); }

  /// \return whether it showed something new
  bool add(std::uint64_t seed, RunOutcome& to) {
    if (!options_.quiet) show_progress(fmt::format("{} under seed {}", options_.program, seed));
    input_.rewind();
    RunOutcome outcome = run(seed, true);
    clear_progress();
    analysis::RunProfile& all = to.report->run;
    if (was_interrupted(outcome)) {
      to.report->interrupted = true;
      to.exit_code = outcome.exit_code;
    } else if (outcome.exit_code != to.exit_code) {
      all.notices.push_back(
          fmt::format("under seed {} the program ended with {}, and with {} before: what it does "
                      "depends on the order",
                      seed, outcome.exit_code, to.exit_code));
    }
    if (!outcome.report) return false;
    const std::size_t before = all.findings.size();
    report::merge_in(all, std::move(outcome.report->run));
    return all.findings.size() != before;
  }

 private:
  RunOutcome run(std::uint64_t seed, bool repeats) {
    RunOptions options = options_;
    options.seed = seed;
    options.repeats = repeats;
    RunOutcome outcome = program_.run(options);
    if (outcome.report) {
      analysis::RunProfile& run = outcome.report->run;
      std::erase_if(run.findings, analysis::is_about_cost);
      run.seeds = {seed};
      for (analysis::Finding& finding : run.findings) finding.seed = seed;
    }
    return outcome;
  }

  const RunOptions& options_;
  const Runnable program_;
  const RepeatedInput input_;
};

bool is_over(const RunOutcome& outcome) { return !outcome.report || outcome.report->interrupted; }

RunOutcome run_under_seeds(const RunOptions& options) {
  CheckedRuns runs(options);
  const SeedRange asked = options.seeds.value_or(SeedRange{.first = 0, .last = kMostUnasked - 1});
  RunOutcome outcome = runs.first(asked.first);
  if (is_over(outcome)) return outcome;
  const bool unasked = !options.seeds;
  const bool talks = std::ranges::any_of(outcome.report->run.kernels, &analysis::KernelProfile::talks);
  if (unasked && !talks) return outcome;
  for (std::uint64_t seed = asked.first; seed != asked.last && !is_over(outcome);) {
    if (!runs.add(++seed, outcome) && unasked) break;
  }
  return outcome;
}

}  // namespace

int check(const RunOptions& asked) {
  CommandTimings timings(asked.asks_timings);
  const RunOptions options = timings.of(asked);
  const auto suppressions = read_user_files(options.suppressions, report::parse_suppressions);
  const auto expectations = read_user_files(options.expectations, report::parse_expectations);
  RunOutcome outcome = run_under_seeds(options);
  if (!outcome.report) {
    report_nothing(options, outcome.exit_code);
    return outcome.exit_code;
  }
  report::suppress(outcome.report->run, suppressions, source_lookup(std::span(&*outcome.report, 1)));
  hold_to(*outcome.report, expectations);
  timings.note(*outcome.report);
  write_outputs(options, std::span(&*outcome.report, 1));
  if (const std::string none = nothing_counted(options, *outcome.report); !none.empty()) throw UsageError(none);
  const bool found = std::ranges::any_of(outcome.report->run.findings, is_mistake);
  return found && options.error_exit_code != 0 ? options.error_exit_code : outcome.exit_code;
}

}  // namespace warpglass::tool
