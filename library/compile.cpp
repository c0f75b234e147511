#include "library/compile.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <utility>

#include "library/failure.hpp"
#include "library/options.hpp"
#include "toolkit/compiler.hpp"
#include "toolkit/temporary_folder.hpp"
#include "toolkit/text_compiler.hpp"
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

std::string without_end(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

/// \throws Failure when nothing was made
void check(const toolkit::CompileResult& result) {
  if (result.exit_code == 0) return;
  std::string said = without_end(result.output);
  if (!result.diagnostics.empty()) said += (said.empty() ? "" : "\n") + text_of(result.diagnostics);
  throw Failure(WARPGLASS_INVALID_CODE, said);
}

}  // namespace

std::string compile(const CompileOrder& order, const arch::DeviceModel& machine) {
  const toolkit::Toolchain toolchain = toolchain_for(order.clang);
  if (order.path.empty()) {
    const FileCache none("");
    toolkit::CompiledText text = toolkit::compile_text(toolchain,
                                                       {.source = {.name = order.name, .text = order.source},
                                                        .preamble = {},
                                                        .headers = {},
                                                        .folders = {},
                                                        .architecture = machine.sm_name(),
                                                        .flags = order.flags},
                                                       none);
    check(text.result);
    return std::move(text.ptx);
  }
  const toolkit::TemporaryFolder folder;
  if (folder.path().empty()) throw Failure(WARPGLASS_INVALID_FILE, toolkit::kNoTemporaryFolder);
  toolkit::CompileRequest request;
  request.sources = {order.path};
  request.output = folder.path() + "/kernels.ptx";
  request.to = toolkit::CompileTo::ptx;
  request.architecture = machine.sm_name();
  request.extra_flags = order.flags;
  check(toolkit::compile(toolchain, request));
  return read_file(request.output);
}

}  // namespace warpglass::library
