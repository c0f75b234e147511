#include "tools/warpglass/program_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>
#include <span>
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

}  // namespace

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
  if (extension == ".cpp" || extension == ".cc" || extension == ".cxx" || extension == ".c") {
    throw UsageError(fmt::format(
        "{}: is not CUDA source by its name; call it .cu, or compile it with warpglass-nvcc and name the program",
        path));
  }
  throw UsageError(fmt::format("{}: is neither a program, nor CUDA source (.cu), nor PTX (.ptx)", path));
}

}  // namespace warpglass::tool
