// The built tool, run as a user runs it: what it printed where, and how it ended.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "toolkit/process.hpp"

namespace warpglass {

inline const std::string kTool = WARPGLASS_BINARY_DIR "/bin/warpglass";
inline constexpr bool kSanitized = std::string_view(WARPGLASS_SANITIZER_LIBRARY) != "";
inline constexpr bool kDelaysSignals =
    std::string_view(WARPGLASS_SANITIZER_LIBRARY).find("tsan") != std::string_view::npos;
inline constexpr const char* kNotSanitized =
    "a sanitizer's library has the linker warn, and takes the signals of programs";
inline const std::string kExamples = WARPGLASS_SOURCE_DIR "/examples/";

struct Outcome {
  int exit_code = 0;
  std::string output;
  std::string errors;
};

inline std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// A test with a folder of its own.
class ToolTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = testing::UnitTest::GetInstance()->current_test_info()->name();
    std::ranges::replace(name, '/', '_');  // behind it stands the parameter
    folder_ = fmt::format("{}warpglass_{}_{}/", testing::TempDir(), name, getpid());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ + name) << text;
    return folder_ + name;
  }

  /// Runs the tool with these words, its two streams apart.
  [[nodiscard]] Outcome run(const std::vector<std::string>& words) const { return run_in(words, ""); }

  /// On a terminal of so many columns, as COLUMNS has it; empty: on none.
  [[nodiscard]] Outcome run_in(const std::vector<std::string>& words, const std::string& columns) const {
    std::vector<std::string> command = {"/bin/sh",
                                        "-c",
                                        "export COLUMNS=$3; out=$1 err=$2; shift 3; exec \"$@\" >\"$out\" 2>\"$err\"",
                                        "sh",
                                        folder_ + "out",
                                        folder_ + "err",
                                        columns,
                                        kTool};
    command.insert(command.end(), words.begin(), words.end());
    const int code = toolkit::run_process(command, toolkit::ProcessOutput::inherit).exit_code;
    return {code, contents(folder_ + "out"), contents(folder_ + "err")};
  }

  std::string folder_;
};

}  // namespace warpglass
