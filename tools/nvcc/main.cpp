// warpglass-nvcc: takes nvcc's command lines and builds the same program for the virtual GPU, so that an unmodified
// Makefile builds with `make NVCC=warpglass-nvcc`.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/file_cache.hpp"
#include "toolkit/compile_cache.hpp"
#include "toolkit/compiler.hpp"
#include "toolkit/nvcc_commands.hpp"
#include "toolkit/nvcc_options.hpp"
#include "toolkit/process.hpp"
#include "toolkit/toolchain.hpp"

namespace {

using namespace warpglass;

constexpr int kBadUse = 2;
constexpr int kCompileFailed = 2;

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

int show(const Diagnostics& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics) fmt::print(stderr, "warpglass-nvcc: {}\n", to_string(diagnostic));
  return kBadUse;
}

// Scripts look for "release X.Y", CMake for the quoted name.
void print_version() {
  fmt::print(
      "warpglass-nvcc: takes NVIDIA nvcc's command lines, compiles with clang for Warpglass's virtual GPU\n"
      "Warpglass {}; not an NVIDIA product; stands in for \"nvcc: NVIDIA (R) Cuda compiler driver\"\n"
      "Cuda compilation tools, release 12.5, V12.5.0\n",
      WARPGLASS_VERSION);
}

void print_help() {
  fmt::print(
      "usage: warpglass-nvcc [options] files\n\n"
      "Builds CUDA programs that run on Warpglass's virtual GPU. The options are nvcc's:\n\n"
      "{}\n"
      "Environment: NVCC_PREPEND_FLAGS and NVCC_APPEND_FLAGS as with nvcc, WARPGLASS_CLANG names the clang++ to use.\n",
      toolkit::nvcc_options_help());
}

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "warpglass-nvcc-XXXXXX").string();
    if (mkdtemp(pattern.data()) != nullptr) path_ = pattern;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

toolkit::ProcessResult compiled(const toolkit::Toolchain& toolchain, const std::vector<std::string>& command,
                                const FileCache& cache) {
  toolkit::CompileResult made = toolkit::run_clang(toolchain, command, cache).result;
  return {.exit_code = made.exit_code, .output = std::move(made.output)};
}

// What clang says is passed on as it is, and what to do about it where there is one well-known answer.
bool run_command(std::vector<std::string> command, const toolkit::NvccOptions& options,
                 const toolkit::Toolchain& toolchain, const FileCache& cache) {
  const toolkit::NvccPhase phase = options.phase;
  const bool writes_to_stdout = toolkit::asks_host_compiler(options) || phase == toolkit::NvccPhase::preprocess ||
                                phase == toolkit::NvccPhase::dependencies ||
                                (phase == toolkit::NvccPhase::ptx && command.back() == "-");
  if (writes_to_stdout) return toolkit::run_process(command, toolkit::ProcessOutput::inherit).exit_code == 0;
  const bool compiles = command.front() == toolchain.clang;
  if (compiles && isatty(STDERR_FILENO) != 0) command.emplace_back("-fcolor-diagnostics");
  const auto [exit_code, output] =
      compiles ? compiled(toolchain, command, cache) : toolkit::run_process(command, toolkit::ProcessOutput::capture);
  fmt::print(stderr, "{}", output);
  if (exit_code != 0) show(toolkit::hints_for(output));
  return exit_code == 0;
}

/// Rows of the table of -time, one for each command; columns and units are nvcc's.
class Times {
 public:
  explicit Times(const toolkit::NvccOptions& options) : options_(options) {}

  void add(const std::vector<std::string>& command, std::chrono::steady_clock::duration took) {
    if (options_.times.empty()) return;
    std::string source;
    for (const toolkit::NvccItem& item : options_.items)
      if (item.is_file && std::ranges::find(command, item.text) != command.end()) source = item.text;
    const auto o = std::ranges::find(command, "-o");
    const std::string output = o == command.end() || o + 1 == command.end() ? "" : *(o + 1);
    const std::string tool = std::filesystem::path(command.front()).filename().string();
    rows_ += fmt::format("{0} , {1} , {0} , {2} , {3} , {1} , {4:.4f} , ms\n", source, tool, output,
                         options_.architecture, std::chrono::duration<double, std::milli>(took).count());
  }

