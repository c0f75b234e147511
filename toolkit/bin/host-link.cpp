// Links a program or a library with clang, and with the folder of our CUDA runtime as one of the places where it looks
// for libraries when it runs. warpglass-nvcc links with it, and so does CMake, which takes the linker from the command
// lines that `warpglass-nvcc -v` prints and leaves out every -rpath it finds there.
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "toolkit/compiler.hpp"
#include "toolkit/process.hpp"
#include "toolkit/toolchain.hpp"

namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

int main(int count, char** values) {
  using namespace warpglass;
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
  command.push_back("-Wl,-rpath," + toolkit::library_folder(*toolchain));
  const toolkit::ProcessResult result = toolkit::run_process(command, toolkit::ProcessOutput::inherit);
  fmt::print(stderr, "{}", result.output);
  return result.exit_code;
}
