// What lies under integrations/, run as its users run it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/tool/tool_run.hpp"

namespace warpglass {
namespace {

using testing::HasSubstr;

const std::string kRecipes = WARPGLASS_SOURCE_DIR "/integrations/";

class Recipes : public ToolTest {
 protected:
  /// A script with warpglass on the path.
  [[nodiscard]] Outcome script(const std::string& name, const std::vector<std::string>& settings,
                               const std::vector<std::string>& words) const {
    std::vector<std::string> command = {
        "/bin/sh",
        "-c",
        "out=$1 err=$2 bin=$3; shift 3; PATH=\"$bin:$PATH\" exec env \"$@\" >\"$out\" 2>\"$err\"",
        "sh",
        folder_ + "out",
        folder_ + "err",
        WARPGLASS_BINARY_DIR "/bin"};
    command.insert(command.end(), settings.begin(), settings.end());
    command.push_back(kRecipes + name);
    command.insert(command.end(), words.begin(), words.end());
    const int code = toolkit::run_process(command, toolkit::ProcessOutput::inherit).exit_code;
    return {code, contents(folder_ + "out"), contents(folder_ + "err")};
  }
};

TEST_F(Recipes, PreCommitChecksProgramsAlone) {
  const std::string no_program = write("part.cu", "#error not to be compiled\n");
  EXPECT_EQ(script("pre-commit/check-sources", {}, {no_program}).exit_code, 0);
  const Outcome found = script("pre-commit/check-sources", {},
                               {"--seeds=1", no_program, kExamples + "missing_barrier.cu", kExamples + "scale.ptx"});
  EXPECT_EQ(found.exit_code, 1) << found.errors;
  EXPECT_THAT(found.errors, HasSubstr("race in shared memory"));
  EXPECT_EQ(script("pre-commit/check-sources", {}, {kExamples + "stride.cu"}).exit_code, 0);
}

TEST_F(Recipes, ALauncherOfTests) {
  const std::string program = write("args.cu",
                                    "#include <cuda_runtime.h>\n#include <cstdio>\n#include <cstring>\n"
                                    "__global__ void both(int* out) { out[0] = threadIdx.x; }\n"
                                    "int main(int argc, char** argv) {\n  int* out; cudaMalloc(&out, 4);\n"
                                    "  if (argc > 1 && !std::strcmp(argv[1], \"--bad\")) both<<<1, 64>>>(out);\n"
                                    "  cudaDeviceSynchronize(); cudaFree(out); std::puts(argv[argc - 1]);\n}\n");
  EXPECT_EQ(script("ctest/under-warpglass", {}, {program, "--good"}).exit_code, 0);
  EXPECT_EQ(script("ctest/under-warpglass", {}, {program, "--good"}).output, "--good\n");
  EXPECT_EQ(script("ctest/under-warpglass", {}, {program, "--bad"}).exit_code, 1);
  EXPECT_EQ(script("ctest/under-warpglass", {"WARPGLASS_UNDER=run --quiet"}, {program, "--bad"}).exit_code, 0);
}

TEST_F(Recipes, TheActionWritesWhatItSays) {
  const auto action = [&](std::vector<std::string> settings) {
    settings.insert(settings.end(),
                    {"RUNNER_TEMP=" + folder_.substr(0, folder_.size() - 1), "GITHUB_OUTPUT=" + folder_ + "outputs",
                     "GITHUB_STEP_SUMMARY=" + folder_ + "summary.md"});
    return script("github/run.sh", settings, {});
  };
  const std::string out = folder_ + "warpglass-report/";
  const Outcome checked =
      action({"WARPGLASS_PROGRAM=" + kExamples + "missing_barrier.cu", "WARPGLASS_FLAGS=-q --seeds 1"});
  EXPECT_EQ(checked.exit_code, 1) << checked.errors;
  EXPECT_THAT(contents(out + "report.sarif"), HasSubstr("shared-race"));
  EXPECT_THAT(contents(out + "report.xml"), HasSubstr("<testsuites"));
  EXPECT_THAT(contents(folder_ + "summary.md"), HasSubstr("### Warpglass: 2 errors"));
  for (const std::string name : {"json", "sarif", "junit", "markdown"})
    EXPECT_THAT(contents(folder_ + "outputs"), HasSubstr(name + "=" + out + "report."));

  // Against a baseline of another size.
  const std::string transpose = "WARPGLASS_PROGRAM=" + kExamples + "transpose.cu";
  ASSERT_EQ(run({"run", kExamples + "transpose.cu", "-q", "--json", folder_ + "base.json", "--", "64"}).exit_code, 0);
  const Outcome worse = action({transpose, "WARPGLASS_COMMAND=run", "WARPGLASS_FLAGS=-q", "WARPGLASS_ARGUMENTS=128",
                                "WARPGLASS_BASELINE=" + folder_ + "base.json",
                                "WARPGLASS_FAIL_ON=memory_l1_wavefronts_shared>+5%\nnew_findings>0\n"});
  EXPECT_EQ(worse.exit_code, 1) << worse.errors;
  EXPECT_THAT(worse.errors, HasSubstr("[--fail-on memory_l1_wavefronts_shared>+5%]"));
  EXPECT_THAT(contents(folder_ + "summary.md"), HasSubstr("against `" + folder_ + "base.json`"));
  EXPECT_EQ(action({transpose, "WARPGLASS_COMMAND=run", "WARPGLASS_FLAGS=-q", "WARPGLASS_ARGUMENTS=64",
                    "WARPGLASS_BASELINE=" + folder_ + "base.json", "WARPGLASS_FAIL_ON=memory_l1_wavefronts_shared>+5%"})
                .exit_code,
            0);
  EXPECT_EQ(action({"WARPGLASS_PROGRAM=/nowhere.cu"}).exit_code, 2);
}

}  // namespace
}  // namespace warpglass
