#include "tools/warpglass/run_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "analysis/analyser.hpp"
#include "analysis/profile.hpp"
#include "arch/device_model.hpp"
#include "toolkit/architecture.hpp"
#include "tools/warpglass/child_run.hpp"
#include "tools/warpglass/device_choice.hpp"
#include "tools/warpglass/error.hpp"
#include "tools/warpglass/output.hpp"
#include "tools/warpglass/program_file.hpp"
#include "tools/warpglass/ptx_run.hpp"
#include "tools/warpglass/temporary_folder.hpp"

namespace warpglass::tool {
namespace {

const arch::DeviceModel& device_of(const RunOptions& options) {
  const arch::DeviceModel& device = device_named(options.arch);
  if (options.bank_width != 0 && !device.has_bank_modes()) {
    throw UsageError(
        fmt::format("--bank-width: {} has no bank modes; they are those of Kepler, sm_30 to sm_37", device.sm_name()));
  }
  return device;
}

RunOutcome run_as_program(const RunOptions& options, ProgramKind kind) {
  if (options.grid || options.block || options.cluster || options.shared_bytes != 0 ||
      !options.kernel_arguments.empty()) {
    throw UsageError(fmt::format(
        "{}: --grid, --block, --cluster, --smem and --arg are for .ptx kernels; a program launches its kernels itself",
        options.program));
  }
  const TemporaryFolder folder;
  if (kind == ProgramKind::cuda_source) {
    RunOutcome outcome = run_executable(options, compile_source(options, folder.path()), folder.path());
    const std::string machine = device_named(options.arch).sm_name();
    const std::string compiled = toolkit::clang_architecture(machine).value_or(machine);
    if (outcome.report && toolkit::architecture_number(compiled) > toolkit::architecture_number(machine)) {
      outcome.report->run.notices.push_back(fmt::format(
          "the kernels are compiled for {}, the oldest that the compiler writes; memory rules and limits are "
          "those of {}",
          compiled, machine));
    }
    return outcome;
  }
  if (!options.compiler_flags.empty())
    throw UsageError(fmt::format("{}: --compiler-flag is for .cu sources", options.program));
  return run_executable(options, std::filesystem::absolute(options.program).string(), folder.path());
}

}  // namespace

int run(const RunOptions& options) {
  const arch::DeviceModel& device = device_of(options);
  const ProgramKind kind = classify(options.program);
  check_outputs(options);
  RunOutcome outcome = kind == ProgramKind::ptx ? run_ptx(options) : run_as_program(options, kind);
  if (!outcome.report) {
    if (options.analysis && !options.quiet) {
      // A second signal ends the program at once, its report unwritten.
      const std::string why = outcome.exit_code > 128
                                  ? fmt::format("was ended by signal {} and left no report", outcome.exit_code - 128)
                                  : "made no call to the CUDA runtime; there is nothing to report";
      fmt::print(stderr, "warpglass: {} {}\n", options.program, why);
    }
    // Whoever asked for a file gets one that says so.
    report::Report empty;
    empty.tool_version = WARPGLASS_VERSION;
    empty.device = device.name;
    empty.architecture = device.sm_name();
    empty.program = options.program;
    RunOptions silent = options;
    silent.quiet = true;
    write_outputs(silent, empty);
    return outcome.exit_code;
  }
  if (options.check) {
    std::erase_if(outcome.report->run.findings, analysis::is_about_cost);
    const bool found = std::ranges::any_of(outcome.report->run.findings, [](const analysis::Finding& finding) {
      return finding.severity >= Severity::warning;
    });
    if (found) outcome.exit_code = 1;
  }
  write_outputs(options, *outcome.report);
  return outcome.exit_code;
}

}  // namespace warpglass::tool
