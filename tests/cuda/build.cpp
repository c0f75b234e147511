#include "tests/cuda/build.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string_view>
#include <system_error>

#include "base/file_cache.hpp"

namespace warpglass::cuda::test {
namespace {

namespace fs = std::filesystem;

const std::string kPrograms = WARPGLASS_SOURCE_DIR "/tests/cuda/programs/";
const std::string kNvcc = WARPGLASS_NVCC_PATH;
const std::string kKept = WARPGLASS_KEPT_PROGRAMS;
constexpr std::string_view kSanitizers = WARPGLASS_SANITIZERS;

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct Folder {
  Folder() {
    std::string pattern = (fs::temp_directory_path() / "warpglass-test-XXXXXX").string();
    path = mkdtemp(pattern.data());
  }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
  fs::path path;
  int next = 0;
};

Folder& folder() {
  static Folder made;
  return made;
}

std::string command_of(Compiler compiler, const std::string& source) {
  if (compiler == Compiler::ours) return WARPGLASS_BINARY_DIR "/bin/warpglass-nvcc";
  // What kernels change in tensor maps only this chip's own instructions have.
  const std::string target = source.find("tensor_maps") == std::string::npos ? "compute_90" : "compute_90a";
  return kNvcc + " --cudart=shared -gencode arch=" + target + ",code=" + target;
}

/// Of all files below, when they were written.
std::string stamps_below(const fs::path& folder) {
  std::set<std::string> stamps;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) stamps.insert(stamp_of(entry.path().string()));
  }
  return fmt::format("{}", fmt::join(stamps, "\n"));
}

// Programs are kept beside the builds, for the tests of other builds. What nvcc makes is the same to all of them. Ours
// is compiled by every build's own compiler, but for the thread sanitizer's: it takes what the address sanitizer's has
// made, and compiles by itself programs of several sources, and those of the session's tests.
class KeptProgram {
 public:
  KeptProgram(std::string_view command, const std::vector<std::string>& sources, Compiler compiler) {
    const bool is_nvccs = compiler == Compiler::nvcc;
    const bool is_single = sources.size() == 1;
    is_taken_ = is_nvccs || (is_single && kSanitizers == "thread");
    is_left_ = is_nvccs || (is_single && kSanitizers.starts_with("address"));
    if (kKept.empty() || !(is_taken_ || is_left_)) return;
    std::string made_of = stamps_below(kPrograms);
    if (is_nvccs) {
      made_of += stamp_of(kNvcc);
    } else {
      command.remove_prefix(std::string_view(WARPGLASS_BINARY_DIR).size());
      for (const char* const folder : {"/base", "/toolkit", "/tools/nvcc"})
        made_of += stamps_below(WARPGLASS_SOURCE_DIR + std::string(folder));
    }
    family_ = fmt::format("{:016x}-", fingerprint(command));
    file_ = kKept + "/" + family_ + fmt::format("{:016x}", fingerprint(made_of));
  }

  /// Whether it is at the path now.
  [[nodiscard]] bool take(const std::string& path) const {
    std::error_code problem;
    return is_taken_ && !file_.empty() && fs::copy_file(file_, path, problem);
  }

  void leave(const std::string& path) const {
    if (!is_left_ || file_.empty()) return;
    std::error_code problem;
    fs::create_directories(kKept, problem);
    const std::string partial = fmt::format("{}/partial.{}", kKept, getpid());
    fs::copy_file(path, partial, fs::copy_options::overwrite_existing, problem);
    if (problem) return;
    for (const auto& entry : fs::directory_iterator(kKept, problem)) {
      if (entry.path().filename().string().starts_with(family_)) fs::remove(entry.path(), problem);
    }
    fs::rename(partial, file_, problem);
  }

 private:
  bool is_taken_ = false;
  bool is_left_ = false;
  std::string family_;  // what is made by the same command, of files as they were at any time
  std::string file_;
};

}  // namespace

bool has_nvcc() { return !kNvcc.empty(); }

std::string scratch_folder() {
  const fs::path path = folder().path / std::to_string(folder().next++);
  fs::create_directories(path);
  return path.string();
}

std::string file_of(const std::string& name) { return contents(kPrograms + name); }

Outcome run(const std::string& command, const Environment& environment) {
  const fs::path output = folder().path / "output", errors = folder().path / "errors";
  std::string line = "export LD_LIBRARY_PATH=" WARPGLASS_CUDA_FOLDER "/lib64; unset WARPGLASS_SESSION; ";
  if (*WARPGLASS_SANITIZER_LIBRARY != '\0') line += "export LD_PRELOAD=" WARPGLASS_SANITIZER_LIBRARY "; ";
  for (const auto& [name, value] : environment) line += "export " + name + "='" + value + "'; ";
  line += "{ " + command + "; } >" + output.string() + " 2>" + errors.string() + " </dev/null";
  const int status = std::system(line.c_str());
  const int code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  return {.exit_code = code, .output = contents(output), .errors = contents(errors)};
}

std::string program(const std::vector<std::string>& sources, Compiler compiler) {
  static std::map<std::string, std::string> built;
  std::string command = command_of(compiler, sources.front());
  command += " -w -O2 -std=c++17";
  const bool asks_device_runtime = sources.front().starts_with("nested") || sources.front().starts_with("device_graph");
  if (sources.size() > 1 || asks_device_runtime) command += " -rdc=true";
  for (const std::string& source : sources) command += ' ' + kPrograms + source;
  if (sources.front().starts_with("driver")) command += " -lcuda";
  if (sources.front().starts_with("fatbin")) command += " -lnvfatbin -lcuda";
  if (sources.front().starts_with("nvrtc")) command += " -lnvrtc -lcuda";
  if (sources.front().find("own_streams") != std::string::npos) command += " --default-stream per-thread";
  if (sources.front().starts_with("random_generators")) command += " -lcurand";
  if (sources.front().starts_with("blas")) command += " -lcublas -lcublasLt";
  if (sources.front().starts_with("sparse")) command += " -lcusparse";
  if (sources.front().starts_with("fft")) command += " -lcufft";
  if (sources.front().starts_with("solver")) command += " -lcusolver -lcusparse";
  if (const auto found = built.find(command); found != built.end()) return found->second;
  const std::string path = scratch_folder() + "/program";
  const KeptProgram kept(command, sources, compiler);
  if (kept.take(path)) return built[command] = path;
  const Outcome outcome = run("unset LD_PRELOAD; " + command + " -o " + path);
  EXPECT_EQ(outcome.exit_code, 0) << command << '\n' << outcome.output << outcome.errors;
  if (outcome.exit_code == 0) kept.leave(path);
  return built[command] = outcome.exit_code == 0 ? path : "";
}

std::string device_file(const std::string& source, const std::string& kind, Compiler compiler) {
  const std::string path = scratch_folder() + "/kernel." + kind;
  const Outcome outcome = run("unset LD_PRELOAD; " + command_of(compiler, source) + " -w -" + kind + ' ' + kPrograms +
                              source + " -o " + path);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output << outcome.errors;
  return path;
}

}  // namespace warpglass::cuda::test
