#include "tests/cuda/build.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace warpglass::cuda::test {
namespace {

namespace fs = std::filesystem;

const std::string kPrograms = WARPGLASS_SOURCE_DIR "/tests/cuda/programs/";
const std::string kNvcc = WARPGLASS_NVCC_PATH;

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
  if (const auto found = built.find(command); found != built.end()) return found->second;
  const std::string path = scratch_folder() + "/program";
  const Outcome outcome = run("unset LD_PRELOAD; " + command + " -o " + path);
  EXPECT_EQ(outcome.exit_code, 0) << command << '\n' << outcome.output << outcome.errors;
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
