#include "tools/warpglass/sweep.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <sstream>
#include <utility>

#include "base/counted.hpp"
#include "base/file_cache.hpp"
#include "base/read_file.hpp"
#include "toolkit/process.hpp"
#include "toolkit/toolchain.hpp"
#include "tools/warpglass/compile.hpp"
#include "tools/warpglass/device_choice.hpp"
#include "tools/warpglass/error.hpp"
#include "tools/warpglass/output.hpp"
#include "tools/warpglass/parallel.hpp"
#include "tools/warpglass/program_file.hpp"
#include "tools/warpglass/temporary_folder.hpp"
#include "tools/warpglass/terminal.hpp"

namespace warpglass::tool {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(std::move(word));
  return words;
}

/// The files that a rule for make names: blanks within a name have a backslash ahead, as ends of lines have.
std::vector<std::string> files_of_rule(const std::string& rule) {
  std::vector<std::string> files(1);
  for (std::size_t i = rule.find(": ") + 2; i < rule.size(); ++i) {
    const bool escaped = rule[i] == '\\' && i + 1 < rule.size();
    if (escaped && rule[i + 1] == ' ') {
      files.back() += rule[++i];
    } else if (escaped && rule[i + 1] == '\n') {
      ++i;
    } else if (rule[i] != ' ' && rule[i] != '\n') {
      files.back() += rule[i];
    } else if (!files.back().empty()) {
      files.emplace_back();
    }
  }
  return files;
}

/// Of the program's source and of all that it includes.
std::uint64_t fingerprint_of_source(const RunOptions& run, const std::string& architecture) {
  const TemporaryFolder folder;
  const std::string rule = folder.path() + "/files";
  CompileJob job{.source = run.program,
                 .name = run.program,
                 .architecture = device_compiled_for(architecture, {}).sm_name(),
                 .folder = "",
                 .to = toolkit::CompileTo::syntax_tree,
                 .flags = run.compiler_flags,
                 .cache = run.cache};
  job.flags.insert(job.flags.end(), {"-MD", "-MF", rule});
  (void)syntax_trees(job, run.program);  // no declaration has such a name
  std::string all;
  for (const std::string& file : files_of_rule(contents_of(rule).value_or(""))) {
    const std::string text = contents_of(file).value_or("");
    all += fmt::format("{:x} ", fingerprint(text));
  }
  return fingerprint(all);
}

