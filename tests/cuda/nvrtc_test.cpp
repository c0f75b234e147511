// NVRTC's API: whole programs, what the libraries export, and the page about it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

#include "cuda/nvrtc/log.hpp"
#include "cuda/nvrtc/name_expressions.hpp"
#include "cuda/nvrtc/options.hpp"
#include "tests/cuda/build.hpp"

namespace warpglass::cuda::test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

class NvrtcPrograms : public ::testing::TestWithParam<Compiler> {
 protected:
  void SetUp() override {
    if (GetParam() == Compiler::nvcc && !has_nvcc()) GTEST_SKIP() << "no nvcc on this machine";
  }
};

TEST_P(NvrtcPrograms, RunWhatTheyHaveCompiled) {
  const std::string path = program({"nvrtc_kernels.cu"}, GetParam());
  if (path.empty()) return;
  const Outcome outcome = run(path, {{"XDG_CACHE_HOME", scratch_folder()}});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_EQ(outcome.output, "2147483647 of the device\n2147483647 of the device\n");
  EXPECT_THAT(outcome.errors, IsEmpty());
}

// Recorded from NVIDIA's NVRTC 13.0, which asks for no GPU.
TEST_P(NvrtcPrograms, AreAnsweredAsByNvidias) {
  const std::string path = program({"nvrtc_semantics.cpp"}, GetParam());
  if (path.empty()) return;
  const Outcome outcome = run(path, {{"XDG_CACHE_HOME", scratch_folder()}});
  std::istringstream got(outcome.output), recorded(file_of("nvrtc_semantics.expected"));
  int lines = 0;
  for (std::string line, mine; std::getline(recorded, line); ++lines) {
    ASSERT_TRUE(std::getline(got, mine)) << line;
    EXPECT_EQ(mine, line);
  }
  EXPECT_EQ(lines, 155);
}

INSTANTIATE_TEST_SUITE_P(BuiltBy, NvrtcPrograms, ::testing::Values(Compiler::ours, Compiler::nvcc),
                         [](const auto& test) { return test.param == Compiler::ours ? "Us" : "Nvcc"; });

// The text goes with the PTX, so that its lines are shown by whoever reads the report.
TEST(Nvrtc, TextsAreShownInReports) {
  const std::string path = program({"nvrtc_conflicts.cpp"});
  if (path.empty()) return;
  const std::string saved = scratch_folder() + "/run.json";
  const std::string tool = WARPGLASS_BINARY_DIR "/bin/warpglass ";
  const std::string excerpt =
      "text/column.cu:3:24: warning: shared store: 32-way bank conflict, 32.0 wavefronts per request (ideal 1.0)  "
      "[bank-conflict]\n    3 |   tile[threadIdx.x][0] = values[threadIdx.x];\n";
  EXPECT_THAT(run(tool + "run --json " + saved + ' ' + path, {{"XDG_CACHE_HOME", scratch_folder()}}).errors,
              HasSubstr(excerpt));
  EXPECT_THAT(run(tool + "report " + saved).output, HasSubstr(excerpt));
  EXPECT_THAT(run(tool + "report " + saved + " --html -").output, HasSubstr("tile[threadIdx.x][0]"));
}

// g++'s, with a search path of its own to another library of that name.
TEST(Nvrtc, IsFoundByThePrograms) {
  const std::string folder = scratch_folder();
  const Outcome compiled =
      run("unset LD_PRELOAD; g++ -shared -x c++ /dev/null -Wl,-soname,libnvrtc.so.13 -o " + folder +
          "/libnvrtc.so.13 && g++ -w -x c++ -std=c++17 -I" WARPGLASS_CUDA_FOLDER "/include " WARPGLASS_SOURCE_DIR
          "/tests/cuda/programs/nvrtc_kernels.cu -x none -L" WARPGLASS_CUDA_FOLDER
          "/lib64 -lnvrtc -lcuda -Wl,--disable-new-dtags -Wl,-rpath," +
          folder + " -o " + folder + "/program");
  ASSERT_EQ(compiled.exit_code, 0) << compiled.errors;
  const Outcome outcome =
      run("unset LD_LIBRARY_PATH LD_PRELOAD; " WARPGLASS_BINARY_DIR "/bin/warpglass run " + folder + "/program",
          {{"XDG_CACHE_HOME", folder}});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output << outcome.errors;
  EXPECT_THAT(outcome.errors + outcome.output, HasSubstr("kernel add"));
}

