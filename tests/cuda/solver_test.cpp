// Programs that call cuSOLVER, and what the library exports.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <string>

#include "tests/cuda/build.hpp"

namespace warpglass::cuda::test {
namespace solver {

using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::string kTool = WARPGLASS_BINARY_DIR "/bin/warpglass ";

class Solver : public ::testing::TestWithParam<Compiler> {
 protected:
  void SetUp() override {
    if (GetParam() == Compiler::nvcc && !has_nvcc()) GTEST_SKIP() << "no nvcc on this machine";
  }

  static void expect_pass(const std::string& name) {
    const std::string path = program({name + ".cu"}, GetParam());
    if (path.empty()) return;
    const Outcome outcome = run(path);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.output << outcome.errors;
    EXPECT_THAT(outcome.output, StartsWith("PASS " + name));
  }
};

// They multiply what they are given, in double precision.
TEST_P(Solver, SolvesSystems) { expect_pass("solver_dense"); }
TEST_P(Solver, SolvesSparseSystems) { expect_pass("solver_sparse"); }
TEST_P(Solver, SolvesSparseSystemsStepByStep) { expect_pass("solver_steps"); }
TEST_P(Solver, FindsEigenvaluesAndSingularValues) { expect_pass("solver_spectra"); }

TEST_P(Solver, AnswersWrongArgumentsAsOnAnH200) {
  const std::string path = program({"solver_answers.cu"}, GetParam());
  if (path.empty()) return;
  EXPECT_EQ(run(path).output, file_of("solver_answers.expected"));
}

INSTANTIATE_TEST_SUITE_P(, Solver, ::testing::Values(Compiler::ours, Compiler::nvcc), [](const auto& test) {
  return test.param == Compiler::ours ? std::string("ours") : std::string("nvcc");
});

TEST(SolverReports, TellWhatAMatrixHasNotGot) {
  const std::string path = program({"solver_refused.cu"});
  if (path.empty()) return;
  const Outcome plain = run(path);
  EXPECT_EQ(plain.output,
            "size: 0\ngood: 0\ntoo short: 6\ntau too short: 6\nno devInfo: 6\nthe host's: 6\npivots of nothing: 6\n"
            "absent: 9\ncaptured: 0\nbefore: 4\nafter: 2\n");
  EXPECT_THAT(plain.errors, HasSubstr("cusolverDnSpotrf has computed nothing: the matrix A has 512 of the 1024 bytes"));
  EXPECT_THAT(plain.errors, HasSubstr("cusolverDnIRSInfosGetResidualHistory: solutions are not refined here"));
  const Outcome checked = run(kTool + "check " + path);
  EXPECT_EQ(checked.exit_code, 1);
  for (const char* const finding :
       {"error: cusolverDnSpotrf: the matrix A has 512 of the 1024 bytes that it needs",
        "error: cusolverDnSgeqrf: the array tau has 32 of the 64 bytes that it needs",
        "error: cusolverDnSgetrf: the devInfo is null", "error: cusolverDnSgetrf: the matrix A has to be the device's",
        "error: cusolverDnSgetrs: the row 2139062143 of 16 that a pivot names"})
    EXPECT_THAT(checked.output + checked.errors, HasSubstr(finding));
  EXPECT_THAT(checked.output + checked.errors,
              HasSubstr("calls of cuSOLVER were computed on the host: they are in no count"));
}

/// Those that NVIDIA's library has and its headers declare.
TEST(SolverExports, AreNvidias) {
  std::set<std::string> wanted;
  std::istringstream list(file_of("../cusolver_names.txt"));
  for (std::string name; std::getline(list, name);) wanted.insert(name + "@@libcusolver.so.12");
  std::istringstream lines(
      run("nm -D --defined-only --with-symbol-versions " WARPGLASS_CUDA_FOLDER "/lib64/libcusolver.so.12").output);
  std::set<std::string> found;
  for (std::string address, kind, name; lines >> address >> kind >> name;)
    if (kind != "A") found.insert(name);
  EXPECT_EQ(found, wanted);
}

}  // namespace solver
}  // namespace warpglass::cuda::test
