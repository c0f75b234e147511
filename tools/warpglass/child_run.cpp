#include "tools/warpglass/child_run.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <span>
#include <utility>
#include <vector>

#include "arch/device_description.hpp"
#include "base/elf.hpp"
#include "base/read_file.hpp"
#include "session/linked_runtime.hpp"
#include "session/settings.hpp"
#include "session/timings.hpp"
#include "toolkit/architecture.hpp"
#include "toolkit/process.hpp"
#include "tools/warpglass/child.hpp"
#include "tools/warpglass/compile.hpp"
#include "tools/warpglass/device_choice.hpp"
#include "tools/warpglass/error.hpp"
#include "tools/warpglass/host_places.hpp"
#include "tools/warpglass/program_file.hpp"
#include "tools/warpglass/run_settings.hpp"
#include "tools/warpglass/terminal.hpp"

namespace warpglass::tool {
namespace {

/// Our runtime library's folder, beside this program in the build tree and once installed.
std::string library_folder() {
  const std::filesystem::path self = toolkit::running_executable();
  const std::filesystem::path folder = self.parent_path().parent_path() / WARPGLASS_CUDA_PATH / "lib64";
  if (!std::filesystem::exists(folder / "libcudart.so")) {
    throw UsageError(fmt::format("our runtime library is missing: {} is not there; install warpglass again",
                                 (folder / "libcudart.so").string()));
  }
  return folder.string();
}

session::Settings child_settings(const RunOptions& options, const std::string& report) {
  session::Settings settings = settings_of(options);
  if (names_description(options.arch)) settings.device = arch::to_json(device_named(options.arch));
  settings.report = report;
  settings.progress = !options.quiet && error_stream_is_terminal();
  return settings;
}

/// The name under which the program asks for the CUDA runtime, "libcudart.so.12"; empty when it does not.
/// \throws UsageError when we have none of that name
std::string runtime_name(const ElfFile& elf, const std::string& executable, const std::filesystem::path& libraries) {
  for (const std::string& name : elf.needed) {
    if (!name.starts_with("libcudart.so")) continue;
    if (!std::filesystem::exists(libraries / name)) {
      throw UsageError(
          fmt::format("{}: needs {}; our runtime library stands in for those of CUDA 11, 12 and 13", executable, name));
    }
    return name;
  }
  return "";
}

/// The phases that the library in the program has told of, and as the program's own what is left of its time.
void add_program(double seconds, const std::string& report, Timings& to) {
  const double before = to.sum();
  (void)session::add_from_json(contents_of(session::timings_file(report)).value_or(""), to);
  to.add(Phase::host, seconds - (to.sum() - before));
}

/// What a shell's user would have written: "./app" for app, and for x.cu what it is commonly compiled to, "./x".
std::string name_started_by(const std::string& program) {
  std::filesystem::path name(program);
  if (name.extension() == ".cu") name.replace_extension();
  return name.has_parent_path() ? name.string() : "./" + name.string();
}

}  // namespace

bool was_interrupted(const RunOutcome& outcome) {
  if (outcome.report) return outcome.report->interrupted;
  return outcome.exit_code == 128 + SIGINT || outcome.exit_code == 128 + SIGTERM;
}

RunOutcome run_executable(const RunOptions& options, const std::string& executable, const std::string& folder) {
  const std::string settings_file = folder + "/session.json";
  const std::string report_file = folder + "/report.json";
  {
    std::ofstream file(settings_file);
    file << session::to_json(child_settings(options, report_file));
    if (!file.flush()) throw UsageError(fmt::format("{}: cannot be written", settings_file));
  }
  const std::string libraries = library_folder();
  const std::string program = read_file(executable);
  const ElfFile elf = read_elf(std::as_bytes(std::span(program))).value_or(ElfFile{});
  const std::string runtime = runtime_name(elf, options.program, libraries);
  std::string search_path = libraries;
  if (const char* before = std::getenv("LD_LIBRARY_PATH"); before != nullptr && *before != '\0')
    search_path += std::string(":") + before;

  ChildRequest request{
      .executable = executable,
      .command = {name_started_by(options.program)},
      .environment = {fmt::format("{}={}", session::kSessionVariable, settings_file), "LD_LIBRARY_PATH=" + search_path},
      .output_to_error_stream = takes_output(options.files),
      .silent = options.repeats,
      .output_file = options.output_file,
      .same_addresses = options.results};
  // A search path in the program itself comes before ours: then the library has to be there first. So has the one that
  // takes the place of a runtime that is linked into the program.
  std::string preloaded = WARPGLASS_SANITIZER_LIBRARY;
  const auto preload = [&](const std::string& library) { preloaded += (preloaded.empty() ? "" : ":") + library; };
  if (!runtime.empty() && !elf.run_path.empty()) preload(libraries + '/' + runtime);
  const session::LinkedRuntime linked = runtime.empty() && elf.has_device_code
                                            ? session::linked_runtime(std::as_bytes(std::span(program)))
                                            : session::LinkedRuntime{};
  if (!linked.library.empty()) preload(fmt::format("{}/{}", libraries, linked.library));
  for (const std::string& needed : elf.needed) {
    const bool is_another =
        needed == "libcuda.so.1" || needed.starts_with("libnvrtc.so.") || needed.starts_with("libnvfatbin.so.");
    const std::string ours = libraries + '/' + needed;
    if (is_another && !elf.run_path.empty() && std::filesystem::exists(ours)) preload(ours);
  }
  if (!preloaded.empty()) {
    if (const char* before = std::getenv("LD_PRELOAD"); before != nullptr && *before != '\0') preload(before);
    request.environment.push_back("LD_PRELOAD=" + preloaded);
  }
  request.command.insert(request.command.end(), options.arguments.begin(), options.arguments.end());

  std::error_code ignored;
  std::filesystem::remove(report_file, ignored);  // of the run before
  std::filesystem::remove(session::timings_file(report_file), ignored);
  const Timings of_program;
  RunOutcome outcome{.exit_code = run_child(request), .report = std::nullopt};
  if (options.timings != nullptr) add_program(of_program.elapsed(), report_file, *options.timings);
  const Timed timed(options.timings, Phase::report);
  if (std::filesystem::exists(report_file)) {
    std::string problem;
    outcome.report = report::load(report_file, problem);
    if (outcome.report) {
      look_up_host_places(*outcome.report);
    } else {
      fmt::print(stderr, "warpglass: error: {}\n", problem);
    }
  }
  return outcome;
}

Compiled compile_source(const RunOptions& options, const std::string& folder, toolkit::CompileTo to) {
  std::vector<std::string> flags;
  // A function whose last call is one of CUDA's is to be on the stack then: it is where the finding belongs.
  if (options.check) flags = {"-Xarch_host", "-fno-optimize-sibling-calls"};
  if (options.indices) {
    const std::vector<std::string> checks = toolkit::index_check_flags();
    flags.insert(flags.end(), checks.begin(), checks.end());
  }
  flags.insert(flags.end(), options.compiler_flags.begin(), options.compiler_flags.end());
  return compile(
      {.source = options.program,
       .name = options.program,
       .architecture = toolkit::architecture_for_machine(device_compiled_for(options.arch, options.devices).sm_name()),
       .folder = folder,
       .to = to,
       .flags = std::move(flags),
       .cache = options.cache,
       .kept = !options.trial,  // by another way: see `edited`
       .for_many = options.trial,
       .silent = options.trial,
       .edited = options.edited});
}

}  // namespace warpglass::tool
