// One run of the program, or one for each GPU that --arch names: all are compiled before the first runs, which is the
// one that is seen and heard; of the others only the reports are.
#include "tools/warpglass/run_command.hpp"

#include <fmt/format.h>

#include <deque>
#include <utility>
#include <vector>

#include "tools/warpglass/command_timings.hpp"
#include "tools/warpglass/declared_arrays.hpp"
#include "tools/warpglass/device_choice.hpp"
#include "tools/warpglass/error.hpp"
#include "tools/warpglass/expected.hpp"
#include "tools/warpglass/explain.hpp"
#include "tools/warpglass/kernel_choice.hpp"
#include "tools/warpglass/output.hpp"
#include "tools/warpglass/repeated_input.hpp"
#include "tools/warpglass/runnable.hpp"
#include "tools/warpglass/terminal.hpp"
#include "tools/warpglass/user_file.hpp"

namespace warpglass::tool {
namespace {

std::vector<RunOptions> for_each_machine(const RunOptions& options) {
  if (options.archs.empty()) return {options};
  std::vector<RunOptions> machines;
  for (const std::string& arch : options.archs) {
    RunOptions one = options;
    one.arch = arch;
    one.repeats = !machines.empty();
    machines.push_back(std::move(one));
  }
  return machines;
}

/// The program for each of them.
class Runs {
 public:
  explicit Runs(const std::vector<RunOptions>& machines) : machines_(machines) {
    for (const RunOptions& machine : machines) programs_.emplace_back(machine);
  }

  RunOutcome run(std::size_t i) {
    const RunOptions& machine = machines_[i];
    const bool is_silent = i != 0 && !machine.quiet;
    if (i != 0) input_.rewind();
    if (is_silent) show_progress(fmt::format("{} on {}", machine.program, machine.arch));
    RunOutcome outcome = programs_[i].run(machine);
    if (is_silent) clear_progress();
    if (i == 0) first_exit_code_ = outcome.exit_code;
    if (outcome.report && outcome.exit_code != first_exit_code_) {
      outcome.report->run.notices.push_back(
          fmt::format("the program ended with {} on {}, and with {} on {}; --arch {} alone shows what it prints",
                      outcome.exit_code, machine.arch, first_exit_code_, machines_.front().arch, machine.arch));
    }
    return outcome;
  }

 private:
  const std::vector<RunOptions>& machines_;
  std::deque<Runnable> programs_;
  RepeatedInput input_;
  int first_exit_code_ = 0;
};

}  // namespace

int run(const RunOptions& asked) {
  CommandTimings timings(asked.asks_timings);
  const std::vector<RunOptions> machines = for_each_machine(timings.of(asked));
  const RunOptions& options = machines.front();
  const auto expectations = read_user_files(options.expectations, report::parse_expectations);
  check_line(options);
  Runs runs(machines);
  std::vector<report::Report> reports;
  int exit_code = 0;
  for (std::size_t i = 0; i < machines.size(); ++i) {
    RunOutcome outcome = runs.run(i);
    int ended = outcome.exit_code;
    if (outcome.report) {
      hold_to(*outcome.report, expectations);
      note_declarations(machines[i], *outcome.report);
      timings.note(*outcome.report);
      ended = exit_code_of(ended, *outcome.report);
    } else {
      say_nothing(machines[i], ended);
    }
    if (exit_code == 0) exit_code = ended;
    const bool is_over = was_interrupted(outcome);
    if (outcome.report) reports.push_back(std::move(*outcome.report));
    if (is_over) break;
  }
  if (reports.empty()) {
    write_nothing(options);
    return exit_code;
  }
  if (options.quiet) {
    for (const report::Report& report : reports) write_errors(options, report);
  }
  write_outputs(options, reports);
  if (const std::string none = nothing_counted(options, reports.front()); !none.empty()) throw UsageError(none);
  if (options.explain) explain_run(options, reports);
  return exit_code;
}

}  // namespace warpglass::tool
