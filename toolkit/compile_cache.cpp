// The compiler names the files that it reads, those for the host and those for the device in a rule each. What it does
// not name are files that are not there: a header that appears in a folder that is searched sooner is noticed by the
// folder's names.
#include "toolkit/compile_cache.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

#include "toolkit/clang_run.hpp"
#include "toolkit/process.hpp"
#include "toolkit/read_files.hpp"
#include "toolkit/temporary_folder.hpp"

namespace fs = std::filesystem;

namespace warpglass::toolkit {
namespace {

constexpr std::string_view kKind = "compiled";

// Flags by which other files come in than those that the compiler names, or go to the linker; and their beginnings.
constexpr std::array<std::string_view, 16> kNotKept{"@",
                                                    "-l",
                                                    "-L",
                                                    "-Wl,",
                                                    "-Wp,",
                                                    "-Xlinker",
                                                    "-fplugin",
                                                    "-fpass-plugin",
                                                    "-load",
                                                    "-fmodule",
                                                    "-include-pch",
                                                    "-ivfsoverlay",
                                                    "-working-directory",
                                                    "--config",
                                                    "-fuse-ld",
                                                    "-fthinlto-index"};
// For the processor that compiles, which another machine with the same cache may not have.
constexpr std::string_view kOfThisMachine = "=native";

bool is_rule_flag(std::string_view word) { return word.starts_with("-M"); }
bool has_rule_value(std::string_view word) { return word == "-MF" || word == "-MT" || word == "-MQ"; }

/// A compilation of one source whose outcome may be kept.
struct Job {
  std::vector<std::string> command;  // clang's
  std::vector<std::string> keyed;    // the same without what differs from one time to the next
  std::vector<std::string> flags;    // that may name folders
  std::string source;
  std::string output;
  std::string rule;    // file for a rule for make that is made as well; empty: none is asked for
  std::string folder;  // CompileRequest::folder
  bool is_program = false;
  bool has_two_sides = false;  // is compiled for the host and for the device
};

/// Compiles, with more flags than the job's.
using Compiler = std::function<CompileResult(const std::vector<std::string>& more)>;

/// Folders that are searched before the system's.
std::set<std::string> searched_folders(const Job& job) {
  std::set<std::string> folders = named_folders(job.flags);
  folders.insert({".", fs::path(job.source).parent_path().string()});
  folders.erase("");
  return folders;
}

/// Stands for CompileRequest::folder where something is kept.
constexpr std::string_view kOwnFolder = "<own>";

/// As it is kept.
std::string kept_path(std::string path, const Job& job) {
  if (job.folder.empty()) return path;
  for (std::size_t at = path.find(job.folder); at != std::string::npos; at = path.find(job.folder, at))
    path.replace(at, job.folder.size(), kOwnFolder);
  return path;
}

/// As it is now.
std::string present_path(std::string path, const Job& job) {
  if (!job.folder.empty() && path.starts_with(kOwnFolder)) path.replace(0, kOwnFolder.size(), job.folder);
  return path;
}

/// Their names from there.
std::set<std::string> files_below(const std::string& folder) {
  std::set<std::string> names;
  std::error_code problem;
  for (fs::recursive_directory_iterator at(folder, problem), end; !problem && at != end; at.increment(problem))
    names.insert(at->path().lexically_relative(folder).string());
  return names;
}

std::string key_of(const Toolchain& toolchain, const Job& job) {
  std::vector<std::string> command = job.keyed;
  for (std::string& word : command) word = kept_path(std::move(word), job);
  TextWriter key;
  key.put_all(command);
  if (!job.folder.empty()) {
    // Of sources that have no name of their own there are many, and any header beside one may come before others.
    key.put(read_file(job.source));
    key.put_all(files_below(job.folder));
  }
  std::error_code ignored;
  key.put(fs::current_path(ignored).string());
  key.put(stamp_of(toolchain.clang));
  key.put(stamp_of(toolchain.device_pass));
  key.put(stamp_of(running_executable()));  // which may rewrite what the compiler reads
  for (const char* const tool : {"/bin/ptxas", "/bin/fatbinary"}) key.put(stamp_of(toolchain.cuda_path + tool));
  key.put_all(compilers_variables());
  return key.text();
}

/// Texts that differ from one compilation to the next.
bool says_when(std::string_view source) {
  return std::ranges::any_of(std::array<std::string_view, 3>{"__DATE__", "__TIME__", "__TIMESTAMP__"},
                             [&](std::string_view name) { return source.find(name) != std::string_view::npos; });
}

/// The contents of a file, which is removed.
std::string taken(const std::string& file) {
  std::string contents = read_file(file);
  std::error_code ignored;
  fs::remove(file, ignored);
  return contents;
}

bool write(const std::string& file, const std::string& contents) {
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  out << contents;
  return static_cast<bool>(out.flush());
}

/// Nothing when the entry is of another time.
std::optional<CompileResult> restored(const std::string& entry, const Job& job) {
  TextReader reader(entry);
  const std::vector<std::string> files = reader.take_all();
  const std::vector<std::string> folders = reader.take_all();
  CompileResult result{.exit_code = 0, .output = reader.take(), .diagnostics = {}};
  const std::string made = reader.take();
  const std::string rule = reader.take();
  if (!reader.good() || files.size() % 3 != 0 || folders.size() % 2 != 0) return std::nullopt;
  for (std::size_t i = 0; i < folders.size(); i += 2) {
    if (names_in(present_path(folders[i], job)) != folders[i + 1]) return std::nullopt;
  }
  for (std::size_t i = 0; i < files.size(); i += 3) {
    if (!ReadFile{present_path(files[i], job), files[i + 1], files[i + 2]}.is_unchanged()) return std::nullopt;
  }
  if (!write(job.output, made) || (!job.rule.empty() && !write(job.rule, rule))) return std::nullopt;
  if (job.is_program && chmod(job.output.c_str(), 0755) != 0) return std::nullopt;
  return result;
}

/// Whether a file was changed since: what was read of it then is not known.
bool is_newer(const std::string& file, fs::file_time_type then) {
  std::error_code problem;
  const fs::file_time_type changed = fs::last_write_time(file, problem);
  return problem || changed > then;
}

/// As an entry; empty when it cannot be one. \param begun  the compilation
std::string entry_of(const Toolchain& toolchain, const Job& job, const CompileResult& result,
                     const std::vector<std::string>& rules, fs::file_time_type begun) {
  const std::set<std::string> programs{toolchain.cuda_path + "/bin/ptxas", toolchain.cuda_path + "/bin/fatbinary",
                                       toolchain.cuda_path + "/bin/host-link"};
  std::set<std::string> paths = programs;
  for (const std::string& rule : rules) {
    const std::vector<std::string> files = files_of_rule(rule);
    if (files.empty()) return "";
    paths.insert(files.begin(), files.end());
  }
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    const std::string contents = read_file(path);
    const std::string stamp = stamp_of(path);
    // The system's own headers speak of the time without asking for it, and so may programs.
    const bool may_say_when = !is_of_the_system(path) && !programs.contains(path);
    if (stamp.empty() || is_newer(path, begun) || (may_say_when && says_when(contents))) return "";
    files.insert(files.end(), {kept_path(path, job), stamp, std::to_string(fingerprint(contents))});
  }
  std::vector<std::string> folders;
  for (const std::string& folder : with_folders_below(searched_folders(job), paths))
    folders.insert(folders.end(), {kept_path(folder, job), names_in(folder)});
  TextWriter entry;
  entry.put_all(files);
  entry.put_all(folders);
  entry.put(result.output);
  entry.put(read_file(job.output));
  entry.put(job.rule.empty() ? "" : read_file(job.rule));
  return entry.text();
}

std::string state_of(const std::string& key, const std::string& entry) {
  return fmt::format("{:x} {:x} {}", fingerprint(key), fingerprint(entry), entry.size());
}

bool is_kept(std::string_view flag) {
  return !flag.ends_with(kOfThisMachine) && !writes_others(flag) &&
         std::ranges::none_of(kNotKept, [&](std::string_view one) { return flag.starts_with(one); });
}

/// Of several, the last would write over the others' rules.
bool is_for_several_architectures(const std::vector<std::string>& command) {
  std::ptrdiff_t named = 0;
  for (const std::string_view word : command) {
    if (word.starts_with("--cuda-gpu-arch") || word.starts_with("--offload-arch"))
      named += 1 + std::ranges::count(word, ',');
  }
  return named > 1;
}

/// Whether it is a file, or becomes one: what goes to /dev/null cannot be read back, nor does a rule fit beside it.
bool is_file(const std::string& output) {
  std::error_code ignored;
  const fs::file_status status = fs::status(output, ignored);
  return fs::is_regular_file(status) || !fs::exists(status);
}

CachedCompilation run(const Toolchain& toolchain, const Job& job, const FileCache& cache, const Compiler& compiler) {
  if (!is_file(job.output)) return {.result = compiler({}), .from_cache = false};
  const std::string key = key_of(toolchain, job);
  if (const auto entry = cache.find(kKind, key)) {
    if (auto result = restored(*entry, job))
      return {.result = std::move(*result), .from_cache = true, .state = state_of(key, *entry)};
  }
  const auto begun = fs::file_time_type::clock::now();
  std::vector<std::string> more;
  const std::string own_rule = job.output + ".host.d";
  if (job.rule.empty()) more = {"-MD", "-MF", own_rule};
  const TemporaryFolder folder;
  const std::string device_rule = folder.path() + "/device.d";
  const bool has_device_rule =
      job.has_two_sides && !folder.path().empty() && !is_for_several_architectures(job.command);
  if (has_device_rule) more.insert(more.end(), {"-Xarch_device", std::string(kDeviceRule) + device_rule});
  CachedCompilation made;
  made.result = compiler(more);
  std::vector<std::string> rules{job.rule.empty() ? taken(own_rule) : read_file(job.rule)};
  if (job.has_two_sides) rules.push_back(has_device_rule ? read_file(device_rule) : "");
  if (made.result.exit_code != 0) return made;
  const std::string entry = entry_of(toolchain, job, made.result, rules, begun);
  if (entry.empty()) return made;
  cache.keep(kKind, key, entry);
  made.state = state_of(key, entry);
  return made;
}

/// Of a command that makes an object file, or PTX, of one CUDA source; nothing where what it makes is not kept.
std::optional<Job> job_of(const std::vector<std::string>& command) {
  Job job;
  job.command = command;
  bool asks_for_rule = false;
  bool is_relocatable = false;
  bool is_whole = false;
  for (std::size_t i = 1; i < command.size(); ++i) {
    const std::string& word = command[i];
    const std::string next = i + 1 < command.size() ? command[i + 1] : "";
    if (word == "-o" || word == "-x") {
      if (word == "-x" && next != "cuda") return std::nullopt;
      if (word == "-o") job.output = next;
      ++i;
    } else if (is_rule_flag(word)) {
      asks_for_rule = true;
      if (word == "-MMD" || word == "-MM" || word == "-M") return std::nullopt;
      if (word == "-MF") job.rule = next;
      i += has_rule_value(word) ? 1 : 0;
    } else if (!word.starts_with('-')) {
      if (!job.source.empty()) return std::nullopt;
      job.source = word;
    } else {
      if (!is_kept(word)) return std::nullopt;
      is_whole |= word == "-c" || word == "-S";
      job.has_two_sides |= word == "-c";
      is_relocatable |= word == "-fgpu-rdc";
      job.flags.push_back(word);
      if (has_value(word) && i + 1 < command.size()) job.flags.push_back(command[++i]);
      if (!is_kept(job.flags.back())) return std::nullopt;
    }
  }
  if (!is_whole || job.source.empty() || job.output.empty() || job.output == "-" || asks_for_rule == job.rule.empty())
    return std::nullopt;
  job.keyed = command;
  // Where neither a rule names it, nor names of variables are made of it, it is in nothing that is made.
  if (!asks_for_rule && !is_relocatable) std::ranges::replace(job.keyed, job.output, std::string());
  return job;
}

}  // namespace

