#include "toolkit/prelude.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
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
constexpr std::array<std::string_view, 2> kSides{"device", "host"};

// By which something else is made than code, or of something else; and their beginnings.
constexpr std::array<std::string_view, 19> kWithout{
    "@",           "-E",           "-M",           "-cc1",     "-fsyntax-only", "-emit-llvm", "-ast-",
    "-save-temps", "-fplugin",     "-fpass-",      "-fmodule", "-include-pch",  "-fprofile",  "-###",
    "--config",    "-ivfsoverlay", "-ftime-trace", "-v",       "--save-temps"};
// What is between the source and the linker, or after, is nothing to a header.
constexpr std::array<std::string_view, 9> kOfNoConcern{
    "-c", "-S", "-MD", "-MMD", "-MP", "-w", "-emit-ast", "--cuda-device-only", "--cuda-host-only"};
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

/// The flags that headers are compiled with; nothing for commands that have no prelude.
std::optional<Words> flags_of(const Words& command) {
  Words flags;
  int sources = 0;
  std::string language;
  for (std::size_t i = 1; i < command.size(); ++i) {
    const std::string& word = command[i];
    const bool has_next = i + 1 < command.size();
    if (word == "-x" && has_next) {
      language = command[++i];
    } else if (std::ranges::find(kOfNoConcernWithValue, word) != kOfNoConcernWithValue.end()) {
      ++i;
    } else if (is_of_no_concern(word)) {
      continue;
    } else if (std::ranges::any_of(kWithout, [&](std::string_view other) { return word.starts_with(other); })) {
      return std::nullopt;
    } else if (!word.starts_with('-')) {
      if (is_linked(word) && language.empty()) continue;
      if (language.empty() ? !is_cuda_source(word) : language != "cuda") return std::nullopt;
      ++sources;
    } else {
      flags.push_back(word);
      const bool takes_next = has_value(word) || word == "-Xcuda-ptxas" || word == "-Xcuda-fatbinary";
      if (takes_next && has_next) flags.push_back(command[++i]);
    }
  }
  if (sources != 1) return std::nullopt;
  return flags;
}

std::string key_of(const Toolchain& toolchain, const Words& flags) {
  TextWriter key;
  key.put_all(flags);
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

/// What was read for it, and the folder that it is in.
struct Made {
  std::vector<ReadFile> files;
  std::string folder;
};

std::string written(const Made& made) {
  std::vector<std::string> files;
  for (const ReadFile& file : made.files) files.insert(files.end(), {file.path, file.stamp, file.hash});
  TextWriter entry;
  entry.put_all(files);
  entry.put(made.folder);
  return entry.text();
}

Made read_back(const std::string& entry) {
  TextReader reader(entry);
  Made made;
  const std::vector<std::string> files = reader.take_all();
  for (std::size_t i = 0; i + 2 < files.size(); i += 3)
    made.files.push_back({.path = files[i], .stamp = files[i + 1], .hash = files[i + 2]});
  made.folder = reader.take();
  if (!reader.good()) made.folder.clear();
  return made;
}

std::string file_in(const std::string& folder, std::string_view side) { return fmt::format("{}/{}.pch", folder, side); }

/// Whether all of it is there and nothing has changed; it counts as used now.
bool may_be_taken(const Made& made) {
  if (made.folder.empty()) return false;
  for (const std::string_view side : kSides) {
    std::error_code problem;
    fs::last_write_time(file_in(made.folder, side), fs::file_time_type::clock::now(), problem);
    if (problem) return false;
  }
  return std::ranges::all_of(made.files, [](const ReadFile& file) { return file.is_unchanged(); });
}

/// Both sides, compiled at once.
/// \return  the files that were read; empty when it could not be
std::vector<ReadFile> compile_into(const std::string& folder, const Toolchain& toolchain, const Words& flags) {
  const auto run = [&](std::string_view side) {
    const std::string rule = fmt::format("{}/{}.d", folder, side);
    Words command{toolchain.clang};
    command.insert(command.end(), flags.begin(), flags.end());
    // Without a source of their own, clang reads what it reads before any.
    command.insert(command.end(),
                   {fmt::format("--cuda-{}-only", side), "-w", "-emit-ast", "-MD", "-MF", rule, "-x", "cuda",
                    toolchain.cuda_path + "/include/warpglass/prelude.cu", "-o", file_in(folder, side)});
    return run_process(command, ProcessOutput::capture).exit_code == 0 ? read_file(rule) : "";
  };
  std::future<std::string> device = std::async(std::launch::async, run, kSides[0]);
  const std::string host = run(kSides[1]);
  std::set<std::string> paths;
  for (const std::string& rule : {device.get(), host}) {
    const std::vector<std::string> files = files_of_rule(rule);
    if (files.empty()) return {};
    paths.insert(files.begin(), files.end());
  }
  std::vector<ReadFile> files;
  for (const std::string& path : paths)
    files.push_back({.path = path, .stamp = stamp_of(path), .hash = std::to_string(fingerprint(read_file(path)))});
  return files;
}

/// Nothing when it could not be.
std::optional<Made> made_of(const FileCache& cache, const Toolchain& toolchain, const Words& flags) {
  const std::string all = cache.folder() + "/preludes";
  std::error_code problem;
  fs::create_directories(all, problem);
  std::string folder = all + "/XXXXXX";  // its own: another process may make the same
  if (mkdtemp(folder.data()) == nullptr) return std::nullopt;
  Made made{.files = compile_into(folder, toolchain, flags), .folder = folder};
  if (made.files.empty()) {
    fs::remove_all(folder, problem);
    return std::nullopt;
  }
  for (const std::string_view side : kSides) fs::remove(fmt::format("{}/{}.d", folder, side), problem);
  return made;
}

/// Where it is; empty when there is none.
std::string folder_of(const Toolchain& toolchain, const Words& command, Prelude::Make make) {
  if (toolchain.cache_folder.empty()) return "";
  const std::optional<Words> flags = flags_of(command);
  if (!flags) return "";
  const FileCache cache(toolchain.cache_folder);
  const std::string key = key_of(toolchain, *flags);
  const std::optional<std::string> entry = cache.find(kKind, key);
  if (entry) {
    if (const Made known = read_back(*entry); may_be_taken(known)) return known.folder;
  }
  if (make == Prelude::Make::never) return "";
  if (!entry) {
    cache.keep(kKind, key, "");  // has come once
    return "";
  }
  const std::optional<Made> made = made_of(cache, toolchain, *flags);
  if (!made) return "";
  cache.keep(kKind, key, written(*made));
  return made->folder;
}

}  // namespace

Prelude::Prelude(const Toolchain& toolchain, std::vector<std::string> command, Make make)
    : command_(std::move(command)), folder_(folder_of(toolchain, command_, make)) {}

std::vector<std::string> Prelude::command() const {
  std::vector<std::string> with = command_;
  // Of a folder clang takes the file that suits the side.
  if (is_there()) with.insert(with.begin() + 1, {"-include-pch", folder_});
  return with;
}

void Prelude::forget() const {
  std::error_code ignored;
  if (is_there()) fs::remove_all(folder_, ignored);
}

}  // namespace warpglass::toolkit
