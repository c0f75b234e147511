#include "library/compile.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <utility>

#include "library/failure.hpp"
#include "library/options.hpp"
#include "toolkit/compiler.hpp"
#include "toolkit/temporary_folder.hpp"
#include "toolkit/toolchain.hpp"

namespace fs = std::filesystem;

namespace warpglass::library {
namespace {

/// Our CUDA path, beside the file that this code was loaded from, in the build tree and once installed.
std::string cuda_path() {
  Dl_info loaded{};
  if (dladdr(reinterpret_cast<const void*>(&warpglass_version), &loaded) == 0 || loaded.dli_fname == nullptr)
    throw Failure(WARPGLASS_INTERNAL, "the folder of libwarpglass.so cannot be found out");
  std::error_code problem;
  const fs::path library = fs::canonical(loaded.dli_fname, problem);
  if (problem) throw Failure(WARPGLASS_INVALID_FILE, fmt::format("{}: {}", loaded.dli_fname, problem.message()));
  return (library.parent_path() / WARPGLASS_CUDA_FOLDER).lexically_normal().string();
}

toolkit::Toolchain toolchain_for(const std::string& clang) {
  Diagnostics problems;
  const char* path = std::getenv("PATH");
  auto toolchain = toolkit::find_toolchain(
      {.executable = "", .search_path = path != nullptr ? path : "", .clang = clang, .cuda_path = cuda_path()},
      problems);
  if (!toolchain) throw Failure(WARPGLASS_NOT_FOUND, text_of(problems));
  return *toolchain;
}

/// The line table has names with the folder that the process runs in, else, as "./name". A text lies in no folder.
constexpr const char* kNoFolder = "-fdebug-compilation-dir=.";

std::string without_folder(std::string ptx, const std::string& name) {
  const std::string named = fmt::format("\"./{}\"", name);
  for (std::size_t at = ptx.find(named); at != std::string::npos; at = ptx.find(named, at)) ptx.erase(at + 1, 2);
  return ptx;
}

/// A line of its own that has messages call what follows `name`.
std::string line_directive(const std::string& name) {
  std::string quoted;
  for (const char c : name) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c == '\n' ? ' ' : c;
  }
  return fmt::format("#line 1 \"{}\"\n", quoted);
}

std::string without_end(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

}  // namespace

std::string compile(const CompileOrder& order, const arch::DeviceModel& machine) {
  const toolkit::Toolchain toolchain = toolchain_for(order.clang);
  const toolkit::TemporaryFolder folder;
  if (folder.path().empty()) throw Failure(WARPGLASS_INVALID_FILE, toolkit::kNoTemporaryFolder);
  std::string source = order.path;
  if (source.empty()) {
    source = folder.path() + "/source.cu";
    std::ofstream file(source, std::ios::binary);
    file << line_directive(order.name) << order.source;
    if (!file.flush()) throw Failure(WARPGLASS_INVALID_FILE, fmt::format("{}: cannot be written", source));
  }
  toolkit::CompileRequest request;
  if (order.path.empty()) request.extra_flags.emplace_back(kNoFolder);
  request.sources = {source};
  request.output = folder.path() + "/kernels.ptx";
  request.to = toolkit::CompileTo::ptx;
  request.architecture = machine.sm_name();
  request.extra_flags.insert(request.extra_flags.end(), order.flags.begin(), order.flags.end());
  const toolkit::CompileResult result = toolkit::compile(toolchain, request);
  if (result.exit_code != 0) {
    std::string said = without_end(result.output);
    if (!result.diagnostics.empty()) said += (said.empty() ? "" : "\n") + text_of(result.diagnostics);
    throw Failure(WARPGLASS_INVALID_CODE, said);
  }
  std::string ptx = read_file(request.output);
  return order.path.empty() ? without_folder(std::move(ptx), order.name) : ptx;
}

}  // namespace warpglass::library