/// Of this program, the runtime library and the headers that it compiles with: two builds of one version differ here.
std::uint64_t fingerprint_of_build() {
  const fs::path self = toolkit::running_executable();
  std::vector<fs::path> files = {self};
  const auto kFollow = fs::directory_options::follow_directory_symlink;
  std::error_code missing;
  for (const auto& entry :
       fs::recursive_directory_iterator(self.parent_path().parent_path() / WARPGLASS_CUDA_PATH, kFollow, missing)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  std::string all;
  for (const fs::path& file : files) all += fmt::format("{:x} ", fingerprint(contents_of(file.string()).value_or("")));
  return fingerprint(all);
}

/// What the result follows from besides the source, as words of the command.
std::vector<std::string> words_of(const RunOptions& run) {
  std::vector<std::string> words;
  const auto add = [&](const char* flag, const std::string& value) { words.insert(words.end(), {flag, value}); };
  if (!run.kernel.empty()) add("--kernel", run.kernel);
  if (run.launches) add("--launches", std::to_string(*run.launches));
  if (run.bank_width != 0) add("--bank-width", std::to_string(run.bank_width));
  for (const std::string& flag : run.compiler_flags) add("-X", flag);
  return words;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += fmt::format("{}:{}", word.size(), word);
  return text;
}

std::vector<SweepPoint> points_of(const AdviseOptions& options) {
  const SweepOptions& sweep = options.sweep;
  const std::vector<std::string> archs = sweep.archs.empty() ? std::vector{options.run.arch} : sweep.archs;
  const std::vector<std::string> sets = sweep.arguments.empty() ? std::vector<std::string>{""} : sweep.arguments;
  for (const std::string& arch : archs) (void)device_named(arch);
  const std::string same = std::to_string(fingerprint_of_build()) + joined(words_of(options.run)) +
                           std::to_string(fingerprint_of_source(options.run, archs.front()));
  std::vector<SweepPoint> points;
  for (const std::string& arch : archs) {
    const std::string machine = names_description(arch) ? contents_of(arch).value_or("") : arch;
    for (const std::string& set : sets) {
      SweepPoint point{
          .architecture = arch, .arguments = options.run.arguments, .file = "", .advice = {}, .problem = ""};
      for (std::string& word : words_of(set)) point.arguments.push_back(std::move(word));
      const std::string name = joined({same, machine, joined(point.arguments)});
      point.file = fmt::format("{}/{:016x}.json", sweep.folder, fingerprint(name));
      points.push_back(std::move(point));
    }
  }
  return points;
}

bool read_result(SweepPoint& point) {
  const auto text = contents_of(point.file);
  point.advice = nlohmann::ordered_json::parse(text.value_or(""), nullptr, false);
  const bool good = point.advice.is_object() && point.advice.value("format", "") == "warpglass-advice";
  if (!good) point.advice = nullptr;
  return good;
}

/// A result has its name only when it is whole.
void run_point(SweepPoint& point, const RunOptions& run) {
  const std::string partial = fmt::format("{}.{}.partial", point.file, ::getpid());
  std::vector<std::string> command = {
      toolkit::running_executable(), "advise", run.program, "--arch", point.architecture, "--json", partial};
  for (std::string& word : words_of(run)) command.push_back(std::move(word));
  if (run.jobs != 0) command.insert(command.end(), {"-j", std::to_string(run.jobs)});
  if (run.cache.empty()) command.emplace_back("--no-cache");
  command.emplace_back("--");
  command.insert(command.end(), point.arguments.begin(), point.arguments.end());
  const toolkit::ProcessResult result = toolkit::run_process(command, toolkit::ProcessOutput::capture);
  std::error_code missing;
  fs::rename(partial, point.file, missing);
  if (!missing && read_result(point)) return;
  const std::size_t end = result.output.find_last_not_of('\n');
  const std::string said = result.output.substr(0, end == std::string::npos ? 0 : end + 1);
  point.problem = fmt::format("it ended with {}: {}", result.exit_code, said.substr(said.rfind('\n') + 1));
}

void run_points(std::vector<SweepPoint*> missing, const AdviseOptions& options) {
  std::atomic<std::size_t> begun = 0;
  in_parallel(
      missing.size(),
      [&](std::size_t i) {
        show_progress(fmt::format("point {} of {}: {}", ++begun, missing.size(), missing[i]->architecture));
        run_point(*missing[i], options.run);
      },
      options.sweep.jobs);
  clear_progress();
}

/// The same sweep, of which each task of the array runs one point.
std::string slurm_script(const AdviseOptions& options, std::size_t points) {
  const SweepOptions& sweep = options.sweep;
  std::vector<std::string> command = {toolkit::running_executable(), "advise", options.run.program, "--sweep",
                                      sweep.folder};
  for (const std::string& arch : sweep.archs) command.insert(command.end(), {"--sweep-arch", arch});
  for (const std::string& set : sweep.arguments) command.insert(command.end(), {"--sweep-args", set});
  if (sweep.archs.empty()) command.insert(command.end(), {"--arch", options.run.arch});
  for (std::string& word : words_of(options.run)) command.push_back(std::move(word));
  std::vector<std::string> arguments = {"--"};
  arguments.insert(arguments.end(), options.run.arguments.begin(), options.run.arguments.end());
  return fmt::format(
      "#!/bin/sh\n#SBATCH --job-name=warpglass-sweep\n#SBATCH --array=0-{}\n#SBATCH --chdir={}\n"
      "#SBATCH --output={}/slurm-%a.log\nexec {} --sweep-point \"$SLURM_ARRAY_TASK_ID\" {}\n",
      points - 1, fs::current_path().string(), sweep.folder, toolkit::shell_line(command),
      toolkit::shell_line(arguments));
}

}  // namespace

int sweep(const AdviseOptions& options) {
  const SweepOptions& sweep = options.sweep;
  std::error_code problem;
  fs::create_directories(sweep.folder, problem);
  if (problem) throw UsageError(fmt::format("{}: {}", sweep.folder, problem.message()));
  std::vector<SweepPoint> points = points_of(options);
  if (sweep.slurm) {
    fmt::print("{}", slurm_script(options, points.size()));
    return 0;
  }
  if (sweep.point && *sweep.point >= points.size())
    throw UsageError(fmt::format("--sweep-point {}: the sweep has points 0 to {}", *sweep.point, points.size() - 1));
  std::vector<SweepPoint*> missing;
  std::size_t known = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (read_result(points[i])) {
      ++known;
    } else if (!sweep.point || sweep.point == i) {
      missing.push_back(&points[i]);
    } else {
      points[i].problem = "it was not run";
    }
  }
  run_points(missing, options);
  std::size_t results = 0;
  for (const SweepPoint& point : points) results += !point.advice.is_null();
  if (options.json != "-") {
    fmt::print("{}: {} of {} {} a result, {} had it before\n{}", options.run.program, results,
               counted(points.size(), "point"), points.size() == 1 ? "has" : "have", known,
               sweep_text(points, {.colour = wants_colour(options.run.colour, Stream::output),
                                   .width = terminal_width(Stream::output),
                                   .table_width = table_width(Stream::output),
                                   .directory = working_directory()}));
  }
  if (!options.json.empty()) write_output(options.json, sweep_json(points));
  const bool asked_for_all = !sweep.point;
  return results == points.size() || (!asked_for_all && !points[*sweep.point].advice.is_null()) ? 0 : 1;
}

}  // namespace warpglass::tool
