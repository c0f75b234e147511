#include "tools/warpglass/run_command.hpp"

#include "tools/warpglass/command_timings.hpp"
#include "tools/warpglass/declared_arrays.hpp"
#include "tools/warpglass/expected.hpp"
#include "tools/warpglass/explain.hpp"
#include "tools/warpglass/output.hpp"
#include "tools/warpglass/runnable.hpp"
#include "tools/warpglass/user_file.hpp"

namespace warpglass::tool {

int run(const RunOptions& asked) {
  CommandTimings timings(asked.asks_timings);
  const RunOptions options = timings.of(asked);
  const auto expectations = read_user_files(options.expectations, report::parse_expectations);
  check_line(options);
  const Runnable program(options);
  RunOutcome outcome = program.run(options);
  if (!outcome.report) {
    report_nothing(options, outcome.exit_code);
    return outcome.exit_code;
  }
  hold_to(*outcome.report, expectations);
  note_declarations(options, *outcome.report);
  timings.note(*outcome.report);
  if (options.quiet) write_errors(options, *outcome.report);
  write_outputs(options, *outcome.report);
  if (options.explain) explain_run(options, *outcome.report);
  return exit_code_of(outcome.exit_code, *outcome.report);
}

}  // namespace warpglass::tool
