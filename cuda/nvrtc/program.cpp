#include "cuda/nvrtc/program.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <optional>
#include <utility>

#include "base/source_text.hpp"
#include "cuda/nvrtc/log.hpp"
#include "cuda/nvrtc/name_expressions.hpp"
#include "cuda/nvrtc/version.hpp"
#include "toolkit/fat_binary.hpp"
#include "toolkit/nvcc_commands.hpp"
#include "toolkit/nvcc_options.hpp"

namespace fs = std::filesystem;

namespace warpglass::nvrtc {
namespace {

/// The folder that this library lies in the lib64 of.
std::string cuda_path() {
  Dl_info loaded{};
  if (dladdr(reinterpret_cast<const void*>(&toolchain_of_process), &loaded) == 0 || loaded.dli_fname == nullptr)
    return "";
  std::error_code problem;
  return fs::canonical(loaded.dli_fname, problem).parent_path().parent_path().string();
}

std::string environment(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr ? value : "";
}

// Every function and variable without a keyword becomes the device's. Those of our headers have been compiled by then.
// Of a source whose text goes with its PTX.
constexpr std::size_t kMostSourceBytes = std::size_t{1} << 20;

constexpr std::string_view kDeviceBegins =
    "#pragma clang force_cuda_host_device begin\n"
    "#pragma clang attribute push(__attribute__((device)), apply_to = variable(is_global))\n";
constexpr std::string_view kDeviceEnds =
    "\n#pragma clang attribute pop\n"
    "#pragma clang force_cuda_host_device end\n";

}  // namespace

const toolkit::Toolchain* toolchain_of_process(std::string& problem) {
  static std::mutex mutex;
  static std::optional<toolkit::Toolchain> found;
  const std::scoped_lock lock(mutex);
  if (!found) {
    const FileCache cache(cache_folder_of_environment());
    Diagnostics problems;
    found = toolkit::find_toolchain({.executable = "",
                                     .search_path = environment("PATH"),
                                     .clang = environment("WARPGLASS_CLANG"),
                                     .cuda_path = cuda_path(),
                                     .cache = &cache},
                                    problems);
    if (!found) problem = problems.empty() ? "no compiler was found" : problems.front().message;
  }
  return found ? &*found : nullptr;
}

nvrtcResult Program::add(const char* name_expression) {
  if (compiled_) return NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION;
  if (std::ranges::find(expressions_, name_expression) == expressions_.end())
    expressions_.emplace_back(name_expression);
  return NVRTC_SUCCESS;
}

const char* Program::lowered_name(const std::string& expression) const {
  const auto found = lowered_.find(expression);
  return found == lowered_.end() ? nullptr : found->second.c_str();
}

bool Program::is_cancelled() const {
  return callback_.call != nullptr && callback_.call(callback_.payload, nullptr) == 1;
}

toolkit::TextRequest Program::request_for(const Options& options, const toolkit::Toolchain& toolchain,
                                          int& register_limit) {
  toolkit::TextRequest request{.source = source_,
                               .preamble = {.name = "options", .text = options.preamble},
                               .headers = headers_,
                               .folders = options.folders,
                               .architecture = options.architecture,
                               .flags = {}};
  request.preamble.text += "#include \"warpglass/nvrtc_assert.h\"\n";  // which asks for NDEBUG
  if (options.device_by_default) {
    request.preamble.text += kDeviceBegins;
    request.source.text += kDeviceEnds;
  }
  request.source.text += source_of(expressions_);

  std::vector<std::string>& flags = request.flags;
  // Nothing of the host's library, with what our own headers want of it in its place.
  flags = {
      "-D__CUDACC_RTC__=1", "-nostdlibinc", "-idirafter", toolchain.cuda_path + "/include/warpglass/nvrtc",
      "-std=c++17", "-fno-color-diagnostics", "-Wno-pragma-clang-attribute",
      // As NVRTC, which reads the body of a template when it is called: what none calls may name what is not there.
      "-fdelayed-template-parsing", "-Wno-delayed-template-parsing-in-cxx20"};
  // NVRTC 12 dropped them, and programs may have taken their names.
  if (cuda_version() >= 12000) flags.emplace_back("-DWARPGLASS_NO_TEXTURE_REFERENCES");
  if (!options.builtin_move) flags.emplace_back("-DWARPGLASS_NVRTC_NO_MOVE_FORWARD");
  if (!options.builtin_initializer_list) flags.emplace_back("-DWARPGLASS_NVRTC_NO_INITIALIZER_LIST");
  if (options.source_folder) {
    const std::string folder = fs::path(source_.name).parent_path().string();
    flags.insert(flags.end(), {"-iquote", folder.empty() ? "." : folder});
  }
  Diagnostics problems;  // what is no option has been refused before
  const toolkit::NvccOptions as_nvcc = toolkit::parse_nvcc_options(options.as_nvcc, problems);
  const std::vector<std::string> device = toolkit::device_flags(as_nvcc, toolchain);
  flags.insert(flags.end(), device.begin(), device.end());
  flags.insert(flags.end(), as_nvcc.common.begin(), as_nvcc.common.end());
  flags.insert(flags.end(), options.flags.begin(), options.flags.end());
  register_limit = as_nvcc.register_limit;
  return request;
}

nvrtcResult Program::compile_for(const Options& options) {
  const toolkit::Toolchain* const toolchain = toolchain_of_process(log_);
  if (toolchain == nullptr) {
    log_ = fmt::format("nvrtc: error: {}\n", log_);
    return NVRTC_ERROR_BUILTIN_OPERATION_FAILURE;
  }
  int register_limit = 0;
  const toolkit::TextRequest request = request_for(options, *toolchain, register_limit);
  const FileCache cache(options.cache ? cache_folder_of_environment() : "");
  toolkit::CompiledText compiled = toolkit::compile_text(*toolchain, request, cache);
  log_ = program_log(compiled.result.output, source_.name, !options.folders.empty());
  for (const Diagnostic& said : compiled.result.diagnostics) log_ += fmt::format("nvrtc: {}\n", to_string(said));
  if (compiled.result.exit_code != 0) return NVRTC_ERROR_COMPILATION;
  ptx_ = std::move(compiled.ptx);
  lowered_ = take_lowered_names(expressions_, ptx_);
  if (register_limit > 0) ptx_ = toolkit::with_register_limit(ptx_, register_limit);
  if (source_.text.size() <= kMostSourceBytes) ptx_ = with_source_text(std::move(ptx_), {source_.name, source_.text});
  if (options.architecture.starts_with("sm_")) image_ = ptx_;
  return NVRTC_SUCCESS;
}

nvrtcResult Program::compile(std::span<const char* const> words) {
  compiled_ = false;
  lowered_.clear();
  ptx_.clear();
  image_.clear();
  log_.clear();
  std::string problem;
  Options options = parse_options(words, problem);
  if (!problem.empty()) {
    log_ = fmt::format("nvrtc: error: {}\n", problem);
    return NVRTC_ERROR_INVALID_OPTION;
  }
  if (options.architecture.empty()) options.architecture = default_architecture();
  if (is_cancelled()) return NVRTC_ERROR_CANCELLED;
  const nvrtcResult result = compile_for(options);
  if (is_cancelled()) {
    ptx_.clear();
    image_.clear();
    return NVRTC_ERROR_CANCELLED;
  }
  compiled_ = result == NVRTC_SUCCESS;
  return result;
}

}  // namespace warpglass::nvrtc
