#include "tools/warpglass/run_settings.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tier/tier.hpp"
#include "toolkit/process.hpp"
#include "toolkit/toolchain.hpp"
#include "tools/warpglass/error.hpp"

namespace warpglass::tool {
namespace {

/// The second tier's compiler, beside this program in the build tree and once installed.
std::filesystem::path tier_compiler() {
  const std::filesystem::path self = toolkit::running_executable();
  return self.parent_path().parent_path() / WARPGLASS_TIER_PATH / "warpglass-tier";
}

/// Sets what --tier says.
void choose_tier(session::Settings& settings, const std::string& word) {
  const bool is_asked_for = word != "auto";
  settings.tier = "off";
  if (word == "off") return;
  const std::filesystem::path compiler = tier_compiler();
  if (!tier::is_built_in()) {
    if (is_asked_for)
      throw UsageError("--tier: this build has no second tier; it takes clang 19, LLVM 19 and -DWARPGLASS_TIER=ON");
    return;
  }
  if (!std::filesystem::exists(compiler)) {
    if (is_asked_for)
      throw UsageError(
          fmt::format("--tier: the second tier is missing: {} is not there; install it", compiler.string()));
    return;
  }
  settings.tier = is_asked_for ? word : "hot";
  settings.tier_compiler = compiler.string();
}

}  // namespace

session::Settings settings_of(const RunOptions& options) {
  session::Settings settings;
  settings.arch = options.arch;
  settings.devices = options.devices;
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
  if (!options.trial) settings.cache = options.cache;  // what is made of one serves no other run
  settings.kernel = options.kernel;
  if (options.launches) settings.launches = *options.launches;
  if (options.loop_limit) settings.loop_limit = *options.loop_limit;
  settings.seed = options.seed;
  settings.device_code = options.device_code;
  choose_tier(settings, options.tier);
  settings.repeats = !options.every_launch;
  settings.timings = options.timings != nullptr;
  settings.program = options.program;
  std::vector<std::string> command = {options.program};
  command.insert(command.end(), options.arguments.begin(), options.arguments.end());
  settings.command = toolkit::shell_line(command);
  return settings;
}

}  // namespace warpglass::tool
