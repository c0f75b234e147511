// Programs that call cuSPARSE, and what the library exports.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <string>

#include "tests/cuda/build.hpp"

namespace warpglass::cuda::test {
namespace sparse {

using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::string kTool = WARPGLASS_BINARY_DIR "/bin/warpglass ";

class Sparse : public ::testing::TestWithParam<Compiler> {
 protected:
  void SetUp() override {
    if (GetParam() == Compiler::nvcc && !has_nvcc()) GTEST_SKIP() << "no nvcc on this machine";
  }
};

// It compares with loops of its own, and passes on an H200 as well.
TEST_P(Sparse, ComputesProductsSolutionsAndConversions) {
  const std::string path = program({"sparse_matrices.cu"}, GetParam());
  if (path.empty()) return;
  const Outcome outcome = run(path);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output << outcome.errors;
  EXPECT_EQ(outcome.output, "PASS sparse_matrices: 236 checks\n");
}

// Likewise.
TEST_P(Sparse, FactorisesBlocksAndDropsWhatIsSmall) {
  const std::string path = program({"sparse_blocks.cu"}, GetParam());
  if (path.empty()) return;
  const Outcome outcome = run(path);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output << outcome.errors;
  EXPECT_EQ(outcome.output, "PASS sparse_blocks: 1585 checks\n");
}

TEST_P(Sparse, MultipliesByZeroAsAnH200Does) {
  const std::string path = program({"sparse_zero_scalars.cu"}, GetParam());
  if (path.empty()) return;
  EXPECT_EQ(run(path).output, file_of("sparse_zero_scalars.expected"));
}

// As on an H200 (driver 580.159.04, cuSPARSE 12.6.3 of CUDA 13.0, 2026-11-30).
TEST_P(Sparse, AnswersWrongArgumentsAsOnAnH200) {
  const std::string path = program({"sparse_answers.cu"}, GetParam());
  if (path.empty()) return;
  EXPECT_EQ(run(path).output, file_of("sparse_answers.expected"));
}

INSTANTIATE_TEST_SUITE_P(, Sparse, ::testing::Values(Compiler::ours, Compiler::nvcc), [](const auto& test) {
  return test.param == Compiler::ours ? std::string("ours") : std::string("nvcc");
});

TEST(SparseReports, TellWhatAMatrixHasNotGot) {
  const std::string path = program({"sparse_refused.cu"});
  if (path.empty()) return;
  const Outcome plain = run(path);
  EXPECT_THAT(plain.errors, HasSubstr("cusparseSpMV has computed nothing: an index of the sparse matrix is not of it"));
  EXPECT_EQ(plain.output, "good: 0\ntoo many elements: 6\na column outside: 6\nthe vector too short: 6\n");
  const Outcome checked = run(kTool + "check " + path);
  EXPECT_EQ(checked.exit_code, 1);
  for (const char* const finding :
       {"error: cusparseSpMV: the array of indices of the sparse matrix has 16 of the 800 bytes that it needs",
        "error: cusparseSpMV: an index of the sparse matrix is not of it",
        "error: cusparseSpMV: the vector x has 16 of the 400 bytes that it needs"})
    EXPECT_THAT(checked.output + checked.errors, HasSubstr(finding));
  EXPECT_THAT(checked.output + checked.errors,
              HasSubstr("calls of cuSPARSE were computed on the host: they are in no count"));
}

/// Those that NVIDIA's library has for programs; what is not there is exported as well, to say so.
TEST(SparseExports, AreNvidias) {
  std::set<std::string> wanted;
  std::istringstream list(file_of("../cusparse_names.txt"));
  for (std::string name; std::getline(list, name);) wanted.insert(name + "@@libcusparse.so.12");
  std::istringstream lines(
      run("nm -D --defined-only --with-symbol-versions " WARPGLASS_CUDA_FOLDER "/lib64/libcusparse.so.12").output);
  std::set<std::string> found;
  for (std::string address, kind, name; lines >> address >> kind >> name;)
    if (kind != "A") found.insert(name);
  EXPECT_EQ(found, wanted);
}

}  // namespace sparse
}  // namespace warpglass::cuda::test
