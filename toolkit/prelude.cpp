#include "toolkit/prelude.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <future>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/file_cache.hpp"
#include "toolkit/process.hpp"
#include "toolkit/read_files.hpp"

namespace fs = std::filesystem;

namespace warpglass::toolkit {
namespace {

using Words = std::vector<std::string>;

constexpr std::string_view kKind = "prelude";
constexpr std::string_view kDevice = "device";
constexpr std::string_view kHost = "host";

// By which something else is made than code, or of something else; and their beginnings. A file of syntax trees would
// be read with the precompiled headers beside it, which may be gone by then.
constexpr std::array<std::string_view, 19> kWithout{
    "@",       "-E",           "-M",           "-cc1",         "-emit-llvm", "-save-temps", "-fplugin",
    "-fpass-", "-fmodule",     "-include-pch", "-fprofile",    "-###",       "--config",    "-ftime-trace",
    "-v",      "--save-temps", "-Wp,",         "-ivfsoverlay", "-emit-ast"};
// What is between the source and the linker, or after, is nothing to a header.
constexpr std::array<std::string_view, 7> kOfNoConcern{"-c", "-S", "-MD", "-MMD", "-MP", "-w", "-fsyntax-only"};
constexpr std::string_view kOverlay = "-ivfsoverlay";
/// After -Xclang: which trees are written, and how.
constexpr std::string_view kOfTrees = "-ast-dump";
constexpr std::array<std::string_view, 6> kOfNoConcernWithValue{"-o", "-MF", "-MT", "-MQ", "-Xlinker", "-include"};

bool is_cuda_source(const std::string& path) { return fs::path(path).extension() == ".cu"; }

bool is_linked(const std::string& path) {
  const std::string extension = fs::path(path).extension().string();
  return extension == ".o" || extension == ".a" || extension == ".so";
}

bool is_of_no_concern(std::string_view word) {
  return std::ranges::find(kOfNoConcern, word) != kOfNoConcern.end() || word.starts_with("-l") ||
         word.starts_with("-L") || word.starts_with("-Wl,");
}

// In C++20 clang takes what two files declare, or a precompiled header and a file, for modules that have to agree in
// every parameter's name.
const Words kNoModules{"-Xclang", "-fno-cxx-modules"};

/// Times that one may be at fault before none is made any more.
constexpr std::size_t kMostFaults = 2;

bool asks_for_rule(std::string_view word) { return word == "-MD" || word == "-MMD"; }

/// What matters of a command line.
struct Job {
  Words flags;  // that headers are compiled with
  std::string source;
  std::string rule;  // file for a rule for make; empty: none is asked for
  Words sides{};     // that it compiles
  Words overlays{};  // files that say which files are read in place of others
};

/// Nothing for commands that have no prelude.
std::optional<Job> job_of(const Words& command) {
  Job job;
  Words& flags = job.flags;
  int sources = 0;
  bool wants_rule = false;
  bool has_device = true;
  bool has_host = true;
  std::string language;
  for (std::size_t i = 1; i < command.size(); ++i) {
    const std::string& word = command[i];
    const bool has_next = i + 1 < command.size();
    if (word == "-x" && has_next) {
      language = command[++i];
    } else if (std::ranges::find(kOfNoConcernWithValue, word) != kOfNoConcernWithValue.end()) {
      if (word == "-MF" && has_next) job.rule = command[i + 1];
      ++i;
    } else if (word == "-Xclang" && has_next && command[i + 1].starts_with(kOfTrees)) {
      ++i;
    } else if (word == "--cuda-device-only") {
      has_host = false;
    } else if (word == "--cuda-host-only") {
      has_device = false;
    } else if (word == kOverlay && has_next) {
      job.overlays.push_back(command[++i]);
    } else if (is_of_no_concern(word)) {
      wants_rule |= asks_for_rule(word);
    } else if (std::ranges::any_of(kWithout, [&](std::string_view other) { return word.starts_with(other); })) {
      return std::nullopt;
    } else if (!word.starts_with('-')) {
      if (is_linked(word) && language.empty()) continue;
      if (language.empty() ? !is_cuda_source(word) : language != "cuda") return std::nullopt;
      job.source = word;
      ++sources;
    } else {
      flags.push_back(word);
      const bool takes_next = has_value(word) || word == "-Xcuda-ptxas" || word == "-Xcuda-fatbinary";
      if (takes_next && has_next) flags.push_back(command[++i]);
    }
  }
  // A rule of which only clang knows the file's name could not be put right, nor one for several sources.
  if (sources == 0 || (sources > 1 && wants_rule) || wants_rule == job.rule.empty()) return std::nullopt;
  if (has_device) job.sides.emplace_back(kDevice);
  if (has_host) job.sides.emplace_back(kHost);
  return job;
}

std::string key_of(const Toolchain& toolchain, const Job& job) {
  const Words& flags = job.flags;
  TextWriter key;
  key.put_all(flags);
  key.put_all(job.sides);
  key.put(stamp_of(toolchain.clang));
  key.put_all(compilers_variables());
  const std::set<std::string> folders = named_folders(flags);
  for (const std::string& folder : folders) key.put(names_in(folder));
  if (std::ranges::any_of(folders, [](const std::string& folder) { return fs::path(folder).is_relative(); })) {
    std::error_code ignored;
    key.put(fs::current_path(ignored).string());
  }
  return key.text();
}

/// What was read for it, and the folder that it is in; empty: there is none.
struct Made {
  std::vector<ReadFile> files{};
  std::string folder{};
  std::size_t faults = 0;  // times that one could not be made, or a command came to its end without it alone
};

std::string written(const Made& made) {
  std::vector<std::string> files;
  for (const ReadFile& file : made.files) files.insert(files.end(), {file.path, file.stamp, file.hash});
  TextWriter entry;
  entry.put_all(files);
  entry.put(made.folder);
  entry.put(std::to_string(made.faults));
  return entry.text();
}

Made read_back(const std::string& entry) {
  TextReader reader(entry);
  Made made;
  const std::vector<std::string> files = reader.take_all();
  for (std::size_t i = 0; i + 2 < files.size(); i += 3)
    made.files.push_back({.path = files[i], .stamp = files[i + 1], .hash = files[i + 2]});
  made.folder = reader.take();
  made.faults = reader.take_number();
  if (!reader.good()) return {};
  return made;
}

std::string file_in(const std::string& folder, std::string_view side) { return fmt::format("{}/{}.pch", folder, side); }

/// Whether all of it is there and nothing has changed; it counts as used now.
bool may_be_taken(const Made& made, const Words& sides) {
  if (made.folder.empty()) return false;
  for (const std::string& side : sides) {
    std::error_code problem;
    fs::last_write_time(file_in(made.folder, side), fs::file_time_type::clock::now(), problem);
    if (problem) return false;
  }
  return std::ranges::all_of(made.files, [](const ReadFile& file) { return file.is_unchanged(); });
}

/// Whether it may put another in the place of one of these files.
bool hides_one(const std::string& overlay, const std::vector<ReadFile>& files) {
  const std::string text = read_file(overlay);
  if (text.empty() || text.find("directory-remap") != std::string::npos) return true;
  // Folders and files may stand apart in it: the last part of a name is what all ways of writing have in common.
  std::set<std::string> names;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.size(), text.find_first_of("/\"'\n,", at));
    names.insert(text.substr(at, end - at));
    at = end + 1;
  }
  return std::ranges::any_of(
      files, [&](const ReadFile& file) { return names.contains(fs::path(file.path).filename().string()); });
}

