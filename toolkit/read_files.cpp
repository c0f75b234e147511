#include "toolkit/read_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <span>
#include <system_error>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/file_cache.hpp"
#include "base/read_file.hpp"

namespace fs = std::filesystem;

namespace warpglass::toolkit {
namespace {

constexpr std::string_view kFirstHeaders = "/include/warpglass/first/../";
constexpr std::array<std::string_view, 2> kUsersFolders{"-I", "-iquote"};
constexpr std::array<std::string_view, 2> kSystemsFolders{"-isystem", "-idirafter"};
constexpr std::array<std::string_view, 11> kWithValue{
    "-I",         "-D",      "-U",          "-include",      "-isystem", "-iquote",
    "-idirafter", "-Xclang", "-Xarch_host", "-Xarch_device", "-Xptxas"};
// And their beginnings.
constexpr std::array<std::string_view, 14> kWritesOthers{"-save-",
                                                         "--save-",
                                                         "-fprofile",
                                                         "-ftest-coverage",
                                                         "--coverage",
                                                         "-coverage",
                                                         "-gsplit-dwarf",
                                                         "-fstack-usage",
                                                         "-fsave-optimization-record",
                                                         "-foptimization-record",
                                                         "--serialize-diagnostics",
                                                         "-serialize-diagnostic",
                                                         "-ftime-",
                                                         "-fcrash"};
constexpr std::array<const char*, 9> kVariables{"CPATH",        "C_INCLUDE_PATH",  "CPLUS_INCLUDE_PATH",
                                                "LIBRARY_PATH", "COMPILER_PATH",   "CCC_OVERRIDE_OPTIONS",
                                                "LD_RUN_PATH",  "GCC_EXEC_PREFIX", "SOURCE_DATE_EPOCH"};

bool may_be_header(const fs::directory_entry& entry) {
  constexpr std::array<std::string_view, 9> kExtensions{"",     ".h",   ".hh",  ".hpp", ".hxx",
                                                        ".cuh", ".inc", ".inl", ".ipp"};
  std::error_code ignored;
  if (entry.is_directory(ignored)) return true;
  const std::string extension = entry.path().extension().string();
  // Programs have no extension either, and lie beside their sources.
  const bool is_program = (entry.status(ignored).permissions() & fs::perms::owner_exec) != fs::perms::none;
  return !(extension.empty() && is_program) && std::ranges::find(kExtensions, extension) != kExtensions.end();
}

std::size_t number(std::string_view digits) { return std::strtoull(std::string(digits).c_str(), nullptr, 10); }

std::set<std::string> named_by(std::span<const std::string_view> options, const std::vector<std::string>& flags) {
  std::set<std::string> folders;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    for (const std::string_view option : options) {
      std::string_view text = flags[i];
      if (!text.starts_with(option)) continue;
      text.remove_prefix(option.size());
      if (text.empty() && i + 1 < flags.size()) text = flags[i + 1];
      folders.emplace(text);
    }
  }
  return folders;
}

}  // namespace

std::string read_file(const std::string& file) { return contents_of(file).value_or(""); }

bool ReadFile::is_unchanged() const {
  const std::string now = stamp_of(path);
  return !now.empty() && (now == stamp || std::to_string(fingerprint(read_file(path))) == hash);
}

std::string absolute_path(const std::string& path) {
  std::error_code ignored;
  return fs::absolute(path, ignored).lexically_normal().string();
}

std::map<std::string, std::string> files_of_overlay(const std::string& file) {
  std::map<std::string, std::string> replaced;
  const auto overlay = nlohmann::json::parse(read_file(file), nullptr, false);
  if (!overlay.is_object() || !overlay.contains("roots")) return replaced;
  for (const auto& root : overlay.at("roots")) {
    if (root.is_object() && root.contains("name") && root.contains("external-contents"))
      replaced[absolute_path(root.at("name").get<std::string>())] = root.at("external-contents").get<std::string>();
  }
  return replaced;
}

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

bool is_of_the_system(const std::string& path) {
  return path.starts_with("/usr/") && !path.starts_with("/usr/src/") && !path.starts_with("/usr/local/src/");
}

std::set<std::string> with_folders_below(std::set<std::string> folders, const std::set<std::string>& files) {
  std::set<fs::path> names;
  for (const std::string& file : files) {
    fs::path name;
    // The compiler names its library's by way of its own folder, and our headers name one another so: no program
    // includes one by "..".
    const bool is_named_so = is_of_the_system(file) || file.find(kFirstHeaders) != std::string::npos;
    const fs::path path = is_named_so ? fs::path(file).lexically_normal() : fs::path(file);
    for (fs::path folder = path.parent_path(); folder.has_filename(); folder = folder.parent_path()) {
      name = name.empty() ? folder.filename() : folder.filename() / name;
      names.insert(name);
    }
  }
  std::set<std::string> below;
  for (const std::string& root : folders) {
    for (const fs::path& name : names) {
      fs::path at = root;
      std::error_code ignored;
      for (const fs::path& part : name) {
        at /= part;
        if (!fs::is_directory(at, ignored)) break;
        below.insert(at.string());
      }
    }
  }
  folders.merge(below);
  return folders;
}

std::set<std::string> named_folders(const std::vector<std::string>& flags) {
  std::set<std::string> folders = named_by(kUsersFolders, flags);
  folders.merge(named_by(kSystemsFolders, flags));
  return folders;
}

std::set<std::string> users_folders(const std::vector<std::string>& flags) {
  std::set<std::string> folders = named_by(kUsersFolders, flags);
  for (const std::string& folder : named_by(kSystemsFolders, flags)) folders.erase(folder);
  return folders;
}

bool writes_others(std::string_view flag) {
  return std::ranges::any_of(kWritesOthers, [&](std::string_view one) { return flag.starts_with(one); });
}

bool is_for_linker(const std::string& path) {
  const std::string extension = fs::path(path).extension().string();
  return extension == ".o" || extension == ".a" || extension == ".so" || path.find(".so.") != std::string::npos;
}

bool has_value(std::string_view flag) { return std::ranges::find(kWithValue, flag) != kWithValue.end(); }

std::vector<std::string> compilers_variables() {
  std::vector<std::string> values;
  for (const char* name : kVariables) {
    const char* const value = std::getenv(name);
    values.emplace_back(value == nullptr ? "" : value);
  }
  return values;
}

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
    } else if (rule[i] == '\n') {
      break;  // the rule's end
    } else if (rule[i] == ' ') {
      end_file();
    } else {
      file += rule[i];
    }
  }
  end_file();
  return files;
}

void TextWriter::put(std::string_view text) { text_ += fmt::format("{}:", text.size()).append(text); }

std::string TextReader::take() {
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

std::vector<std::string> TextReader::take_all() {
  std::vector<std::string> texts;
  for (std::size_t count = take_number(); good_ && count > 0; --count) texts.push_back(take());
  return texts;
}

std::size_t TextReader::take_number() { return number(take()); }

}  // namespace warpglass::toolkit
