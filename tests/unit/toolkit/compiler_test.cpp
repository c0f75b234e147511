#include "toolkit/compiler.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpglass::toolkit {
namespace {

using ::testing::HasSubstr;

const Toolchain kToolchain{.clang = "/usr/bin/clang++-19", .clang_version = 19, .cuda_path = "/opt/wg/cuda"};

std::string refusal(const CompileRequest& request) {
  const CompileResult result = compile(kToolchain, request);
  EXPECT_EQ(result.exit_code, 2);
  return result.diagnostics.empty() ? "" : result.diagnostics.front().message;
}

TEST(Compiler, RequestsThatCannotBeMetAreRefusedBeforeClangRuns) {
  CompileRequest request;
  EXPECT_THAT(refusal(request), HasSubstr("no source file"));
  request.sources = {"/no/such.cu"};
  EXPECT_THAT(refusal(request), HasSubstr("no output file"));
  request.output = "/dev/null";
  EXPECT_THAT(refusal(request), HasSubstr("/no/such.cu: no such file"));
  request.architecture = "volta";
  EXPECT_THAT(refusal(request), HasSubstr("'volta' is no GPU architecture"));
}

TEST(Compiler, HintsNameTheRemedyOnce) {
  const Diagnostics hints = hints_for("x.cu:1:10: fatal error: 'omp.h' file not found\nld: cannot find -lomp\n");
  ASSERT_EQ(hints.size(), 1u);
  EXPECT_THAT(hints.front().message, HasSubstr("libomp-19-dev"));
  EXPECT_TRUE(hints_for("error: expected ';'").empty());
  const Diagnostics of_nvcc = hints_for("clang++-19: error: unknown argument: '--extended-lambda'\n");
  ASSERT_EQ(of_nvcc.size(), 1u);
  EXPECT_THAT(of_nvcc.front().message, HasSubstr("device lambdas and relaxed constexpr need none"));
}

TEST(Compiler, HintsNameTheLibraryToLink) {
  const Diagnostics hints = hints_for(
      "/usr/bin/ld: a.cu:1: undefined reference to `cuInit'\n/usr/bin/ld: a.cu:1: undefined reference to "
      "`cuMemAlloc_v2'\n");
  ASSERT_EQ(hints.size(), 1u);
  EXPECT_THAT(hints.front().message, HasSubstr("-lcuda"));
  EXPECT_TRUE(hints_for("a.cu:1: undefined reference to `cudaFuture'").empty());
}

TEST(Compiler, HintsNameThePackageOfEveryHeaderOfLibcuxx) {
  for (const char* header : {"cuda/barrier", "cuda/std/atomic"}) {
    const Diagnostics hints = hints_for(std::string("x.cu:1:10: fatal error: '") + header + "' file not found\n");
    ASSERT_EQ(hints.size(), 1u);
    EXPECT_THAT(hints.front().message, HasSubstr("apt-get install libcu++-dev"));
  }
}

TEST(Toolchain, WithoutClangOneLineSaysWhatToInstall) {
  Diagnostics diagnostics;
  const ToolchainQuery query{.executable = {},
                             .search_path = "/nowhere:/neither",
                             .clang = {},
                             .cuda_path = WARPGLASS_BINARY_DIR "/lib/warpglass/cuda"};
  EXPECT_FALSE(find_toolchain(query, diagnostics));
  ASSERT_EQ(diagnostics.size(), 1u);
  EXPECT_THAT(diagnostics.front().message, HasSubstr("apt-get install clang-19"));
}

TEST(Toolchain, AFolderThatIsNoCudaPathIsNamed) {
  Diagnostics diagnostics;
  EXPECT_FALSE(find_toolchain({.executable = {}, .search_path = {}, .clang = {}, .cuda_path = "/etc"}, diagnostics));
  ASSERT_EQ(diagnostics.size(), 1u);
  EXPECT_THAT(diagnostics.front().message, HasSubstr("/etc is no CUDA path"));
}

TEST(Toolchain, IsFoundBesideTheProgram) {
  Diagnostics diagnostics;
  const auto toolchain = find_toolchain(
      {.executable = WARPGLASS_BINARY_DIR "/bin/warpglass", .search_path = "/usr/bin", .clang = {}, .cuda_path = {}},
      diagnostics);
  ASSERT_TRUE(toolchain) << to_string(diagnostics.front());
  EXPECT_EQ(toolchain->cuda_path, WARPGLASS_BINARY_DIR "/lib/warpglass/cuda");
  EXPECT_GE(toolchain->clang_version, kOldestClang);
}

}  // namespace
}  // namespace warpglass::toolkit