std::string source_of_preludes(const Toolchain& toolchain) {
  return toolchain.cuda_path + "/include/warpglass/prelude.cu";
}

/// All sides, compiled at once.
/// \return  the files that were read; empty when it could not be
std::vector<ReadFile> compile_into(const std::string& folder, const Toolchain& toolchain, const Job& job) {
  const auto run = [&](const std::string& side) {
    const std::string rule = fmt::format("{}/{}.d", folder, side);
    Words command{toolchain.clang};
    command.insert(command.end(), job.flags.begin(), job.flags.end());
    command.insert(command.end(), kNoModules.begin(), kNoModules.end());
    // Without a source of their own, clang reads what it reads before any.
    command.insert(command.end(), {fmt::format("--cuda-{}-only", side), "-w", "-emit-ast", "-MD", "-MF", rule, "-x",
                                   "cuda", source_of_preludes(toolchain), "-o", file_in(folder, side)});
    return run_process(command, ProcessOutput::capture).exit_code == 0 ? read_file(rule) : "";
  };
  std::vector<std::future<std::string>> rules;
  for (const std::string& side : job.sides) rules.push_back(std::async(std::launch::async, run, side));
  std::set<std::string> paths;
  for (std::future<std::string>& rule : rules) {
    const std::vector<std::string> files = files_of_rule(rule.get());
    if (files.empty()) return {};
    paths.insert(files.begin(), files.end());
  }
  std::vector<ReadFile> files;
  for (const std::string& path : paths)
    files.push_back({.path = path, .stamp = stamp_of(path), .hash = std::to_string(fingerprint(read_file(path)))});
  return files;
}

