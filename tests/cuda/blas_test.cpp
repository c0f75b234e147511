// Programs that call cuBLAS, and what the libraries export.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "tests/cuda/build.hpp"

namespace warpglass::cuda::test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

const std::string kTool = WARPGLASS_BINARY_DIR "/bin/warpglass ";

class Blas : public ::testing::TestWithParam<Compiler> {
 protected:
  void SetUp() override {
    if (GetParam() == Compiler::nvcc && !has_nvcc()) GTEST_SKIP() << "no nvcc on this machine";
  }
  // They compare with plain loops of their own.
  void expect_pass(const std::string& name) {
    const std::string path = program({name + ".cu"}, GetParam());
    if (path.empty()) return;
    const Outcome outcome = run(path);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
    EXPECT_THAT(outcome.output, StartsWith("PASS " + name));
  }
};

TEST_P(Blas, ComputesVectors) { expect_pass("blas_vectors"); }
TEST_P(Blas, ComputesMatrices) { expect_pass("blas_matrices"); }
TEST_P(Blas, ComputesOtherTypesAndEpilogues) { expect_pass("blas_types"); }
TEST_P(Blas, TakesLettersAndNumbersByValue) { expect_pass("blas_legacy"); }
TEST_P(Blas, KeepsItsPlaceInStreams) { expect_pass("blas_streams"); }

// As on an H200 (driver 580.159.04, cuBLAS 13.1.0.3 of CUDA 13.0, 2026-11-27).
TEST_P(Blas, AnswersWrongArgumentsAsOnAnH200) {
  const std::string path = program({"blas_answers.cu"}, GetParam());
  if (path.empty()) return;
  EXPECT_EQ(run(path).output, file_of("blas_answers.expected"));
}

INSTANTIATE_TEST_SUITE_P(, Blas, ::testing::Values(Compiler::ours, Compiler::nvcc), [](const auto& test) {
  return test.param == Compiler::ours ? std::string("ours") : std::string("nvcc");
});

TEST(BlasReports, SayHowManyCallsWereComputedOnTheHost) {
  const std::string path = program({"blas_streams.cu"});
  if (path.empty()) return;
  const Outcome outcome = run(kTool + "run " + path);
  EXPECT_THAT(outcome.output + outcome.errors,
              HasSubstr("note: 5 calls of cuBLAS were computed on the host: they are in no count"));
}

TEST(BlasReports, TellWhatAMatrixHasNotGot) {
  const std::string path = program({"blas_refused.cu"});
  if (path.empty()) return;
  const Outcome plain = run(path);
  EXPECT_EQ(plain.exit_code, 0);
  EXPECT_EQ(plain.output,
            "good: 0\ntoo wide: 13\nthe result too far: 13\nthe host's: 13\nnull: 13\nfreed: 13\na vector too long: 13\n");
  EXPECT_THAT(plain.errors, HasSubstr("cublasSgemm has computed nothing: the matrix A has 1024 of the 1088 bytes"));
  const Outcome checked = run(kTool + "check " + path);
  EXPECT_EQ(checked.exit_code, 1);
  for (const char* const finding :
       {"error: cublasSgemm: the matrix A has 1024 of the 1088 bytes that it needs: it is cudaMalloc #1 (1024 bytes)",
        "error: cublasSgemm: the matrix C has 1020 of the 1024 bytes that it needs",
        "error: cublasSgemm: the matrix A has to be the device's", "error: cublasSgemm: the matrix B is null",
        "error: cublasSgemm: the matrix B is freed memory, cudaMalloc #2 (1024 bytes)",
        "error: cublasSscal: the vector x has 1024 of the 2044 bytes"})
    EXPECT_THAT(checked.output + checked.errors, HasSubstr(finding));
}

// Without OpenBLAS: what stands in its place is no library.
TEST(BlasWithoutOpenBlas, ComputesByPlainLoops) {
  const std::string path = program({"blas_matrices.cu"});
  if (path.empty()) return;
  const std::string folder = scratch_folder();
  std::ofstream(folder + "/libopenblas.so.0") << "no library";
  const Outcome outcome = run("LD_LIBRARY_PATH=" + folder + ":$LD_LIBRARY_PATH " + path);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.output, StartsWith("PASS"));
}

// Names with their versions.
std::set<std::string> names_in(const std::string& library) {
  std::istringstream lines(
      run("nm -D --defined-only --with-symbol-versions " WARPGLASS_CUDA_FOLDER "/lib64/" + library).output);
  std::set<std::string> names;
  for (std::string address, kind, name; lines >> address >> kind >> name;)
    if (kind != "A") names.insert(name);
  return names;
}

TEST(BlasExports, HoldAllNamesOfTheHeadersOfCuda13) {
  for (const std::string number : {"13", "12", "11"}) {
    std::ifstream names(WARPGLASS_SOURCE_DIR "/tests/cuda/cublas_13_names.txt");
    const std::set<std::string> blas = names_in("libcublas.so." + number), lt = names_in("libcublasLt.so." + number);
    int count = 0;
    for (std::string name; std::getline(names, name); ++count) {
      const std::string library = name.starts_with("cublasLt") ? "libcublasLt.so." : "libcublas.so.";
      EXPECT_TRUE((name.starts_with("cublasLt") ? lt : blas).contains(name + "@@" + library + number)) << name;
    }
    EXPECT_EQ(count, 796);
    for (const std::string& name : blas) EXPECT_TRUE(name.starts_with("cublas") && !name.starts_with("cublasLt"));
    for (const std::string& name : lt) EXPECT_TRUE(name.starts_with("cublasLt")) << name;
  }
}

}  // namespace
}  // namespace warpglass::cuda::test
