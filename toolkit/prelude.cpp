#include "toolkit/prelude.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/file_cache.hpp"
#include "toolkit/source_beginning.hpp"

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

// What is read before the source, in its order: with one of these of the user's it is not known where the source
// begins.
constexpr std::array<std::string_view, 2> kReadBefore{"-include", "-imacros"};

bool is_cuda_source(const std::string& path) { return fs::path(path).extension() == ".cu"; }

bool is_of_no_concern(std::string_view word) {
  return std::ranges::find(kOfNoConcern, word) != kOfNoConcern.end() || word.starts_with("-l") ||
         word.starts_with("-L") || word.starts_with("-Wl,");
}

/// Times that one may be at fault before none is made any more.
constexpr std::size_t kMostFaults = 2;

constexpr std::string_view kRuleOfAll = "-MD";
constexpr std::string_view kRuleOfUsers = "-MMD";  // without the system's headers

bool asks_for_rule(std::string_view word) { return word == kRuleOfAll || word == kRuleOfUsers; }

/// What matters of a command line.
struct Job {
  Words flags;  // that headers are compiled with
  std::string source;
  std::string rule;           // file for a rule for make; empty: none is asked for
  std::string device_rule;    // for that of the device, where it has one of its own
  bool names_system = false;  // it names the system's headers as well
  Words sides{};              // that it compiles
  Words overlays{};           // files that say which files are read in place of others
  bool reads_before = false;  // it names what is read before the source
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
    job.reads_before |= std::ranges::find(kReadBefore, word) != kReadBefore.end();
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
    } else if (word == "-Xarch_device" && has_next && command[i + 1].starts_with(kDeviceRule)) {
      job.device_rule = command[++i].substr(kDeviceRule.size());
    } else if (word == kOverlay && has_next) {
      job.overlays.push_back(command[++i]);
    } else if (is_of_no_concern(word)) {
      wants_rule |= asks_for_rule(word);
      if (asks_for_rule(word)) job.names_system = word == kRuleOfAll;
    } else if (std::ranges::any_of(kWithout, [&](std::string_view other) { return word.starts_with(other); })) {
      return std::nullopt;
    } else if (!word.starts_with('-')) {
      if (is_for_linker(word) && language.empty()) continue;
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

std::string source_of_preludes(const Toolchain& toolchain) {
  return toolchain.cuda_path + "/include/warpglass/prelude.cu";
}

std::string source_folder(const Job& job) {
  const std::string folder = fs::path(job.source).parent_path().string();
  return folder.empty() ? "." : folder;
}

std::string current_folder() {
  std::error_code ignored;
  return fs::current_path(ignored).string();
}

/// The source, or what an overlay has in its place.
std::string source_as_read(const Job& job) {
  const std::string name = absolute_path(job.source);
  for (const std::string& overlay : job.overlays) {
    const auto replaced = files_of_overlay(overlay);
    if (const auto other = replaced.find(name); other != replaced.end()) return read_file(other->second);
  }
  return read_file(job.source);
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

/// Whether rules of headers' own (-MP) follow the first.
bool has_own_rules(std::string_view rule) {
  std::size_t end = rule.find('\n');
  while (end != std::string_view::npos && end > 0 && rule[end - 1] == '\\') end = rule.find('\n', end + 1);
  return end != std::string_view::npos && end + 1 < rule.size();
}

bool is_below_one(const std::string& path, const std::set<std::string>& folders) {
  return std::ranges::any_of(folders,
                             [&](const std::string& folder) { return path.starts_with(absolute_path(folder + "/")); });
}

}  // namespace

Prelude::Prelude(const Toolchain& toolchain, std::vector<std::string> command, Make make)
    : command_(std::move(command)), toolchain_(toolchain) {
  if (toolchain_.cache_folder.empty()) return;
  const std::optional<Job> job = job_of(command_);
  if (!job) return;
  source_ = job->source;
  // Where both sides write to one file, the host is the last.
  if (!job->rule.empty()) rules_.push_back({.file = job->rule, .side = job->sides.back()});
  if (!job->device_rule.empty()) rules_.push_back({.file = job->device_rule, .side = std::string(kDevice)});
  names_system_ = job->names_system;
  users_folders_ = users_folders(job->flags);
  // Several compilations may want the same at once.
  static std::mutex making;
  std::unique_lock lock(making, std::defer_lock);
  if (make == Make::with_beginning) lock.lock();
  Words reading{toolchain_.clang};
  reading.insert(reading.end(), job->flags.begin(), job->flags.end());
  const Reading of_any{.command = reading, .source = source_of_preludes(toolchain_)};
  take(key_of(toolchain_, *job), of_any, job->sides, job->overlays, make, kMostFaults);
  if (make != Make::with_beginning || !is_there() || job->reads_before || !rules_.empty()) return;
  const std::string source = source_as_read(*job);
  const std::string text(source_beginning(source));
  if (text.empty()) {
    includes_nothing_ = !source.empty() && !includes_something(source);
    return;
  }
  TextWriter key;
  for (const std::string& part : {folder_, source_folder(*job), current_folder(), text}) key.put(part);
  std::set<std::string> searched = named_folders(job->flags);
  searched.insert(source_folder(*job));
  // Beside the source is where the compiler looks first; what is read here lies elsewhere. What it is read on top of
  // has another time with every use.
  reading.insert(reading.begin() + 1, {"-iquote", source_folder(*job), "-include-pch", folder_,
                                       "-fno-crash-diagnostics", "-Xclang", "-fno-pch-timestamp"});
  const Prelude of_any_source = *this;
  if (take(key.text(),
           {.command = std::move(reading), .source = "", .text = text, .searched = {searched.begin(), searched.end()}},
           job->sides, job->overlays, make, 1)) {
    beginning_ = text.size();
  } else {
    *this = of_any_source;
  }
}

bool Prelude::take(const std::string& key, const Reading& reading, const std::vector<std::string>& sides,
                   const std::vector<std::string>& overlays, Make make, std::size_t most_faults) {
  const FileCache cache(toolchain_.cache_folder);
  key_ = key;
  const std::optional<std::string> entry = cache.find(kKind, key_);
  const Precompiled known = from_entry(entry.value_or(""));
  faults_ = known.faults;
  const auto hides = [&](const Precompiled& made) {
    return std::ranges::any_of(overlays, [&](const std::string& one) { return hides_one(one, made.files); });
  };
  folder_.clear();
  if (hides(known)) return false;
  if (may_be_taken(known, sides)) {
    folder_ = known.folder;
    sides_ = known.sides;
    return true;
  }
  if (make == Make::never || faults_ >= most_faults) return false;
  if (!entry && make == Make::when_due) {
    cache.keep(kKind, key_, "");  // has come once
    return false;
  }
  std::optional<Precompiled> made = precompile(cache, reading, sides);
  if (!made) {
    forget();
    return false;
  }
  made->faults = faults_;
  cache.keep(kKind, key_, to_entry(*made));
  if (hides(*made)) return false;
  folder_ = made->folder;
  sides_ = made->sides;
  return true;
}

std::vector<std::string> Prelude::command() const {
  std::vector<std::string> with = command_;
  if (!is_there()) return with;
  // Of a folder clang takes the file that suits the side. Where clang itself fails, that is nobody's concern.
  with.insert(with.begin() + 1, {"-include-pch", folder_, "-fno-crash-diagnostics"});
  with.insert(with.begin() + 1, no_modules().begin(), no_modules().end());
  if (beginning_ != 0) with.insert(with.begin() + 1, {"-Xclang", fmt::format("-preamble-bytes={},1", beginning_)});
  return with;
}

void Prelude::put_rules_right() const {
  if (!is_there()) return;
  for (const Rule& rule : rules_) put_right(rule);
}

// Clang names the prelude's own source and, by absolute paths, the files that were read for it, but none that was only
// asked for.
void Prelude::put_right(const Rule& rule) const {
  const std::string text = read_file(rule.file);
  const std::size_t target = text.find(": ");
  const auto side = std::ranges::find(sides_, rule.side, &Precompiled::Side::name);
  if (target == std::string::npos || side == sides_.end()) return;
  const Words named = files_of_rule(text);
  std::set<std::string> paths;
  for (const std::string& file : named) paths.insert(absolute_path(file));
  for (const std::string& file : side->asked_for) {
    const std::string path = absolute_path(file);
    if (names_system_ || (!is_of_the_system(path) && is_below_one(path, users_folders_))) paths.insert(path);
  }
  std::set<std::string> known{absolute_path(source_), absolute_path(side->named.front())};
  Words files;
  for (const Words* const some : {&side->named, &named}) {
    for (const std::string& file : *some) {
      const std::string path = absolute_path(file);
      if (paths.contains(path) && known.insert(path).second) files.push_back(file);
    }
  }
  std::string right = fmt::format("{}: {}", text.substr(0, target), in_rule(source_));
  for (const std::string& file : files) right += fmt::format(" \\\n  {}", in_rule(file));
  right += '\n';
  if (has_own_rules(text)) {
    for (const std::string& file : files) right += fmt::format("{}:\n", in_rule(file));
  }
  std::ofstream(rule.file, std::ios::binary | std::ios::trunc) << right;
}

void Prelude::forget() const {
  if (key_.empty()) return;
  std::error_code ignored;
  if (is_there()) fs::remove_all(folder_, ignored);
  FileCache(toolchain_.cache_folder).keep(kKind, key_, to_entry({.faults = faults_ + 1}));
}

}  // namespace warpglass::toolkit
