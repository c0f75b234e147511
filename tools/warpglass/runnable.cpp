#include "tools/warpglass/runnable.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <future>
#include <span>
#include <utility>

#include "arch/device_model.hpp"
#include "toolkit/architecture.hpp"
#include "tools/warpglass/device_choice.hpp"
#include "tools/warpglass/error.hpp"
#include "tools/warpglass/output.hpp"
#include "tools/warpglass/ptx_run.hpp"

namespace warpglass::tool {
namespace {

void check_device(const RunOptions& options) {
  const arch::DeviceModel& device = device_named(options.arch);
  if (options.bank_width != 0 && !device.has_bank_modes()) {
    throw UsageError(
        fmt::format("--bank-width: {} has no bank modes; they are those of Kepler, sm_30 to sm_37", device.sm_name()));
  }
}

void check_program_flags(const RunOptions& options, ProgramKind kind) {
  if (kind != ProgramKind::cuda_source && options.indices)
    throw UsageError(fmt::format("{}: --indices needs a .cu file, which is compiled for it", options.program));
  if (kind == ProgramKind::ptx && !options.devices.empty())
    throw UsageError(fmt::format("{}: --devices is for programs; a .ptx kernel runs on one GPU", options.program));
  if (kind == ProgramKind::ptx) return;
  if (options.grid || options.block || options.cluster || options.shared_bytes != 0 ||
      !options.kernel_arguments.empty()) {
    throw UsageError(fmt::format(
        "{}: --grid, --block, --cluster, --smem and --arg are for .ptx kernels; a program launches its kernels itself",
        options.program));
  }
  if (kind == ProgramKind::executable && !options.compiler_flags.empty())
    throw UsageError(fmt::format("{}: --compiler-flag is for .cu sources", options.program));
}

/// Empty when the compiler writes code for the machine.
std::string notice_of_newer_code(const RunOptions& options) {
  const std::string machine = device_compiled_for(options.arch, options.devices).sm_name();
  const std::string compiled = toolkit::known_architecture(machine).value_or(machine);
  if (toolkit::architecture_number(compiled) <= toolkit::architecture_number(machine)) return "";
  return fmt::format(
      "the kernels are compiled for {}, the oldest that the compiler writes; memory rules and limits are those of {}",
      compiled, machine);
}

}  // namespace

Runnable::Runnable(const RunOptions& options) : kind_((check_device(options), classify(options.program))) {
  check_program_flags(options, kind_);
  check_outputs(options);
  if (kind_ == ProgramKind::ptx) return;
  folder_.emplace();
  if (kind_ == ProgramKind::executable) {
    executable_ = std::filesystem::absolute(options.program).string();
  } else {
    const Timed timed(options.timings, Phase::compile);
    Compiled compiled = compile_source(options, folder_->path());
    executable_ = std::move(compiled.path);
    state_ = std::move(compiled.state);
    notice_ = notice_of_newer_code(options);
  }
}

Runnable::Runnable(const RunOptions& options, const Runnable& host)
    : kind_(host.kind_), executable_(host.executable_), notice_(host.notice_) {
  folder_.emplace();
  device_code_ = compile_source(options, folder_->path(), toolkit::CompileTo::ptx).path;
}

Runnable::Runnable(const RunOptions& options, InParts)
    : kind_(ProgramKind::cuda_source), notice_(notice_of_newer_code(options)) {
  const std::string folder = folder_.emplace().path();
  std::future<std::string> device_code =
      std::async(std::launch::async, [&] { return compile_source(options, folder, toolkit::CompileTo::ptx).path; });
  executable_ = compile_source(options, folder, toolkit::CompileTo::host_side).path;
  device_code_ = device_code.get();
}

RunOutcome Runnable::run(const RunOptions& options) const {
  if (kind_ == ProgramKind::ptx) return run_ptx(options);
  RunOptions own = options;
  own.device_code = device_code_;
  RunOutcome outcome = run_executable(own, executable_, folder_->path());
  if (outcome.report && !notice_.empty()) outcome.report->run.notices.push_back(notice_);
  return outcome;
}

void say_nothing(const RunOptions& options, int exit_code) {
  if (!options.analysis || options.quiet) return;
  // A second signal ends the program at once, its report unwritten.
  const std::string why = exit_code > 128 ? fmt::format("was ended by signal {} and left no report", exit_code - 128)
                                          : "made no call to the CUDA runtime; there is nothing to report";
  const std::string machine = options.archs.empty() ? "" : " on " + options.arch;
  fmt::print(stderr, "warpglass: {}{} {}\n", options.program, machine, why);
}

void write_nothing(const RunOptions& options) {
  const arch::DeviceModel& device = device_named(options.arch);
  report::Report empty;
  empty.tool_version = WARPGLASS_VERSION;
  empty.device = device.name;
  empty.architecture = device.sm_name();
  empty.program = options.program;
  RunOptions silent = options;
  silent.quiet = true;
  write_outputs(silent, std::span(&empty, 1));
}

void report_nothing(const RunOptions& options, int exit_code) {
  say_nothing(options, exit_code);
  write_nothing(options);
}

}  // namespace warpglass::tool
