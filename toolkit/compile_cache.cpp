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

#include "toolkit/process.hpp"

namespace fs = std::filesystem;

namespace warpglass::toolkit {
namespace {

constexpr std::string_view kKind = "compiled";

// Flags by which other files come in, or others go out, than those that the compiler names; and their beginnings.
constexpr std::array<std::string_view, 18> kNotKept{
    "@",        "-l",          "-L",           "-Wl,",         "-Xlinker",      "-o",
    "-M",       "-save-temps", "--save-temps", "-fplugin",     "-fpass-plugin", "-fprofile",
    "-fmodule", "--config",    "-fuse-ld",     "-ftime-trace", "-fcrash",       "-x"};
// Flags whose value is an argument of its own.
constexpr std::array<std::string_view, 11> kWithValue{
    "-I",         "-D",      "-U",          "-include",      "-isystem", "-iquote",
    "-idirafter", "-Xclang", "-Xarch_host", "-Xarch_device", "-Xptxas"};
// Variables of the environment that clang and the linker look at.
constexpr std::array<const char*, 9> kVariables{"CPATH",        "C_INCLUDE_PATH",  "CPLUS_INCLUDE_PATH",
                                                "LIBRARY_PATH", "COMPILER_PATH",   "CCC_OVERRIDE_OPTIONS",
                                                "LD_RUN_PATH",  "GCC_EXEC_PREFIX", "SOURCE_DATE_EPOCH"};

std::string read(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Texts behind each other.
class Writer {
 public:
  void put(std::string_view text) { text_ += fmt::format("{}:", text.size()).append(text); }
  template <class Texts>
  void put_all(const Texts& texts) {
    put(std::to_string(texts.size()));
    for (const auto& text : texts) put(text);
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}
  [[nodiscard]] bool good() const { return good_; }
  std::string take() {
    const std::size_t colon = rest_.find(':');
    const std::size_t size = number(rest_.substr(0, colon));
    if (colon == std::string_view::npos || rest_.size() - colon - 1 < size) {
      good_ = false;
      return "";
    }
    std::string text(rest_.substr(colon + 1, size));
    rest_.remove_prefix(colon + 1 + size);
    return text;
  }
  std::vector<std::string> take_all() {
    std::vector<std::string> texts;
    for (std::size_t count = number(take()); good_ && count > 0; --count) texts.push_back(take());
    return texts;
  }

 private:
  static std::size_t number(std::string_view digits) { return std::strtoull(std::string(digits).c_str(), nullptr, 10); }

  std::string_view rest_;
  bool good_ = true;
};

/// A file as it was when it was read.
struct ReadFile {
  std::string path;
  std::string stamp;
  std::string hash;

  [[nodiscard]] bool is_unchanged() const {
    const std::string now = stamp_of(path);
    return !now.empty() && (now == stamp || std::to_string(fingerprint(read(path))) == hash);
  }
};

bool may_be_header(const fs::directory_entry& entry) {
  constexpr std::array<std::string_view, 9> kExtensions{"",     ".h",   ".hh",  ".hpp", ".hxx",
                                                        ".cuh", ".inc", ".inl", ".ipp"};
  std::error_code ignored;
  return entry.is_directory(ignored) ||
         std::ranges::find(kExtensions, entry.path().extension().string()) != kExtensions.end();
}

/// What could be included from a folder.
std::string names_in(const std::string& folder) {
  std::set<std::string> names;
  std::error_code problem;
  for (fs::directory_iterator at(folder, problem), end; !problem && at != end; at.increment(problem)) {
    if (may_be_header(*at)) names.insert(at->path().filename().string());
  }
  std::string all;
  for (const std::string& name : names) all += name + '/';
  return std::to_string(fingerprint(all));
}

/// Folders that are searched before the system's.
std::set<std::string> searched_folders(const CompileRequest& request) {
  std::set<std::string> folders{"."};
  for (const std::string& source : request.sources) folders.insert(fs::path(source).parent_path().string());
  for (std::size_t i = 0; i < request.extra_flags.size(); ++i) {
    for (const std::string_view flag : {"-I", "-isystem", "-iquote", "-idirafter"}) {
      std::string_view text = request.extra_flags[i];
      if (!text.starts_with(flag)) continue;
      text.remove_prefix(flag.size());
      if (text.empty() && i + 1 < request.extra_flags.size()) text = request.extra_flags[i + 1];
      folders.emplace(text);
    }
  }
  folders.erase("");
  return folders;
}

/// The files of a rule for make.
std::vector<std::string> files_of_rule(std::string_view rule) {
  std::vector<std::string> files;
  std::string file;
  const auto end_file = [&] {
    if (!file.empty()) files.push_back(std::exchange(file, ""));
  };
  rule.remove_prefix(
      std::min(rule.size(), rule.find(": ") == std::string_view::npos ? rule.size() : rule.find(": ") + 2));
  for (std::size_t i = 0; i < rule.size(); ++i) {
    const char next = i + 1 < rule.size() ? rule[i + 1] : '\n';
    if (rule[i] == '\\' && next == '\n') {
      ++i;
      end_file();
    } else if ((rule[i] == '\\' && (next == ' ' || next == '#')) || (rule[i] == '$' && next == '$')) {
      file += next;
      ++i;
    } else if (rule[i] == ' ' || rule[i] == '\n') {
      end_file();
    } else {
      file += rule[i];
    }
  }
  end_file();
  return files;
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
  Writer key;
  key.put_all(command);
  if (!request.folder.empty()) {
    // Of sources that have no name of their own there are many, and any header beside one may come before others.
    key.put(read(request.sources.front()));
    key.put_all(files_below(request.folder));
  }
  std::error_code ignored;
  key.put(fs::current_path(ignored).string());
  key.put(stamp_of(toolchain.clang));
  key.put(stamp_of(running_executable()));  // which may rewrite what the compiler reads
  for (const char* const tool : {"/bin/ptxas", "/bin/fatbinary"}) key.put(stamp_of(toolchain.cuda_path + tool));
  for (const char* name : kVariables) {
    const char* const value = std::getenv(name);
    key.put(value == nullptr ? "" : value);
  }
  return key.text();
}

/// Texts that differ from one compilation to the next.
bool says_when(std::string_view source) {
  return std::ranges::any_of(std::array<std::string_view, 3>{"__DATE__", "__TIME__", "__TIMESTAMP__"},
                             [&](std::string_view name) { return source.find(name) != std::string_view::npos; });
}

/// Nothing when the entry is of another time.
std::optional<CompileResult> restored(const std::string& entry, const CompileRequest& request) {
  Reader reader(entry);
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
std::string device_rule(std::vector<std::string> command, const CompileRequest& request) {
  const auto output = std::ranges::find(command, std::string("-o"));
  if (output == command.end()) return "";
  command.erase(output, command.end());  // what follows is for the linker
  command.insert(command.end(), {"--cuda-device-only", "-M", "-o", request.output + ".device.d"});
  const ProcessResult run = run_process(command, ProcessOutput::capture);
  return run.exit_code == 0 ? read(request.output + ".device.d") : "";
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
    const std::string contents = read(path);
    const std::string stamp = stamp_of(path);
    // The system's own headers speak of the time without asking for it.
    if (stamp.empty() || is_newer(path, begun) || (!path.starts_with("/usr/") && says_when(contents))) return "";
    files.insert(files.end(), {kept_path(path, request), stamp, std::to_string(fingerprint(contents))});
  }
  std::vector<std::string> folders;
  for (const std::string& folder : searched_folders(request))
    folders.insert(folders.end(), {kept_path(folder, request), names_in(folder)});
  Writer entry;
  entry.put_all(files);
  entry.put_all(folders);
  entry.put(result.output);
  entry.put(read(request.output));
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
      value = std::ranges::find(kWithValue, flag) != kWithValue.end();
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
    device = std::async(std::launch::async, [&] { return device_rule(compile_command(toolchain, request), request); });
  }
  CachedCompilation made{.result = compile(toolchain, with_files), .from_cache = false};
  std::vector<std::string> rules{read(host_files)};
  if (device.valid()) rules.push_back(device.get());
  if (made.result.exit_code != 0) return made;
  const std::string entry = entry_of(toolchain, request, made.result, rules, begun);
  if (!entry.empty()) cache.keep(kKind, key, entry);
  return made;
}

}  // namespace warpglass::toolkit
