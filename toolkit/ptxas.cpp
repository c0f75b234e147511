#include "toolkit/ptxas.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>
#include <vector>

#include "toolkit/cache.hpp"
#include "toolkit/process.hpp"

namespace warpglass::toolkit {
namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool is_program(const std::string& path) {
  return access(path.c_str(), X_OK) == 0 && !std::filesystem::is_directory(path);
}

/// A file that is gone with this.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string_view contents)
      : path_((std::filesystem::temp_directory_path() / "warpglass-XXXXXX").string()) {
    const int descriptor = mkstemp(path_.data());
    if (descriptor < 0) return;
    close(descriptor);
    std::ofstream(path_) << contents;
    exists_ = true;
  }
  ~TemporaryFile() {
    if (exists_) unlink(path_.c_str());
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  [[nodiscard]] bool exists() const { return exists_; }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
  bool exists_ = false;
};

/// The text between `before` and `after`; empty where they are not in the line.
std::string_view between(std::string_view line, std::string_view before, std::string_view after) {
  const std::size_t begin = line.find(before);
  if (begin == std::string_view::npos) return {};
  line.remove_prefix(begin + before.size());
  const std::size_t end = line.find(after);
  return end == std::string_view::npos ? std::string_view{} : line.substr(0, end);
}

using Registers = std::map<std::string, std::uint32_t>;

/// As the cache keeps them: a kernel to a line.
std::string entry_of(const Registers& registers) {
  std::string text;
  for (const auto& [kernel, count] : registers) text += fmt::format("{} {}\n", count, kernel);
  return text;
}

Registers registers_of_entry(const std::string& entry) {
  Registers registers;
  std::istringstream lines(entry);
  std::uint32_t count = 0;
  for (std::string kernel; lines >> count >> kernel;) registers[kernel] = count;
  return registers;
}

}  // namespace

std::optional<std::string> find_ptxas(const PtxasQuery& query) {
  if (query.ptxas == "none") return std::nullopt;
  if (!query.ptxas.empty()) return is_program(query.ptxas) ? std::optional(query.ptxas) : std::nullopt;
  std::vector<std::string> folders;
  if (!query.cuda_path.empty()) folders.push_back(query.cuda_path + "/bin");
  folders.emplace_back("/usr/local/cuda/bin");
  std::istringstream rest(query.search_path);
  for (std::string folder; std::getline(rest, folder, ':');) folders.push_back(folder);
  for (const std::string& folder : folders) {
    std::string path = folder + "/ptxas";
    if (is_program(path)) return path;
  }
  return std::nullopt;
}

PtxasQuery ptxas_query_of_environment() {
  std::string cuda_path = variable("CUDA_PATH");
  if (cuda_path.empty()) cuda_path = variable("CUDA_HOME");
  return {.ptxas = variable("WARPGLASS_PTXAS"), .cuda_path = cuda_path, .search_path = variable("PATH")};
}

std::map<std::string, std::uint32_t> registers_of_log(std::string_view log) {
  std::map<std::string, std::uint32_t> registers;
  std::string entry;
  std::istringstream lines{std::string(log)};
  for (std::string line; std::getline(lines, line);) {
    if (const std::string_view name = between(line, "Compiling entry function '", "'"); !name.empty()) entry = name;
    const std::string_view count = between(line, ": Used ", " registers");
    std::uint32_t value = 0;
    if (entry.empty() || count.empty()) continue;
    if (std::from_chars(count.data(), count.data() + count.size(), value).ec != std::errc()) continue;
    registers[entry] = value;
    entry.clear();
  }
  return registers;
}

std::map<std::string, std::uint32_t> assembled_registers(const std::string& ptxas, std::string_view ptx,
                                                         std::uint32_t sm) {
  const TemporaryFile text(ptx);
  if (!text.exists()) return {};
  // What is preloaded into a program that we run is none of the assembler's business.
  std::vector<std::string> command = {"/usr/bin/env",
                                      "-u",
                                      "LD_PRELOAD",
                                      "-u",
                                      "LD_LIBRARY_PATH",
                                      ptxas,
                                      "--verbose",
                                      fmt::format("--gpu-name=sm_{}", sm),
                                      "--output-file=/dev/null",
                                      text.path()};
  ProcessResult result = run_process(command, ProcessOutput::capture);
  if (result.exit_code != 0) {
    // Functions that another module or a library defines may be left open.
    command.emplace_back("--compile-only");
    result = run_process(command, ProcessOutput::capture);
  }
  return result.exit_code == 0 ? registers_of_log(result.output) : std::map<std::string, std::uint32_t>{};
}

std::function<std::map<std::string, std::uint32_t>(std::string_view ptx)> register_assembler(std::string ptxas,
                                                                                             std::uint32_t sm,
                                                                                             std::string cache_folder) {
  return [ptxas = std::move(ptxas), sm, cache = Cache(std::move(cache_folder))](std::string_view ptx) {
    const std::string key = fmt::format("{}\nsm_{}\n{}", stamp_of(ptxas), sm, ptx);
    if (const auto known = cache.find("registers", key)) return registers_of_entry(*known);
    auto registers = assembled_registers(ptxas, ptx, sm);
    if (!registers.empty()) cache.keep("registers", key, entry_of(registers));
    return registers;
  };
}

}  // namespace warpglass::toolkit
