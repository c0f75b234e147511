#include "toolkit/toolchain.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <vector>

#include "toolkit/process.hpp"

namespace fs = std::filesystem;

namespace warpglass::toolkit {
namespace {

constexpr std::string_view kInstallHint = "apt-get install clang-19";

bool is_executable(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
}

std::optional<std::string> find_in_path(std::string_view name, std::string_view search_path) {
  while (true) {
    const std::size_t colon = search_path.find(':');
    const fs::path candidate = fs::path(search_path.substr(0, colon)) / name;
    if (is_executable(candidate)) return candidate.string();
    if (colon == std::string_view::npos) return std::nullopt;
    search_path.remove_prefix(colon + 1);
  }
}

// "Debian clang version 19.1.7 (3~deb12u1)" -> 19; 0 when it does not say.
int version_of(const std::string& clang, const FileCache* cache) {
  const std::string stamp = stamp_of(clang);
  if (cache != nullptr) {
    if (const auto known = cache->find("compiler", stamp)) return std::atoi(known->c_str());
  }
  const ProcessResult answer = run_process({clang, "--version"}, ProcessOutput::capture);
  constexpr std::string_view kMarker = "clang version ";
  const std::size_t at = answer.output.find(kMarker);
  if (answer.exit_code != 0 || at == std::string::npos) return 0;
  int version = 0;
  const char* begin = answer.output.data() + at + kMarker.size();
  std::from_chars(begin, answer.output.data() + answer.output.size(), version);
  if (cache != nullptr && version != 0) cache->keep("compiler", stamp, std::to_string(version));
  return version;
}

void report(Diagnostics& diagnostics, std::string message) {
  Diagnostic& said = diagnostics.emplace_back();
  said.message = std::move(message);
}

bool find_clang(const ToolchainQuery& query, Toolchain& toolchain, Diagnostics& diagnostics) {
  if (!query.clang.empty()) {
    const bool is_path = query.clang.find('/') != std::string::npos;
    const auto found =
        is_path && is_executable(query.clang) ? query.clang : find_in_path(query.clang, query.search_path);
    const int version = found ? version_of(*found, query.cache) : 0;
    if (version < kOldestClang) {
      report(diagnostics,
             fmt::format("{} is not a clang++ of version {} or newer; {}", query.clang, kOldestClang, kInstallHint));
      return false;
    }
    toolchain.clang = *found;
    toolchain.clang_version = version;
    return true;
  }
  std::string too_old;
  for (std::string_view name :
       {"clang++-19", "clang++-20", "clang++-21", "clang++-22", "clang++-18", "clang++-17", "clang++-16", "clang++"}) {
    const auto found = find_in_path(name, query.search_path);
    if (!found) continue;
    const int version = version_of(*found, query.cache);
    if (version >= kOldestClang) {
      toolchain.clang = *found;
      toolchain.clang_version = version;
      return true;
    }
    too_old = fmt::format("; {} is version {}", *found, version);
  }
  report(diagnostics, fmt::format("compiling CUDA needs clang {} or newer and none was found{}; {}", kOldestClang,
                                  too_old, kInstallHint));
  return false;
}

bool is_cuda_path(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path / "include" / "cuda_runtime_api.h", ignored);
}

}  // namespace

std::optional<Toolchain> find_toolchain(const ToolchainQuery& query, Diagnostics& diagnostics) {
  Toolchain toolchain;
  const fs::path cuda_path = query.cuda_path.empty()
                                 ? fs::path(query.executable).parent_path().parent_path() / "lib" / "warpglass" / "cuda"
                                 : fs::path(query.cuda_path);
  if (!is_cuda_path(cuda_path)) {
    report(diagnostics,
           fmt::format(
               "{} is no CUDA path: it has no include/cuda_runtime_api.h; reinstall warpglass or name another folder",
               cuda_path.string()));
    return std::nullopt;
  }
  toolchain.cuda_path = cuda_path.string();
  if (query.cache != nullptr) toolchain.cache_folder = query.cache->folder();
  if (!find_clang(query, toolchain, diagnostics)) return std::nullopt;
  const fs::path pass = cuda_path.parent_path() / fmt::format("clang-{}-device-pass.so", toolchain.clang_version);
  std::error_code ignored;
  if (fs::is_regular_file(pass, ignored)) toolchain.device_pass = pass.string();
  return toolchain;
}

std::string running_executable() {
  std::error_code ignored;
  return fs::read_symlink("/proc/self/exe", ignored).string();
}

}  // namespace warpglass::toolkit
