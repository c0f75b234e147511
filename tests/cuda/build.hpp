// Builds and runs the programs of tests/cuda/programs.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace warpglass::cuda::test {

struct Outcome {
  int exit_code = 0;  // 128 + n when killed by signal n
  std::string output;
  std::string errors;
};

enum class Compiler { ours, nvcc };

[[nodiscard]] bool has_nvcc();

/// Path of the program made of these sources (names without folder); built once per process, or taken from
/// where another build's tests have left it. Fails the test, and is empty, when the compiler does.
[[nodiscard]] std::string program(const std::vector<std::string>& sources, Compiler compiler = Compiler::ours);

/// Path of what `-ptx` or `-fatbin` makes of a source. Fails the test when the compiler does.
[[nodiscard]] std::string device_file(const std::string& source, const std::string& kind, Compiler compiler);

using Environment = std::map<std::string, std::string>;

/// Runs a shell command with our libraries in front.
[[nodiscard]] Outcome run(const std::string& command, const Environment& environment = {});

/// A fresh folder for the running test, removed at the end of the process.
[[nodiscard]] std::string scratch_folder();

/// Contents of tests/cuda/programs/<name>.
[[nodiscard]] std::string file_of(const std::string& name);

}  // namespace warpglass::cuda::test
