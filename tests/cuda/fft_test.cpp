// Programs that call cuFFT, and what the library exports.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <string>

#include "tests/cuda/build.hpp"

namespace warpglass::cuda::test {
namespace fft {

using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::string kTool = WARPGLASS_BINARY_DIR "/bin/warpglass ";

class Fft : public ::testing::TestWithParam<Compiler> {
 protected:
  void SetUp() override {
    if (GetParam() == Compiler::nvcc && !has_nvcc()) GTEST_SKIP() << "no nvcc on this machine";
  }
};

// It compares with sums of its own, and passes on an H200 as well.
TEST_P(Fft, ComputesTransforms) {
  const std::string path = program({"fft_transforms.cu"}, GetParam());
  if (path.empty()) return;
  const Outcome outcome = run(path);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output << outcome.errors;
  EXPECT_THAT(outcome.output, StartsWith("PASS fft_transforms"));
}

// As on an H200 (driver 580.159.04, cuFFT 12.0.0.61 of CUDA 13.0, 2026-11-30).
TEST_P(Fft, AnswersWrongArgumentsAsOnAnH200) {
  const std::string path = program({"fft_answers.cu"}, GetParam());
  if (path.empty()) return;
  EXPECT_EQ(run(path).output, file_of("fft_answers.expected"));
}

INSTANTIATE_TEST_SUITE_P(, Fft, ::testing::Values(Compiler::ours, Compiler::nvcc), [](const auto& test) {
  return test.param == Compiler::ours ? std::string("ours") : std::string("nvcc");
});

TEST(FftReports, TellWhatAnArrayHasNotGot) {
  const std::string path = program({"fft_refused.cu"});
  if (path.empty()) return;
  const Outcome plain = run(path);
  EXPECT_EQ(plain.output,
            "good: 0\ntoo short: 6\nthe output too short: 6\nthe host's: 6\nspoilt: 1\nkept: 1\ncallbacks: 16\n");
  EXPECT_THAT(plain.errors, HasSubstr("cufftExecC2C has computed nothing: the input has 512 of the 1024 bytes"));
  EXPECT_THAT(plain.errors, HasSubstr("callbacks, which run on the device in cuFFT's own kernels, are not there"));
  const Outcome checked = run(kTool + "check " + path);
  EXPECT_EQ(checked.exit_code, 1);
  for (const char* const finding : {"error: cufftExecC2C: the input has 512 of the 1024 bytes that it needs",
                                    "error: cufftExecR2C: the output has 512 of the 520 bytes that it needs",
                                    "error: cufftExecC2C: the output has to be the device's"})
    EXPECT_THAT(checked.output + checked.errors, HasSubstr(finding));
  EXPECT_THAT(checked.output + checked.errors,
              HasSubstr("calls of cuFFT were computed on the host: they are in no count"));
}

/// Those that NVIDIA's library has for programs.
TEST(FftExports, AreNvidias) {
  std::set<std::string> wanted;
  std::istringstream list(file_of("../cufft_names.txt"));
  for (std::string name; std::getline(list, name);) wanted.insert(name + "@@libcufft.so.12");
  std::istringstream lines(
      run("nm -D --defined-only --with-symbol-versions " WARPGLASS_CUDA_FOLDER "/lib64/libcufft.so.12").output);
  std::set<std::string> found;
  for (std::string address, kind, name; lines >> address >> kind >> name;)
    if (kind != "A") found.insert(name);
  EXPECT_EQ(found, wanted);
}

}  // namespace fft
}  // namespace warpglass::cuda::test
