// Links a program or a library with clang, and with the folder of our CUDA runtime as one of the places where it looks
// for libraries when it runs. warpglass-nvcc links with it, and so does CMake, which takes the linker from the command
// lines that `warpglass-nvcc -v` prints and leaves out every -rpath it finds there.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "toolkit/compiler.hpp"
#include "toolkit/device_archives.hpp"
#include "toolkit/process.hpp"
#include "toolkit/read_files.hpp"
#include "toolkit/temporary_folder.hpp"
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

// In what a device link leaves, for the host's links to see.
constexpr std::string_view kDeviceLink = "__warpglass_device_link";

/// Whether device code was linked already: what it takes of archives is in an object then.
bool has_device_link(const std::vector<std::string>& words) {
  return std::ranges::any_of(words, [](const std::string& word) {
    return word.ends_with(".o") && toolkit::read_file(word).find(kDeviceLink) != std::string::npos;
  });
}

/// Objects of archives that nothing but device code needs.
std::vector<std::string> device_objects(const std::vector<std::string>& words, const std::string& folder) {
  std::vector<std::string> all;
  for (const std::string& archive : toolkit::archives_of(words)) {
    for (std::string& member : toolkit::device_members(archive, folder)) all.push_back(std::move(member));
  }
  return all;
}

/// nvcc -dlink: an object with those of the archives, and with nothing of the objects, which the host's link has.
std::vector<std::string> device_link(const std::string& clang, const std::vector<std::string>& words,
                                     const std::string& folder) {
  const std::string mark = folder + "/mark.c";
  std::ofstream(mark) << "__attribute__((weak, visibility(\"hidden\"))) char " << kDeviceLink << ";\n";
  std::vector<std::string> command{clang, "-r", "-nostdlib"};
  for (std::string& object : device_objects(words, folder)) command.push_back(std::move(object));
  command.insert(command.end(), {"-x", "c", mark});
  if (const auto output = std::ranges::find(words, "-o"); output != words.end())
    command.insert(command.end(), output, std::min(output + 2, words.end()));
  return command;
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
  const std::vector<std::string> words(values + 1, values + count);
  const toolkit::TemporaryFolder objects;
  std::vector<std::string> command{toolchain->clang};
  if (!words.empty() && words.front() == "--device-link") {
    command = device_link(toolchain->clang, words, objects.path());
  } else {
    command.insert(command.end(), words.begin(), words.end());
    if (!has_device_link(words)) {
      for (std::string& object : device_objects(words, objects.path())) command.push_back(std::move(object));
    }
    leave_one_openmp(command);
    command.push_back("-Wl,-rpath," + toolkit::library_folder(*toolchain));
  }
  const toolkit::ProcessResult result = toolkit::run_process(command, toolkit::ProcessOutput::inherit);
  fmt::print(stderr, "{}", result.output);
  return result.exit_code;
}
