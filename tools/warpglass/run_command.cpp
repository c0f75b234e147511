#include "tools/warpglass/run_command.hpp"

#include "tools/warpglass/output.hpp"
#include "tools/warpglass/runnable.hpp"

namespace warpglass::tool {

int run(const RunOptions& options) {
  const Runnable program(options);
  const RunOutcome outcome = program.run(options);
  if (outcome.report) {
    write_outputs(options, *outcome.report);
  } else {
    report_nothing(options, outcome.exit_code);
  }
  return outcome.exit_code;
}

}  // namespace warpglass::tool
