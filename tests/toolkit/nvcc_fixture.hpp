// A folder in which warpglass-nvcc is called as a Makefile calls it.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "toolkit/process.hpp"

namespace warpglass::toolkit {

class Nvcc : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "nvcc-test-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) const { std::ofstream(folder_ / name) << text; }
  [[nodiscard]] bool exists(const std::string& name) const { return std::filesystem::exists(folder_ / name); }
  [[nodiscard]] std::string read(const std::string& name) const {
    std::ifstream file(folder_ / name);
    std::ostringstream text;
    text << file.rdbuf();
    return std::move(text).str();
  }
  [[nodiscard]] ProcessResult nvcc(const std::string& line) const {
    return run_process(
        {"/bin/sh", "-c", "cd '" + folder_.string() + "' && " WARPGLASS_BINARY_DIR "/bin/warpglass-nvcc " + line},
        ProcessOutput::capture);
  }

  std::filesystem::path folder_;
};

}  // namespace warpglass::toolkit
