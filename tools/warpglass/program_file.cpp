#include "tools/warpglass/program_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <span>
#include <sstream>
#include <string_view>
#include <utility>

#include "base/elf.hpp"
#include "base/read_file.hpp"
#include "session/linked_runtime.hpp"
#include "tools/warpglass/error.hpp"

namespace warpglass::tool {
namespace {

bool any_starts_with(const std::vector<std::string>& names, std::string_view prefix) {
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) { return name.starts_with(prefix); });
}

void check_executable(const std::string& path, const ElfFile& elf, std::span<const std::byte> contents) {
  if (!elf.matches_host) throw UsageError(fmt::format("{}: is a program for another machine", path));
  if (!elf.is_executable)
    throw UsageError(fmt::format("{}: is a library or an object file; name the program that uses it", path));
  if (access(path.c_str(), X_OK) != 0) throw UsageError(fmt::format("{}: is not executable; chmod +x it", path));
  if (any_starts_with(elf.needed, "libcudart.so") || any_starts_with(elf.needed, "libcuda.so")) return;
  if (elf.has_device_code && session::linked_runtime(contents).library.empty()) {
    throw UsageError(fmt::format(
        "{}: has the CUDA runtime linked into it, and no table of symbols that tells where; link it without -s "
        "and do not strip it, or link it with --cudart=shared, so that ours can take its place",
        path));
  }
  // Nothing of CUDA in sight: it may still load a library that uses it.
}

/// In the folders of PATH; empty: there is none.
std::string in_search_path(const std::string& name) {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string file = (folder.empty() ? "." : folder) + "/" + name;
    std::error_code ignored;
    if (std::filesystem::is_regular_file(file, ignored) && access(file.c_str(), X_OK) == 0) return file;
  }
  return "";
}

/// The words behind #! in a file's first line, those of /usr/bin/env without it.
std::vector<std::string> interpreter_of(const std::string& script) {
  std::ifstream file(script);
  std::string line;
  if (!std::getline(file, line) || !line.starts_with("#!")) return {};
  std::istringstream words(line.substr(2));
  std::vector<std::string> interpreter{std::istream_iterator<std::string>(words), {}};
  if (interpreter.size() > 1 && std::filesystem::path(interpreter.front()).filename() == "env")
    interpreter.erase(interpreter.begin(), interpreter.begin() + (interpreter[1] == "-S" ? 2 : 1));
  return interpreter;
}

bool is_shell(const std::string& interpreter) {
  static constexpr std::array kShells{"ash", "bash", "csh", "dash", "fish", "ksh", "sh", "tcsh", "zsh"};
  return std::ranges::find(kShells, std::filesystem::path(interpreter).filename()) != kShells.end();
}

}  // namespace

Started started_for(const std::string& named) {
  std::error_code ignored;
  std::string program = named;
  const bool has_folder = named.find('/') != std::string::npos;
  if (!has_folder && !std::filesystem::exists(named, ignored)) {
    program = in_search_path(named);
    if (program.empty()) return {.program = named, .arguments = {}};
  }
  if (!std::filesystem::is_regular_file(program, ignored)) return {.program = program, .arguments = {}};
  std::vector<std::string> words = interpreter_of(program);
  if (words.empty() && std::filesystem::path(program).extension() == ".py") words = {"python3"};
  if (words.empty() || is_shell(words.front())) return {.program = program, .arguments = {}};
  std::string interpreter = words.front();
  if (interpreter.find('/') == std::string::npos) interpreter = in_search_path(interpreter);
  if (interpreter.empty()) return {.program = program, .arguments = {}};
  words.erase(words.begin());
  words.push_back(program);
  return {.program = interpreter, .arguments = words};
}

std::string read_file(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    throw UsageError(fmt::format("{}: cannot be read: it is a directory", path));
  std::optional<std::string> text = contents_of(path);
  if (!text) throw UsageError(fmt::format("{}: cannot be read: {}", path, std::strerror(errno)));
  return *std::move(text);
}

ProgramKind classify(const std::string& path) {
  std::error_code problem;
  const std::filesystem::file_status status = std::filesystem::status(path, problem);
  if (!std::filesystem::exists(status)) {
    if (problem && problem != std::errc::no_such_file_or_directory)
      throw UsageError(fmt::format("{}: {}", path, problem.message()));
    throw UsageError(fmt::format("{}: no such file", path));
  }
  if (std::filesystem::is_directory(status))
    throw UsageError(fmt::format("{}: is a directory; name a program, a .cu or a .ptx file", path));
  if (!std::filesystem::is_regular_file(status)) throw UsageError(fmt::format("{}: is no ordinary file", path));

  const std::string extension = std::filesystem::path(path).extension().string();
  const std::string contents = read_file(path);
  if (const auto elf = read_elf(std::as_bytes(std::span(contents)))) {
    check_executable(path, *elf, std::as_bytes(std::span(contents)));
    return ProgramKind::executable;
  }
  if (extension == ".cu") return ProgramKind::cuda_source;
  if (extension == ".ptx") return ProgramKind::ptx;
  if (contents.empty()) throw UsageError(fmt::format("{}: is empty", path));
  if (contents.starts_with("#!"))
    throw UsageError(fmt::format("{}: is a script; name the program that it starts", path));
  if (extension == ".py") throw UsageError(fmt::format("{}: there is no python3 in the search path to run it", path));
  if (extension == ".cpp" || extension == ".cc" || extension == ".cxx" || extension == ".c") {
    throw UsageError(fmt::format(
        "{}: is not CUDA source by its name; call it .cu, or compile it with warpglass-nvcc and name the program",
        path));
  }
  throw UsageError(fmt::format("{}: is neither a program, nor CUDA source (.cu), nor PTX (.ptx)", path));
}

}  // namespace warpglass::tool
