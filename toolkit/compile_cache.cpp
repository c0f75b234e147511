// The compiler names the files that it reads for the host; for the device it is asked a second time, beside the first,
// because both compilations would write to one file. What it does not name are files that are not there: a header that
// appears in a folder that is searched sooner is noticed by the folder's names.
#include "toolkit/compile_cache.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <future>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

#include "toolkit/prelude.hpp"
#include "toolkit/process.hpp"
#include "toolkit/read_files.hpp"

namespace fs = std::filesystem;

namespace warpglass::toolkit {
namespace {

constexpr std::string_view kKind = "compiled";

// Flags by which other files come in, or others go out, than those that the compiler names; and their beginnings.
constexpr std::array<std::string_view, 18> kNotKept{
    "@",        "-l",          "-L",           "-Wl,",         "-Xlinker",      "-o",
    "-M",       "-save-temps", "--save-temps", "-fplugin",     "-fpass-plugin", "-fprofile",
    "-fmodule", "--config",    "-fuse-ld",     "-ftime-trace", "-fcrash",       "-x"};

/// Folders that are searched before the system's.
std::set<std::string> searched_folders(const CompileRequest& request) {
  std::set<std::string> folders = named_folders(request.extra_flags);
  folders.insert(".");
  for (const std::string& source : request.sources) folders.insert(fs::path(source).parent_path().string());
  folders.erase("");
  return folders;
}

/// Stands for CompileRequest::folder where something is kept.
constexpr std::string_view kOwnFolder = "<own>";

/// As it is kept.
std::string kept_path(std::string path, const CompileRequest& request) {
  if (request.folder.empty()) return path;
  for (std::size_t at = path.find(request.folder); at != std::string::npos; at = path.find(request.folder, at))
    path.replace(at, request.folder.size(), kOwnFolder);
  return path;
}

/// As it is now.
std::string present_path(std::string path, const CompileRequest& request) {
  if (!request.folder.empty() && path.starts_with(kOwnFolder)) path.replace(0, kOwnFolder.size(), request.folder);
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

std::string key_of(const Toolchain& toolchain, const CompileRequest& request) {
  CompileRequest written = request;
  written.output = "";  // is in none of it
  std::vector<std::string> command = compile_command(toolchain, written);
  for (std::string& word : command) word = kept_path(std::move(word), request);
  TextWriter key;
  key.put_all(command);
  if (!request.folder.empty()) {
    // Of sources that have no name of their own there are many, and any header beside one may come before others.
    key.put(read_file(request.sources.front()));
    key.put_all(files_below(request.folder));
  }
  std::error_code ignored;
  key.put(fs::current_path(ignored).string());
  key.put(stamp_of(toolchain.clang));
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

/// Nothing when the entry is of another time.
std::optional<CompileResult> restored(const std::string& entry, const CompileRequest& request) {
  TextReader reader(entry);
  const std::vector<std::string> files = reader.take_all();
  const std::vector<std::string> folders = reader.take_all();
  CompileResult result{.exit_code = 0, .output = reader.take(), .diagnostics = {}};
  const std::string program = reader.take();
  if (!reader.good() || files.size() % 3 != 0 || folders.size() % 2 != 0) return std::nullopt;
  for (std::size_t i = 0; i < folders.size(); i += 2) {
    if (names_in(present_path(folders[i], request)) != folders[i + 1]) return std::nullopt;
  }
  for (std::size_t i = 0; i < files.size(); i += 3) {
    if (!ReadFile{present_path(files[i], request), files[i + 1], files[i + 2]}.is_unchanged()) return std::nullopt;
  }
  std::ofstream out(request.output, std::ios::binary | std::ios::trunc);
  out << program;
  if (!out.flush()) return std::nullopt;
  out.close();
  if (request.to == CompileTo::executable && chmod(request.output.c_str(), 0755) != 0) return std::nullopt;
  return result;
}

/// Files read for the device, as a rule for make; empty when it could not be found out.
std::string device_rule(const Toolchain& toolchain, const CompileRequest& request) {
  std::vector<std::string> command =
      Prelude(toolchain, compile_command(toolchain, request), Prelude::Make::never).command();
  const auto output = std::ranges::find(command, std::string("-o"));
  if (output == command.end()) return "";
  command.erase(output, command.end());  // what follows is for the linker
  command.insert(command.end(), {"--cuda-device-only", "-M", "-o", request.output + ".device.d"});
  const ProcessResult run = run_process(command, ProcessOutput::capture);
  return run.exit_code == 0 ? read_file(request.output + ".device.d") : "";
}

/// Whether a file was changed since: what was read of it then is not known.
bool is_newer(const std::string& file, fs::file_time_type then) {
  std::error_code problem;
  const fs::file_time_type changed = fs::last_write_time(file, problem);
  return problem || changed > then;
}

/// As an entry; empty when it cannot be one. \param begun  the compilation
std::string entry_of(const Toolchain& toolchain, const CompileRequest& request, const CompileResult& result,
                     const std::vector<std::string>& rules, fs::file_time_type begun) {
  std::set<std::string> paths{toolchain.cuda_path + "/bin/ptxas", toolchain.cuda_path + "/bin/fatbinary",
                              toolchain.cuda_path + "/bin/host-link"};
  for (const std::string& rule : rules) {
    const std::vector<std::string> files = files_of_rule(rule);
    if (files.empty()) return "";
    paths.insert(files.begin(), files.end());
  }
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    const std::string contents = read_file(path);
    const std::string stamp = stamp_of(path);
    // The system's own headers speak of the time without asking for it.
    if (stamp.empty() || is_newer(path, begun) || (!path.starts_with("/usr/") && says_when(contents))) return "";
    files.insert(files.end(), {kept_path(path, request), stamp, std::to_string(fingerprint(contents))});
  }
  std::vector<std::string> folders;
  for (const std::string& folder : searched_folders(request))
    folders.insert(folders.end(), {kept_path(folder, request), names_in(folder)});
  TextWriter entry;
  entry.put_all(files);
  entry.put_all(folders);
  entry.put(result.output);
  entry.put(read_file(request.output));
  return entry.text();
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
      if (!flag.starts_with('-')) return false;
      value = has_value(flag);
      if (value) continue;
    }
    if (std::ranges::any_of(kNotKept, [&](std::string_view one) { return flag.starts_with(one); })) return false;
  }
  return true;
}

CachedCompilation compile(const Toolchain& toolchain, const CompileRequest& request, const FileCache& cache) {
  if (!cache.is_open() || !may_be_kept(request) || request.sources.size() != 1)
    return {.result = compile(toolchain, request), .from_cache = false};
  const std::string key = key_of(toolchain, request);
  if (const auto entry = cache.find(kKind, key)) {
    if (auto result = restored(*entry, request)) return {.result = std::move(*result), .from_cache = true};
  }
  const auto begun = fs::file_time_type::clock::now();
  CompileRequest with_files = request;
  const std::string host_files = request.output + ".d";
  with_files.extra_flags.insert(with_files.extra_flags.end(), {"-MD", "-MF", host_files});
  // A program is compiled for both; PTX for the device alone.
  std::future<std::string> device;
  if (request.to == CompileTo::executable) {
    device = std::async(std::launch::async, [&] { return device_rule(toolchain, request); });
  }
  CachedCompilation made{.result = compile(toolchain, with_files), .from_cache = false};
  std::vector<std::string> rules{read_file(host_files)};
  if (device.valid()) rules.push_back(device.get());
  if (made.result.exit_code != 0) return made;
  const std::string entry = entry_of(toolchain, request, made.result, rules, begun);
  if (!entry.empty()) cache.keep(kKind, key, entry);
  return made;
}

}  // namespace warpglass::toolkit
