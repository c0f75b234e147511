#include "tools/warpglass/run_settings.hpp"

#include <string>
#include <vector>

#include "toolkit/process.hpp"

namespace warpglass::tool {

session::Settings settings_of(const RunOptions& options) {
  session::Settings settings;
  settings.arch = options.arch;
  settings.jobs = options.jobs;
  settings.bank_width = options.bank_width;
  settings.analysers = options.analysers;
  settings.analysis = options.analysis;
  settings.counts = !options.check;
  settings.leaks = options.leaks;
  settings.arithmetic = options.arithmetic;
  settings.results = options.results;
  settings.as_written = options.as_written;
  settings.ptxas = options.ptxas;
  settings.cache = options.cache;
  settings.kernel = options.kernel;
  if (options.launches) settings.launches = *options.launches;
  if (options.loop_limit) settings.loop_limit = *options.loop_limit;
  settings.seed = options.seed;
  settings.program = options.program;
  std::vector<std::string> command = {options.program};
  command.insert(command.end(), options.arguments.begin(), options.arguments.end());
  settings.command = toolkit::shell_line(command);
  return settings;
}

}  // namespace warpglass::tool