TEST(Nvrtc, TakesFromTheCacheWhatItHasCompiled) {
  const std::string path = program({"nvrtc_semantics.cpp"});
  if (path.empty()) return;
  const std::string folder = scratch_folder();
  const std::string first = run(path, {{"XDG_CACHE_HOME", folder}}).output;
  // One entry for each of its texts that can be compiled, however often.
  EXPECT_EQ(run("find '" + folder + "' -type f -path '*/compiled/*' | wc -l").output, "21\n");
  EXPECT_EQ(run(path, {{"XDG_CACHE_HOME", folder}}).output, first);
}

TEST(Nvrtc, RefusesHandlesOfNothing) {
  const std::string path = program({"nvrtc_handles.cpp"});
  ASSERT_FALSE(path.empty());
  EXPECT_EQ(run(path).exit_code, 0);
}

TEST(Nvrtc, SaysWhatIsMissing) {
  const std::string path = program({"nvrtc_kernels.cu"});
  if (path.empty()) return;
  const Outcome outcome = run(path, {{"PATH", "/nowhere"}, {"XDG_CACHE_HOME", scratch_folder()}});
  EXPECT_NE(outcome.exit_code, 0);
  EXPECT_THAT(outcome.output, HasSubstr("nvrtc: error: compiling CUDA needs clang 16 or newer"));
}

TEST(Nvrtc, LibrariesOfAllGenerationsExportTheCalls) {
  for (const std::string number : {"11.2", "12", "13"}) {
    const std::string library = WARPGLASS_CUDA_FOLDER "/lib64/libnvrtc.so." + number;
    const std::string names =
        run("nm -D --defined-only " + library + " | grep -c ' T nvrtc.*@@libnvrtc.so." + number + "$'").output;
    EXPECT_EQ(names, "26\n");
    EXPECT_EQ(run("nm -D --defined-only " + library + " | grep -vc ' nvrtc'").output, "1\n");  // the version itself
    EXPECT_THAT(run("readelf -d " + library).output, HasSubstr("Library soname: [libnvrtc.so." + number + "]"));
  }
}

TEST(Nvrtc, IsDescribedByThePage) {
  std::ifstream file(WARPGLASS_SOURCE_DIR "/docs/nvrtc.md");
  const std::string page(std::istreambuf_iterator<char>(file), {});
  for (const std::string& line : nvrtc::option_lines()) EXPECT_THAT(page, HasSubstr(line + '\n'));
}

TEST(NvrtcLog, HasNvrtcsForm) {
  const std::string said =
      "In file included from <built-in>:1:\n"
      "a:b.cu:3:7: warning: unused variable 'x' [-Wunused-variable]\n"
      "    3 |   int x | y;\n"
      "      |       ^\n"
      "In file included from t.cu:2:\n"
      "/p/warpglass/nvrtc/limits:31:15: fatal error: 'limits' file not found\n"
      "   31 | #include_next <limits>\n"
      "      |               ^~~~~~~~\n"
      "1 warning and 1 error generated when compiling for sm_75.\n";
  const std::string end = "\n1 catastrophic error detected in the compilation of \"t.cu\".\nCompilation terminated.\n";
  EXPECT_EQ(nvrtc::program_log(said, "t.cu", true),
            "a:b.cu(3): warning: unused variable 'x' [-Wunused-variable]\n    int x | y;\n        ^\n"
            "t.cu(2): catastrophic error: cannot open source file \"limits\"\n  #include_next <limits>\n"
            "                ^~~~~~~~\n" +
                end);
  EXPECT_EQ(nvrtc::program_log("t.cu:1:2: error: no\n", "t.cu", false),
            "t.cu(1): error: no\n\n1 error detected in the compilation of \"t.cu\".\n");
  EXPECT_EQ(nvrtc::program_log("", "t.cu", false), "");
}

TEST(NvrtcNames, AreReadFromThePtxAndTakenOut) {
  std::string ptx =
      "a\n.visible .const .align 8 .u64 __warpglass_lowered_0 = _Z1fv;\n"
      ".visible .const .align 8 .u64 __warpglass_lowered_1 = generic(v);\nb\n"
      ".visible .const .align 8 .u64 __warpglass_lowered_2 = generic(v)+4;\n"
      ".const .align 8 .u64 __warpglass_expression_3 = 0;\n.visible .const .align 8 .u64 __warpglass_lowered_3 = 0;\n";
  const auto names = nvrtc::take_lowered_names({"f", "&v", "&v[1]", "nullptr", "none"}, ptx);
  EXPECT_THAT(names, ::testing::ElementsAre(std::pair("&v", "v"), std::pair("f", "_Z1fv")));
  EXPECT_EQ(ptx, "a\nb\n");
}

}  // namespace
}  // namespace warpglass::cuda::test