/// Nothing when it could not be.
std::optional<Made> made_of(const FileCache& cache, const Toolchain& toolchain, const Job& job) {
  const std::string all = cache.folder() + "/preludes";
  std::error_code problem;
  fs::create_directories(all, problem);
  std::string folder = all + "/XXXXXX";  // its own: another process may make the same
  if (mkdtemp(folder.data()) == nullptr) return std::nullopt;
  Made made{.files = compile_into(folder, toolchain, job), .folder = folder};
  if (made.files.empty()) {
    fs::remove_all(folder, problem);
    return std::nullopt;
  }
  for (const std::string& side : job.sides) fs::remove(fmt::format("{}/{}.d", folder, side), problem);
  return made;
}

/// As clang writes names of files into make's rules.
std::string in_rule(std::string_view path) {
  while (path.starts_with("./")) path.remove_prefix(std::min(path.size(), path.find_first_not_of('/', 1)));
  std::string text;
  for (const char c : path) {
    if (c == ' ' || c == '#') text += '\\';
    if (c == '$') text += '$';
    text += c;
  }
  return text;
}

/// Without the first place where a name stands by itself from `at` on, and what parts it from the name before.
void erase_name(std::string& rule, const std::string& name, std::size_t at) {
  for (at = rule.find(name, at); at != std::string::npos; at = rule.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if (rule[at - 1] != ' ' || (end < rule.size() && rule[end] != ' ' && rule[end] != '\n')) continue;
    const std::size_t before = rule.find_last_not_of(" \\\n", at - 1) + 1;
    rule.erase(before, end - before);
    return;
  }
}

}  // namespace

Prelude::Prelude(const Toolchain& toolchain, std::vector<std::string> command, Make make)
    : command_(std::move(command)), toolchain_(toolchain) {
  if (toolchain_.cache_folder.empty()) return;
  const std::optional<Job> job = job_of(command_);
  if (!job) return;
  source_ = job->source;
  rule_ = job->rule;
  const FileCache cache(toolchain_.cache_folder);
  key_ = key_of(toolchain_, *job);
  const std::optional<std::string> entry = cache.find(kKind, key_);
  const Made known = read_back(entry.value_or(""));
  faults_ = known.faults;
  const auto hides = [](const Words& overlays, const Made& made) {
    return std::ranges::any_of(overlays, [&](const std::string& one) { return hides_one(one, made.files); });
  };
  if (hides(job->overlays, known)) return;
  if (may_be_taken(known, job->sides)) folder_ = known.folder;
  if (is_there() || make == Make::never || faults_ >= kMostFaults) return;
  if (!entry) {
    cache.keep(kKind, key_, "");  // has come once
    return;
  }
  std::optional<Made> made = made_of(cache, toolchain_, *job);
  if (!made) {
    forget();
    return;
  }
  made->faults = faults_;
  cache.keep(kKind, key_, written(*made));
  if (!hides(job->overlays, *made)) folder_ = made->folder;
}

std::vector<std::string> Prelude::command() const {
  std::vector<std::string> with = command_;
  if (!is_there()) return with;
  // Of a folder clang takes the file that suits the side. Where clang itself fails, that is nobody's concern.
  with.insert(with.begin() + 1, {"-include-pch", folder_, "-fno-crash-diagnostics"});
  with.insert(with.begin() + 1, kNoModules.begin(), kNoModules.end());
  return with;
}

void Prelude::put_rule_right() const {
  if (!is_there() || rule_.empty()) return;
  std::string rule = read_file(rule_);
  const std::string ours = in_rule(source_of_preludes(toolchain_));
  const std::string source = in_rule(source_);
  const std::size_t at = rule.find(ours);
  if (at == std::string::npos) return;
  erase_name(rule, source, at + ours.size());
  rule.replace(at, ours.size(), source);
  // Headers alone have rules of their own (-MP).
  const std::string own = "\n" + source + ":\n";
  if (const std::size_t phony = rule.find(own); phony != std::string::npos) rule.erase(phony, own.size() - 1);
  std::ofstream(rule_, std::ios::binary | std::ios::trunc) << rule;
}

void Prelude::forget() const {
  if (key_.empty()) return;
  std::error_code ignored;
  if (is_there()) fs::remove_all(folder_, ignored);
  FileCache(toolchain_.cache_folder).keep(kKind, key_, written({.faults = faults_ + 1}));
}

}  // namespace warpglass::toolkit
