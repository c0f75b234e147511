// Links a program or a library with clang, and with the folder of our CUDA runtime as one of the places where it looks
// for libraries when it runs. warpglass-nvcc links with it, and so does CMake, which takes the linker from the command
// lines that `warpglass-nvcc -v` prints and leaves out every -rpath it finds there.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "toolkit/compiler.hpp"
#include "toolkit/process.hpp"
#include "toolkit/toolchain.hpp"

namespace {

using namespace warpglass;

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// gcc's OpenMP knows nothing of the threads of clang's, which then all call themselves the first; clang's knows what
// gcc compiled, too. So one of them is linked, clang's where it is there.
void leave_one_openmp(std::vector<std::string>& command) {
  constexpr std::string_view kOfGcc = "-lgomp";
  constexpr std::string_view kOfClang = "-fopenmp";
  if (std::ranges::find(command, kOfGcc) == command.end()) return;
  if (std::ranges::find(command, kOfClang) == command.end()) {
    const toolkit::ProcessResult answer =
        toolkit::run_process({command.front(), "-print-file-name=libomp.so"}, toolkit::ProcessOutput::capture);
    if (!answer.output.starts_with('/')) return;
    command.emplace_back(kOfClang);
  }
  std::erase(command, kOfGcc);
}

}  // namespace

int main(int count, char** values) {
  Diagnostics diagnostics;
  const std::filesystem::path folder = std::filesystem::path(toolkit::running_executable()).parent_path();
  const auto toolchain = toolkit::find_toolchain({.executable = {},
                                                  .search_path = environment("PATH"),
                                                  .clang = environment("WARPGLASS_CLANG"),
                                                  .cuda_path = folder.parent_path().string()},
                                                 diagnostics);
  if (!toolchain) {
    fmt::print(stderr, "host-link (warpglass): {}\n", to_string(diagnostics.front()));
    return 2;
  }
  std::vector<std::string> command{toolchain->clang};
  command.insert(command.end(), values + 1, values + count);
  leave_one_openmp(command);
  command.push_back("-Wl,-rpath," + toolkit::library_folder(*toolchain));
  const toolkit::ProcessResult result = toolkit::run_process(command, toolkit::ProcessOutput::inherit);
  fmt::print(stderr, "{}", result.output);
  return result.exit_code;
}
