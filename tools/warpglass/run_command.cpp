#include "tools/warpglass/run_command.hpp"

#include <fmt/format.h>
#include <stdlib.h>

#include <cstdio>
#include <filesystem>
#include <set>

#include "analysis/profile.hpp"
#include "arch/device_model.hpp"
#include "tools/warpglass/child_run.hpp"
#include "tools/warpglass/error.hpp"
#include "tools/warpglass/output.hpp"
#include "tools/warpglass/program_file.hpp"
#include "tools/warpglass/ptx_run.hpp"

namespace warpglass::tool {
namespace {

/// A folder of our own, gone when the run is over.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::error_code problem;
    std::string name = (std::filesystem::temp_directory_path(problem) / "warpglass-XXXXXX").string();
    if (problem || mkdtemp(name.data()) == nullptr)
      throw UsageError("no temporary folder can be made; set TMPDIR to a folder that can be written");
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

const arch::DeviceModel& device_of(const RunOptions& options) {
  const arch::DeviceLookup lookup = arch::find_device(options.arch);
  if (lookup.device == nullptr) throw UsageError("--arch: " + lookup.error);
  if (options.analysis && !lookup.device->modelled()) {
    std::string modelled;
    std::set<std::uint32_t> listed;
    for (const arch::DeviceModel& device : arch::devices()) {
      if (device.modelled() && listed.insert(device.capability.sm()).second)
        modelled += fmt::format("{}{}", modelled.empty() ? "sm_" : ", ", device.capability.sm());
    }
    throw UsageError(fmt::format("--arch: the memory rules of {} ({}) are not modelled yet; those of {} are",
                                 lookup.device->sm_name(), lookup.device->generation, modelled));
  }
  return *lookup.device;
}

RunOutcome run_as_program(const RunOptions& options, ProgramKind kind) {
  if (options.grid || options.block || options.shared_bytes != 0 || !options.kernel_arguments.empty()) {
    throw UsageError(
        fmt::format("{}: --grid, --block, --smem and --arg are for .ptx kernels; a program launches its kernels itself",
                    options.program));
  }
  const TemporaryFolder folder;
  if (kind == ProgramKind::cuda_source)
    return run_executable(options, compile_source(options, folder.path()), folder.path());
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
    if (options.analysis && !options.quiet)
      fmt::print(stderr, "warpglass: {} made no call to the CUDA runtime; there is nothing to report\n",
                 options.program);
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
  write_outputs(options, *outcome.report);
  return outcome.exit_code;
}

}  // namespace warpglass::tool