bool may_be_kept(const CompileRequest& request) {
  if (request.to == CompileTo::syntax_tree) return false;
  for (const std::string& source : request.sources) {
    if (fs::path(source).extension() != ".cu") return false;
  }
  bool value = false;
  for (const std::string& flag : request.extra_flags) {
    if (!std::exchange(value, false)) {
      if (!flag.starts_with('-') || is_rule_flag(flag) || flag.starts_with("-o") || flag.starts_with("-x"))
        return false;
      value = has_value(flag);
      if (value) continue;
    }
    if (!is_kept(flag)) return false;
  }
  return true;
}

CachedCompilation compile(const Toolchain& toolchain, const CompileRequest& request, const FileCache& cache) {
  if (!cache.is_open() || !may_be_kept(request) || request.sources.size() != 1)
    return {.result = compile(toolchain, request), .from_cache = false};
  CompileRequest without_output = request;
  without_output.output = "";  // is in none of it
  Job job;
  job.command = compile_command(toolchain, request);
  job.keyed = compile_command(toolchain, without_output);
  job.flags = request.extra_flags;
  job.source = request.sources.front();
  job.output = request.output;
  job.folder = request.folder;
  job.is_program = job.has_two_sides = request.to == CompileTo::executable;
  return run(toolchain, job, cache, [&](const std::vector<std::string>& more) {
    CompileRequest with_more = request;
    with_more.extra_flags.insert(with_more.extra_flags.end(), more.begin(), more.end());
    return compile(toolchain, with_more);
  });
}

CachedCompilation run_clang(const Toolchain& toolchain, const std::vector<std::string>& command,
                            const FileCache& cache) {
  const auto compiler = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words = command;
    words.insert(words.end(), more.begin(), more.end());
    ProcessResult run = run_clang(toolchain, words);
    return CompileResult{.exit_code = run.exit_code, .output = std::move(run.output), .diagnostics = {}};
  };
  const std::optional<Job> job = cache.is_open() ? job_of(command) : std::nullopt;
  if (!job) return {.result = compiler({}), .from_cache = false};
  return run(toolchain, *job, cache, compiler);
}

}  // namespace warpglass::toolkit