  /// \return  false where the table cannot be written
  [[nodiscard]] bool write() const {
    if (options_.times.empty()) return true;
    constexpr std::string_view kHead =
        "source file name , phase name , phase input files , phase output file , arch , tool , metric , unit\n";
    if (options_.times == "-") {
      fmt::print("{}{}", kHead, rows_);
      return true;
    }
    std::error_code ignored;
    const auto size = std::filesystem::file_size(options_.times, ignored);
    const bool is_new = ignored || size == 0;
    std::ofstream table(options_.times, std::ios::app);
    table << (is_new ? kHead : std::string_view()) << rows_;
    table.flush();
    if (!table) fmt::print(stderr, "warpglass-nvcc: error: cannot write {}\n", options_.times);
    return static_cast<bool>(table);
  }

 private:
  const toolkit::NvccOptions& options_;
  std::string rows_;
};

int run(const std::vector<std::string>& given) {
  Diagnostics diagnostics;
  const std::vector<std::string> arguments = toolkit::expand_option_files(given, diagnostics);
  const toolkit::NvccOptions options = toolkit::parse_nvcc_options(arguments, diagnostics);
  if (options.show_version) return print_version(), 0;
  if (options.show_help) return print_help(), 0;
  if (has_errors(diagnostics)) return show(diagnostics);
  if (options.lists_arch || options.lists_code) return fmt::print("{}", toolkit::listed_architectures(options)), 0;

  const FileCache cache(cache_folder_of_environment());
  const auto toolchain = toolkit::find_toolchain({.executable = toolkit::running_executable(),
                                                  .search_path = environment("PATH"),
                                                  .clang = environment("WARPGLASS_CLANG"),
                                                  .cuda_path = {},
                                                  .cache = &cache},
                                                 diagnostics);
  if (!toolchain) return show(diagnostics);
  if (options.show_cuda_home) return fmt::print("{}\n", toolchain->cuda_path), 0;
  const TemporaryFolder folder;
  if (folder.path().empty()) {
    fmt::print(stderr, "warpglass-nvcc: error: cannot make a temporary folder\n");
    return kBadUse;
  }
  const bool print_commands = options.verbose || options.dry_run;
  if (print_commands) {
    for (const std::string& line : toolkit::nvcc_variables(*toolchain, environment("PATH")))
      fmt::print(stderr, "#$ {}\n", line);
    fmt::print(stderr, "#$ _ARCHITECTURE_=-arch compute_{}\n", options.architecture.substr(3));
  }
  const auto commands = toolkit::nvcc_commands(options, *toolchain, folder.path(), diagnostics);
  if (has_errors(diagnostics)) return show(diagnostics);

  if (options.removes) {
    for (const std::string& file : toolkit::made_files(commands, folder.path())) {
      std::error_code ignored;
      if (std::filesystem::is_regular_file(file, ignored)) std::filesystem::remove(file, ignored);
    }
    return 0;
  }
  Times times(options);
  for (const std::vector<std::string>& command : commands) {
    const bool is_program = options.phase == toolkit::NvccPhase::run && &command == &commands.back();
    if (print_commands) fmt::print(stderr, "#$ {}\n", toolkit::shell_line(command));
    if (options.dry_run) continue;
    if (is_program) {
      if (!times.write()) return kBadUse;
      return toolkit::run_process(command, toolkit::ProcessOutput::inherit).exit_code;
    }
    const auto begin = std::chrono::steady_clock::now();
    if (!run_command(command, options, *toolchain, cache)) return kCompileFailed;
    times.add(command, std::chrono::steady_clock::now() - begin);
  }
  return times.write() ? 0 : kBadUse;
}

}  // namespace

int main(int count, char** values) {
  // Makefiles ask the toolkit's program of this name which architecture to compile for; it is what -arch=native is.
  if (count > 0 && std::filesystem::path(values[0]).filename() == "__nvcc_device_query") {
    fmt::print("{}\n", toolkit::architecture_number(toolkit::kDefaultArchitecture));
    return 0;
  }
  std::vector<std::string> arguments = toolkit::split_words(environment("NVCC_PREPEND_FLAGS"));
  arguments.insert(arguments.end(), values + 1, values + count);
  for (std::string& word : toolkit::split_words(environment("NVCC_APPEND_FLAGS"))) arguments.push_back(std::move(word));
  return run(arguments);
}
