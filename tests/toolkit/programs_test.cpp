// Every program of tests/toolkit/programs is compiled and run on the virtual GPU; its opening comment says what it
// prints: `// prints: LINE`.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "tests/toolkit/own_toolchain.hpp"
#include "toolkit/compiler.hpp"
#include "toolkit/nvcc_options.hpp"
#include "toolkit/process.hpp"

namespace fs = std::filesystem;

namespace warpglass::toolkit {
namespace {

const fs::path kFolder = fs::path(WARPGLASS_SOURCE_DIR) / "tests/toolkit/programs";

// What the comments at a source's beginning say behind `mark`, a line each.
std::string said(const fs::path& path, std::string_view mark) {
  std::string lines;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line) && line.starts_with("//");) {
    if (line.starts_with(mark)) lines += line.substr(mark.size()) + "\n";
  }
  return lines;
}

class Programs : public testing::TestWithParam<std::string> {};

TEST_P(Programs, Print) {
  const fs::path source = kFolder / (GetParam() + ".cu");
  std::string folder = (fs::temp_directory_path() / "programs-test-XXXXXX").string();
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  const auto toolchain = own_toolchain();
  ASSERT_TRUE(toolchain);
  CompileRequest request;
  request.sources = {source.string()};
  request.output = folder + "/program";
  request.extra_flags = split_words(said(source, "// flags: "));
  for (const std::string& architecture : split_words(said(source, "// architecture: ")))
    request.architecture = architecture;
  const CompileResult compiled = compile(*toolchain, request);
  ASSERT_EQ(compiled.exit_code, 0) << compiled.output;
  const ProcessResult run =
      run_process({"/usr/bin/env", "LD_PRELOAD=" WARPGLASS_SANITIZER_LIBRARY, request.output}, ProcessOutput::capture);
  fs::remove_all(folder);
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.output, said(source, "// prints: "));
}

std::vector<std::string> names() {
  std::set<std::string> sorted;
  for (const auto& entry : fs::directory_iterator(kFolder)) {
    if (entry.path().extension() == ".cu") sorted.insert(entry.path().stem());
  }
  return {sorted.begin(), sorted.end()};
}

INSTANTIATE_TEST_SUITE_P(All, Programs, testing::ValuesIn(names()), [](const auto& test) { return test.param; });

}  // namespace
}  // namespace warpglass::toolkit
